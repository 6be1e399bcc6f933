"""Dense sets, layers, counts and fewest moves against the naive solver and published figures."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.engines.pegs.figures.counting import (
    chance_at_random,
    count_games,
    count_solutions,
)
from kibitz.engines.pegs.figures.fewest_moves import fewest_moves
from kibitz.engines.pegs.figures.peg_game import PegGame
from kibitz.engines.pegs.figures.peg_layers import layers
from kibitz.engines.pegs.figures.peg_problems import problems
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.dense import DenseSet, winning
from kibitz.language.errors import KibitzError
from tests.support.pegs_boards import SMALL, TRIANGLE_15, TRIANGLE_21, Naive, board, scores

small = pytest.mark.parametrize("board", SMALL.values(), ids=SMALL)


def check_whole(board: PegBoard) -> None:
    naive = Naive(board)
    found = winning(board)
    right = [p for p in range(1, 1 << board.holes) if naive.fewest(p) == 1]
    assert [p for p in range(1 << board.holes) if p in found] == right
    counts = [sum(p.bit_count() == k for p in right) for k in range(board.holes + 1)]
    assert found.count_by_pegs() == counts


@small
def test_every_position_of_small_boards(board: PegBoard) -> None:
    check_whole(board)


drawings = st.lists(st.text("o_", min_size=4, max_size=4), min_size=1, max_size=3).filter(
    lambda rows: any("o" in row for row in rows)
)


@settings(max_examples=15, deadline=None)
@given(drawings)
def test_every_position_of_drawn_boards(rows: list[str]) -> None:
    check_whole(board("\n".join(rows) + "\n"))


@small
def test_classes_make_up_the_whole(board: PegBoard) -> None:
    whole = winning(board)
    for position in random.Random(3).sample(range(1 << board.holes), min(1 << board.holes, 40)):
        part = winning(board, position)
        assert part.holds(position)
        assert (position in part) == (position in whole)


@pytest.mark.parametrize("board", [TRIANGLE_15, TRIANGLE_21], ids=["15", "21"])
def test_the_oracle_agrees_with_search_for_every_number_of_pegs(board: PegBoard) -> None:
    whole, known = winning(board), scores(board)
    draw = random.Random(4)
    for pegs in range(1, board.holes + 1):
        for _ in range(6):
            position = sum(1 << hole for hole in draw.sample(range(board.holes), pegs))
            assert (position in whole) == known.is_won(position)


def test_the_oracle_agrees_with_the_complement_rule() -> None:
    # One peg in a hole can be reached exactly if the vacancy there can be, from the complement.
    for vacancy in (0, 4, 12):
        game = PegGame(TRIANGLE_15, TRIANGLE_15.vacancy(vacancy), vacancy)
        for position in range(1, 1 << 15, 13):
            assert (position in game.winning) == ((position ^ TRIANGLE_15.full) in game.reachable)


def check_game(board: PegBoard, start: int, finish: int | None) -> None:
    naive = Naive(board, finish)
    game = PegGame(board, start, finish)
    symmetries = board.fixing(hole=finish)
    expected = []
    for jumps, positions in enumerate(naive.layers(start)):
        row = [jumps]
        for kind in (
            positions,
            {p for p in positions if not naive.after(p)},
            {p for p in positions if naive.solutions(p)},
        ):
            images = {min([p, *(board.image(p, g) for g in symmetries)]) for p in kind}
            row += [len(images), len(kind)]
        expected.append(tuple(row))
    assert layers(game) == expected
    counts = count_solutions(game)
    assert sum(counts.values()) == naive.solutions(start)
    for hole, count in counts.items():
        assert count == Naive(board, hole).solutions(start)
    assert count_games(game) == naive.games(start)
    assert chance_at_random(game) == pytest.approx(naive.chance(start), rel=1e-12)
    shortest = fewest_moves(game)
    assert (None if shortest is None else shortest.moves) == naive.moves(start)
    if shortest is not None:
        ends = board.replay(start, [jump for chain in shortest.chains for jump in chain])
        assert naive.won(ends[-1])
        for chain in shortest.chains:
            for jump, after in pairwise(chain):
                assert board.jumps[jump][2] == board.jumps[after][0]


@small
def test_games_against_the_naive_solver(board: PegBoard) -> None:
    for vacancy in range(0, board.holes, 3):
        if board.holes > 1:
            check_game(board, board.vacancy(vacancy), None)
            check_game(board, board.vacancy(vacancy), (vacancy + 3) % board.holes)
    draw = random.Random(5)
    for _ in range(4):
        check_game(board, draw.randrange(1, 1 << board.holes), None)


@settings(max_examples=15, deadline=None)
@given(drawings, st.data())
def test_games_on_drawn_boards(rows: list[str], data: st.DataObject) -> None:
    drawn = board("\n".join(rows) + "\n")
    start = data.draw(st.integers(1, drawn.full))
    finish = data.draw(st.none() | st.integers(0, drawn.holes - 1))
    check_game(drawn, start, finish)


@pytest.mark.parametrize(
    ("vacancy", "solutions", "games"),
    [(0, 29_760, 568_630), (1, 14_880, 294_543), (3, 85_258, 1_149_568), (4, 1_550, 137_846)],
)
def test_published_figures_of_the_triangle(vacancy: int, solutions: int, games: int) -> None:
    game = PegGame(TRIANGLE_15, TRIANGLE_15.vacancy(vacancy))
    assert sum(count_solutions(game).values()) == solutions
    assert count_games(game) == games


def test_published_finishes_of_the_triangle() -> None:
    game = PegGame(TRIANGLE_15, TRIANGLE_15.vacancy(12))
    assert count_solutions(game) == {0: 16_128, 4: 1_550, 6: 8_064, 9: 8_064, 12: 51_452}
    starts = {vacancy: TRIANGLE_15.vacancy(vacancy) for vacancy in (0, 12)}
    reached = {v: layers(PegGame(TRIANGLE_15, start)) for v, start in starts.items()}
    counts = {v: sum(row.positions for row in rows) for v, rows in reached.items()}
    assert counts == {0: 3_016, 12: 4_237}
    for finish, moves in {0: 9, 4: 10, 6: 10, 12: 9}.items():
        shortest = fewest_moves(PegGame(TRIANGLE_15, game.start, finish))
        assert shortest is not None
        assert shortest.moves == moves


@pytest.mark.parametrize(
    ("board", "number", "feasible"), [(TRIANGLE_15, 42, 17), (TRIANGLE_21, 78, 29)]
)
def test_problems_come_in_pairs(board: PegBoard, number: int, feasible: int) -> None:
    found = problems(board)
    assert len(found) == number
    assert sum(problem["feasible"] for problem in found) == feasible
    symmetries = [tuple(range(board.holes)), *board.symmetries]
    sequences = {
        (g[p["vacancy"]], g[p["finish"]]): p["sequences"] for p in found for g in symmetries
    }
    for (vacancy, finish), count in sequences.items():
        assert count == sequences[finish, vacancy]
    for problem in found:
        assert problem["solvable"] == bool(problem["sequences"])
        assert problem["solvable"] == (problem["moves"] is not None)


def test_the_problems_of_one_hole() -> None:
    assert problems(PegBoard(1, []))[0]["solvable"] is False


@pytest.mark.parametrize("holes", [1, 62, 63])
def test_games_without_a_jump(holes: int) -> None:
    bare = PegBoard(holes, [])
    game = PegGame(bare, bare.full)
    assert count_games(game) == 1
    assert sum(count_solutions(game).values()) == (holes == 1)
    assert [row.positions for row in layers(game)] == [1]


def test_a_board_that_is_too_large_is_refused_with_a_sentence() -> None:
    line = board("o" * 62)
    with pytest.raises(KibitzError, match="2 to the power of 60"):
        PegGame(line, line.vacancy(3))


def test_words_of_another_board_are_refused() -> None:
    words = DenseSet(TRIANGLE_15, 1).words
    with pytest.raises(KibitzError, match="not a set of positions"):
        DenseSet(TRIANGLE_21, 1, words=words)


def test_progress_is_told_and_can_interrupt() -> None:
    reported: list[tuple[str, int, int]] = []
    PegGame(TRIANGLE_15, TRIANGLE_15.vacancy(0), progress=lambda *news: reported.append(news))
    assert reported[0][0] == "sweep"
    assert reported[-1][1] == reported[-1][2]

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PegGame(TRIANGLE_15, TRIANGLE_15.vacancy(0), progress=stop)
