"""What is wrong with a game, where, and what to do about it."""

from __future__ import annotations

import linecache
import os
from itertools import islice
from types import FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kibitz.conformance.subject import Subject

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Complaint:
    """One thing that is wrong: a sentence, the file and line if known, and what to do instead."""

    def __init__(self, sentence: str, where: str = "", remedy: str = "") -> None:
        self.sentence = sentence
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        lines = [f"{self.where}: {self.sentence}" if self.where else self.sentence]
        return "\n".join([*lines, self.remedy] if self.remedy else lines)

    def __repr__(self) -> str:
        return f"<complaint: {self}>"


def place(path: str, line: int) -> str:
    """Return a place in a file, the file as it is seen from the present folder."""
    near = os.path.relpath(path)
    return f"{path if near.startswith('..') else near}, line {line}"


def place_of(function: Callable[..., Any] | None) -> str:
    """Return where a function of a game begins; nothing if that cannot be told."""
    if not isinstance(function, FunctionType):
        return ""
    return place(function.__code__.co_filename, function.__code__.co_firstlineno)


def place_of_word(word: str, function: Callable[..., Any]) -> str:
    """Return the first line with a word in the file that a function stands in."""
    path = function.__code__.co_filename
    lines = linecache.getlines(path)
    return next((place(path, n) for n, line in enumerate(lines, start=1) if word in line), "")


def is_of_kibitz(function: Callable[..., Any]) -> bool:
    """Tell whether a function is one that Kibitz makes for a game."""
    return function.__code__.co_filename.startswith(PACKAGE)


def guarded(
    promise: Callable[[Subject], Iterator[Complaint]], subject: Subject
) -> Complaint | None:
    """Return the first complaint of a check; an error in the game's own code is one too."""
    try:
        return next(islice(promise(subject), 1), None)
    except (Exception, SystemExit) as error:
        where = failed_at(error)
        if where is None and not subject.is_own:
            raise
        said = " ".join(str(error).split())
        kind = type(error).__name__
        return Complaint(f"{kind}: {said}" if said else kind, where or "")


def failed_at(error: BaseException) -> str | None:
    """Return the innermost place outside Kibitz that an error passed through."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if not path.startswith((PACKAGE, os.path.dirname(os.__file__), "<")):
            found = place(path, trace.tb_lineno)
        trace = trace.tb_next
    return found
