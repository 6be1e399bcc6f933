"""Names and constants that rules use, and which of them cannot be compiled."""

from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from kibitz.conformance.complaint import Complaint, Place
from kibitz.language.errors import Sentence
from kibitz.rules.rules import POSITION_BITS
from kibitz.solve.compiling.not_compiled import is_number
from kibitz.solve.compiling.rule_function import RuleFunction
from kibitz.solve.store.fingerprint import line_of

IN_BETWEEN = Sentence(
    "intermediate results must stay below 2**63 too; shifts by 64 or more, or by less than 0, give "
    "other results"
)


def recursive(name: str, function: Callable[..., Any]) -> Complaint | None:
    """Return the complaint about a rule, or a function that it uses, that calls itself."""
    waiting: list[tuple[Callable[..., Any], tuple[object, ...]]] = [(function, ())]
    done = set()
    while waiting:
        at, above = waiting.pop()
        if not isinstance(at, FunctionType) or id(at) in done:
            continue
        done.add(id(at))
        for used, thing in RuleFunction(at).names_used():
            if thing is at or thing in above:
                return Complaint(
                    "{name} uses {used}, which calls itself; Numba cannot compile that here",
                    place_in(at, used),
                    Sentence("write a loop instead of recursion"),
                    name=name,
                    used=used,
                )
            if isinstance(thing, FunctionType):
                waiting.append((thing, (*above, at)))
    return None


def keyword_only(function: Callable[..., Any]) -> Complaint | None:
    """Return the complaint about a rule, or a function that it uses, with a `*` in its head."""
    for each in functions_used(function):
        code = each.__code__
        if code.co_kwonlyargcount:
            return Complaint(
                "{used} takes {parameter} by keyword only; Numba cannot compile that here",
                Place(code.co_filename, code.co_firstlineno),
                Sentence("leave out the * before it"),
                used=code.co_name,
                parameter=code.co_varnames[code.co_argcount],
            )
    return None


def too_large(name: str, function: Callable[..., Any]) -> Complaint | None:
    """Return the complaint about a constant in a rule that overflows in compiled code."""
    for each in functions_used(function):
        literals = [("", one) for one in each.__code__.co_consts]
        for used, thing in (*RuleFunction(each).names_used(), *literals):
            for number in thing if isinstance(thing, tuple | list) else (thing,):
                if isinstance(number, int) and not is_number(number):
                    return Complaint(
                        "{name} uses {used}, which is not below 2**{bits}",
                        place_in(each, used or thing),
                        IN_BETWEEN,
                        name=name,
                        used=used or str(number),  # as it is written
                        bits=POSITION_BITS,
                    )
    return None


def functions_used(function: Callable[..., Any]) -> Iterator[FunctionType]:
    """Yield a function and those that it uses, each once."""
    waiting: list[object] = [function]
    done = set()
    while waiting:
        at = waiting.pop()
        if isinstance(at, FunctionType) and at not in done:
            done.add(at)
            yield at
            waiting += [thing for _, thing in RuleFunction(at).names_used()]


def place_in(function: FunctionType, used: object) -> Place:
    """Return the first place where a function uses a name or a constant."""
    code = function.__code__
    return Place(code.co_filename, line_of(code, used))
