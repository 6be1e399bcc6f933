"""Source that reads a table saved on this machine or shipped with Kibitz."""

from __future__ import annotations

from kibitz.oracle.sources import WithoutLines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core import PositionId
    from kibitz.objectives.outcomes import Bound, Outcome
    from kibitz.solve.effort import Effort
    from kibitz.solve.store.table import Table


class FromTable(WithoutLines):
    """Looks outcomes up in a table."""

    looks_up = True

    def __init__(self, table: Table) -> None:
        self.table = table

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        return self.table.look_up(position)
