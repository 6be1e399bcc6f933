"""Positions of a dense set up to symmetry, each with an index for its value.

Only canonical positions are stored. Those with the same number of pegs share a hash table with open
addressing (a jump leads from one table to the next, so a lookup touches as little memory as
possible); the slot of a position is its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from kibitz.engines.pegs.figures.places import (
    MOST_PEGS,
    LayerShare,
    fill_listed,
    fill_tables,
    one_number,
    select_canonical,
)
from kibitz.engines.pegs.figures.set_storage import SetStorage
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.bits import Words, linear_map
from kibitz.engines.pegs.sets.dense import DenseSet
from kibitz.engines.pegs.sets.peg_images import image_tables
from kibitz.solve.effort import Progress
from kibitz.system.thread_pool import Team, cores, spans

Part = TypeVar("Part")


class Ranked:
    """The positions of a set up to symmetries that fix the set.

    `members` has those of `k` pegs in the slots from `starts[k]` to `starts[k + 1]`, VACANT between
    them. A position's number is its index in `members`; values are stored elsewhere in that order.
    """

    def __init__(
        self,
        positions: DenseSet,
        symmetries: Sequence[Sequence[int]],
        storage: SetStorage | None = None,
    ) -> None:
        """Rank a set; the arrays are stored in `storage`, by default in memory."""
        self._prepare(positions.board, symmetries, storage)
        coordinates = positions.coordinates
        position_of = linear_map(coordinates.pivot_images())
        origin = np.uint64(coordinates.position(0, positions.constants))

        def least(begin: int, stop: int) -> Words:
            kept = np.empty(stop - begin, np.uint64)
            counts = in_parallel(
                stop - begin,
                lambda first, end: select_canonical(
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

        kept = self.storage.scratch(len(positions.words), least)
        self._begin()
        self._fill(kept, position_of, origin)

    @classmethod
    def listed(cls, board: PegBoard, classes: Words, symmetries: Sequence[Sequence[int]]) -> Ranked:
        """Rank a set given by one position of each class, in memory."""
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
        self, board: PegBoard, symmetries: Sequence[Sequence[int]], storage: SetStorage | None
    ) -> None:
        self.board = board
        self.storage = storage or SetStorage()
        identity = tuple(range(board.holes))
        self.symmetries = [identity, *(tuple(symmetry) for symmetry in symmetries)]
        self.images = image_tables(board.holes, symmetries)
        self.counts = np.zeros(MOST_PEGS + 1, np.int64)

    def _begin(self) -> None:
        """Allocate space for the members that were counted."""
        sizes = np.where(self.counts > 0, self.counts * 5 // 4 + 8, 0)
        self.starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        self.members = self.storage.zeros(int(self.starts[-1]), np.uint64)

    def _fill(self, kept: Words, position_of: Words, origin: np.uint64) -> None:
        """Insert every position; with two threads, each handles every other layer."""
        with Team(min(2, cores())) as team:
            for layers in self._together():
                both = [sum(1 << k for k in layers if k & 1 == odd) for odd in (0, 1)]
                for part in self.storage.slices(len(kept)):
                    what = (kept, position_of, origin, self.members, self.starts)
                    team.run(fill_tables, [(*what, np.uint64(wanted), *part) for wanted in both])
                    self.storage.release()

    def _together(self) -> list[list[int]]:
        """Group the numbers of pegs whose tables may be in memory at the same time."""
        groups: list[list[int]] = []
        # Later, a layer is accessed at random with the widest values, two words each.
        most = self.storage.most(int(np.diff(self.starts).max()) * 3 * self.members.itemsize)
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
        """Return the number of classes."""
        return int(self.counts.sum())

    def table(self, pegs: int) -> tuple[int, int]:
        """Return the range of the positions with `pegs` pegs in `members`."""
        return int(self.starts[pegs]), int(self.starts[pegs + 1])

    def number(self, position: int) -> int:
        """Return the number of a position's class, -1 if it is not in the set."""
        table = self.table(position.bit_count())
        return int(one_number(self.members, *table, self.images, np.uint64(position)))

    def to_least(self, position: int) -> tuple[int, ...]:
        """Return a symmetry that maps a position to its canonical form."""
        image = self.board.image
        return min(self.symmetries, key=lambda symmetry: image(position, symmetry))

    def layer(self, pegs: int, beyond: int, work: Callable[[LayerShare], Part]) -> list[Part]:
        """Divide the members with `pegs` pegs among threads; neighbours have `beyond` pegs."""
        start, stop = self.table(pegs)
        table = self.table(beyond)
        parts = []
        for begin, until in self.storage.slices(stop - start):

            def part(first: int, end: int, base: int = start + begin) -> Part:
                return work(LayerShare(self.members, self.images, base + first, base + end, *table))

            parts += in_parallel(until - begin, part)
            self.storage.release()
        return parts

    def layers(
        self, phase: str, progress: Progress, *, increasing: bool, least: int = 0
    ) -> Iterator[int]:
        """Yield each number of pegs from `least` on, and report the progress of a pass over it."""
        found = [pegs for pegs in range(least, MOST_PEGS) if self.counts[pegs]]
        for done, pegs in enumerate(found if increasing else found[::-1]):
            progress(phase, done, len(found))
            yield pegs
        progress(phase, len(found), len(found))


def in_parallel(size: int, work: Callable[[int, int], Part]) -> list[Part]:
    """Divide a range among threads and return the results in order."""
    pieces = spans(0, size, 4 * cores(), 1 << 12)
    if len(pieces) == 1:
        return [work(*pieces[0])]
    with Team() as team:
        return team.run(work, pieces)
