"""Everything that a kernel reaches, prepared for a compiler: helpers, rules and constants."""

from __future__ import annotations

import builtins
import sys
from types import CellType, FunctionType

from kibitz.solve.compiling.instructions import instruction
from kibitz.solve.compiling.not_compiled import is_number, refused_at
from kibitz.solve.store.fingerprint import global_names, identity_of_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    Function = Callable[..., Any]

    class CompilePart(Protocol):
        """Compiles a function that other compiled functions call."""

        def __call__(self, function: FunctionType, *, general: bool) -> Function:
            """Return the compiled function; `general` is whether it is independent of rules."""
            ...


class CompiledParts:
    """Compiled helpers, and functions of rules, by digest; all are made by one compiler."""

    def __init__(self, compile_part: CompilePart) -> None:
        self._compile = compile_part
        self._copies: dict[str, Function] = {}

    def prepared(
        self, function: FunctionType, name: str, within: tuple[str, ...] = ()
    ) -> FunctionType:
        """Return the function with everything that it reaches prepared for the compiler.

        `within` are the digests of the functions that are being prepared and reach this one.
        """
        names = {
            each: self.fit(function.__globals__[each], within)
            for each in global_names(function.__code__)
            if each in function.__globals__
        }
        # Cached code imports its module by name; rules may come from a file that is not a module.
        names |= {"__builtins__": builtins, "__name__": __name__}
        reached = (cell.cell_contents for cell in function.__closure__ or ())
        cells = tuple(CellType(self.fit(thing, within)) for thing in reached)
        copy = FunctionType(function.__code__, names, name, function.__defaults__, cells)
        copy.__qualname__ = name
        copy.__module__ = __name__
        return copy

    def fit(self, thing: object, within: tuple[str, ...] = ()) -> object:
        """Return the counterpart of a constant or a function in compiled code.

        A flat tuple of integers becomes an array: otherwise the compiler would emit one instruction
        per item.
        """
        if isinstance(thing, FunctionType):
            known = instruction(thing)
            if known is not None:
                return known
            digest = identity_of_code(thing)
            if digest in within:
                raise refused_at(thing.__code__.co_filename, thing.__code__.co_firstlineno)
            if digest not in self._copies:
                name = f"{thing.__name__}_{digest}"
                prepared = self.prepared(thing, name, (*within, digest))
                self._copies[digest] = self._compile(prepared, general=_is_general(thing))
            return self._copies[digest]
        if isinstance(thing, tuple) and all(
            type(item) is int and is_number(item) for item in thing
        ):
            import numpy as np

            return np.array(thing, dtype=np.int64)
        return thing


def _is_general(function: FunctionType) -> bool:
    """Return whether a helper is independent of rules, and so worth caching.

    A generator is never cached: loaded from a file, it cannot be called from compiled code.
    """
    from inspect import isgeneratorfunction  # needed for compilation only

    module = function.__module__ or ""
    own = module.startswith(("kibitz.solve.", "kibitz.engines.")) and not isgeneratorfunction(
        function
    )
    return own and getattr(sys.modules.get(module), function.__name__, None) is function
