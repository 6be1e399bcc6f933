"""Resolves the names that users type: games of the registry, files, and boards in files.

`mygame.py` and `games/mygame.py:rows=5` are the game in that file (see `core/simple_game.py`).

`peg:boards/mine.txt,vacancy=c3` is the board drawn in that file: a variant that is a file name
means the family's variant `drawn` with the drawing in the file.
"""

from __future__ import annotations

import os

from kibitz.catalogue import registry
from kibitz.core.base_game import BaseGame
from kibitz.core.game_name import GameName
from kibitz.language.errors import UnknownGame, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

LONGEST_DRAWING = 10_000
COMMENT = "#"


def game(name: str | PathLike[str] | BaseGame) -> BaseGame:
    """Return the game that the text names: `peg:french,vacancy=d4`, `peg:mine.txt`, `mygame.py`.

    A game is returned unchanged. A game in a file is run, so untrusted names must go to
    `registry.game` instead.
    """
    if isinstance(name, BaseGame):
        return name
    if not isinstance(name, (str, os.PathLike)):
        raise UnknownGame(
            "a game is given by its name, such as noughts, or by the path of its file, not as "
            "{value}",
            value=repr(name),
        )
    asked = GameName(os.fspath(name))
    if asked.file is not None:
        from kibitz.catalogue.gamefile import game_in  # needed for games in files only

        return game_in(asked.file, asked.choice)
    words = [drawn_in(word) if is_file(word) else word for word in asked.words]
    return registry.game(GameName.of(asked.family, ",".join(words)))


def game_by_stranger(name: str, trusted: str | None = None) -> BaseGame:
    """Return the game with an untrusted name: no file is run but the one that `trusted` names.

    `trusted` is a name given by the user at the terminal.
    """
    file = GameName(name).file
    if file is None:
        return registry.game(name)
    if not same_file(name, trusted or ""):
        raise UnknownGame(
            "its game is the file {path}, and a file is run only if you name it yourself: "
            "kibitz play FILE --load …",
            path=quoted(file),
        )
    return game(name)


def same_file(name: str, other: str) -> bool:
    """Return whether two names refer to games in one file."""
    one, two = GameName(name).file, GameName(other).file
    return bool(one and two and os.path.realpath(one) == os.path.realpath(two))


def is_file(word: str) -> bool:
    """Return whether a variant is the name of a file."""
    return "=" not in word and (os.sep in word or "." in word)


def drawn_in(path: str) -> str:
    """Return the variant for the drawing in a file; lines that begin with # are comments."""
    try:
        with open(path.strip(), encoding="utf-8-sig", errors="replace") as file:
            drawing = file.read(LONGEST_DRAWING)
    except OSError as error:
        raise UnknownGame(
            "the board {path} cannot be read: {reason}", path=path, reason=error.strerror
        ) from None
    from kibitz.games.peg_boards import one_line  # needed for drawings only

    lines = [line for line in drawing.splitlines() if not line.startswith(COMMENT)]
    return f"drawn,board={one_line(chr(10).join(lines))}"


def last_change(path: str | None) -> int:
    """Return the modification time of a file in nanoseconds; 0 if there is none."""
    try:
        return os.stat(path).st_mtime_ns if path else 0
    except OSError:
        return 0
