"""Kernels for solving tier by tier: what is known of lower tiers, and values inside one tier.

Inside a tier values spread backwards as in `backward.py`, but they begin at many distances, since
moves to lower tiers are worth whatever they are worth. So positions wait in buckets, one for each
size of code: `heads[size]` is the first of a bucket, `links[at]` the next. Those whose code is
certain are in other buckets, `ready` and `following`.

`hints` hold what the moves to lower tiers say: a code above 0 that they reach for sure, or, where
a position can still be lost, less than 0: the code of that loss at the earliest.
"""

from __future__ import annotations

from kibitz.solve.backward import LARGEST_CODE, LEAST_MARGIN, TOO_LONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Row = Any  # an array of integers

ELSEWHERE = -(1 << 31)  # the number of a child in a lower tier
END, APART = -1, -2  # after the last of a bucket; of a position that is in none


def weigh_win(
    first: int,
    last: int,
    degrees: Row,
    worths: Row,
    numbers: Row,
    lower: Row,
    left: Row,
    hints: Row,
    codes: Row,
) -> int:
    """Take in the moves of positions `first` to `last` of two players, all in one row.

    `numbers` are those of the children, `lower` the codes of those elsewhere. `degrees` become the
    numbers of moves inside the tier; `left` is one more where the position cannot be lost. Returns
    how many moves lead elsewhere, or `TOO_LONG`.
    """
    edge = elsewhere = 0
    for at in range(first, last):
        total = degrees[at]
        inside = win = loss = drawn = 0
        for each in range(edge, edge + total):
            code = lower[each]
            if numbers[each] != ELSEWHERE:
                inside += 1
            elif abs(code) == LARGEST_CODE:
                return TOO_LONG
            elif code < 0:
                if win == 0 or 1 - code < win:
                    win = 1 - code
            elif code == 0:
                drawn = 1
            else:
                loss = max(loss, 1 + code)
        edge += total
        elsewhere += total - inside
        degrees[at] = inside
        left[at] = inside + 1 if win or drawn else inside
        hints[at] = win if win else -loss
        codes[at] = 0
        if total == 0:
            codes[at] = worths[at]
        elif left[at] == 0:
            codes[at] = -loss
    return elsewhere


def weigh_margin(
    first: int,
    last: int,
    degrees: Row,
    worths: Row,
    numbers: Row,
    lower: Row,
    left: Row,
    codes: Row,
) -> None:
    """Do the same where margins count: `codes` become the best that lower tiers offer."""
    edge = 0
    for at in range(first, last):
        total = degrees[at]
        inside = 0
        best = LEAST_MARGIN
        for each in range(edge, edge + total):
            if numbers[each] != ELSEWHERE:
                inside += 1
            else:
                best = max(best, -lower[each])
        edge += total
        degrees[at] = inside
        left[at] = inside
        codes[at] = worths[at] if total == 0 else best


def list_told(left: Row, queue: Row) -> int:
    """List the positions without moves inside the tier; return how many there are."""
    tail = 0
    for at in range(len(left)):
        if left[at] == 0:
            queue[tail] = at
            tail += 1
    return tail


def weigh_best(
    first: int,
    last: int,
    degrees: Row,
    worths: Row,
    numbers: Row,
    lower: Row,
    step: int,
    go_on: bool,
    hints: Row,
    codes: Row,
) -> int:
    """Do the same for a puzzle: codes grow by `step` with every move (0 if they are scores).

    Where solved positions `go_on`, they are solved whatever moves they have.
    """
    edge = elsewhere = 0
    for at in range(first, last):
        total = degrees[at]
        inside = best = 0
        for each in range(edge, edge + total):
            code = lower[each]
            if numbers[each] != ELSEWHERE:
                inside += 1
            elif code:
                if code + step > LARGEST_CODE:
                    return TOO_LONG
                if best == 0 or code + step < best:
                    best = code + step
        edge += total
        elsewhere += total - inside
        degrees[at] = inside
        hints[at] = best
        codes[at] = 0
        if total == 0 or (go_on and worths[at] == 1):
            codes[at] = worths[at] + 1 - step
    return elsewhere


