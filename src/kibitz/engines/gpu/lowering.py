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

from kibitz.engines.gpu.lowerable import CANNOT, KNOWN, REFUSED, NotLowered, is_row
from kibitz.rules.rules import POSITION_BITS
from kibitz.solve.store.fingerprint import BUILTINS
from kibitz.solve.store.fingerprint_syntax import node_of, place

Function = Callable[..., Any]

ROWS, OUT, AT, EACH = "_rows", "_out", "_n", "_each"  # names used by the rewritten functions
COUNTING, LISTING = "count_", "list_"
MOST_WRITTEN_OUT = 64  # items of a tuple that a number is looked for in


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
                raise NotLowered(CANNOT, rule=name, what=type(function).__name__)
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
            node = node_of(function)
            rewriter = Rewriter(self, function, kind)
            if node is None:
                raise rewriter.refused(None, "source that cannot be read")
            if function in self._open:
                raise rewriter.refused(node, "recursion")
            self._open.append(function)
            name = f"{kind}{function.__name__.strip('<>')}_{len(self._known)}"
            rewritten = rewriter.rewritten(copy.deepcopy(node), name)
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


class Rewriter(ast.NodeTransformer):
    """Rewrites the tree of one function; `kind` selects the function a generator becomes."""

    def __init__(self, lowered: Lowered, function: FunctionType, kind: str) -> None:
        self.lowered = lowered
        self.function = function
        self.kind = kind
        code = function.__code__
        self.local = {*code.co_varnames, *code.co_cellvars}
        self.outside = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))

    def rewritten(self, node: ast.FunctionDef | ast.Lambda, name: str) -> ast.FunctionDef:
        """Return the function in its new form."""
        args = node.args
        if args.vararg or args.kwarg or args.kwonlyargs:
            raise self.refused(node, "* or ** among its parameters")
        body = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
        taken = [arg.arg for arg in (*args.posonlyargs, *args.args)]
        changed: list[ast.stmt] = []
        for each in body:
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

    def refused(self, node: ast.AST | None, what: str) -> NotLowered:
        """Return the error for a construct at a node."""
        code = self.function.__code__
        path, line = place(code.co_filename, getattr(node, "lineno", code.co_firstlineno))
        return NotLowered(
            "{path}, line {line}: {rule} uses {what}, which cannot run on a GPU",
            path=path,
            line=line,
            rule=code.co_name,
            what=what,
        )

    # Statements

    def visit(self, node: ast.AST) -> Any:
        what = REFUSED.get(type(node).__name__)
        if what is not None:
            raise self.refused(node, what)
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
            self.local.add(EACH)
            return self.visit(ast.copy_location(loop, node))
        assert isinstance(source, ast.Call)
        arguments = self._arguments(source, called)
        function = ast.Name(self.lowered.lower(called, self.kind), ast.Load())
        rows = [parsed(ROWS)]
        if self.kind == COUNTING:
            call = ast.Call(function, arguments + rows, [])
            return ast.AugAssign(ast.Name(AT, ast.Store()), ast.Add(), call)
        call = ast.Call(function, [*arguments, parsed(OUT), parsed(AT), *rows], [])
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
        if node.id in self.local or node.id == ROWS or not isinstance(node.ctx, ast.Load):
            return node
        return self._global_expression(node, node.id, self._value(node))

    def visit_Compare(self, node: ast.Compare) -> Any:
        for at, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(operator, ast.In | ast.NotIn) and isinstance(right, ast.Name):
                node.comparators[at] = self._written_out(right)
        return self.generic_visit(node)

    def _written_out(self, node: ast.Name) -> ast.expr:
        """Return a global tuple as a literal: arrays cannot be searched there."""
        thing = None if node.id in self.local else self._value(node)
        if not isinstance(thing, tuple) or len(thing) > MOST_WRITTEN_OUT:
            raise self.refused(node, f"in {node.id}")
        items = [self._global_expression(node, node.id, item) for item in thing]
        return ast.Tuple(items, ast.Load())

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        base = node.value
        if isinstance(base, ast.Name) and base.id not in self.local:
            thing = getattr(self._value(base), node.attr, None)
            if isinstance(thing, int | tuple):
                return self._global_expression(node, node.attr, thing)
        raise self.refused(node, f".{node.attr}")

    def visit_Call(self, node: ast.Call) -> Any:
        called = self._called(node)
        if called is not None:
            if inspect.isgeneratorfunction(called):
                raise self.refused(node, f"the generator {called.__name__}")
            arguments = [*self._arguments(node, called), parsed(ROWS)]
            return ast.Call(ast.Name(self.lowered.lower(called, ""), ast.Load()), arguments, [])
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in KNOWN or name in self.local or node.keywords:
            raise self.refused(node, f"{ast.unparse(node.func)}()")
        node.args = [self.visit(self._constant_tuple(each) or each) for each in node.args]
        return node

    def _called(self, node: ast.expr) -> FunctionType | None:
        """Return the Python function that an expression calls, None if it calls none."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return None
        if node.func.id in self.local:
            raise self.refused(node, f"{node.func.id}() as a variable")
        thing = self._value(node.func)
        return thing if isinstance(thing, FunctionType) else None

    def _arguments(self, node: ast.Call, called: FunctionType) -> list[ast.expr]:
        """Return the arguments of a call in the order of the parameters, defaults filled in."""
        names = called.__code__.co_varnames[: called.__code__.co_argcount]
        given = dict(zip(names, node.args, strict=False))
        given |= {each.arg: each.value for each in node.keywords if each.arg is not None}
        defaults = called.__defaults__ or ()
        usual = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        arguments = []
        for name in names:
            if name in given:
                arguments.append(self.visit(given[name]))
            elif name in usual:
                arguments.append(self._global_expression(node, name, usual[name]))
            else:
                raise self.refused(node, f"{called.__name__}() without {name}")
        return arguments

    def _value(self, node: ast.Name) -> object:
        """Return the value of a global name."""
        if node.id in self.outside:
            try:
                return self.outside[node.id].cell_contents
            except ValueError:  # an empty cell
                raise self.refused(node, f"{node.id}, which is defined nowhere") from None
        names: dict[str, object] = self.function.__globals__
        if node.id in names:
            return names[node.id]
        known: dict[str, object] = getattr(self.function, BUILTINS)
        if node.id not in known:
            raise self.refused(node, f"{node.id}, which is defined nowhere")
        return known[node.id]

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
        if not -(1 << POSITION_BITS) <= number < 1 << POSITION_BITS:
            raise self.refused(node, str(number))
        if number < 0:  # keeps its parentheses
            return ast.UnaryOp(ast.USub(), ast.Constant(-number))
        return ast.Constant(number)


def statements(text: str) -> list[ast.stmt]:
    """Return the parsed statements of a text."""
    return ast.parse(text).body


def statements_in(node: ast.stmt) -> list[ast.stmt]:
    """Return the statements of a function, itself included, in an order that unparsing keeps."""
    return [each for each in ast.walk(node) if isinstance(each, ast.stmt)]


def parsed(text: str) -> ast.expr:
    """Return the parsed expression of a text."""
    return ast.parse(text, mode="eval").body
