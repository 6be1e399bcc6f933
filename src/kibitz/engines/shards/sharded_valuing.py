"""Value phase of a sharded solve: codes spread from ends to predecessors, wave after wave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.engines.shards import value_steps
from kibitz.engines.shards.explore_steps import columns_of
from kibitz.engines.shards.shard_state import Handle, Shard
from kibitz.engines.shards.sharded_work import ShardedWork
from kibitz.language.errors import phrase
from kibitz.solve.memory.valuation import VALUING

MESSAGE_BYTES = 8
VALUE_ARRAYS = 2  # of a step, before its messages: the values and the waiting positions


class ShardedValuing:
    """Values the shards of a game, or of one tier.

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
            (shard.count, self.bits, long, columns, shard.arrivals, shard.spans) for shard in shards
        ]
        for at, (_, (links,)) in enumerate(self.work.run(value_steps.link, tasks, 1)):
            shard = shards[at]
            shard.links, shard.arrivals, shard.spans = links, [], []
            self.work.progress(phrase("linking"), at + 1, len(shards))

    def begin(self) -> None:
        """Evaluate the ends."""
        tasks = [
            (self.objective, self.bits, shard.count, shard.facts, shard.links, shard.below)
            for shard in self.shards
        ]
        arrays = VALUE_ARRAYS + len(tasks)
        self._record(self.work.run(value_steps.begin, tasks, arrays), range(len(tasks)))
        for shard in self.shards:
            shard.facts, shard.below = [], []

    def spread(self) -> None:
        """Send codes until nothing is on its way and nothing waits."""
        self._spread(in_order=self.objective.by_distance)

    def stir(self) -> None:
        """Send the codes of positions that can recur, in order."""
        if self.objective.by_distance:
            return
        if not self.state.layer:
            tasks = [
                (self.objective, len(self.shards), shard.count, shard.values, shard.links)
                for shard in self.shards
            ]
            arrays = VALUE_ARRAYS + len(tasks)
            self._record(self.work.run(value_steps.restart, tasks, arrays), range(len(tasks)))
            self.state.layer = 1
            self.work.committed()
        self._spread(in_order=True)

    def close(self) -> None:
        """Reduce values to codes."""
        tasks = [(self.objective, shard.count, shard.values) for shard in self.shards]
        results = self.work.run(value_steps.close, tasks, 1)
        for shard, (_, (codes,)) in zip(self.shards, results, strict=True):
            shard.codes = codes
            shard.values = shard.links = shard.waiting = None

    def _spread(self, *, in_order: bool) -> None:
        shards = self.shards
        while True:
            turn = value_steps.NO_TURN
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
            tasks = [
                (self.objective, self.bits, turn, shard.count, shard.values, shard.links,
                 shard.waiting, shard.heard)
                for shard in (shards[at] for at in busy)
            ]  # fmt: skip
            arrays = VALUE_ARRAYS + len(shards)
            self._record(self.work.run(value_steps.propagate, tasks, arrays), busy)
            self.work.committed()

    def _record(
        self, results: Iterator[tuple[list[int], list[Handle]]], busy: Sequence[int]
    ) -> None:
        """Record the new values of shards, and forward their messages."""
        shards, state = self.shards, self.state
        heard: list[list[Handle]] = [[] for _ in shards]
        turns = []
        for at, (counts, (values, waiting, *messages)) in zip(busy, results, strict=True):
            decided, shards[at].waits, soonest, *sizes = counts
            shards[at].values, shards[at].waiting = values, waiting
            turns.append(soonest)
            state.decided += decided
            state.moved += MESSAGE_BYTES * (sum(sizes) - sizes[at])
            for to, size in enumerate(sizes):
                if size:
                    heard[to].append(messages[to])
            self.work.progress(VALUING, min(state.decided, state.positions), state.positions)
        state.soonest = min((turn for turn in turns if turn), default=0)
        for shard, messages in zip(shards, heard, strict=True):
            shard.heard = messages
