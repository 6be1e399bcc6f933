"""K-way merge of sorted shards into one table file, reading every shard block by block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.engines.shards.executor import Executor
from kibitz.engines.shards.shard_state import Handle
from kibitz.engines.shards.sharded_result import ShardedResult
from kibitz.solve.rows import Row
from kibitz.solve.store.rowfile import SIZES, Stream, narrowest

BYTES = 1 << 23  # of all blocks in memory


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


def merged(runs: list[tuple[Handle, Handle]], executor: Executor) -> Iterator[tuple[Row, Row]]:
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
        self.positions: Row = np.empty(0, np.int64)
        self.codes: Row = np.empty(0, np.int16)

    def fill(self) -> bool:
        """Read the next block if the last one is used up; return whether there is anything left."""
        if not len(self.positions) and self._next < self._length:
            end = min(self._next + self._block, self._length)
            self.positions, self.codes = (
                self._executor.read(handle, self._next, end) for handle in self._handles
            )
            self._next = end
        return bool(len(self.positions))

    def up_to(self, bound: int) -> tuple[Row, Row]:
        """Take the positions up to a bound, with their codes."""
        at = int(self.positions.searchsorted(bound, side="right"))
        taken = self.positions[:at], self.codes[:at]
        self.positions, self.codes = self.positions[at:], self.codes[at:]
        return taken
