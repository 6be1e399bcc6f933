"""Source that builds and saves the table of the whole game."""

from __future__ import annotations

from kibitz.language.errors import Sentence
from kibitz.oracle.sources import WithoutLines
from kibitz.solve.effort import Exhausted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules import PositionId
    from kibitz.rules.objectives.outcomes import Bound, Outcome
    from kibitz.solve.effort import Effort
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import Notice


class FromWholeGame(WithoutLines):
    """Looks outcomes up in the table that `make` builds for the first question that it `is_for`.

    If a game is too large for a table, `notice` is called with the reason; `Exhausted` is raised if
    this source is `alone`: no other one settles such a game.
    """

    def __init__(
        self,
        make: Callable[[Effort], Table],
        is_for: Callable[[PositionId, Effort], bool],
        notice: Notice,
        *,
        alone: bool,
    ) -> None:
        self._make = make
        self._is_for = is_for
        self._table: Table | None = None
        self._alone = alone
        self._notice = notice

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        if self._table is None and self._is_for(position, effort):
            try:
                self._table = self._make(effort)
            except Exhausted as stopped:
                if self._alone:
                    raise
                self._notice(Sentence("there is no table: {reason}", reason=stopped))
        return None if self._table is None else self._table.look_up(position)
