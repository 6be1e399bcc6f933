"""Figures of the examples for which no source was found, computed once more in another way.

Nothing is shared with the examples or with the package: boards are texts of nine signs, the rules
are written from their descriptions, and values are found by plain induction over the plies.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from kibitz.solve.outcome import Win
from test_examples import table_of

if TYPE_CHECKING:
    from collections.abc import Iterator

EMPTY = "." * 9
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
CENTRE, CORNERS, EDGES = (4,), (0, 2, 6, 8), (1, 3, 5, 7)


def has_line(board: str, player: str) -> bool:
    return any(all(board[int(cell)] == player for cell in line) for line in LINES)


def put(board: str, cell: int, sign: str) -> str:
    return board[:cell] + sign + board[cell + 1 :]


def joined(one: int, other: int, *, diagonals: bool) -> bool:
    """Tell whether a line of the board joins two points."""
    down, right = abs(one // 3 - other // 3), abs(one % 3 - other % 3)
    return down + right == 1 or (diagonals and down == right == 1 and 4 in (one, other))


def morris(board: str, player: str, *, diagonals: bool) -> Iterator[str]:
    free = [cell for cell in range(9) if board[cell] == "."]
    mine = [cell for cell in range(9) if board[cell] == player]
    if len(mine) < 3:
        yield from (put(board, cell, player) for cell in free)
        return
    for origin in mine:
        for to in free:
            if joined(origin, to, diagonals=diagonals):
                yield put(put(board, origin, "."), to, player)


@cache
def wins(board: str, player: str, plies: int, diagonals: bool) -> bool:
    """Tell whether the player to move can win within so many plies."""
    other = "XO"[player == "X"]
    if has_line(board, other) or plies < 1:
        return False
    return any(
        loses(after, other, plies - 1, diagonals)
        for after in morris(board, player, diagonals=diagonals)
    )


@cache
def loses(board: str, player: str, plies: int, diagonals: bool) -> bool:
    """Tell whether the player to move loses within so many plies, whatever he does."""
    other = "XO"[player == "X"]
    following = [*morris(board, player, diagonals=diagonals)]
    if has_line(board, other) or not following:
        return True
    return plies > 0 and all(wins(after, other, plies - 1, diagonals) for after in following)


@pytest.mark.parametrize("diagonals", [False, True])
def test_three_mens_morris_takes_9_plies_from_the_centre(diagonals: bool) -> None:
    def first(cells: tuple[int, ...], plies: int) -> list[bool]:
        return [loses(put(EMPTY, cell, "X"), "O", plies - 1, diagonals) for cell in cells]

    assert first(CENTRE, 9) == [True]
    assert first(CENTRE, 8) == [False]
    assert not any(first(CORNERS + EDGES, 40))  # far longer than any win there is
    table = table_of(f"morris:diagonals={int(diagonals)}")
    assert table["...-...-..."] == Win(9)
    assert max(outcome.distance or 0 for outcome in table.histogram) < 40


@cache
def misere(board: str, player: str) -> int:
    """Return 1, 0 or -1: won, drawn or lost for the player to move."""
    other = "XO"[player == "X"]
    if has_line(board, other):
        return 1
    free = [cell for cell in range(9) if board[cell] == "."]
    return max((-misere(put(board, cell, player), other) for cell in free), default=0)


def test_misere_tic_tac_toe_is_lost_but_for_the_centre() -> None:
    def first(cells: tuple[int, ...]) -> list[int]:
        return [-misere(put(EMPTY, cell, "X"), "O") for cell in cells]

    assert first(CENTRE) == [0]
    assert set(first(CORNERS + EDGES)) == {-1}
