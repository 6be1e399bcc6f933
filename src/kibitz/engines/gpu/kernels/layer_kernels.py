"""GPU kernels that stay on the device: many layers, or many sweeps, in one launch.

Starting a kernel takes longer than a thin layer does. All blocks of these kernels run at the same
time (a cooperative launch) and wait for each other at a barrier. Between two barriers a counter is
either read or changed, never both, so that all threads leave a loop at the same point.

The terms are those of `gpu_kernels.py` and `value_kernels.py`.
"""

from __future__ import annotations

import numpy as np

from kibitz.engines.gpu.device import cuda as card_module
from kibitz.engines.gpu.gpu_kernels import (
    DECIDED,
    DECIDING,
    EDGES,
    EXPANDED,
    FOLLOWING,
    HEAD,
    KNOWN,
    LAYERS,
    LINKED,
    SWEEPS,
    TALLIES,
    counted,
    linked,
    reserved,
    write,
)
from kibitz.engines.gpu.value_kernels import AT_ONCE, add_up, next_priority, settled, weighed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.bound_names import *
    from kibitz.solve.rows import CardRow

    IMPROVES = True


cuda = card_module()


def expand_layers(
    first: int, last: int, edge: int, room: int, order: CardRow, keys: CardRow, rows: Any,
    begins: CardRow, ends: CardRow, stream: CardRow, marks: CardRow, made: CardRow, codes: CardRow,
    least: int, most: int, go_on: int, marked: int, layers: CardRow, counters: CardRow,
) -> None:  # fmt: skip
    """Expand `order[first:last]` and the layers after it, until a layer does not fit.

    The moves of the position `order[t]` are `stream[begins[t] : ends[t]]`; those before `edge` are
    taken. A layer fits if `stream` has space for its moves and the table, which takes `room`
    positions, for all their targets. `layers` receives the end of each layer, and `EXPANDED`,
    `LINKED` and `LAYERS` how far it went; `EDGES` is then larger than `LINKED` if a layer did not
    fit.
    """
    shared = cuda.shared.array(2, np.int64)
    grid = cuda.cg.this_grid()
    lane = cuda.threadIdx.x
    block = cuda.blockIdx.x * cuda.blockDim.x
    stride = cuda.blockDim.x * cuda.gridDim.x
    layer = 0
    while first < last and layer < layers.size:
        base = first + block
        while base < last:
            at = base + lane
            slot, position, wanted = 0, 0, 0
            if at < last:
                slot = int(np.int64(order[at]))
                position = int(keys[slot])
                wanted = 1 + counted(slot, position, rows, codes, least, most, go_on, counters)
            place = reserved(wanted, shared, counters, EDGES)
            if wanted > 0 and place + wanted <= stream.size:
                begins[at] = place
                ends[at] = place + wanted
                write(slot, position, place, wanted - 1, rows, stream, made)
            base += stride
        grid.sync()
        total = int(counters[EDGES])
        targets = total - edge - (last - first)
        if total > stream.size or last + targets > room:
            break
        base = edge + block
        while base < total:
            at = base + lane
            new = -1
            if at < total and int(made[at]) != HEAD:
                new = linked(at, keys, rows, stream, made, marks, marked, 1, counters)
            place = reserved(int(new >= 0), shared, counters, KNOWN)
            if new >= 0:
                order[place] = new
            base += stride
        if cuda.grid(1) == 0:
            layers[layer] = last
        grid.sync()
        layer += 1
        first, last, edge = last, int(counters[KNOWN]), total
    if cuda.grid(1) == 0:
        counters[EXPANDED] = first
        counters[LINKED] = edge
        counters[LAYERS] = layer


