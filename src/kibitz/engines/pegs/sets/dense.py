"""Dense bit sets of the positions of a board that can be reduced to one peg.

A set has one bit per position: 1 GiB for all 2**33 of the English board, 64 MiB for one of its 16
classes. It is computed in one sweep by number of pegs (see `coordinates`).
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache

import numpy as np

from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets import sweep
from kibitz.engines.pegs.sets.bits import Words
from kibitz.engines.pegs.sets.class_tiles import Tiles, tiles_of
from kibitz.engines.pegs.sets.coordinates import LOW, SWEEP, Coordinates
from kibitz.engines.pegs.sets.reorder import into_usual_order
from kibitz.language.errors import KibitzError
from kibitz.solve.effort import Progress, no_progress
from kibitz.system.thread_pool import Team, cores, spans

HUGE_PAGES_ABOVE = 1 << 19  # words, 4 MiB: below that, huge pages do not pay


@lru_cache(maxsize=8)
def layout_of(board: PegBoard, whole: bool) -> tuple[Coordinates, sweep.SweepLayout]:
    """Return the coordinates of a board and their arrays."""
    coordinates = Coordinates(board, whole=whole)
    coordinates.refuse_large()
    return coordinates, sweep.layout(coordinates)


def empty_set(words: int) -> Words:
    """Return `words` zeros, in huge pages of memory if the system has them.

    A sweep accesses all of a set. The system clears a page when it is first touched, so the thread
    that uses it does the clearing.
    """
    if words < HUGE_PAGES_ABOVE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(words, np.uint64)
    memory = mmap.mmap(-1, 8 * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # a system without huge pages
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, np.uint64)


class BitSet:
    """A bit set of positions of one class (or of the whole board), in the order of coordinates."""

    order: str  # of the words, for files

    def __init__(self, coordinates: Coordinates, member: int, words: Words | None) -> None:
        """Take any position of the class; `words` may come from a file (otherwise it is empty)."""
        self.board = coordinates.board
        self.coordinates = coordinates
        self.constants = coordinates.constants(self.board.position(member))
        self.words = empty_set(coordinates.size) if words is None else words
        if self.words.dtype != np.uint64 or self.words.shape != (coordinates.size,):
            raise KibitzError("these words are not a set of positions of this board")
        self.swept = 0  # finished passes of `close_backwards`, to resume after an interruption

    def holds(self, position: int) -> bool:
        """Return whether the position is of this class, so that it has a bit here."""
        return self.coordinates.constants(position) == self.constants

    def __contains__(self, position: int) -> bool:
        index = self.coordinates.index(position)
        return self.holds(position) and bool(int(self.words[index >> LOW]) >> (index & 63) & 1)

    def add(self, position: int) -> None:
        """Add a position of the class to the set."""
        index = self.coordinates.index(position)
        self.words[index >> LOW] |= np.uint64(1 << (index & 63))


class DenseSet(BitSet):
    """A bit set in the usual order, that of tables."""

    order = "DenseSet"

    def __init__(
        self, board: PegBoard, member: int, *, whole: bool = False, words: Words | None = None
    ) -> None:
        coordinates, self.layout = layout_of(board, whole)
        super().__init__(coordinates, member, words)

    def usual(self) -> DenseSet:
        """Return the set itself."""
        return self

    def add_all(self, pegs: int) -> None:
        """Add every position of the class with `pegs` pegs to the set."""
        parities, fixed = self.constants
        sweep.add_all(self.words, self.layout, parities, pegs - fixed.bit_count())

    def count_by_pegs(self) -> list[int]:
        """Return the number of positions of the set with 0, 1, 2, … pegs."""
        parities, fixed = self.constants
        what: tuple[object, ...] = (self.words, self.layout)
        if self.coordinates.pivots:
            what = (*what, parities)
        count = sweep.count_by_pegs if self.coordinates.pivots else sweep.count_whole_board
        with Team() as team:
            parts = team.run(count, [(*what, *row) for row in self.rows()])
        counts = sum(parts, np.zeros(128, np.int64))
        by_pegs: list[int] = [0] * fixed.bit_count() + counts.tolist()
        return by_pegs[: self.board.holes + 1]

    def rows(self, pieces: int = 1) -> list[tuple[int, int]]:
        """Divide the rows among threads, `pieces` each."""
        pieces = pieces * cores() if len(self.words) > 1 << 12 else 1
        return spans(0, 1 << len(self.coordinates.top), pieces)

    def close_backwards(
        self, progress: Progress = no_progress, most_pegs: int | None = None
    ) -> None:
        """Add every position, of up to `most_pegs`, from which jumps lead into the set.

        Resumes after the passes that were `swept` before an interruption.
        """
        parities, fixed = self.constants
        most = self.board.holes if most_pegs is None else most_pegs - fixed.bit_count()
        passes = self._passes(min(most, self.board.holes))
        if self.swept == len(passes):
            return
        rows = self.rows(4)
        with Team() as team:
            for allowed, *pegs in passes[self.swept :]:
                progress(SWEEP, self.swept, len(passes))
                what = (self.words, self.layout, allowed, parities, *pegs)
                team.run(sweep.sweep, [(*what, *row) for row in rows])
                self.swept += 1
        progress(SWEEP, len(passes), len(passes))

    def _passes(self, most: int) -> list[tuple[Words, int, int, int]]:
        """Return the passes of a sweep: jumps, count, and the range of low and pivot pegs."""
        every, parts = range(len(self.board.jumps)), self.layout.mid_jumps.shape[1]
        window = self.layout.count_mask.shape[1] - 1
        if not window or self.coordinates.climbs:
            jumps = sweep.jump_set(every, parts)
            return [(jumps, count, 0, window) for count in range(1, most + 1)]
        staying = self.coordinates.level_jumps()
        level = sweep.jump_set(staying, parts)
        falling = sweep.jump_set((jump for jump in every if jump not in staying), parts)
        upper = len(self.coordinates.mid) + len(self.coordinates.top)
        passes = []
        for pegs in range(min(most, upper) + 1):
            passes.append((falling, pegs, -1, 0))
            passes += [(level, pegs + more, more, more) for more in range(window + 1)]
        return passes


class TileSet(BitSet):
    """A bit set in tiles. The symmetries form a group (with the identity) and fix the set."""

    order = "tiles exchanged"

    def __init__(
        self,
        tiles: Tiles,
        member: int,
        symmetries: Iterable[Sequence[int]] = (),
        words: Words | None = None,
    ) -> None:
        super().__init__(tiles.coordinates, member, words)
        self.tiles = tiles
        self.symmetries = symmetries

    def close_backwards(
        self, progress: Progress = no_progress, most_pegs: int | None = None
    ) -> None:
        """Add every position from which jumps lead into the set, whatever its number of pegs."""
        levels = self.tiles.close_backwards(self.words, self.constants, self.symmetries, self.swept)
        for self.swept, every in levels:
            progress(SWEEP, self.swept, every)

    def usual(self) -> DenseSet:
        """Return the set in the usual order, into which its words are permuted in place."""
        whole, member = self.coordinates.whole, self.coordinates.position(0, self.constants)
        into_usual_order(self.words, self.coordinates, layout_of(self.board, whole)[0])
        return DenseSet(self.board, member, whole=whole, words=self.words)


def set_of(
    board: PegBoard,
    targets: Sequence[int],
    *,
    whole: bool = False,
    tiled: bool = True,
    words: Words | None = None,
) -> DenseSet | TileSet:
    """Return the set of some targets of one class; in tiles, if the board has them."""
    tiles = tiles_of(board, whole) if tiled else None
    found: DenseSet | TileSet
    if tiles is None:
        found = DenseSet(board, targets[0], whole=whole, words=words)
    else:
        # Symmetries that permute the targets fix the set.
        symmetries = [
            g for g in board.symmetries if {board.image(t, g) for t in targets} == set(targets)
        ]
        found = TileSet(tiles, targets[0], symmetries, words)
    for target in targets:
        found.add(target)
    return found


def reducible(
    board: PegBoard,
    targets: Iterable[int],
    *,
    whole: bool = False,
    most_pegs: int | None = None,
    progress: Progress = no_progress,
) -> DenseSet:
    """Return the positions from which some target is reachable (the targets included).

    The targets must be of one class unless `whole`. With `most_pegs` only positions of up to that
    many pegs are decided; others may be missing from the set. Boards with tiles are swept by tiles,
    which is several times faster.
    """
    targets = list(targets)
    if not targets:
        raise KibitzError("there is no position to reduce to")
    coordinates, _ = layout_of(board, whole)
    if len({coordinates.constants(board.position(target)) for target in targets}) > 1:
        raise KibitzError("the positions to reduce to are of different classes")
    every = most_pegs is None or most_pegs >= board.holes - 1  # no jump begins on a full board
    found = set_of(board, targets, whole=whole, tiled=every)
    found.close_backwards(progress, most_pegs)
    return found.usual()


def single_pegs(board: PegBoard, member: int | None, finish: int | None = None) -> list[int]:
    """Return the positions of one peg (in hole `finish`) in the class of `member`; None: all."""
    holes = range(board.holes) if finish is None else [board.hole(finish)]
    if member is None:
        return [1 << hole for hole in holes]
    coordinates, _ = layout_of(board, whole=False)
    wanted = coordinates.constants(member)
    return [1 << hole for hole in holes if coordinates.constants(1 << hole) == wanted]


def winning(
    board: PegBoard,
    member: int | None = None,
    finish: int | None = None,
    *,
    most_pegs: int | None = None,
    progress: Progress = no_progress,
) -> DenseSet:
    """Return every position that can be reduced to one peg (in the hole `finish`, if given).

    It is the set for the class of the position `member`, or for the whole board if that is None. It
    is empty for a class where no single peg can remain.
    """
    targets = single_pegs(board, member, finish)
    if not targets:
        return DenseSet(board, member or 0)
    return reducible(board, targets, whole=member is None, most_pegs=most_pegs, progress=progress)
