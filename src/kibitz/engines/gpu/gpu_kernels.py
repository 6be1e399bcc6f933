"""GPU kernels that explore a game, and their helpers.

The set of all classes is `keys`, a hash table with open addressing, -1 in free slots, in buckets of
four: one memory transaction of the GPU. A class is identified by its slot. A `source` of positions
is `(order, keys)`: the one at `t` is `keys[order[t]]`.

The `moves` of some positions are `(begins, stream, marks)`. `stream` holds slots: for each position
its own, then those of its children, from `begins[t]` to `begins[t + 1]`. `marks` are the costs of
moves, or `AGAIN` for a move after which the same player moves; they are written if `marked` is 1.
`MARKED` is false in a game without them: every move costs 1, and players alternate. `made` are the
moves themselves.

The global names `count_moves`, `list_moves`, `play`, `worth`, `canonical`, `tier`, `same_mover`,
`cost`, `placement_at` and `may_be_canonical` are bound to the functions of some rules, `final` to
one of the objective; `rows` are the constants of the rules.
"""

from __future__ import annotations

import numpy as np

from kibitz.engines.gpu.device import cuda as cuda_module
from kibitz.solve.invalid_rules import MOST_COST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *

    def count_moves(position: int, rows: Any) -> int: ...
    def list_moves(position: int, out: Array, first: int, rows: Any) -> int: ...

    MARKED = True


cuda = cuda_module()

FREE = -1
BUCKET = 4  # slots of 8 bytes in a memory transaction of 32 bytes
HEAD = -(1 << 62)  # in place of a move: the position itself
AGAIN = -1  # mark of a move after which the same player moves
# In `counters`. DECIDED to FOLLOWING are those of a sweep.
KNOWN, FAULT, FAULT_AT, DECIDED, DECIDING, FOLLOWING, COUNTERS = range(7)
FIRST_FAULT, NOT_A_MOVE, NOT_A_POSITION, NOT_A_WORTH, NOT_A_COST, RAISED, TOO_LONG = range(7)
ALL = -(1 << 62)  # in place of a tier: positions of every tier


# The set of classes


def mixed(position: int) -> int:
    """Return a 63-bit hash of a position, computed without overflow."""
    spread = (position & 0xFFFFFFFF) * 0x5BD1E995 ^ (position >> 32) * 0x45D9F3B5
    return ((spread ^ spread >> 32) & 0xFFFFFFFF) * 0x6C8E9CF5


def insert(keys: Array, position: int) -> int:
    """Return the slot of a position, or, if it was new, -1 minus its slot."""
    buckets: int = keys.size // BUCKET
    bits = mixed(position)
    bucket = (bits & 0xFFFFFFFF) * buckets >> 32
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


def find(keys: Array, position: int) -> int:
    """Return the slot of a position, -1 if it is missing."""
    buckets: int = keys.size // BUCKET
    bits = mixed(position)
    bucket = (bits & 0xFFFFFFFF) * buckets >> 32
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


def fill(row: Array, value: int) -> None:
    for at in range(cuda.grid(1), row.size, cuda.gridsize(1)):
        row[at] = value


def number(row: Array) -> None:
    for at in range(cuda.grid(1), row.size, cuda.gridsize(1)):
        row[at] = at


def shift(row: Array, by: int) -> None:
    for at in range(cuda.grid(1), row.size, cuda.gridsize(1)):
        row[at] += by


def replace(row: Array, old: int, new: int) -> None:
    for at in range(cuda.grid(1), row.size, cuda.gridsize(1)):
        if row[at] == old:
            row[at] = new


def enter(positions: Array, count: int, keys: Array, order: Array, counters: Array) -> None:
    """Add positions that are all different and new."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        slot = insert(keys, int(positions[at]))
        if slot < 0:
            order[cuda.atomic.add(counters, KNOWN, 1)] = -1 - slot


def enter_valued(positions: Array, values: Array, count: int, keys: Array, codes: Array) -> None:
    """Add positions with their codes, outside the order of discovery."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        slot = insert(keys, int(positions[at]))
        codes[slot if slot >= 0 else -1 - slot] = values[at]


def rehash(old: Array, keys: Array, codes: Array, new_codes: Array, moved: Array) -> None:
    """Rehash a table into another; `moved` receives the new slot of every old one."""
    for at in range(cuda.grid(1), old.size, cuda.gridsize(1)):
        position = int(old[at])
        if position != FREE:
            slot = -1 - insert(keys, position)
            moved[at] = slot
            new_codes[slot] = codes[at]


def enter_all(old: Array, keys: Array) -> None:
    """Add the positions of a table to another."""
    for at in range(cuda.grid(1), old.size, cuda.gridsize(1)):
        if old[at] != FREE:
            insert(keys, int(old[at]))


def renumber(slots: Array, count: int, moved: Array) -> None:
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        slots[at] = moved[np.int64(slots[at])]


# Exploring


def record_fault(counters: Array, fault: int, position: int) -> None:
    """Record the first violation of the contract and its position."""
    if cuda.atomic.cas(counters, FAULT, FIRST_FAULT, fault) == FIRST_FAULT:
        counters[FAULT_AT] = position


