"""The words of a set of positions from one order into another."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve.pegs.bits import inner, kernel
from kibitz.solve.team import Team, cores

if TYPE_CHECKING:
    from kibitz.solve.pegs.bits import Numbers, Words
    from kibitz.solve.pegs.coordinates import Coordinates

LINE = 3  # bits that number the words of a line of the cache


def in_usual_order(
    words: Words, tiles: Coordinates, usual: Coordinates, found: Words | None = None
) -> Words:
    """Return the words of a set in tiles in the order that other coordinates give them.

    They are written over `found`, if that is given.
    """
    here, there = [*tiles.mid, *tiles.top], [*usual.mid, *usual.top]
    # A block has whole tiles from here and whole lines of the cache from there.
    near = [hole for hole in there if hole in tiles.mid or hole in there[:LINE]]
    far = [hole for hole in there if hole not in near]
    bits = [
        np.array([1 << order.index(hole) for hole in holes], np.int64)
        for order in (here, there)
        for holes in (near, far)
    ]
    if found is None:
        found = np.empty_like(words)
    blocks = 1 << len(far)
    pieces = min(4 * cores(), blocks)
    ends = [blocks * piece // pieces for piece in range(pieces + 1)]
    with Team() as team:
        shares = [(words, found, *bits, a, b) for a, b in itertools.pairwise(ends)]
        team.run(reorder, shares)
    return found


@inner
def spread(number: int, bits: Numbers) -> int:
    """Return the sum of those bits that the number has, counted from its lowest."""
    found = 0
    for at in range(len(bits)):
        found += (number >> at & 1) * bits[at]
    return found


@kernel
def reorder(
    words: Words,
    out: Words,
    near: Numbers,
    far: Numbers,
    near_out: Numbers,
    far_out: Numbers,
    first: int,
    end: int,
) -> None:
    """Write some blocks of words in another order: a word's bits there belong to its bits here."""
    places = np.empty((1 << len(near), 2), np.int64)
    for at in range(len(places)):
        places[at, 0], places[at, 1] = spread(at, near), spread(at, near_out)
    for block in range(first, end):
        here, there = spread(block, far), spread(block, far_out)
        for at in range(len(places)):
            out[there + places[at, 1]] = words[here + places[at, 0]]
