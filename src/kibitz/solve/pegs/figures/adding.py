"""Kernels that count over ranked positions: each sums over the positions one step away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve.pegs.figures.places import VACANT, find_neighbours, number_of
from kibitz.solve.pegs.sets.bits import kernel
from kibitz.solve.pegs.sets.peg_images import class_size, least_image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kibitz.solve.pegs.sets.bits import Words


@kernel
def add_up(
    counts: Words,
    members: Words,
    first: int,
    end: int,
    next_first: int,
    next_end: int,
    images: Words,
    pegs: Words,
    touched: Words,
    stuck: int,
) -> bool:
    """Add to the count of each of these members the counts of those one step away.

    A step flips `touched` if its holes hold exactly `pegs`, and leads to the hash table at
    `next_first`. `counts` are [number, low and high word]. A member without any step counts
    `stuck`. Return whether a count overflowed.
    """
    numbers, which, room = np.empty((3, len(pegs) + 1), np.uint64)
    overflow = False
    for own in range(np.uint64(first), np.uint64(end)):
        position = members[own]
        if position == np.uint64(VACANT):
            continue
        low, high = np.uint64(0), np.uint64(0)
        found, steps = find_neighbours(
            members, next_first, next_end, images, position, pegs, touched, numbers, which, room
        )
        for at in range(found):
            other = numbers[at]
            low += counts[other, 0]
            carry = np.uint64(low < counts[other, 0])
            high += counts[other, 1]
            overflow |= high < counts[other, 1]
            high += carry
            overflow |= high < carry
        if steps == 0:
            low = np.uint64(stuck)
        if low or high:
            counts[own, 0] = low
            counts[own, 1] = high
    return overflow


@kernel
def mean_chance(
    chances: NDArray[np.float64],
    members: Words,
    first: int,
    end: int,
    next_first: int,
    next_end: int,
    images: Words,
    pegs: Words,
    touched: Words,
) -> None:
    """Set the probability of each of these members to the mean of those after its jumps."""
    numbers, which, room = np.empty((3, len(pegs) + 1), np.uint64)
    for own in range(np.uint64(first), np.uint64(end)):
        position = members[own]
        if position == np.uint64(VACANT):
            continue
        total = 0.0
        found, jumps = find_neighbours(
            members, next_first, next_end, images, position, pegs, touched, numbers, which, room
        )
        for at in range(found):
            total += chances[numbers[at]]
        if total > 0:
            chances[own] = total / jumps


@kernel
def join_halves(
    counts: Words,
    members: Words,
    first: int,
    end: int,
    next_first: int,
    next_end: int,
    images: Words,
    full: np.uint64,
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the sum of count times count of the complement over the positions of these classes.

    The result is three words, the lowest first. All counts must fit into one word.
    """
    half, low_half = np.uint64(32), np.uint64(0xFFFFFFFF)
    low, middle, high = np.uint64(0), np.uint64(0), np.uint64(0)
    for own in range(np.uint64(first), np.uint64(end)):
        position = members[own]
        if position == np.uint64(VACANT):
            continue
        other = number_of(members, next_first, next_end, least_image(images, position ^ full))
        if other < 0:
            continue
        a, b = counts[own, 0], counts[other, 0]
        # The product of two words, computed from their halves.
        crossed = (a >> half) * (b & low_half) + ((a & low_half) * (b & low_half) >> half)
        carried = (a & low_half) * (b >> half) + (crossed & low_half)
        product_low = a * b
        product_high = (a >> half) * (b >> half) + (crossed >> half) + (carried >> half)
        for _ in range(class_size(images, position)):
            low += product_low
            carry = np.uint64(low < product_low)
            middle += product_high
            high += np.uint64(middle < product_high)
            middle += carry
            high += np.uint64(middle < carry)
    return low, middle, high
