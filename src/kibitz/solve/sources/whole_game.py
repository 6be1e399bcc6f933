"""The table of the whole game, made when the start is asked about without a limit, and kept."""

from __future__ import annotations

from kibitz.solve.sources import WithoutLines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules.contract import Rules
    from kibitz.solve.effort import Effort
    from kibitz.solve.outcome import Bound, Outcome
    from kibitz.solve.table import Table


class FromWholeGame(WithoutLines):
    """Knows what the table says that `make` makes when it is called for the first time."""

    def __init__(self, rules: Rules, make: Callable[[], Table]) -> None:
        self._start = rules.canonical(rules.start) if rules.canonical else rules.start
        self._make = make
        self._table: Table | None = None

    def ask(self, position: int, effort: Effort, so_far: Bound | None) -> Outcome | None:
        unlimited = effort.positions is None and effort.seconds is None and effort.compile
        if self._table is None and unlimited and position == self._start:
            self._table = self._make()
        return None if self._table is None else self._table.look_up(position)
