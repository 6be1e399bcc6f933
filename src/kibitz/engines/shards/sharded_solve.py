"""Scheduler of a sharded solve: orders the steps, and holds only counts and handles.

1. **Seed**: the start, or all placements, go to their owners.
2. **Explore**: every new position is expanded; its children go to their owners, each with the
   number of its parent; positions new to their owner are the next layer.
3. **Link**: each owner reverses the moves that lead to its positions.
4. **Value**: terminal positions send their codes to their predecessors; positions decided by
   that send theirs, wave after wave. A draw is never decided.
5. **Finish**: each owner sorts its positions and counts their values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kibitz.engines.shards.explore_steps import columns_of
from kibitz.engines.shards.sharded_exploring import ShardedExploring
from kibitz.engines.shards.sharded_result import ShardedResult
from kibitz.engines.shards.sharded_work import (
    Executor,
    Handle,
    Shard,
    ShardedWork,
    State,
    Task,
)
from kibitz.engines.shards.value_steps import (
    NO_TURN,
    begin,
    close,
    finish,
    link,
    propagate,
    restart,
    tally,
)
from kibitz.language.errors import phrase
from kibitz.rules.rules import Rules
from kibitz.solve.effort import Progress, no_progress
from kibitz.solve.invalid_rules import check_placements
from kibitz.solve.memory.census import all_images_reached
from kibitz.solve.memory.valuation import VALUING

EXPLORED_HERE = 1 << 18  # positions, to prove that every image is reachable
MESSAGE_BYTES = 8
VALUE_ARRAYS = 2  # of a step, before its messages: the values and the waiting positions
VALUING_PHASES = ("link", "begin", "spread", "stir", "close")


class ShardedSolve:
    """A sharded solve on an executor. `commit` is called when a step is complete."""

    def __init__(
        self,
        rules: Rules,
        executor: Executor,
        state: State,
        progress: Progress | None = None,
        commit: Callable[[State], None] | None = None,
    ) -> None:
        self.rules = rules
        self.state = state
        self.work = ShardedWork(
            rules, executor, state, progress or no_progress, commit or (lambda state: None)
        )
        self.exploring = ShardedExploring(self.work)

    def run(self) -> ShardedResult:
        """Continue from the state to the end."""
        state = self.state
        self._do("explore", lambda: self.exploring.explore(state.shards, mirrored=True))
        valuing = ShardedValuing(self.work, state.shards)
        for phase in VALUING_PHASES:
            self._do(phase, getattr(valuing, phase))
        self._do("count", self._count)
        return self._finish()

    def _do(self, phase: str, work: Callable[[], None]) -> None:
        """Do the work of a phase, unless it is done."""
        if phase not in self.state.done:
            work()
            self.state.done.append(phase)
            self.state.layer = 0
            self.work.committed()

    def _count(self) -> None:
        """Find the number of images of each position that belong to the game, if not all do."""
        rules, state = self.rules, self.state
        if rules.canonical is None or (rules.orbit is not None and all_images_belong(rules)):
            return
        if not state.full:
            state.full = [Shard() for _ in state.shards]
            state.layer, state.expanded, state.moves = 0, 0, 0
        if rules.placements is None:
            self.exploring.explore(state.full, mirrored=False)
        else:
            self.exploring.seed(state.full, mirrored=False)
        tasks = [
            partial(tally, rules, shard.count, shard.runs, full.runs)
            for shard, full in zip(state.shards, state.full, strict=True)
        ]
        for shard, (_, (images,)) in zip(state.shards, self.work.run(tasks, 1), strict=True):
            shard.images = images
        state.full = []

    def _finish(self) -> ShardedResult:
        tasks = [
            partial(finish, self.rules, shard.count, shard.runs, shard.codes, shard.images)
            for shard in self.state.shards
            if shard.count
        ]
        result = ShardedResult()
        for counts, (positions, codes) in self.work.run(tasks, 2):
            result.add(counts, positions, codes)
        check_placements(self.rules, sum(result.in_full.values()), self.state.placed)
        return result


def all_images_belong(rules: Rules) -> bool:
    """Return whether every image of every position is known to belong to the game."""
    return (
        rules.canonical is None
        or rules.placements is not None
        or all_images_reached(rules, EXPLORED_HERE)
    )


class ShardedValuing:
    """Values the shards of a game.

    Codes are sent in the order of their priority. A wave has a turn: the least priority of any
    position that waits, and of any message that is on its way. Where the objective does not depend
    on distance, order matters only for positions that can recur: the others are sent as soon as all
    their moves are decided, whatever their priority, which takes fewer waves.
    """

    def __init__(self, work: ShardedWork, shards: list[Shard]) -> None:
        self.work = work
        self.shards = shards
        self.objective = work.rules.objective
        self.state = work.state
        self.bits = (len(shards) - 1).bit_length()

    def link(self) -> None:
        """Reverse the moves."""
        shards = self.shards
        long = max(shard.count for shard in shards) << self.bits >= 1 << 31
        columns = columns_of(self.work.rules)
        tasks = [
            partial(link, shard.count, self.bits, long, columns, shard.arrivals, shard.spans)
            for shard in shards
        ]
        for at, (_, (links,)) in enumerate(self.work.run(tasks, 1)):
            shard = shards[at]
            shard.links, shard.arrivals, shard.spans = links, [], []
            self.work.progress(phrase("linking"), at + 1, len(shards))

    def begin(self) -> None:
        """Evaluate the ends."""
        step = partial(begin, self.objective, self.bits)
        tasks = [partial(step, shard.count, shard.facts, shard.links) for shard in self.shards]
        self._send(tasks, range(len(tasks)))
        for shard in self.shards:
            shard.facts = []

    def spread(self) -> None:
        """Send codes until nothing is on its way and nothing waits."""
        self._spread(in_order=self.objective.by_distance)

    def stir(self) -> None:
        """Send the codes of positions that can recur, in order."""
        if self.objective.by_distance:
            return
        if not self.state.layer:
            step = partial(restart, self.objective, len(self.shards))
            tasks = [partial(step, shard.count, shard.values, shard.links) for shard in self.shards]
            self._send(tasks, range(len(tasks)))
            self.state.layer = 1
            self.work.committed()
        self._spread(in_order=True)

    def close(self) -> None:
        """Reduce values to codes."""
        tasks = [partial(close, self.objective, shard.count, shard.values) for shard in self.shards]
        results = self.work.run(tasks, 1)
        for shard, (_, (codes,)) in zip(self.shards, results, strict=True):
            shard.codes = codes
            shard.values = shard.links = shard.waiting = None

    def _spread(self, *, in_order: bool) -> None:
        shards = self.shards
        while True:
            turn = NO_TURN
            if in_order:
                waits = [self.state.soonest, *(shard.waits for shard in shards)]
                turn = min((each for each in waits if each), default=turn)
            busy = [
                at
                for at, shard in enumerate(shards)
                if shard.heard or (in_order and turn and shard.waits == turn)
            ]
            if not busy:
                return
            step = partial(propagate, self.objective, self.bits, turn)
            tasks = [
                partial(step, shard.count, shard.values, shard.links, shard.waiting, shard.heard)
                for shard in (shards[at] for at in busy)
            ]
            self._send(tasks, busy)
            self.work.committed()

    def _send(self, tasks: Sequence[Task], busy: Sequence[int]) -> None:
        """Run tasks of shards, record their new values, and forward their messages."""
        shards, state = self.shards, self.state
        results = self.work.run(tasks, VALUE_ARRAYS + len(shards))
        heard: list[list[Handle]] = [[] for _ in shards]
        turns = []
        for at, (sent, (values, waiting, *messages)) in zip(busy, results, strict=True):
            shards[at].values, shards[at].waiting, shards[at].waits = values, waiting, sent.waits
            turns.append(sent.soonest)
            state.decided += sent.decided
            state.moved += MESSAGE_BYTES * (sum(sent.sizes) - sent.sizes[at])
            for to, size in enumerate(sent.sizes):
                if size:
                    heard[to].append(messages[to])
            self.work.progress(VALUING, min(state.decided, state.positions), state.positions)
        state.soonest = min((turn for turn in turns if turn), default=0)
        for shard, messages in zip(shards, heard, strict=True):
            shard.heard = messages
