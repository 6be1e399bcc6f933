"""Numbers for positions, in the order of their discovery: an open-addressing table in a row.

`slots` is a row of 2**n numbers of positions, -1 where a slot is free, at most half of them taken.
"""

from __future__ import annotations

from kibitz.solve.compiling.instructions import prefetch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.rows import Row


MIXER = 0x1E3779B97F4A7C15  # odd, near 2**61 times the golden ratio: spreads similar positions
FREE = -1
AHEAD = 64  # positions looked up together, so that memory is waited for once and not for each


def home(position: int, mask: int) -> int:
    """Return the slot where the search for a position begins."""
    return (position ^ position >> 32) * MIXER >> 32 & mask


def share_of(position: int, shares: int) -> int:
    """Return which of several shares a position falls to.

    It must not depend on bits that decide the slot, or a share would crowd into part of its slots.
    """
    return ((position ^ position >> 32) * MIXER >> 20 & 0xFFF) % shares


def number(
    children: Row, numbers: Row, begin: int, end: int, positions: Row, known: int, slots: Row
) -> tuple[int, int]:
    """Give a number to every position of `children[begin:end]` that has none in `numbers` yet.

    New positions are appended to `positions`. Returns the first child that was not numbered,
    because `positions` is full, and how many positions are known now.
    """
    mask = len(slots) - 1
    for each in range(begin, end):
        if numbers[each] == FREE:
            child = children[each]
            slot = home(child, mask)
            at = slots[slot]
            while at != FREE and positions[at] != child:
                slot = slot + 1 & mask
                at = slots[slot]
            if at == FREE:
                if known == len(positions):
                    return each, known
                at = known
                positions[at] = child
                slots[slot] = at
                known += 1
            numbers[each] = at
    return end, known


def collect(
    children: Row,
    begin: int,
    end: int,
    share: int,
    shares: int,
    positions: Row,
    known: int,
    slots: Row,
) -> tuple[int, int]:
    """Append those of `children[begin:end]` that are new and fall to one of several shares.

    Returns as `number` does.
    """
    mask = len(slots) - 1
    for each in range(begin, end):
        child = children[each]
        if share_of(child, shares) == share:
            slot = home(child, mask)
            at = slots[slot]
            while at != FREE and positions[at] != child:
                slot = slot + 1 & mask
                at = slots[slot]
            if at == FREE:
                if known == len(positions):
                    return each, known
                positions[known] = child
                slots[slot] = known
                known += 1
    return end, known


def fill_slots(positions: Row, known: int, slots: Row) -> None:
    """Enter the first `known` positions, all different, into slots that are free."""
    mask = len(slots) - 1
    for at in range(known):
        slot = home(positions[at], mask)
        while slots[slot] != FREE:
            slot = slot + 1 & mask
        slots[slot] = at


def look_up(wanted: Row, first: int, last: int, positions: Row, slots: Row, numbers: Row) -> None:
    """Write the number of each of `wanted[first:last]`, -1 for a position that is not known."""
    mask = len(slots) - 1
    for begin in range(first, last, AHEAD):
        end = min(begin + AHEAD, last)
        for each in range(begin, end):
            prefetch(slots, home(wanted[each], mask))
        for each in range(begin, end):
            prefetch(positions, max(slots[home(wanted[each], mask)], 0))
        for each in range(begin, end):
            slot = home(wanted[each], mask)
            at = slots[slot]
            while at != FREE and positions[at] != wanted[each]:
                slot = slot + 1 & mask
                at = slots[slot]
            numbers[each] = at


def ones(position: int) -> int:
    """Return how many bits of a position are set (they are added up in pairs, fours and eights)."""
    position -= position >> 1 & 0x5555555555555555
    position = (position & 0x3333333333333333) + (position >> 2 & 0x3333333333333333)
    position = position + (position >> 4) & 0x0F0F0F0F0F0F0F0F
    return position * 0x0101010101010101 >> 56


def all_have(bits: int, positions: Row, first: int, last: int) -> bool:
    """Say whether so many bits are set in each of `positions[first:last]`."""
    for at in range(first, last):  # noqa: SIM110 (all() does not compile)
        if ones(positions[at]) != bits:
            return False
    return True
