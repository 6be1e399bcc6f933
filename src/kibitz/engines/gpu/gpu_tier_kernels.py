"""Kernels of the tier solver on the GPU; the terms are those of `gpu_kernels.py`."""

from __future__ import annotations

import numpy as np

from kibitz.engines.gpu.device import cuda as card_module
from kibitz.engines.gpu.gpu_kernels import HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *


cuda = card_module()


def mark(total: int, moves: Any, made: Array, marks: Array) -> None:
    """Mark the slots of the targets of moves."""
    stream = moves[1]
    for at in range(cuda.grid(1), total, cuda.gridsize(1)):
        if int(made[at]) != HEAD:
            marks[np.int64(stream[at])] = 1


def highest_below(
    order: Array,
    count: int,
    keys: Array,
    marks: Array,
    rows: Any,
    limit: int,
    marked: int,
    found: Array,
) -> None:
    """Find the highest tier below a limit, of all positions or of the marked ones."""
    highest = int(found[0])
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        slot = np.int64(order[at])
        if marked == 0 or marks[slot] == 1:
            own_tier = int(tier(int(keys[slot]), rows))
            if highest < own_tier < limit:
                highest = own_tier
    cuda.atomic.max(found, 0, highest)


def part(
    order: Array, count: int, keys: Array, rows: Any, level: int, row: Array, counters: Array
) -> None:
    """Write the positions of a tier to the front of a row and all others to its end.

    `counters` receive the number of both.
    """
    shared = cuda.shared.array(4, np.int64)
    lane = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    while base < count:
        at = base + lane
        position = -1
        side = 0
        place = 0
        if at < count:
            position = int(keys[np.int64(order[at])])
            if tier(position, rows) != level:
                side = 1
        if lane == 0:
            shared[0] = 0
            shared[1] = 0
        cuda.syncthreads()
        if position >= 0:
            place = cuda.atomic.add(shared, side, 1)
        cuda.syncthreads()
        if lane == 0:
            shared[2] = cuda.atomic.add(counters, 0, shared[0])
            shared[3] = cuda.atomic.add(counters, 1, shared[1])
        cuda.syncthreads()
        if position >= 0:
            if side == 0:
                row[shared[2] + place] = position
            else:
                row[count - 1 - shared[3] - place] = position
        base += cuda.blockDim.x * cuda.gridDim.x
