"""Numbers for positions in the order of discovery: a hash table with open addressing.

`slots` is an array of 2**n numbers of positions, -1 in free slots; the load is at most one half.
"""

from __future__ import annotations

from kibitz.solve.arrays import Array
from kibitz.solve.compiling.instructions import prefetch

MIXER = 0x1E3779B97F4A7C15  # odd, near 2**61 times the golden ratio: spreads similar positions
FREE = -1
AHEAD = 64  # positions prefetched together, to overlap memory latency


def home(position: int, mask: int) -> int:
    """Return the first slot to probe for a position."""
    return (position ^ position >> 32) * MIXER >> 32 & mask


def share_of(position: int, shares: int) -> int:
    """Return the share that a position belongs to.

    It must not depend on the bits that determine the slot, or the slots of a share would cluster.
    """
    return ((position ^ position >> 32) * MIXER >> 20 & 0xFFF) % shares


def number(
    children: Array,
    numbers: Array,
    begin: int,
    end: int,
    positions: Array,
    known: int,
    slots: Array,
) -> tuple[int, int]:
    """Assign a number to every position of `children[begin:end]` that has none in `numbers`.

    New positions are appended to `positions`. Returns the first child that was not numbered,
    because `positions` is full, and the number of known positions.
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
    children: Array,
    begin: int,
    end: int,
    share: int,
    shares: int,
    positions: Array,
    known: int,
    slots: Array,
) -> tuple[int, int]:
    """Append the new positions of `children[begin:end]` that belong to one share.

    Returns the same as `number`.
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


def fill_slots(positions: Array, known: int, slots: Array) -> None:
    """Enter the first `known` positions, all different, into empty slots."""
    mask = len(slots) - 1
    for at in range(known):
        slot = home(positions[at], mask)
        while slots[slot] != FREE:
            slot = slot + 1 & mask
        slots[slot] = at


def look_up(
    wanted: Array, first: int, last: int, positions: Array, slots: Array, numbers: Array
) -> None:
    """Write the number of each of `wanted[first:last]`, -1 for an unknown position."""
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
