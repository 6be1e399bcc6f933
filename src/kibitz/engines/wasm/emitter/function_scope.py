"""Names of a function while it is compiled: its variables, and what it sees outside."""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any

from kibitz.engines.wasm.emitter.emitted_values import Value
from kibitz.engines.wasm.emitter.failures import NotEmitted
from kibitz.solve.store.fingerprint import BUILTINS
from kibitz.solve.store.fingerprint_syntax import node_of


@lru_cache(maxsize=256)
def stored_names(tree: ast.AST) -> tuple[str, ...]:
    """Return a name for each assignment to it in a function; `x += 1` counts twice."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                names.append(node.id)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    return tuple(names)


class FunctionScope:
    """A function that is being compiled; `within` are the generators whose loops contain it."""

    def __init__(self, function: FunctionType, within: frozenset[FunctionType]) -> None:
        code = function.__code__
        self.function = function
        self.within = within
        tree = node_of(function)
        if tree is None:
            raise self.refused(None, "source that cannot be read")
        self.tree: ast.FunctionDef | ast.Lambda = tree
        self.path = os.path.basename(code.co_filename)
        args = tree.args
        if args.vararg or args.kwarg:
            raise self.refused(tree, "* or ** among its parameters")
        self.parameters = [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
        self.own = {*code.co_varnames, *code.co_cellvars}
        self.outside = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        self.stores = Counter((*self.parameters, *stored_names(tree)))
        self.variables: dict[str, Value] = {}
        self.copies = 0  # loops around a statement whose bodies are written several times
        self.loops: list[tuple[int, int]] = []  # the labels of `break` and `continue`
        self.returns: Callable[[ast.Return], None]
        self.yields: Callable[[Value], None] | None = None

    @property
    def body(self) -> list[ast.stmt]:
        """The statements of the function."""
        if isinstance(self.tree, ast.Lambda):
            return [ast.copy_location(ast.Return(self.tree.body), self.tree.body)]
        return self.tree.body

    def inner(self, names: set[str]) -> FunctionScope:
        """Return the scope of a generator expression with these variables of its own."""
        made = object.__new__(FunctionScope)
        made.__dict__ |= self.__dict__
        made.own = self.own | names
        made.variables = {name: one for name, one in self.variables.items() if name not in names}
        return made

    def refused(self, node: ast.AST | None, what: str) -> NotEmitted:
        """Return the error for something that is not compiled."""
        code = self.function.__code__
        return NotEmitted(
            "{path}, line {line}: {rule} uses {what}, which is not compiled in a browser",
            path=os.path.basename(code.co_filename),
            line=str(getattr(node, "lineno", code.co_firstlineno)),
            rule=code.co_name,
            what=what,
        )

    def global_value(self, node: ast.Name) -> Any:
        """Return the value of a name from outside the function."""
        if node.id in self.outside:
            try:
                return self.outside[node.id].cell_contents
            except ValueError:  # an empty cell
                raise self.refused(node, f"{node.id}, which is defined nowhere") from None
        for known in (self.function.__globals__, getattr(self.function, BUILTINS)):
            if node.id in known:
                return known[node.id]
        raise self.refused(node, f"{node.id}, which is defined nowhere")
