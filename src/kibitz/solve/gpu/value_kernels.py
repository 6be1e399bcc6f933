"""GPU kernels that compute values and build table rows.

The terms are those of `gpu_kernels.py`. The global names `canonical` and `orbit` are bound to
functions of some rules, `better` to one of the objective.
"""

from __future__ import annotations

import numpy as np

from kibitz.objectives.objective import LARGEST_CODE
from kibitz.solve.gpu.device import cuda as card_module
from kibitz.solve.gpu.gpu_kernels import DECIDED, FAULT, KNOWN, LOST, TOO_LONG, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.rows import CardRow

    def canonical(position: int, rows: Any) -> int: ...
    def orbit(position: int, rows: Any) -> int: ...
    def better(one: int, other: int) -> bool: ...


cuda = card_module()

BINS = 1 << 10  # codes counted in shared memory
UNKNOWN = -(1 << 15)  # code of a position in the tier that is being evaluated


def undecided(
    order: CardRow, first: int, last: int, codes: CardRow, found: CardRow, counters: CardRow
) -> None:
    """Collect those of `order[first:last]` without a value; their number is added to `KNOWN`."""
    shared = cuda.shared.array(2, np.int64)
    lane = cuda.threadIdx.x
    base = first + cuda.blockIdx.x * cuda.blockDim.x
    while base < last:
        at = base + lane
        slot = np.int64(0)
        wanted = 0
        place = 0
        if at < last:
            slot = np.int64(order[at])
            if codes[slot] == 0:
                wanted = 1
        if lane == 0:
            shared[0] = 0
        cuda.syncthreads()
        if wanted:
            place = cuda.atomic.add(shared, 0, 1)
        cuda.syncthreads()
        if lane == 0:
            shared[1] = cuda.atomic.add(counters, KNOWN, shared[0])
        cuda.syncthreads()
        if wanted:
            found[shared[1] + place] = slot
        base += cuda.blockDim.x * cuda.gridDim.x


def add_up(decided: int, shared: CardRow, counters: CardRow, counter: int) -> None:
    """Add the counts of all threads of a block to a counter."""
    if cuda.threadIdx.x == 0:
        shared[0] = 0
    cuda.syncthreads()
    if decided:
        cuda.atomic.add(shared, 0, decided)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0 and shared[0]:
        cuda.atomic.add(counters, counter, shared[0])
    cuda.syncthreads()


def contest(
    begins: CardRow,
    count: int,
    stream: CardRow,
    codes: CardRow,
    step: int,
    any_lost: int,
    counters: CardRow,
) -> None:
    """Decide what is won or lost in `step` plies, all shorter wins and losses being known.

    Codes that other threads decide meanwhile are beyond `step` and do not count yet. If `any_lost`
    is false, nothing was lost one ply before, so nothing can be won now: then the first child that
    is not won for the other side settles it.
    """
    shared = cuda.shared.array(1, np.int64)
    won = 0
    lost = 0
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        begin, end = np.int64(begins[at]), np.int64(begins[at + 1])
        own = np.int64(stream[begin])
        if end - begin > 1 and codes[own] == 0:
            code = -1 - step
            for each in range(begin + 1, end):
                value = int(codes[np.int64(stream[each])])
                if value == -step:
                    code = 1 + step
                    break
                if value <= 0 or value > step:
                    code = 0
                    if not any_lost:
                        break
            if code != 0:
                codes[own] = code
                if code > 0:
                    won += 1
                else:
                    lost += 1
    add_up(won + lost, shared, counters, DECIDED)
    add_up(lost, shared, counters, LOST)


def approach(
    begins: CardRow,
    count: int,
    stream: CardRow,
    codes: CardRow,
    step: int,
    _: int,
    counters: CardRow,
) -> None:
    """Decide what is solved in `step` moves, all shorter solutions being known."""
    shared = cuda.shared.array(1, np.int64)
    decided = 0
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        begin, end = np.int64(begins[at]), np.int64(begins[at + 1])
        own = np.int64(stream[begin])
        if end - begin > 1 and codes[own] == 0:
            for each in range(begin + 1, end):
                if codes[np.int64(stream[each])] == step:
                    codes[own] = 1 + step
                    decided += 1
                    break
    add_up(decided, shared, counters, DECIDED)


def improve(
    begins: CardRow,
    count: int,
    stream: CardRow,
    codes: CardRow,
    step: int,
    _: int,
    counters: CardRow,
) -> None:
    """Set every position to the best score of its children, as far as they have one."""
    shared = cuda.shared.array(1, np.int64)
    decided = 0
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        begin, end = np.int64(begins[at]), np.int64(begins[at + 1])
        own = np.int64(stream[begin])
        if end - begin > 1:
            before = int(codes[own])
            best = before
            for each in range(begin + 1, end):
                value = int(codes[np.int64(stream[each])])
                if better(value, best):
                    best = value
            if best != before:
                codes[own] = best
                decided += 1
    add_up(decided, shared, counters, DECIDED)


