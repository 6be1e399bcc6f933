"""Games in files: runs a file of rules, and reports its errors with file and line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, KeysView
from contextlib import contextmanager
from types import ModuleType

from kibitz.language.errors import (
    KibitzError,
    Sentence,
    UnknownGame,
    harmless,
    phrase,
    quoted,
    with_command,
)
from kibitz.rules.base_game import BaseGame
from kibitz.rules.family import Family
from kibitz.rules.game_name import FILE_SUFFIX
from kibitz.rules.rules import SOURCE
from kibitz.rules.simple_game import BrokenGame, family_of

LARGEST = 1_000_000  # characters

_named: dict[str, str] = {}  # names of the files that were run, by absolute path


class BrokenFile(BrokenGame):
    """A file that cannot be read or run, or that defines no game."""


class InvalidGameFile(KibitzError):
    """Rules in a file that fail during use; the message, in English, is for their author."""


def game_in(path: str, choice: str) -> BaseGame:
    """Return the game in that file; `choice` is the part after the colon."""
    path = os.path.normpath(path)
    with blaming(path):
        game = family_in(path, path).game(choice)
    game.path = os.path.abspath(path)
    return game


def family_in(path: str, name: str, called: str = "") -> Family:
    """Run a file and return its games as a family with that name.

    `called` is the name of the file in messages, by default its path.
    """
    called = called or path
    with blaming(called):
        return family_of(name, module_of(path, called), called)


def own_files() -> KeysView[str]:
    """Return the absolute paths of the files that were run."""
    return _named.keys()


@contextmanager
def blaming(path: str) -> Iterator[None]:
    """Convert any exception from a file into a sentence with its line."""
    try:
        yield
    except KibitzError:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file may raise anything
        raise BrokenFile("{blame}", blame=blame(error) or f"{path}: {in_short(error)}") from error


def check_name(path: str) -> None:
    """Reject a file name with characters that are unsafe in a terminal."""
    if harmless(path) != path:
        raise UnknownGame(
            "the name of a game’s file must be plain text, not {path}", path=quoted(path)
        )


def module_of(path: str, called: str = "") -> ModuleType:
    """Run a file and return its namespace as a module, without writing a bytecode file."""
    check_name(path)
    try:
        with open(path, encoding="utf-8-sig") as file:
            source = file.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise BrokenFile("{path} is not UTF-8 text", path=path) from None
    except OSError as error:
        raise BrokenFile(
            "the game {path} cannot be read: {reason}", path=path, reason=error.strerror
        ) from None
    if len(source) > LARGEST:
        raise BrokenFile(
            "{path} is too long for a game; the most characters allowed: {most}",
            path=path,
            most=LARGEST,
        )
    full = os.path.abspath(path)
    _named[full] = called or path
    module = ModuleType("a kibitz game")
    module.__file__ = full
    setattr(module, SOURCE, source)  # the file may be edited later
    try:
        with importing_beside(os.path.dirname(full)):
            exec(compile(source, full, "exec", dont_inherit=True), module.__dict__)
    except SyntaxError as error:
        raise BrokenFile(
            "{path}, line {line}: {reason}",
            path=path,
            line=str(error.lineno or 1),
            reason=error.msg,
        ) from None
    except ValueError as error:  # a file with null characters
        raise BrokenFile("{blame}", blame=blame(error) or f"{path}: {in_short(error)}") from None
    return module


@contextmanager
def importing_beside(folder: str) -> Iterator[None]:
    """Allow a file to import modules from its own folder.

    Installed modules take precedence, so none is shadowed. The next file imports its modules
    afresh, because another folder may have modules with the same names.
    """
    sys.path.append(folder)
    before = set(sys.modules)
    try:
        yield
    finally:
        if folder in sys.path:
            del sys.path[len(sys.path) - 1 - sys.path[::-1].index(folder)]
        for name in set(sys.modules) - before:
            place = getattr(sys.modules[name], "__file__", None) or ""
            if place.startswith(os.path.join(folder, "")):
                del sys.modules[name]


def blame(error: BaseException) -> Sentence | None:
    """Return a sentence with the file and line of the game that caused an error.

    None if the cause is Kibitz itself: no user's file has been run, and no shipped game is in the
    traceback.
    """
    own = [name for name in _named.values() if name.endswith(FILE_SUFFIX)]
    if not (own or is_of_file(error)):
        return None
    name = (own or list(_named.values()))[-1]
    places = list(places_of(error))
    if places:
        path, line = places[-1]
        return Sentence(
            "{path}, line {line}: {reason}", path=path, line=str(line), reason=in_short(error)
        )
    return with_command(
        phrase("{name}: {reason}; kibitz doctor {name} may show why"),
        "{name}: {reason}",
        name=name,
        reason=in_short(error),
    )


def is_of_file(error: BaseException) -> bool:
    """Return whether an error was raised by the rules in a file, and not by Kibitz."""
    return any(True for _ in places_of(error))


def places_of(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield the lines of games in files in a traceback, the innermost last."""
    trace = error.__traceback__
    while trace is not None:
        name = _named.get(trace.tb_frame.f_code.co_filename)
        if name is not None:
            yield name, trace.tb_lineno
        trace = trace.tb_next


def in_short(error: BaseException) -> str:
    """Return an error on one line."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
