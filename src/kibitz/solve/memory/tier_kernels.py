"""Kernels of the tier solver: what moves to lower tiers offer, and moves inside a tier.

`left` counts the undecided moves of a position, as in `backward.py`; `codes` hold its code once it
is decided, and until then the best that its moves to lower tiers offer. The global names `better`
and `holds` are bound to the arithmetic of an objective.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *


LOWER = -(1 << 31)  # the target of a move to a lower tier


def enter_best_offers(
    degrees: Array, targets: Array, offers: Array, in_order: bool, left: Array, codes: Array
) -> None:
    """Set the codes of undecided positions to the best that their moves to lower tiers offer.

    `degrees` become the numbers of moves inside the tier. If codes propagate `in_order`, a position
    whose move to a lower tier prevents its other moves from deciding it has one more `left`.
    """
    edge = 0
    for at in range(len(degrees)):
        inside, best, end = 0, codes[at], edge + degrees[at]
        for each in range(edge, end):
            if targets[each] != LOWER:
                inside += 1
            elif each - edge == inside or better(offers[each], best):  # the first, or better
                best = offers[each]
        lower = end - edge - inside
        edge = end
        degrees[at] = inside
        if left[at]:
            left[at] = inside
            if in_order and inside and lower and holds(best):
                left[at] += 1
            codes[at] = best


def keep_inside(targets: Array, again: Array, kept: Array, known: int) -> int:
    """Append the targets inside the tier to the `known` ones in `kept`; return their number.

    They are complemented if the same player moves again, as in `backward.py`.
    """
    for each in range(len(targets)):
        if targets[each] != LOWER:
            kept[known] = ~targets[each] if again[each] else targets[each]
            known += 1
    return known


def merge(
    positions: Array,
    codes: Array,
    others: Array,
    other_codes: Array,
    into: Array,
    into_codes: Array,
) -> None:
    """Merge two ascending arrays of different positions, and their codes."""
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
