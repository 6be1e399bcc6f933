"""A function of rules as a compiler reads it: its syntax, and what the names in it stand for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from types import FunctionType
from typing import NamedTuple

from kibitz.language.errors import KibitzError
from kibitz.solve.store.fingerprint import BUILTINS, global_names
from kibitz.solve.store.fingerprint_syntax import node_of, place

# How sentences name what compilers may refuse.
SYNTAX = {
    "AsyncFor": "async",
    "AsyncFunctionDef": "async",
    "AsyncWith": "async",
    "Assert": "assert",
    "Await": "await",
    "ClassDef": "class",
    "Delete": "del",
    "Dict": "a dict",
    "DictComp": "a dict",
    "FunctionDef": "a function inside a function",
    "GeneratorExp": "a generator expression",
    "Global": "global",
    "Import": "import",
    "ImportFrom": "import",
    "JoinedStr": "a text",
    "Lambda": "lambda",
    "List": "a list",
    "ListComp": "a list",
    "Match": "match",
    "Nonlocal": "nonlocal",
    "Raise": "raise",
    "Set": "a set",
    "SetComp": "a set",
    "Slice": "a slice",
    "Starred": "*",
    "Try": "try",
    "TryStar": "try",
    "With": "with",
    "Yield": "the value of yield",
    "YieldFrom": "the value of yield from",
}
STARS = "* or ** among its parameters"
UNDEFINED = object()  # stands for the value of a name that has none


class Default(NamedTuple):
    """An argument that a call leaves out."""

    value: object


class RuleFunction:
    """A function of rules; `own` are its variables.

    Each compiler has its own `error`, with a `sentence` on `path`, `line`, `rule` and `what`.
    """

    error: type[KibitzError]
    sentence: str

    def __init__(self, function: FunctionType) -> None:
        code = function.__code__
        self.function = function
        self.own = {*code.co_varnames, *code.co_cellvars}
        self._cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))

    @cached_property
    def path(self) -> str:
        """The file of the function."""
        return place(self.function.__code__.co_filename, 0)[0]

    @cached_property
    def tree(self) -> ast.FunctionDef | ast.Lambda:
        """The syntax tree."""
        tree: ast.FunctionDef | ast.Lambda | None = node_of(self.function)
        if tree is None:
            raise self.refused(None, "source that cannot be read")
        return tree

    @property
    def body(self) -> list[ast.stmt]:
        """The statements."""
        if isinstance(self.tree, ast.Lambda):
            return [ast.copy_location(ast.Return(self.tree.body), self.tree.body)]
        return self.tree.body

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters in the order of `arguments`."""
        args = self.tree.args
        if args.vararg or args.kwarg:
            raise self.refused(self.tree, STARS)
        return [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs)]

    def line(self, node: ast.AST | None) -> int:
        """Return the line of a node; without one, the first of the function."""
        line: int = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        return line

    def refused(self, node: ast.AST | None, what: str) -> KibitzError:
        """Return the error for something that the compiler does not support."""
        return self.error(
            self.sentence,
            path=self.path,
            line=str(self.line(node)),
            rule=self.function.__code__.co_name,
            what=what,
        )

    def refused_syntax(self, node: ast.AST) -> KibitzError:
        """Return the error for a kind of syntax that the compiler does not support."""
        kind = type(node).__name__
        return self.refused(node, SYNTAX.get(kind, kind))

    def outside(self, node: ast.Name) -> object:
        """Return the value of a name that is no variable of the function."""
        value = self.value_of(node.id)
        if value is UNDEFINED:
            raise self.refused(node, f"{node.id}, which is defined nowhere")
        return value

    def value_of(self, name: str) -> object:
        """Return the value of a name from outside the function, `UNDEFINED` if it has none."""
        if name in self._cells:
            try:
                return self._cells[name].cell_contents
            except ValueError:  # an empty cell
                return UNDEFINED
        known: dict[str, object] = getattr(self.function, BUILTINS)
        return self.function.__globals__.get(name, known.get(name, UNDEFINED))

    def names_used(self) -> Iterator[tuple[str, object]]:
        """Yield the names from outside that the function uses, with their values."""
        for name in dict.fromkeys((*self._cells, *global_names(self.function.__code__))):
            yield name, self.value_of(name)

    def arguments(self, call: ast.Call, called: FunctionType) -> dict[str, ast.expr | Default]:
        """Return the arguments of a call by name, in the order of the parameters."""
        code = called.__code__
        positional = code.co_varnames[: code.co_argcount]
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if len(call.args) > len(positional):
            raise self.refused(call, f"{called.__name__}() with too many arguments")
        usual = dict(zip(reversed(positional), reversed(called.__defaults__ or ()), strict=False))
        usual |= called.__kwdefaults__ or {}
        given: dict[str | None, ast.expr | Default] = {
            name: Default(value) for name, value in usual.items()
        }
        given |= zip(positional, call.args, strict=False)
        given |= {each.arg: each.value for each in call.keywords}
        if any(isinstance(each, ast.Starred) for each in call.args) or given.keys() != {*names}:
            raise self.refused(call, f"{called.__name__}() with these arguments")
        return {name: given[name] for name in names}
