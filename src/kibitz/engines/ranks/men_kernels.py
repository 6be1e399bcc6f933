"""GPU kernels for games of men on points: positions are ranked, not stored.

`men_numbering.py` defines the ranks. They continue over all blocks, so one row holds all
codes. Before a tier is valued, its part of that row holds marks: `FOUND` or `EXPANDED` if a
position with that rank can be reached from the start.

Inside a tier the moves are reversed, and values propagate along them, all of one size at a time.
`left` is the number of moves inside the tier that may still avoid a loss; a negative code with
moves left is a lower bound of the loss.

`list_marked`, `list_weighed`, `list_linked` and `list_checked` are bound to the moves of the rules
with `mark`, `weigh`, `link` and `check` called for each; `play`, `worth` and `canonical` are those
of the rules; `final`, `through`, `better`, `holds`, `update` and `priority` those of the objective.
"""

from __future__ import annotations

import numpy as np

from kibitz.engines.gpu.device import cuda as cuda_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *

    def list_marked(position: int, where: Any, state: int, rows: Any) -> int: ...
    def list_weighed(position: int, where: Any, state: int, rows: Any) -> int: ...
    def list_linked(position: int, where: Any, state: int, rows: Any) -> int: ...
    def list_checked(position: int, where: Any, state: int, rows: Any) -> int: ...


cuda = cuda_module()

# The parts of `numbering`, the tables for rank and unrank.
CLASSES, IMAGES, FIRSTS, WIDTHS, BLOCKS, BINOMIALS, POINTS, SYMMETRIES = range(8)
BYTES = 3  # of a set of points
CHOSEN = 16  # men of a side are fewer

FOUND, EXPANDED = 1, 2  # marks

# The accumulator over the moves of a position, in one number:
# | best code of a move out of the tier, plus OFFSET: 17 bits; 0 if there is none | moves inside |
BEST, OFFSET = 16, 1 << 16
INSIDE_MOVES = (1 << BEST) - 1

HIGHEST, INSIDE = range(2)  # in `signs`: the largest size of a code, whether moves stay inside


# Ranks


def image(some: int, symmetry: int, images: Array) -> int:
    """Return the image of a set of points under a symmetry."""
    at = symmetry * BYTES * 256
    mapped = int(images[at + (some & 255)])
    mapped |= int(images[at + 256 + (some >> 8 & 255)])
    mapped |= int(images[at + 512 + (some >> 16 & 255)])
    return mapped


def number_of(position: int, numbering: Any) -> int:
    """Return the rank of a position."""
    points = numbering[POINTS]
    full = (1 << points) - 1
    mine, theirs, rest = position & full, position >> points & full, position >> 2 * points
    packed = int(numbering[CLASSES][mine])
    symmetry = packed & 15
    block = numbering[BLOCKS][
        (rest * (points + 1) + cuda.popc(mine)) * (points + 1) + cuda.popc(theirs)
    ]
    free = ~image(mine, symmetry, numbering[IMAGES])
    left = image(theirs, symmetry, numbering[IMAGES])
    rank = 0
    chosen = 1
    while left:
        lowest = left & -left
        rank += int(numbering[BINOMIALS][cuda.popc(lowest - 1 & free) * CHOSEN + chosen])
        chosen += 1
        left ^= lowest
    return int(numbering[FIRSTS][block]) + (packed >> 4) * int(numbering[WIDTHS][block]) + rank


