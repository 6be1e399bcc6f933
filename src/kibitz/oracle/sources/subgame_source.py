"""Source that solves the subgame of a position, interpreted if it is small, else compiled."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.language.errors import Sentence, plural
from kibitz.objectives.outcomes import Unknown
from kibitz.oracle.sources import WithoutLines
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import FEW, Exhausted
from kibitz.solve.memory.move_graph import no_progress
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core import PositionId
    from kibitz.core.rules import Rules
    from kibitz.objectives.outcomes import Bound, Outcome
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.in_memory import Tier
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.store.solution import Solution

OUT_OF_TIME = Unknown(Sentence("it needs more time than allowed"))
MOST_KEPT = 2_000_000  # positions of solved subgames that are remembered


class FromSubgame(WithoutLines, ABC):
    """Solves the subgame of a position, and remembers it for later questions."""

    tier: Tier

    def __init__(
        self, rules: Rules, progress: Progress | None = None, *, kept: int = MOST_KEPT
    ) -> None:
        self._rules = rules.replace(placements=None)
        self._progress = progress or no_progress
        self._solutions: Recent[int, Solution] = Recent(kept, weigh=len)
        # Positions, and the limit that was not enough.
        self._too_large: Recent[int, int] = Recent(kept)

    @abstractmethod
    def effort_of(self, effort: Effort) -> Effort | None:
        """Return the share of an effort for this source, None if it has none."""

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        least = self._rules.class_of(position)
        for solution in reversed(self._solutions.values()):
            code = solution.code(least)
            if code is not None:
                return self._rules.objective.outcome(code)
        mine = self.effort_of(effort)
        if mine is None:
            return None
        most = mine.positions
        if most == 0:
            return OUT_OF_TIME if effort.seconds == 0 else too_large(effort, 0)
        if most is not None and self._too_large.get(least, -1) >= most:
            return too_large(effort, most)
        from kibitz.solve.memory.in_memory import solve  # where a table answers, nothing is solved

        try:
            rules = self._rules.starting_at(position)
            solution = solve(rules, tier=self.tier, progress=self._progress, effort=mine)
        except Exhausted as stopped:
            if (
                stopped.limit == "memory"
                and effort.is_unlimited
                and not serves("search", self._rules)
            ):
                raise  # nothing else can settle it
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


class FromInterpretedSubgame(FromSubgame):
    """Solves small subgames in the interpreter; without a compiler, all of them."""

    tier = "interpreter"

    def effort_of(self, effort: Effort) -> Effort | None:
        if not effort.compiles:
            return effort
        few = FEW if effort.positions is None else min(FEW, effort.positions)
        if self._too_large and few == FEW:
            return None  # one position was too large, so others are; compiled code is ready now
        return effort.replace(positions=few)


class FromCompiledSubgame(FromSubgame):
    """Solves subgames in compiled code that are too large for the interpreter."""

    tier = "compiled"

    def effort_of(self, effort: Effort) -> Effort | None:
        if effort.positions is None and serves("shortest", self._rules):
            return None  # a search for a shortest way goes no farther than it must
        return effort if effort.compiles and not effort.is_small else None


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
