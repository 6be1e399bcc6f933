"""Value phase of a sharded solve: codes spread from ends to predecessors, wave after wave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kibitz.engines.shards.executor import Task
from kibitz.engines.shards.explore_steps import columns_of
from kibitz.engines.shards.shard_state import Handle, Shard
from kibitz.engines.shards.sharded_work import ShardedWork
from kibitz.engines.shards.value_steps import NO_TURN, begin, close, link, propagate, restart
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
        tasks = [
            partial(step, shard.count, shard.facts, shard.links, shard.below)
            for shard in self.shards
        ]
        self._send(tasks, range(len(tasks)))
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