def weigh_win(
    begins: CardRow, count: int, stream: CardRow, codes: CardRow, step: int, counters: CardRow
) -> None:
    """Decide positions all of whose children have values; count the others.

    Values that other threads decide meanwhile are final, so they may be used or not.
    """
    shared = cuda.shared.array(1, np.int64)
    waiting = 0
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        begin, end = np.int64(begins[at]), np.int64(begins[at + 1])
        if end - begin > 1:
            win = 0
            loss = 0
            drawn = 0
            inside = 0
            for each in range(begin + 1, end):
                value = int(codes[np.int64(stream[each])])
                if value == UNKNOWN:
                    inside = 1
                    break
                if value < 0:
                    if win == 0 or step - value < win:
                        win = step - value
                elif value == 0:
                    drawn = 1
                elif value + step > loss:
                    loss = value + step
            if inside:
                waiting += 1
            elif max(win, loss) > LARGEST_CODE:
                counters[FAULT] = TOO_LONG
            elif win:
                codes[np.int64(stream[begin])] = win
            elif drawn:
                codes[np.int64(stream[begin])] = 0
            else:
                codes[np.int64(stream[begin])] = -loss
    add_up(waiting, shared, counters, DECIDED)


def weigh_best(
    begins: CardRow, count: int, stream: CardRow, codes: CardRow, step: int, counters: CardRow
) -> None:
    """Do the same for a puzzle: codes increase by `step` with every move (0 if they are scores)."""
    shared = cuda.shared.array(1, np.int64)
    waiting = 0
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        begin, end = np.int64(begins[at]), np.int64(begins[at + 1])
        if end - begin > 1:
            best = 0
            inside = 0
            for each in range(begin + 1, end):
                value = int(codes[np.int64(stream[each])])
                if value == UNKNOWN:
                    inside = 1
                    break
                if value != 0 and better(value + step, best):
                    best = value + step
            if inside:
                waiting += 1
            elif best > LARGEST_CODE:
                counters[FAULT] = TOO_LONG
            else:
                codes[np.int64(stream[begin])] = best
    add_up(waiting, shared, counters, DECIDED)


def widen(codes: CardRow, wider: CardRow) -> None:
    for at in range(cuda.grid(1), codes.size, cuda.gridsize(1)):
        wider[at] = codes[at]


# Table rows


def gather(order: CardRow, count: int, keys: CardRow, positions: CardRow) -> None:
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        positions[at] = keys[np.int64(order[at])]


def look_up(positions: CardRow, count: int, keys: CardRow, codes: CardRow, found: CardRow) -> None:
    """Write the content of `codes` for each position."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        found[at] = codes[find(keys, int(positions[at]))]


def orbits(positions: CardRow, count: int, rows: Any, images: CardRow) -> None:
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        images[at] = orbit(int(positions[at]), rows)


def add_images(
    order: CardRow, count: int, full: CardRow, keys: CardRow, rows: Any, images: CardRow
) -> None:
    """Count each position of one table, `full`, as an image of its class in the other."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        least = int(canonical(int(full[np.int64(order[at])]), rows))
        slot = find(keys, least)
        if slot >= 0:  # missing if `placements` omits images
            cuda.atomic.add(images, slot, 1)


def tally(
    codes: CardRow, images: CardRow, count: int, least: int, classes: CardRow, in_full: CardRow
) -> None:
    """Count codes from `least` on, and the images that have them, at least 1 per class.

    A row with -1 images is not counted.
    """
    near = cuda.shared.array(BINS, np.int64)
    near_full = cuda.shared.array(BINS, np.int64)
    for at in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        near[at] = 0
        near_full[at] = 0
    cuda.syncthreads()
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        code = int(codes[at]) - least
        share = int(images[at])
        if share >= 0 and code < BINS:
            cuda.atomic.add(near, code, 1)
            cuda.atomic.add(near_full, code, max(1, share))
        elif share >= 0:
            cuda.atomic.add(classes, code, 1)
            cuda.atomic.add(in_full, code, max(1, share))
    cuda.syncthreads()
    for at in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        if at < classes.size and near[at]:
            cuda.atomic.add(classes, at, near[at])
            cuda.atomic.add(in_full, at, near_full[at])


def first_with(codes: CardRow, count: int, code: int, first: CardRow) -> None:
    """Write the least index of a row with that code."""
    least = count
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        if codes[at] == code and at < least:
            least = at
    if least < count:
        cuda.atomic.min(first, 0, least)
