"""Kernels on 64-bit words that are translated without Numba, in a fraction of a second.

A word kernel is a plain Python function `kernel(m, at)` on one memory `m` of 64-bit words, in a
small subset of Python: integer variables, `m[…]`, arithmetic, `while`, `if` without `else`,
`for … in range(…)` and `for … in independent(…)`. After `f = Fields(*m[FIRST:END])`, where `Fields`
is a named tuple, it may read `f.name`. Its syntax tree is translated to LLVM (`llvm_kernel.py`) or
to WebAssembly (`wasm_kernel.py`). On a list of integers the function itself gives the same result,
because it masks by `& WORD` what may grow beyond a word.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, MutableSequence
from copy import deepcopy
from types import FunctionType
from typing import Any

from kibitz.solve.compiling.rule_function import RuleFunction

WordKernel = Callable[[MutableSequence[int], int], None]

WORD = (1 << 64) - 1


def lowest(word: int) -> int:
    """Return the number of the lowest one of a word; kernels test for 0 before."""
    return (word & -word).bit_length() - 1


def independent(count: int) -> range:
    """Return `range(count)`: the iterations of the loop do not depend on each other's results.

    So some of them may run at once, by vector instructions. Such a loop has only assignments of
    whole words. Its counter `i` occurs only in `m[… + i]` and `m[… + (i ^ …)]`, and variables that
    it assigns are not used after it. If `i ^ …` occurs, the count is 1 or even.
    """
    return range(count)


class KernelTree(RuleFunction, ast.NodeTransformer):
    """Syntax tree of a word kernel, with the names of its variables.

    Global numbers have been replaced by their values, and `f.name` by a variable of that name.
    """

    def __init__(self, kernel: WordKernel) -> None:
        assert isinstance(kernel, FunctionType)
        super().__init__(kernel)
        self._outside: dict[str, Any] = dict(self.names_used())
        tree = self.visit(deepcopy(self.tree))
        self.statements = tree.body[1:]  # without its docstring
        _, self.argument = self.parameters
        names = {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        self.variables = sorted(names - {self.argument})

    def visit_Name(self, node: ast.Name) -> ast.expr:
        number = self._outside.get(node.id)
        if not isinstance(number, int):
            return node
        return ast.Constant(number if number <= WORD >> 1 else number - WORD - 1)

    def visit_Attribute(self, node: ast.Attribute) -> ast.Name:
        return ast.Name(ast.unparse(node), node.ctx)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node:
            case ast.Assign(
                [ast.Name(name)],
                ast.Call(ast.Name(kind), [ast.Starred(ast.Subscript(memory, ast.Slice(first)))]),
            ) if first is not None:
                fields, words = ast.Tuple([]), ast.Tuple([])
                for at, field in enumerate(self._outside[kind]._fields):
                    fields.elts.append(ast.Name(f"{name}.{field}", ast.Store()))
                    place = ast.BinOp(first, ast.Add(), ast.Constant(at))
                    words.elts.append(ast.Subscript(memory, place, ast.Load()))
                node = ast.Assign([fields], words)
        return self.generic_visit(node)


def limits(loop: ast.For) -> tuple[ast.expr, ast.expr]:
    """Return the first number of a loop over a range, and the one after the last."""
    assert isinstance(loop.iter, ast.Call)
    match loop.iter.args:
        case [end]:
            return ast.Constant(0), end
        case [first, end]:
            return first, end
    raise AssertionError("a loop of a word kernel has steps of 1")


def is_independent(loop: ast.For) -> bool:
    """Return whether some iterations of a loop may run at once."""
    called = loop.iter
    return (
        isinstance(called, ast.Call)
        and isinstance(called.func, ast.Name)
        and called.func.id == independent.__name__
    )


def steps(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the target and the value of an assignment."""
    if isinstance(statement, ast.AugAssign):
        yield statement.target, ast.BinOp(statement.target, statement.op, statement.value)
    elif isinstance(statement, ast.Assign):
        (target,) = statement.targets
        if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            # The values of kernels do not depend on the targets before them.
            yield from zip(target.elts, statement.value.elts, strict=True)
        else:
            yield target, statement.value
    else:
        raise AssertionError(f"a word kernel has no {type(statement).__name__}")


def constant(node: ast.expr) -> int | None:
    """Return the value of a number, None if the node is something else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    return None
