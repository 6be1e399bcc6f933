"""What is known before rules run: the values of constant expressions, and bounds of numbers."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from kibitz.engines.wasm.emitter.emitted_values import (
    Bounds,
    Known,
    NumberAt,
    RowAt,
    shape_of,
)
from kibitz.engines.wasm.emitter.function_scope import FunctionScope
from kibitz.engines.wasm.emitter.opcodes import WORD_BITS
from kibitz.solve.compiling.not_compiled import is_number

FOLDED: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Pow: operator.pow,
}
UNARY: dict[type, Callable[[int], int]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
TESTS: dict[type, Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}


def folded(scope: FunctionScope, node: ast.expr) -> Known | None:
    """Return the value of an expression of constants; None if it is known only later."""
    if isinstance(node, ast.Constant):
        return Known(node.value)
    if isinstance(node, ast.Name):
        if node.id in scope.own:
            value = scope.variables.get(node.id)
            if value is None:
                raise scope.refused(node, f"{node.id} before it has a value")
            return value if isinstance(value, Known) else None
        return Known(scope.outside(node))
    if isinstance(node, ast.Attribute):
        whole = folded(scope, node.value)
        if whole is not None and hasattr(whole.thing, node.attr):
            return Known(getattr(whole.thing, node.attr))
    elif isinstance(node, ast.Tuple):
        items = [folded(scope, each) for each in node.elts]
        if None not in items:
            return Known(tuple(each.thing for each in items if each is not None))
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        return folded_comparison(scope, node)
    elif isinstance(node, ast.BinOp):
        return folded_numbers(scope, node)
    elif isinstance(node, ast.UnaryOp):
        one = folded(scope, node.operand)
        if one is not None and isinstance(one.thing, int):
            return Known(UNARY[type(node.op)](one.thing))
    elif isinstance(node, ast.Call):
        return folded_call(scope, node)
    elif isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        whole, at = folded(scope, node.value), folded(scope, node.slice)
        if whole is not None and at is not None and isinstance(whole.thing, tuple):
            index: Any = at.thing
            try:
                return Known(whole.thing[index])
            except (IndexError, TypeError):
                return None
    return None


def folded_call(scope: FunctionScope, node: ast.Call) -> Known | None:
    """Return the length of a constant, or a range of constants."""
    called = folded(scope, node.func) if isinstance(node.func, ast.Name) else None
    if called is None or called.thing not in (len, range) or node.keywords:
        return None
    given = [folded(scope, each) for each in node.args]
    things: list[Any] = [each.thing for each in given if each is not None]
    function: Any = called.thing
    try:
        return Known(function(*things)) if len(things) == len(given) else None
    except (TypeError, ValueError):
        return None


def folded_numbers(scope: FunctionScope, node: ast.BinOp) -> Known | None:
    """Return arithmetic of constants, if the result is a number of compiled code."""
    left = folded(scope, node.left)
    right = None if left is None else folded(scope, node.right)
    if left is None or right is None or type(node.op) not in FOLDED:
        return None
    one, two = left.thing, right.thing
    if not (isinstance(one, int) and isinstance(two, int) and is_number(one)):
        return None
    grows = isinstance(node.op, ast.LShift | ast.Pow)
    if not is_number(two) or (grows and not 0 <= two <= WORD_BITS):
        return None
    try:
        made = FOLDED[type(node.op)](one, two)
    except (ArithmeticError, ValueError):
        return None
    return Known(made) if is_number(made) else None


def folded_comparison(scope: FunctionScope, node: ast.Compare) -> Known | None:
    """Return a comparison of constants."""
    left = folded(scope, node.left)
    right = None if left is None else folded(scope, node.comparators[0])
    if left is None or right is None or type(node.ops[0]) not in TESTS:
        return None
    try:
        return Known(bool(TESTS[type(node.ops[0])](left.thing, right.thing)))
    except TypeError:
        return None


def known_bounds(scope: FunctionScope, node: ast.expr) -> Bounds:
    """Return the least and the greatest number that an expression can be, if that is known."""
    known = folded(scope, node)
    if known is not None:
        number = known.thing
        return (int(number), int(number)) if isinstance(number, int) else None
    if isinstance(node, ast.Name):
        value = scope.variables[node.id]
        return value.bounds if isinstance(value, NumberAt) else None
    if isinstance(node, ast.Compare) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    ):
        return 0, 1
    if isinstance(node, ast.BinOp):
        return bounds_of(node.op, known_bounds(scope, node.left), known_bounds(scope, node.right))
    if isinstance(node, ast.Subscript):
        return bounds_of_items(scope, node.value)
    return None


def bounds_of_items(scope: FunctionScope, node: ast.expr) -> Bounds:
    """Return the bounds of the numbers in a row of constants."""
    whole = folded(scope, node)
    if whole is None:
        value = scope.variables[node.id] if isinstance(node, ast.Name) else None
        return value.bounds if isinstance(value, RowAt) else None
    shape = shape_of(whole.thing)
    if shape is None or len(shape) != 1 or not shape[0]:
        return None
    assert isinstance(whole.thing, tuple)
    return min(whole.thing), max(whole.thing)


def bounds_of(kind: ast.operator, left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of a result, given those of its operands."""
    if isinstance(kind, ast.BitAnd):
        masks = [each[1] for each in (left, right) if each is not None and each[0] >= 0]
        return (0, min(masks)) if masks else None
    if left is None or right is None:
        if isinstance(kind, ast.Mod) and right is not None and right[0] > 0:
            return 0, right[1] - 1
        return None
    if isinstance(kind, ast.Mod) and right[0] > 0:
        return 0, right[1] - 1
    made: Bounds = None
    if isinstance(kind, ast.Add):
        made = left[0] + right[0], left[1] + right[1]
    elif isinstance(kind, ast.Sub):
        made = left[0] - right[1], left[1] - right[0]
    elif isinstance(kind, ast.Mult) and left[0] >= 0 and right[0] >= 0:
        made = left[0] * right[0], left[1] * right[1]
    elif isinstance(kind, ast.FloorDiv) and left[0] >= 0 and right[0] > 0:
        made = left[0] // right[1], left[1] // right[0]
    return made if made is not None and all(map(is_number, made)) else None