def position_at(at: int, block: Any, numbering: Any) -> int:
    """Return the position with a rank in a block."""
    _, _, width, men, rest, sets = block
    points: int = numbering[POINTS]
    mine = int(sets[at // width])
    rank = at % width
    theirs = 0
    free: int = points - cuda.popc(mine)
    for back in range(points):
        point = points - 1 - back
        if men > 0 and not mine >> point & 1:
            free -= 1
            ways = int(numbering[BINOMIALS][free * CHOSEN + men])
            if rank >= ways:
                rank -= ways
                theirs |= 1 << point
                men -= 1
    position: int = mine | theirs << points | rest << 2 * points
    return position


def find_least(count: int, images: Array, symmetries: int, least: Array, which: Array) -> None:
    """Write the least image of each set of points, and the symmetry that yields it."""
    for some in range(cuda.grid(1), count, cuda.gridsize(1)):
        smallest = some
        by = 0
        for symmetry in range(1, symmetries):
            other = image(some, symmetry, images)
            if other < smallest:
                smallest = other
                by = symmetry
        least[some] = smallest
        which[some] = by


# A visit of each move.


def mark(position: int, move: int, state: int, where: Any, rows: Any) -> int:
    """Mark the target of a move as found; the state is not used."""
    tier, codes, signs, numbering = where
    at = number_of(play(position, move, rows), numbering)
    if codes[at] == 0:
        codes[at] = FOUND
        if tier[0] <= at < tier[1]:
            signs[INSIDE] = 1
    return state


def weigh(position: int, move: int, state: int, where: Any, rows: Any) -> int:
    """Process a move: count it at a target inside the tier, else fold the code of the target."""
    tier, codes, arrivals, numbering = where
    at = number_of(play(position, move, rows), numbering)
    if tier[0] <= at < tier[1]:
        cuda.atomic.add(arrivals, at - tier[0], 1)
        return state + 1
    return folded(state, int(codes[at]))


def link(position: int, move: int, state: int, where: Any, rows: Any) -> int:
    """Write the source of a move inside the tier; the state is the rank of its position."""
    tier, starts, sources, numbering = where
    at = number_of(play(position, move, rows), numbering)
    if tier[0] <= at < tier[1]:
        sources[cuda.atomic.add(starts, at - tier[0], 1)] = state
    return state


def check(position: int, move: int, state: int, where: Any, rows: Any) -> int:
    """Fold the code of the target of a move, in any tier."""
    codes, numbering = where
    return folded(state, int(codes[number_of(play(position, move, rows), numbering)]))


def folded(state: int, code: int) -> int:
    """Return the accumulator with a move to a position of that code added."""
    value = through(code, False, 1)
    best = state >> BEST
    if best == 0 or better(value, best - OFFSET):
        state = state & INSIDE_MOVES | value + OFFSET << BEST
    return state


# All positions of a block: (first rank, number of ranks, width, men of the other player, rest, the
# possible sets of men of the player to move). A tier is its first rank and its end.


def mark_all(block: Any, tier: Any, codes: Array, signs: Array, numbering: Any, rows: Any) -> None:
    """Mark the successors of positions that are found and not yet expanded."""
    begin, count = block[0], block[1]
    where = (tier, codes, signs, numbering)
    for each in range(cuda.grid(1), count, cuda.gridsize(1)):
        if codes[begin + each] == FOUND:
            codes[begin + each] = EXPANDED
            position = position_at(each, block, numbering)
            list_marked(position, where, 0, rows)


def count_images(
    block: Any, tier: Any, codes: Array, images: Array, numbering: Any, rows: Any
) -> None:
    """Write the number of images of each class, at one of its ranks if it is marked, else -1."""
    begin, count, rest = block[0], block[1], block[4]
    points, symmetries, tables = numbering[POINTS], numbering[SYMMETRIES], numbering[IMAGES]
    full = (1 << points) - 1
    for each in range(cuda.grid(1), count, cuda.gridsize(1)):
        position = position_at(each, block, numbering)
        mine, theirs = position & full, position >> points & full
        found = int(codes[begin + each])
        fixing = 1
        least = 1
        for symmetry in range(1, symmetries):
            if image(mine, symmetry, tables) == mine:
                other = image(theirs, symmetry, tables)
                if other < theirs:
                    least = 0
                elif other == theirs:
                    fixing += 1
                else:
                    same = mine | other << points | rest << 2 * points
                    found |= int(codes[number_of(same, numbering)])
        images[begin + each - tier[0]] = symmetries // fixing if found and least else -1


def weigh_all(
    block: Any, tier: Any, codes: Array, left: Array, arrivals: Array, signs: Array,
    numbering: Any, rows: Any,
) -> None:  # fmt: skip
    """Weigh the moves of the positions of a block."""
    begin, count = block[0], block[1]
    where = (tier, codes, arrivals, numbering)
    for each in range(cuda.grid(1), count, cuda.gridsize(1)):
        position = position_at(each, block, numbering)
        state = list_weighed(position, where, 0, rows)
        inside = state & INSIDE_MOVES
        at = begin + each
        code = 0
        size = 0
        if state == 0:
            code = final(worth(position, rows))
            size = priority(code)
        else:
            if state >> BEST:
                code = (state >> BEST) - OFFSET
                if holds(code):
                    inside += 1
            if code > 0 or inside == 0:
                size = priority(code)
        codes[at] = code
        left[at - tier[0]] = inside
        if size > signs[HIGHEST]:
            cuda.atomic.max(signs, HIGHEST, size)
        if state & INSIDE_MOVES and signs[INSIDE] == 0:
            signs[INSIDE] = 1


def link_all(
    block: Any, tier: Any, starts: Array, sources: Array, numbering: Any, rows: Any
) -> None:
    """Write the reversed moves inside a tier from a block.

    `starts` are the offsets of the moves to each position, and afterwards their ends.
    """
    begin, count = block[0], block[1]
    where = (tier, starts, sources, numbering)
    for each in range(cuda.grid(1), count, cuda.gridsize(1)):
        position = position_at(each, block, numbering)
        list_linked(position, where, begin + each - tier[0], rows)


def check_all(block: Any, codes: Array, wrong: Array, numbering: Any, rows: Any) -> None:
    """Count the codes of a block that do not follow from the codes after each move."""
    begin, count = block[0], block[1]
    found = 0
    for each in range(cuda.grid(1), count, cuda.gridsize(1)):
        position = position_at(each, block, numbering)
        state = list_checked(position, (codes, numbering), 0, rows)
        due = (state >> BEST) - OFFSET
        if state == 0:
            due = final(worth(position, rows))
        if due != codes[begin + each]:
            found += 1
    if found:
        cuda.atomic.add(wrong, 0, found)


def least_with(
    block: Any, tier: Any, code: int, codes: Array, images: Array, found: Array,
    numbering: Any, rows: Any,
) -> None:  # fmt: skip
    """Find the least position in canonical form with a code."""
    begin, count = block[0], block[1]
    for each in range(cuda.grid(1), count, cuda.gridsize(1)):
        if codes[begin + each] == code and images[begin + each - tier[0]] > 0:
            position = position_at(each, block, numbering)
            cuda.atomic.min(found, 0, int(canonical(position, rows)))


# All ranks of a tier


def spread(
    size: int, tier: Any, codes: Array, left: Array, ends: Array, sources: Array, signs: Array
) -> None:
    """Propagate all codes of one size to their predecessors in a tier."""
    first, last = tier
    for at in range(cuda.grid(1), last - first, cuda.gridsize(1)):
        code = int(codes[first + at])
        if priority(code) == size and (code > 0 or left[at] == 0):
            value = through(code, False, 1)
            begin = 0
            if at:
                begin = ends[at - 1]
            for edge in range(begin, ends[at]):
                source = np.int64(sources[edge])
                known = int(codes[first + source])
                offered = 0
                if holds(value):
                    if better(value, known):
                        offered = value
                elif known <= 0 and cuda.atomic.sub(left, source, 1) == 1:
                    offered = update(1, known, value)[1]
                if offered != 0:
                    codes[first + source] = offered
                    if priority(offered) > signs[HIGHEST]:
                        cuda.atomic.max(signs, HIGHEST, priority(offered))


def settle(tier: Any, codes: Array, left: Array) -> None:
    """Mark positions that are neither won nor lost as drawn."""
    first, last = tier
    for at in range(cuda.grid(1), last - first, cuda.gridsize(1)):
        if left[at] > 0 and codes[first + at] < 0:
            codes[first + at] = 0


def note_codes(tier: Any, lowest: int, codes: Array, used: Array) -> None:
    """Write 1 for each code that there is, from `lowest` on."""
    first, last = tier
    for at in range(cuda.grid(1), last - first, cuda.gridsize(1)):
        code = int(codes[first + at]) - lowest
        if used[code] == 0:
            used[code] = 1


def shorten(tier: Any, lowest: int, codes: Array, numbers: Array, short: Array) -> None:
    """Write the index of each code, one byte, which `numbers` has from code `lowest` on."""
    first, last = tier
    for at in range(cuda.grid(1), last - first, cuda.gridsize(1)):
        short[at] = numbers[int(codes[first + at]) - lowest]
