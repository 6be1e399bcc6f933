"""Kernels of dense sets: decide every position from those that one jump leads to.

A position with `from = 1, over = 1, to = 0` wins if the one with all three flipped wins. Sixty-four
positions that differ in the low holes only are one word, so a jump is one word of the set, shifted
and masked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.engines.pegs.sets.bits import (
    Numbers,
    Words,
    count_ones,
    inner,
    kernel,
    lowest_one,
    reversed_bits,
)
from kibitz.engines.pegs.sets.coordinates import Coordinates


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
    low, mid, top = ({h: i for i, h in enumerate(part)} for part in (c.low, c.mid, c.top))
    pivot_at = {hole: i for i, (hole, _) in enumerate(c.pivots)}
    combinations, contents = 1 << len(c.pivots), np.arange(1 << len(c.low))
    # Whether each hole in low and each pivot has a peg: [parities, content of low].
    inside = {
        hole: np.broadcast_to(contents >> at & 1, (combinations, len(contents)))
        for hole, at in low.items()
    }
    for i, (hole, members) in enumerate(zip(pivot_at, c.parities(c.low), strict=True)):
        odd = np.bitwise_count(contents & members) & 1
        inside[hole] = np.arange(combinations)[:, np.newaxis] >> i & 1 ^ odd

    count = max(len(jumps), 1)
    top_need, top_peg = np.zeros(count, np.int64), np.zeros(count, np.int64)
    flip, left, right = (np.zeros(count, np.uint64) for _ in range(3))
    mask = np.zeros((count, combinations), np.uint64)
    mid_need, mid_peg = [0] * len(jumps), [0] * len(jumps)
    for jump, holes in enumerate(jumps):
        shift = 0
        possible = np.ones((combinations, len(contents)), bool)
        for hole, peg in zip(holes, (1, 1, 0), strict=True):
            if hole in low:
                shift += (1 if peg else -1) << low[hole]
            elif hole in mid:
                flip[jump] |= np.uint64(1 << mid[hole])
                mid_need[jump] |= 1 << mid[hole]
                mid_peg[jump] |= peg << mid[hole]
            elif hole in top:
                flip[jump] |= np.uint64(1 << (top[hole] + len(mid)))
                top_need[jump] |= 1 << top[hole]
                top_peg[jump] |= peg << top[hole]
            if hole in inside:
                possible &= inside[hole] == peg
        left[jump], right[jump] = max(shift, 0), max(-shift, 0)
        mask[jump] = as_words(possible)

    mids = np.arange(1 << len(mid), dtype=np.int64)
    mid_jumps = np.zeros((len(mids), -(-count // 64)), np.uint64)
    for jump in range(len(jumps)):
        allowed = (mids & mid_need[jump]) == mid_peg[jump]
        mid_jumps[:, jump // 64] |= allowed.astype(np.uint64) << np.uint64(jump % 64)
    pegs = np.bitwise_count(mids).astype(np.int64)
    mid_parity = np.zeros(len(mids), np.int64)
    for i, members in enumerate(c.parities(c.mid)):
        mid_parity |= (np.bitwise_count(mids & members).astype(np.int64) & 1) << i

    noisy = [hole for hole in inside if hole in c.noisy_low]
    noisy += [hole for hole in pivot_at if hole not in c.quiet]
    return SweepLayout(
        flip=flip,
        left=left,
        right=right,
        mask=mask,
        top_need=top_need,
        top_peg=top_peg,
        mid_jumps=mid_jumps,
        mid_list=np.lexsort((mids, pegs)).astype(np.int64),
        mid_start=np.concatenate(([0], np.cumsum(np.bincount(pegs)))).astype(np.int64),
        mid_parity=mid_parity,
        top_parity=np.array(c.parities(c.top), np.int64),
        count_mask=masks_by_count(inside, noisy),
        peg_mask=masks_by_count(inside, list(inside)),
    )


def jump_set(jumps: Iterable[int], parts: int) -> Words:
    """Return a set of jumps as a bit set of `parts` words."""
    words = np.zeros(parts, np.uint64)
    for jump in jumps:
        words[jump // 64] |= np.uint64(1 << jump % 64)
    return words


def as_words(members: NDArray[np.bool_]) -> Words:
    """Return rows of up to 64 truth values as words of bits."""
    bits = np.uint64(1) << np.arange(members.shape[1], dtype=np.uint64)
    words: Words = np.bitwise_or.reduce(members * bits, axis=1)
    return words


def masks_by_count(inside: dict[int, NDArray[Any]], holes: list[int]) -> Words:
    """Return [parities, count]: the bits of a word where `count` of these holes have a peg."""
    (shape,) = {each.shape for each in inside.values()} or {(1, 1)}
    pegs = sum((inside[hole] for hole in holes), np.zeros(shape, np.int64))
    masks = [as_words(pegs == count) for count in range(len(holes) + 1)]
    return np.ascontiguousarray(np.array(masks).T)


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
