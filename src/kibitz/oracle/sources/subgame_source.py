"""Sources that solve: the subgame of a position, or the whole game, whose table is saved."""

from __future__ import annotations

from kibitz.language.errors import Sentence, plural
from kibitz.oracle.sources import Source, Working
from kibitz.rules.objectives.outcomes import Unknown
from kibitz.solve.effort import Exhausted, no_progress
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules import PositionId
    from kibitz.rules.objectives.outcomes import Bound, Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort, Progress
    from kibitz.solve.memory.in_memory import Mode
    from kibitz.solve.store.solution import Solution
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import Notice

OUT_OF_TIME = Unknown(Sentence("it needs more time than allowed"))
MOST_KEPT = 2_000_000  # positions of solved subgames that are remembered


class FromSubgame(Working):
    """Solves the subgame of a position in the interpreter, and remembers it for later questions.

    Code that is compiled already is used in any case.
    """

    _mode: Mode = "interpreter"

    def __init__(
        self,
        rules: Rules,
        progress: Progress | None = None,
        *,
        kept: int = MOST_KEPT,
    ) -> None:
        super().__init__(rules.replace(placements=None), progress or no_progress)
        self._solutions: Recent[int, Solution] = Recent(kept, weigh=len)
        # Positions, and the limit that was not enough.
        self._too_large: Recent[int, int] = Recent(kept)

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        least = self._rules.class_of(position)
        for solution in reversed(self._solutions.values()):
            code = solution.code(least)
            if code is not None:
                return self._rules.objective.outcome(code)
        mine = self._share(effort)
        if mine.positions != effort.positions and (mine.positions == 0 or self._too_large):
            return None  # one position was too large, so others are; another source continues
        most = mine.positions
        if most == 0:
            return OUT_OF_TIME if effort.seconds == 0 else too_large(effort, 0)
        if most is not None and self._too_large.get(least, -1) >= most:
            return too_large(effort, most)
        # Where a table answers, nothing is solved.
        from kibitz.solve.compiling.compiled import is_ready
        from kibitz.solve.memory.game_kernels import expand
        from kibitz.solve.memory.in_memory import solve

        try:
            rules = self._rules.starting_at(position)
            mode: Mode = "compiled" if is_ready(expand, self._rules) else self._mode
            solution = solve(rules, mode=mode, progress=self._progress, effort=mine)
        except Exhausted as stopped:
            if stopped.limit == "memory" and effort.is_unlimited and self._alone:
                raise
            if stopped.limit != "positions":
                return out_of(stopped)
            self._too_large[least] = most or 0
            return too_large(effort, most or 0)
        self._solutions[least] = solution
        code = solution.code(least)
        assert code is not None
        return self._rules.objective.outcome(code)

    @property
    def remembered(self) -> list[Solution]:
        """The solved subgames in the cache, the oldest first."""
        return list(self._solutions.values())


class FromCompiledSubgame(FromSubgame):
    """Does the same in compiled code."""

    _mode = "compiled"


def too_large(effort: Effort, most: int) -> Unknown:
    """Return the `Unknown` for a subgame with too many positions."""
    count = most if effort.positions is None else effort.positions
    return Unknown(
        plural(
            "more than {count} position can follow",
            "more than {count} positions can follow",
            count,
        )
    )


def out_of(stopped: Exhausted) -> Unknown:
    """Return the `Unknown` for a lack of time or memory."""
    if stopped.limit == "memory":
        return Unknown(Sentence("it needs more memory than allowed"))
    return OUT_OF_TIME


class FromWholeGame(Source):
    """Looks outcomes up in the table that `make` builds for an unlimited question about the start.

    If a game is too large for a table, `notice` is called with the reason; `Exhausted` is raised if
    this source is `alone`: no other one settles such a game.
    """

    def __init__(
        self,
        rules: Rules,
        make: Callable[[Effort], Table],
        notice: Notice,
        *,
        alone: bool,
    ) -> None:
        self._start = rules.class_of(rules.start)
        self._make = make
        self._table: Table | None = None
        self._alone = alone
        self._notice = notice

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        is_for_table = position == self._start and effort.is_unlimited and effort.compile
        if self._table is None and is_for_table:
            try:
                self._table = self._make(effort)
            except Exhausted as stopped:
                if self._alone:
                    raise
                self._notice(Sentence("there is no table: {reason}", reason=stopped))
        return None if self._table is None else self._table.look_up(position)