def count(
    source: Any, first: int, last: int, rows: Any, counts: Array, codes: Array, worths: Any,
    level: int, counters: Array,
) -> None:  # fmt: skip
    """Write 1 + the number of moves of `order[first:last]`, and the codes of terminal ones.

    `worths` are the least and the most that an end may have, and whether solved positions go on:
    then those with moves are ends too. Positions of lower tiers than `level` are not expanded yet,
    so they count as having no moves.
    """
    order, keys = source
    least, most, go_on = worths
    for at in range(cuda.grid(1), last - first, cuda.gridsize(1)):
        slot = int(np.int64(order[first + at]))
        position = int(keys[slot])
        if level != ALL:
            own_tier = int(tier(position, rows))
            if own_tier != level:
                counts[at] = 1
                if own_tier > level:
                    record_fault(counters, RAISED, position)
                continue
        moves: int = count_moves(position, rows)
        counts[at] = 1 + moves
        if most >= least and (moves == 0 or go_on):
            value = int(worth(position, rows))
            if moves > 0:
                if value == 1:
                    codes[slot] = final(value)
            elif least <= value <= most:
                codes[slot] = final(value)
            else:
                record_fault(counters, NOT_A_WORTH, position)


def write_moves(source: Any, first: int, last: int, rows: Any, moves: Any, made: Array) -> None:
    """Write the moves of `order[first:last]` into `made`, with the positions they belong to."""
    order, keys = source
    begins, stream, _ = moves
    for at in range(cuda.grid(1), last - first, cuda.gridsize(1)):
        slot = int(np.int64(order[first + at]))
        begin, end = int(np.int64(begins[at])), int(np.int64(begins[at + 1]))
        made[begin] = HEAD
        if end > begin + 1:
            list_moves(int(keys[slot]), made, begin + 1, rows)
        for each in range(begin, end):
            stream[each] = slot


def reserved(wanted: int, shared: Array, counters: Array, length: int) -> int:
    """Return the first of so many places in a row, for each thread that wants some.

    The length of the row is a counter. Each block of threads reserves space for all at once.
    """
    if cuda.threadIdx.x == 0:
        shared[0] = 0
    cuda.syncthreads()
    place = 0
    if wanted > 0:
        place = int(cuda.atomic.add(shared, 0, wanted))
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        shared[1] = cuda.atomic.add(counters, length, shared[0])
    cuda.syncthreads()
    return place + int(shared[1])


def played(position: int, move: int, rows: Any, counters: Array) -> int:
    """Return the position after a move; -1, with a fault, if rules violate the contract."""
    child = int(play(position, move, rows)) if move >= 0 else -1
    if child < 0:
        record_fault(counters, NOT_A_MOVE if move < 0 else NOT_A_POSITION, position)
    return child


def link(
    total: int, keys: Array, rows: Any, moves: Any, made: Array, marked: int, mirrored: int,
    order: Array, counters: Array,
) -> None:  # fmt: skip
    """Play the moves; write the slots of the children into the stream, new ones after `order`."""
    _, stream, marks = moves
    shared = cuda.shared.array(2, np.int64)
    lane = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    while base < total:
        at = base + lane
        new = -1
        if at < total and int(made[at]) != HEAD:
            position, move = int(keys[np.int64(stream[at])]), int(made[at])
            child = played(position, move, rows, counters)
            if mirrored and child >= 0:
                child = int(canonical(child, rows))
                if child < 0:
                    record_fault(counters, NOT_A_POSITION, position)
            if child >= 0:
                slot = insert(keys, child)
                if slot < 0:
                    slot = -1 - slot
                    new = slot
                stream[at] = slot
            if MARKED and marked and move >= 0:
                mark = int(cost(position, move, rows))
                if not 1 <= mark <= MOST_COST:
                    record_fault(counters, NOT_A_COST, position)
                elif same_mover(position, move, rows):
                    mark = AGAIN
                marks[at] = mark
        place = reserved(int(new >= 0), shared, counters, KNOWN)
        if new >= 0:
            order[place] = new
        base += cuda.blockDim.x * cuda.gridDim.x


def reach(
    total: int, positions: Array, rows: Any, moves: Any, made: Array, keys: Array,
    found: Array, counters: Array,
) -> None:  # fmt: skip
    """Play the moves; write the positions they lead to, without symmetry, if they are new.

    The stream holds the indices of the positions that the moves belong to.
    """
    _, stream, _ = moves
    shared = cuda.shared.array(2, np.int64)
    lane = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    while base < total:
        at = base + lane
        child = -1
        if at < total and int(made[at]) != HEAD:
            child = played(int(positions[np.int64(stream[at])]), int(made[at]), rows, counters)
            if child >= 0 and insert(keys, child) >= 0:
                child = -1
        place = reserved(int(child >= 0), shared, counters, KNOWN)
        if child >= 0:
            found[place] = child
        base += cuda.blockDim.x * cuda.gridDim.x


# Placements, by their indices


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


# Tiers


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
