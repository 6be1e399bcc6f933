"""Retrograde sweep of a bit set of positions by tiles (see `tiles`), eight words at a time.

A whole board has no pivots. The order of its tiles is valid for a class too, if its pivots fit:
those inside are corners, which have no weight; those outside are determined by the pegs in top
alone, so they are the same for all positions of a tile. On the English board three pivots are
corners and one is outside. A tile of a class then has eight words, one cache line, and there are
2**20 of them; a tile of the whole board has 64 words. The set of legal jumps in a tile is looked up
by the two halves of its pegs in top.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.bits import Numbers, Words, count_ones, inner, kernel, lowest_one
from kibitz.engines.pegs.sets.board_tables import BoardTables, weight_sums
from kibitz.engines.pegs.sets.coordinates import LOW
from kibitz.engines.pegs.sets.image_steps import keeping_weights
from kibitz.engines.pegs.sets.lanes import LANES, Eight, across, added, load, shifted, store
from kibitz.engines.pegs.sets.sweep import jump_sets
from kibitz.engines.pegs.sets.tile_images import (
    Images,
    images_of,
    least_tiles,
    write_images,
)
from kibitz.engines.pegs.sets.tiles import TileOrder, tile_order
from kibitz.system.thread_pool import Team, cores, spans

Shifts = tuple[np.uint64, np.uint64]

THREADS_ABOVE = 1 << 17  # positions below which more threads do not pay


class TilePlan(NamedTuple):
    """Tables of a board for the kernel; sets of jumps are bit sets, 64 to a word."""

    flip: Words  # [jump]: xor between the numbers of connected tiles ...
    partner: Words  # [jump]: ... and between their connected words
    left: Words  # [jump]: shift within the word, to the left ...
    right: Words  # ... or to the right
    mask: Words  # [parities, jump, mid]: the bits of a word where the jump is legal
    near: Words  # [pegs in the lower half of top, jump // 64]: jumps that these allow
    far: Words  # the same for the upper half
    fit: Words  # [parities, block, jump // 64]: jumps that some of these eight words allow
    inside: Words  # [jump // 64]: those that stay within a tile
    near_parity: Numbers  # [pegs in the lower half of top]: what they add to the parities
    far_parity: Numbers  # the same for the upper half


class Tiles:
    """The tiles of a set of positions: their tables and their order of evaluation."""

    def __init__(self, order: TileOrder) -> None:
        self.order = order
        self.coordinates = order.coordinates
        self.tables = BoardTables(order.coordinates)
        self.plan = self._plan()

    def _plan(self) -> TilePlan:
        tables = self.tables
        masks = tables.masks()
        rows, parts = tables.rows, tables.parts
        flip, partner, left, right = (np.array(step, np.uint64) for step in tables.steps())
        inside = sum(1 << jump for jump in self.order.staying)
        return TilePlan(
            flip,
            partner,
            left,
            right,
            np.array(masks, np.uint64).reshape(rows, -1, tables.size),
            jump_sets(tables, tables.allowed(tables.near)),
            jump_sets(tables, tables.allowed(tables.far)),
            jump_sets(tables, tables.fits(masks, LANES)).reshape(rows, -1, parts),
            jump_sets(tables, [inside])[0],
            np.array(tables.parities(tables.near)),
            np.array(tables.parities(tables.far)),
        )

    def levels(self, parities: int, images: Images) -> list[Numbers]:
        """Return the tiles that can be decided at the same time, in the order of their weight.

        Of tiles that are images of each other, only the least is included.
        """
        weight, top = self.order.weight, len(self.coordinates.top)
        half = len(self.tables.near)
        near, far, out = (
            np.array(weight_sums(part), np.int16)
            for part in (weight[:half], weight[half:top], weight[top:])
        )
        odd = parities ^ np.bitwise_xor.outer(self.plan.far_parity, self.plan.near_parity)
        sums = (np.add.outer(far, near) + out[odd & len(out) - 1]).ravel()
        least = least_tiles(images, LOW + len(self.coordinates.mid))
        sums = sums[least]
        order = least[np.argsort(sums, kind="stable")]
        return np.split(order, np.cumsum(np.bincount(sums))[:-1])

    def close_backwards(
        self,
        words: Words,
        constants: tuple[int, int],
        symmetries: Iterable[Sequence[int]],
        swept: int = 0,
    ) -> Iterator[tuple[int, int]]:
        """Add every position from which jumps lead into a set, given in the order of the tiles.

        Yield before each level, and at the end, the number of levels done and their total; the
        first `swept` are skipped. The symmetries must form a group (with the identity) and fix the
        set.
        """
        c, order = self.coordinates, self.order
        images = images_of(c, constants, keeping_weights(symmetries, order.weighed, order.weight))
        levels = self.levels(constants[0], images)
        with Team() as team:
            for level, tops in enumerate(levels[swept:], swept):
                yield level, len(levels)
                pieces = 1 if len(tops) << LOW + len(c.mid) < THREADS_ABOVE else 4 * cores()
                what = (words, self.plan, images, constants[0])
                parts = spans(0, len(tops), pieces)
                team.run(sweep_tiles, [(*what, tops[a:b]) for a, b in parts])
        yield len(levels), len(levels)


@lru_cache(maxsize=8)
def tiles_of(board: PegBoard, whole: bool) -> Tiles | None:
    """Return the tiles of the classes of a board, or of all its positions; None if it has none."""
    order = tile_order(board, whole=whole)
    if order is None or 1 << len(order.coordinates.mid) < LANES:
        return None
    return Tiles(order)


@inner
def look(
    found: Eight,
    words: Words,
    at: np.uint64,
    lane: np.uint64,
    jump: Shifts,
    mask: Words,
    own: np.uint64,
) -> Eight:
    """Return the bits found so far, plus those that a jump finds for eight words."""
    there = load(words, at)
    if lane:
        there = across(there, lane)
    return added(found, shifted(there, jump[0], jump[1]), load(mask, own))


@kernel
def sweep_tiles(words: Words, plan: TilePlan, images: Images, parities: int, tops: Numbers) -> None:
    """Decide some independent tiles, and their images."""
    flip, partner, left, right = plan.flip, plan.partner, plan.left, plan.right
    near, far, fit, inside = plan.near, plan.far, plan.fit, plan.inside
    mask, jumps, mids = plan.mask.ravel(), np.uint64(plan.mask.shape[1]), plan.mask.shape[2]
    half = np.uint64(len(near) - 1)
    bits = count_ones(half)
    size = np.uint64(mids)
    last = np.uint64(LANES - 1)
    room = np.empty((2, mids), np.uint64)
    for at in range(np.uint64(len(tops))):
        top = np.uint64(tops[at])
        low, high = top & half, top >> bits
        row = np.uint64(parities ^ plan.near_parity[low] ^ plan.far_parity[high])
        for block in range(np.uint64(0), size, np.uint64(LANES)):
            here = top * size + block
            found = load(words, here)
            for part in range(np.uint64(near.shape[1])):
                possible = near[low, part] & far[high, part] & ~inside[part]
                possible &= fit[row, block // np.uint64(LANES), part]
                while possible:
                    jump = lowest_one(possible) | part << np.uint64(6)
                    possible &= possible - np.uint64(1)
                    there = (top ^ flip[jump]) * size + (block ^ partner[jump] & ~last)
                    own = (row * jumps + jump) * size + block
                    shifts = left[jump], right[jump]
                    found = look(found, words, there, partner[jump] & last, shifts, mask, own)
            store(words, here, found)
        # Jumps within a tile use the results of the other jumps, one after another.
        for part in range(np.uint64(near.shape[1])):
            within = near[low, part] & far[high, part] & inside[part]
            while within:
                jump = lowest_one(within) | part << np.uint64(6)
                within &= within - np.uint64(1)
                for block in range(np.uint64(0), size, np.uint64(LANES)):
                    here = top * size + block
                    there = top * size + (block ^ partner[jump] & ~last)
                    own = (row * jumps + jump) * size + block
                    shifts = left[jump], right[jump]
                    found = load(words, here)
                    found = look(found, words, there, partner[jump] & last, shifts, mask, own)
                    store(words, here, found)
        write_images(words, images, top, room)
