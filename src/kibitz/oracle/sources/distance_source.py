"""Source that searches for the best outcome of a puzzle; it proves the outcome or bounds."""

from __future__ import annotations

from itertools import pairwise

from kibitz.oracle.sources import MOST_REMEMBERED, NOT_PROVED, Searching
from kibitz.rules.objectives.outcomes import Unknown
from kibitz.solve.effort import INTERPRETED, Exhausted
from kibitz.solve.invalid_rules import different_answer
from kibitz.solve.search.puzzle_distance import DistanceSearch
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules import ClassId, MoveId, PositionId
    from kibitz.rules.objectives.outcomes import Bound, Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress


class FromDistanceSearch(Searching):
    """Searches for best lines; remembers the proved bounds and the best lines found.

    Only the last search can be resumed; the results of earlier ones are remembered.
    """

    def __init__(
        self,
        rules: Rules,
        progress: Progress | None = None,
        most: int | None = None,
        *,
        remembered: int = MOST_REMEMBERED,
    ) -> None:
        super().__init__(rules, progress, most)
        self._least_image = rules.class_of
        self._proved: Recent[ClassId, Outcome] = Recent(remembered)
        # Next position on a best line; the oldest entries are dropped first.
        self._next: Recent[ClassId, ClassId] = Recent(remembered)
        self._last: Recent[ClassId, DistanceSearch] = Recent(1)

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        here = self._least_image(position)
        outcome = self._proved.get(here)
        settled = outcome is not None and outcome.known
        if not settled and effort.positions != 0:
            outcome = self._continue(here, effort)
        if outcome is None and so_far is None and self._most is None:
            return Unknown(NOT_PROVED, "time")
        return outcome

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        line: list[MoveId] = []
        here = self._least_image(position)
        if here not in self._next:
            first = self._best_move(position)
            if first is None:
                return None
            line, position = [first], self._rules.play(position, first)
            here = self._least_image(position)
        while here in self._next:
            here = self._next[here]
            moves = self._rules.moves(position)
            after = ((move, self._rules.play(position, move)) for move in moves)
            there = [(move, to) for move, to in after if self._least_image(to) == here]
            if not there:
                raise different_answer(self._rules, position)
            move, position = min(there, key=lambda one: self._rules.cost_of(position, one[0]))
            line.append(move)
        return line or None

    def _best_move(self, position: PositionId) -> MoveId | None:
        """Return the best move where all of them are known, if it leads to a solution."""
        best: tuple[Outcome, MoveId] | None = None
        for move in self._rules.moves(position):
            after = self._proved.get(self._least_image(self._rules.play(position, move)))
            if after is None or not after.known:
                return None
            outcome = after.before(cost=self._rules.cost_of(position, move))
            if outcome.measure is not None and (best is None or outcome > best[0]):
                best = outcome, move
        return None if best is None else best[1]

    def _continue(self, position: ClassId, effort: Effort) -> Outcome | None:
        """Search within the effort; remember and return what is proved."""
        search = self._last.get(position)
        if search is None:
            search = self._last[position] = DistanceSearch(self._rules, position)
        effort = effort.at_most(self._most)
        if not (effort.compile or search.ready):  # without a limit of time, even few take long
            effort = effort.at_most(1 if effort.seconds is None else INTERPRETED)
        try:
            self._run(position, search.run, effort, lambda: self._remember(search))
        except Exhausted as stopped:
            patient = effort.is_unlimited
            if stopped.limit == "memory" and patient and search.outcome is None:
                raise
        return search.outcome

    def _remember(self, search: DistanceSearch) -> None:
        outcome = search.outcome
        if outcome is None:
            return
        self._proved[search.position] = outcome
        if outcome.known and search.solution is not None:
            line = search.solution
            for here, total in zip(line, search.totals, strict=True):
                self._proved[here] = search.outcome_of(total)
            for here, after in pairwise(line):
                self._next[here] = after
