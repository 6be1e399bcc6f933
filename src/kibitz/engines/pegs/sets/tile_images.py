"""Images of a tile under symmetries (see `tiles`), so that one tile of each class is decided.

A symmetry that permutes the holes of the tiles maps tiles to tiles. On the numbers of positions it
is an affine map over GF(2), because a pivot depends on other holes. Within a tile that is a product
of a few transvections (x becomes x + v where a sum of its bits is odd), and each of those is some
shifts and masks of whole words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from kibitz.engines.pegs.sets import board_tables
from kibitz.engines.pegs.sets.bits import Numbers, Words, count_ones, inner, kernel, lowest_one
from kibitz.engines.pegs.sets.board_tables import ImageTables
from kibitz.engines.pegs.sets.coordinates import LOW, Coordinates
from kibitz.engines.pegs.sets.lanes import LANES, Eight, across, load, merged, store, swapped

SPARED = np.array(board_tables.SPARED, np.uint64)


class Images(NamedTuple):
    """Some symmetries as tables for the kernels; a position's number begins with its tile's."""

    # [symmetry, pegs in the lower half of top]: the image of the first position of a tile ...
    near: Words
    far: Words  # ... is the xor of `near` and `far`
    inside: Words  # [symmetry, number in a tile]: its contribution
    first: Words  # [symmetry]: the first of the steps that lead to it from the one before
    across: Words  # [step]: xor between the numbers of words that exchange bits ...
    within: Words  # [step]: ... xor between the numbers of these bits ...
    where: Words  # [step, word]: ... and a mask of them


def images_of(
    coordinates: Coordinates, constants: tuple[int, int], symmetries: Iterable[Sequence[int]]
) -> Images:
    """Return the images of the tiles of a class under those symmetries that map tiles to tiles."""
    c = coordinates
    found = ImageTables(c, constants, symmetries)
    half, bits = len(c.top) // 2, LOW + len(c.mid)
    moves = np.array(found.moves, np.uint64)
    return Images(
        np.array(found.near, np.uint64).reshape(-1, 1 << half),
        np.array(found.far, np.uint64).reshape(-1, 1 << len(c.top) - half),
        np.array(found.inside, np.uint64).reshape(-1, 1 << bits),
        np.array(found.first, np.uint64),
        moves >> np.uint64(LOW),
        moves & np.uint64(63),
        np.array(found.where, np.uint64).reshape(-1, 1 << len(c.mid)),
    )


@kernel
def least_tiles(images: Images, bits: int) -> Numbers:
    """Return the tiles that are the least of their images, in order."""
    near, far = images.near, images.far
    half = count_ones(np.uint64(near.shape[1] - 1))
    found = np.empty(near.shape[1] * far.shape[1], np.int64)
    count = 0
    for high in range(np.uint64(far.shape[1])):
        for low in range(np.uint64(near.shape[1])):
            top = high << half | low
            for symmetry in range(np.uint64(len(near))):
                if (near[symmetry, low] ^ far[symmetry, high]) >> np.uint64(bits) < top:
                    break
            else:
                found[count] = top
                count += 1
    return found[:count].copy()


@inner
def moved_within(words: Eight, which: np.uint64) -> Eight:
    """Move each bit of eight words to the place whose number differs by this xor."""
    while which:
        bit = lowest_one(which)
        which &= which - np.uint64(1)
        words = swapped(words, np.uint64(1) << bit, SPARED[bit])
    return words


@inner
def write_images(words: Words, images: Images, top: np.uint64, room: Words) -> None:
    """Write the images of a tile, using space for two tiles."""
    none, last, more = np.uint64(0), np.uint64(LANES - 1), np.uint64(LANES)
    tile, other = room[0], room[1]
    size = np.uint64(len(tile))
    half = count_ones(np.uint64(images.near.shape[1] - 1))
    low, high = top & np.uint64(images.near.shape[1] - 1), top >> half
    where = images.where.ravel()
    here = top * size
    for at in range(none, size, more):
        store(tile, at, load(words, here + at))
    for symmetry in range(np.uint64(len(images.near))):
        for step in range(images.first[symmetry], images.first[symmetry + np.uint64(1)]):
            xor, within = images.across[step], images.within[step]
            for at in range(none, size, more):
                found = load(tile, at ^ xor & ~last)
                if xor & last:
                    found = across(found, xor)
                found = moved_within(found, within)
                mask = load(where, step * size + at)
                store(other, at, merged(load(tile, at), found, mask))
            tile, other = other, tile
        moved = images.near[symmetry, low] ^ images.far[symmetry, high]
        within, moved = moved & np.uint64(63), moved >> np.uint64(LOW)
        there, xor = moved & ~(size - np.uint64(1)), moved & (size - np.uint64(1))
        if there != here:  # otherwise it is its own image
            for at in range(none, size, more):
                found = across(load(tile, at ^ xor & ~last), xor)
                store(words, there + at, moved_within(found, within))
