"""The positions of a dense set up to symmetry, each with a place for its value.

One position of each class of mirror images is kept, the least. Those with the same number of pegs
share an open-addressing table (a jump leads from one table into the next, so a lookup stays in a
part of memory that is as small as can be); where a position stands is its number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from kibitz.solve.pegs.bits import count_ones, inner, kernel, linear_map, look_up, lowest_one
from kibitz.solve.pegs.coordinates import LOW
from kibitz.solve.pegs.images import image_tables, least_image
from kibitz.solve.pegs.room import Room
from kibitz.solve.team import Team, cores, spans

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kibitz.solve.graph import Progress
    from kibitz.solve.pegs.bits import Numbers, Words
    from kibitz.solve.pegs.dense import DenseSet
    from kibitz.solve.pegs.pegboard import PegBoard

Part = TypeVar("Part")

MOST_PEGS = 64
VACANT = 0  # no peg at all: a position that no game has


@inner
def place_of(position: np.uint64, first: int, end: int) -> np.uint64:
    """Return where in a table, from `first` to `end`, to look for a position at first."""
    # Fibonacci hashing; its upper half as a fraction of the size of the table.
    mixed = (position * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    return np.uint64(first) + (mixed * np.uint64(end - first) >> np.uint64(32))


@inner
def number_of(members: Words, first: int, end: int, least: np.uint64) -> np.int64:
    """Return the number of a least image in the table from `first` to `end`, -1 if it is not there.

    A table is ordered (Amble and Knuth 1974): on the way to a position there are larger ones only.
    So a search for one that is missing, as most are, is as short as for one that is there.
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
def look_around(
    members: Words,
    first: int,
    end: int,
    images: Words,
    position: np.uint64,
    pegs: Words,
    touched: Words,
    numbers: Words,
    which: Words,
    leasts: Words,
) -> tuple[np.uint64, np.uint64]:
    """Find the positions one step away in the table from `first` to `end`.

    A step flips `touched` where its holes hold exactly `pegs`. Return how many of them are there,
    their `numbers` and `which` steps lead to them filled in, and how many steps are possible. Each
    of these arrays, and `leasts`, is room for one word more than there are steps.
    """
    # Three loops, each without a branch that depends on memory just asked for: so the processor
    # waits for several lookups at a time.
    steps = np.uint64(0)
    for step in range(np.uint64(len(pegs))):
        which[steps] = step
        steps += np.uint64(position & touched[step] == pegs[step])
    if first == end:
        return np.uint64(0), steps
    for step in range(steps):
        leasts[step] = least_image(images, position ^ touched[which[step]])
        numbers[step] = place_of(leasts[step], first, end)
    found = np.uint64(0)
    for step in range(steps):
        place, least = numbers[step], leasts[step]
        while members[place] > least:
            place += np.uint64(1)
            if place == np.uint64(end):
                place = np.uint64(first)
        numbers[found] = place
        which[found] = which[step]
        found += np.uint64(members[place] == least)
    return found, steps


@kernel
def one_number(
    members: Words, first: int, end: int, images: Words, position: np.uint64
) -> np.int64:
    """Return the number of the class of a position, -1 if it is not in the table."""
    return number_of(members, first, end, least_image(images, position))


@kernel
def keep_least(
    words: Words,
    position_of: Words,
    origin: np.uint64,
    images: Words,
    kept: Words,
    first: int,
    end: int,
) -> Numbers:
    """Fill in what of these words is least among its images; return how many by pegs."""
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
def put_in(members: Words, starts: Numbers, position: np.uint64) -> None:
    """Put a least image where it belongs."""
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
    """Put the positions of these words where they belong, if their number of pegs is `wanted`.

    That is a set of numbers, one bit each.
    """
    for at in range(np.uint64(first_word), np.uint64(end_word)):
        word = kept[at]
        if word == 0:
            continue
        base = origin ^ look_up(position_of, at << np.uint64(LOW))
        while word:
            position = base ^ position_of[np.uint64(0), lowest_one(word)]
            word &= word - np.uint64(1)
            if wanted >> count_ones(position) & np.uint64(1):
                put_in(members, starts, position)


@kernel
def fill_listed(
    classes: Words, images: Words, members: Words, starts: Numbers, wanted: np.uint64
) -> None:
    """Put the least images of some positions where they belong, if their pegs are `wanted`."""
    for at in range(np.uint64(len(classes))):
        if wanted >> count_ones(classes[at]) & np.uint64(1):
            put_in(members, starts, least_image(images, classes[at]))