def keep_inside(numbers: Row, filled: int, targets: Row, known: int) -> int:
    """Append the numbers of children inside the tier to `targets`; return how many there are."""
    for each in range(filled):
        if numbers[each] != ELSEWHERE:
            targets[known] = numbers[each]
            known += 1
    return known


def take_hints(hints: Row, codes: Row) -> None:
    """Take the hints for codes, in a tier without moves inside."""
    for at in range(len(codes)):
        if codes[at] == 0 and hints[at] > 0:
            codes[at] = hints[at]


def wait(hints: Row, codes: Row, heads: Row, links: Row) -> int:
    """Put all positions that have a code, or a hint of one, into their buckets; return how many.

    One with a hint may get a better code before its turn comes.
    """
    waiting = 0
    for at in range(len(codes)):
        size = abs(codes[at])
        if size == 0 and hints[at] > 0:
            size = hints[at]
        if size:
            links[at] = heads[size]
            heads[size] = at
            waiting += 1
    return waiting


def gather(
    size: int, waiting: int, codes: Row, heads: Row, links: Row, ready: Row, following: Row
) -> int:
    """Make the positions of one size ready that have no other code yet; return how many wait."""
    at = heads[size]
    while at != END:
        if following[at] == APART:
            if codes[at] == 0:
                codes[at] = size
            following[at] = ready[size]
            ready[size] = at
        else:
            waiting -= 1
        at = links[at]
    return waiting


def contest(
    size: int,
    waiting: int,
    starts: Row,
    sources: Row,
    left: Row,
    hints: Row,
    codes: Row,
    ready: Row,
    following: Row,
) -> int:
    """Spread the wins and losses of one size to the positions before them.

    Where the same player is to move again, which `sources` say, they change places.
    Returns how many positions wait now, or `TOO_LONG` if a code would not fit.
    """
    at = ready[size]
    while at != END:
        waiting -= 1
        for edge in range(starts[at], starts[at + 1]):
            again = sources[edge] < 0
            source = ~sources[edge] if again else sources[edge]
            if codes[source] == 0:
                if size == LARGEST_CODE:
                    return TOO_LONG
                if (codes[at] < 0) != again:
                    codes[source] = size + 1
                else:
                    left[source] -= 1
                    if left[source] == 0:
                        codes[source] = -max(size + 1, -hints[source])
                told = abs(codes[source])
                if told:
                    following[source] = ready[told]
                    ready[told] = source
                    waiting += 1
        at = following[at]
    return waiting


def flood(
    size: int,
    waiting: int,
    step: int,
    starts: Row,
    sources: Row,
    codes: Row,
    ready: Row,
    following: Row,
) -> int:
    """Spread the codes of one size, raised by `step` with every move; returns as `contest` does."""
    while ready[size] != END:
        at = ready[size]
        ready[size] = following[at]
        waiting -= 1
        for edge in range(starts[at], starts[at + 1]):
            source = sources[edge]
            if codes[source] == 0:
                if size + step > LARGEST_CODE:
                    return TOO_LONG
                codes[source] = size + step
                following[source] = ready[size + step]
                ready[size + step] = source
                waiting += 1
    return waiting


def merge(
    positions: Row, codes: Row, others: Row, other_codes: Row, into: Row, into_codes: Row
) -> None:
    """Merge two ascending rows of different positions, and their codes."""
    one = two = 0
    for at in range(len(into)):
        if two == len(others) or (one < len(positions) and positions[one] < others[two]):
            into[at] = positions[one]
            into_codes[at] = codes[one]
            one += 1
        else:
            into[at] = others[two]
            into_codes[at] = other_codes[two]
            two += 1
