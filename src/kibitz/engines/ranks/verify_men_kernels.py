"""Kernels of the verification of a game of men, run in the interpreter or compiled.

The global names `moves`, `play`, `worth`, `canonical` and `orbit` are bound to the functions of
some rules. `order` is what defines the order of the codes: (points, sets of men, symmetries,
blocks, block by rest and numbers of men, binomials). A block is (first rank, width, first set,
number of sets, men of the other player, rest).
"""

from __future__ import annotations

from kibitz.solve.verify.verify_kernels import FOUND, MISSING, QUEUED, RIGHT, WRONG, bits_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.arrays import Ints
    from kibitz.solve.bound_names import *


def mapped(some: int, symmetry: Ints) -> int:
    """Return the image of a set of points."""
    there, point = 0, 0
    while some:
        if some & 1:
            there |= 1 << symmetry[point]
        some >>= 1
        point += 1
    return there


def rank_of(position: int, order: Any) -> int:
    """Return the rank of a position, -1 if it is in no block."""
    points, sets, symmetries, blocks, block_of, binomials = order
    full = (1 << points) - 1
    mine, theirs, rest = position & full, position >> points & full, position >> 2 * points
    if mine & theirs or rest >= len(block_of):
        return -1
    at = block_of[rest][bits_of(mine)][bits_of(theirs)]
    if at < 0:
        return -1
    least, by = mine, 0
    for which in range(len(symmetries)):
        image = mapped(mine, symmetries[which])
        if image < least:
            least, by = image, which
    theirs = mapped(theirs, symmetries[by])
    low, high = blocks[at][2], blocks[at][2] + blocks[at][3]
    while low < high:
        middle = (low + high) // 2
        if sets[middle] < least:
            low = middle + 1
        else:
            high = middle
    rank, free, chosen = 0, 0, 0
    for point in range(points):
        if theirs >> point & 1:
            chosen += 1
            rank += binomials[free][chosen]
        if not least >> point & 1:
            free += 1
    found: int = blocks[at][0] + (low - blocks[at][2]) * blocks[at][1] + rank
    return found


def position_of(rank: int, block: Ints, order: Any) -> int:
    """Return the position with a rank in a block."""
    points, sets, _, _, _, binomials = order
    first, width, known, _, men, rest = block
    mine = sets[known + (rank - first) // width]
    among = (rank - first) % width
    theirs, free = 0, points - bits_of(mine)
    for back in range(points):
        point = points - 1 - back
        if not mine >> point & 1:
            free -= 1
            if men and among >= binomials[free][men]:
                among -= binomials[free][men]
                theirs |= 1 << point
                men -= 1
    position: int = mine | theirs << points | rest << 2 * points
    return position


def code_at(codes: Ints, used: Ints, rank: int) -> int:
    """Return the code of a rank."""
    code: int = used[int(codes[rank]) & 255] if len(used) else codes[rank]
    return code


def check_men(
    codes: Ints, used: Ints, order: Any, block: Ints, first: int, last: int
) -> tuple[int, int, int]:
    """Check the ranks of a block; return the fault, its position, and the number of moves."""
    met = 0
    for at in range(first, last):
        position = position_of(at, block, order)
        before = met
        quickest_loss, slowest_win, draws = 0, 0, 0
        for move in moves(position):
            met += 1
            there = rank_of(play(position, move), order)
            if there < 0:
                return MISSING, position, met
            code = code_at(codes, used, there)
            if code < 0 and (quickest_loss == 0 or code > quickest_loss):
                quickest_loss = code
            elif code > slowest_win:
                slowest_win = code
            elif code == 0:
                draws += 1
        if met == before:
            due = worth(position)
        elif quickest_loss:
            due = 1 - quickest_loss
        elif draws:
            due = 0
        else:
            due = -1 - slowest_win
        same = rank_of(canonical(position), order)
        if code_at(codes, used, at) != due or same < 0 or code_at(codes, used, same) != due:
            return WRONG, position, met
    return RIGHT, 0, met


def mark_men(marks: Ints, order: Any, block: Ints, first: int, last: int) -> int:
    """Mark the successors of the marked ranks of a block; return the number of new marks."""
    new = 0
    for at in range(first, last):
        if marks[at] == FOUND:
            marks[at] = QUEUED
            position = position_of(at, block, order)
            for move in moves(position):
                there = rank_of(canonical(play(position, move)), order)
                if not marks[there]:
                    marks[there] = FOUND
                    new += 1
    return new


def count_men(
    codes: Ints, used: Ints, marks: Ints, order: Any, block: Ints,
    lowest: int, classes: Ints, in_full: Ints, first: int, last: int,
) -> None:  # fmt: skip
    """Count the marked ranks of a block by code, and their images."""
    for at in range(first, last):
        if marks[at]:
            code = code_at(codes, used, at) - lowest
            classes[code] += 1
            in_full[code] += orbit(position_of(at, block, order))
