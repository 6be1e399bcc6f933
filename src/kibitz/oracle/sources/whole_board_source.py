"""Source that looks positions up in the set of all solvable positions of a peg board."""

from __future__ import annotations

from kibitz.oracle.sources import WithoutLines
from kibitz.rules.objectives.outcomes import Bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.pegs.sets.whole_board import EveryPosition
    from kibitz.rules import PositionId
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort


class FromWholeBoard(WithoutLines):
    """Looks positions up in the set of solvable ones; the others leave more than one peg."""

    def __init__(self, rules: Rules, known: EveryPosition) -> None:
        self._solved = rules.objective.outcome_of_end(rules.solved_at)
        self._not_solved = Bound(best=rules.objective.outcome_of_end(rules.solved_at + 1))
        self._known = known

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        return self._solved if self._known.wins(position) else self._not_solved
