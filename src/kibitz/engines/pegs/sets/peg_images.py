"""Images of a position under the symmetries of its board, from per-chunk lookup tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.engines.pegs.sets.bits import CHUNK, Words, inner


def image_tables(holes: int, symmetries: Sequence[Sequence[int]]) -> Words:
    """Return tables [chunk, content, symmetry], the identity first.

    The images of one content are adjacent, so that all of them cost one cache line per chunk.
    """
    chunks = max(3, -(-holes // CHUNK))  # three lookups need no loop
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
def image(tables: Words, position: np.uint64, symmetry: int | np.uint64) -> np.uint64:
    """Return the image of a position under one symmetry."""
    result = np.uint64(0)
    for chunk in range(np.uint64(tables.shape[0])):
        result |= tables[chunk, position & np.uint64(2047), symmetry]
        position >>= np.uint64(11)
    return result


@inner
def least_image(tables: Words, position: np.uint64) -> np.uint64:
    """Return the canonical form of a position, its least image."""
    least = position
    count = np.uint64(tables.shape[2])
    if tables.shape[0] == 3:
        # The usual boards, without an inner loop: ten times faster, because it is vectorised.
        first = position & np.uint64(2047)
        second = position >> np.uint64(11) & np.uint64(2047)
        third = position >> np.uint64(22)
        for symmetry in range(np.uint64(1), count):
            mirrored = (
                tables[np.uint64(0), first, symmetry]
                | tables[np.uint64(1), second, symmetry]
                | tables[np.uint64(2), third, symmetry]
            )
            least = min(least, mirrored)
        return least
    for symmetry in range(np.uint64(1), count):
        least = min(least, image(tables, position, symmetry))
    return least


@inner
def class_size(tables: Words, position: np.uint64) -> np.uint64:
    """Return the number of different images of a position."""
    same = np.uint64(0)
    for symmetry in range(np.uint64(tables.shape[2])):
        same += np.uint64(image(tables, position, symmetry) == position)
    return np.uint64(tables.shape[2]) // same
