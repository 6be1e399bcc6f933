"""Kibitz plays small board games and puzzles, and knows how every position ends."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.adapters.vector_boards import vector_env
    from kibitz.api.compare import Comparison, compare
    from kibitz.api.game import Game, game
    from kibitz.api.game_table import GameTable
    from kibitz.api.match import Match
    from kibitz.api.notebook import Picture, picture
    from kibitz.api.optimality import Optimality, optimality
    from kibitz.api.own_game import OwnGame
    from kibitz.api.position import Answer, Move, Position
    from kibitz.api.puzzle import puzzle
    from kibitz.api.tables import table
    from kibitz.games.registry import families
    from kibitz.language.errors import KibitzError, NotationError, UnknownGame
    from kibitz.oracle.oracle import Oracle
    from kibitz.play.match_history import MatchError
    from kibitz.play.posed_puzzle import Puzzle
    from kibitz.play.session import Comment
    from kibitz.rules.appearance import Appearance
    from kibitz.rules.board import Board
    from kibitz.rules.family import Family
    from kibitz.rules.layout import Layout, cell, cells, number
    from kibitz.rules.objectives.outcomes import (
        Bound,
        Draw,
        Endless,
        Leaves,
        Loss,
        Margin,
        Outcome,
        Reaches,
        Solvable,
        Unknown,
        Unsolvable,
        Win,
    )
    from kibitz.rules.rules import Men, Rules
    from kibitz.rules.simple_game import mirrors
    from kibitz.solve.effort import Effort
    from kibitz.solve.store.table import NotInTable
    from kibitz.tasksets.task_grades import Grade
    from kibitz.tasksets.task_sets import Task, score, task, tasks

__version__ = "0.2.0"
__all__ = [
    "Answer",
    "Appearance",
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
    "Grade",
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
    "Optimality",
    "Oracle",
    "Outcome",
    "OwnGame",
    "Picture",
    "Position",
    "Puzzle",
    "Reaches",
    "Rules",
    "Solvable",
    "Task",
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
    "optimality",
    "picture",
    "puzzle",
    "score",
    "table",
    "task",
    "tasks",
    "vector_env",
]

# What is imported when it is asked for, and not before: the names in each module. So the command
# has begun, and Ctrl-C ends it cleanly, before anything else is imported.
LATER = {
    "kibitz.api.compare": ("Comparison", "compare"),
    "kibitz.api.game": ("Game", "game"),
    "kibitz.api.match": ("Match",),
    "kibitz.api.notebook": ("Picture", "picture"),
    "kibitz.api.optimality": ("Optimality", "optimality"),
    "kibitz.api.own_game": ("OwnGame",),
    "kibitz.api.position": ("Answer", "Move", "Position"),
    "kibitz.api.puzzle": ("puzzle",),
    "kibitz.api.game_table": ("GameTable",),
    "kibitz.api.tables": ("table",),
    "kibitz.rules.objectives.outcomes": (
        "Bound",
        "Draw",
        "Endless",
        "Leaves",
        "Loss",
        "Margin",
        "Outcome",
        "Reaches",
        "Solvable",
        "Unknown",
        "Unsolvable",
        "Win",
    ),
    "kibitz.play.match_history": ("MatchError",),
    "kibitz.oracle.oracle": ("Oracle",),
    "kibitz.play.posed_puzzle": ("Puzzle",),
    "kibitz.play.session": ("Comment",),
    "kibitz.rules.board": ("Board",),
    "kibitz.rules.rules": ("Men", "Rules"),
    "kibitz.language.errors": ("KibitzError", "NotationError", "UnknownGame"),
    "kibitz.rules.family": ("Family",),
    "kibitz.rules.appearance": ("Appearance",),
    "kibitz.rules.layout": ("Layout", "cell", "cells", "number"),
    "kibitz.games.registry": ("families",),
    "kibitz.rules.simple_game": ("mirrors",),
    "kibitz.solve.effort": ("Effort",),
    "kibitz.solve.store.table": ("NotInTable",),
    "kibitz.tasksets.task_grades": ("Grade",),
    "kibitz.tasksets.task_sets": ("Task", "score", "task", "tasks"),
    "kibitz.adapters.vector_boards": ("vector_env",),
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
