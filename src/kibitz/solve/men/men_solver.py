"""Solver of games of men on points: the form of their tables, and the strategies to build them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from kibitz.core.rules import Men, Rules
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import TableStore
    from kibitz.solve.strategy import Strategy

MOST_LISTED = 1 << 26  # ranks of a game whose table lists positions; beyond that, it is by rank


class MenSolver:
    """How a game of men is solved on a GPU; other engines solve it as any game."""

    searches: Literal[False] = False
    lists_positions = True
    makes_table = True
    table_takes: Literal["minutes"] = "minutes"

    def __init__(self, rules: Rules, men: Men) -> None:
        self.rules = rules
        self.men = men

    def strategy(
        self, name: str, store: TableStore, resources: Resources | None
    ) -> Strategy[Table] | None:
        """Return the strategy on a GPU, None for other resources or rules that it does not serve.

        If the start has other images, not all images of a position need be reachable, and only
        solvers that list positions count them.
        """
        from kibitz.solve.capabilities import serves
        from kibitz.solve.men.men_numbering import Numbering

        if resources is None or resources.on != "gpu" or not serves("men", self.rules):
            return None
        images = self.rules.orbit(self.rules.start) if self.rules.orbit else 1
        numbering = Numbering(self.men)
        if images > 1 or not numbering.is_supported:
            return None
        from kibitz.solve.men.men_strategies import MenByRank, MenListed

        chosen = MenListed if numbering.total <= MOST_LISTED else MenByRank
        return chosen(name, self.rules, store, resources.memory)
