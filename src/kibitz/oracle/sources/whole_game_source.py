"""The table of the whole game, made when the start is asked about without a limit, and kept."""

from __future__ import annotations

from kibitz.language.errors import Sentence
from kibitz.oracle.sources import WithoutLines
from kibitz.solve.effort import Exhausted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.core import PositionId
    from kibitz.core.rules import Rules
    from kibitz.objectives.outcomes import Bound, Outcome
    from kibitz.solve.effort import Effort
    from kibitz.solve.store.table import Table
    from kibitz.solve.table_making import Notice


class FromWholeGame(WithoutLines):
    """Knows what the table says that `make` makes when it is called for the first time.

    A game of two players that is too large for a table can still be searched: `notice` is told
    why there is no table.
    """

    def __init__(self, rules: Rules, make: Callable[[], Table], notice: Notice) -> None:
        self._start = rules.class_of(rules.start)
        self._make = make
        self._table: Table | None = None
        self._two_players = rules.two_players
        self._notice = notice

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        unlimited = effort.positions is None and effort.seconds is None and effort.compile
        if self._table is None and unlimited and position == self._start:
            try:
                self._table = self._make()
            except Exhausted as stopped:
                if not self._two_players:
                    raise
                self._notice(Sentence("there is no table: {reason}", reason=stopped))
        return None if self._table is None else self._table.look_up(position)
