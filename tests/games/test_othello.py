"""Othello on 6 x 6 squares: endings that are searched, against a program that shares nothing."""

from __future__ import annotations

import random
from functools import cache

import pytest

import kibitz
from kibitz.rules.objectives.outcomes import Margin

pytestmark = pytest.mark.usefixtures("tables_apart")
AROUND = [(down, along) for down in (-1, 0, 1) for along in (-1, 0, 1) if (down, along) != (0, 0)]
EMPTY_AT_LAST = 7

Board = tuple[str, ...]  # rows


def after(board: Board, player: str, row: int, column: int) -> Board | None:
    """Return the board with a disc more and what it turns over, None if it turns none."""
    other = "O" if player == "X" else "X"
    cells = {(r, c): sign for r, line in enumerate(board) for c, sign in enumerate(line)}
    if cells[row, column] != ".":
        return None
    turned = []
    for down, along in AROUND:
        run, at = [], (row + down, column + along)
        while cells.get(at) == other:
            run.append(at)
            at = at[0] + down, at[1] + along
        if cells.get(at) == player:
            turned += run
    if not turned:
        return None
    for at in [*turned, (row, column)]:
        cells[at] = player
    return tuple("".join(cells[r, c] for c in range(6)) for r in range(6))


def followers(board: Board, player: str) -> list[Board]:
    places = [(row, column) for row in range(6) for column in range(6)]
    found = [after(board, player, row, column) for row, column in places]
    return [one for one in found if one is not None]


@cache
def margin(board: Board, player: str) -> int:
    """Return by how many discs the player to move wins; negative where it loses."""
    other = "O" if player == "X" else "X"
    following = followers(board, player)
    if following:
        return max(-margin(one, other) for one in following)
    if followers(board, other):
        return -margin(board, other)
    signs = "".join(board)
    return signs.count(player) - signs.count(other)


def ending(seed: int) -> tuple[Board, str]:
    """Return a board with few empty squares, and who is to move, after random moves."""
    chance = random.Random(seed)
    board: Board = ("......", "......", "..OX..", "..XO..", "......", "......")
    player, other = "X", "O"
    while "".join(board).count(".") > EMPTY_AT_LAST:
        following = followers(board, player)
        if following:
            board = chance.choice(following)
        elif not followers(board, other):
            return ending(seed + 1000)
        player, other = other, player
    return board, player


def test_the_start_is_the_same() -> None:
    start = kibitz.game("othello:rows=6,columns=6").start
    assert start.text == "......-......-..OX..-..XO..-......-......-X"


@pytest.mark.parametrize("seed", range(3))
def test_an_ending_on_36_squares_is_searched(seed: int) -> None:
    board, player = ending(seed)
    game = kibitz.game("othello:rows=6,columns=6,margin=1")
    position = game.position("-".join([*board, player]))
    assert position.outcome == Margin(margin(board, player))
