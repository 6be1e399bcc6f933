"""Kernels of dense sets: decide every position from those that one jump leads to.

A position with `from = 1, over = 1, to = 0` wins if the one with all three flipped wins. Sixty-four
positions that differ in the low holes only are one word, so a jump is one word of the set, shifted
and masked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from kibitz.engines.pegs.sets.bits import (
    Numbers,
    Words,
    count_ones,
    inner,
    kernel,
    lowest_one,
    reversed_bits,
)
from kibitz.engines.pegs.sets.board_tables import BoardTables, held
from kibitz.engines.pegs.sets.coordinates import Coordinates
from kibitz.engines.pegs.sets.tiles import single_words


class SweepLayout(NamedTuple):
    """The coordinates of a board as arrays, one row per jump unless stated otherwise."""

    flip: Words  # xor between the indices of words connected by the jump
    left: Words  # shift within the word, to the left ...
    right: Words  # ... or to the right
    mask: Words  # [jump, parities]: the bits of a word where the jump is legal
    top_need: Numbers  # bits of top that the jump touches ...
    top_peg: Numbers  # ... and those of them that must be pegs
    mid_jumps: Words  # [mid, jump // 64]: jumps that the mid holes allow, as bit sets
    mid_list: Numbers  # every content of mid, by number of pegs, increasing within
    mid_start: Numbers  # [pegs]: their offset in mid_list
    mid_parity: Numbers  # [mid]: contribution of the mid holes to the parities of the pivots
    top_parity: Numbers  # [pivot]: bits of top in the set of the pivot
    # [parities, count]: bits with that many low and pivot pegs, quiet ones not counted.
    count_mask: Words
    peg_mask: Words  # [parities, count]: bits with that many low and pivot pegs


def layout(coordinates: Coordinates) -> SweepLayout:
    """Return the arrays that the kernels need, from plain lists of holes."""
    c, jumps = coordinates, coordinates.board.jumps
    tables = BoardTables(single_words(c))
    steps = tables.steps()
    pegs = np.bitwise_count(np.arange(1 << len(c.mid))).astype(np.int64)
    inside = [*c.low, *(pivot for pivot, _ in c.pivots)]
    noisy = [hole for hole in inside if hole not in c.quiet]
    return SweepLayout(
        flip=np.array(steps.flip, np.uint64),
        left=np.array(steps.left, np.uint64),
        right=np.array(steps.right, np.uint64),
        mask=np.array(tables.masks(), np.uint64).reshape(tables.rows, len(jumps)).T.copy(),
        top_need=np.array([held(c.top, jump) for jump in jumps], np.int64),
        top_peg=np.array([held(c.top, jump[:2]) for jump in jumps], np.int64),
        mid_jumps=jump_sets(tables, tables.allowed(c.mid)),
        mid_list=np.argsort(pegs, kind="stable"),
        mid_start=np.concatenate(([0], np.cumsum(np.bincount(pegs)))).astype(np.int64),
        mid_parity=np.array(tables.parities(c.mid)),
        top_parity=np.array(c.parities(c.top), np.int64),
        count_mask=masks_by_count(tables, noisy),
        peg_mask=masks_by_count(tables, inside),
    )


def jump_sets(tables: BoardTables, sets: Sequence[int]) -> Words:
    """Return sets of jumps as rows of words."""
    return np.array(tables.split(sets), np.uint64).reshape(len(sets), tables.parts)


def jump_set(jumps: Iterable[int], parts: int) -> Words:
    """Return a set of jumps as a bit set of `parts` words."""
    words = np.zeros(parts, np.uint64)
    for jump in jumps:
        words[jump // 64] |= np.uint64(1 << jump % 64)
    return words


def masks_by_count(tables: BoardTables, holes: list[int]) -> Words:
    """Return [row, count]: the bits of a word where `count` of these holes have a peg."""
    return np.array([tables.by_count(holes, row, 0) for row in range(tables.rows)], np.uint64)


@inner
def top_parities(top: int, parities: int, members: Numbers) -> np.int64:
    """Return the parities of the pivots, given those of the class and the top holes."""
    result = np.int64(parities)
    for i in range(len(members)):
        result ^= np.int64(count_ones(np.uint64(top & members[i])) & np.uint64(1)) << i
    return result


@inner
def top_jumps(top: int, need: Numbers, peg: Numbers, jumps: Words) -> None:
    """Fill in the set of jumps that the top holes allow."""
    jumps[:] = np.uint64(0)
    for jump in range(len(need)):
        if top & need[jump] == peg[jump]:
            jumps[jump >> 6] |= np.uint64(1) << np.uint64(jump & 63)


@kernel
def sweep(
    words: Words,
    layout: SweepLayout,
    allowed: Words,
    parities: int,
    count: int,
    fewest_more: int,
    most_more: int,
    first_top: int,
    end_top: int,
) -> None:
    """Decide the positions with `count` pegs, quiet ones not counted, in some rows.

    Only words where `fewest_more` to `most_more` of these pegs are in low holes and pivots are
    visited, and only by the `allowed` jumps. If `fewest_more` is negative, whole words with that
    count of pegs in mid and top are decided.
    """
    flip, left, right, mask = layout.flip, layout.left, layout.right, layout.mask
    mid_jumps, mid_list, mid_start = layout.mid_jumps, layout.mid_list, layout.mid_start
    mid_parity, count_mask = layout.mid_parity, layout.count_mask
    bits_of_mid = len(mid_start) - 2
    whole_words = fewest_more < 0
    fewest_more = max(fewest_more, 0)
    jumps = np.empty(mid_jumps.shape[1], np.uint64)
    for top in range(first_top, end_top):
        wanted = count - np.int64(count_ones(np.uint64(top)))
        if wanted < fewest_more or wanted - most_more > bits_of_mid:
            continue
        row_parities = top_parities(top, parities, layout.top_parity)
        top_jumps(top, layout.top_need, layout.top_peg, jumps)
        jumps &= allowed
        row = top << bits_of_mid
        # From few pegs in mid to many, so that words are decided before others that depend on them.
        most = min(wanted - fewest_more, np.int64(bits_of_mid))
        for pegs in range(max(np.int64(0), wanted - most_more), most + 1):
            more = np.uint64(wanted - pegs)
            for at in range(mid_start[pegs], mid_start[pegs + 1]):
                # Unsigned indices avoid the test for negative ones.
                mid = np.uint64(mid_list[np.uint64(at)])
                word_parities = np.uint64(row_parities ^ mid_parity[mid])
                here = np.uint64(row) + mid
                unknown = ~words[here]
                if not whole_words:
                    unknown &= count_mask[word_parities, more]
                if unknown == 0:
                    continue
                winning = np.uint64(0)
                for part in range(np.uint64(len(jumps))):
                    possible = jumps[part] & mid_jumps[mid, part]
                    while possible:
                        jump = lowest_one(possible) | part << np.uint64(6)
                        possible &= possible - np.uint64(1)
                        after = words[here ^ flip[jump]]
                        after = (after << left[jump]) >> right[jump]
                        winning |= after & mask[jump, word_parities]
                words[here] |= winning & unknown


@kernel
def count_by_pegs(
    words: Words, layout: SweepLayout, parities: int, first_top: int, end_top: int
) -> Numbers:
    """Return the number of positions of a set with each number of pegs, in these rows."""
    mid_parity, peg_mask = layout.mid_parity, layout.peg_mask
    bits_of_mid = len(layout.mid_start) - 2
    counts = np.zeros(128, np.int64)
    for top in range(first_top, end_top):
        row_parities = top_parities(top, parities, layout.top_parity)
        top_pegs = np.int64(count_ones(np.uint64(top)))
        for mid in range(1 << bits_of_mid):
            word = words[(top << bits_of_mid) + mid]
            if word == 0:
                continue
            pegs = top_pegs + np.int64(count_ones(np.uint64(mid)))
            word_parities = row_parities ^ mid_parity[mid]
            for more in range(peg_mask.shape[1]):
                found = count_ones(word & peg_mask[word_parities, more])
                counts[pegs + more] += np.int64(found)
    return counts


@kernel
def count_whole_board(words: Words, layout: SweepLayout, first_top: int, end_top: int) -> Numbers:
    """Do the same without pivots, several words at a time."""
    peg_mask = layout.peg_mask
    bits_of_mid = len(layout.mid_start) - 2
    sums = np.empty((peg_mask.shape[1], 1 << bits_of_mid), np.uint64)
    counts = np.zeros(128, np.int64)
    # By the pegs in top, so that adjacent words are counted together.
    for pegs in range(64):
        sums[:] = np.uint64(0)
        rows = 0
        for top in range(first_top, end_top):
            if count_ones(np.uint64(top)) == np.uint64(pegs):
                rows += 1
                row = words[top << bits_of_mid : (top + 1) << bits_of_mid]
                for more in range(len(sums)):
                    mask, own = peg_mask[0, more], sums[more]
                    for mid in range(len(own)):
                        own[mid] += count_ones(row[mid] & mask)
        if rows:
            for more in range(len(sums)):
                for mid in range(1 << bits_of_mid):
                    mid_pegs = np.int64(count_ones(np.uint64(mid)))
                    counts[pegs + more + mid_pegs] += np.int64(sums[more, mid])
    return counts


@kernel
def add_all(words: Words, layout: SweepLayout, parities: int, wanted: int) -> None:
    """Add every position with `wanted` pegs to a set."""
    mid_parity, peg_mask = layout.mid_parity, layout.peg_mask
    bits_of_mid = len(layout.mid_start) - 2
    for at in range(len(words)):
        top, mid = at >> bits_of_mid, at & ((1 << bits_of_mid) - 1)
        more = wanted - np.int64(count_ones(np.uint64(at)))
        if 0 <= more < peg_mask.shape[1]:
            word_parities = top_parities(top, parities, layout.top_parity) ^ mid_parity[mid]
            words[at] |= peg_mask[word_parities, more]


@kernel
def reversed_set(words: Words, valid: int) -> Words:
    """Return the set of complements: the bits in reverse order (a word has `valid` bits)."""
    last = len(words) - 1
    result = np.empty_like(words)
    shift = np.uint64(64 - valid)
    for at in range(len(words)):
        result[at] = reversed_bits(words[last - at]) >> shift
    return result
