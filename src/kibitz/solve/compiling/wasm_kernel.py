"""Translation of word kernels to WebAssembly, for a browser tab.

The module has one function and imports its memory; variables are locals of type i64.
"""

from __future__ import annotations

import ast

from kibitz.solve.compiling.word_kernel import KernelTree, constant, limits, steps
from kibitz.solve.wasm.wasm_format import HEAD, name, section, signed, unsigned, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.solve.compiling.word_kernel import WordKernel

I32, I64 = 0x7F, 0x7E
BLOCK, LOOP, END, BRANCH, BRANCH_IF = 0x02, 0x03, 0x0B, 0x0C, 0x0D
NOTHING = 0x40  # the type of a block without a result
GET, SET = 0x20, 0x21
LOAD, STORE, NUMBER = 0x29, 0x37, 0x42
NOT, WRAP, EXTEND, LOWEST_ONE, SHIFT_LEFT = 0x45, 0xA7, 0xAD, 0x7A, 0x86
OPERATIONS = {
    ast.Add: 0x7C,
    ast.Sub: 0x7D,
    ast.Mult: 0x7E,
    ast.BitAnd: 0x83,
    ast.BitOr: 0x84,
    ast.BitXor: 0x85,
    ast.LShift: SHIFT_LEFT,
    ast.RShift: 0x88,
}
COMPARISONS = {ast.NotEq: 0x52, ast.Lt: 0x53}


def wasm_module(kernel: WordKernel) -> bytes:
    """Return a module that imports `kibitz.memory` and exports `kernel(at)`."""
    source = KernelTree(kernel)
    code = WasmCode(source)
    code.block(source.body)
    body = vector([unsigned(len(source.variables) + 1) + bytes([I64])]) + bytes(code.code)
    function = body + bytes([END])
    sections = {
        1: vector([bytes([0x60, 1, I32, 0])]),
        2: vector([name("kibitz") + name("memory") + bytes([2, 0, 1])]),
        3: vector([b"\0"]),
        7: vector([name("kernel") + bytes([0, 0])]),
        10: vector([unsigned(len(function)) + function]),
    }
    return HEAD + b"".join(section(number, content) for number, content in sections.items())


class WasmCode:
    """Instructions of a word kernel: local 0 is the parameter, 1 the same as a word."""

    def __init__(self, source: KernelTree) -> None:
        self.source = source
        names = (source.argument, *source.variables)
        self.local = {variable: unsigned(at) for at, variable in enumerate(names, 1)}
        self.code = bytearray([GET, 0, EXTEND, SET, 1])

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Emit some statements."""
        for statement in statements:
            if isinstance(statement, ast.While):
                self.loop(statement.test, statement.body, None)
            elif isinstance(statement, ast.For):
                assert isinstance(statement.target, ast.Name)
                first, end = limits(statement)
                self.value(first)
                self.code += bytes([SET]) + self.local[statement.target.id]
                test = ast.Compare(statement.target, [ast.Lt()], [end])
                self.loop(test, statement.body, statement.target.id)
            else:
                for target, value in steps(statement):
                    self.assign(target, value)

    def loop(self, test: ast.expr, body: Sequence[ast.stmt], counter: str | None) -> None:
        """Emit a loop, which may increase a counter."""
        self.code += bytes([BLOCK, NOTHING, LOOP, NOTHING])
        self.test(test)
        self.code += bytes([NOT, BRANCH_IF, 1])
        self.block(body)
        if counter is not None:
            place = self.local[counter]
            self.code += bytes([GET]) + place + bytes([NUMBER, 1, OPERATIONS[ast.Add], SET]) + place
        self.code += bytes([BRANCH, 0, END, END])

    def test(self, test: ast.expr) -> None:
        """Emit a comparison, which leaves a truth value."""
        assert isinstance(test, ast.Compare)
        self.value(test.left)
        self.value(test.comparators[0])
        self.code.append(COMPARISONS[type(test.ops[0])])

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Emit an assignment to a variable, or to a word of the memory."""
        if isinstance(target, ast.Subscript):
            self.address(target)
            self.value(value)
            self.code += bytes([STORE, 3, 0])
        else:
            assert isinstance(target, ast.Name)
            self.value(value)
            self.code += bytes([SET]) + self.local[target.id]

    def address(self, target: ast.Subscript) -> None:
        """Emit the address of a word of the memory, in bytes."""
        self.value(target.slice)
        self.code += bytes([NUMBER, 3, SHIFT_LEFT, WRAP])

    def value(self, node: ast.expr) -> None:
        """Emit an expression, which leaves a word."""
        number = constant(node)
        if number is not None:
            self.code += bytes([NUMBER]) + signed(number)
        elif isinstance(node, ast.BinOp):
            self.value(node.left)
            self.value(node.right)
            self.code.append(OPERATIONS[type(node.op)])
        elif isinstance(node, ast.Call):
            self.value(node.args[0])
            self.code.append(LOWEST_ONE)
        elif isinstance(node, ast.Subscript):
            self.address(node)
            self.code += bytes([LOAD, 3, 0])
        else:
            assert isinstance(node, ast.Name)
            self.code += bytes([GET]) + self.local[node.id]
