"""A game that can be shown, and of which nothing else is ever known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz import Board, OwnGame, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator


def game() -> OwnGame:
    def moves(position: int) -> Iterator[int]:
        while position == 1:
            pass
        return iter((2, 1) if position == 0 else ())

    def play(position: int, move: int) -> int:
        return move

    def worth(position: int) -> int:
        return -1

    def pieces(position: int) -> str:
        return ("..", "X.", ".X")[position]

    rules = Rules(aim="win", start=0, moves=moves, play=play, worth=worth)
    return OwnGame(rules, Board.rectangle(1, 2), pieces, signs="X.")
