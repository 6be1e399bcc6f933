"""Scheduler of a sharded solve: orders the steps, and holds only counts and handles.

1. **Seed**: the start, or all placements, go to their owners.
2. **Explore**: every new position is expanded; its children go to their owners, each with the
   number of its parent; positions new to their owner are the next layer.
3. **Link**: each owner reverses the moves that lead to its positions.
4. **Value**: terminal positions send their codes to their predecessors; positions decided by
   that send theirs, wave after wave. A draw is never decided.
5. **Finish**: each owner sorts its positions and counts their values.

A large game that defines tiers is solved tier by tier: explored from the highest down without
storing moves, then valued from the lowest up. A tier's moves are generated again when it is valued;
those into lower tiers are answered at once by the owners there, who know their codes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kibitz.engines.shards.executor import Executor
from kibitz.engines.shards.finish_steps import finish, tally
from kibitz.engines.shards.shard_state import Shard, State, TierShards
from kibitz.engines.shards.sharded_exploring import ShardedExploring
from kibitz.engines.shards.sharded_result import ShardedResult
from kibitz.engines.shards.sharded_valuing import ShardedValuing
from kibitz.engines.shards.sharded_work import ShardedWork
from kibitz.rules.rules import Rules
from kibitz.solve.capabilities import goes_by_tiers
from kibitz.solve.invalid_rules import check_placements
from kibitz.solve.memory.census import all_images_reached
from kibitz.solve.memory.move_graph import Progress, no_progress

ANY_NUMBER = 1 << 62  # of positions
FEW = 1 << 18  # positions explored here to prove that every image is reachable
VALUING_PHASES = ("link", "begin", "spread", "stir", "close")


class ShardedSolve:
    """A sharded solve on an executor. `commit` is called when a step is complete.

    A game of more than `at_once` positions is solved by tiers, if it defines them.
    """

    def __init__(
        self,
        rules: Rules,
        executor: Executor,
        state: State,
        progress: Progress | None = None,
        commit: Callable[[State], None] | None = None,
        at_once: int = ANY_NUMBER,
    ) -> None:
        self.rules = rules
        self.state = state
        self.work = ShardedWork(
            rules, executor, state, progress or no_progress, commit or (lambda state: None)
        )
        self.exploring = ShardedExploring(self.work)
        self.at_once = at_once

    def run(self) -> ShardedResult:
        """Continue from the state to the end."""
        state = self.state
        if not state.tiers:
            self._do("explore", self._explore)
        if state.tiers:
            self._by_tiers()
        else:
            self._value(state.shards)
            self._do("count", self._count)
        return self._finish()

    def _do(self, phase: str, work: Callable[[], None]) -> None:
        """Do the work of a phase, unless it is done."""
        if phase not in self.state.done:
            work()
            self._finish_phase(phase)

    def _finish_phase(self, *phases: str) -> None:
        self.state.done += phases
        self.state.layer = 0
        self.work.committed()

    def _explore(self) -> None:
        state = self.state
        may_divide = goes_by_tiers(self.rules)
        for _ in self.exploring.explore(state.shards, mirrored=True):
            if may_divide and state.positions > self.at_once:
                may_divide = self._is_full()
                if may_divide:
                    self._begin_tiers()
                    return

    def _value(self, shards: list[Shard]) -> None:
        valuing = ShardedValuing(self.work, shards)
        for phase in VALUING_PHASES:
            self._do(phase, getattr(valuing, phase))

    # Tiers

    def _begin_tiers(self) -> None:
        """Begin again, by tiers."""
        state, rules = self.state, self.rules
        assert rules.tier is not None
        state.shards = [Shard() for _ in state.shards]
        state.expanded = state.moves = 0
        first = state.tier(rules.tier(rules.class_of(rules.start)))
        self.exploring.seed(first.shards, mirrored=True)

    def _by_tiers(self) -> None:
        state = self.state
        while waiting := [tier for tier in state.tiers if not tier.explored]:
            highest = max(waiting, key=_number)
            self.exploring.explore_tier(highest)
            highest.explored = True
            self._finish_tier()
        while waiting := [tier for tier in state.tiers if not tier.valued]:
            lowest = min(waiting, key=_number)
            self._do("survey", lambda tier=lowest: self.exploring.survey_tier(tier))  # type: ignore[misc]
            self._value(lowest.shards)
            lowest.valued = True
            self._finish_tier()

    def _finish_tier(self) -> None:
        self.state.done = []
        self.state.finished += 1
        self._finish_phase("explore")

    # Together

    def _count(self) -> None:
        """Find the number of images of each position that belong to the game, if not all do."""
        rules, state = self.rules, self.state
        if rules.canonical is None or (rules.orbit is not None and self._is_full()):
            return
        if not state.full:
            state.full = [Shard() for _ in state.shards]
            state.layer, state.expanded, state.moves = 0, 0, 0
        if rules.placements is None:
            for _ in self.exploring.explore(state.full, mirrored=False):
                pass
        else:
            self.exploring.seed(state.full, mirrored=False)
        tasks = [
            partial(tally, rules, shard.count, shard.runs, full.runs)
            for shard, full in zip(state.shards, state.full, strict=True)
        ]
        for shard, (_, (images,)) in zip(state.shards, self.work.run(tasks, 1), strict=True):
            shard.images = images
        state.full = []

    def _is_full(self) -> bool:
        """Return whether every image of every position belongs to the game."""
        rules = self.rules
        return (
            rules.canonical is None
            or rules.placements is not None
            or all_images_reached(rules, FEW)
        )

    def _finish(self) -> ShardedResult:
        tasks = [
            partial(finish, self.rules, shard.count, shard.runs, shard.codes, shard.images)
            for shard in self.state.all_shards
            if shard.count
        ]
        result = ShardedResult()
        for counts, (positions, codes) in self.work.run(tasks, 2):
            result.add(counts, positions, codes)
        check_placements(self.rules, sum(result.in_full.values()), self.state.placed)
        return result


def _number(tier: TierShards) -> int:
    return tier.number
