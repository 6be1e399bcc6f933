"""Grundy values agree with the published sequences, and scores are said as the game calls them."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.cli import main
from kibitz.rules.objectives.outcomes import Leaves, Margin
from kibitz.rules.rules import Rules
from kibitz.solve.invalid_rules import InvalidRules
from kibitz.solve.memory.grundy import grundy
from kibitz.solve.memory.in_memory import solve
from tests.support.own_games import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# The values of rows of 0, 1, 2, … pins or coins, from the OEIS.
A002186 = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2)  # kayles: take one pin or two neighbours
# Dawson's kayles, two neighbours: one more pin than in Dawson's chess, which A002187 is about.
A002187 = (0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4)


def bowling(sizes: tuple[int, ...]) -> Callable[[int], Rules]:
    """Return the rules of a row of pins from which neighbours are taken, so many at a time."""

    def rules(count: int) -> Rules:
        def moves(position: int) -> Iterator[int]:
            for size in sizes:
                for first in range(count - size + 1):
                    some = (1 << size) - 1 << first
                    if position & some == some:
                        yield some

        def play(position: int, move: int) -> int:
            return position & ~move

        def worth(position: int) -> int:
            return -1

        start = (1 << count) - 1
        return Rules(aim="win", start=start, moves=moves, play=play, worth=worth, impartial=True)

    return rules


@pytest.mark.parametrize(
    ("rules", "published"), [(bowling((1, 2)), A002186), (bowling((2,)), A002187)]
)
def test_rows_of_pins_have_the_published_values(
    rules: Callable[[int], Rules], published: tuple[int, ...]
) -> None:
    for count, value in enumerate(published[:12]):
        made = rules(count)
        assert grundy(made, made.start) == value


@pytest.mark.parametrize(("dawson", "published"), [(0, A002186), (1, A002187)])
def test_the_kayles_that_ships_has_them_too(dawson: int, published: tuple[int, ...]) -> None:
    for pins, value in enumerate(published[1:], start=1):
        assert kibitz.game(f"kayles:pins={pins},dawson={dawson}").start.grundy == value


def wythoff(most: int) -> Rules:
    """Return the rules of a queen that goes towards the corner; a position is 16 * row + column."""

    def moves(position: int) -> Iterator[int]:
        row, column = position >> 4, position & 15
        for step in range(1, 16):
            if step <= column:
                yield step
            if step <= row:
                yield step << 4
            if step <= row and step <= column:
                yield step << 4 | step

    def play(position: int, move: int) -> int:
        return position - move

    def worth(position: int) -> int:
        return -1

    return Rules(aim="win", start=most, moves=moves, play=play, worth=worth, impartial=True)


def test_wythoff_is_lost_at_the_golden_pairs_and_zero_is_lost() -> None:
    """W. A. Wythoff, 1907: (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15)."""
    rules = wythoff(0xFF)
    known: dict[int, int] = {}
    grundy(rules, rules.start, known=known)
    zero = {divmod(position, 16) for position, value in known.items() if value == 0}
    assert {pair for pair in zero if pair[0] <= pair[1]} == {
        (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15)
    }  # fmt: skip
    assert [known[16 + column] for column in range(8)] == [1, 2, 0, 4, 5, 3, 7, 8]
    solution = solve(rules)
    for position, value in known.items():
        code = solution.code(rules.class_of(position))
        assert code is not None
        assert (rules.objective.outcome(code).kind == "loss") == (value == 0)


def test_nim_is_worth_the_nim_sum(capsys: pytest.CaptureFixture[str]) -> None:
    nim = f"{EXAMPLES / 'nim'}.py"
    game = kibitz.game(nim)
    assert game.start.grundy == 3 ^ 4 ^ 5
    after = game.start.play("a-2")
    assert after.grundy == reduce(xor, (1, 4, 5))
    assert kibitz.game("noughts").start.grundy is None
    main(["solve", nim, "--lang", "en"])
    assert "Grundy value 2" in capsys.readouterr().out


def test_what_has_no_such_value_is_refused() -> None:
    rules = bowling((1,))(3)
    with pytest.raises(ValueError, match="impartial if two players"):
        rules.replace(aim="score")

    def forth_and_back(position: int, move: int) -> int:
        return position ^ move

    def both(position: int) -> Iterator[int]:
        yield 1

    with pytest.raises(InvalidRules, match="can recur"):
        grundy(rules.replace(moves=both, play=forth_and_back), 0)

    def won(position: int) -> int:
        return 1

    with pytest.raises(InvalidRules, match="cannot move has lost"):
        grundy(rules.replace(worth=won), rules.start)
    assert grundy(bowling((1, 2))(12), (1 << 12) - 1, most=50) is None


def test_a_score_is_called_what_the_game_calls_it() -> None:
    coins = ("{count} coin", "{count} coins")
    assert [str(Leaves(n, coins)) for n in (1, 17)] == ["1 coin at best", "17 coins at best"]
    assert str(Leaves(17)) == "a score of 17 at best"
    assert str(Margin(-3, "{count} boxes")) == "loses by 3 boxes"
    assert Leaves(3, coins) == Leaves(3)
    assert str(Margin(2, coins).before()) == "loses by 2 coins"
