"""The checks of a table, run in the interpreter or compiled.

The global names `moves`, `play`, `worth`, `canonical`, `same_mover` and `cost` stand for the
functions of the rules that a check is bound to. What a code means is said in `solve/codes.py`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.solve.rows import Row

    def moves(position: int) -> Iterator[int]: ...
    def play(position: int, move: int) -> int: ...
    def worth(position: int) -> int: ...
    def canonical(position: int) -> int: ...
    def placements() -> Iterator[int]: ...
    def same_mover(position: int, move: int) -> bool: ...
    def cost(position: int, move: int) -> int: ...


RIGHT, NOT_ORDERED, NOT_LEAST, MISSING, WRONG = range(5)
FOUND, QUEUED = 1, 2  # marks of positions that are reached
LIMBS = 5  # of a number of ways
CHUNK = 11  # holes of a board that are looked up at a time


def place_of(positions: Row, wanted: int) -> int:
    """Return where a position stands in the ascending row, -1 if it does not."""
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


def check_places(positions: Row, first: int, last: int) -> tuple[int, int]:
    """Check that positions ascend, each the least of its images; return a fault and its place."""
    for at in range(first, last):
        if at and positions[at - 1] >= positions[at]:
            return NOT_ORDERED, at
        if canonical(positions[at]) != positions[at]:
            return NOT_LEAST, at
    return RIGHT, 0


def check_win(positions: Row, codes: Row, first: int, last: int) -> tuple[int, int, int]:
    """Check wins, draws and losses; return the fault, its place, and how many moves there are."""
    met = 0
    for at in range(first, last):
        before = met
        quickest_loss, slowest_win, draws = 0, 0, 0
        for move in moves(positions[at]):
            met += 1
            there = place_of(positions, canonical(play(positions[at], move)))
            if there < 0:
                return MISSING, at, met
            code = -codes[there] if same_mover(positions[at], move) else codes[there]
            if code < 0 and (quickest_loss == 0 or code > quickest_loss):
                quickest_loss = code
            elif code > slowest_win:
                slowest_win = code
            elif code == 0:
                draws += 1
        if met == before:
            due = worth(positions[at])
        elif quickest_loss:
            due = 1 - quickest_loss
        elif draws:
            due = 0
        else:
            due = -1 - slowest_win
        if codes[at] != due:
            return WRONG, at, met
    return RIGHT, 0, met


def check_margin(positions: Row, codes: Row, first: int, last: int) -> tuple[int, int, int]:
    """Check margins; return as `check_win` does."""
    met = 0
    for at in range(first, last):
        before = met
        due = 0
        for move in moves(positions[at]):
            there = place_of(positions, canonical(play(positions[at], move)))
            if there < 0:
                return MISSING, at, met
            margin = codes[there] if same_mover(positions[at], move) else -codes[there]
            due = margin if met == before else max(due, margin)
            met += 1
        if codes[at] != (worth(positions[at]) if met == before else due):
            return WRONG, at, met
    return RIGHT, 0, met


def count_ways(positions: Row, ways: Row, first: int, last: int) -> None:
    """Count the moves that lead to each position, of those from `first` to `last`."""
    for at in range(first, last):
        for move in moves(positions[at]):
            ways[place_of(positions, canonical(play(positions[at], move)))] += 1


def peel(positions: Row, ways: Row, queue: Row, head: int, tail: int, stop: int) -> tuple[int, int]:
    """Take away positions that nothing leads to any more, and their moves.

    At most `stop` positions at a time; returns head and tail of the queue.
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


def check_shortest(positions: Row, codes: Row, first: int, last: int) -> tuple[int, int, int]:
    """Check distances to a solved position; return as `check_win` does."""
    met = 0
    for at in range(first, last):
        nearest = 0
        for move in moves(positions[at]):
            met += 1
            there = place_of(positions, canonical(play(positions[at], move)))
            if there < 0:
                return MISSING, at, met
            far = codes[there] + cost(positions[at], move)
            if codes[there] > 0 and (nearest == 0 or far < nearest):
                nearest = far
        due = 1 if worth(positions[at]) == 1 else nearest
        if codes[at] != due:
            return WRONG, at, met
    return RIGHT, 0, met


def check_lowest(positions: Row, codes: Row, first: int, last: int) -> tuple[int, int, int]:
    """Check best scores; return as `check_win` does."""
    met = 0
    for at in range(first, last):
        before = met
        best = 0
        for move in moves(positions[at]):
            met += 1
            there = place_of(positions, canonical(play(positions[at], move)))
            if there < 0:
                return MISSING, at, met
            if codes[there] > 0 and (best == 0 or codes[there] < best):
                best = codes[there]
        due = worth(positions[at]) + 1 if met == before else best
        if codes[at] != due:
            return WRONG, at, met
    return RIGHT, 0, met


