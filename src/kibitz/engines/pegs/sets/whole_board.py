"""Bit set of all positions of a board: whether each can be reduced to one peg.

It is saved in a separate file, valid for all games on that board with the same finish hole, from
any start: 1 GiB for the 2**33 positions of the English board.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from kibitz.engines.pegs.figures.peg_table import WORD, board_of
from kibitz.engines.pegs.sets.coordinates import Coordinates
from kibitz.games.peg_boards import Jumps
from kibitz.language.errors import KibitzError
from kibitz.solve.builder import Builder
from kibitz.solve.effort import Effort, Meter, Progress, no_progress
from kibitz.solve.resources import Resources
from kibitz.solve.store import rowfile
from kibitz.solve.store.checkpoint import Checkpoint
from kibitz.solve.store.table import whole
from kibitz.solve.store.table_store import EVERY, EVERY_UNFINISHED, ignore_notice
from kibitz.solve.table_making import run_builder

if TYPE_CHECKING:
    from kibitz.engines.pegs.sets.dense import DenseSet, TileSet
    from kibitz.solve.store.table_store import Notice, TableStore

MOST_HOLES = 33
MOST_HOLES_ON_GPU = 37


def name_of(jumps: Jumps) -> str:
    """Return the name of the file for a board and a finish."""
    described = repr((jumps.holes, sorted(jumps.jumps), jumps.finish)).encode()
    return f"pegs-{jumps.holes}-{blake2b(described, digest_size=8).hexdigest()}"


class EveryPosition:
    """The winning positions of a board; `by_pegs` counts them by their number of pegs."""

    def __init__(self, jumps: Jumps, words: Any, by_pegs: list[int]) -> None:
        self.words = words
        self.by_pegs = by_pegs
        self.coordinates = Coordinates(board_of(jumps), whole=True)

    def wins(self, position: int) -> bool:
        """Return whether a position can be won."""
        at = self.coordinates.index(position)
        return bool(int(self.words[at // WORD]) >> at % WORD & 1)


def find(store: TableStore, jumps: Jumps) -> EveryPosition | None:
    """Return the saved set of a board, None if there is none that can be used."""
    try:
        file = rowfile.RowFile(store.path(name_of(jumps), EVERY), set_aside=True)
        by_pegs = [whole(count) for count in file.says["by_pegs"]]
        row = file.rows["winning"]
        if len(by_pegs) != jumps.holes + 1 or len(row) != -(-(1 << jumps.holes) // WORD):
            raise file.damaged()
    except (OSError, rowfile.Damaged, LookupError, TypeError, ValueError):
        return None
    return EveryPosition(jumps, row, by_pegs)


def make(
    store: TableStore,
    jumps: Jumps,
    progress: Progress = no_progress,
    *,
    effort: Effort | None = None,
    notice: Notice = ignore_notice,
    resources: Resources | None = None,
) -> EveryPosition:
    """Decide every position of a board and save the result; `resources` may select the GPU.

    On interruption, finished sweeps are saved, and the next call resumes from there; not on a GPU,
    where it takes a moment.
    """
    watch = (effort or Effort()).watch(progress)
    way = (
        WholeBoard(jumps, store)
        if resources is None
        else WholeBoardOnGPU(jumps, store, resources.memory)
    )
    return run_builder(way, store, watch, notice)


class WholeBoard(Builder[EveryPosition]):
    """Sweeps the set of all positions of a board in memory; finished sweeps can be saved."""

    most_holes = MOST_HOLES

    def __init__(self, jumps: Jumps, store: TableStore) -> None:
        if jumps.holes > self.most_holes:
            raise KibitzError(
                "every position of a board can be decided up to {most} holes; this one has {holes}",
                most=self.most_holes,
                holes=jumps.holes,
            )
        self.jumps = jumps
        self.checkpoint = Checkpoint(store.path(name_of(jumps), EVERY_UNFINISHED), None)
        self.path = store.path(name_of(jumps), EVERY)
        self._found: DenseSet | TileSet | None = None

    @property
    def has_checkpoint(self) -> bool:
        return bool(self.checkpoint.size)

    def run(self, watch: Meter) -> EveryPosition:
        from kibitz.engines.pegs.sets.dense import TileSet

        watch.need(1 << max(0, self.jumps.holes - 3))
        self._found = swept = self.checkpoint.find(self._resumed) or self._single_pegs()
        swept.close_backwards(watch)
        if isinstance(swept, TileSet):
            self._found = None  # a set that is being permuted cannot be saved
        found = swept.usual()
        return EveryPosition(self.jumps, _view(found), found.count_by_pegs())

    def _single_pegs(self, words: Any = None) -> DenseSet | TileSet:
        """Return the set to begin with, or with `words` the one to resume."""
        from kibitz.engines.pegs.sets.dense import set_of, single_pegs

        board = board_of(self.jumps)
        targets = single_pegs(board, None, self.jumps.finish)
        return set_of(board, targets, whole=True, words=words)

    def _resumed(self, file: rowfile.RowFile) -> DenseSet | TileSet:
        """Return the set as far as an interrupted call has swept it."""
        import numpy as np

        words = np.array(file.rows["winning"].whole(), dtype="int64").view("uint64")
        found = self._single_pegs(words)
        if file.says["order"] != found.order:
            raise file.damaged()
        found.swept = whole(file.says["swept"])
        return found

    def checkpoint_work(self) -> bool:
        if self._found is None:
            return False
        says = {"order": self._found.order, "swept": self._found.swept}
        self.checkpoint.keep(says, {"winning": _view(self._found)})
        return True

    def keep(self, made: EveryPosition) -> EveryPosition:
        says = {"kind": "every position", "holes": self.jumps.holes, "by_pegs": made.by_pegs}
        rowfile.write(self.path, says, {"winning": made.words})
        self.checkpoint.forget()
        return made


class WholeBoardOnGPU(WholeBoard):
    """Sweeps the set of all positions on a GPU; the file is the same."""

    most_holes = MOST_HOLES_ON_GPU
    has_checkpoint = False

    def __init__(self, jumps: Jumps, store: TableStore, memory: int | None) -> None:
        super().__init__(jumps, store)
        self.memory = memory

    def run(self, watch: Meter) -> EveryPosition:
        from kibitz.engines.pegs.gpu.gpu_pegs import whole_board
        from kibitz.engines.pegs.sets.dense import single_pegs

        watch.need(1 << max(0, self.jumps.holes - 3))
        board = board_of(self.jumps)
        targets = single_pegs(board, None, self.jumps.finish)
        words, by_pegs = whole_board(board, targets, watch, self.memory)
        return EveryPosition(self.jumps, memoryview(words.view("int64")), by_pegs)


def _view(found: DenseSet | TileSet) -> memoryview:
    words: Any = found.words.view("int64")
    return memoryview(words)
