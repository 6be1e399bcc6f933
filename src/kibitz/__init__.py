"""Kibitz plays small board games and puzzles, and knows of every position how it ends."""

import kibitz.solve  # noqa: F401  # first, so that the function of that name below stays in its place
from kibitz.play.naming import game
from kibitz.rules.errors import KibitzError, NotationError, UnknownGame
from kibitz.rules.registry import families

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.notebook import picture
    from kibitz.play.tables import GameTable
    from kibitz.rules.board import Board
    from kibitz.rules.contract import Rules
    from kibitz.rules.family import Family
    from kibitz.rules.game import Game
    from kibitz.rules.simple_game import OwnGame, mirrors

__version__ = "0.2.0"
__all__ = [
    "Board",
    "Family",
    "Game",
    "KibitzError",
    "NotationError",
    "OwnGame",
    "Rules",
    "UnknownGame",
    "__version__",
    "families",
    "game",
    "mirrors",
    "picture",
    "solve",
]

# What the author of a game needs, imported when it is asked for.
LATER = {
    "Board": "kibitz.rules.board",
    "Family": "kibitz.rules.family",
    "Game": "kibitz.rules.game",
    "OwnGame": "kibitz.rules.simple_game",
    "Rules": "kibitz.rules.contract",
    "mirrors": "kibitz.rules.simple_game",
    "picture": "kibitz.play.notebook",
}


def __getattr__(name: str) -> object:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(LATER[name]), name)


def solve(game: "Game | str", *, fresh: bool = False) -> "GameTable":
    """Return the table of a game: `solve("lgame")["xAA.-.BA.-.BA.-.BBx"].value`.

    A kept table is used if there is one; `fresh` solves again.
    """
    from kibitz.play.tables import table_of  # solving is imported by those who solve

    return table_of(game, fresh=fresh)
