"""Kernels of the verification, run in the interpreter or compiled.

The global names `moves`, `play`, `worth`, `canonical`, `same_mover` and `cost` are bound to the
functions of some rules. The meaning of codes is defined in `rules/objectives/`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *


RIGHT, NOT_ORDERED, NOT_LEAST, MISSING, WRONG = range(5)
WIN, SCORE, SHORTEST, LOWEST, HIGHEST = range(5)
AIMS = {"win": WIN, "score": SCORE, "shortest": SHORTEST, "lowest": LOWEST, "highest": HIGHEST}
FOUND, QUEUED = 1, 2  # marks of reached positions


def place_of(positions: Array, wanted: int) -> int:
    """Return the index of a position in the ascending array, -1 if it is missing."""
    low, high = 0, len(positions)
    while low < high:
        middle = (low + high) // 2
        if positions[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    if low < len(positions) and positions[low] == wanted:
        return low
    return -1


def check_places(positions: Array, first: int, last: int) -> tuple[int, int]:
    """Check that positions ascend and are canonical; return a fault and its index."""
    for at in range(first, last):
        if at and positions[at - 1] >= positions[at]:
            return NOT_ORDERED, at
        if canonical(positions[at]) != positions[at]:
            return NOT_LEAST, at
    return RIGHT, 0


def offered(aim: int, code: int, again: bool, price: int) -> int:
    """Return the code of a position by a move to a position with this code."""
    if aim == SHORTEST:
        return code + price if code else 0
    if aim in (LOWEST, HIGHEST):
        return code
    mine = code if again else -code
    if aim == SCORE:
        return mine
    return mine + 1 if mine > 0 else mine - 1 if mine < 0 else 0


def prefers(aim: int, one: int, other: int) -> bool:
    """Return whether a player prefers one code to another; of wins an early one."""
    if aim in (SHORTEST, LOWEST):
        return one > 0 and (other == 0 or one < other)
    return one < other if aim == WIN and one * other > 0 else one > other


def check_positions(
    positions: Array, codes: Array, aim: int, first: int, last: int
) -> tuple[int, int, int]:
    """Check order, symmetry, moves and values; return a fault, its position, and the moves."""
    fault, wrong = check_places(positions, first, last)
    if fault != RIGHT:
        return fault, positions[wrong], 0
    met = 0
    for at in range(first, last):
        position = positions[at]
        count, due = 0, 0
        for move in moves(position):
            there = place_of(positions, canonical(play(position, move)))
            if there < 0:
                return MISSING, position, met
            again, price = same_mover(position, move), cost(position, move)
            code = offered(aim, codes[there], again, price)
            if count == 0 or prefers(aim, code, due):
                due = code
            count += 1
        met += count
        if aim == SHORTEST:
            due = 1 if worth(position) == 1 else due
        elif not count:
            due = worth(position) + (aim in (LOWEST, HIGHEST))
        if codes[at] != due:
            return WRONG, position, met
    return RIGHT, 0, met


def count_ways(positions: Array, ways: Array, first: int, last: int) -> None:
    """Count the moves that lead to each position, from positions `first` to `last`."""
    for at in range(first, last):
        for move in moves(positions[at]):
            ways[place_of(positions, canonical(play(positions[at], move)))] += 1


def peel(
    positions: Array, ways: Array, queue: Array, head: int, tail: int, stop: int
) -> tuple[int, int]:
    """Remove positions without predecessors, and their moves (topological sort).

    At most `stop` positions per call; returns head and tail of the queue.
    """
    stop += head
    while head < tail and head < stop:
        here = positions[queue[head]]
        head += 1
        for move in moves(here):
            at = place_of(positions, canonical(play(here, move)))
            ways[at] -= 1
            if ways[at] == 0:
                queue[tail] = at
                tail += 1
    return head, tail


def count_back(
    positions: Array, codes: Array, starts: Array, open_moves: Array, first: int, last: int
) -> None:
    """Count the moves from positions `first` to `last`, by their targets, and the open moves.

    `starts[at + 2]` counts those that lead to a position. A margin below 0 has as many open moves
    as the position has moves, any other has one; an end has none.
    """
    for at in range(first, last):
        count = 0
        for move in moves(positions[at]):
            starts[place_of(positions, canonical(play(positions[at], move))) + 2] += 1
            count += 1
        open_moves[at] = count if codes[at] < 0 else min(count, 1)


def list_ends(starts: Array, open_moves: Array, queue: Array) -> int:
    """Convert the counts to offsets, and queue the positions without open moves."""
    for at in range(2, len(starts)):
        starts[at] += starts[at - 1]
    tail = 0
    for at in range(len(open_moves)):
        if open_moves[at] == 0:
            queue[tail] = at
            tail += 1
    return tail


def list_back(
    positions: Array, codes: Array, starts: Array, sources: Array, first: int, last: int
) -> None:
    """List the sources of moves by their targets, ~source if the move cannot ground its position.

    Only a move to an equal margin grounds a margin above 0. Afterwards, those to a position are
    `sources[starts[at] : starts[at + 1]]`.
    """
    for at in range(first, last):
        for move in moves(positions[at]):
            to = place_of(positions, canonical(play(positions[at], move)))
            mine = codes[to] if same_mover(positions[at], move) else -codes[to]
            sources[starts[to + 1]] = at if codes[at] < 0 or mine == codes[at] else ~at
            starts[to + 1] += 1


def ground_margins(
    starts: Array, sources: Array, open_moves: Array, queue: Array, head: int, tail: int, stop: int
) -> tuple[int, int]:
    """Ground positions by their moves to grounded ones, which are in the queue.

    At most `stop` of these per call; returns head and tail of the queue.
    """
    stop += head
    while head < tail and head < stop:
        for each in range(starts[queue[head]], starts[queue[head] + 1]):
            source = sources[each]
            if source >= 0 and open_moves[source]:
                open_moves[source] -= 1
                if open_moves[source] == 0:
                    queue[tail] = source
                    tail += 1
        head += 1
    return head, tail


def first_open(codes: Array, open_moves: Array) -> int:
    """Return the first position whose margin is neither 0 nor grounded, -1 if there is none."""
    for at in range(len(codes)):
        if codes[at] and open_moves[at]:
            return at
    return -1


def bits_of(number: int) -> int:
    """Return the population count of a number."""
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


def shrinks(positions: Array) -> bool:
    """Return whether every move clears a bit of the position, so that no position repeats."""
    for at in range(len(positions)):
        bits = bits_of(positions[at])
        for move in moves(positions[at]):
            if bits_of(play(positions[at], move)) >= bits:
                return False
    return True


def ground(positions: Array, codes: Array, reached: Array) -> int:
    """Mark positions that reach their score at once or by a move to a marked one; count them."""
    more = 0
    for at in range(len(positions)):
        if reached[at]:
            continue
        finished = True
        for move in moves(positions[at]):
            finished = False
            there = place_of(positions, canonical(play(positions[at], move)))
            if codes[there] == codes[at] and reached[there]:
                reached[at] = 1
                more += 1
                break
        if finished:
            reached[at] = 1
            more += 1
    return more


def mark_placements(positions: Array, marks: Array) -> bool:
    """Count the placements with each canonical form; return whether none is missing."""
    for placement in placements():
        at = place_of(positions, canonical(placement))
        if at < 0:
            return False
        marks[at] += 1
    return True


def find_reached(
    positions: Array, marks: Array, queue: Array, first: int, last: int, found: Array
) -> tuple[int, int]:
    """Mark the children of positions in the queue, and list them in `found`.

    Returns the index in the queue where it stopped, which is `last` unless `found` is full, and the
    number listed. Threads may do this concurrently; a position that two of them see first is in
    both lists.
    """
    filled = 0
    for number in range(first, last):
        here = positions[queue[number]]
        for move in moves(here):
            at = place_of(positions, canonical(play(here, move)))
            if marks[at]:
                continue
            if filled == len(found):
                return number, filled
            marks[at] = FOUND
            found[filled] = at
            filled += 1
    return last, filled


def enqueue_found(marks: Array, found: Array, filled: int, queue: Array, tail: int) -> int:
    """Append the found positions to the queue, each once; return the new end."""
    for number in range(filled):
        at = found[number]
        if marks[at] == FOUND:
            marks[at] = QUEUED
            queue[tail] = at
            tail += 1
    return tail
