"""Kibitz plays small board games and puzzles, and knows of every position how it ends."""

import kibitz.solve  # noqa: F401  # first, so that the function of that name below stays in its place
from kibitz.play.naming import game
from kibitz.rules.errors import KibitzError, NotationError, UnknownGame
from kibitz.rules.registry import families

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.tables import GameTable
    from kibitz.rules.notation import Game

__version__ = "0.1.0"
__all__ = [
    "KibitzError",
    "NotationError",
    "UnknownGame",
    "__version__",
    "families",
    "game",
    "solve",
]


def solve(game: "Game | str", *, fresh: bool = False) -> "GameTable":
    """Return the table of a game: `solve("lgame")["xAA.-.BA.-.BA.-.BBx"].value`.

    A kept table is used if there is one; `fresh` solves again.
    """
    from kibitz.play.tables import table_of  # solving is imported by those who solve

    return table_of(game, fresh=fresh)
