"""What runs on the card. Every function here is a kernel, or a helper that kernels call.

The set of all classes is `keys`, an open-addressing table of positions, -1 where a slot is free,
in buckets of four: what the card's memory hands out at a time. A class is known by its slot. The
moves of some positions are a `stream` of slots: for each its own, then those of its children, from
`begins[t]` to `begins[t + 1]`.

The global names `count_moves`, `list_moves`, `play`, `worth`, `canonical` and `orbit` stand for
functions of the rules that a kernel is bound to; `rows` are their constants.
"""

from __future__ import annotations

import numpy as np

from kibitz.solve.gpu.card import cuda as card_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Row = Any  # an array on the card

    def count_moves(position: int, rows: Any) -> int: ...
    def list_moves(position: int, out: Row, first: int, rows: Any) -> int: ...
    def play(position: int, move: int, rows: Any) -> int: ...
    def worth(position: int, rows: Any) -> int: ...
    def canonical(position: int, rows: Any) -> int: ...
    def orbit(position: int, rows: Any) -> int: ...


cuda = card_module()

FREE = -1
BUCKET = 4  # slots of 8 bytes in the 32 bytes that memory hands out at a time
HEAD = -(1 << 62)  # instead of a move: the position itself
KNOWN, FAULT, FAULT_AT, DECIDED, LOST, COUNTERS = range(6)  # in `counters`
FIRST_FAULT, NOT_A_MOVE, NOT_A_POSITION, NOT_A_WORTH = range(4)
BINS = 1 << 10  # codes that are counted near the processors


# The set of classes


def mixed(position: int) -> int:
    """Return 63 bits that similar positions share as little as possible; nothing overflows."""
    spread = (position & 0xFFFFFFFF) * 0x5BD1E995 ^ (position >> 32) * 0x45D9F3B5
    return ((spread ^ spread >> 32) & 0xFFFFFFFF) * 0x6C8E9CF5


def insert(keys: Row, position: int) -> int:
    """Return the slot of a position, or, if it was new, -1 minus the slot it has got."""
    buckets: int = keys.size // BUCKET
    bits = mixed(position)
    bucket = (bits >> 31) * buckets >> 32
    while True:
        for step in range(BUCKET):
            slot = BUCKET * bucket + (bits + step & BUCKET - 1)
            found: int = keys[slot]
            if found == FREE:
                found = cuda.atomic.cas(keys, slot, FREE, position)
                if found == FREE:
                    return -1 - slot
            if found == position:
                return slot
        bucket += 1
        if bucket == buckets:
            bucket = 0


def find(keys: Row, position: int) -> int:
    """Return the slot of a position, -1 if it is not there."""
    buckets: int = keys.size // BUCKET
    bits = mixed(position)
    bucket = (bits >> 31) * buckets >> 32
    while True:
        for step in range(BUCKET):
            slot = BUCKET * bucket + (bits + step & BUCKET - 1)
            found = keys[slot]
            if found == position:
                return slot
            if found == FREE:
                return -1
        bucket += 1
        if bucket == buckets:
            bucket = 0


def fill(row: Row, value: int) -> None:
    for at in range(cuda.grid(1), row.size, cuda.gridsize(1)):
        row[at] = value


