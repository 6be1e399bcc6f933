"""Translation of word kernels to machine code by LLVM, without importing Numba."""

from __future__ import annotations

import ast
import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from kibitz.solve.compiling.word_kernel import KernelTree, WordKernel, constant, limits, steps

OPERATIONS = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "lshr",
}
COMPARISONS = {ast.Lt: "slt", ast.NotEq: "ne"}
ONE_AT_A_TIME = Lock()
_engines: list[Any] = []  # they own the machine code


@lru_cache(maxsize=8)
def machine_code(kernel: WordKernel) -> Callable[[int, int], None]:
    """Return a kernel that takes the address of its memory; it runs without the GIL."""
    import llvmlite.binding as llvm

    with ONE_AT_A_TIME:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        module = llvm.parse_assembly(LlvmText(kernel).text())
        machine = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3
        )
        tuning = llvm.create_pipeline_tuning_options(speed_level=2)
        passes = llvm.create_pass_builder(machine, tuning)
        passes.getModulePassManager().run(module, passes)
        engine = llvm.create_mcjit_compiler(module, machine)
        engine.finalize_object()
        _engines.append(engine)
        address = engine.get_function_address("kernel")
    return ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_uint64)(address)


class LlvmText:
    """Text of a word kernel in LLVM's assembly language; every variable has a place in memory."""

    def __init__(self, kernel: WordKernel) -> None:
        self.source = KernelTree(kernel)
        self.lines: list[str] = []
        self.count = 0

    def text(self) -> str:
        """Return the module with its one function."""
        for name in (*self.source.variables, self.source.argument):
            self.lines.append(f"%{name} = alloca i64")
        self.lines.append(f"store i64 %argument, ptr %{self.source.argument}")
        self.block(self.source.statements)
        return "\n".join(
            [
                "declare i64 @llvm.cttz.i64(i64, i1)",
                "define void @kernel(ptr %memory, i64 %argument) {",
                *self.lines,
                "ret void",
                "}",
            ]
        )

    def new(self, value: str) -> str:
        """Emit an instruction and return the name of its result."""
        self.count += 1
        self.lines.append(f"%.{self.count} = {value}")
        return f"%.{self.count}"

    def labels(self, *names: str) -> list[str]:
        """Return new labels."""
        self.count += 1
        return [f"{name}.{self.count}" for name in names]

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Emit some statements."""
        for statement in statements:
            if isinstance(statement, ast.While):
                self.loop(statement.test, statement.body, None)
            elif isinstance(statement, ast.If):
                yes, after = self.labels("yes", "after")
                self.branch(statement.test, yes, after)
                self.lines.append(f"{yes}:")
                self.block(statement.body)
                self.lines += [f"br label %{after}", f"{after}:"]
            elif isinstance(statement, ast.For):
                assert isinstance(statement.target, ast.Name)
                first, end = limits(statement)
                name = statement.target.id
                self.lines.append(f"store i64 {self.value(first)}, ptr %{name}")
                test = ast.Compare(ast.Name(name), [ast.Lt()], [end])
                self.loop(test, statement.body, name)
            else:
                for target, value in steps(statement):
                    found = self.value(value)
                    self.lines.append(f"store i64 {found}, ptr {self.place(target)}")

    def loop(self, test: ast.expr, body: Sequence[ast.stmt], counter: str | None) -> None:
        """Emit a loop, which may increase a counter."""
        top, inside, after = self.labels("top", "inside", "after")
        self.lines += [f"br label %{top}", f"{top}:"]
        self.branch(test, inside, after)
        self.lines.append(f"{inside}:")
        self.block(body)
        if counter is not None:
            more = self.new(f"add i64 {self.new(f'load i64, ptr %{counter}')}, 1")
            self.lines.append(f"store i64 {more}, ptr %{counter}")
        self.lines += [f"br label %{top}", f"{after}:"]

    def branch(self, test: ast.expr, yes: str, no: str) -> None:
        """Emit a conditional branch."""
        assert isinstance(test, ast.Compare)
        left, right = self.value(test.left), self.value(test.comparators[0])
        found = self.new(f"icmp {COMPARISONS[type(test.ops[0])]} i64 {left}, {right}")
        self.lines.append(f"br i1 {found}, label %{yes}, label %{no}")

    def place(self, target: ast.expr) -> str:
        """Return the address of a variable, or of a word of the memory."""
        if isinstance(target, ast.Subscript):
            at = self.value(target.slice)
            return self.new(f"getelementptr i64, ptr %memory, i64 {at}")
        assert isinstance(target, ast.Name)
        return f"%{target.id}"

    def value(self, node: ast.expr) -> str:
        """Return the name of the value of an expression, or a number."""
        number = constant(node)
        if number is not None:
            return str(number)
        if isinstance(node, ast.BinOp):
            left, right = self.value(node.left), self.value(node.right)
            return self.new(f"{OPERATIONS[type(node.op)]} i64 {left}, {right}")
        if isinstance(node, ast.Call):
            word = self.value(node.args[0])
            return self.new(f"call i64 @llvm.cttz.i64(i64 {word}, i1 true)")
        return self.new(f"load i64, ptr {self.place(node)}")
