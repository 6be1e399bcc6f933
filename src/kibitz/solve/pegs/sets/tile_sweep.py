"""Every position of a board by tiles (see `tiles`): a jump joins two pieces of memory.

Here a tile has the edges too: holes that one line only goes over, from corner to corner. A jump
along an edge stays within its tile. Whether any other jump is possible is settled for a whole tile
by its pegs in top, up to what the jump wants of corners. Then it is a loop over 64 words or so,
which a processor runs several words at a time.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve.pegs.sets.bits import inner, kernel
from kibitz.solve.pegs.sets.class_tiles import subset_sums
from kibitz.solve.pegs.sets.coordinates import LOW, Coordinates
from kibitz.solve.pegs.sets.dense import SWEEP, DenseSet, empty_set
from kibitz.solve.pegs.sets.lanes import LANES
from kibitz.solve.pegs.sets.reorder import into_usual_order
from kibitz.solve.pegs.sets.sweep import layout
from kibitz.solve.pegs.sets.tile_images import (
    images_of,
    keeping_weights,
    least_tiles,
    write_images,
)
from kibitz.solve.pegs.sets.tiles import tiled, weights
from kibitz.system.thread_pool import Team, cores

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.pegs.pegboard import PegBoard
    from kibitz.solve.pegs.sets.bits import Numbers, Words
    from kibitz.solve.pegs.sets.tile_images import Images

FEW = 64  # tiles that are not worth sharing


class TileSet:
    """A set of positions of a whole board, one bit each, in tiles."""

    order = "tiles exchanged"  # of the words, for files

    def __init__(
        self,
        board: PegBoard,
        weight: list[int],
        words: Words | None = None,
        symmetries: Iterable[Sequence[int]] = (),
    ) -> None:
        """Take the weights of top; `words` may come from a file (the set is else empty).

        The symmetries must be a group (with the identity), and leave the set in place.
        """
        self.board = board
        self.symmetries = symmetries
        self.usual = Coordinates(board, whole=True)
        self.coordinates = coordinates = tiled(self.usual, edges=True)
        self.weight = weight
        self.words = empty_set(coordinates.size) if words is None else words
        if self.words.dtype != np.uint64 or self.words.shape != (coordinates.size,):
            raise ValueError(self.words.shape)
        self.swept = 0  # levels that are done, to go on after an interruption

    def add(self, position: int) -> None:
        """Put a position into the set."""
        index = self.coordinates.index(position)
        self.words[index >> LOW] |= np.uint64(1 << (index & 63))

    def close_backwards(self, progress: Progress) -> None:
        """Add every position from which jumps lead into the set."""
        c = self.coordinates
        images = self._images()
        what = (self.words.reshape(-1, 1 << len(c.mid)), images, *self._jumps())
        least = least_tiles(images, LOW + len(c.mid))
        sums = subset_sums(self.weight)[least]
        order = least[np.argsort(sums, kind="stable")]
        sizes = np.bincount(sums).tolist()
        with Team() as team:
            first = 0
            for level, size in enumerate(sizes):
                if level >= self.swept:
                    progress(SWEEP, level, len(sizes))
                    pieces = 1 if size < FEW else 4 * cores()
                    ends = [first + size * piece // pieces for piece in range(pieces + 1)]
                    shares = [(*what, order[a:b]) for a, b in itertools.pairwise(ends)]
                    team.run(sweep_tiles, shares)
                    self.swept = level + 1
                first += size
        progress(SWEEP, len(sizes), len(sizes))

    def _images(self) -> Images:
        """Return the images of the tiles; none where a tile is too small for that."""
        c = self.coordinates
        symmetries: Iterable[Sequence[int]] = ()
        if len(c.low) == LOW and 1 << len(c.mid) >= LANES:
            symmetries = keeping_weights(self.symmetries, c.top, self.weight)
        return images_of(c, (0, 0), symmetries)

    def _jumps(self) -> tuple[Any, ...]:
        """Return the jumps as the kernel wants them, and which of them stay within a tile."""
        c, jumps = self.coordinates, self.board.jumps
        found = layout(c)
        need, peg = np.zeros(len(jumps), np.int64), np.zeros(len(jumps), np.int64)
        for jump, holes in enumerate(jumps):
            for hole, wanted in zip(holes, (1, 1, 0), strict=True):
                if hole in c.mid:
                    need[jump] |= 1 << c.mid.index(hole)
                    peg[jump] |= wanted << c.mid.index(hole)
        flip = (found.flip >> np.uint64(len(c.mid))).astype(np.int64)
        # Those that stay within come last: what other jumps have found is used by them.
        order = np.argsort(found.top_need == 0, kind="stable")
        rows = (found.top_need, found.top_peg, flip, need, peg, found.left, found.right)
        return tuple(row[order] for row in (*rows, found.mask[:, 0]))

    def dense(self) -> DenseSet:
        """Return the set in the usual order, to which its words are put where they are."""
        into_usual_order(self.words, self.coordinates, self.usual)
        return DenseSet(self.board, 0, whole=True, words=self.words)


def tile_weights(board: PegBoard) -> list[int] | None:
    """Return the weights by which the tiles of a board can be ordered; None: there are none."""
    coordinates = tiled(Coordinates(board, whole=True), edges=True)
    inside = {*coordinates.low, *coordinates.mid}
    lines = {frozenset(jump) for jump in board.jumps if inside.issuperset(jump)}
    if sum(len(line) for line in lines) > len(frozenset[int]().union(*lines)):
        return None  # jumps within a tile get in each other's way
    jumps = [jump for jump in board.jumps if frozenset(jump) not in lines]
    return weights(jumps, coordinates.top)


@inner
def join(
    into: Words,
    other: Words,
    need: int,
    peg: int,
    left: np.uint64,
    right: np.uint64,
    mask: np.uint64,
) -> None:
    """Add to a tile what a jump from it finds in another (or in itself)."""
    if need == 0:
        for mid in range(len(into)):
            into[mid] |= ((other[mid] << left) >> right) & mask
    elif need & (need - 1) == 0:  # one hole: half of the words, in runs
        there = need - peg
        for run in range(0, len(into), 2 * need):
            for mid in range(run, run + need):
                into[mid + peg] |= ((other[mid + there] << left) >> right) & mask
    else:
        for mid in range(len(into)):
            if mid & need == peg:
                into[mid] |= ((other[mid ^ need] << left) >> right) & mask


@kernel
def sweep_tiles(
    words: Words,
    images: Images,
    top_need: Numbers,
    top_peg: Numbers,
    flip: Numbers,
    need: Numbers,
    peg: Numbers,
    left: Words,
    right: Words,
    mask: Words,
    tops: Numbers,
) -> None:
    """Decide some tiles that do not depend on each other, and their images."""
    tile = np.empty(words.shape[1], np.uint64)
    room, flat = np.empty((2, words.shape[1]), np.uint64), words.ravel()
    for at in range(len(tops)):
        top = tops[at]
        tile[:] = words[top]
        for jump in range(len(need)):
            if top & top_need[jump] == top_peg[jump]:
                if top_need[jump] == 0:
                    join(tile, tile, need[jump], peg[jump], left[jump], right[jump], mask[jump])
                else:
                    other = words[top ^ flip[jump]]
                    join(tile, other, need[jump], peg[jump], left[jump], right[jump], mask[jump])
        words[top] = tile
        if len(images.near):
            write_images(flat, images, np.uint64(top), room)
