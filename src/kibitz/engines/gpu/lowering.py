"""Lowering of rules for the CUDA compiler: one module of plain functions.

That compiler supports neither generators nor functions not compiled for it, and it keeps global
tuples in 64 KB of constant memory, which is slow if threads read different addresses. So the syntax
tree of each function is rewritten:

- a generator becomes two functions: `count_moves(position, rows)` returns the number of moves,
  `list_moves(position, out, first, rows)` writes them from `out[first]` on and returns the end;
- global tuples of integers become arrays, passed to every function as its last argument;
- global integers become constants; global functions are lowered too.

The result is Python source: in the interpreter it returns the same as the rules, and tests check
that. Other constructs are rejected, with their line.
"""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any

from kibitz.language.errors import KibitzError, phrase
from kibitz.solve.compiling.not_compiled import is_number
from kibitz.solve.compiling.rule_function import STARS, SYNTAX, Default, RuleFunction

Function = Callable[..., Any]

KNOWN = ("abs", "bool", "divmod", "enumerate", "int", "len", "max", "min", "range", "zip")

ROWS, OUT, AT, EACH = "_rows", "_out", "_n", "_each"  # names used by the rewritten functions
COUNTING, LISTING = "count_", "list_"
MOST_WRITTEN_OUT = 64  # items of a tuple that a number is looked for in
NOT_A_FUNCTION = phrase("{rule} uses {what}, which cannot run on a GPU")
NOT_ON_A_GPU = phrase("{path}, line {line}: {rule} uses {what}, which cannot run on a GPU")


class NotLowered(KibitzError):
    """A rule uses a construct that cannot run on a GPU; `details` are `path`, `line`, `what`."""


class Lowered:
    """Functions as source text; `names` are those of each rule in it, `rows` its constant tuples.

    A row is a tuple of integers, or of such tuples of equal length. Every function takes all rows,
    as a tuple of arrays, as its last argument. `origins` are the file and the line of the rules
    that each line of the text comes from.
    """

    def __init__(self, functions: Mapping[str, Function | None]) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.parts: list[str] = []
        self.origins: list[tuple[str, int]] = []
        self._known: dict[tuple[int, str], tuple[str, FunctionType]] = {}
        self._open: list[FunctionType] = []
        self.names: dict[str, str] = {}
        for name, function in functions.items():
            if function is None:
                continue
            if not isinstance(function, FunctionType):
                raise NotLowered(NOT_A_FUNCTION, rule=name, what=type(function).__name__)
            kinds = (COUNTING, LISTING) if inspect.isgeneratorfunction(function) else ("",)
            for kind in kinds:
                self.names[kind + name] = self.lower(function, kind)

    @property
    def text(self) -> str:
        """The module, each function preceded by the decorator `device`."""
        return "\n\n\n".join(self.parts) + "\n"

    def lower(self, function: FunctionType, kind: str) -> str:
        """Add a function, once; return its name in the text."""
        key = id(function), kind
        if key not in self._known:
            rewriter = Rewriter(self, function, kind)
            if function in self._open:
                raise rewriter.refused(rewriter.tree, "recursion")
            self._open.append(function)
            name = f"{kind}{function.__name__.strip('<>')}_{len(self._known) + len(self._open)}"
            rewritten = rewriter.rewritten(name)
            self._open.pop()
            self._add(rewritten, function.__code__)
            self._known[key] = name, function  # kept alive, so that its id is not reused
        return self._known[key][0]

    def _add(self, node: ast.FunctionDef, code: CodeType) -> None:
        """Add the text of a function, with the lines that it comes from."""
        text = ast.unparse(node)
        again = ast.parse(text).body[0]
        pairs = zip(statements_in(node), statements_in(again), strict=True)
        origins = {new.lineno: old.lineno for old, new in pairs}
        first = line = code.co_firstlineno
        for number in range(text.count("\n") + 4):  # a decorator above, two empty lines below
            if origins.get(number, 0) >= first:  # what the rewriter added has no line
                line = origins[number]
            self.origins.append((code.co_filename, line))
        self.parts.append(f"@device\n{text}")

    def row(self, content: tuple[Any, ...]) -> ast.expr:
        """Return the expression for a constant tuple."""
        if content not in self.rows:
            self.rows.append(content)
        return parsed(f"{ROWS}[{self.rows.index(content)}]")


