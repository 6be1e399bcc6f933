"""Sources of outcomes, one file each; the two that only look up are here.

A source answers one question, `ask(position, effort, so_far)`:

- an outcome it has proved, or a `Bound` if it has proved only that much;
- an `Unknown` if it used up the effort, with a reason that is shown to people;
- None if it does not serve this position.

`so_far` is the `Bound` that earlier sources have proved, or None; a source may start from it.
Sources are independent; `oracle/plan.py` puts them in order. A source may also have best lines:
`line(position, effort)` returns the moves of one to its end, or None.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.objectives.outcomes import Bound, Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort
    from kibitz.solve.store.opening_book import OpeningBook
    from kibitz.solve.store.table import Table


class WithoutLines:
    """Mixin for sources that have outcomes but no lines."""

    looks_up = False

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        return None


class Ends(WithoutLines):
    """Values terminal positions by the rules."""

    looks_up = True

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        if not self._rules.is_over(position):
            return None
        return self._rules.objective.outcome_of_end(self._rules.worth(position))


class FromTable(WithoutLines):
    """Reads a table or an opening book, saved on this machine or shipped with Kibitz."""

    looks_up = True

    def __init__(self, table: Table | OpeningBook) -> None:
        self.table = table

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        return self.table.look_up(position)
