"""What depends on the structure that the rules of a game declare.

Most rules declare none: a `GeneralSolver` says what holds for them. The engine of a structure
answers in its place (`solve/engines.py` names it), so no other module of the middle asks which
structure a game has.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Literal

    from kibitz.language.errors import Sentence
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Progress
    from kibitz.solve.store.table_store import TableStore

    Kind = Literal["", "weights", "colours"]
    Cells = Sequence[int]


class Why:
    """Reason why a position cannot be won: in words, and in words that refer to a marked board.

    `cells` are numbers for the cells of the board: the `weights` of a piece there, or which of
    several `colours` the cell has. `kind` is empty where nothing can be shown.
    """

    __slots__ = ("cells", "kind", "shown", "words")

    def __init__(
        self, words: Sentence, shown: Sentence | None = None, kind: Kind = "", cells: Cells = ()
    ) -> None:
        self.words = words
        self.shown = shown or words
        self.kind: Kind = kind
        self.cells = list(cells)

    def __str__(self) -> str:
        return str(self.words)


class GeneralSolver:
    """How games without a declared structure are solved: by every engine, from their moves."""

    has_sources = False  # sources of its own, which prove bounds while they work
    lists_positions = True  # whether a table lists positions, as every engine builds it
    makes_table = True  # whether a question about the start builds the table
    decides_at_once = False  # whether every position is decided within a second
    table_takes: Literal["seconds", "minutes", "hours"] = "minutes"  # in the worst case
    least_score: int | None = None  # no end has a lower one, if that is known

    def sources(self, store: TableStore, progress: Progress | None) -> Iterator[Any]:
        """Yield the oracle's sources (`oracle/sources/`) for such games, the quickest first."""
        yield from ()

    def why_not(self, game: BaseGame, position: PositionId, most: int | None) -> Why | None:
        """Return why a position cannot be won; None if no reason is short.

        `most` may limit the work, to that many steps.
        """
        return None

    def complaints(self, subject: Any) -> Iterator[Any]:
        """Yield what the doctor finds wrong with the declaration of the structure."""
        yield from ()


GENERAL = GeneralSolver()


def solver_of(rules: Rules) -> GeneralSolver:
    """Return the solver for the declared structure of rules."""
    if rules.structure is None:
        return GENERAL
    from kibitz.solve.engines import SOLVERS, load

    solver: GeneralSolver = load(SOLVERS[type(rules.structure).__name__])(rules)
    return solver


def lists_positions(rules: Rules) -> bool:
    """Return whether a table of these rules lists positions."""
    return solver_of(rules).lists_positions


def can_make_table(rules: Rules) -> bool:
    """Return whether the table of these rules can be made here; other kinds need NumPy."""
    from kibitz.solve.array_backend import has_numpy

    return lists_positions(rules) or has_numpy()


def table_takes(rules: Rules) -> Literal["seconds", "minutes", "hours"]:
    """Return how long a table of these rules takes, in the worst case."""
    return solver_of(rules).table_takes
