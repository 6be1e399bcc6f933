"""Kernels of the tier solver: what moves to lower tiers offer, and moves inside a tier.

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
