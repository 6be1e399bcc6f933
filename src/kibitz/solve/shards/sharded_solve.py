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

from typing import TYPE_CHECKING, NamedTuple

from kibitz.language.errors import phrase
from kibitz.solve.effort import COUNTING
from kibitz.solve.invalid_rules import check_placements
from kibitz.solve.memory.census import all_images_reached
from kibitz.solve.memory.explore_interpreted import EXPLORING
from kibitz.solve.memory.move_graph import no_progress
from kibitz.solve.memory.valuation import VALUING
from kibitz.solve.shards import explore_steps, value_steps
from kibitz.solve.shards.shard_state import Handle, Shard, State
from kibitz.solve.shards.sharded_result import ShardedResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from kibitz.core.rules import Rules
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.shards.executor import Executor

LARGEST_PIECE = 1 << 18  # positions expanded per task
SMALLEST_PIECE = 1 << 10
MESSAGE_BYTES = 8
POSITION_NEEDS, MOVE_NEEDS = 40, 6  # bytes of a task per position and per move of its shard
SEED_NEEDS = 16  # the same per placement, images included
FEW = 1 << 18  # positions explored here to prove that every image is reachable


class ShardFull(Exception):
    """A shard exceeds the memory of one task: the game needs more shards."""


class PendingMessages(NamedTuple):
    """Messages to a shard in one layer: buckets, the shards they come from, and their sizes."""

    buckets: list[Handle]
    origins: list[int]
    sizes: list[int]


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
        self.executor = executor
        self.state = state
        self.progress = progress or no_progress
        self.commit = commit or (lambda state: None)
        self.bits = (len(state.shards) - 1).bit_length()

    def run(self) -> ShardedResult:
        """Continue from the state to the end."""
        for phase in ("explore", "link", "begin", "spread", "stir", "count"):
            if phase not in self.state.done:
                getattr(self, f"_{phase}")()
                self.state.done.append(phase)
                self.state.layer = 0
                self.commit(self.state)
        return self._finish()

    def _explore(self) -> None:
        state = self.state
        self._explore_in(state.shards, mirrored=True)

    def _explore_in(self, shards: list[Shard], *, mirrored: bool) -> None:
        """Find every position; unless mirrored, no moves are stored."""
        state = self.state
        if not state.layer:
            self._seed(shards, mirrored)
            state.layer = 1
            self.commit(state)
        while any(shard.fresh for shard in shards):
            self._layer(shards, mirrored)
            state.layer += 1
            self.commit(state)

    def _seed(self, shards: list[Shard], mirrored: bool) -> None:
        shares = 1
        if self.rules.placements is not None:
            ((counts, _),) = self._run(explore_steps.count, [(self.rules,)], 1)
            (self.state.placed,) = counts
            self.state.shrinking = False
            shares = self.executor.size + SEED_NEEDS * self.state.placed // self.executor.memory
        tasks = [(self.rules, len(shards), share, shares, mirrored) for share in range(shares)]
        coming = [PendingMessages([], [], []) for _ in shards]
        for counts, arrays in self._run(explore_steps.seed, tasks, len(shards)):
            for owner, (size, array) in enumerate(zip(counts, arrays, strict=True)):
                if size:
                    coming[owner].buckets.append(array)
                    coming[owner].sizes.append(size)
        self._merge(shards, coming, keep=False)

    def _layer(self, shards: list[Shard], mirrored: bool) -> None:
        """Expand the last layer, and find the next."""
        coming = [PendingMessages([], [], []) for _ in shards]
        tasks, whose = [], []
        for number, shard in enumerate(shards):
            for first, last in self._pieces(shard.fresh, shards):
                whose.append((number, last - first))
                tasks.append(
                    (self.rules, len(shards), mirrored, shard.runs[-1], first, last,
                     shard.count - shard.fresh + first)
                )  # fmt: skip
        results = self._run(explore_steps.expand, tasks, 1 + len(shards))
        for (number, size), ((shrinking, *counts), (facts, *buckets)) in zip(
            whose, results, strict=True
        ):
            self.state.shrinking &= bool(shrinking)
            self.state.expanded += size
            self.state.moved += explore_steps.CHILD_BYTES * (sum(counts) - counts[number])
            if mirrored:
                shards[number].facts.append(facts)
            for owner, count in enumerate(counts):
                if count:
                    shards[owner].moves += count
                    coming[owner].buckets.append(buckets[owner])
                    coming[owner].origins.append(number)
                    coming[owner].sizes.append(count)
            self.progress(EXPLORING if mirrored else COUNTING, self.state.expanded, None)
        self._merge(shards, coming, keep=mirrored)

    def _pieces(self, size: int, shards: list[Shard]) -> Iterator[tuple[int, int]]:
        """Divide a run into pieces whose children fit into the memory of a task."""
        children = 1 + sum(shard.moves for shard in shards) // max(1, self.state.expanded)
        most = min(LARGEST_PIECE, self.executor.memory // (32 * children)) or 1
        pieces = -(-size // max(most, SMALLEST_PIECE))
        for piece in range(pieces):
            yield size * piece // pieces, size * (piece + 1) // pieces

    def _merge(self, shards: list[Shard], coming: list[PendingMessages], *, keep: bool) -> None:
        for shard in shards:
            shard.fresh = 0
        owners = [owner for owner in range(len(shards)) if coming[owner].buckets]
        tasks = []
        for owner in owners:
            shard, (buckets, origins, sizes) = shards[owner], coming[owner]
            children = sum(sizes)
            passed, known = (shard.count, 0) if self.state.shrinking else (0, shard.count)
            runs = [] if self.state.shrinking else shard.runs
            # Seeds are all new; of children, often at most one in four is.
            room = min(children, known // 8 + children // 4) if origins else children
            tasks.append((passed, known, room, runs, buckets, tuple(origins)))
        results = self._run(explore_steps.merge, tasks, 3)
        for owner, (counts, (run, arrivals, spans)) in zip(owners, results, strict=True):
            shards[owner].add_run(run, counts[0])
            if keep:
                shards[owner].arrivals.append(arrivals)
                shards[owner].spans.append(spans)
        need = max(POSITION_NEEDS * shard.count + MOVE_NEEDS * shard.moves for shard in shards)
        if need > self.executor.memory:
            raise ShardFull

    def _link(self) -> None:
        shards = self.state.shards
        long = max(shard.count for shard in shards) << self.bits >= 1 << 31
        tasks = [(shard.count, self.bits, long, shard.arrivals, shard.spans) for shard in shards]
        for at, (_, (links,)) in enumerate(self._run(value_steps.link, tasks, 1)):
            shard = shards[at]
            shard.links, shard.arrivals, shard.spans = links, [], []
            self.progress(phrase("linking"), at + 1, len(shards))

    def _begin(self) -> None:
        tasks = [
            (self.rules.objective, self.bits, shard.count, shard.facts, shard.links)
            for shard in self.state.shards
        ]
        self._record_values(self._run(value_steps.begin, tasks, 1 + len(tasks)), range(len(tasks)))
        for shard in self.state.shards:
            shard.facts = []

    def _spread(self, *, better: bool = False) -> None:
        shards = self.state.shards
        while busy := [at for at, shard in enumerate(shards) if shard.heard]:
            tasks = [
                (self.rules.objective, self.bits, better, shard.count, shard.values, shard.links,
                 shard.heard)
                for shard in (shards[at] for at in busy)
            ]  # fmt: skip
            self._record_values(self._run(value_steps.propagate, tasks, 1 + len(shards)), busy)
            self.commit(self.state)

    def _stir(self) -> None:
        """Propagate scores among positions that can repeat."""
        if not self.rules.objective.by_score or self.state.shrinking:
            return
        if not self.state.layer:
            tasks = [
                (self.bits, shard.count, shard.values, shard.links) for shard in self.state.shards
            ]
            self._record_values(
                self._run(value_steps.restart_scores, tasks, 1 + len(tasks)), range(len(tasks))
            )
            self.state.layer = 1
            self.commit(self.state)
        self._spread(better=True)

    def _record_values(
        self, results: Iterator[tuple[list[int], list[Handle]]], busy: Sequence[int]
    ) -> None:
        """Record the new values of shards, and forward their messages."""
        shards = self.state.shards
        heard: list[list[Handle]] = [[] for _ in shards]
        for at, (counts, (values, *messages)) in zip(busy, results, strict=True):
            shards[at].values = values
            decided, *sizes = counts
            self.state.decided += decided
            self.state.moved += MESSAGE_BYTES * (sum(sizes) - sizes[at])
            for to, size in enumerate(sizes):
                if size:
                    heard[to].append(messages[to])
            self.progress(
                VALUING, min(self.state.decided, self.state.positions), self.state.positions
            )
        for shard, messages in zip(shards, heard, strict=True):
            shard.heard = messages

    def _count(self) -> None:
        """Find the number of images of each position that belong to the game, if not all do."""
        rules, state = self.rules, self.state
        for shard in state.shards:
            shard.links = None
        if rules.canonical is None or (rules.orbit is not None and self._is_full()):
            return
        if not state.full:
            state.full = [Shard() for _ in state.shards]
            state.layer, state.expanded, state.shrinking = 0, 0, True
        if rules.placements is None:
            self._explore_in(state.full, mirrored=False)
        else:
            self._seed(state.full, mirrored=False)
        tasks = [
            (rules, shard.count, shard.runs, full.runs)
            for shard, full in zip(state.shards, state.full, strict=True)
        ]
        for shard, (_, (images,)) in zip(
            state.shards, self._run(explore_steps.tally, tasks, 1), strict=True
        ):
            shard.images = images
        state.full = []

    def _is_full(self) -> bool:
        """Return whether every image of every position belongs to the game."""
        return self.rules.placements is not None or all_images_reached(self.rules, FEW)

    def _finish(self) -> ShardedResult:
        rules, shards = self.rules, self.state.shards
        tasks = [(rules, shard.count, shard.runs, shard.values, shard.images) for shard in shards]
        result = ShardedResult(self.state.placed)
        for counts, (positions, codes) in self._run(explore_steps.finish, tasks, 2):
            if counts:
                result.add(counts, positions, codes)
        check_placements(rules, sum(result.in_full.values()), self.state.placed)
        return result

    def _run(
        self,
        step: Callable[..., explore_steps.StepResult],
        tasks: Sequence[tuple[Any, ...]],
        arrays: int,
    ) -> Iterator[tuple[list[int], list[Handle]]]:
        return self.executor.run(step, tasks, arrays)
