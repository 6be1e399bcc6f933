"""The game from one position: what can be reached, and what wins.

A jump played backwards is a jump of the complement (pegs and holes exchanged), so a position can
be reached from the start exactly if the start's complement can be reached from its own complement:
the reachable positions too are a dense set, filled by the same sweep. From the centre of the
English board to the centre it is even the same set, read backwards.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.language.errors import KibitzError
from kibitz.solve.pegs.figures.set_storage import REACHABLE, WINNING, SetStorage
from kibitz.solve.pegs.sets import dense, sweep
from kibitz.solve.pegs.sets.tile_classes import winnable_classes

if TYPE_CHECKING:
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.pegs.figures.set_storage import Piece
    from kibitz.solve.pegs.pegboard import PegBoard
    from kibitz.solve.pegs.sets.bits import Words
    from kibitz.solve.pegs.sets.dense import DenseSet


class PegGame:
    """The sets of positions of one game: those that can be reached, and those that win.

    `reachable` and `winning` are of the class of the start. A position wins if it can be reduced to
    one peg, in the hole `finish` if that is given. `serves_both` says that the game is its own
    complement: what wins is the complement of what can be reached.
    """

    def __init__(
        self,
        board: PegBoard,
        start: int,
        finish: int | None = None,
        *,
        progress: Progress | None = None,
        room: SetStorage | None = None,
    ) -> None:
        """Find the sets, each made in `room` (memory, unless given) or found there."""
        self.board = board
        self.start = board.position(start)
        self.finish = None if finish is None else board.hole(finish)
        if not start:
            raise KibitzError("there is no peg on the board")
        self.room = room or SetStorage()
        self.classes: Words | None = None  # one winnable position of each class, where it is known
        complement = board.full ^ start
        # The same set read backwards is then what can be reached.
        self.serves_both = dense.single_pegs(board, start, finish) == [complement]
        reachable, winning = self.room.found(REACHABLE), self.room.found(WINNING)
        if self.serves_both and self.room.roomy:
            if winning is None:
                winning = self._made(WINNING, part_of(self._in_tiles(progress).words))
        elif reachable is None or (winning is None and self.serves_both):
            backwards = dense.reducible(board, [complement], progress=progress)
            if reachable is None:
                self._made(REACHABLE, reversal(backwards))
            if self.serves_both:
                winning = self._made(WINNING, part_of(backwards.words))
            del backwards  # before there is another one
        if winning is None:
            most_pegs = start.bit_count()
            found = dense.winning(board, start, finish, most_pegs=most_pegs, progress=progress)
            winning = self._made(WINNING, part_of(found.words))
        self.winning = dense.DenseSet(board, start, words=winning)

    @cached_property
    def reachable(self) -> DenseSet:
        """The positions that can be reached."""
        words = self.room.found(REACHABLE)
        if words is None:
            words = self._made(REACHABLE, reversal(self.winning))
        return dense.DenseSet(self.board, self.start, words=words)

    def reaches(self, position: int) -> bool:
        """Tell whether a position of the class can be reached."""
        if self.serves_both:
            return self.board.full ^ position in self.winning
        return position in self.reachable

    def _in_tiles(self, progress: Progress | None) -> DenseSet:
        """Return what wins in a game that is its own complement, and note its classes."""
        complement = self.board.full ^ self.start
        tiled = dense.reducible_tiles(self.board, [complement], progress=progress)
        if tiled is None:
            return dense.reducible(self.board, [complement], progress=progress)
        self.classes = winnable_classes(
            tiled.words, tiled.coordinates, tiled.constants, self.symmetric_start()
        )
        return tiled.usual()

    def _made(self, name: str, piece: Piece) -> Words:
        return self.room.made(name, dense.layout_of(self.board, whole=False)[0].size, piece)

    def symmetric_start(self) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries of the whole game: they leave start and finish in place."""
        return self.board.fixing(self.start, self.finish)


def part_of(words: Words) -> Piece:
    """Return what cuts pieces off some words."""
    return lambda first, end: words[first:end]


def reversal(positions: DenseSet) -> Piece:
    """Return what makes pieces of the set of the complements of a set's positions."""
    words, valid = positions.words, 1 << len(positions.coordinates.low)
    size = len(words)
    return lambda first, end: sweep.reversed_set(words[size - end : size - first], valid)


def complement(positions: DenseSet, room: SetStorage) -> DenseSet:
    """Return the set of the complements of a set's positions."""
    board, coordinates = positions.board, positions.coordinates
    member = board.full ^ coordinates.position(0, positions.constants)
    words = room.scratch(len(positions.words), reversal(positions))
    return dense.DenseSet(board, member, whole=coordinates.whole, words=words)


def intersection(some: DenseSet, others: DenseSet, room: SetStorage) -> DenseSet:
    """Return what two sets of one class have in common."""
    words = room.scratch(
        len(some.words), lambda first, end: some.words[first:end] & others.words[first:end]
    )
    member = some.coordinates.position(0, some.constants)
    return dense.DenseSet(some.board, member, whole=some.coordinates.whole, words=words)
