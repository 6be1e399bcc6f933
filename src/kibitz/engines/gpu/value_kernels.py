"""GPU kernels that compute values and build table rows.

The terms are those of `gpu_kernels.py`. The global names `canonical` and `orbit` are bound to
functions of some rules, `through`, `better`, `holds` and `priority` to those of the objective.
`UNDECIDED` is its code of an undecided position, `IMPROVES` whether a code that holds may be
replaced by a better one, `BY_MARGIN` whether codes are margins, `MARKED` whether moves have marks.
"""

from __future__ import annotations

import numpy as np

from kibitz.engines.gpu.device import cuda as cuda_module
from kibitz.engines.gpu.gpu_kernels import (
    DECIDED,
    DECIDING,
    FAULT,
    FOLLOWING,
    KNOWN,
    TOO_LONG,
    find,
    reserved,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *

    UNDECIDED = 0
    BY_MARGIN = IMPROVES = MARKED = True


cuda = cuda_module()

BINS = 1 << 10  # codes counted in shared memory
AT_ONCE = 1 << 62  # in place of a priority: above all of them


def undecided(
    order: Array, first: int, last: int, codes: Array, found: Array, counters: Array
) -> None:
    """Collect those of `order[first:last]` that `settle` visits; add their number to `KNOWN`."""
    shared = cuda.shared.array(2, np.int64)
    lane = cuda.threadIdx.x
    base = first + cuda.blockIdx.x * cuda.blockDim.x
    while base < last:
        at = base + lane
        slot = np.int64(0)
        wanted = False
        if at < last:
            slot = np.int64(order[at])
            code = int(codes[slot])
            wanted = code == UNDECIDED or (IMPROVES and holds(code))
        place = reserved(int(wanted), shared, counters, KNOWN)
        if wanted:
            found[place] = slot
        base += cuda.blockDim.x * cuda.gridDim.x


def add_up(decided: int, shared: Array, counters: Array, counter: int) -> None:
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


def settled(begin: int, end: int, moves: Any, codes: Array, step: int, any_deciding: int) -> int:
    """Decide a position by those of its moves whose codes have a priority of at most `step`.

    Return 1 if it has a new code, 2 if that can decide another position on its own, else 0.

    A position is decided if all its moves are, or if the best of them holds: no later one is
    better, since the codes of all lower priorities are known. If codes improve, `step` is above all
    priorities.

    Codes that other threads decide meanwhile count if their priority is low enough. If no code of
    the previous step can decide a position (`any_deciding` is false), the first undecided move ends
    the visit.
    """
    _, stream, marks = moves
    own = np.int64(stream[begin])
    before = int(codes[own])
    if end - begin < 2 or not (before == UNDECIDED or (IMPROVES and holds(before))):
        return 0
    best = before
    waiting = 0
    for each in range(begin + 1, end):
        code = int(codes[np.int64(stream[each])])
        turn = priority(code)
        if turn == 0 or turn > step:  # 0 if undecided
            waiting = 1
            if not any_deciding:
                break
        else:
            mark = int(marks[each]) if MARKED else 1
            offer = int(through(code, mark < 0, mark))
            if best == UNDECIDED or better(offer, best):
                best = offer
                if not IMPROVES and holds(best):
                    break
    if best == before or (waiting and not holds(best)):
        return 0
    codes[own] = best
    if holds(through(best, False, 1)) or (MARKED and holds(through(best, True, 1))):
        return 2
    return 1


def next_priority(begin: int, end: int, moves: Any, codes: Array, step: int) -> int:
    """Return the lowest priority above `step` among the moves of an undecided position."""
    _, stream, _ = moves
    lowest = AT_ONCE
    if int(codes[np.int64(stream[begin])]) == UNDECIDED:
        for each in range(begin + 1, end):
            turn = int(priority(int(codes[np.int64(stream[each])])))
            if step < turn < lowest:
                lowest = turn
    return lowest


def settle(
    moves: Any, count: int, codes: Array, step: int, any_deciding: int, counters: Array
) -> None:
    """Decide positions once; count the decided ones, and the deciding ones among them.

    If codes are margins, `FOLLOWING` receives the lowest priority above `step` that a code of a
    move of an undecided position has.
    """
    begins = moves[0]
    shared = cuda.shared.array(1, np.int64)
    decided = 0
    deciding = 0
    following = AT_ONCE
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        begin, end = int(np.int64(begins[at])), int(np.int64(begins[at + 1]))
        found = settled(begin, end, moves, codes, step, any_deciding)
        decided += found > 0
        deciding += found > 1
        if BY_MARGIN and found == 0:
            following = min(following, next_priority(begin, end, moves, codes, step))
    add_up(decided, shared, counters, DECIDED)
    add_up(deciding, shared, counters, DECIDING)
    if BY_MARGIN:
        cuda.atomic.min(counters, FOLLOWING, following)


def weigh(
    moves: Any, count: int, codes: Array, unknown: int, largest: int, counters: Array
) -> None:
    """Decide positions all of whose children have codes; count the others, which are `unknown`.

    Codes that other threads decide meanwhile are final, so they may be used or not.
    """
    begins, stream, marks = moves
    shared = cuda.shared.array(1, np.int64)
    waiting = 0
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        begin, end = int(np.int64(begins[at])), int(np.int64(begins[at + 1]))
        own = np.int64(stream[begin])
        if end - begin < 2 or int(codes[own]) != unknown:
            continue
        best = unknown
        for each in range(begin + 1, end):
            code = int(codes[np.int64(stream[each])])
            if code == unknown:
                best = unknown
                waiting += 1
                break
            mark = int(marks[each]) if MARKED else 1
            offer = int(through(code, mark < 0, mark))
            if best == unknown or better(offer, best):
                best = offer
        if best != unknown:
            if -largest <= best <= largest:
                codes[own] = best
            else:
                counters[FAULT] = TOO_LONG
    add_up(waiting, shared, counters, DECIDED)


def highest_priority(codes: Array, found: Array) -> None:
    """Write the highest priority of all codes."""
    highest = 0
    for at in range(cuda.grid(1), codes.size, cuda.gridsize(1)):
        code = int(codes[at])
        if code != UNDECIDED:
            highest = max(highest, int(priority(code)))
    cuda.atomic.max(found, 0, highest)


def widen(codes: Array, wider: Array) -> None:
    for at in range(cuda.grid(1), codes.size, cuda.gridsize(1)):
        wider[at] = codes[at]


# Table rows


def gather(order: Array, count: int, keys: Array, positions: Array) -> None:
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        positions[at] = keys[np.int64(order[at])]


def look_up(positions: Array, count: int, keys: Array, codes: Array, found: Array) -> None:
    """Write the content of `codes` for each position."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        found[at] = codes[find(keys, int(positions[at]))]


def orbits(positions: Array, count: int, rows: Any, images: Array) -> None:
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        images[at] = orbit(int(positions[at]), rows)


def add_images(positions: Array, count: int, keys: Array, rows: Any, images: Array) -> None:
    """Count each position as an image of its class."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        slot = find(keys, int(canonical(int(positions[at]), rows)))
        if slot >= 0:  # missing if `placements` omits images
            cuda.atomic.add(images, slot, 1)


def extent(codes: Array, count: int, found: Array) -> None:
    """Write the least and the greatest code."""
    least, most = int(codes[0]), int(codes[0])
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        least, most = min(least, int(codes[at])), max(most, int(codes[at]))
    cuda.atomic.min(found, 0, least)
    cuda.atomic.max(found, 1, most)


def tally(
    codes: Array, images: Array, count: int, least: int, classes: Array, in_full: Array
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


def first_with(codes: Array, count: int, code: int, first: Array) -> None:
    """Write the least index of a row with that code."""
    least = count
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        if codes[at] == code and at < least:
            least = at
    if least < count:
        cuda.atomic.min(first, 0, least)
