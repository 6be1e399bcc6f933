"""The central English game: published figures to the digit."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kibitz.engines.pegs.figures.counting import (
    chance_at_random,
    count_solutions,
    ranked_winnable,
    winnable,
)
from kibitz.engines.pegs.figures.fewest_moves import fewest_moves
from kibitz.engines.pegs.figures.peg_game import PegGame
from kibitz.engines.pegs.figures.peg_layers import layers
from kibitz.engines.pegs.figures.ranked import Ranked
from tests.support.pegs_boards import CENTRE, ENGLISH, scores
from tests.support.scope import EVERYTHING

# OEIS A112737; Bell, arXiv:0903.3696
CLASSES = [
    1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229614, 517854, 1022224, 1753737, 2598215,
    3312423, 3626632, 3413313, 2765623, 1930324, 1160977, 600372, 265865, 100565, 32250, 8688, 1917,
    348, 50, 7, 2,
]  # fmt: skip
POSITIONS = [
    1, 4, 12, 60, 296, 1338, 5648, 21842, 77559, 249690, 717788, 1834379, 4138302, 8171208,
    14020166, 20773236, 26482824, 28994876, 27286330, 22106348, 15425572, 9274496, 4792664, 2120101,
    800152, 255544, 68236, 14727, 2529, 334, 32, 5,
]  # fmt: skip
WINNABLE = [
    1, 1, 2, 8, 38, 164, 635, 2089, 6174, 16020, 35749, 68326, 112788, 162319, 204992, 230230,
]  # fmt: skip


@pytest.fixture(scope="module")
def game() -> PegGame:
    return PegGame(ENGLISH, ENGLISH.vacancy(CENTRE), CENTRE)


def test_layers(game: PegGame) -> None:
    rows = layers(game)
    assert [row.classes for row in rows] == CLASSES
    assert [row.positions for row in rows] == POSITIONS
    assert [row.winnable_classes for row in rows] == WINNABLE + WINNABLE[::-1]
    assert sum(row.winnable_positions for row in rows) == 13_428_122
    assert next(row.jumps for row in rows if row.dead_positions) == 6


@pytest.fixture(scope="module")
def ranked(game: PegGame) -> Ranked:
    return Ranked(winnable(game), game.symmetric_start())


def test_solutions(game: PegGame, ranked: Ranked) -> None:
    assert len(ranked) == 1_679_072
    listed = ranked_winnable(game)  # straight from the tiles, and not from the whole set
    assert np.array_equal(np.sort(listed.members), np.sort(ranked.members))
    assert count_solutions(game, ranked) == {CENTRE: 40_861_647_040_079_968}


@pytest.mark.skipif(
    not EVERYTHING, reason="KIBITZ_TEST_ALL=1 does it; test_pegs_memory.py has it in less memory"
)
def test_fewest_moves_and_chance(game: PegGame, ranked: Ranked) -> None:
    assert count_solutions(game, ranked) == {CENTRE: 40_861_647_040_079_968}
    assert 0 < chance_at_random(game, ranked) < 1e-7
    shortest = fewest_moves(game, ranked)  # Bergholt 1912, proved least by Beasley 1964
    assert shortest is not None
    assert shortest.moves == 18
    solution = [jump for chain in shortest.chains for jump in chain]
    assert ENGLISH.replay(game.start, solution)[-1] == 1 << CENTRE


def test_the_oracle_agrees_with_search(game: PegGame) -> None:
    draw, known = random.Random(6), scores(ENGLISH, CENTRE)
    wins = 0
    for _ in range(400):
        position = sum(1 << hole for hole in draw.sample(range(33), draw.randrange(1, 12)))
        if game.winning.holds(position):
            won = known.is_won(position)
            assert (position in game.winning) == won
            wins += bool(won)
    assert wins
