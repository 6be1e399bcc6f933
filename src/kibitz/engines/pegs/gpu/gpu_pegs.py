"""Winnable positions of a peg board, or of one class, computed on the GPU as a bit set.

The set has one bit per position, in tiles that are decided in order of their weight
(`pegs/sets/tiles.py`): one kernel launch per weight, and every word is visited once. On a board
without weights all words are visited until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.engines.gpu import device
from kibitz.engines.pegs.gpu import peg_kernels
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.coordinates import LOW, SWEEP, Coordinates
from kibitz.engines.pegs.sets.sweep import layout
from kibitz.engines.pegs.sets.tiles import level_sizes, tiled, weights
from kibitz.language.errors import KibitzError
from kibitz.solve.memory.move_graph import Progress
from kibitz.system.memory_limit import in_words

THREADS = 1 if device.simulated() else 256
MOST_BLOCKS = 1 if device.simulated() else 1 << 20
COUNTING_BLOCKS = 1 if device.simulated() else 1 << 10
CHUNK = 1 << 27  # words copied to the host at a time
RESERVED_BYTES = 1 << 30  # bytes of device memory reserved for the driver


class CardSet:
    """A bit set of positions of a board (of the class of `member`, if given) in device memory."""

    def __init__(
        self, board: PegBoard, member: int | None = None, memory: float | None = None
    ) -> None:
        """Create an empty set; reject one that does not fit into device memory."""
        self.board = board
        self.usual = Coordinates(board, whole=member is None)
        self.coordinates = tiled(self.usual)
        self.parities, self.fixed = self.coordinates.constants(member or 0)
        self.layout = layout(self.coordinates)
        self.mid_bits = len(self.coordinates.mid)
        found = weights(board.jumps, self.coordinates.top)
        self.ordered = found is not None
        self.weights = found or [0] * len(self.coordinates.top)
        parts = self.layout.mid_jumps.shape[1]
        self._refuse_large(parts, memory)
        cuda = device.cuda()
        self.words = device.empty(self.coordinates.size, np.uint64)
        launch(peg_kernels.clear, self.words.size, self.words)
        tiles = 1 << len(self.coordinates.top)
        self.tiles = device.empty(tiles, np.int64)
        self.allowed = cuda.device_array((parts, tiles), np.uint64)
        self.on_card = {
            name: cuda.to_device(row)
            for name, row in (
                ("jumps", self._packed()),
                ("mask", self.layout.mask),
                ("mid_jumps", self.layout.mid_jumps),
                ("mid_parity", self.layout.mid_parity),
                ("top_parity", self.layout.top_parity),
            )
        }

    def _refuse_large(self, parts: int, memory: float | None) -> None:
        free = device.free() - RESERVED_BYTES
        allowed = free if memory is None else min(free, memory)
        tiles = 1 << len(self.coordinates.top)
        needed = 8 * (self.coordinates.size + (parts + 3) * tiles)
        if needed > allowed:
            raise KibitzError(
                "the positions of this board take {needed} of the GPU's memory, of which {memory} "
                "may be used",
                needed=in_words(needed),
                memory=in_words(max(0, allowed)),
            )

    def _packed(self) -> Any:
        left = self.layout.left << np.uint64(peg_kernels.LEFT_AT)
        right = self.layout.right << np.uint64(peg_kernels.RIGHT_AT)
        return self.layout.flip | left | right

    def holds(self, position: int) -> bool:
        """Return whether the position is of this class, so that it has a bit here."""
        return self.coordinates.constants(position) == (self.parities, self.fixed)

    def __contains__(self, position: int) -> bool:
        at, bit = divmod(self.coordinates.index(position), 1 << LOW)
        return self.holds(position) and bool(self._word(at) >> bit & 1)

    def add(self, position: int) -> None:
        """Add a position of the class to the set."""
        at, bit = divmod(self.coordinates.index(position), 1 << LOW)
        word = np.array([self._word(at) | 1 << bit], np.uint64)
        self.words[at : at + 1].copy_to_device(word)

    def _word(self, at: int) -> int:
        return int(self.words[at : at + 1].copy_to_host()[0])

    def close_backwards(self, progress: Progress | None = None) -> None:
        """Add every position from which jumps lead into the set."""
        cuda = device.cuda()
        launch(peg_kernels.weigh, self.tiles.size, self.tiles, cuda.to_device(self._row()))
        device.sort(self.tiles)
        need, peg = (cuda.to_device(row) for row in (self.layout.top_need, self.layout.top_peg))
        launch(peg_kernels.allow, self.tiles.size, self.tiles, self.allowed, need, peg)
        changed = cuda.to_device(np.zeros(1, np.int64))
        sizes = level_sizes(self.weights)
        while True:
            first = 0
            for done, count in enumerate(sizes):
                if progress is not None:
                    progress(SWEEP, done, len(sizes))
                if count:
                    self._sweep(first, count, changed)
                first += count
            if self.ordered or not changed.copy_to_host()[0]:
                break
            changed.copy_to_device(np.zeros(1, np.int64))
        if progress is not None:
            progress(SWEEP, len(sizes), len(sizes))

    def _row(self) -> Any:
        return np.array(self.weights, np.int64)

    def _sweep(self, first: int, count: int, changed: Any) -> None:
        rows = self.on_card
        launch(
            peg_kernels.sweep,
            count << self.mid_bits,
            self.words,
            self.tiles,
            self.allowed,
            first,
            count,
            self.mid_bits,
            rows["jumps"],
            rows["mask"],
            rows["mid_jumps"],
            rows["mid_parity"],
            rows["top_parity"],
            self.parities,
            changed,
        )

    def count_by_pegs(self) -> list[int]:
        """Return the number of positions of the set with 0, 1, 2, … pegs."""
        counts = device.cuda().to_device(np.zeros(peg_kernels.MOST_PEGS, np.int64))
        device.run(
            compiled(peg_kernels.count_by_pegs),
            COUNTING_BLOCKS,
            THREADS,
            self.words,
            self.mid_bits,
            device.cuda().to_device(self.layout.peg_mask),
            self.on_card["mid_parity"],
            self.on_card["top_parity"],
            self.parities,
            counts,
        )
        by_pegs: list[int] = [0] * self.fixed.bit_count() + counts.copy_to_host().tolist()
        return by_pegs[: self.board.holes + 1]

    def chunks(self) -> Iterator[Any]:
        """Yield the words in the order of the CPU's sets, in chunks."""
        usual, here = self.usual, self.coordinates
        place = {hole: bit for bit, hole in enumerate([*here.mid, *here.top])}
        places = np.array([place[hole] for hole in [*usual.mid, *usual.top]], np.int64)
        places_there = device.cuda().to_device(places)
        out = device.empty(min(CHUNK, self.words.size), np.uint64)
        for first in range(0, self.words.size, out.size):
            launch(peg_kernels.gather, out.size, self.words, first, places_there, out)
            yield out.copy_to_host()


def launch(function: Callable[..., None], items: int, *arguments: Any) -> None:
    """Run a kernel with a thread for each item, or for several if there are too many."""
    blocks = min(MOST_BLOCKS, -(-items // THREADS))
    device.run(compiled(function), blocks, THREADS, *arguments)


@lru_cache
def compiled(function: Callable[..., None]) -> Any:
    """Return a function as a kernel."""
    return device.cuda().jit(function)


def whole_board(
    board: PegBoard, targets: Iterable[int], progress: Progress, memory: float | None
) -> tuple[Any, list[int]]:
    """Return the words, in the CPU's order, of positions that reach a target, and peg counts."""
    found = CardSet(board, memory=memory)
    for target in targets:
        found.add(target)
    found.close_backwards(progress)
    words = np.empty(found.words.size, np.uint64)
    at = 0
    for chunk in found.chunks():
        words[at : at + chunk.size] = chunk
        at += chunk.size
    return words, found.count_by_pegs()
