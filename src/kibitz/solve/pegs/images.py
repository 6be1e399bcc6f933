"""The images of a position under the symmetries of its board, from per-chunk tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve.pegs.bits import CHUNK, inner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.solve.pegs.bits import Words


def image_tables(holes: int, symmetries: Sequence[Sequence[int]]) -> Words:
    """Return tables [chunk, content, symmetry], the identity first.

    The images of one content lie side by side, so that all of them cost one line of cache a chunk.
    """
    chunks = -(-holes // CHUNK)
    permutations = [tuple(range(holes)), *symmetries]
    tables = np.zeros((chunks, 1 << CHUNK, len(permutations)), np.uint64)
    for number, permutation in enumerate(permutations):
        for hole in range(holes):
            chunk, place = divmod(hole, CHUNK)
            contents = np.arange(1 << place)
            tables[chunk, contents | 1 << place, number] = tables[
                chunk, contents, number
            ] | np.uint64(1 << permutation[hole])
    return tables


@inner
def least_image(tables: Words, position: np.uint64, images: Words) -> np.uint64:
    """Return the least image of a position; `images` is room for one word a symmetry."""
    content = position & np.uint64(2047)
    count = np.uint64(tables.shape[2])
    for symmetry in range(count):
        images[symmetry] = tables[np.uint64(0), content, symmetry]
    rest = position
    for chunk in range(np.uint64(1), np.uint64(tables.shape[0])):
        rest >>= np.uint64(11)
        content = rest & np.uint64(2047)
        for symmetry in range(count):
            images[symmetry] |= tables[chunk, content, symmetry]
    least = images[0]
    for symmetry in range(np.uint64(1), count):
        least = min(least, images[symmetry])
    return least


@inner
def is_least(tables: Words, position: np.uint64) -> bool:
    """Return whether no image of a position is smaller."""
    for symmetry in range(np.uint64(1), np.uint64(tables.shape[2])):
        image = np.uint64(0)
        rest = position
        for chunk in range(np.uint64(tables.shape[0])):
            image |= tables[chunk, rest & np.uint64(2047), symmetry]
            rest >>= np.uint64(11)
        if image < position:
            return False
    return True
