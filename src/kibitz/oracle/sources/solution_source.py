"""Source that searches for any solution of a puzzle with a score.

Every position on the solution is then known to be solvable. Whether that is the best score depends
on what the rules tell about it.
"""

from __future__ import annotations

from kibitz.oracle.sources import MOST_REMEMBERED
from kibitz.solve.invalid_rules import different_answer
from kibitz.solve.search.line_search import seek
from kibitz.solve.structure import solver_of
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.objectives.outcomes import Bound, Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort

MOST_SEARCHED = 5_000


class FromSolutionSearch:
    """Remembers the positions on the solutions found."""

    looks_up = False

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        # Solutions by the position they begin with.
        self._lines: Recent[PositionId, list[MoveId]] = Recent(MOST_REMEMBERED)

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        if position not in self._lines and not self._search(position, effort):
            return None
        end = position
        for move in self._lines[position]:
            end = self._rules.play(end, move)
        return self._rules.objective.outcome_by_line(self._rules.worth(end), self._limit(position))

    def _limit(self, position: PositionId) -> int | None:
        """Return a score that no line from a position improves on; None if it is not known."""
        rules = self._rules
        if rules.bound is not None:
            return rules.bound(position)
        return solver_of(rules).least_score

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        return self._lines.get(position)

    def _search(self, position: PositionId, effort: Effort) -> bool:
        """Search for a solution of a puzzle with a score."""
        most = effort.at_most(MOST_SEARCHED).positions
        assert most is not None
        found = seek(self._rules, position, most)
        if found.line is None:
            return False
        for move, there in zip(found.line, found.passed, strict=False):
            if move not in self._rules.moves(there):
                raise different_answer(self._rules, there)
        for passed, there in enumerate(found.passed):
            self._lines[there] = found.line[passed:]
        return True
