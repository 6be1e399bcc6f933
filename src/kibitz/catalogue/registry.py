"""Registry of games: built-in families, shipped files, and entry points of other packages.

Built-in families are modules of `games/`, shipped files are found by `shipped_games.py`. A package
adds games by an entry point in the group `kibitz.games` that refers to a `Family`, or to a module
with a function `game` (a game in one file). It is imported on first use.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from kibitz.core.family import Family
from kibitz.core.game_name import GameName
from kibitz.language.errors import KibitzError, Sentence, UnknownGame, nearest, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from kibitz.core.base_game import BaseGame

GROUP = "kibitz.games"
LISTED = Sentence("kibitz games lists all games")

BUILT_IN = {
    "lgame": "kibitz.games.lgame:LGAME",
    "lockout": "kibitz.games.lockout:LUNAR_LOCKOUT",
    "noughts": "kibitz.games.noughts:NOUGHTS",
    "peg": "kibitz.games.peg:PEG_SOLITAIRE",
}


def game(name: str) -> BaseGame:
    """Return the game with that name: `noughts`, `peg:french,vacancy=d4`, `hexapawn`, …"""
    asked = GameName(name)
    called = asked.family.lower()
    found = family(called)
    if called in BUILT_IN:
        return found.game(asked.choice)
    from kibitz.catalogue.gamefile import blaming  # not needed for built-in games

    with blaming(called):
        return found.game(asked.choice)


def family(name: str) -> Family:
    """Return the family with that name."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found = getattr(import_module(module), attribute)
        assert isinstance(found, Family)
        return found
    from kibitz.catalogue import shipped_games  # not needed for built-in games

    path = shipped_games.path_of(name)
    if path is not None:
        return _run(path)
    added = _added()
    if name in added:
        return _load(added[name])
    raise UnknownGame(
        "there is no game {name}; {suggestion}",
        name=quoted(name),
        suggestion=nearest(name, [*BUILT_IN, *shipped_games.names(), *added], LISTED),
    )


def is_own(name: str) -> bool:
    """Return whether a family is part of Kibitz."""
    from kibitz.catalogue import shipped_games

    return name in BUILT_IN or shipped_games.path_of(name) is not None


def names() -> list[str]:
    """Return the names of all families, sorted, without loading any."""
    from kibitz.catalogue import shipped_games

    return sorted({*BUILT_IN, *shipped_games.names(), *_added()})


def families() -> list[Family]:
    """Return every family of games that can be loaded, sorted by name.

    Examples:
        >>> import kibitz
        >>> [family.name for family in kibitz.families()][:3]
        ['bridge', 'chomp', 'cram']
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
    from kibitz.catalogue import shipped_games
    from kibitz.catalogue.gamefile import family_in  # needed for games in files only

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
    from kibitz.core.simple_game import family_of  # needed for games in one file only

    return family_of(point.name, found, f"the package that adds {point.name}")
