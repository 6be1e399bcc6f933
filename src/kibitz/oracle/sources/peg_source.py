"""Peg positions by argument and by search: classes, short searches and, with time, dense sets."""

from __future__ import annotations

from kibitz.core import MoveId
from kibitz.language.errors import Sentence
from kibitz.objectives.outcomes import Bound, Leaves, Solvable, Unknown
from kibitz.oracle.sources.subgame_source import may_compile
from kibitz.solve.effort import Exhausted
from kibitz.solve.pegs.peg_scores import Scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.core import PositionId
    from kibitz.core.rules import Jumps, Rules
    from kibitz.objectives.outcomes import Outcome
    from kibitz.oracle.sources.whole_board_source import FromWholeBoard
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.pegs.peg_solver import PegSolver
    from kibitz.solve.store.table_store import TableStore

A_GLANCE = 10_000  # an effort of fewer positions is a short search
A_MOMENT = 1.0  # second; so is a shorter one
NOT_FOUND = Sentence("a search found no solution and could not rule one out")


class FromPegSearch:
    """Knows the best score of positions of a game of jumps, as far as the effort goes."""

    looks_up = False

    def __init__(self, rules: Rules, jumps: Jumps, progress: Progress | None = None) -> None:
        self._solved_at = rules.solved_at
        self._scores = Scores(jumps, progress=progress)

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        if effort.positions == 0:
            return None if so_far is not None else Unknown(NOT_FOUND)
        depth = depth_of(effort)
        won = False if so_far is not None and so_far.is_lost else None
        if won is None:
            won = self._scores.is_won(position, depth)
        if won is None:
            return Unknown(NOT_FOUND, "table" if self._scores.fits else "nothing")
        if won:
            return Solvable(score=self._solved_at)
        score = self._scores.score(position, depth, won=False)
        return Bound(best=Leaves(self._solved_at + 1)) if score is None else Leaves(score)

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        try:
            line = self._scores.line(position, depth_of(effort), effort.watch())
        except Exhausted:
            return None
        return None if line is None else [MoveId(jump) for jump in line]


def depth_of(effort: Effort) -> int:
    """Return how much to try: 0 a short search, 1 about a second, 2 whatever settles it."""
    if effort.positions is None and effort.seconds is None and may_compile(effort):
        return 2
    left = effort.left
    few = effort.positions is not None and effort.positions < A_GLANCE
    return 0 if few or (left is not None and left < A_MOMENT) else 1


def peg_sources(
    solver: PegSolver, store: TableStore, progress: Progress | None
) -> Iterator[FromWholeBoard | FromPegSearch]:
    """Yield the sources that know peg boards, the quickest first."""
    from kibitz.solve.compiling.compiled import available

    if available():
        from kibitz.oracle.sources.whole_board_source import FromWholeBoard
        from kibitz.solve.pegs.sets import whole_board

        every = whole_board.find(store, solver.jumps)
        if every is not None:
            yield FromWholeBoard(solver.rules, every)
    if not solver.makes_table:
        yield FromPegSearch(solver.rules, solver.jumps, progress)
