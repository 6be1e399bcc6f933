"""Exploration phase of a sharded solve: positions are found layer by layer, by their owners."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from kibitz.engines.shards import explore_steps as steps
from kibitz.engines.shards.explore_steps import COLUMN_BYTES, POSITION_BYTES, ShardFull, columns_of
from kibitz.engines.shards.sharded_work import Handle, Shard, ShardedWork
from kibitz.solve.effort import COUNTING
from kibitz.solve.memory.explore_interpreted import EXPLORING

LARGEST_PIECE = 1 << 18  # positions expanded per task
SMALLEST_PIECE = 1 << 10
POSITION_NEEDS, MOVE_NEEDS = 40, 6  # bytes of a task per position and per move of its shard
CODE_NEEDS = 4  # the same per position and byte of a code above two
COST_NEEDS = 6  # the same per move if costs differ
SLOT_NEEDS = 24  # bytes to number a position, and to look it up
ARRIVAL_NEEDS = 8  # bytes to collect and join the number of a child, or one of its columns
SEED_NEEDS = 16  # the same per placement, images included


class PendingMessages(NamedTuple):
    """Messages to a shard in one layer: buckets, the shards they come from, and their sizes."""

    buckets: list[Handle]
    origins: list[int]
    sizes: list[int]

    def add(self, bucket: Handle, origin: int, size: int) -> None:
        """Add a bucket, unless it is empty."""
        if size:
            self.buckets.append(bucket)
            self.origins.append(origin)
            self.sizes.append(size)


def no_messages(shards: list[Shard]) -> list[PendingMessages]:
    """Return an empty list of messages for each shard."""
    return [PendingMessages([], [], []) for _ in shards]


class ShardedExploring:
    """Finds the positions of a game."""

    def __init__(self, work: ShardedWork) -> None:
        self.work = work
        self.rules, self.executor, self.state = work.rules, work.executor, work.state
        self.columns = columns_of(work.rules)

    def explore(self, shards: list[Shard], *, mirrored: bool) -> None:
        """Find every position, layer by layer; unless mirrored, no moves are stored."""
        if not self.state.layer:
            self.seed(shards, mirrored)
            self._finish_layer()
        while not all(shard.is_explored for shard in shards):
            found = self._expand(shards, mirrored)
            for shard in shards:
                shard.expanded = len(shard.runs)
            self._merge(shards, found, keep=mirrored, columns=self.columns)
            self._finish_layer()

    def _finish_layer(self) -> None:
        self.state.layer += 1
        self.work.committed()

    def seed(self, shards: list[Shard], mirrored: bool) -> None:
        """Send the start, or all placements, to their owners."""
        shares = 1
        if self.rules.placements is not None:
            ((self.state.placed, _),) = self.work.run([partial(steps.count, self.rules)], 1)
            shares = self.executor.size + SEED_NEEDS * self.state.placed // self.executor.memory
        count = len(shards)
        tasks = [
            partial(steps.seed, self.rules, count, share, shares, mirrored)
            for share in range(shares)
        ]
        coming = no_messages(shards)
        for sizes, arrays in self.work.run(tasks, count):
            for owner, (size, array) in enumerate(zip(sizes, arrays, strict=True)):
                coming[owner].add(array, 0, size)
        self._merge(shards, coming, keep=False, columns=0)

    def _expand(self, shards: list[Shard], mirrored: bool) -> list[PendingMessages]:
        """Expand the runs that have not been expanded; return the children by owner."""
        state, count = self.state, len(shards)
        children = no_messages(shards)
        expand = partial(steps.expand, self.rules, count, mirrored)
        tasks, whose = [], []
        for number, shard in enumerate(shards):
            before = sum(shard.sizes[: shard.expanded])
            for run, size in zip(
                shard.runs[shard.expanded :], shard.sizes[shard.expanded :], strict=True
            ):
                for first, last in self._pieces(size):
                    whose.append((number, last - first))
                    tasks.append(partial(expand, run, first, last, before + first))
                before += size
        bytes_each = POSITION_BYTES + self.columns * COLUMN_BYTES
        results = self.work.run(tasks, 1 + count)
        for (number, size), (sizes, (facts, *buckets)) in zip(whose, results, strict=True):
            state.expanded += size
            state.moves += sum(sizes)
            state.moved += bytes_each * (sum(sizes) - sizes[number])
            if mirrored:
                shards[number].facts.append(facts)
            for owner, bucket in enumerate(buckets):
                children[owner].add(bucket, number, sizes[owner])
                shards[owner].moves += sizes[owner]
            self.work.progress(EXPLORING if mirrored else COUNTING, state.expanded, None)
        return children

    def _pieces(self, size: int) -> Iterator[tuple[int, int]]:
        """Divide a run into pieces whose children fit into the memory of a task."""
        children = 1 + self.state.moves // max(1, self.state.expanded)
        most = min(LARGEST_PIECE, self.executor.memory // (32 * children)) or 1
        pieces = -(-size // max(most, SMALLEST_PIECE))
        for piece in range(pieces):
            yield size * piece // pieces, size * (piece + 1) // pieces

    def _merge(
        self,
        shards: list[Shard],
        coming: list[PendingMessages],
        *,
        keep: bool,
        columns: int,
    ) -> None:
        """Let owners number what was sent to them; `keep` is whether moves are stored."""
        owners = [owner for owner in range(len(shards)) if coming[owner].buckets]
        merge = partial(steps.merge, self.rules, columns)
        tasks = []
        for owner in owners:
            shard, (buckets, origins, sizes) = shards[owner], coming[owner]
            children = sum(sizes)
            known = shard.count
            # Seeds are all new; of children, often at most one in four is.
            capacity = min(children, known // 8 + children // 4) if columns else children
            kept = tuple(origins) if keep else ()
            arrivals = ARRIVAL_NEEDS * (1 + columns) * children if keep else 0
            bucket = (POSITION_BYTES + (1 + columns) * COLUMN_BYTES) * max(sizes)
            most = (self.executor.memory - arrivals - bucket) // SLOT_NEEDS
            if known > most:
                raise ShardFull
            tasks.append(partial(merge, known, capacity, most, shard.runs, buckets, kept))
        results = self.work.run(tasks, 3)
        for owner, (new, (run, arrivals, spans)) in zip(owners, results, strict=True):
            shards[owner].add_run(run, new)
            if keep:
                shards[owner].arrivals.append(arrivals)
                shards[owner].spans.append(spans)
        if max(map(self._need, shards)) > self.executor.memory:
            raise ShardFull

    def _need(self, shard: Shard) -> int:
        """Return the bytes that a later task needs for a shard."""
        per_position = POSITION_NEEDS + CODE_NEEDS * (self.rules.objective.code_bytes - 2)
        per_move = MOVE_NEEDS + COST_NEEDS * (self.columns - 1)
        return per_position * shard.count + per_move * shard.moves
