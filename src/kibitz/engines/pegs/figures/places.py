"""Hash-table kernels of ranked sets: lookup and insertion of canonical positions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kibitz.engines.pegs.sets.bits import (
    Numbers,
    Words,
    count_ones,
    inner,
    kernel,
    look_up,
    lowest_one,
)
from kibitz.engines.pegs.sets.coordinates import LOW
from kibitz.engines.pegs.sets.peg_images import least_image

MOST_PEGS = 64
VACANT = 0  # the empty board, which is no position of a game


class JumpSteps(NamedTuple):
    """Jumps, or jumps reversed: a step flips `touched` if its holes hold exactly `pegs`."""

    pegs: Words
    touched: Words


class LayerShare(NamedTuple):
    """Some members of a layer, from `first` to `end`, and the table of a neighbouring layer."""

    members: Words
    images: Words
    first: int
    end: int
    next_first: int
    next_end: int


@inner
def place_of(position: np.uint64, first: int, end: int) -> np.uint64:
    """Return the first slot to probe for a position in a table from `first` to `end`."""
    # Fibonacci hashing; its upper half as a fraction of the size of the table.
    mixed = (position * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    return np.uint64(first) + (mixed * np.uint64(end - first) >> np.uint64(32))


@inner
def number_of(members: Words, first: int, end: int, least: np.uint64) -> np.int64:
    """Return the slot of a canonical position in the table from `first` to `end`, -1 if missing.

    It is an ordered hash table (Amble and Knuth 1974): all keys before a position on its probe
    sequence are larger. So an unsuccessful search, the usual case, is as short as a successful one.
    """
    if first == end:
        return np.int64(-1)
    place = place_of(least, first, end)
    while members[place] > least:
        place += np.uint64(1)
        if place == np.uint64(end):
            place = np.uint64(first)
    if members[place] == least:
        return np.int64(place)
    return np.int64(-1)


@inner
def find_neighbours(
    share: LayerShare, steps: JumpSteps, position: np.uint64, scratch: Words
) -> tuple[np.uint64, np.uint64]:
    """Find the positions one step away in the neighbouring table.

    Return how many of them are in the table, with their numbers in `scratch[0]` and the steps that
    lead to them in `scratch[1]`, and the number of possible steps. `scratch` is [3, steps + 1].
    """
    members, first, end = share.members, share.next_first, share.next_end
    numbers, which, leasts = scratch[0], scratch[1], scratch[2]
    # Three loops, each without a branch that depends on a pending load, so that the processor
    # overlaps several lookups.
    possible = np.uint64(0)
    for step in range(np.uint64(len(steps.pegs))):
        which[possible] = step
        possible += np.uint64(position & steps.touched[step] == steps.pegs[step])
    if first == end:
        return np.uint64(0), possible
    for step in range(possible):
        leasts[step] = least_image(share.images, position ^ steps.touched[which[step]])
        numbers[step] = place_of(leasts[step], first, end)
    found = np.uint64(0)
    for step in range(possible):
        place, least = numbers[step], leasts[step]
        while members[place] > least:
            place += np.uint64(1)
            if place == np.uint64(end):
                place = np.uint64(first)
        numbers[found] = place
        which[found] = which[step]
        found += np.uint64(members[place] == least)
    return found, possible


@kernel
def one_number(
    members: Words, first: int, end: int, images: Words, position: np.uint64
) -> np.int64:
    """Return the number of the class of a position, -1 if it is not in the table."""
    return number_of(members, first, end, least_image(images, position))


@kernel
def select_canonical(
    words: Words,
    position_of: Words,
    origin: np.uint64,
    images: Words,
    kept: Words,
    first: int,
    end: int,
) -> Numbers:
    """Write the canonical positions of these words; return their number by pegs."""
    counts = np.zeros(MOST_PEGS + 1, np.int64)
    for at in range(np.uint64(first), np.uint64(end)):
        word = words[at]
        if word == 0:
            kept[at - np.uint64(first)] = np.uint64(0)
            continue
        base = origin ^ look_up(position_of, at << np.uint64(LOW))
        result = np.uint64(0)
        while word:
            bit = lowest_one(word)
            word &= word - np.uint64(1)
            # The low bits are part of the first chunk of the map.
            position = base ^ position_of[np.uint64(0), bit]
            if least_image(images, position) == position:
                result |= np.uint64(1) << bit
                counts[count_ones(position)] += 1
        kept[at - np.uint64(first)] = result
    return counts


@inner
def insert(members: Words, starts: Numbers, position: np.uint64) -> None:
    """Insert a canonical position."""
    pegs = count_ones(position)
    first, end = starts[pegs], starts[pegs + np.uint64(1)]
    place = place_of(position, first, end)
    while members[place] != np.uint64(VACANT):
        if members[place] < position:
            members[place], position = position, members[place]
        place += np.uint64(1)
        if place == np.uint64(end):
            place = np.uint64(first)
    members[place] = position


@kernel
def fill_tables(
    kept: Words,
    position_of: Words,
    origin: np.uint64,
    members: Words,
    starts: Numbers,
    wanted: np.uint64,
    first_word: int,
    end_word: int,
) -> None:
    """Insert the positions of these words if their number of pegs is in `wanted`, a bit set."""
    for at in range(np.uint64(first_word), np.uint64(end_word)):
        word = kept[at]
        if word == 0:
            continue
        base = origin ^ look_up(position_of, at << np.uint64(LOW))
        while word:
            position = base ^ position_of[np.uint64(0), lowest_one(word)]
            word &= word - np.uint64(1)
            if wanted >> count_ones(position) & np.uint64(1):
                insert(members, starts, position)


@kernel
def fill_listed(
    classes: Words, images: Words, members: Words, starts: Numbers, wanted: np.uint64
) -> None:
    """Insert the canonical forms of some positions if their number of pegs is in `wanted`."""
    for at in range(np.uint64(len(classes))):
        if wanted >> count_ones(classes[at]) & np.uint64(1):
            insert(members, starts, least_image(images, classes[at]))
