"""Code of one function: of the rules, or a kernel that is exported."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence
from types import FunctionType

from kibitz.engines.wasm.emitter import opcodes as op
from kibitz.engines.wasm.emitter.emitted_values import NumberAt, RowAt, Several, Value
from kibitz.engines.wasm.emitter.function_scope import FunctionScope
from kibitz.engines.wasm.emitter.statements import FUEL_GLOBAL, Statements, fuel_code
from kibitz.engines.wasm.signatures import NUMBER, TRUTH, TUPLES
from kibitz.solve.compiling.wasm_format import unsigned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.wasm.emitter.emitted_module import EmittedModule

MATRICES = {"M": "Q", "L": "I"}
BLOCK_GLOBAL = 1


class FunctionBody(Statements):
    """Code of a function."""

    def __init__(self, module: EmittedModule, function: FunctionType, kinds: list[int]) -> None:
        self.module = module
        self.code = op.WasmWriter(kinds)
        self.scope = FunctionScope(function)
        self.scope.returns = self.give_back

    @abstractmethod
    def give_back(self, node: ast.Return) -> None:
        """Emit `return`."""


class CalledBody(FunctionBody):
    """A function with its arguments on the stack, and its results there."""

    def __init__(
        self, module: EmittedModule, function: FunctionType, arguments: Sequence[Value]
    ) -> None:
        self.kinds: list[int] = []
        values = [parameter(each, self.kinds) for each in arguments]
        super().__init__(module, function, self.kinds)
        for name, value in zip(self.scope.parameters, values, strict=True):
            self.scope.variables[name] = value

    def finished(self) -> bytes:
        """Return the function."""
        self.run_function(self.scope)
        before = b""
        if self.makes_calls and self.module.fuel is not None:
            place = self.module.place(self.scope, self.scope.tree, "endless")
            before = fuel_code(1, place, self.module.stop)
        return self.code.function(before)

    def give_back(self, node: ast.Return) -> None:
        """Emit `return`."""
        for each in self.result_items(self.scope, node):
            self.push(self.scope, node, each)
        self.code.put(op.RETURN)


def parameter(value: Value, kinds: list[int]) -> Value:
    """Return where a parameter is, and add the types of its parts."""

    def local(kind: int = op.I64) -> int:
        kinds.append(kind)
        return len(kinds) - 1

    if isinstance(value, Several):
        return Several(tuple(parameter(each, kinds) for each in value.items), value.names)
    if isinstance(value, RowAt):
        address = local(op.I32)
        lengths = tuple(NumberAt(local()) for _ in value.lengths)
        return RowAt(value.letter, address, 0, lengths, None, value.constant)
    if isinstance(value, NumberAt) or isinstance(value.thing, int):
        return NumberAt(local())
    return value


class ExportedBody(FunctionBody):
    """A kernel with its arguments in a block of memory, and its results there."""

    def __init__(self, module: EmittedModule, function: FunctionType, letters: str) -> None:
        super().__init__(module, function, [op.I32])
        self._read = 0
        self.code.put(op.get(0), op.SET_GLOBAL, unsigned(BLOCK_GLOBAL))
        if module.fuel is not None:
            self.code.put(op.number(module.fuel), op.SET_GLOBAL, unsigned(FUEL_GLOBAL))
        for name, letter in zip(self.scope.parameters, letters, strict=True):
            self.scope.variables[name] = self.argument(letter)

    def argument(self, letter: str) -> Value:
        """Emit the load of an argument."""
        if letter in TUPLES:
            named, parts = TUPLES[letter]
            names: tuple[str, ...] = named._fields  # type: ignore[attr-defined]
            return Several(tuple(map(self.argument, parts)), names)
        if letter in (NUMBER, TRUTH):
            return NumberAt(self.word())
        address = self.code.variable(op.I32)
        self.read_word()
        self.code.put(op.WRAP, op.set_local(address))
        lengths = [NumberAt(self.word()) for _ in range(1 + (letter in MATRICES))]
        return RowAt(MATRICES.get(letter, letter), address, 0, tuple(lengths))

    def read_word(self) -> None:
        """Leave the next word of the block."""
        self.code.put(op.get(0), op.LOADS["Q"], unsigned(8 * self._read))
        self._read += 1

    def word(self) -> int:
        """Put the next word of the block into a local."""
        self.read_word()
        local = self.code.variable()
        self.code.put(op.set_local(local))
        return local

    def finished(self) -> bytes:
        self.run_function(self.scope)
        return self.code.function()

    def give_back(self, node: ast.Return) -> None:
        """Emit `return`: results to the block."""
        for at, each in enumerate(self.result_items(self.scope, node)):
            self.code.put(op.get(0))
            self.push(self.scope, node, each)
            self.code.put(op.STORES["Q"], unsigned(8 * at))
        self.code.put(op.RETURN)
