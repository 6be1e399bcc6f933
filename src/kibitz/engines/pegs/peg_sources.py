"""Sources for peg positions: the set of a whole board; position classes, searches, dense sets."""

from __future__ import annotations

from contextlib import suppress

from kibitz.engines.pegs.peg_scores import GLANCE, LOOK_UP, SEARCH, SETTLE, Scores
from kibitz.language.errors import Sentence
from kibitz.oracle.sources import Source
from kibitz.rules import MoveId
from kibitz.rules.objectives.outcomes import Bound, Unknown
from kibitz.solve.effort import Exhausted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.engines.pegs.peg_solver import PegSolver
    from kibitz.engines.pegs.sets.whole_board import EveryPosition
    from kibitz.games.peg_boards import Jumps
    from kibitz.rules import PositionId
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort, Progress
    from kibitz.solve.store.table_store import TableStore

SHORT_SEARCH = 0.5  # second; a search of less is a short one
NOT_FOUND = Sentence("a search found no solution and could not rule one out")


class FromWholeBoard(Source):
    """Looks positions up in the set of solvable ones; the others leave more than one peg."""

    def __init__(self, rules: Rules, known: EveryPosition) -> None:
        self._solved = rules.objective.outcome_of_end(rules.solved_at)
        self._not_solved = Bound(best=rules.objective.outcome_of_end(rules.solved_at + 1))
        self._known = known

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        return self._solved if self._known.wins(position) else self._not_solved


class FromPegSearch(Source):
    """Searches for the best score of peg positions, within the effort."""

    def __init__(self, rules: Rules, jumps: Jumps, progress: Progress | None = None) -> None:
        self._solved_at = rules.solved_at
        self._objective = rules.objective
        self._scores = Scores(jumps)
        self._progress = progress

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        looks_up = effort.positions == 0
        depth = LOOK_UP if looks_up else self._depth(effort)
        watch = effort.watch(self._progress)
        won = False if so_far is not None and so_far.is_lost else None
        if won is None:
            won = self._scores.is_won(position, depth, watch)
        if won is None and looks_up:
            return None if so_far is not None else Unknown(NOT_FOUND)
        if won is None:
            return Unknown(NOT_FOUND, "table" if self._scores.sets.fits else "nothing")
        if won:
            return self._objective.outcome_of_end(self._solved_at)
        score = None
        with suppress(Exhausted):
            score = self._scores.score(position, depth, watch, won=False)
        if score is None:
            return Bound(best=self._objective.outcome_of_end(self._solved_at + 1))
        return self._objective.outcome_of_end(score)

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        try:
            watch = effort.watch(self._progress)
            line = self._scores.line(position, self._depth(effort), watch)
        except Exhausted:
            return None
        return None if line is None else [MoveId(jump) for jump in line]

    def _depth(self, effort: Effort) -> int:
        """Return how much to try: 0 a short search, 1 about a second, 2 whatever settles it.

        After a question that is not a small one, sets that are quick decide the others as well. A
        limit of time does not make it small: to decide which positions are won happens once, and
        the scores that there is no time for are bounds.
        """
        left = effort.left
        small = effort.is_small or (left is not None and left < SHORT_SEARCH)
        if not effort.is_small:
            self._scores.sweeps = True
        if effort.is_unlimited and effort.compiles:
            return SETTLE
        if small:
            return GLANCE
        return SETTLE if left is not None and self._scores.sets.quick else SEARCH


def peg_sources(
    solver: PegSolver, store: TableStore, progress: Progress | None
) -> Iterator[FromWholeBoard | FromPegSearch]:
    """Yield the sources for peg boards, the quickest first."""
    from kibitz.solve.compiling.compiled import available

    if available():
        from kibitz.engines.pegs.sets import whole_board

        every = whole_board.find(store, solver.jumps)
        if every is not None:
            yield FromWholeBoard(solver.rules, every)
    if not solver.makes_table:
        yield FromPegSearch(solver.rules, solver.jumps, progress)
