"""In-place permutation of the words of a set from the order of tiles to the usual one.

The two orders differ by transpositions of holes (see `tiles.exchanged`). So the words with equal
contents of all other holes form a square matrix, one hole of each pair for its rows and one for its
columns, and the other order is the transposed matrix.
"""

from __future__ import annotations

import numpy as np

from kibitz.engines.pegs.sets.bits import Words, kernel
from kibitz.engines.pegs.sets.coordinates import Coordinates
from kibitz.engines.pegs.sets.image_steps import sums_of
from kibitz.system.thread_pool import Team, cores, spans


def into_usual_order(words: Words, tiles: Coordinates, usual: Coordinates) -> None:
    """Permute the words of a set in tiles to the order of other coordinates."""
    here, there = [*tiles.mid, *tiles.top], [*usual.mid, *usual.top]
    pairs = [(at, here.index(hole)) for at, hole in enumerate(there) if here.index(hole) > at]
    alike = [at for at, hole in enumerate(here) if there[at] == hole]
    rows, columns = (
        np.array(sums_of(1 << pair[side] for pair in pairs), np.uint64) for side in (1, 0)
    )
    # Squares that are close in memory are processed consecutively.
    half = len(alike) // 2
    near, far = (
        np.array(sums_of(1 << at for at in part), np.uint64)
        for part in (alike[:half], alike[half:])
    )
    squares = len(near) * len(far)
    with Team() as team:
        what = (words, rows, columns, near, far)
        team.run(transpose, [(*what, *span) for span in spans(0, squares, 4 * cores(), 16)])


@kernel
def transpose(
    words: Words, rows: Words, columns: Words, near: Words, far: Words, first: int, end: int
) -> None:
    """Transpose some squares of words."""
    side = np.uint64(len(rows))
    # The distances of a square's rows are powers of 2, so they would evict each other from the
    # cache.
    square = np.empty((side, side + np.uint64(1)), np.uint64)
    for at in range(np.uint64(first), np.uint64(end)):
        count = np.uint64(len(near))
        base = near[at % count] ^ far[at // count]
        for row in range(side):
            for column in range(side):
                square[row, column] = words[base + rows[row] + columns[column]]
        for row in range(side):
            for column in range(side):
                words[base + rows[row] + columns[column]] = square[column, row]
