"""Solver of peg boards: the form of their tables, and how long they take."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from kibitz.rules.rules import Jumps, Rules

MOST_LISTED = 21  # holes of a board whose table lists positions; beyond that, it is a bit set
MOST_QUICK = 33  # holes of a board whose table takes seconds; beyond that, it takes gigabytes


class PegSolver:
    """What can be solved on a peg board, and how."""

    searches: Literal[True] = True  # whether it has sources of its own

    def __init__(self, rules: Rules, jumps: Jumps) -> None:
        self.rules = rules
        self.jumps = jumps

    @property
    def lists_positions(self) -> bool:
        """Whether the table lists positions, as every engine builds it; else it is a bit set."""
        return self.jumps.holes <= MOST_LISTED

    @property
    def makes_table(self) -> bool:
        """Whether a query about the start builds the table; else it is answered by search."""
        from kibitz.solve.compiling.compiled import available

        return self.lists_positions and available()

    @property
    def decides_at_once(self) -> bool:
        """Whether a sweep decides every position within a second: no answer is unknown then."""
        from kibitz.engines.pegs.peg_scores import Scores

        return Scores(self.jumps).quick is not None

    @property
    def table_takes(self) -> Literal["seconds", "hours"]:
        """How long the table takes."""
        return "seconds" if self.jumps.holes <= MOST_QUICK else "hours"
