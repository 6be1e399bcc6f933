"""Kernels that call the functions of a game's rules.

Each reads and fills arrays of integers, is stateless and thread-safe. The global names `moves`,
`play`, `worth`, `canonical`, `orbit`, `placements`, `same_mover`, `cost`, `tier`,
`may_be_canonical` and `goals_are_terminal` are bound to those of some rules. Everything else
about a table needs no rules.
"""

from __future__ import annotations

from kibitz.solve.memory.numbering import MIXER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *


BLOCK = (1 << 10) - 1
NOT_A_MOVE = -1


def expand(
    positions: Array,
    first: int,
    last: int,
    mirrored: bool,
    children: Array,
    degrees: Array,
    worths: Array,
) -> tuple[int, int]:
    """Write the positions after every move from `positions[first:last]`, in order.

    `degrees` receives the number of moves of each position, `worths` the worth of terminal ones,
    and of all if solved positions go on. Returns the first position that was not expanded, because
    `children` had no space for all its moves, and the number of children written for those before
    it; or `NOT_A_MOVE` instead of that number, if a move of the position is negative.
    """
    filled = 0
    for at in range(first, last):
        begin = filled
        position = positions[at]
        for move in moves(position):
            if move < 0:
                return at, NOT_A_MOVE
            if filled == len(children):
                return at, begin
            child = play(position, move)
            children[filled] = canonical(child) if mirrored else child
            filled += 1
        degrees[at] = filled - begin
        if filled == begin or not goals_are_terminal:
            worths[at] = worth(position)
    return last, filled


def mark(positions: Array, first: int, last: int, marks: Array) -> None:
    """Mark the moves from `positions[first:last]` after which the same player moves again."""
    filled = 0
    for at in range(first, last):
        for move in moves(positions[at]):
            marks[filled] = same_mover(positions[at], move)
            filled += 1


def write_costs(positions: Array, first: int, last: int, costs: Array) -> None:
    """Write the cost of each move from `positions[first:last]`."""
    filled = 0
    for at in range(first, last):
        for move in moves(positions[at]):
            costs[filled] = cost(positions[at], move)
            filled += 1


def list_moves(
    positions: Array, first: int, last: int, degrees: Array, numbers: Array, children: Array
) -> tuple[int, int]:
    """Write every move from `positions[first:last]`, in order, and its target.

    `degrees` receives the number of moves of each position, counted from `first`. Returns the first
    position whose moves did not fit, and the number of moves written.
    """
    filled = 0
    for at in range(first, last):
        begin = filled
        position = positions[at]
        for move in moves(position):
            if filled == len(children):
                return at, begin
            numbers[filled] = move
            children[filled] = canonical(play(position, move))
            filled += 1
        degrees[at - first] = filled - begin
    return last, filled


def place(first: int, share: int, shares: int, found: Array) -> tuple[int, int]:
    """Write the placements that are in canonical form, from number `first` on.

    Of every `shares` blocks of placements only one is processed, so that several threads can share
    the work. Returns the number of the first placement that did not fit, or of all placements if
    there is none, and the number of placements written.
    """
    filled = 0
    count = 0
    turn = shares - 1
    for position in placements():
        if count & BLOCK == 0:
            turn = 0 if turn + 1 == shares else turn + 1
        mine = turn == share and count >= first
        if mine and may_be_canonical(position) and canonical(position) == position:
            if filled == len(found):
                return count, filled
            found[filled] = position
            filled += 1
        count += 1
    return count, filled


def count_images(positions: Array, first: int, last: int, images: Array) -> None:
    """Write the number of different images of each of `positions[first:last]`."""
    for at in range(first, last):
        images[at] = orbit(positions[at])


def mirror(positions: Array, first: int, last: int, least: Array) -> None:
    """Write the canonical form of each of `positions[first:last]`."""
    for at in range(first, last):
        least[at] = canonical(positions[at])


def write_tiers(positions: Array, first: int, last: int, tiers: Array) -> None:
    """Write the tier of each of `positions[first:last]`."""
    for at in range(first, last):
        tiers[at] = tier(positions[at])


def list_placements(full: Array) -> None:
    """Write every placement."""
    for at, position in enumerate(placements()):
        full[at] = position


def sample_placements(most: int, sampled: int) -> tuple[int, int, int, int]:
    """Count placements, up to `most`, and examine a sample: `sampled` of 2**20 of them.

    Returns the number of placements, of those examined, of canonical ones among these, and of moves
    of the canonical ones.
    """
    count = looked = least = degree = 0
    for position in placements():
        if count == most:
            break
        count += 1
        if (position ^ position >> 32) * MIXER >> 20 & 0xFFFFF < sampled:
            looked += 1
            if canonical(position) == position:
                least += 1
                for _ in moves(position):
                    degree += 1
    return count, looked, least, degree