def settle_steps(
    begins: CardRow, ends: CardRow, count: int, stream: CardRow, marks: CardRow, codes: CardRow,
    step: int, sweeps: int, any_deciding: int, counters: CardRow,
) -> None:  # fmt: skip
    """Decide positions again and again, until a sweep decides none, or for so many sweeps.

    The step goes up by 1 with each sweep, unless codes improve. `SWEEPS` receives the
    number of sweeps, `DECIDED` that of all decided positions and `DECIDING` that of the last sweep.
    The positions found last are visited first, since others wait for their codes.
    """
    shared = cuda.shared.array(1, np.int64)
    grid = cuda.cg.this_grid()
    sweep, total = 0, 0
    decided, deciding = 1, any_deciding
    while decided > 0 and sweep < sweeps:
        own = TALLIES + 2 * (sweep % 3)
        if cuda.grid(1) == 0:  # last read before the barrier of the previous sweep
            following = TALLIES + 2 * ((sweep + 1) % 3)
            counters[following] = 0
            counters[following + 1] = 0
        decided, deciding_now = 0, 0
        for back in range(cuda.grid(1), count, cuda.gridsize(1)):
            at = count - 1 - back
            begin, end = int(np.int64(begins[at])), int(np.int64(ends[at]))
            found = settled(begin, end, stream, marks, codes, step, deciding)
            decided += found > 0
            deciding_now += found > 1
        add_up(decided, shared, counters, own)
        add_up(deciding_now, shared, counters, own + 1)
        grid.sync()
        decided, deciding = int(counters[own]), int(counters[own + 1])
        sweep += 1
        total += decided
        if not IMPROVES:
            step += 1
    if cuda.grid(1) == 0:
        counters[SWEEPS] = sweep
        counters[DECIDED] = total
        counters[DECIDING] = deciding


def weigh_steps(
    begins: CardRow, ends: CardRow, count: int, stream: CardRow, marks: CardRow, codes: CardRow,
    unknown: int, largest: int, sweeps: int, counters: CardRow,
) -> None:  # fmt: skip
    """Decide positions all of whose children have codes, until a sweep decides none.

    `DECIDED` and `DECIDING` receive how many waited after the last sweep and after the one before.
    """
    shared = cuda.shared.array(1, np.int64)
    grid = cuda.cg.this_grid()
    sweep, before, waiting = 0, -1, count
    while waiting > 0 and waiting != before and sweep < sweeps:
        own = TALLIES + 2 * (sweep % 3)
        if cuda.grid(1) == 0:  # last read before the barrier of the previous sweep
            counters[TALLIES + 2 * ((sweep + 1) % 3)] = 0
        before, waiting = waiting, 0
        for back in range(cuda.grid(1), count, cuda.gridsize(1)):
            at = count - 1 - back
            begin, end = int(np.int64(begins[at])), int(np.int64(ends[at]))
            waiting += weighed(begin, end, stream, marks, codes, unknown, largest, counters)
        add_up(waiting, shared, counters, own)
        grid.sync()
        waiting = int(counters[own])
        sweep += 1
    if cuda.grid(1) == 0:
        counters[DECIDED] = waiting
        counters[DECIDING] = before


def settle_turns(
    begins: CardRow, ends: CardRow, count: int, stream: CardRow, marks: CardRow, codes: CardRow,
    turn: int, sweeps: int, counters: CardRow,
) -> None:  # fmt: skip
    """Decide positions turn by turn, each until a sweep decides none, for so many sweeps.

    `DECIDED` receives the number of decided positions, `FOLLOWING` the turn of the next sweep, or
    `AT_ONCE` if there is none. The second number of each tally is `AT_ONCE` less the next turn.
    """
    shared = cuda.shared.array(1, np.int64)
    grid = cuda.cg.this_grid()
    sweep, total = 0, 0
    while turn != AT_ONCE and sweep < sweeps:
        own = TALLIES + 2 * (sweep % 3)
        if cuda.grid(1) == 0:  # last read before the barrier of the previous sweep
            counters[TALLIES + 2 * ((sweep + 1) % 3)] = 0
            counters[TALLIES + 2 * ((sweep + 1) % 3) + 1] = 0
        decided, following = 0, AT_ONCE
        for back in range(cuda.grid(1), count, cuda.gridsize(1)):
            at = count - 1 - back
            begin, end = int(np.int64(begins[at])), int(np.int64(ends[at]))
            if settled(begin, end, stream, marks, codes, turn, 1):
                decided += 1
            else:
                following = min(following, next_priority(begin, end, stream, codes, turn))
        add_up(decided, shared, counters, own)
        cuda.atomic.max(counters, own + 1, AT_ONCE - following)
        grid.sync()
        decided = int(counters[own])
        if decided == 0:
            turn = AT_ONCE - int(counters[own + 1])
        total += decided
        sweep += 1
    if cuda.grid(1) == 0:
        counters[DECIDED] = total
        counters[FOLLOWING] = turn
