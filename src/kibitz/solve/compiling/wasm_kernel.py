"""Translation of word kernels to WebAssembly, for a browser tab.

The module has one function and imports its memory; variables are locals of type i64. A loop with
independent iterations handles two words at once, where the browser has vector instructions.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from kibitz.solve.compiling.wasm_format import HEAD, MEMORY, name, section, signed, unsigned, vector
from kibitz.solve.compiling.word_kernel import (
    KernelTree,
    WordKernel,
    constant,
    is_independent,
    limits,
    steps,
)

I32, I64, V128 = 0x7F, 0x7E, 0x7B
BLOCK, LOOP, IF, END, BRANCH, BRANCH_IF = 0x02, 0x03, 0x04, 0x0B, 0x0C, 0x0D
NOTHING = 0x40  # the type of a block without a result
GET, SET = 0x20, 0x21
LOAD, STORE, NUMBER = 0x29, 0x37, 0x42
SELECT, I32_NUMBER, I32_AND = 0x1B, 0x41, 0x71
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
VECTOR = 0xFD  # begins the instructions on vectors of two words
VECTOR_LOAD, VECTOR_STORE, SHUFFLE, SPLAT = (
    bytes([VECTOR, *code]) for code in ((0x00, 3, 0), (0x0B, 3, 0), (0x0D,), (0x12,))
)
EXCHANGED = SHUFFLE + bytes([*range(8, 16), *range(8)])  # the two words of a vector
VECTOR_OPERATIONS = {
    ast.BitAnd: bytes([VECTOR, 0x4E]),
    ast.BitOr: bytes([VECTOR, 0x50]),
    ast.BitXor: bytes([VECTOR, 0x51]),
    ast.LShift: bytes([VECTOR, 0xCB, 1]),
    ast.RShift: bytes([VECTOR, 0xCD, 1]),
}
LOADED = ""  # the name of a vector that is being loaded
LANES = 2  # words of a vector
COMPARISONS = {ast.NotEq: 0x52, ast.Lt: 0x53}


def wasm_module(kernel: WordKernel, *, vectors: bool = True) -> bytes:
    """Return a module that imports `env.memory` and exports `kernel(at)`.

    `vectors` is whether it may use vector instructions.
    """
    source = KernelTree(kernel)
    code = WasmCode(source, vectors=vectors)
    code.block(source.statements)
    words, pairs = unsigned(len(source.variables) + 1), unsigned(len(code.pair))
    locals_ = [words + bytes([I64]), *([pairs + bytes([V128])] if vectors else [])]
    function = vector(locals_) + bytes(code.code) + bytes([END])
    sections = {
        1: vector([bytes([0x60, 1, I32, 0])]),
        2: vector([MEMORY]),
        3: vector([b"\0"]),
        7: vector([name("kernel") + bytes([0, 0])]),
        10: vector([unsigned(len(function)) + function]),
    }
    return HEAD + b"".join(section(number, content) for number, content in sections.items())


class WasmCode:
    """Instructions of a word kernel: local 0 is the parameter, 1 the same as a word.

    Every variable has a local for two words besides, and a vector that is being loaded has one.
    """

    def __init__(self, source: KernelTree, *, vectors: bool) -> None:
        self.source = source
        self.vectors = vectors
        names = (source.argument, *source.variables)
        self.local = {variable: unsigned(at) for at, variable in enumerate(names, 1)}
        pairs = enumerate((*source.variables, LOADED), len(names) + 1)
        self.pair = {variable: unsigned(at) for at, variable in pairs}
        self.assigned: set[str] = set()  # variables of the vector loop that is being emitted
        self.code = bytearray([GET, 0, EXTEND, SET, 1])

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Emit some statements."""
        for statement in statements:
            if isinstance(statement, ast.While):
                self.loop(statement.test, statement.body, None)
            elif isinstance(statement, ast.If):
                self.test(statement.test)
                self.code += bytes([IF, NOTHING])
                self.block(statement.body)
                self.code.append(END)
            elif isinstance(statement, ast.For):
                assert isinstance(statement.target, ast.Name)
                first, end = limits(statement)
                self.value(first)
                self.code += bytes([SET]) + self.local[statement.target.id]
                if self.vectors and is_independent(statement):
                    self.pairs(statement, statement.target.id, end)
                test = ast.Compare(statement.target, [ast.Lt()], [end])
                self.loop(test, statement.body, statement.target.id)
            else:
                for target, value in steps(statement):
                    self.assign(target, value)

    def loop(self, test: ast.expr, body: Sequence[ast.stmt], counter: str | None) -> None:
        """Emit a loop, which may increase a counter."""
        self.begin_loop(test)
        self.block(body)
        if counter is not None:
            self.increase(counter, 1)
        self.code += bytes([BRANCH, 0, END, END])

    def begin_loop(self, test: ast.expr) -> None:
        """Emit the head of a loop."""
        self.code += bytes([BLOCK, NOTHING, LOOP, NOTHING])
        self.test(test)
        self.code += bytes([NOT, BRANCH_IF, 1])

    def increase(self, counter: str, by: int) -> None:
        """Emit the increase of a variable."""
        place = self.local[counter]
        self.code += bytes([GET]) + place + bytes([NUMBER, by, OPERATIONS[ast.Add], SET]) + place

    def pairs(self, loop: ast.For, counter: str, end: ast.expr) -> None:
        """Emit a loop with independent iterations, two at once; if one is left, it follows."""
        last = ast.BinOp(ast.Name(counter), ast.Add(), ast.Constant(LANES - 1))
        self.begin_loop(ast.Compare(last, [ast.Lt()], [end]))
        self.assigned = set()
        for statement in loop.body:
            for target, value in steps(statement):
                if isinstance(target, ast.Subscript):
                    self.address(target)
                    self.pair_value(value, counter)
                    self.code += VECTOR_STORE
                else:
                    assert isinstance(target, ast.Name)
                    self.pair_value(value, counter)
                    self.code += bytes([SET]) + self.pair[target.id]
                    self.assigned.add(target.id)
        self.increase(counter, LANES)
        self.code += bytes([BRANCH, 0, END, END])

    def pair_value(self, node: ast.expr, counter: str) -> None:
        """Emit an expression in a loop over pairs, which leaves a vector of two words."""
        if isinstance(node, ast.Subscript):
            self.load_pair(node, counter)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift | ast.RShift):
            self.pair_value(node.left, counter)
            self.value(node.right)
            self.code += bytes([WRAP]) + VECTOR_OPERATIONS[type(node.op)]
        elif isinstance(node, ast.BinOp):
            self.pair_value(node.left, counter)
            if not is_neutral(node):
                self.pair_value(node.right, counter)
                self.code += VECTOR_OPERATIONS[type(node.op)]
        elif isinstance(node, ast.Name) and node.id in self.assigned:
            self.code += bytes([GET]) + self.pair[node.id]
        else:
            self.value(node)
            self.code += SPLAT

    def load_pair(self, node: ast.Subscript, counter: str) -> None:
        """Emit the load of two words, at `… + i` or at `… + (i ^ x)`, in reverse if x is odd."""
        assert isinstance(node.slice, ast.BinOp)
        match node.slice.right:
            case ast.BinOp(ast.Name(id=name), ast.BitXor(), other) if name == counter:
                even = ast.BinOp(other, ast.BitAnd(), ast.Constant(-LANES))
                place = ast.BinOp(ast.Name(counter), ast.BitXor(), even)
                self.address(
                    ast.Subscript(node.value, ast.BinOp(node.slice.left, ast.Add(), place))
                )
                own = self.pair[LOADED]
                self.code += VECTOR_LOAD + bytes([SET]) + own
                self.code += (bytes([GET]) + own) * 2 + EXCHANGED + bytes([GET]) + own
                self.value(other)
                self.code += bytes([WRAP, I32_NUMBER, 1, I32_AND, SELECT])
            case _:
                self.address(node)
                self.code += VECTOR_LOAD

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
            if not is_neutral(node):
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


def is_neutral(node: ast.BinOp) -> bool:
    """Return whether the right side changes nothing: `& WORD`, where words have that size."""
    return isinstance(node.op, ast.BitAnd) and constant(node.right) == -1
