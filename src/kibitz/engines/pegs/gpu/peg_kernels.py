"""GPU kernels for peg boards.

A word holds the 64 positions that differ in the low holes only. A tile is the words that differ in
mid only; `tiles` are the contents of top in the order in which they are decided. `jumps` are what
each jump does, where it is legal, and those that each content of mid allows; `parities` are the
number of bits of mid, the parities of the class, and what the pegs in mid and in top add to them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.engines.gpu.device import cuda as cuda_module
from kibitz.solve.arrays import Array

cuda = cuda_module()

WEIGHT_AT = 40  # lowest bit of the weight in a sort key, above the content of a tile
LEFT_AT, RIGHT_AT = 40, 48  # lowest bits of the shifts of a jump, above the word it leads to
CONTENT = (1 << WEIGHT_AT) - 1
MOST_PEGS = 64


def clear(words: Array) -> None:
    for at in range(cuda.grid(1), words.size, cuda.gridsize(1)):
        words[at] = np.uint64(0)


def weigh(tiles: Array, weights: Array) -> None:
    """Write every content of top, with the sum of the weights of its pegs in the upper bits."""
    for top in range(cuda.grid(1), tiles.size, cuda.gridsize(1)):
        total = 0
        for bit in range(weights.size):
            total += (top >> bit & 1) * weights[bit]
        tiles[top] = total << WEIGHT_AT | top


def allow(tiles: Array, allowed: Array, need: Array, peg: Array) -> None:
    """Remove the weights again, and write the set of jumps that each content allows."""
    for at in range(cuda.grid(1), tiles.size, cuda.gridsize(1)):
        top = tiles[at] & CONTENT
        tiles[at] = top
        for part in range(allowed.shape[0]):
            jumps = np.uint64(0)
            for jump in range(64 * part, min(need.size, 64 * part + 64)):
                if top & need[jump] == peg[jump]:
                    jumps |= np.uint64(1) << np.uint64(jump - 64 * part)
            allowed[part, at] = jumps


def sweep(
    words: Array, tiles: Array, allowed: Array, first: int, count: int, jumps: Any,
    parities: Any, changed: Array,
) -> None:  # fmt: skip
    """Decide some tiles: a position wins if a jump leads to one that does."""
    how_to, mask, mid_jumps = jumps
    mid_bits, own, mid_parity, top_parity = parities
    for item in range(cuda.grid(1), count << mid_bits, cuda.gridsize(1)):
        tile = first + (item >> mid_bits)
        mid = item & (1 << mid_bits) - 1
        top = tiles[tile]
        here = top << mid_bits | mid
        parity = own ^ mid_parity[mid]
        for i in range(top_parity.size):
            parity ^= (cuda.popc(top & top_parity[i]) & 1) << i
        known = words[here]
        winning = known
        for part in range(allowed.shape[0]):
            possible = allowed[part, tile] & mid_jumps[mid, part]
            while possible != np.uint64(0):
                rest = possible & (possible - np.uint64(1))
                jump = np.int64(cuda.popc((possible ^ rest) - np.uint64(1))) + 64 * part
                possible = rest
                how = how_to[jump]
                after = words[here ^ np.int64(how & np.uint64(CONTENT))]
                after = after << (how >> np.uint64(LEFT_AT) & np.uint64(63))
                after = after >> (how >> np.uint64(RIGHT_AT) & np.uint64(63))
                winning |= after & mask[jump, parity]
        if winning != known:
            words[here] = winning
            changed[0] = 1


def count_by_pegs(words: Array, peg_mask: Array, parities: Any, counts: Array) -> None:
    """Count the positions of a set by their pegs, without those in fixed holes."""
    mid_bits, own, mid_parity, top_parity = parities
    mine = cuda.local.array(MOST_PEGS, np.int64)
    for pegs in range(MOST_PEGS):
        mine[pegs] = 0
    for at in range(cuda.grid(1), words.size, cuda.gridsize(1)):
        word = words[at]
        if word != np.uint64(0):
            top = at >> mid_bits
            parity = own ^ mid_parity[at & (1 << mid_bits) - 1]
            for i in range(top_parity.size):
                parity ^= (cuda.popc(top & top_parity[i]) & 1) << i
            upper = cuda.popc(at)
            for more in range(peg_mask.shape[1]):
                mine[upper + more] += np.int64(cuda.popc(word & peg_mask[parity, more]))
    for pegs in range(MOST_PEGS):
        if mine[pegs] > 0:
            cuda.atomic.add(counts, pegs, mine[pegs])


def gather(words: Array, first: int, places: Array, out: Array) -> None:
    """Permute words to another order of the holes: `places[bit]` is the new place of a bit."""
    for at in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        index = first + at
        there = 0
        for bit in range(places.size):
            there |= (index >> bit & 1) << places[bit]
        out[at] = words[there]
