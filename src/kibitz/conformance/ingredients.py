"""Names and constants that rules use, and which of them cannot be compiled."""

from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from kibitz.conformance.complaint import Complaint, Place
from kibitz.language.errors import Sentence
from kibitz.rules.rules import POSITION_BITS
from kibitz.solve.store.fingerprint import global_names, line_of

IN_BETWEEN = Sentence(
    "intermediate results must stay below 2**63 too; shifts by 64 or more, or by less than 0, give "
    "other results"
)
ROOM_FOR = 1 << POSITION_BITS  # limit of integers in compiled code
MISSING = object()  # stands for a name that a file does not define


def recursive(name: str, function: Callable[..., Any]) -> Complaint | None:
    """Return the complaint about a rule, or a function that it uses, that calls itself."""
    waiting: list[tuple[Callable[..., Any], tuple[object, ...]]] = [(function, ())]
    done = set()
    while waiting:
        at, above = waiting.pop()
        if not isinstance(at, FunctionType) or id(at) in done:
            continue
        done.add(id(at))
        for used, line, thing in names_used(at):
            if thing is at or thing in above:
                return Complaint(
                    "{name} uses {used}, which calls itself; Numba cannot compile that here",
                    Place(at.__code__.co_filename, line),
                    Sentence("write a loop instead of recursion"),
                    name=name,
                    used=used,
                )
            if isinstance(thing, FunctionType):
                waiting.append((thing, (*above, at)))
    return None


def keyword_only(function: Callable[..., Any]) -> Complaint | None:
    """Return the complaint about a rule, or a function that it uses, with a `*` in its head."""
    waiting, done = [function], set()
    while waiting:
        at = waiting.pop()
        if not isinstance(at, FunctionType) or id(at) in done:
            continue
        done.add(id(at))
        code = at.__code__
        if code.co_kwonlyargcount:
            return Complaint(
                "{used} takes {parameter} by keyword only; Numba cannot compile that here",
                Place(code.co_filename, code.co_firstlineno),
                Sentence("leave out the * before it"),
                used=code.co_name,
                parameter=code.co_varnames[code.co_argcount],
            )
        waiting += [thing for _, _, thing in names_used(at) if callable(thing)]
    return None


def too_large(name: str, function: Callable[..., Any]) -> Complaint | None:
    """Return the complaint about a constant in a rule that overflows in compiled code."""
    for used, line, thing, path in things_used(function, set()):
        for number in thing if isinstance(thing, tuple | list) else (thing,):
            if isinstance(number, int) and not -ROOM_FOR <= number < ROOM_FOR:
                return Complaint(
                    "{name} uses {used}, which is not below 2**{bits}",
                    Place(path, line),
                    IN_BETWEEN,
                    name=name,
                    used=used or str(number),  # as it is written
                    bits=POSITION_BITS,
                )
    return None


def things_used(
    function: Callable[..., Any], met: set[int]
) -> Iterator[tuple[str, int, object, str]]:
    """Yield name, line, object and file of everything a function uses, called functions included.

    A literal has no name.
    """
    if not isinstance(function, FunctionType) or id(function) in met:
        return
    met.add(id(function))
    path = function.__code__.co_filename
    for name, line, thing in names_used(function):
        if isinstance(thing, FunctionType):
            yield from things_used(thing, met)
        else:
            yield name, line, thing, path
    for constant in function.__code__.co_consts:
        if isinstance(constant, int | tuple):
            yield "", line_of(function.__code__, constant), constant, path


def names_used(function: FunctionType) -> Iterator[tuple[str, int, object]]:
    """Yield the global and closure names that a function uses, their lines and values."""
    code = function.__code__
    cells = function.__closure__ or ()
    names = dict(zip(code.co_freevars, (cell.cell_contents for cell in cells), strict=True))
    for name in global_names(code):
        names.setdefault(name, function.__globals__.get(name, MISSING))
    for name, thing in names.items():
        yield name, line_of(code, name), thing
