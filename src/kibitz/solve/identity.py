"""What rules are, as a short text: equal rules have equal identities, changed rules another.

The identity is taken from the bytecode that runs and from the constants it reaches, not from the
source. Source reads the same under every Python, but it may be missing (a game typed into a
notebook) and it may lie: a file edited after it was imported would give the new identity to the
old rules, and a wrong table would be stored under it. Bytecode cannot lie. The price is that
another version of Python makes tables anew; names of files, line numbers, docstrings, annotations
and names of local variables do not count.
"""

from __future__ import annotations

import builtins
import dis
from array import array
from functools import lru_cache
from hashlib import blake2b
from types import BuiltinFunctionType, CodeType, FunctionType

from kibitz.rules.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from kibitz.rules.contract import Rules

GENERATION = 1  # to be raised when positions, moves or values get another meaning

GLOBALS = ("LOAD_GLOBAL", "LOAD_NAME")


class NotOfRules(KibitzError, TypeError):
    """Rules reach something that they cannot be made of."""


def identity(rules: Rules) -> str:
    """Return a digest of everything that decides which positions there are and how they end."""
    digest = Digest()
    digest.add(("kibitz", GENERATION, rules.aim, rules.start))
    for function in functions_of(rules).values():
        digest.add(function)
    return digest.text()


def functions_of(rules: Rules) -> dict[str, Callable[..., Any] | None]:
    """Return the functions of rules by name, None where there is none."""
    names = ("moves", "play", "worth", "canonical", "orbit", "placements")
    return {name: getattr(rules, name, None) for name in names}


def identity_of_code(function: Callable[..., Any]) -> str:
    """Return a digest of a function and of all the functions and constants it uses."""
    digest = Digest()
    digest.add(function)
    return digest.text()


class Digest:
    """Takes in constants and functions, in order, and gives one text for all of them."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)
        self._met: dict[int, int] = {}  # functions by their id: a helper may call itself

    def text(self) -> str:
        """Return 32 hexadecimal digits."""
        return self._hash.hexdigest()

    def add(self, thing: object) -> None:
        """Take in a constant, a row of constants or a function with all that it reaches."""
        if isinstance(thing, FunctionType):
            self._add_function(thing)
        elif isinstance(thing, CodeType):
            self._add_code(thing)
        elif isinstance(thing, tuple | list):
            self._add_row(thing)
        elif isinstance(thing, frozenset):
            self._add_row(sorted(thing, key=repr))
        elif thing is None or thing is ... or isinstance(thing, int | float | str | bytes):
            self._mark(f"{type(thing).__name__} {thing!r}")
        elif isinstance(thing, BuiltinFunctionType | type):
            self._mark(f"{thing.__module__}.{thing.__qualname__}")
        else:
            raise NotOfRules(
                "rules are made of integers, tuples of integers and functions, not of a {kind}",
                kind=type(thing).__name__,
            )

    def _mark(self, text: str) -> None:
        written = text.encode()
        self._hash.update(b"%d:" % len(written) + written)

    def _add_row(self, row: Sequence[object]) -> None:
        if row and all(type(item) is int for item in row):
            try:
                packed = array("q", row)  # type: ignore[type-var]  # quick, for long tables
            except OverflowError:
                pass
            else:
                self._mark(f"integers {len(row)}")
                self._hash.update(packed)
                return
        self._mark(f"row {len(row)}")
        for item in row:
            self.add(item)

    def _add_function(self, function: FunctionType) -> None:
        if id(function) in self._met:
            self._mark(f"function met as number {self._met[id(function)]}")
            return
        self._met[id(function)] = len(self._met)
        self._mark("function")
        self.add(function.__defaults__)
        self.add(tuple(sorted((function.__kwdefaults__ or {}).items())))
        self._add_code(function.__code__, documented=function.__doc__ is not None)
        for cell in function.__closure__ or ():
            self.add(cell.cell_contents)
        for name in global_names(function.__code__):
            self._mark(name)
            if name in function.__globals__:
                self.add(function.__globals__[name])
            elif not hasattr(builtins, name):
                raise NotOfRules("the rules use {name}, which is defined nowhere", name=name)

    def _add_code(self, code: CodeType, documented: bool = False) -> None:
        self._mark("code")
        self._hash.update(code.co_code)
        self._hash.update(code.co_exceptiontable)
        shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        self.add((*shape, len(code.co_freevars), len(code.co_cellvars)))
        self.add(code.co_names)
        self.add((None, *code.co_consts[1:]) if documented else code.co_consts)


@lru_cache(maxsize=1024)
def global_names(code: CodeType) -> tuple[str, ...]:
    """Return the global names that code and the code inside it use, sorted."""
    found = {step.argval for step in dis.get_instructions(code) if step.opname in GLOBALS}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found.update(global_names(inner))
    return tuple(sorted(found))
