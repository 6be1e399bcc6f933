"""A shortest solution of a puzzle, found by exploring no farther than it takes."""

from __future__ import annotations

from kibitz.solve.codes import outcome_of
from kibitz.solve.effort import Exhausted
from kibitz.solve.graph import silence
from kibitz.solve.puzzle import PuzzleSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.contract import Rules
    from kibitz.solve.effort import Effort
    from kibitz.solve.graph import Progress
    from kibitz.solve.outcome import Bound, Outcome


class FromShortestSearch:
    """Knows the position that it was last asked about, and where its moves lead.

    Where the number of positions is limited it does nothing: solving all of so few positions is
    quick and settles every later question. `most` limits it to so many positions, whatever the
    effort: another source goes on from there.
    """

    def __init__(
        self, rules: Rules, progress: Progress | None = None, most: int | None = None
    ) -> None:
        self._rules = rules
        self._most = most
        self._progress = progress or silence
        self._last: PuzzleSearch | None = None

    def ask(self, position: int, effort: Effort, so_far: Bound | None) -> Outcome | None:
        code = self._last.code(position) if self._last else None
        if code is None:
            if effort.positions is not None:
                return None
            self._last = None  # so that its memory can be used
            try:
                watch = effort.replace(positions=self._most).watch(self._progress)
                self._last = PuzzleSearch(self._rules, position, watch)
            except Exhausted:
                if self._most is None:
                    raise
                return None
            code = self._last.code(position)
            assert code is not None
        return outcome_of(self._rules, code)

    def line(self, position: int, effort: Effort) -> list[int] | None:
        if self._last is None or self._last.rules.start != position:
            return None
        return self._last.line()
