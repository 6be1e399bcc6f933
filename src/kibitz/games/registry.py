"""Games by name: built-in families, shipped files, entry points of packages, and files of users.

Built-in families are modules of `games/`, shipped files are found by `shipped_games.py`. A package
adds games by an entry point in the group `kibitz.games` that refers to a `Family`, or to a module
with a function `game` (a game in one file). It is imported on first use.

What a user types may also name a file. `mygame.py` and `games/mygame.py:rows=5` are the game in
that file (see `rules/simple_game.py`). `peg:boards/mine.txt,vacancy=c3` is the board drawn in that
file: a variant that is a file name means the family's variant `drawn` with the drawing in the file.
"""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module

from kibitz.language.errors import KibitzError, UnknownGame, nearest, phrase, quoted, with_command
from kibitz.rules.base_game import BaseGame
from kibitz.rules.family import Family
from kibitz.rules.game_name import GameName, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint
    from os import PathLike

GROUP = "kibitz.games"
LONGEST_DRAWING = 10_000
COMMENT = "#"
LISTED = with_command(
    phrase("kibitz games lists all games"), phrase("the start page lists all games")
)

BUILT_IN = {
    "lgame": "kibitz.games.lgame:LGAME",
    "lockout": "kibitz.games.lockout:LUNAR_LOCKOUT",
    "noughts": "kibitz.games.noughts:NOUGHTS",
    "peg": "kibitz.games.peg:PEG_SOLITAIRE",
}
CLASSICS = {  # the names of the classic programs, which are not those of their games
    "joc": "lockout",
    "luffarschack": "noughts",
    "solitaire": "peg:english",
    "triangle": "peg:triangle",
}


def game(name: str) -> BaseGame:
    """Return the registered game with that name: `noughts`, `peg:french,vacancy=d4`, `hexapawn`, …

    No file of a user is run or read, whatever the name is.
    """
    asked = meant_by(GameName(name))
    called = asked.family.lower()
    found = family(called)
    if called in BUILT_IN:
        return found.game(asked.choice)
    from kibitz.games.gamefile import blaming  # not needed for built-in games

    with blaming(called):
        return found.game(asked.choice)


def meant_by(asked: GameName) -> GameName:
    """Return the name of a game; that of a classic program is replaced."""
    meant = CLASSICS.get(asked.family.lower())
    return GameName(meant).with_words(*asked.words) if meant else asked


def family(name: str) -> Family:
    """Return the family with that name."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found = getattr(import_module(module), attribute)
        assert isinstance(found, Family)
        return found
    from kibitz.games import shipped_games  # not needed for built-in games

    path = shipped_games.path_of(name)
    if path is not None:
        return _run(path)
    added = _added()
    if name in added:
        return _load(added[name])
    raise UnknownGame(
        "there is no game {name}; {suggestion}",
        name=quoted(name),
        suggestion=nearest(name, names(), LISTED, aliases()),
    )


def is_own(name: str) -> bool:
    """Return whether a family is part of Kibitz."""
    from kibitz.games import shipped_games

    return name in BUILT_IN or shipped_games.path_of(name) is not None


def names() -> list[str]:
    """Return the names of all families, sorted, without loading any."""
    from kibitz.games import shipped_games

    return sorted({*BUILT_IN, *shipped_games.names(), *_added()})


def aliases() -> Iterator[tuple[str, str]]:
    """Yield other names of the games that are part of Kibitz, each with the name of its family."""
    from kibitz.games import shipped_games

    for name in BUILT_IN:
        yield from ((alias, name) for alias in family(name).aliases)
    for name, text in shipped_games.texts():
        yield from ((alias, name) for alias in shipped_games.aliases(text))


def families() -> list[Family]:
    """Return every family of games that can be loaded, sorted by name.

    Examples:
        >>> import kibitz
        >>> [family.name for family in kibitz.families()][:3]
        ['awari', 'breakthrough', 'bridge']
    """
    found = []
    for name in names():
        try:
            found.append(family(name))
        except KibitzError:
            continue  # a broken package hides its own game only; `family` reports the error
    return found


@lru_cache(None)
def _run(path: str) -> Family:
    """Run a file that ships with Kibitz, once."""
    from kibitz.games import shipped_games
    from kibitz.games.gamefile import family_in  # needed for games in files only

    name = shipped_games.name_of(path)
    return family_in(path, name, called=name)


def _added() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    return {point.name: point for point in entry_points(group=GROUP) if not is_own(point.name)}


def _load(point: EntryPoint) -> Family:
    try:
        found = point.load()
    except Exception as error:
        raise UnknownGame(
            "the package that adds the game {name} cannot be loaded: {error}",
            name=quoted(point.name),
            error=str(error) or type(error).__name__,
        ) from error
    if isinstance(found, Family):
        return found
    if not callable(found) and not hasattr(found, "game"):
        raise UnknownGame(
            "the package that adds the game {name} does not provide a kibitz Family",
            name=quoted(point.name),
        )
    from kibitz.rules.simple_game import family_of  # needed for games in one file only

    return family_of(point.name, found, f"the package that adds {point.name}")


def game_named(name: str | PathLike[str] | BaseGame) -> BaseGame:
    """Return the game that the text names: `peg:french,vacancy=d4`, `peg:mine.txt`, `mygame.py`.

    A game is returned unchanged. A game in a file is run, so untrusted names must go to
    `game` instead.
    """
    if isinstance(name, BaseGame):
        return name
    if not isinstance(name, (str, os.PathLike)):
        raise UnknownGame(
            "a game is given by its name, such as noughts, or by the path of its file, not as "
            "{value}",
            value=repr(name),
        )
    asked = meant_by(GameName(os.fspath(name)))
    if asked.file is not None:
        from kibitz.games.gamefile import game_in  # needed for games in files only

        return game_in(asked.file, asked.choice)
    words = [drawn_in(word) if is_file(word) else word for word in asked.words]
    return game(GameName.of(asked.family, ",".join(words)))


def game_by_stranger(name: str, trusted: str | None = None) -> BaseGame:
    """Return the game with an untrusted name: no file is run but the one that `trusted` names.

    `trusted` is a name given by the user at the terminal.
    """
    file = GameName(name).file
    if file is None:
        return game(name)
    if not same_file(name, trusted or ""):
        raise UnknownGame(
            with_command(
                phrase(
                    "its game is the file {path}, and a file is run only if you name it yourself: "
                    "kibitz play FILE --load …"
                ),
                phrase("its game is the file {path}, which is not here"),
                path=quoted(file),
            )
        )
    return game_named(name)


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
    lines = [line for line in drawing.splitlines() if not line.startswith(COMMENT)]
    return f"drawn,board={one_line(chr(10).join(lines))}"


def last_change(path: str | None) -> int:
    """Return the modification time of a file in nanoseconds; 0 if there is none."""
    try:
        return os.stat(path).st_mtime_ns if path else 0
    except OSError:
        return 0
