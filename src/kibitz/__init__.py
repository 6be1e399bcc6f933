"""Kibitz plays small board games and puzzles, and knows how every position ends."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.objectives.outcomes import (
        Bound,
        Draw,
        Endless,
        Leaves,
        Loss,
        Margin,
        Solvable,
        Unknown,
        Unsolvable,
        Win,
    )
    from kibitz.play.compare import Comparison, compare
    from kibitz.play.game_table import GameTable
    from kibitz.play.match import MatchError
    from kibitz.play.naming import game
    from kibitz.play.notebook import Picture, picture
    from kibitz.play.oracle import Oracle
    from kibitz.play.puzzle import Puzzle
    from kibitz.play.puzzles import puzzle
    from kibitz.play.python_match import Match
    from kibitz.play.session import Comment
    from kibitz.play.tables import table
    from kibitz.rules.board import Board
    from kibitz.rules.contract import Men, Rules
    from kibitz.rules.errors import KibitzError, NotationError, UnknownGame
    from kibitz.rules.family import Family
    from kibitz.rules.game import Game
    from kibitz.rules.layout import Layout, cell, cells, number
    from kibitz.rules.outcome import Outcome
    from kibitz.rules.position import Answer, Move, Position
    from kibitz.rules.registry import families
    from kibitz.rules.simple_game import OwnGame, mirrors
    from kibitz.solve.effort import Effort
    from kibitz.solve.table import NotInTable

__version__ = "0.2.0"
__all__ = [
    "Answer",
    "Board",
    "Bound",
    "Comment",
    "Comparison",
    "Draw",
    "Effort",
    "Endless",
    "Family",
    "Game",
    "GameTable",
    "KibitzError",
    "Layout",
    "Leaves",
    "Loss",
    "Margin",
    "Match",
    "MatchError",
    "Men",
    "Move",
    "NotInTable",
    "NotationError",
    "Oracle",
    "Outcome",
    "OwnGame",
    "Picture",
    "Position",
    "Puzzle",
    "Rules",
    "Solvable",
    "Unknown",
    "UnknownGame",
    "Unsolvable",
    "Win",
    "__version__",
    "cell",
    "cells",
    "compare",
    "families",
    "game",
    "mirrors",
    "number",
    "picture",
    "puzzle",
    "table",
]

# What is imported when it is asked for, and not before: the names in each module. So the command
# has begun, and Ctrl-C ends it cleanly, before anything else is imported.
LATER = {
    "kibitz.play.compare": ("Comparison", "compare"),
    "kibitz.play.game_table": ("GameTable",),
    "kibitz.play.match": ("MatchError",),
    "kibitz.play.naming": ("game",),
    "kibitz.play.notebook": ("Picture", "picture"),
    "kibitz.play.oracle": ("Oracle",),
    "kibitz.play.puzzle": ("Puzzle",),
    "kibitz.play.puzzles": ("puzzle",),
    "kibitz.play.python_match": ("Match",),
    "kibitz.play.session": ("Comment",),
    "kibitz.play.tables": ("table",),
    "kibitz.rules.board": ("Board",),
    "kibitz.rules.contract": ("Men", "Rules"),
    "kibitz.rules.errors": ("KibitzError", "NotationError", "UnknownGame"),
    "kibitz.rules.family": ("Family",),
    "kibitz.rules.game": ("Game",),
    "kibitz.rules.layout": ("Layout", "cell", "cells", "number"),
    "kibitz.rules.outcome": ("Outcome",),
    "kibitz.rules.position": ("Answer", "Move", "Position"),
    "kibitz.rules.registry": ("families",),
    "kibitz.rules.simple_game": ("OwnGame", "mirrors"),
    "kibitz.solve.effort": ("Effort",),
    "kibitz.objectives.outcomes": (
        "Bound",
        "Draw",
        "Endless",
        "Leaves",
        "Loss",
        "Margin",
        "Solvable",
        "Unknown",
        "Unsolvable",
        "Win",
    ),
    "kibitz.solve.table": ("NotInTable",),
}


def __getattr__(name: str) -> object:
    for module, names in LATER.items():
        if name in names:
            from importlib import import_module

            globals()[name] = found = getattr(import_module(module), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
