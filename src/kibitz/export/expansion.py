"""Moves of the positions of a table with their values, in batches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.solve.compiling.compiled import available, bound, kernel
from kibitz.solve.compiling.not_compiled import Uncompilable
from kibitz.solve.memory import backward, game_kernels
from kibitz.solve.store.columns import Columns

COMPILE_ABOVE = 20_000  # positions above which compiling pays
ROOM = 64  # buffered moves per position; a span is cut if that does not suffice


class Moves(NamedTuple):
    """Moves of the rows `first` to `last` of a table: row, move and value.

    `value` and `measure` are those of `Columns`, for the player who makes the move, and `best`
    marks the best moves of their position. `rows` count from `first`.
    """

    first: int
    last: int
    rows: NDArray[Any]
    numbers: NDArray[Any]
    value: NDArray[Any]
    measure: NDArray[Any]
    best: NDArray[np.bool_]


class Expansion:
    """Iterator over the moves of a table; compiles the rules if the table is large."""

    def __init__(self, columns: Columns, compiled: bool | None = None) -> None:
        self.columns = columns
        self.rules = columns.rules
        self._compiled = (
            available() and len(columns) > COMPILE_ABOVE if compiled is None else compiled
        )
        self._positions, self._codes = columns.rows()
        self._room = ROOM

    def spans(self, rows: int) -> Iterator[Moves]:
        """Yield the moves of all positions, in batches of at most `rows` positions."""
        first = 0
        while first < len(self.columns):
            last = min(first + rows, len(self.columns))
            try:
                moves = self._moves(first, last)
            except Uncompilable:
                self._compiled = False
                continue
            if moves.last == first:
                self._room *= 2  # one position has more moves than the buffer holds
                continue
            yield moves
            first = moves.last

    def moves_of(self, positions: NDArray[np.int64]) -> Moves:
        """Return the moves of positions of the game, in canonical form or not."""
        while True:
            moves = self._list(positions, 0, len(positions))
            if moves.last == len(positions):
                return moves
            self._room *= 2

    def _moves(self, first: int, last: int) -> Moves:
        return self._list(self._positions[first:last], first, last)

    def _list(self, positions: NDArray[Any], first: int, last: int) -> Moves:
        here = self._row(positions, np.int64)
        room = max(last - first, 16) * self._room
        degrees, numbers, children = (
            self._row(np.zeros(size, np.int64), np.int64) for size in (last - first, room, room)
        )
        expand = self._kernel(game_kernels.list_moves)
        done, filled = expand(here, 0, last - first, degrees, numbers, children)
        least = np.asarray(children[:filled], dtype=np.int64)
        codes = self._codes[np.searchsorted(self._positions, least)]
        marks, costs = (np.zeros(filled, np.int64) for _ in range(2))
        marks, costs = self._row(marks, np.int64), self._row(costs, np.int64)
        if self.rules.same_mover is not None:
            self._kernel(game_kernels.mark)(here, 0, done, marks)
        self._kernel(game_kernels.write_costs)(here, 0, done, costs)
        offers, best = (self._row(np.zeros(filled, np.int64), np.int64) for _ in range(2))
        objective = self.rules.objective
        bind = kernel if self._compiled else bound
        bind(backward.offer, objective=objective)(self._row(codes, np.int64), marks, costs, offers)
        bind(backward.mark_best, objective=objective)(degrees, done, offers, best)
        value, measure = self.columns.decoded(np.asarray(offers, dtype=np.int64))
        rows = np.repeat(np.arange(done), np.asarray(degrees[:done], dtype=np.int64))
        moves = np.asarray(numbers[:filled], dtype=np.int64)
        return Moves(
            first, first + done, rows, moves, value, measure, np.asarray(best, dtype=np.bool_)
        )

    def orbits(self, first: int, last: int) -> NDArray[Any]:
        """Return the number of images of each position, 0 if the rules do not define it."""
        sizes = np.zeros(last - first, dtype=np.int16)
        if self.rules.canonical is None:
            return sizes + 1
        if self.rules.orbit is None:
            return sizes
        images = self._row(sizes, np.int16)
        here = self._row(self._positions[first:last], np.int64)
        self._kernel(game_kernels.count_images)(here, 0, last - first, images)
        return np.asarray(images, dtype=np.int16)

    def _kernel(self, function: Any) -> Any:
        return (kernel if self._compiled else bound)(function, self.rules)

    def _row(self, numbers: NDArray[Any], dtype: Any) -> Any:
        """Return numbers as an array for compiled code, or as a list for the interpreter."""
        return np.ascontiguousarray(numbers, dtype=dtype) if self._compiled else numbers.tolist()
