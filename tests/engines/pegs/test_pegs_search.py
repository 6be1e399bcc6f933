"""Classes, pagoda functions and first solutions, which need neither NumPy nor Numba."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from kibitz.engines.pegs.pagoda import is_pagoda, pagoda_against, pagoda_proof, weight_of
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.position_classes import PositionClasses
from kibitz.language.errors import KibitzError
from tests.support.pegs_boards import (
    CENTRE,
    ENGLISH,
    FRENCH,
    SMALL,
    TRIANGLE_15,
    TRIANGLE_21,
    WIEGLEB,
    Naive,
    scores,
)

small = pytest.mark.parametrize("board", SMALL.values(), ids=SMALL)


def test_known_numbers_of_classes() -> None:
    assert [len(PositionClasses(b)) for b in (ENGLISH, FRENCH, TRIANGLE_15, TRIANGLE_21)] == [
        16,
        16,
        4,
        4,
    ]


def test_the_central_game_can_end_in_five_holes_only() -> None:
    finishes = PositionClasses(ENGLISH).finishes(ENGLISH.vacancy(CENTRE))
    assert finishes == [1, 13, 16, 19, 31]


def test_the_central_french_game_is_impossible_by_the_rule_of_three() -> None:
    assert not PositionClasses(FRENCH).allows(FRENCH.vacancy(18))
    assert not scores(FRENCH).is_won(FRENCH.vacancy(18))
    assert pagoda_proof(FRENCH, FRENCH.vacancy(18)) == {}


@small
def test_jumps_stay_in_the_class_and_few_invariants_are_missed(board: PegBoard) -> None:
    classes = PositionClasses(board)
    for position in range(0, 1 << board.holes, 7):
        for jump in board.moves(position):
            assert classes.of(position) == classes.of(position ^ board.touched[jump])
    span = {0}
    for touched in board.touched:
        span |= {touched ^ other for other in span}
    assert len(span) * len(classes) == 1 << board.holes


@small
def test_the_fewest_pegs_and_a_way_to_them_against_the_naive_solver(board: PegBoard) -> None:
    naive, known = Naive(board), scores(board)
    draw = random.Random(board.holes)
    for position in draw.sample(range(1, 1 << board.holes), min(60, (1 << board.holes) - 1)):
        fewest = naive.fewest(position)
        assert known.is_won(position) == (fewest == 1)
        assert known.score(position) == fewest
        line = known.line(position)
        assert line is not None
        assert board.replay(position, line)[-1].bit_count() == fewest


@small
def test_named_finishes_against_the_naive_solver(board: PegBoard) -> None:
    draw = random.Random(1)
    for finish in range(board.holes):
        naive, known = Naive(board, finish), scores(board, finish)
        for position in draw.sample(range(1, 1 << board.holes), min(8, (1 << board.holes) - 1)):
            won = known.is_won(position)
            assert won == (naive.solutions(position) > 0)
            if won:
                line = known.line(position)
                assert line is not None
                assert board.replay(position, line)[-1] == 1 << finish


@small
def test_a_pagoda_function_proves_what_it_says(board: PegBoard) -> None:
    naive = Naive(board)
    draw = random.Random(2)
    for position in draw.sample(range(1, 1 << board.holes), min(30, (1 << board.holes) - 1)):
        proof = pagoda_proof(board, position)
        assert proof is None or naive.fewest(position) > 1


def test_a_pagoda_function_is_one() -> None:
    corners = sum(1 << hole for hole in (0, 2, 30, 32))
    weights = pagoda_against(ENGLISH, corners, CENTRE)
    assert weights is not None
    assert is_pagoda(ENGLISH, weights)
    assert weight_of(corners, weights) < weights[CENTRE]


@pytest.mark.parametrize(
    ("board", "vacancy", "finish"),
    [(ENGLISH, v, v) for v in (0, 1, 3, 4, 8, 9, 16)]
    + [(FRENCH, 0, 2), (WIEGLEB, 22, 22), (TRIANGLE_15, 12, 0), (TRIANGLE_21, 7, 7)],
)
def test_solutions_of_the_usual_boards_hold(board: PegBoard, vacancy: int, finish: int) -> None:
    solution = scores(board, finish).line(board.vacancy(vacancy))
    assert solution is not None
    assert board.replay(board.vacancy(vacancy), solution)[-1] == 1 << finish


def test_a_solution_imports_no_compiler() -> None:
    program = (
        "import sys; from tests.support.pegs_boards import *;"
        "assert scores(ENGLISH, 16).line(ENGLISH.vacancy(16));"
        "assert 'numpy' not in sys.modules and 'numba' not in sys.modules"
    )
    environment = {"PYTHONPATH": ":".join(sys.path)}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)


@pytest.mark.parametrize("holes", [1, 62, 63])
def test_boards_without_a_jump(holes: int) -> None:
    board = PegBoard(holes, [])
    known = scores(board)
    assert known.score(board.full) == holes
    assert known.is_won(board.full) == (holes == 1)


def test_what_is_no_board_or_position_is_refused_with_a_sentence() -> None:
    with pytest.raises(KibitzError, match="1 to 63 holes"):
        PegBoard(64, [])
    with pytest.raises(KibitzError, match="three holes"):
        PegBoard(3, [(0, 1, 3)])
    with pytest.raises(KibitzError, match="outside the board"):
        ENGLISH.position(1 << 33)
    with pytest.raises(KibitzError, match="numbered 0 to 32"):
        ENGLISH.vacancy(33)
