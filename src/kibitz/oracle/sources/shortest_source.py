"""Source that finds a shortest solution by breadth-first search."""

from __future__ import annotations

from kibitz.solve.effort import Exhausted
from kibitz.solve.memory.move_graph import no_progress
from kibitz.solve.memory.puzzle_search import PuzzleSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.objectives.outcomes import Bound, Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress


class FromShortestSearch:
    """Remembers the last position asked about, and its successors.

    `most` limits it to so many positions, whatever the effort: another source goes on from there.
    Where the effort limits the number of positions, it looks at `near` of them at most: solving all
    of so few positions is quick, and settles every later question.
    """

    looks_up = False

    def __init__(
        self,
        rules: Rules,
        progress: Progress | None = None,
        most: int | None = None,
        *,
        near: int = 0,
    ) -> None:
        self._rules = rules
        self._most = most
        self._near = near
        self._progress = progress or no_progress
        self._last: PuzzleSearch | None = None

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        code = self._last.code(position) if self._last else None
        if code is None:
            most = min(self._near, effort.positions) if effort.positions is not None else self._most
            if most == 0:
                return None
            self._last = None  # releases its memory
            try:
                watch = effort.replace(positions=most).watch(self._progress)
                self._last = PuzzleSearch(self._rules, position, watch)
            except Exhausted as stopped:
                if most is None and stopped.limit != "seconds":
                    raise
                return None
            code = self._last.code(position)
            assert code is not None
        return self._rules.objective.outcome(code)

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        if self._last is None or self._last.rules.start != position:
            return None
        return self._last.line()
