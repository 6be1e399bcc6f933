"""Planes: encoding of a position with one binary plane per sign.

The planes have the height and width of the drawing of the board, so neighbouring cells are
adjacent; where the drawing has no cell, every plane is 0. The plane of the empty sign marks the
empty cells.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.base_game import BaseGame


class Planes:
    """Encoder of the positions of a game; `shape` is (signs, rows, columns)."""

    def __init__(self, game: BaseGame) -> None:
        self.game = game
        self._places = game.board.places
        self._plane_of = {sign: plane for plane, sign in enumerate(game.signs)}
        rows = 1 + max(row for row, _ in self._places)
        columns = 1 + max(column for _, column in self._places)
        self.shape = (len(game.signs), rows, columns)

    def see(self, position: int, to_move: bool = True) -> NDArray[np.int8]:
        """Return the planes of a position as the player to move sees it, or the other player.

        Each of two players sees their own pieces with the signs of the first player.
        """
        seen = np.zeros(self.shape, dtype=np.int8)
        self.fill(seen, position, to_move)
        return seen

    def fill(self, seen: NDArray[Any], position: int, to_move: bool = True) -> None:
        """Write what `see` returns into planes that are all 0."""
        signs = self.game.pieces(position, 0 if to_move else 1)
        for (row, column), sign in zip(self._places, signs, strict=True):
            seen[self._plane_of[sign], row, column] = 1
