"""GPU kernels of the verification tier by tier; they share nothing with the solver's kernels.

The global names `count_moves`, `list_moves`, `play`, `worth`, `canonical`, `orbit`, `tier`,
`same_mover` and `cost` are bound to the functions of some rules; `rows` are the constants of the
rules. `near` are the positions of a tier and of those that its moves lead to, each in ascending
order; a segment is (tier, first index, end).
"""

from __future__ import annotations

import numpy as np

from kibitz.engines.gpu.device import cuda as card_module
from kibitz.solve.verify.verify_kernels import (
    FOUND,
    HIGHEST,
    LOWEST,
    MISSING,
    NOT_LEAST,
    NOT_ORDERED,
    QUEUED,
    RIGHT,
    SHORTEST,
    WRONG,
    offered,
    prefers,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.bound_names import *
    from kibitz.solve.rows import CardRow

    def count_moves(position: int, rows: Any) -> int: ...
    def list_moves(position: int, out: CardRow, first: int, rows: Any) -> int: ...


cuda = card_module()

FAULT, FAULT_AT, MOVES, IMAGES, NEW, WIDEST, COUNTS = range(7)  # in `counts`


def find_widest(near: CardRow, count: int, rows: Any, counts: CardRow) -> None:
    """Write the largest number of moves of the first `count` positions."""
    widest = 0
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        widest = max(widest, int(count_moves(int(near[at]), rows)))
    cuda.atomic.max(counts, WIDEST, widest)


def index_of(near: CardRow, segments: CardRow, position: int, level: int) -> int:
    """Return the index of a position of a tier, -1 if it is missing."""
    for segment in range(segments.shape[0]):
        if segments[segment, 0] == level:
            low, high = int(segments[segment, 1]), int(segments[segment, 2])
            end = high
            while low < high:
                middle = (low + high) // 2
                if near[middle] < position:
                    low = middle + 1
                else:
                    high = middle
            return low if low < end and near[low] == position else -1
    return -1


def check_tier(
    near: CardRow, count: int, codes: CardRow, marks: CardRow, segments: CardRow, aim: int,
    made: CardRow, width: int, rows: Any, counts: CardRow,
) -> None:  # fmt: skip
    """Check the first `count` positions, and mark the successors of marked ones.

    `made` has space for `width` moves of each thread. `NEW` receives the number of marks within the
    tier; the first fault is in `FAULT`, its position in `FAULT_AT`.
    """
    begin = cuda.grid(1) * width
    moves, images, new = 0, 0, 0
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        position = int(near[at])
        fault = RIGHT
        if at > 0 and near[at - 1] >= position:
            fault = NOT_ORDERED
        elif int(canonical(position, rows)) != position:
            fault = NOT_LEAST
        end = int(list_moves(position, made, begin, rows))
        due = 0
        reached = int(marks[at])
        for each in range(begin, end):
            move = int(made[each])
            child = int(canonical(int(play(position, move, rows)), rows))
            there = index_of(near, segments, child, int(tier(child, rows)))
            if there < 0:
                fault = MISSING
                break
            again = bool(same_mover(position, move, rows))
            code = int(offered(aim, int(codes[there]), again, int(cost(position, move, rows))))
            if each == begin or prefers(aim, code, due):
                due = code
            if reached == FOUND and marks[there] == 0:
                marks[there] = FOUND
                new += there < count
        if reached == FOUND:
            marks[at] = QUEUED
        if aim == SHORTEST:
            if int(worth(position, rows)) == 1:
                due = 1
        elif end == begin:
            due = int(worth(position, rows))
            if aim in (LOWEST, HIGHEST):
                due += 1
        if fault == RIGHT and int(codes[at]) != due:
            fault = WRONG
        if fault != RIGHT and cuda.atomic.cas(counts, FAULT, RIGHT, fault) == RIGHT:
            counts[FAULT_AT] = position
        moves += end - begin
        images += int(orbit(position, rows))
    cuda.atomic.add(counts, MOVES, moves)
    cuda.atomic.add(counts, IMAGES, images)
    cuda.atomic.add(counts, NEW, new)


def find_unmarked(near: CardRow, count: int, marks: CardRow, found: CardRow) -> None:
    """Write the least of the first `count` positions without a mark, if there is one."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        if marks[at] == 0:
            cuda.atomic.min(found, 0, np.int64(near[at]))