def enter(positions: Row, count: int, keys: Row, order: Row, counters: Row) -> None:
    """Add positions that are all different and new."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        slot = insert(keys, int(positions[at]))
        if slot < 0:
            order[cuda.atomic.add(counters, KNOWN, 1)] = -1 - slot


def move_over(old: Row, keys: Row, codes: Row, new_codes: Row, moved: Row) -> None:
    """Enter what is in one table into another; `moved` takes the new slot of every old one."""
    for at in range(cuda.grid(1), old.size, cuda.gridsize(1)):
        position = int(old[at])
        if position != FREE:
            slot = -1 - insert(keys, position)
            moved[at] = slot
            new_codes[slot] = codes[at]


def renumber(slots: Row, count: int, moved: Row) -> None:
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        slots[at] = moved[np.int64(slots[at])]


# Exploring


def complain(counters: Row, fault: int, position: int) -> None:
    """Note the first promise that was broken, and where."""
    if cuda.atomic.cas(counters, FAULT, FIRST_FAULT, fault) == FIRST_FAULT:
        counters[FAULT_AT] = position


def count(
    order: Row, first: int, last: int, keys: Row, rows: Any, counts: Row, codes: Row,
    least: int, most: int, raised: int, counters: Row,
) -> None:  # fmt: skip
    """Write 1 + the number of moves of `order[first:last]`, and the codes of those that are ends.

    An end is worth `least` to `most`, which is its code when it is raised by so much.
    """
    for at in range(cuda.grid(1), last - first, cuda.gridsize(1)):
        slot = np.int64(order[first + at])
        position = int(keys[slot])
        moves = count_moves(position, rows)
        counts[at] = 1 + moves
        if moves == 0 and most >= least:
            value = int(worth(position, rows))
            if least <= value <= most:
                codes[slot] = value + raised
            else:
                complain(counters, NOT_A_WORTH, position)


def write_moves(
    order: Row, first: int, last: int, keys: Row, rows: Any, begins: Row, stream: Row, made: Row
) -> None:
    """Write the moves of `order[first:last]` into `made`, and beside them whose they are."""
    for at in range(cuda.grid(1), last - first, cuda.gridsize(1)):
        slot = np.int64(order[first + at])
        begin = int(np.int64(begins[at]))
        end = list_moves(int(keys[slot]), made, begin + 1, rows)
        made[begin] = HEAD
        for each in range(begin, end):
            stream[each] = slot


def link(
    total: int, keys: Row, rows: Any, stream: Row, made: Row, mirrored: int, order: Row,
    counters: Row,
) -> None:  # fmt: skip
    """Make the moves; put the slots of the children into the stream, new ones behind `order`.

    Each block of threads takes room for all its new positions at once.
    """
    shared = cuda.shared.array(2, np.int64)
    lane = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    while base < total:
        at = base + lane
        new = -1
        place = 0
        if at < total and int(made[at]) != HEAD:
            position = int(keys[np.int64(stream[at])])
            move = int(made[at])
            child = -1
            if move >= 0:
                child = int(play(position, move, rows))
                if mirrored and child >= 0:
                    child = int(canonical(child, rows))
            if child < 0:
                complain(counters, NOT_A_MOVE if move < 0 else NOT_A_POSITION, position)
            else:
                slot = insert(keys, child)
                if slot < 0:
                    slot = -1 - slot
                    new = slot
                stream[at] = slot
        if lane == 0:
            shared[0] = 0
        cuda.syncthreads()
        if new >= 0:
            place = cuda.atomic.add(shared, 0, 1)
        cuda.syncthreads()
        if lane == 0:
            shared[1] = cuda.atomic.add(counters, KNOWN, shared[0])
        cuda.syncthreads()
        if new >= 0:
            order[shared[1] + place] = new
        base += cuda.blockDim.x * cuda.gridDim.x


def count_equals(order: Row, first: int, last: int, keys: Row, rows: Any, least: int,
                 counters: Row) -> None:  # fmt: skip
    """Count those of `order[first:last]` whose least image is the given position."""
    for at in range(first + cuda.grid(1), last, cuda.gridsize(1)):
        if canonical(int(keys[np.int64(order[at])]), rows) == least:
            cuda.atomic.add(counters, DECIDED, 1)


# Valuing


def undecided(order: Row, first: int, last: int, codes: Row, found: Row, counters: Row) -> None:
    """Collect those of `order[first:last]` that have no value yet; how many goes to `KNOWN`."""
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


def add_up(decided: int, shared: Row, counters: Row, counter: int) -> None:
    """Add what each thread of a block has decided to a counter."""
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
    begins: Row, count: int, stream: Row, codes: Row, step: int, any_lost: int, counters: Row
) -> None:
    """Decide what is won or lost in `step` plies, all shorter wins and losses being known.

    What is decided meanwhile by other threads has a code beyond `step` and does not count yet.
    Unless `any_lost` something was lost one ply before, there is nothing to win now: then the first
    child that is not won for the other side settles it.
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
    begins: Row, count: int, stream: Row, codes: Row, step: int, _: int, counters: Row
) -> None:
    """Decide what is solved in `step` moves, all that is nearer being known."""
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
    begins: Row, count: int, stream: Row, codes: Row, step: int, _: int, counters: Row
) -> None:
    """Give every position the best score of its children, as far as they have one."""
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
                if value != 0 and (best == 0 or value < best):
                    best = value
            if best != before:
                codes[own] = best
                decided += 1
    add_up(decided, shared, counters, DECIDED)


def widen(codes: Row, wider: Row) -> None:
    for at in range(cuda.grid(1), codes.size, cuda.gridsize(1)):
        wider[at] = codes[at]


# From the set to rows of a table


def gather(order: Row, count: int, keys: Row, positions: Row) -> None:
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        positions[at] = keys[np.int64(order[at])]


def look_up(positions: Row, count: int, keys: Row, codes: Row, found: Row) -> None:
    """Write what `codes` holds for each position."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        found[at] = codes[find(keys, int(positions[at]))]


def orbits(positions: Row, count: int, rows: Any, images: Row) -> None:
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        images[at] = orbit(int(positions[at]), rows)


def add_images(order: Row, count: int, full: Row, keys: Row, rows: Any, images: Row) -> None:
    """Count each position of one table, `full`, as an image of its class in the other."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        least = int(canonical(int(full[np.int64(order[at])]), rows))
        cuda.atomic.add(images, find(keys, least), 1)


def tally(codes: Row, images: Row, count: int, least: int, classes: Row, in_full: Row) -> None:
    """Count codes from `least` on, and the images that have them."""
    near = cuda.shared.array(BINS, np.int64)
    near_full = cuda.shared.array(BINS, np.int64)
    for at in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        near[at] = 0
        near_full[at] = 0
    cuda.syncthreads()
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        code = int(codes[at]) - least
        if code < BINS:
            cuda.atomic.add(near, code, 1)
            cuda.atomic.add(near_full, code, int(images[at]))
        else:
            cuda.atomic.add(classes, code, 1)
            cuda.atomic.add(in_full, code, int(images[at]))
    cuda.syncthreads()
    for at in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        if at < classes.size and near[at]:
            cuda.atomic.add(classes, at, near[at])
            cuda.atomic.add(in_full, at, near_full[at])


def first_with(codes: Row, count: int, code: int, first: Row) -> None:
    """Write the least number of a row with that code."""
    least = count
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        if codes[at] == code and at < least:
            least = at
    if least < count:
        cuda.atomic.min(first, 0, least)