class Ranked:
    """The positions of a set up to symmetries that leave the set in place.

    `members` has those of `k` pegs somewhere from `starts[k]` to `starts[k + 1]`, VACANT between
    them. A position's number is its place in `members`; values are kept elsewhere in that order.
    """

    def __init__(
        self,
        positions: DenseSet,
        symmetries: Sequence[Sequence[int]],
        room: Room | None = None,
    ) -> None:
        """Rank a set; what that takes is held in `room`, in memory unless that is given."""
        self._prepare(positions.board, symmetries, room)
        coordinates = positions.coordinates
        position_of = linear_map(coordinates.pivot_images())
        origin = np.uint64(coordinates.position(0, positions.constants))

        def least(begin: int, stop: int) -> Words:
            kept = np.empty(stop - begin, np.uint64)
            counts = in_parallel(
                stop - begin,
                lambda first, end: keep_least(
                    positions.words,
                    position_of,
                    origin,
                    self.images,
                    kept[first:end],
                    begin + first,
                    begin + end,
                ),
            )
            self.counts += sum(counts, np.zeros(MOST_PEGS + 1, np.int64))
            return kept

        kept = self.room.scratch(len(positions.words), least)
        self._begin()
        self._fill(kept, position_of, origin)

    @classmethod
    def listed(cls, board: PegBoard, classes: Words, symmetries: Sequence[Sequence[int]]) -> Ranked:
        """Rank what is given by one position of each class, in memory."""
        ranked = cls.__new__(cls)
        ranked._prepare(board, symmetries, None)
        pegs = np.bincount(np.bitwise_count(classes), minlength=MOST_PEGS + 1)
        ranked.counts += pegs
        ranked._begin()
        every = [sum(1 << k for k in range(odd, MOST_PEGS, 2)) for odd in (0, 1)]
        what = (classes, ranked.images, ranked.members, ranked.starts)
        with Team(min(2, cores())) as team:
            team.run(fill_listed, [(*what, np.uint64(wanted)) for wanted in every])
        return ranked

    def _prepare(
        self, board: PegBoard, symmetries: Sequence[Sequence[int]], room: Room | None
    ) -> None:
        self.board = board
        self.room = room or Room()
        identity = tuple(range(board.holes))
        self.symmetries = [identity, *(tuple(symmetry) for symmetry in symmetries)]
        self.images = image_tables(board.holes, symmetries)
        self.counts = np.zeros(MOST_PEGS + 1, np.int64)

    def _begin(self) -> None:
        """Make room for the members that were counted."""
        sizes = np.where(self.counts > 0, self.counts * 5 // 4 + 8, 0)
        self.starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        self.members = self.room.zeros(int(self.starts[-1]), np.uint64)

    def _fill(self, kept: Words, position_of: Words, origin: np.uint64) -> None:
        """Put every position where it belongs; of two threads, one does each other layer."""
        with Team(min(2, cores())) as team:
            for layers in self._together():
                both = [sum(1 << k for k in layers if k & 1 == odd) for odd in (0, 1)]
                for part in self.room.slices(len(kept)):
                    what = (kept, position_of, origin, self.members, self.starts)
                    team.run(fill_tables, [(*what, np.uint64(wanted), *part) for wanted in both])
                    self.room.let_go()

    def _together(self) -> list[list[int]]:
        """Divide the numbers of pegs into those whose tables may be held at the same time."""
        groups: list[list[int]] = []
        # Later, a layer is looked up at random with the widest values there are, two words each.
        most = self.room.most(int(np.diff(self.starts).max()) * 3 * self.members.itemsize)
        free = 0
        for pegs in range(MOST_PEGS):
            first, end = self.table(pegs)
            if first == end:
                continue
            size = self.members.itemsize * (end - first)
            if not groups or size > free:
                groups.append([])
                free = most
            groups[-1].append(pegs)
            free -= size
        return groups

    def __len__(self) -> int:
        """How many classes there are."""
        return int(self.counts.sum())

    def table(self, pegs: int) -> tuple[int, int]:
        """Return where the positions of so many pegs begin and end in `members`."""
        return int(self.starts[pegs]), int(self.starts[pegs + 1])

    def number(self, position: int) -> int:
        """Return the number of a position's class, -1 if it is not in the set."""
        table = self.table(position.bit_count())
        return int(one_number(self.members, *table, self.images, np.uint64(position)))

    def to_least(self, position: int) -> tuple[int, ...]:
        """Return a symmetry that maps a position to the least of its images."""
        image = self.board.image
        return min(self.symmetries, key=lambda symmetry: image(position, symmetry))

    def layer(
        self, pegs: int, beyond: int, work: Callable[[int, int, int, int], Part]
    ) -> list[Part]:
        """Divide the members of so many pegs among threads.

        `work` gets a range of `members`, and the table of the positions with `beyond` pegs.
        """
        start, stop = self.table(pegs)
        table = self.table(beyond)
        parts = []
        for begin, until in self.room.slices(stop - start):
            parts += in_parallel(
                until - begin,
                lambda first, end, base=start + begin: work(base + first, base + end, *table),  # type: ignore[misc]
            )
            self.room.let_go()
        return parts

    def layers(
        self, phase: str, progress: Progress | None = None, *, increasing: bool
    ) -> list[int]:
        """Return the numbers of pegs that there are, and say that a pass over them begins."""
        found = [pegs for pegs in range(MOST_PEGS) if self.counts[pegs]]
        if progress is not None:
            progress(phase, 0, len(found))
        return found if increasing else found[::-1]


def in_parallel(size: int, work: Callable[[int, int], Part]) -> list[Part]:
    """Divide a range among threads and return the results in order."""
    pieces = spans(0, size, 4 * cores(), 1 << 12)
    if len(pieces) == 1:
        return [work(*pieces[0])]
    with Team() as team:
        return team.run(work, pieces)
