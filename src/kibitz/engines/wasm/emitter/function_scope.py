"""Names of a function while it is compiled."""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Callable
from functools import cached_property, lru_cache
from types import FunctionType
from typing import TypeAlias

from kibitz.engines.wasm.emitter.emitted_values import Value
from kibitz.engines.wasm.emitter.failures import NOT_IN_A_BROWSER, NotEmitted
from kibitz.solve.compiling.rule_function import RuleFunction

# Of a function: None for no value, an empty tuple for a number, else one item for each.
Results: TypeAlias = tuple[None, ...] | None


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


@lru_cache(maxsize=1024)
def size_of(tree: ast.AST) -> int:
    """Return the number of nodes of a syntax tree."""
    return sum(1 for _ in ast.walk(tree))


@lru_cache(maxsize=256)
def read_names(tree: ast.AST) -> Counter[str]:
    """Return how often each name is read in a syntax tree."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return Counter(node.id for node in nodes if isinstance(node.ctx, ast.Load))


class FunctionScope(RuleFunction):
    """A function that is being compiled; `within` are it and those into which it is inlined."""

    error = NotEmitted
    sentence = NOT_IN_A_BROWSER

    def __init__(
        self, function: FunctionType, within: frozenset[FunctionType] = frozenset()
    ) -> None:
        super().__init__(function)
        self.within = within | {function}
        self.stores = Counter((*self.parameters, *stored_names(self.tree)))
        self.variables: dict[str, Value] = {}
        self.copies = 0  # loops around a statement whose bodies are written several times
        self.loops: list[tuple[int, int]] = []  # the labels of `break` and `continue`
        self.results: Results = None
        self.returned = False
        self.returns: Callable[[ast.Return], None]
        self.yields: Callable[[Value], None] | None = None

    @cached_property
    def path(self) -> str:
        """The name of the file: the folders of a page mean nothing to its visitors."""
        return os.path.basename(self.function.__code__.co_filename)

    def inner(self, names: set[str]) -> FunctionScope:
        """Return the scope of a generator expression with these variables of its own."""
        made = object.__new__(FunctionScope)
        made.__dict__ |= self.__dict__
        made.own = self.own | names
        made.variables = {name: one for name, one in self.variables.items() if name not in names}
        return made