class Rewriter(RuleFunction, ast.NodeTransformer):
    """Rewrites the tree of one function; `kind` selects the function a generator becomes."""

    error = NotLowered
    sentence = NOT_ON_A_GPU

    def __init__(self, lowered: Lowered, function: FunctionType, kind: str) -> None:
        super().__init__(function)
        self.lowered = lowered
        self.kind = kind

    def rewritten(self, name: str) -> ast.FunctionDef:
        """Return the function in its new form."""
        taken = self.parameters
        if self.tree.args.kwonlyargs:
            raise self.refused(self.tree, STARS)
        changed: list[ast.stmt] = []
        for each in copy.deepcopy(self.body):
            new = self.visit(each)
            changed += new if isinstance(new, list) else [new]
        if self.kind == COUNTING:
            changed = [*statements(f"{AT} = 0"), *changed, *statements(f"return {AT}")]
        elif self.kind == LISTING:
            changed += statements(f"return {AT}")
            taken += [OUT, AT]
        made = statements(f"def {name}({', '.join([*taken, ROWS])}): pass")[0]
        assert isinstance(made, ast.FunctionDef)
        made.body = changed or [ast.Pass()]
        return ast.fix_missing_locations(made)

    # Statements

    def visit(self, node: ast.AST) -> Any:
        if type(node).__name__ in SYNTAX and not isinstance(node, ast.Match):
            raise self.refused_syntax(node)
        return super().visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        value = node.value
        if isinstance(value, ast.Constant):  # a docstring
            return ast.Pass()
        if isinstance(value, ast.YieldFrom):
            return self._yield_from(value)
        if not isinstance(value, ast.Yield):
            return self.generic_visit(node)
        if value.value is None:
            raise self.refused(node, "yield without a value")
        made = self.visit(value.value)
        if self.kind == COUNTING:
            return statements(f"{AT} += 1")
        store, step = statements(f"{OUT}[{AT}] = 0\n{AT} += 1")
        assert isinstance(store, ast.Assign)
        store.value = made
        return [store, step]

    def _yield_from(self, node: ast.YieldFrom) -> Any:
        source = node.value
        called = self._called(source)
        if called is None or not inspect.isgeneratorfunction(called):
            loop = statements(f"for {EACH} in _: yield {EACH}")[0]
            assert isinstance(loop, ast.For)
            loop.iter = source
            self.own.add(EACH)
            return self.visit(ast.copy_location(loop, node))
        assert isinstance(source, ast.Call)
        if self.kind == COUNTING:
            call = self._call(source, called)
            return ast.AugAssign(ast.Name(AT, ast.Store()), ast.Add(), call)
        call = self._call(source, called, parsed(OUT), parsed(AT))
        return ast.Assign([ast.Name(AT, ast.Store())], call)

    def visit_Return(self, node: ast.Return) -> Any:
        if self.kind:
            return statements(f"return {AT}")[0]
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return ast.Pass()
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_For(self, node: ast.For) -> Any:
        called = self._called(node.iter)
        if called is not None and inspect.isgeneratorfunction(called):
            raise self.refused(node, f"a loop over the generator {called.__name__}")
        node.iter = self._constant_tuple(node.iter) or node.iter
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        node.value = self._constant_tuple(node.value) or node.value
        return self.generic_visit(node)

    # Expressions

    def visit_Constant(self, node: ast.Constant) -> Any:
        if node.value is None or isinstance(node.value, int):
            return self._number(node, node.value)
        kind = type(node.value).__name__
        raise self.refused(node, "a text" if kind == "str" else f"a {kind}")

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self.own or node.id == ROWS or not isinstance(node.ctx, ast.Load):
            return node
        return self._global_expression(node, node.id, self.outside(node))

    def visit_Compare(self, node: ast.Compare) -> Any:
        for at, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(operator, ast.In | ast.NotIn) and isinstance(right, ast.Name):
                node.comparators[at] = self._written_out(right)
        return self.generic_visit(node)

    def _written_out(self, node: ast.Name) -> ast.expr:
        """Return a global tuple as a literal: arrays cannot be searched there."""
        thing = None if node.id in self.own else self.outside(node)
        if not isinstance(thing, tuple) or len(thing) > MOST_WRITTEN_OUT:
            raise self.refused(node, f"in {node.id}")
        items = [self._global_expression(node, node.id, item) for item in thing]
        return ast.Tuple(items, ast.Load())

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        base = node.value
        if isinstance(base, ast.Name) and base.id not in self.own:
            thing = getattr(self.outside(base), node.attr, None)
            if isinstance(thing, int | tuple):
                return self._global_expression(node, node.attr, thing)
        raise self.refused(node, f".{node.attr}")

    def visit_Call(self, node: ast.Call) -> Any:
        called = self._called(node)
        if called is not None:
            if inspect.isgeneratorfunction(called):
                raise self.refused(node, f"the generator {called.__name__}")
            return self._call(node, called)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in KNOWN or name in self.own or node.keywords:
            raise self.refused(node, f"{ast.unparse(node.func)}()")
        node.args = [self.visit(self._constant_tuple(each) or each) for each in node.args]
        return node

    def _called(self, node: ast.expr) -> FunctionType | None:
        """Return the Python function that an expression calls, None if it calls none."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return None
        if node.func.id in self.own:
            raise self.refused(node, f"{node.func.id}() as a variable")
        thing = self.outside(node.func)
        return thing if isinstance(thing, FunctionType) else None

    def _call(self, node: ast.Call, called: FunctionType, *more: ast.expr) -> ast.Call:
        """Return the call of a lowered function, its arguments in the order of the parameters."""
        node.args = [self.visit(each) for each in node.args]
        for each in node.keywords:
            each.value = self.visit(each.value)
        kind = self.kind if inspect.isgeneratorfunction(called) else ""
        function = ast.Name(self.lowered.lower(called, kind), ast.Load())
        arguments = [
            self._global_expression(node, name, given.value)
            if isinstance(given, Default)
            else given
            for name, given in self.arguments(node, called).items()
        ]
        return ast.Call(function, [*arguments, *more, parsed(ROWS)], [])

    def _global_expression(self, node: ast.AST, name: str, thing: object) -> ast.expr:
        """Return the expression for a global value."""
        if isinstance(thing, int):
            return self._number(node, thing)
        if isinstance(thing, tuple) and is_row(thing):
            return self.lowered.row(thing)
        raise self.refused(node, f"{name} (a {type(thing).__name__})")

    def _constant_tuple(self, node: ast.expr) -> ast.expr | None:
        """Return the replacement of a literal tuple of integers, None for anything else.

        A tuple that is used as a whole is unchanged: `mine, theirs = 1, 2`.
        """
        try:
            content = ast.literal_eval(node) if isinstance(node, ast.Tuple) else None
        except ValueError:
            return None
        if not isinstance(content, tuple) or not is_row(content):
            return None
        return self.lowered.row(content)

    def _number(self, node: ast.AST, number: bool | int | None) -> ast.expr:
        if number is None or isinstance(number, bool):
            return ast.Constant(number)
        number = int(number)
        if not is_number(number):
            raise self.refused(node, str(number))
        if number < 0:  # keeps its parentheses
            return ast.UnaryOp(ast.USub(), ast.Constant(-number))
        return ast.Constant(number)


def visited(text: str, listing: str, name: str) -> str:
    """Return the text of a listing function that visits each move instead of storing it."""
    module = ast.parse(text)
    function = next(
        node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == listing
    )
    function.name = f"list_{name}"
    stores = 0

    class Visiting(ast.NodeTransformer):
        def visit_Assign(self, node: ast.Assign) -> ast.AST:
            nonlocal stores
            if not isinstance(node.targets[0], ast.Subscript):
                return node
            stores += 1
            call = ast.parse(f"_n = visit_{name}(position, 0, _n, _out, _rows)").body[0]
            assert isinstance(call, ast.Assign)
            assert isinstance(call.value, ast.Call)
            call.value.args[0] = ast.Name(function.args.args[0].arg, ast.Load())
            call.value.args[1] = node.value
            return call

        def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | None:
            counts = isinstance(node.target, ast.Name) and node.target.id == "_n"
            return ast.Pass() if counts else node

    changed = ast.fix_missing_locations(Visiting().visit(function))
    if not stores:
        raise KibitzError("the moves of this game cannot be visited one by one on a GPU")
    return ast.unparse(changed)


def is_row(thing: tuple[object, ...]) -> bool:
    """Return whether a tuple holds integers, or tuples of integers of equal length."""
    if all(map(is_number, thing)):
        return True
    lengths = {len(item) if isinstance(item, tuple) else 0 for item in thing}
    return (
        len(lengths) == 1
        and 0 not in lengths
        and all(is_number(number) for item in thing if isinstance(item, tuple) for number in item)
    )


def statements(text: str) -> list[ast.stmt]:
    """Return the parsed statements of a text."""
    return ast.parse(text).body


def statements_in(node: ast.stmt) -> list[ast.stmt]:
    """Return the statements of a function, itself included, in an order that unparsing keeps."""
    return [each for each in ast.walk(node) if isinstance(each, ast.stmt)]


def parsed(text: str) -> ast.expr:
    """Return the parsed expression of a text."""
    return ast.parse(text, mode="eval").body
