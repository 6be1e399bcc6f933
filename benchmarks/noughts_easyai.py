"""Noughts and crosses, plain and `any`, as games for easyAI."""

from __future__ import annotations

from typing import Any

from easyAI import TwoPlayerGame

SQUARES = 9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
WIN = 100


class Noughts(TwoPlayerGame):  # type: ignore[misc]
    """So many pieces each; a move is a pair of squares, from (-1 for a new piece) and to."""

    def __init__(self, pieces: int, players: Any = None) -> None:
        self.players = players
        self.pieces = pieces
        self.board = [0] * SQUARES
        self.current_player = 1

    def possible_moves(self) -> list[tuple[int, int]]:
        """Return the legal moves."""
        empty = [square for square in range(SQUARES) if self.board[square] == 0]
        mine = [s for s in range(SQUARES) if self.board[s] == self.current_player]
        if len(mine) < self.pieces:
            return [(-1, to) for to in empty]
        return [(origin, to) for origin in mine for to in empty]

    def make_move(self, move: tuple[int, int]) -> None:
        """Make a move; the caller changes the player."""
        origin, to = move
        if origin >= 0:
            self.board[origin] = 0
        self.board[to] = self.current_player

    def unmake_move(self, move: tuple[int, int]) -> None:
        """Take a move back."""
        origin, to = move
        self.board[to] = 0
        if origin >= 0:
            self.board[origin] = self.current_player

    def lose(self) -> bool:
        """Return whether the other has a line."""
        return any(all(self.board[s] == self.opponent_index for s in line) for line in LINES)

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.lose() or 0 not in self.board

    def scoring(self) -> int:
        """Return what the position is worth for the player to move."""
        return -WIN if self.lose() else 0

    def ttentry(self) -> tuple[int, ...]:
        """Return what names the position in a transposition table."""
        return (*self.board, self.current_player)

    def show(self) -> None:
        """Show nothing."""
