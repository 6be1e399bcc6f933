"""Mutants: copies of a correct program with one small syntactic mistake each."""

import ast
from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

Fields = dict[str, object]
Changes = Iterator[tuple[str, Fields]]

BOUND, OPERATOR, RULE, PART = "wrong bound", "wrong operator", "rule dropped", "part ignored"
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
# No operator makes a number much larger: a mutant must not fill the memory.
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mod,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
}
FEW, MOST = 3, 12  # elements of a list in the program: each of them is removed once
LOOPS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


class Mutant(NamedTuple):
    """A program with one mistake: its kind, and the line that differs, before and after."""

    kind: str
    before: str
    after: str
    text: str

    @property
    def change(self) -> str:
        """The change in one line, which identifies the mutant."""
        return f"{self.before} -> {self.after}"


def mutants(program: str) -> Iterator[Mutant]:
    """Yield the distinct mutants of a program, in an order that mixes kinds and lines."""
    tree = ast.parse(program)
    right = ast.unparse(tree)
    kinds: dict[str, list[tuple[ast.AST, Fields]]] = {BOUND: [], OPERATOR: [], RULE: [], PART: []}
    for node in ast.walk(tree):
        for kind, fields in (*in_expression(node), *in_statement(node)):
            kinds[kind].append((node, fields))
    for changes in kinds.values():
        Random(len(changes)).shuffle(changes)
    seen = {right}
    for some in zip_longest(*kinds.values()):
        for kind, change in zip(kinds, some, strict=True):
            text = with_fields(tree, *change) if change else right
            if text not in seen:
                seen.add(text)
                yield Mutant(kind, *difference(right, text), text)


def with_fields(tree: ast.AST, node: ast.AST, fields: Fields) -> str:
    """Return the program with other fields of a node; the tree is not modified."""
    kept = {field: getattr(node, field) for field in fields}
    for field, value in fields.items():
        setattr(node, field, value)
    text = ast.unparse(ast.fix_missing_locations(tree))
    for field, value in kept.items():
        setattr(node, field, value)
    return text


def difference(right: str, text: str) -> tuple[str, str]:
    """Return the first line that differs, in both programs."""
    pairs = zip_longest(right.splitlines(), text.splitlines(), fillvalue="")
    before, after = next(pair for pair in pairs if pair[0] != pair[1])
    return before.strip(), after.strip()


def in_expression(node: ast.AST) -> Changes:
    """Return the kinds of mistakes in an expression, with its changed fields."""
    if isinstance(node, ast.Compare):
        for at, one in enumerate(node.ops):
            yield BOUND, {"ops": without(node.ops, at, COMPARED[type(one)]())}
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in COMPUTED:
        yield OPERATOR, {"op": COMPUTED[type(node.op)]()}
    elif isinstance(node, ast.BoolOp):
        yield OPERATOR, {"op": ast.Or() if isinstance(node.op, ast.And) else ast.And()}
        for at in range(len(node.values)):
            yield RULE, {"values": without(node.values, at)}
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield RULE, {"operand": ast.UnaryOp(ast.Not(), node.operand)}
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for value in (node.value + 1, node.value - 1):
            if value >= 0:
                yield BOUND, {"value": value}
    elif isinstance(node, ast.List | ast.Tuple | ast.Set) and FEW <= len(node.elts) <= MOST:
        for at in range(len(node.elts)):
            yield PART, {"elts": without(node.elts, at)}
    elif isinstance(node, ast.Dict) and FEW <= len(node.keys) <= MOST:
        for at in range(len(node.keys)):
            yield PART, {"keys": without(node.keys, at), "values": without(node.values, at)}
    elif isinstance(node, LOOPS):
        for at, loop in enumerate(node.generators):
            for other in in_loop(loop):
                yield other[0], {"generators": without(node.generators, at, other[1])}


def in_loop(loop: ast.comprehension) -> Iterator[tuple[str, ast.comprehension]]:
    """Return the kinds of mistakes in a loop of an expression, with the changed loop."""
    for shorter in all_but_one(loop.iter):
        yield PART, ast.comprehension(loop.target, shorter, loop.ifs, loop.is_async)
    for at in range(len(loop.ifs)):
        yield RULE, ast.comprehension(loop.target, loop.iter, without(loop.ifs, at), loop.is_async)


def in_statement(node: ast.AST) -> Changes:
    """Return the kinds of mistakes in a statement, with its changed fields."""
    if isinstance(node, ast.For):
        for shorter in all_but_one(node.iter):
            yield PART, {"iter": shorter}
    elif isinstance(node, ast.If | ast.IfExp):
        for value in (False, True):
            yield RULE, {"test": ast.Constant(value)}
    for field in ("body", "orelse"):
        statements = getattr(node, field, [])
        for at, one in enumerate(statements if isinstance(statements, list) else ()):
            if removable(one):
                yield RULE, {field: without(statements, at, ast.Pass())}


def removable(statement: ast.stmt) -> bool:
    """Return whether a statement can be removed without an undefined name at run time."""
    if isinstance(statement, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in statement.targets)
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.AugAssign | ast.Continue | ast.Break | ast.Return | ast.Raise)


def all_but_one(iterated: ast.expr) -> Iterator[ast.expr]:
    """Return an expression that skips the first, or the last, element of an iterable."""
    everything = ast.Call(ast.Name("list"), [iterated], [])
    for bounds in (ast.Slice(ast.Constant(1)), ast.Slice(None, ast.Constant(-1))):
        yield ast.Subscript(everything, bounds)


def without(nodes: list[Any], at: int, *instead: object) -> list[Any]:
    """Return a list with one element removed or replaced."""
    return [*nodes[:at], *instead, *nodes[at + 1 :]]
