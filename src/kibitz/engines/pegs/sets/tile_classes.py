"""Winnable classes of a game that is its own complement, computed directly from tiles.

A position of such a game is reachable if its complement can be won. So the positions that are both
are the intersection of a tile and the tile of the complements, and only tiles that are the least of
their images (see `tile_images`) are visited: one in eight, on a board with eight symmetries.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.engines.pegs.sets.bits import (
    Numbers,
    Words,
    count_ones,
    inner,
    kernel,
    linear_map,
    look_up,
    lowest_one,
    reversed_bits,
)
from kibitz.engines.pegs.sets.coordinates import LOW
from kibitz.engines.pegs.sets.dense import TileSet
from kibitz.engines.pegs.sets.tile_images import Images, images_of, least_tiles
from kibitz.system.thread_pool import Team, cores, spans


def winnable_classes(found: TileSet, symmetries: Sequence[Sequence[int]]) -> Words | None:
    """Return one position of each class of positions in a set whose complements are in it too.

    The symmetries fix the set; None if one of them does not map tiles to tiles.
    """
    coordinates, constants = found.coordinates, found.constants
    images = images_of(coordinates, constants, symmetries)
    if len(images.near) < len(symmetries):
        return None
    least = least_tiles(images, LOW + len(coordinates.mid))
    position_of = linear_map(coordinates.pivot_images())
    origin = np.uint64(coordinates.position(0, constants))
    size = 1 << len(coordinates.mid)
    what = (found.words, images, size, position_of, origin)
    shares = [(*what, least[a:b]) for a, b in spans(0, len(least), 4 * cores(), 64)]
    with Team() as team:
        return np.concatenate(team.run(list_classes, shares))


@inner
def is_least(images: Images, here: np.uint64, bits: np.uint64, number: np.uint64) -> bool:
    """Return whether a position is the least of its images in its own tile, at offset `here`."""
    top = here >> bits
    half = count_ones(np.uint64(images.near.shape[1] - 1))
    low, high = top & np.uint64(images.near.shape[1] - 1), top >> half
    for symmetry in range(np.uint64(len(images.near))):
        moved = images.near[symmetry, low] ^ images.far[symmetry, high]
        moved ^= images.inside[symmetry, number]
        if moved >> bits == top and moved < here | number:
            return False
    return True


@inner
def stays(images: Images, top: np.uint64, bits: np.uint64) -> bool:
    """Return whether a symmetry fixes a tile."""
    half = count_ones(np.uint64(images.near.shape[1] - 1))
    low, high = top & np.uint64(images.near.shape[1] - 1), top >> half
    for symmetry in range(np.uint64(len(images.near))):
        if (images.near[symmetry, low] ^ images.far[symmetry, high]) >> bits == top:
            return True
    return False


@kernel
def list_classes(
    words: Words, images: Images, size: int, position_of: Words, origin: np.uint64, tops: Numbers
) -> Words:
    """Return one position of each class in a set with its complement, in these tiles."""
    bits = np.uint64(LOW) + count_ones(np.uint64(size - 1))
    last = np.uint64(len(words) - 1)
    count = np.int64(0)
    for at in range(np.uint64(len(tops))):
        first = np.uint64(tops[at]) * np.uint64(size)
        for word in range(first, first + np.uint64(size)):
            count += np.int64(count_ones(words[word] & reversed_bits(words[last - word])))
    found = np.empty(count, np.uint64)
    count = np.int64(0)
    for at in range(np.uint64(len(tops))):
        top = np.uint64(tops[at])
        symmetric = stays(images, top, bits)
        for mid in range(np.uint64(size)):
            at_word = top * np.uint64(size) + mid
            both = words[at_word] & reversed_bits(words[last - at_word])
            if both == 0:
                continue
            base = origin ^ look_up(position_of, at_word << np.uint64(LOW))
            while both:
                bit = lowest_one(both)
                both &= both - np.uint64(1)
                number = mid << np.uint64(LOW) | bit
                if symmetric and not is_least(images, top << bits, bits, number):
                    continue
                found[count] = base ^ position_of[np.uint64(0), bit]
                count += 1
    return found[:count].copy()
