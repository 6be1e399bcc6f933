"""Source that searches for the distance to a solution; it proves the distance or bounds."""

from __future__ import annotations

from itertools import pairwise

from kibitz.language.errors import Sentence
from kibitz.objectives.outcomes import Bound, Solvable, Unknown
from kibitz.solve.effort import Exhausted
from kibitz.solve.memory.move_graph import no_progress
from kibitz.solve.search.puzzle_distance import DistanceSearch
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core import ClassId, MoveId, PositionId
    from kibitz.core.rules import Rules
    from kibitz.objectives.outcomes import Outcome
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress

MOST_REMEMBERED = 100_000
NOT_PROVED = Sentence("a search has proved nothing within its limits")


class FromDistanceSearch:
    """Searches for distances; remembers the proved bounds and the shortest solutions found.

    Only the last search can be resumed; the results of earlier ones are remembered.
    """

    looks_up = False

    def __init__(
        self, rules: Rules, progress: Progress | None = None, *, remembered: int = MOST_REMEMBERED
    ) -> None:
        self._rules = rules
        self._least_image = rules.class_of
        self._progress = progress or no_progress
        self._proved: Recent[ClassId, Outcome] = Recent(remembered)
        # Next position on a shortest solution; the oldest entries are dropped first.
        self._next: Recent[ClassId, ClassId] = Recent(remembered)
        self._last: DistanceSearch | None = None

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        position = self._least_image(position)
        outcome = self._proved.get(position)
        settled = outcome is not None and outcome.known
        if not settled and effort.positions != 0:
            outcome = self._continue(position, effort)
        if outcome is None and so_far is None:
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
            for move in self._rules.moves(position):
                after = self._rules.play(position, move)
                if self._least_image(after) == here:
                    break
            line.append(move)
            position = after
        return line or None

    def _best_move(self, position: PositionId) -> MoveId | None:
        """Return the best move where all of them are known, if it leads to a solution."""
        best: tuple[int, MoveId] | None = None
        for move in self._rules.moves(position):
            after = self._proved.get(self._least_image(self._rules.play(position, move)))
            if after is None or not after.known:
                return None
            if after.distance is not None and (best is None or after.distance < best[0]):
                best = after.distance, move
        return None if best is None else best[1]

    def _continue(self, position: PositionId, effort: Effort) -> Outcome | None:
        """Search within the effort; remember and return what is proved."""
        if self._last is None or self._last.position != position:
            self._last = None  # releases its memory
            self._last = DistanceSearch(self._rules, position)
        search = self._last
        try:
            search.run(effort.watch(self._progress))
        except Exhausted as stopped:
            patient = effort.positions is effort.seconds is None
            if stopped.limit == "memory" and patient and search.outcome is None:
                raise
        finally:  # also after Ctrl-C
            self._remember(search)
        return search.outcome

    def _remember(self, search: DistanceSearch) -> None:
        outcome = search.outcome
        if outcome is None:
            return
        self._proved[search.position] = outcome
        if outcome.known and search.solution is not None:
            line = search.solution
            for passed, here in enumerate(line):
                self._proved[here] = Solvable(len(line) - 1 - passed)
            for here, after in pairwise(line):
                self._next[here] = after
