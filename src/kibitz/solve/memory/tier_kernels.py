"""Kernels of the tier solver: codes from lower tiers, and propagation inside one tier.

Inside a tier values propagate backwards as in `backward.py`, but they begin at many priorities,
since moves to lower tiers have codes of any priority. So positions wait in buckets, one for each
priority: `heads[turn]` is the first of a bucket, `links[at]` the next. Those whose code is final
are in other buckets, `ready` and `following`.

`left` counts the undecided moves of a position, as in `backward.py`; `codes` hold its code once it
is decided, and until then the best that its moves to lower tiers offer. The global names `final`,
`through`, `better`, `holds`, `update` and `priority` are bound to the arithmetic of an objective.
"""

from __future__ import annotations

from kibitz.solve.memory.backward import TOO_LONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.bound_names import *
    from kibitz.solve.rows import Row


ELSEWHERE = -(1 << 31)  # the number of a child in a lower tier
END, APART = -1, -2  # end of a bucket; link of a position in no bucket


def weigh(
    first: int,
    last: int,
    degrees: Row,
    worths: Row,
    numbers: Row,
    lower: Row,
    marks: Row,
    costs: Row,
    go_on: bool,
    in_order: bool,
    undecided: int,
    largest: int,
    left: Row,
    codes: Row,
) -> int:
    """Process the moves of positions `first` to `last`, all in one array.

    `numbers` are those of the children, `lower` the codes of those in lower tiers; `marks` tell
    after which moves the same player moves again, `costs` what they cost (both may be empty).
    `degrees` become the numbers of moves inside the tier. If codes propagate `in_order`, a position
    whose move to a lower tier prevents its other moves from deciding it has one more `left`.
    Returns 0, or `TOO_LONG` if a code would not fit.
    """
    edge = 0
    for at in range(first, last):
        inside = 0
        best = undecided
        for each in range(edge, edge + degrees[at]):
            if numbers[each] != ELSEWHERE:
                inside += 1
            else:
                again = len(marks) > 0 and marks[each]
                value = through(lower[each], again, costs[each] if len(costs) else 1)
                if value > largest or value < -largest:
                    return TOO_LONG
                if each - edge == inside or better(value, best):
                    best = value
        elsewhere = degrees[at] - inside
        edge += degrees[at]
        degrees[at] = inside
        if inside + elsewhere == 0 or (go_on and worths[at] == 1):
            left[at] = 0
            codes[at] = final(worths[at])
        else:
            left[at] = inside
            if in_order and inside and elsewhere and holds(best):
                left[at] += 1
            codes[at] = best
    return 0


def keep_inside(numbers: Row, filled: int, targets: Row, known: int) -> int:
    """Append the numbers of children inside the tier to `targets`; return their number."""
    for each in range(filled):
        if numbers[each] != ELSEWHERE:
            targets[known] = numbers[each]
            known += 1
    return known


def wait(left: Row, codes: Row, heads: Row, links: Row) -> int:
    """Put all positions with a final or provisional code into buckets; return their number.

    A position with a provisional code may get a better one before its turn.
    """
    waiting = 0
    for at in range(len(codes)):
        turn = priority(codes[at])
        if turn and (left[at] == 0 or holds(codes[at])):
            links[at] = heads[turn]
            heads[turn] = at
            waiting += 1
    return waiting


def next_turn(turn: int, heads: Row, ready: Row) -> int:
    """Return the first priority after a turn whose bucket is not empty; there must be one."""
    turn += 1
    while heads[turn] == END and ready[turn] == END:
        turn += 1
    return turn


def gather(
    turn: int, waiting: int, left: Row, heads: Row, links: Row, ready: Row, following: Row
) -> int:
    """Move the positions of one bucket to `ready` unless they are there; return how many wait."""
    at = heads[turn]
    while at != END:
        if following[at] == APART:
            left[at] = 0
            following[at] = ready[turn]
            ready[turn] = at
        else:
            waiting -= 1
        at = links[at]
    return waiting


def spread(
    turn: int,
    waiting: int,
    starts: Row,
    sources: Row,
    left: Row,
    codes: Row,
    ready: Row,
    following: Row,
    largest: int,
) -> int:
    """Propagate the codes of one priority to predecessors.

    Returns the number of waiting positions, or `TOO_LONG` if a code would not fit.
    """
    while ready[turn] != END:
        at = ready[turn]
        ready[turn] = following[at]
        waiting -= 1
        for edge in range(starts[at], starts[at + 1]):
            source = max(sources[edge], ~sources[edge])
            if left[source]:
                offer = through(codes[at], sources[edge] < 0, 1)
                undecided, code = update(left[source], codes[source], offer)
                if code > largest or code < -largest:
                    return TOO_LONG
                left[source] = undecided
                codes[source] = code
                if undecided == 0:
                    following[source] = ready[priority(code)]
                    ready[priority(code)] = source
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
