"""What a compiler refuses: one sentence with the file and the line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from types import FunctionType

from kibitz.language.errors import KibitzError, Sentence, phrase, with_command
from kibitz.rules.rules import POSITION_BITS
from kibitz.solve.store.fingerprint import global_names
from kibitz.solve.store.fingerprint_syntax import place

Place = tuple[str, int]

SLOWER = phrase("these rules are interpreted, which is slower: {reason}")
COMPILERS = ("numba.", "llvmlite.")
DRIVER = "numba.cuda.cudadrv."  # what a GPU refuses is not the fault of the rules
SOLVERS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLACE = re.compile(r'(?:File "|\b(?:at|from) )(\S.*?)(?:", line | \()(\d+)')


class Uncompilable(KibitzError):
    """A compiler refuses rules."""


def is_number(thing: object) -> bool:
    """Return whether a value is an integer that compiled code can hold."""
    return isinstance(thing, int) and -(1 << POSITION_BITS) <= thing < 1 << POSITION_BITS


def is_of_compiler(error: BaseException) -> bool:
    """Return whether an error means that rules cannot be compiled, or is a bug in Numba."""
    if isinstance(error, KibitzError | MemoryError | OSError):
        return False
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    raised_in = "" if trace is None else str(trace.tb_frame.f_globals.get("__name__"))
    modules = (f"{type(error).__module__}.", f"{raised_in}.")
    return any(each.startswith(COMPILERS) and not each.startswith(DRIVER) for each in modules)


def not_compiled(error: BaseException, function: FunctionType) -> Uncompilable:
    """Return the sentence about the error of a compiler for a function that reaches rules."""
    where = next(iter((*places_in(str(error)), *places_of(function))), None)
    return Uncompilable("these rules cannot be compiled") if where is None else refused_at(*where)


def refused_at(path: str, line: int) -> Uncompilable:
    """Return the sentence about a line that cannot be compiled."""
    name, line = place(path, line)
    return Uncompilable(
        with_command(
            phrase(
                "{place}: this cannot be compiled; kibitz doctor {name} says what to write instead"
            ),
            phrase("{place}: this cannot be compiled"),
            place=Sentence("{file}, line {line}", file=name, line=str(line)),
            name=name,
        )
    )


def places_in(message: str) -> Iterator[Place]:
    """Yield the lines of games that the message of a compiler names, the innermost first."""
    from kibitz.solve.compiling.compiler import numba

    own = (os.path.dirname(numba.__file__) + os.sep, SOLVERS + os.sep)
    for path, line in PLACE.findall(message):
        full = os.path.abspath(path)
        if os.path.exists(full) and not full.startswith(own):
            yield full, int(line)


def places_of(function: FunctionType) -> Iterator[Place]:
    """Yield where the functions of a game begin that a kernel calls."""
    for name in global_names(function.__code__):
        called = function.__globals__.get(name)
        code = getattr(called, "__code__", None)
        if code is not None and not code.co_filename.startswith(SOLVERS + os.sep):
            yield code.co_filename, code.co_firstlineno
