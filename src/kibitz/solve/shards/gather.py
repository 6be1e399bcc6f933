"""From sorted shards to one table file: a merge that reads every shard forwards, block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve.rowfile import SIZES, Stream, narrowest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from kibitz.solve.graph import Row
    from kibitz.solve.shards.harvest import Harvest
    from kibitz.solve.shards.place import Place
    from kibitz.solve.shards.state import Handle

BYTES = 1 << 23  # of the blocks that are held at a time


def streams(harvest: Harvest, place: Place) -> dict[str, memoryview | Stream]:
    """Return the rows of a table, each merged from the shards while it is written."""
    positions = narrowest(harvest.least, harvest.greatest)
    codes = narrowest(min(harvest.classes), max(harvest.classes))
    return {
        "positions": Stream(positions, len(harvest), _row(harvest, place, 0, positions)),
        "codes": Stream(codes, len(harvest), _row(harvest, place, 1, codes)),
    }


def _row(harvest: Harvest, place: Place, which: int, letter: str) -> Iterator[memoryview]:
    for both in merged(harvest.runs, place):
        row: Any = np.ascontiguousarray(both[which], dtype=f"i{SIZES[letter]}")
        yield memoryview(row)


def merged(runs: list[tuple[Handle, Handle]], place: Place) -> Iterator[tuple[Row, Row]]:
    """Yield positions in ascending order, and their codes, from runs that are each in order."""
    block = max(1 << 10, BYTES // (len(runs) * 10))
    readers = [Reader(*run, place, block) for run in runs]
    while readers := [reader for reader in readers if reader.fill()]:
        # Whatever is up to the least of the blocks' ends is there already.
        bound = min(int(reader.positions[-1]) for reader in readers)
        parts = [reader.up_to(bound) for reader in readers]
        positions = np.concatenate([part[0] for part in parts])
        codes = np.concatenate([part[1] for part in parts])
        order = positions.argsort(kind="stable")
        yield positions[order], codes[order]


class Reader:
    """A run of positions and codes, read block by block."""

    def __init__(self, positions: Handle, codes: Handle, place: Place, block: int) -> None:
        self._handles = (positions, codes)
        self._place = place
        self._block = block
        self._length = place.length(positions)
        self._next = 0
        self.positions: Row = np.empty(0, np.int64)
        self.codes: Row = np.empty(0, np.int16)

    def fill(self) -> bool:
        """Read on if nothing is left of the last block; say whether there is anything."""
        if not len(self.positions) and self._next < self._length:
            end = min(self._next + self._block, self._length)
            self.positions, self.codes = (
                self._place.read(handle, self._next, end) for handle in self._handles
            )
            self._next = end
        return bool(len(self.positions))

    def up_to(self, bound: int) -> tuple[Row, Row]:
        """Take the positions up to a bound, with their codes."""
        at = int(self.positions.searchsorted(bound, side="right"))
        taken = self.positions[:at], self.codes[:at]
        self.positions, self.codes = self.positions[at:], self.codes[at:]
        return taken
