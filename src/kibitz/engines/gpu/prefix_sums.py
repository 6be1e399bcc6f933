"""Prefix sums on the GPU: offsets of many rows of different lengths.

A tree of sums: a thread adds up a tile of numbers, another a tile of such sums, until one tile is
left; then downwards again. (CuPy has this too, but takes seconds to compile it.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from kibitz.engines.gpu import device
from kibitz.solve.arrays import GPUArray

cuda = device.cuda()

TILE = 1 << 8  # numbers that one thread adds up
THREADS = 1 if device.simulated() else 128


def running_sums(numbers: GPUArray, count: int, sums: GPUArray) -> int:
    """Write 0, then the sum of the first one, two, … of `count` numbers; return the total.

    If the total does not fit into the type of the sums, they are undefined.
    """
    levels = [(numbers, count)]
    while levels[-1][1] > TILE:  # one level up, each number is the sum of a tile
        tiles = tiles_of(levels[-1][1])
        row = device.empty(tiles + 1, np.int64)
        launch(add_tiles, tiles, *levels[-1], row)
        levels.append((row, tiles))
    before = zero()
    for row, length in reversed(levels[1:]):
        launch(scan_tiles, tiles_of(length), row, length, before, row)
        before = row
    launch(scan_tiles, tiles_of(count), numbers, count, before, sums)
    totals, last = levels[1] if len(levels) > 1 else (sums, count)
    return int(totals[last : last + 1].copy_to_host()[0])


@lru_cache
def zero() -> GPUArray:
    """Return a row of one 0 on the device."""
    row: GPUArray = cuda.to_device(np.zeros(1, np.int64))
    return row


def tiles_of(count: int) -> int:
    """Return the number of tiles for `count` numbers."""
    return -(-count // TILE)


def launch(function: Callable[..., None], tiles: int, *arguments: Any) -> None:
    """Run a kernel, a thread for each tile."""
    device.launch(function, -(-tiles // THREADS), THREADS, *arguments)


def add_tiles(numbers: GPUArray, count: int, sums: GPUArray) -> None:
    """Write the sum of every tile of numbers."""
    for tile in range(cuda.grid(1), -(-count // TILE), cuda.gridsize(1)):
        total = np.int64(0)
        for at in range(tile * TILE, min(count, (tile + 1) * TILE)):
            total += np.int64(numbers[at])
        sums[tile] = total


def scan_tiles(numbers: GPUArray, count: int, before: GPUArray, sums: GPUArray) -> None:
    """Write, for each number, the sum of all before it, and the total after the last.

    `before` has these sums for the tiles. `numbers` and `sums` may be the same.
    """
    for tile in range(cuda.grid(1), -(-count // TILE), cuda.gridsize(1)):
        total = np.int64(before[tile])
        for at in range(tile * TILE, min(count, (tile + 1) * TILE)):
            number = np.int64(numbers[at])
            sums[at] = total
            total += number
        if (tile + 1) * TILE >= count:
            sums[count] = total
