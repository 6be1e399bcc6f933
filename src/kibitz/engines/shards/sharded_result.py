"""Result of a sharded solve: the sorted shards, merged into one table while it is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.engines.shards.sharded_work import Executor, Handle
from kibitz.engines.shards.value_steps import Finished
from kibitz.rules.objectives.objective import Objective
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array
from kibitz.solve.store.rowfile import SIZES, Stream, narrowest
from kibitz.solve.store.table import Census, PositionTable, Table

BYTES = 1 << 23  # of all blocks in memory


class ShardedResult:
    """The shards, each in ascending order, and the census of all."""

    def __init__(self) -> None:
        self.runs: list[tuple[Handle, Handle]] = []
        self.classes: Counter[int] = Counter()
        self.in_full: Counter[int] = Counter()
        self.first_of: dict[int, int] = {}
        self.least, self.greatest = 1 << 63, 0
        self.start: int | None = None

    def add(self, counts: Finished, positions: Handle, codes: Handle) -> None:
        """Add the result of `Finish` for a shard."""
        self.runs.append((positions, codes))
        self.least = min(self.least, counts.least)
        self.greatest = max(self.greatest, counts.greatest)
        self.classes.update(counts.classes)
        self.in_full.update(counts.in_full)
        for code, first in counts.first_of.items():
            self.first_of[code] = min(self.first_of.get(code, first), first)
        if counts.start is not None:
            self.start = counts.start

    def __len__(self) -> int:
        return sum(self.classes.values())

    def census(self, objective: Objective) -> Census:
        """Return the census of the whole game."""
        assert self.start is not None
        return Census.of_counts(objective, self.in_full, self.classes, self.first_of, self.start)


def streams(result: ShardedResult, executor: Executor) -> dict[str, memoryview | Stream]:
    """Return the rows of a table, merged from the shards while they are written."""
    positions = narrowest(result.least, result.greatest)
    codes = narrowest(min(result.classes), max(result.classes))
    return {
        "positions": Stream(positions, len(result), _row(result, executor, 0, positions)),
        "codes": Stream(codes, len(result), _row(result, executor, 1, codes)),
    }


def _row(
    result: ShardedResult, executor: Executor, which: int, letter: str
) -> Iterator[memoryview]:
    for both in merged(result.runs, executor):
        row: Any = np.ascontiguousarray(both[which], dtype=f"i{SIZES[letter]}")
        yield memoryview(row)


def merged(runs: list[tuple[Handle, Handle]], executor: Executor) -> Iterator[tuple[Array, Array]]:
    """Yield positions in ascending order, and their codes, from sorted runs."""
    block = max(1 << 10, BYTES // (len(runs) * 10))
    readers = [Reader(*run, executor, block) for run in runs]
    while readers := [reader for reader in readers if reader.fill()]:
        # All positions up to the least of the blocks' ends are in memory.
        bound = min(int(reader.positions[-1]) for reader in readers)
        parts = [reader.up_to(bound) for reader in readers]
        positions = np.concatenate([part[0] for part in parts])
        codes = np.concatenate([part[1] for part in parts])
        order = positions.argsort(kind="stable")
        yield positions[order], codes[order]


class Reader:
    """A run of positions and codes, read block by block."""

    def __init__(self, positions: Handle, codes: Handle, executor: Executor, block: int) -> None:
        self._handles = (positions, codes)
        self._executor = executor
        self._block = block
        self._length = executor.length(positions)
        self._next = 0
        self.positions: Array = np.empty(0, np.int64)
        self.codes: Array = np.empty(0, np.int16)

    def fill(self) -> bool:
        """Read the next block if the last one is used up; return whether there is anything left."""
        if not len(self.positions) and self._next < self._length:
            end = min(self._next + self._block, self._length)
            self.positions, self.codes = (
                self._executor.read(handle, self._next, end) for handle in self._handles
            )
            self._next = end
        return bool(len(self.positions))

    def up_to(self, bound: int) -> tuple[Array, Array]:
        """Take the positions up to a bound, with their codes."""
        at = int(self.positions.searchsorted(bound, side="right"))
        taken = self.positions[:at], self.codes[:at]
        self.positions, self.codes = self.positions[at:], self.codes[at:]
        return taken


class Sharded(PositionTable):
    """A table whose rows are merged from shards while they are written."""

    def __init__(self, rules: Rules, result: ShardedResult, executor: Executor) -> None:
        super().__init__(rules, (), (), result.census(rules.objective))
        self._result = result
        self._executor = executor

    def rows(self) -> dict[str, memoryview | Stream]:
        return streams(self._result, self._executor)

    def in_memory(self) -> Table:
        """Return the same table with its rows in memory."""
        rows = list(merged(self._result.runs, self._executor))
        positions, codes = (np.concatenate([row[which] for row in rows]) for which in (0, 1))
        table = PositionTable(self.rules, positions, codes, self.census)
        table.seconds = self.seconds
        return table
