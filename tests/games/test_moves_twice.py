"""The moves of games that are too large for a second table, made once more in another way.

As in test_examples_twice.py, nothing is shared with the examples but the text of a position: whole
games are played at random, and at each ply both programs must find the same positions.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.games.test_examples import game_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame


def successors(game: BaseGame, position: int) -> dict[str, PositionId]:
    """Return the positions that can follow, by their texts."""
    rules = game.rules
    reached = [rules.play(position, move) for move in rules.moves(position)]
    return {game.text(after): after for after in reached}


Stacks = dict[tuple[int, int], list[tuple[int, str]]]


def gobblets(stacks: Stacks, player: str) -> Iterator[Stacks]:
    """Yield what can follow in Gobblet Gobblers; each square has a pile of sizes and owners."""

    def line_of(stacks: Stacks, who: str) -> bool:
        tops = {place for place, pile in stacks.items() if pile and pile[-1][1] == who}
        return any(
            {(r + k * down, c + k * right) for k in range(3)} <= tops
            for r, c in stacks
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )

    other = "O" if player == "X" else "X"
    if line_of(stacks, other):
        return
    on_board = [piece for pile in stacks.values() for piece in pile]
    sources: list[tuple[tuple[int, int] | None, int]]
    sources = [(None, size) for size in range(3) if on_board.count((size, player)) < 2]
    sources += [(at, pile[-1][0]) for at, pile in stacks.items() if pile and pile[-1][1] == player]
    for origin, size in sources:
        lifted = {place: [*pile] for place, pile in stacks.items()}
        if origin is not None:
            lifted[origin].pop()
        for to, pile in lifted.items():
            if to != origin and (not pile or pile[-1][0] < size):
                after = lifted | {to: [*pile, (size, player)]}
                if not line_of(after, other):
                    yield after


def drawn_gobblets(stacks: Stacks, player: str) -> str:
    """Return the text of a position: X is the player to move."""
    sign = {player: "X", "O" if player == "X" else "X": "O"}
    rows = [["."] * 6 for _ in range(6)]
    for (row, column), pile in stacks.items():
        for size, owner in pile:
            rows[row + (0, 3)[size < 2]][column + (0, 3)[size != 1]] = sign[owner]
        if pile:
            rows[row][column] = sign[pile[-1][1]]
    return "-".join("".join(row) for row in rows)


@pytest.mark.long
def test_gobblets_move_as_they_do_in_another_program() -> None:
    game = game_in("gobblet_gobblers")
    chance = random.Random(3)
    for _ in range(40):
        stacks: Stacks = {(row, column): [] for row in range(3) for column in range(3)}
        position, player = game.rules.start, "X"
        for _ in range(30):
            following = [*gobblets(stacks, player)]
            player = "O" if player == "X" else "X"
            texts = [drawn_gobblets(after, player) for after in following]
            reached = successors(game, position)
            assert sorted(reached) == sorted(set(texts))
            if not following:
                break
            stacks = chance.choice(following)
            position = reached[drawn_gobblets(stacks, player)]


Shogi = dict[tuple[int, int], str]


def animals(board: Shogi, hands: str, black: bool) -> Iterator[tuple[Shogi, str]]:
    """Yield what can follow in dobutsu shogi; White's pieces, in hand too, are small letters."""

    def reaches(at: tuple[int, int], sign: str) -> set[tuple[int, int]]:
        ahead = -1 if sign.isupper() else 1
        found = set()
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                straight = down * right == 0
                fits = {
                    "C": straight and down == ahead,
                    "E": not straight,
                    "G": straight,
                    "L": True,
                    "H": straight or down == ahead,
                }[sign.upper()]
                if fits and (down or right):
                    found.add((at[0] + down, at[1] + right))
        return found & set(board)

    own = [at for at, sign in board.items() if sign != "." and sign.isupper() == black]
    lion, others = ("L", "l") if black else ("l", "L")
    home = 3 if black else 0
    arrived = [at for at, sign in board.items() if sign == others and at[0] == home]
    if lion not in board.values():
        return
    if any(not any(at in reaches(one, board[one]) for one in own) for at in arrived):
        return
    for at in own:
        for to in reaches(at, board[at]):
            taken, sign = board[to], board[at]
            if taken != "." and taken.isupper() == black:
                continue
            if sign.upper() == "C" and to[0] == 3 - home:
                sign = "H" if black else "h"
            caught = taken.upper().replace("H", "C").replace("L", "").replace(".", "")
            yield board | {at: ".", to: sign}, hands + (caught if black else caught.lower())
    for sign in {sign for sign in hands if sign.isupper() == black}:
        for to in [to for to, there in board.items() if there == "."]:
            yield board | {to: sign}, hands.replace(sign, "", 1)


def test_the_animals_of_dobutsu_shogi_move_as_in_another_program() -> None:
    game = game_in("dobutsu_shogi")

    def text(board: Shogi, hands: str, black: bool) -> str:
        rows = ["".join(board[row, column] for column in range(3)) for row in range(4)]
        counts = "".join(str(hands.count(sign)) for sign in "CEGceg")
        return "-".join([*rows, "WB"[black] + counts])

    chance = random.Random(4)
    for _ in range(60):
        drawn = [*zip(product(range(4), range(3)), "gle.c..C.ELG", strict=True)]
        board, hands, black = dict(drawn), "", True
        position = game.rules.start
        for _ in range(40):
            following = [*animals(board, hands, black)]
            black = not black
            texts = {text(*after, black): after for after in following}
            reached = successors(game, position)
            assert sorted(reached) == sorted(texts)
            if not following:
                break
            chosen = chance.choice(sorted(texts))
            (board, hands), position = texts[chosen], reached[chosen]
