"""Kernels on 64-bit words that are translated without Numba, in a fraction of a second.

A word kernel is a plain Python function `kernel(m, at)` on one memory `m` of 64-bit words, in a
small subset of Python: integer variables, `m[…]`, arithmetic, `while`, `for … in range(…)` and
`for … in independent(…)`. Its syntax tree is translated to LLVM (`llvm_kernel.py`) or to
WebAssembly (`wasm_kernel.py`). On a list of integers the function itself gives the same result,
because it masks by `& WORD` what may grow beyond a word.
"""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, MutableSequence

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


class KernelTree:
    """Syntax tree of a word kernel, with the names of its variables."""

    def __init__(self, kernel: WordKernel) -> None:
        tree = ast.parse(dedent(inspect.getsource(kernel))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.body = tree.body[1:]  # without its docstring
        self.memory, self.argument = (argument.arg for argument in tree.args.args)
        names = {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        self.variables = sorted(names - {self.argument})


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
        loaded = ast.parse(ast.unparse(statement.target), mode="eval").body
        yield statement.target, ast.BinOp(loaded, statement.op, statement.value)
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
    if isinstance(node, ast.Name) and node.id == "WORD":
        return -1
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    return None
