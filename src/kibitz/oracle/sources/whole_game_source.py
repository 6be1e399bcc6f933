"""Source that builds and saves the table of the whole game."""

from __future__ import annotations

from kibitz.language.errors import Sentence
from kibitz.oracle.sources import WithoutLines
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import Exhausted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.core import PositionId
    from kibitz.core.rules import Rules
    from kibitz.objectives.outcomes import Bound, Outcome
    from kibitz.solve.effort import Effort
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import Notice


class FromWholeGame(WithoutLines):
    """Looks outcomes up in the table that `make` builds on first use.

    A game that is too large for a table may still be searched: `notice` is called
    with the reason why there is no table.
    """

    def __init__(self, rules: Rules, make: Callable[[Effort], Table], notice: Notice) -> None:
        self._start = rules.class_of(rules.start)
        self._make = make
        self._table: Table | None = None
        self._searched = serves("search", rules)
        self._notice = notice

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        unlimited = effort.is_unlimited and effort.compile
        if self._table is None and unlimited and position == self._start:
            try:
                self._table = self._make(effort)
            except Exhausted as stopped:
                if not self._searched:
                    raise
                self._notice(Sentence("there is no table: {reason}", reason=stopped))
        return None if self._table is None else self._table.look_up(position)
