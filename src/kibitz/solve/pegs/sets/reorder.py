"""The words of a set of positions from the order of tiles into the usual one, where they are.

The two orders differ by exchanges of two holes (see `tiles.exchanged`). So the words where all
other holes are alike are a square, one hole of each pair for its rows and one for its columns, and
the other order is that square with rows and columns exchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve.pegs.sets.bits import kernel
from kibitz.solve.pegs.sets.tile_images import xor_sums
from kibitz.system.thread_pool import Team, cores, spans

if TYPE_CHECKING:
    from kibitz.solve.pegs.sets.bits import Words
    from kibitz.solve.pegs.sets.coordinates import Coordinates


def into_usual_order(words: Words, tiles: Coordinates, usual: Coordinates) -> None:
    """Put the words of a set in tiles into the order that other coordinates give them."""
    here, there = [*tiles.mid, *tiles.top], [*usual.mid, *usual.top]
    pairs = [(at, here.index(hole)) for at, hole in enumerate(there) if here.index(hole) > at]
    alike = [at for at, hole in enumerate(here) if there[at] == hole]
    rows, columns = (xor_sums(1 << pair[side] for pair in pairs) for side in (1, 0))
    # Squares that are near each other in memory, one after the other.
    half = len(alike) // 2
    near, far = (xor_sums(1 << at for at in part) for part in (alike[:half], alike[half:]))
    squares = len(near) * len(far)
    with Team() as team:
        what = (words, rows, columns, near, far)
        team.run(transpose, [(*what, *span) for span in spans(0, squares, 4 * cores(), 16)])


@kernel
def transpose(
    words: Words, rows: Words, columns: Words, near: Words, far: Words, first: int, end: int
) -> None:
    """Exchange rows and columns of some squares of words."""
    side = np.uint64(len(rows))
    # A square's rows are far apart by powers of 2, and would drive each other out of the cache.
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
