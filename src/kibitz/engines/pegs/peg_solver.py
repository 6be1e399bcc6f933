"""Solver of peg boards: the form of their tables, how long they take, and the oracle's sources."""

from __future__ import annotations

from kibitz.solve.structure import GeneralSolver

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from kibitz.conformance.complaint import Complaint
    from kibitz.oracle.sources import Source
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Progress
    from kibitz.solve.store.table_store import TableStore
    from kibitz.solve.structure import Why

MOST_LISTED = 21  # holes of a board whose table lists positions; beyond that, it is a bit set
MOST_QUICK = 33  # holes of a board whose table takes seconds; beyond that, it takes gigabytes


class PegSolver(GeneralSolver):
    """What can be solved on a peg board, and how. A larger table than a list is a bit set."""

    has_sources = True

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.jumps = rules.jumps
        self.lists_positions = self.jumps.holes <= MOST_LISTED
        self.table_takes = "seconds" if self.jumps.holes <= MOST_QUICK else "hours"
        self.least_score = self.jumps.least_score

    @property
    def makes_table(self) -> bool:  # type: ignore[override]
        """Whether a query about the start builds the table; else it is answered by search."""
        from kibitz.solve.compiling.compiled import available

        return self.lists_positions and available()

    @property
    def decides_at_once(self) -> bool:  # type: ignore[override]
        """Whether a sweep decides every position within a second: no answer is unknown then."""
        from kibitz.engines.pegs.peg_scores import Scores

        return Scores(self.jumps).sets.quick is not None

    def sources(self, store: TableStore, progress: Progress | None) -> Iterator[Source]:
        from kibitz.engines.pegs.peg_sources import peg_sources

        return peg_sources(self, store, progress)

    def why_not(self, game: BaseGame, position: PositionId, most: int | None) -> Why | None:
        from kibitz.engines.pegs.peg_words import why_not

        return why_not(game, position, most)

    def complaints(self, subject: Any) -> Iterator[Complaint]:
        from kibitz.engines.pegs.check_pegs import described

        return described(subject, self.jumps)
