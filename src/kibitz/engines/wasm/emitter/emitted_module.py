"""A module of WebAssembly: the kernels of a game, or those that all games share, as exports.

An export is a function `(block)`. `block` is the address of 64-bit words: the arguments in order, a
number as one word, a row as its address and its lengths. The results replace them, from the first
word on. The name of an export has three parts, separated by spaces: the name of the kernel, and the
types of its arguments and results as in `signatures.py`.

A module imports from `env` the memory and `__memory_base`, the address of its data; a section
`dylink.0` holds their size, as in the tool conventions
(https://github.com/WebAssembly/tool-conventions: DynamicLinking.md).
"""

from __future__ import annotations

import ast
from array import array
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from types import FunctionType
from typing import NamedTuple

from kibitz.engines.wasm.emitter import opcodes as op
from kibitz.engines.wasm.emitter.emitted_values import (
    Known,
    NumberAt,
    RowAt,
    Several,
    Value,
    flat,
    shape_of,
)
from kibitz.engines.wasm.emitter.failures import FailurePlace, NotEmitted, places_section
from kibitz.engines.wasm.emitter.function_body import (
    BLOCK_GLOBAL,
    CalledBody,
    ExportedBody,
)
from kibitz.engines.wasm.emitter.function_scope import FunctionScope, Results
from kibitz.rules.rules import Rules
from kibitz.solve.compiling.wasm_format import (
    CODE,
    CUSTOM,
    DATA,
    EXPORTS,
    FUNCTIONS,
    HEAD,
    IMPORTS,
    MEMORY,
    TYPES,
    name,
    section,
    unsigned,
    vector,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.wasm.signatures import Signatures

GLOBALS = 6  # the section of globals
OF_GLOBAL = 3  # kind of an import
MEMORY_INFO = 1  # part of the section "dylink.0"
FUEL = 1 << 32  # steps of loops in a call of an export: some seconds
MOST_CODE = 1 << 20  # bytes
MOST_DATA = 1 << 22  # bytes
FAILURE_WORD = (1 << 10) - 8  # in the block of arguments: where the number of a failure is written
ITEMS = {"H": "h", "I": "i", "Q": "q"}  # letters of rows, and type codes of `array`
INDEX = 3  # alignment of data, as a power of 2


class EmittedFunction(NamedTuple):
    """A function of the module: its number, and its results."""

    number: int
    results: Results


def emitted(rules: Rules, fuel: int | None = FUEL) -> bytes:
    """Return the module of one game; `NotEmitted` if its rules use unsupported features."""
    from kibitz.engines.wasm.signatures import of_rules

    return _emitted(of_rules(rules), fuel)


def first_emitted(rules: Rules, fuel: int | None = FUEL) -> bytes:
    """Return a module that only lists moves, to try rules out: nothing of them is interpreted."""
    from kibitz.engines.wasm.signatures import EXPLORING

    return _emitted([(rules, EXPLORING)], fuel)


@lru_cache(maxsize=1)
def shared_module() -> bytes:
    """Return the module with the kernels that all games share, which are trusted."""
    from kibitz.engines.wasm.signatures import SHARED, of_objective
    from kibitz.rules.objectives.objective import AIMS, objective_for
    from kibitz.solve.compiling.compiled import named

    kernels = {named(kernel): types for kernel, types in SHARED.items()}
    for objective in map(objective_for, AIMS):  # they may share arithmetic
        of_these = of_objective(objective).items()
        kernels |= {named(kernel, objective=objective): types for kernel, types in of_these}
    module = EmittedModule(None)
    for (called, function), listed in kernels.items():
        for letters in listed:
            module.export(called, function, letters)
    return module.binary()


def _emitted(kernels: Iterable[tuple[Rules, Signatures]], fuel: int | None) -> bytes:
    from kibitz.solve.compiling.compiled import named

    module = EmittedModule(fuel)
    try:
        for rules, signatures in kernels:
            for kernel, listed in signatures.items():
                called, function = named(kernel, rules)
                for letters in listed:
                    module.export(called, function, letters)
    except RecursionError:
        raise NotEmitted("an expression of the rules is nested too deeply to be compiled") from None
    return module.binary()


class EmittedModule:
    """Functions, constants and exports of a module.

    `fuel` limits the steps of a call. Without it, code is trusted: no index is checked either.
    """

    def __init__(self, fuel: int | None = FUEL) -> None:
        self.fuel = fuel
        self._types: list[bytes] = []
        self._functions: list[int] = []  # the type of each
        self._codes: list[bytes] = []
        self._known: dict[Hashable, EmittedFunction | int] = {}
        self._recursive: set[int] = set()
        self._exports: dict[str, int] = {}
        self._rows: dict[tuple[object, ...], RowAt] = {}
        self._alive: list[object] = []  # so that ids are not used twice
        self._image = bytearray()
        self._places: dict[FailurePlace, int] = {}
        self._size = 0
        word, number = [op.I64], [op.I32]
        self.stop = self._add(number, [], self._stop())
        self.floor = self._add(word * 2, word, FLOOR)
        self.remainder = self._add(word * 2, word, self._remainder())
        self.from_end = self._add([op.I64, op.I64, op.I32], word, self._from_end())

    # Functions

    def _add(self, takes: Sequence[int], gives: Sequence[int], code: bytes = b"") -> int:
        """Add a function; return its number."""
        self._functions.append(self._type(takes, gives))
        self._codes.append(code)
        return len(self._codes) - 1

    def function(
        self, scope: FunctionScope, node: ast.AST, called: FunctionType, arguments: list[Value]
    ) -> EmittedFunction:
        """Return a function, compiled once for each kind of its arguments."""
        key = called, tuple(self._kind(each) for each in arguments)
        known = self._known.get(key)
        if isinstance(known, EmittedFunction):
            return known
        if known is not None:  # it calls itself: then it returns a number
            self._recursive.add(known)
            return EmittedFunction(known, ())
        body = CalledBody(self, called, arguments)
        number = self._add(body.kinds, [op.I64])
        self._known[key] = number
        code = body.finished()
        results = body.scope.results
        if results != () and number in self._recursive:
            raise scope.refused(node, f"{called.__name__}, which calls itself")
        gives = [op.I64] * (0 if results is None else max(1, len(results)))
        self._functions[number] = self._type(body.kinds, gives)
        self._codes[number] = code
        self._size += len(code)
        made = EmittedFunction(number, results)
        self._known[key] = made
        return made

    def _type(self, takes: Sequence[int], gives: Sequence[int]) -> int:
        """Return the number of the type of a function."""
        kind = bytes([0x60, len(takes), *takes, len(gives), *gives])
        if kind not in self._types:
            self._types.append(kind)
        return self._types.index(kind)

    def _kind(self, value: Value) -> Hashable:
        """Return what a function compiled for an argument depends on."""
        if isinstance(value, Several):
            return tuple(self._kind(each) for each in value.items), value.names
        if isinstance(value, RowAt):
            return value.letter, len(value.lengths), value.constant
        if isinstance(value, NumberAt) or isinstance(value.thing, int):
            return "number"
        self._alive.append(value.thing)
        return id(value.thing)

    def export(self, called: str, function: FunctionType, letters: str) -> None:
        """Add a kernel as an export."""
        body = ExportedBody(self, function, letters)
        code = body.finished()
        self._size += len(code)
        number = self._add([op.I32], [], code)
        results = body.scope.results
        count = 0 if results is None else max(1, len(results))
        self._exports[f"{called} {letters} {'n' * count}"] = number

    def check_size(self, scope: FunctionScope, node: ast.AST, written: int) -> None:
        """Refuse rules whose code is too long."""
        if self._size + written > MOST_CODE:
            raise scope.refused(node, "too many nested generators")

    # Failures and constants

    def place(self, scope: FunctionScope, node: ast.AST, reason: str) -> int:
        """Return the number of a failure at a node."""
        rule = scope.function.__code__.co_name
        place = FailurePlace(reason, scope.path, scope.line(node), rule)
        return self._places.setdefault(place, len(self._places) + 1)

    def constant_row(
        self, scope: FunctionScope, node: ast.AST, content: tuple[object, ...]
    ) -> RowAt:
        """Return a tuple of numbers as a row of the module's data."""
        if content not in self._rows:
            shape = shape_of(content)
            assert shape is not None
            numbers = list(flat(content))
            least, most = min(numbers, default=0), max(numbers, default=0)
            reach = max(~least if least < 0 else least, ~most if most < 0 else most).bit_length()
            letter = "H" if reach < 16 else "I" if reach < 32 else "Q"
            packed = array(ITEMS[letter], numbers).tobytes()
            if len(self._image) + len(packed) > MOST_DATA:
                raise scope.refused(node, "too large a tuple")
            self._image += bytes(-len(self._image) % (1 << INDEX))
            lengths = tuple(Known(each) for each in shape)
            offset = len(self._image)
            row = RowAt(letter, None, offset, lengths, (least, most), constant=True)
            self._image += packed
            self._rows[content] = row
        return self._rows[content]

    # The module

    def binary(self) -> bytes:
        """Return the module."""
        sizes = b"".join(unsigned(each) for each in (len(self._image), INDEX, 0, 0))
        about = name("dylink.0") + section(MEMORY_INFO, sizes)
        imports = [name("env") + name("__memory_base") + bytes([OF_GLOBAL, op.I32, 0]), MEMORY]
        changing = [bytes([op.I32, 1, op.NUMBER32, 0, op.END])]
        changing.append(bytes([op.I64, 1, op.NUMBER, 0, op.END]))
        exports = [name(each) + b"\0" + unsigned(at) for each, at in self._exports.items()]
        module = HEAD + section(CUSTOM, about) + section(TYPES, vector(self._types))
        module += section(IMPORTS, vector(imports))
        module += section(FUNCTIONS, vector([unsigned(each) for each in self._functions]))
        module += section(GLOBALS, vector(changing)) + section(EXPORTS, vector(exports))
        module += section(CODE, vector(self._codes))
        if self._image:
            place = bytes([0, op.GET_GLOBAL, 0, op.END])
            module += section(DATA, vector([place + unsigned(len(self._image)) + self._image]))
        return module + places_section(list(self._places))

    def _stop(self) -> bytes:
        """Return the function that writes the number of a failure, and stops."""
        code = op.WasmWriter([op.I32])
        code.put(op.GET_GLOBAL, unsigned(BLOCK_GLOBAL), op.get(0), op.EXTEND, op.STORES["Q"])
        code.put(unsigned(FAILURE_WORD), op.UNREACHABLE)
        return code.function()

    def _remainder(self) -> bytes:
        """Return the function of the remainder that has the sign of the divisor."""
        code = op.WasmWriter([op.I64, op.I64])
        code.put(op.get(0), op.get(0), op.get(1), op.call(self.floor), op.get(1))
        code.put(op.MULTIPLY, op.SUBTRACT)
        return code.function()

    def _from_end(self) -> bytes:
        """Return the function of an index from the end of a row: index, length and failure."""
        code = op.WasmWriter([op.I64, op.I64, op.I32])
        code.put(op.get(0), op.get(1), op.ADD, op.tee(0), op.get(1), op.LESS_UNSIGNED)
        code.open(op.IF)
        code.put(op.get(0), op.RETURN)
        code.close()
        code.put(op.get(2), op.call(self.stop), op.UNREACHABLE)
        return code.function()


def _floor() -> bytes:
    """Return the function of a division that rounds down."""
    code = op.WasmWriter([op.I64, op.I64])
    whole = code.variable()
    code.put(op.get(0), op.get(1), op.DIVIDE, op.tee(whole), op.get(whole), op.get(1), op.MULTIPLY)
    code.put(op.get(0), op.UNEQUAL, op.get(0), op.get(1), op.XOR, op.number(0), op.LESS, op.AND32)
    code.put(op.EXTEND, op.SUBTRACT)
    return code.function()


FLOOR = _floor()
