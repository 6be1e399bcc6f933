"""Source for terminal positions, which the rules value."""

from __future__ import annotations

from kibitz.oracle.sources import WithoutLines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core import PositionId
    from kibitz.core.rules import Rules
    from kibitz.objectives.outcomes import Bound, Outcome
    from kibitz.solve.effort import Effort


class Ends(WithoutLines):
    """Values positions without moves."""

    looks_up = True

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        if not self._rules.is_over(position):
            return None
        return self._rules.objective.outcome_of_end(self._rules.worth(position))
