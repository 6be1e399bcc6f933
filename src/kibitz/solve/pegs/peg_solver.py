"""Solver of peg boards: the form of their tables, and the strategies to build them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from kibitz.core.rules import Jumps, Rules
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import TableStore
    from kibitz.solve.strategy import Strategy

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
    def table_takes(self) -> Literal["seconds", "hours"]:
        """How long the table takes."""
        return "seconds" if self.jumps.holes <= MOST_QUICK else "hours"

    def strategy(
        self, name: str, store: TableStore, resources: Resources | None
    ) -> Strategy[Table] | None:
        """Return the strategy for a bit set; None for a table that lists positions."""
        if self.lists_positions:
            return None
        from kibitz.solve.pegs.figures.peg_strategies import PegsInFiles, PegsInMemory

        if resources is None or resources.memory is None:
            return PegsInMemory(name, self.rules, store)
        return PegsInFiles(name, self.rules, store, resources.memory)
