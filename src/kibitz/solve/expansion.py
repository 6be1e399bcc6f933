"""The moves of positions of a table and what each is worth, for many positions at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.solve import kernels
from kibitz.solve.columns import NOTHING
from kibitz.solve.compiled import available, bound, kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kibitz.solve.columns import Columns

MANY = 20_000  # positions for which compiling is worth while
ROOM = 64  # moves to have room for, for each position; a span is cut where that does not suffice


class Moves:
    """Moves of the rows `first` to `last` of a table: of which row, which move, worth what.

    `value` and `measure` are those of `Columns`, for the player who makes the move. `rows` count
    from `first`.
    """

    def __init__(
        self,
        first: int,
        last: int,
        rows: NDArray[Any],
        numbers: NDArray[Any],
        value: NDArray[Any],
        measure: NDArray[Any],
    ) -> None:
        self.first = first
        self.last = last
        self.rows = rows
        self.numbers = numbers
        self.value = value
        self.measure = measure


class Expansion:
    """A table whose moves are asked for. It compiles the rules where the table is large."""

    def __init__(self, columns: Columns, compiled: bool | None = None) -> None:
        self.columns = columns
        self.rules = columns.rules
        self._compiled = available() and len(columns) > MANY if compiled is None else compiled
        self._positions, self._codes = columns.rows()
        self._room = ROOM

    def spans(self, rows: int) -> Iterator[Moves]:
        """Yield the moves of all positions, those of at most so many positions at a time."""
        first = 0
        while first < len(self.columns):
            last = min(first + rows, len(self.columns))
            moves = self._moves(first, last)
            if moves.last == first:
                self._room *= 2  # one position has more moves than there was room for
                continue
            yield moves
            first = moves.last

    def _moves(self, first: int, last: int) -> Moves:
        here = self._row(self._positions[first:last], np.int64)
        room = max(last - first, 16) * self._room
        degrees, numbers, children = (
            self._row(np.zeros(size, np.int64), np.int64) for size in (last - first, room, room)
        )
        expand = self._kernel(kernels.list_moves)
        done, filled = expand(here, 0, last - first, degrees, numbers, children)
        least = np.asarray(children[:filled], dtype=np.int64)
        codes = self._codes[np.searchsorted(self._positions, least)]
        value, measure = self.columns.decoded(codes)
        if self.rules.two_players:
            marks = self._marks(here, last - first, filled)
            value = np.where(marks, value, -value)
            if self.columns.measure == "margin":
                measure = np.where(marks, measure, -measure)
        if self.columns.measure == "distance":
            costs = self._row(np.zeros(filled, np.int64), np.int64)
            self._kernel(kernels.price)(here, 0, done, costs)
            raised = measure + np.asarray(costs, dtype=np.int64)
            measure = np.where(measure == NOTHING, NOTHING, raised)
        rows = np.repeat(np.arange(done), np.asarray(degrees[:done], dtype=np.int64))
        moves = np.asarray(numbers[:filled], dtype=np.int64)
        return Moves(first, first + done, rows, moves, value, measure)

    def _marks(self, here: Any, count: int, moves: int) -> NDArray[np.bool_]:
        """Tell of each move whether the same player is to move after it."""
        marks = self._row(np.zeros(moves, np.int64), np.int64)
        if self.rules.same_mover is not None:
            self._kernel(kernels.mark)(here, 0, count, marks)
        return np.asarray(marks, dtype=np.bool_)

    def orbits(self, first: int, last: int) -> NDArray[Any]:
        """Return how many mirror images each position has, 0 where the rules do not say."""
        sizes = np.zeros(last - first, dtype=np.int16)
        if self.rules.canonical is None:
            return sizes + 1
        if self.rules.orbit is None:
            return sizes
        images = self._row(sizes, np.int16)
        here = self._row(self._positions[first:last], np.int64)
        self._kernel(kernels.count_images)(here, 0, last - first, images)
        return np.asarray(images, dtype=np.int16)

    def _kernel(self, function: Any) -> Any:
        return (kernel if self._compiled else bound)(function, self.rules)

    def _row(self, numbers: NDArray[Any], dtype: Any) -> Any:
        """Return numbers as compiled code or, else, the interpreter takes them."""
        return np.ascontiguousarray(numbers, dtype=dtype) if self._compiled else numbers.tolist()


def best_of_rows(moves: Moves, measure: str) -> NDArray[np.bool_]:
    """Tell which moves are best in their position."""
    if len(moves.rows) == 0:
        return np.zeros(0, dtype=bool)
    far = 1 << 20  # farther than any distance, and worse than any score
    value, count = moves.value.astype(np.int64), moves.measure.astype(np.int64)
    ranks = {
        "score": np.where(count == NOTHING, -far, -count),
        "distance": value * (far - count),
        "margin": count,
    }
    rank = ranks[measure]
    best = np.full(moves.last - moves.first, -(1 << 32), dtype=np.int64)
    np.maximum.at(best, moves.rows, rank)
    found: NDArray[np.bool_] = rank == best[moves.rows]
    return found