def check_highest(positions: Row, codes: Row, first: int, last: int) -> tuple[int, int, int]:
    """Check the highest scores that can be reached; return as `check_win` does."""
    met = 0
    for at in range(first, last):
        due = 0
        before = met
        for move in moves(positions[at]):
            met += 1
            there = place_of(positions, canonical(play(positions[at], move)))
            if there < 0:
                return MISSING, at, met
            due = max(due, codes[there])
        if met == before:
            due = worth(positions[at]) + 1
        if codes[at] != due:
            return WRONG, at, met
    return RIGHT, 0, met


CHECKS = {
    "win": check_win,
    "score": check_margin,
    "shortest": check_shortest,
    "lowest": check_lowest,
    "highest": check_highest,
}


def bits_of(number: int) -> int:
    """Return how many bits of a number are set."""
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


def shrinks(positions: Row) -> bool:
    """Say whether every move takes a bit off the position, so that no line goes in circles."""
    for at in range(len(positions)):
        bits = bits_of(positions[at])
        for move in moves(positions[at]):
            if bits_of(play(positions[at], move)) >= bits:
                return False
    return True


def ground(positions: Row, codes: Row, reached: Row) -> int:
    """Mark what reaches its score at once or by a move to what is marked; return how many more."""
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


def mark_placements(positions: Row, marks: Row) -> bool:
    """Count the placements that each position stands for; say whether none is missing."""
    for placement in placements():
        at = place_of(positions, canonical(placement))
        if at < 0:
            return False
        marks[at] += 1
    return True


def find_reached(
    positions: Row, marks: Row, queue: Row, first: int, last: int, found: Row
) -> tuple[int, int]:
    """Mark what moves lead to from positions of the queue, and list it in `found`.

    Returns where in the queue it stopped, which is `last` unless `found` is full, and how many it
    listed. Threads may do this at the same time; what two of them see first is in both lists.
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


def enqueue_found(marks: Row, found: Row, filled: int, queue: Row, tail: int) -> int:
    """Put what was found at the end of the queue, each position once; return the new end."""
    for number in range(filled):
        at = found[number]
        if marks[at] == FOUND:
            marks[at] = QUEUED
            queue[tail] = at
            tail += 1
    return tail


def check_wins(
    words: Row,
    origin: int,
    flips: Row,
    lows: Row,
    bits: Row,
    pegs: Row,
    most: int,
    solved: int,
    first: int,
    last: int,
) -> tuple[int, int, int]:
    """Check the positions of these words; return a fault, its position and how many were checked.

    `flips` says of each bit of an index above the sixth what it flips in a position, `lows` of the
    content of the six below; `bits` of each chunk of holes which bits of an index they are, and
    `pegs` how many there are. Positions of more than `most` pegs are left out.
    """
    checked = 0
    chunk = (1 << CHUNK) - 1
    for at in range(first, last):
        base = origin
        for bit in range(len(flips)):
            if at >> bit & 1:
                base ^= flips[bit]
        for low in range(len(lows)):
            position = base ^ lows[low]
            count, rest = 0, position
            while rest:
                count += pegs[rest & chunk]
                rest >>= CHUNK
            if count > most:
                continue
            checked += 1
            finished, due = True, False
            for move in moves(position):
                finished = False
                index, place = 0, 0
                rest = play(position, move)
                while rest:
                    index |= bits[place, rest & chunk]
                    rest >>= CHUNK
                    place += 1
                if words[index >> 6] >> (index & 63) & 1:
                    due = True
                    break
            if finished:
                due = count > 0 and worth(position) <= solved
            if (words[at] >> low & 1 == 1) != due:
                return WRONG, position, checked
    return RIGHT, 0, checked


def count_moves(positions: Row, degrees: Row) -> None:
    """Write how many moves each position has."""
    for at in range(len(positions)):
        degree = 0
        for _ in moves(positions[at]):
            degree += 1
        degrees[at] = degree


def list_following(positions: Row, following: Row) -> None:
    """Write where every move leads."""
    met = 0
    for at in range(len(positions)):
        for move in moves(positions[at]):
            following[met] = play(positions[at], move)
            met += 1


def mirror(positions: Row, least: Row) -> None:
    """Write the least mirror image of each position."""
    for at in range(len(positions)):
        least[at] = canonical(positions[at])


def carry_along(
    here: Row, ways: Row, chances: Row, fewest: Row, landed: Row, degrees: Row, holes: Row,
    there: Row, ways_there: Row, chances_there: Row, fewest_there: Row, landed_there: Row,
) -> None:  # fmt: skip
    """Add what leads to the positions of one layer to what leads to those after them.

    `holes` are [move, where its peg comes from and where it lands].
    """
    for at in range(len(here)):
        for move in moves(here[at]):
            to = place_of(there, play(here[at], move))
            for limb in range(LIMBS):
                ways_there[to, limb] += ways[at, limb]
            chances_there[to] += chances[at] / degrees[at]
            cost = fewest[at] + 1 - (landed[at] >> holes[move, 0] & 1)
            if cost < fewest_there[to]:
                fewest_there[to] = cost
                landed_there[to] = 0
            if cost == fewest_there[to]:
                landed_there[to] |= 1 << holes[move, 1]
