"""GPU kernels that list the placements of a game by their indices.

The global names `placement_at`, `may_be_canonical` and `canonical` are bound to the functions of
some rules; the other terms are those of `gpu_kernels.py`.
"""

from __future__ import annotations

import numpy as np

from kibitz.engines.gpu.device import cuda as card_module
from kibitz.engines.gpu.gpu_kernels import KNOWN, insert, reserved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *


cuda = card_module()


def placed_class(index: int, rows: Any) -> int:
    """Return the placement with an index if it is canonical, else -1."""
    position = int(placement_at(index, rows))
    if position < 0 or not may_be_canonical(position, rows):
        return -1
    return position if int(canonical(position, rows)) == position else -1


def place_all(
    placed: int, counting: int, keys: Array, rows: Any, order: Array, counters: Array
) -> None:
    """Add the canonical ones of so many placements to the set of classes.

    If it is only for `counting`, add their number to `KNOWN` and nothing else.
    """
    shared = cuda.shared.array(2, np.int64)
    lane = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    while base < placed:
        new = -1
        if base + lane < placed:
            position = placed_class(base + lane, rows)
            if position >= 0:
                new = 0 if counting else -1 - insert(keys, position)
        place = reserved(int(new >= 0), shared, counters, KNOWN)
        if new >= 0 and not counting:
            order[place] = new
        base += cuda.blockDim.x * cuda.gridDim.x


def list_placed(first: int, count: int, rows: Any, positions: Array) -> None:
    """Write `count` placements from an index on."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        positions[at] = placement_at(first + at, rows)
