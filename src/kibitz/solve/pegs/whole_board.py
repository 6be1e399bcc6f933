"""Every position of a board, one bit each: can it be reduced to one peg (in the finish hole)?

Kept in a file of its own, which serves all games on that board, whatever they begin with: 1 GiB
for the 2**33 positions of the English board.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from kibitz.rules.errors import KibitzError
from kibitz.solve import rowfile
from kibitz.solve.pegs.coordinates import Coordinates
from kibitz.solve.pegs.table import WORD, board_of
from kibitz.solve.shelf import EVERY, EVERY_UNFINISHED
from kibitz.solve.table import whole

if TYPE_CHECKING:
    from kibitz.rules.contract import Jumps
    from kibitz.solve.graph import Progress
    from kibitz.solve.pegs.dense import DenseSet
    from kibitz.solve.shelf import Shelf

MOST_HOLES = 33


def name_of(jumps: Jumps) -> str:
    """Return the name of the file for a board and a finish."""
    described = repr((jumps.holes, sorted(jumps.jumps), jumps.finish)).encode()
    return f"pegs-{jumps.holes}-{blake2b(described, digest_size=8).hexdigest()}"


class EveryPosition:
    """The positions of a board that win; `by_pegs` counts them by their number of pegs."""

    def __init__(self, jumps: Jumps, words: Any, by_pegs: list[int]) -> None:
        self.words = words
        self.by_pegs = by_pegs
        self.coordinates = Coordinates(board_of(jumps), whole=True)

    def wins(self, position: int) -> bool:
        """Tell whether a position can be won."""
        at = self.coordinates.index(position)
        return bool(int(self.words[at // WORD]) >> at % WORD & 1)


def find(shelf: Shelf, jumps: Jumps) -> EveryPosition | None:
    """Return the kept set of a board, None if there is none that can be used."""
    try:
        file = rowfile.RowFile(shelf.path(name_of(jumps), EVERY), set_aside=True)
        by_pegs = [whole(count) for count in file.says["by_pegs"]]
        row = file.rows["winning"]
        if len(by_pegs) != jumps.holes + 1 or len(row) != -(-(1 << jumps.holes) // WORD):
            raise file.damaged()
    except (OSError, rowfile.Damaged, LookupError, TypeError, ValueError):
        return None
    return EveryPosition(jumps, row, by_pegs)


def make(shelf: Shelf, jumps: Jumps, progress: Progress | None = None) -> EveryPosition:
    """Decide every position of a board and keep the result; `OSError` if it cannot be kept.

    When it is interrupted, what was swept is kept, and the next call goes on from there.
    """
    if jumps.holes > MOST_HOLES:
        raise KibitzError(
            "every position of a board can be decided up to {most} holes; this one has {holes}",
            most=MOST_HOLES,
            holes=jumps.holes,
        )
    found = _unfinished(shelf, jumps)
    try:
        found.close_backwards(jumps.holes, progress)
    except KeyboardInterrupt:
        says = {"kind": "unfinished", "swept": found.swept}
        rowfile.write(shelf.path(name_of(jumps), EVERY_UNFINISHED), says, {"winning": _view(found)})
        raise
    by_pegs = found.count_by_pegs()
    says = {"kind": "every position", "holes": jumps.holes, "by_pegs": by_pegs}
    rowfile.write(shelf.path(name_of(jumps), EVERY), says, {"winning": _view(found)})
    with suppress(OSError):
        os.unlink(shelf.path(name_of(jumps), EVERY_UNFINISHED))
    return EveryPosition(jumps, _view(found), by_pegs)


def _unfinished(shelf: Shelf, jumps: Jumps) -> DenseSet:
    """Return the set as far as an interrupted call has swept it, else with its single pegs only."""
    from kibitz.solve.pegs.dense import DenseSet, single_pegs

    board = board_of(jumps)
    try:
        file = rowfile.RowFile(shelf.path(name_of(jumps), EVERY_UNFINISHED))
        import numpy as np

        words = np.array(file.rows["winning"].whole(), dtype="int64").view("uint64")
        found = DenseSet(board, 0, whole=True, words=words)
        found.swept = file.says["swept"]
    except (OSError, rowfile.Damaged, LookupError, TypeError, ValueError):
        found = DenseSet(board, 0, whole=True)
        for position in single_pegs(board, None, jumps.finish):
            found.add(position)
    return found


def _view(found: DenseSet) -> memoryview:
    words: Any = found.words.view("int64")
    return memoryview(words)
