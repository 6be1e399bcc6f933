"""Planes: encoding of a position in binary planes, which determine it.

First comes a plane for each sign of the game, as high and wide as the drawing of the board, so that
neighbouring cells are adjacent: 1 where the sign stands. The plane of the empty sign marks the
empty cells; where the drawing has no cell, all these planes are 0.

What a position holds beside the board (the player to move, pieces in hand, counters) follows, place
by place in the order of its text: a plane for each sign that may stand there, 1 everywhere if it
does, else 0. The place of the player to move has two planes: the first player's, the second's.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.base_game import BaseGame


class Planes:
    """Encoder of the positions of a game; `shape` is (planes, rows, columns).

    `beside` are the planes of each place beside the board, by sign.
    """

    def __init__(self, game: BaseGame) -> None:
        self.game = game
        self._places = game.board.places
        self._plane_of = {sign: plane for plane, sign in enumerate(game.signs)}
        self.beside: list[dict[str, int]] = []
        count = len(game.signs)
        for signs in game.signs_beside():
            self.beside.append({sign: count + at for at, sign in enumerate(signs)})
            count += len(signs)
        rows = 1 + max(row for row, _ in self._places)
        columns = 1 + max(column for _, column in self._places)
        self.shape = (count, rows, columns)

    def see(self, position: int, to_move: bool = True) -> NDArray[np.int8]:
        """Return the planes of a position as the player to move sees it, or the other player.

        In a game whose pieces are stored as those of the player to move and of the other, each of
        two players sees their own with the signs of the first player.
        """
        seen = np.zeros(self.shape, dtype=np.int8)
        self.fill(seen, position, to_move)
        return seen

    def fill(self, seen: NDArray[Any], position: int, to_move: bool = True) -> None:
        """Write what `see` returns into planes that are all 0."""
        signs = self.game.all_signs(position, 0 if to_move else 1)
        cells = len(self._places)
        for (row, column), sign in zip(self._places, signs[:cells], strict=True):
            seen[self._plane_of[sign], row, column] = 1
        for planes, sign in zip(self.beside, signs[cells:], strict=True):
            if sign in planes:  # else it is over, and neither player is to move
                seen[planes[sign]] = 1
