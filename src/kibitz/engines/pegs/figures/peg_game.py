"""Reachable and winning positions of a peg game from one start.

A reversed jump is a jump of the complement (pegs and holes exchanged), so a position is reachable
from the start exactly if the start's complement is reachable from the position's complement: the
reachable positions too are a dense set, computed by the same sweep. From the centre of the English
board to the centre it is even the same set, reversed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.engines.pegs.figures.set_storage import REACHABLE, WINNING, SetStorage
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets import dense, sweep
from kibitz.engines.pegs.sets.bits import Words
from kibitz.engines.pegs.sets.dense import DenseSet
from kibitz.engines.pegs.sets.tile_classes import winnable_classes
from kibitz.language.errors import KibitzError
from kibitz.solve.effort import Progress, no_progress

if TYPE_CHECKING:
    from kibitz.engines.pegs.figures.set_storage import Piece


class PegGame:
    """The sets of reachable and of winning positions of one game.

    `reachable` and `winning` are of the class of the start. A position wins if it can be reduced to
    one peg, in the hole `finish` if that is given. `serves_both` is whether the game is its own
    complement: then the winning positions are the complements of the reachable ones.
    """

    def __init__(
        self,
        board: PegBoard,
        start: int,
        finish: int | None = None,
        *,
        progress: Progress = no_progress,
        storage: SetStorage | None = None,
    ) -> None:
        """Compute the sets, or load them from `storage` (default: in memory)."""
        self.board = board
        self.start = board.position(start)
        self.finish = None if finish is None else board.hole(finish)
        if not start:
            raise KibitzError("there is no peg on the board")
        self.storage = storage or SetStorage()
        self.progress = progress
        self.classes: Words | None = None  # one winnable position of each class, if known
        complement = board.full ^ start
        # The same set, reversed, is then the set of reachable positions.
        self.serves_both = dense.single_pegs(board, start, finish) == [complement]
        reachable, winning = self.storage.found(REACHABLE), self.storage.found(WINNING)
        if self.serves_both and self.storage.holds_two_sets:
            if winning is None:
                winning = self._made(WINNING, part_of(self._in_tiles(progress).words))
        elif reachable is None or (winning is None and self.serves_both):
            backwards = dense.reducible(board, [complement], progress=progress)
            if reachable is None:
                self._made(REACHABLE, reversal(backwards))
            if self.serves_both:
                winning = self._made(WINNING, part_of(backwards.words))
            del backwards  # freed before the next one is allocated
        if winning is None:
            most_pegs = start.bit_count()
            found = dense.winning(board, start, finish, most_pegs=most_pegs, progress=progress)
            winning = self._made(WINNING, part_of(found.words))
        self.winning = dense.DenseSet(board, start, words=winning)

    @cached_property
    def reachable(self) -> DenseSet:
        """The reachable positions."""
        words = self.storage.found(REACHABLE)
        if words is None:
            words = self._made(REACHABLE, reversal(self.winning))
        return dense.DenseSet(self.board, self.start, words=words)

    def reaches(self, position: int) -> bool:
        """Return whether a position of the class is reachable."""
        if self.serves_both:
            return self.board.full ^ position in self.winning
        return position in self.reachable

    def _in_tiles(self, progress: Progress) -> DenseSet:
        """Return the winning set of a game that is its own complement, and store its classes."""
        found = dense.set_of(self.board, [self.board.full ^ self.start])
        found.close_backwards(progress)
        if isinstance(found, dense.TileSet):
            self.classes = winnable_classes(found, self.symmetric_start())
        return found.usual()

    def _made(self, name: str, piece: Piece) -> Words:
        return self.storage.made(name, dense.layout_of(self.board, whole=False)[0].size, piece)

    def symmetric_start(self) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries of the whole game: those that fix start and finish."""
        return self.board.fixing(self.start, self.finish)


def part_of(words: Words) -> Piece:
    """Return the function that slices some words."""
    return lambda first, end: words[first:end]


def reversal(positions: DenseSet) -> Piece:
    """Return the function that computes slices of the set of complements."""
    words, valid = positions.words, 1 << len(positions.coordinates.low)
    size = len(words)
    return lambda first, end: sweep.reversed_set(words[size - end : size - first], valid)


def complement(positions: DenseSet, storage: SetStorage) -> DenseSet:
    """Return the set of the complements of a set's positions."""
    board, coordinates = positions.board, positions.coordinates
    member = board.full ^ coordinates.position(0, positions.constants)
    words = storage.scratch(len(positions.words), reversal(positions))
    return dense.DenseSet(board, member, whole=coordinates.whole, words=words)


def intersection(some: DenseSet, others: DenseSet, storage: SetStorage) -> DenseSet:
    """Return the intersection of two sets of one class."""
    words = storage.scratch(
        len(some.words), lambda first, end: some.words[first:end] & others.words[first:end]
    )
    member = some.coordinates.position(0, some.constants)
    return dense.DenseSet(some.board, member, whole=some.coordinates.whole, words=words)
