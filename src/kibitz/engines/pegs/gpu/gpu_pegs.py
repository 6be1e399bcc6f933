"""Winnable positions of a peg board, or of one class, computed on the GPU as a bit set.

The set has one bit per position, in tiles that are decided in order of their weight
(`pegs/sets/tiles.py`): one kernel launch per weight, and every word is visited once. On a board
without weights all words are visited until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from kibitz.engines.gpu import device
from kibitz.engines.pegs.gpu import peg_kernels
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.bits import Words
from kibitz.engines.pegs.sets.coordinates import SWEEP, Coordinates
from kibitz.engines.pegs.sets.dense import BitSet
from kibitz.engines.pegs.sets.sweep import SweepLayout, layout
from kibitz.engines.pegs.sets.tiles import level_sizes, tiled, weights
from kibitz.language.errors import KibitzError
from kibitz.solve.effort import Progress
from kibitz.system.memory_limit import in_words

THREADS = 1 if device.simulated() else 256
MOST_BLOCKS = 1 if device.simulated() else 1 << 20
COUNTING_BLOCKS = 1 if device.simulated() else 1 << 10
CHUNK = 1 << 27  # words copied to the host at a time
RESERVED_BYTES = 1 << 30  # bytes of device memory reserved for the driver


class GPUSet(BitSet):
    """A bit set of positions of a board (of the class of `member`, if given) in device memory."""

    def __init__(
        self, board: PegBoard, member: int | None = None, memory: float | None = None
    ) -> None:
        """Create an empty set; reject one that does not fit into device memory."""
        self.usual = Coordinates(board, whole=member is None)
        here = tiled(self.usual)
        self.layout = layout(here)
        found = weights(board.jumps, here.top)
        self.ordered = found is not None
        self.weights = found or [0] * len(here.top)
        parts, tiles = self.layout.mid_jumps.shape[1], 1 << len(here.top)
        refuse_large(8 * (here.size + (parts + 3) * tiles), memory)
        words: Any = device.empty(here.size, np.uint64)
        super().__init__(here, member or 0, words)
        launch(peg_kernels.clear, here.size, self.words)
        cuda, of_board = device.cuda(), self.layout
        self.tiles = device.empty(tiles, np.int64)
        self.allowed = cuda.device_array((parts, tiles), np.uint64)
        self.parities = (
            len(here.mid),
            self.constants[0],
            *map(cuda.to_device, (of_board.mid_parity, of_board.top_parity)),
        )
        self.jumps = tuple(
            map(cuda.to_device, (packed(of_board), of_board.mask, of_board.mid_jumps))
        )

    def close_backwards(self, progress: Progress | None = None) -> None:
        """Add every position from which jumps lead into the set."""
        cuda = device.cuda()
        weight = cuda.to_device(np.array(self.weights, np.int64))
        launch(peg_kernels.weigh, self.tiles.size, self.tiles, weight)
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

    def _sweep(self, first: int, count: int, changed: Any) -> None:
        sets = (self.words, self.tiles, self.allowed)
        items = count << len(self.coordinates.mid)
        launch(peg_kernels.sweep, items, *sets, first, count, self.jumps, self.parities, changed)

    def count_by_pegs(self) -> list[int]:
        """Return the number of positions of the set with 0, 1, 2, … pegs."""
        counts = device.cuda().to_device(np.zeros(peg_kernels.MOST_PEGS, np.int64))
        peg_mask = device.cuda().to_device(self.layout.peg_mask)
        rows = (self.words, peg_mask, self.parities, counts)
        device.launch(peg_kernels.count_by_pegs, COUNTING_BLOCKS, THREADS, *rows)
        by_pegs: list[int] = [0] * self.constants[1].bit_count() + counts.copy_to_host().tolist()
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


def refuse_large(needed: int, memory: float | None) -> None:
    """Raise an error if a set needs more bytes than may be used."""
    free = device.free() - RESERVED_BYTES
    allowed = free if memory is None else min(free, memory)
    if needed > allowed:
        raise KibitzError(
            "the positions of this board take {needed} of the GPU's memory, of which {memory} "
            "may be used",
            needed=in_words(needed),
            memory=in_words(max(0, allowed)),
        )


def packed(of_board: SweepLayout) -> Words:
    """Return what each jump does to the number of a word, and the shifts within it, as words."""
    left = of_board.left << np.uint64(peg_kernels.LEFT_AT)
    right = of_board.right << np.uint64(peg_kernels.RIGHT_AT)
    words: Words = of_board.flip | left | right
    return words


def launch(function: Callable[..., None], items: int, *arguments: Any) -> None:
    """Run a kernel with a thread for each item, or for several if there are too many."""
    blocks = min(MOST_BLOCKS, -(-items // THREADS))
    device.launch(function, blocks, THREADS, *arguments)


def whole_board(
    board: PegBoard, targets: Iterable[int], progress: Progress, memory: float | None
) -> tuple[Any, list[int]]:
    """Return the words, in the CPU's order, of positions that reach a target, and peg counts."""
    found = GPUSet(board, memory=memory)
    for target in targets:
        found.add(target)
    found.close_backwards(progress)
    words = np.empty(found.words.size, np.uint64)
    at = 0
    for chunk in found.chunks():
        words[at : at + chunk.size] = chunk
        at += chunk.size
    return words, found.count_by_pegs()
