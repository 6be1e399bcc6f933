"""Violation of the contract of a game: what is wrong, where, and the remedy."""

from __future__ import annotations

import linecache
import os
from itertools import islice
from types import FunctionType

from kibitz.language.errors import Sentence, packed, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import Any

    from kibitz.conformance.subject import Subject

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOT_OF_A_GAME = (PACKAGE, os.path.dirname(os.__file__), "<")
MORE_TIME = Sentence("if no loop is endless, allow more time with --seconds")
COMPILER = ("numba", "llvmlite", "numpy")


class Overdue(BaseException):
    """A step of the examination has taken longer than it may; raised into the running rules."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Place:
    """A line of a file. As a text, the file is named as seen from the present folder."""

    def __init__(self, path: str, line: int) -> None:
        self.path = path
        self.line = line

    @property
    def file(self) -> str:
        """The file as seen from the present folder, if it is in it."""
        near = os.path.relpath(self.path)
        return self.path if near.startswith("..") else near

    @property
    def words(self) -> Sentence:
        """The file and the line, to be translated."""
        return Sentence("{file}, line {line}", file=self.file, line=str(self.line))

    def __str__(self) -> str:
        return str(self.words)


class Complaint:
    """One thing that is wrong: a sentence, the line if it is known, and what to do instead."""

    def __init__(
        self, sentence: Sentence, where: Place | None = None, remedy: Sentence | None = None
    ) -> None:
        self.sentence = sentence
        self.where = where
        self.remedy = remedy

    @property
    def words(self) -> Sentence:
        """What is wrong and where, without the remedy."""
        if self.where is None:
            return self.sentence
        return Sentence("{place}: {said}", place=self.where.words, said=self.sentence)

    def __str__(self) -> str:
        return f"{self.words}\n{self.remedy}" if self.remedy else str(self.words)

    def __repr__(self) -> str:
        return f"<complaint: {self}>"

    def packed(self) -> dict[str, Any]:
        """Return the complaint as JSON that another process can unpack, to translate it there."""
        return {
            "sentence": packed(self.sentence),
            "where": [self.where.path, self.where.line] if self.where else None,
            "remedy": packed(self.remedy) if self.remedy else None,
        }

    @classmethod
    def unpacked(cls, said: dict[str, Any]) -> Complaint:
        """Return the complaint that was packed."""
        where, remedy = said["where"], said["remedy"]
        return cls(
            unpacked(said["sentence"]),
            Place(*where) if where else None,
            unpacked(remedy) if remedy else None,
        )


def place_of(function: Callable[..., Any] | None) -> Place | None:
    """Return where a function of a game begins; None if that cannot be told."""
    if not isinstance(function, FunctionType):
        return None
    return Place(function.__code__.co_filename, function.__code__.co_firstlineno)


def place_of_word(word: str, function: Callable[..., Any]) -> Place | None:
    """Return the first line with a word in the file that a function stands in."""
    path = function.__code__.co_filename
    lines = linecache.getlines(path)
    return next((Place(path, n) for n, line in enumerate(lines, start=1) if word in line), None)


def is_of_kibitz(function: Callable[..., Any]) -> bool:
    """Tell whether a function is one that Kibitz makes for a game."""
    return function.__code__.co_filename.startswith(PACKAGE)


def guarded(
    promise: Callable[[Subject], Iterator[Complaint]], subject: Subject
) -> Complaint | None:
    """Return the first complaint of a check; an error in the game's own code is one too."""
    try:
        return next(islice(promise(subject), 1), None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if failed_at(error) is None and not subject.is_own and not isinstance(error, Overdue):
            raise
        return about_error(error)


def about_error(error: BaseException) -> Complaint:
    """Return the complaint about an error that the code of a game raised, in plain words."""
    where = failed_at(error)
    said = " ".join(str(error).split())
    kind = type(error).__name__
    if isinstance(error, Overdue):
        return overdue(error)
    if isinstance(error, SystemExit):
        return Complaint(
            Sentence("the rules end the whole program"),
            where,
            Sentence("let a rule return a value, or raise ValueError in game()"),
        )
    if isinstance(error, RecursionError):
        return Complaint(
            Sentence("a function calls itself again and again without end"),
            where,
            Sentence("write a loop instead of recursion"),
        )
    if isinstance(error, MemoryError):
        return Complaint(Sentence("the rules need more memory than there is"), where)
    sentence = Sentence("{kind}: {said}", kind=kind, said=said) if said else Sentence(kind)
    return Complaint(sentence, where)


def overdue(error: Overdue) -> Complaint:
    """Return the complaint about a step that takes too long, with what it was doing."""
    seconds = float(error.seconds)
    found = innermost(error)
    if found is None:
        sentence = Sentence("this was not finished after {seconds} s", seconds=seconds)
        return Complaint(sentence, None, MORE_TIME)
    frame, line = found
    name = frame.f_code.co_name
    if name == "<module>":
        sentence = Sentence("the file was still running after {seconds} s", seconds=seconds)
    else:
        sentence = Sentence(
            "{name} was still running after {seconds} s of this check",
            name=name,
            seconds=seconds,
        )
    return Complaint(sentence, Place(frame.f_code.co_filename, line), MORE_TIME)


def failed_at(error: BaseException) -> Place | None:
    """Return the innermost place outside Kibitz that an error passed through."""
    found = innermost(error)
    return Place(found[0].f_code.co_filename, found[1]) if found else None


def innermost(error: BaseException) -> tuple[FrameType, int] | None:
    """Return the innermost frame of a game's code that an error passed through, and the line."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        if is_of_game(trace.tb_frame):
            found = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    return found


def is_of_game(frame: FrameType) -> bool:
    """Tell whether a frame runs the code of a game, not that of Kibitz, Python or the compiler."""
    package = str(frame.f_globals.get("__name__")).partition(".")[0]
    return package not in COMPILER and not frame.f_code.co_filename.startswith(NOT_OF_A_GAME)
