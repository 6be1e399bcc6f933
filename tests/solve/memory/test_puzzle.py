"""A lone question about a puzzle: one exploration, no farther than it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.oracle.oracle import Oracle
from kibitz.rules.rules import Rules
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.memory.puzzle_search import PuzzleSearch
from kibitz.solve.search.line_search import shortest
from kibitz.solve.store.table_store import TableStore
from tests.solve.search.test_search import Graph as Made
from tests.solve.search.test_search import graphs
from tests.support.own_games import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterator

KLOTSKI = f"{EXAMPLES}/klotski.py"


@settings(max_examples=300, deadline=None)
@given(graphs(st.just(0)), st.integers(0, 11))
def test_distances_are_those_of_searches(made: Made, goal: int) -> None:
    goal %= len(made.follow)
    made.follow[goal] = []
    made.worth[goal] = 1
    rules = made.rules("shortest")
    found = PuzzleSearch(rules, 0, Effort.unlimited.replace(compile=False).watch())
    for position in (0, *made.follow[0]):
        line = shortest(rules, position)
        assert found.code(position) == (0 if line is None else 1 + len(line))
    assert found.line() == shortest(rules, 0)


def number_line(end: int) -> Rules:
    """Return a puzzle on a line without end: steps of one from a number, solved at another."""

    def moves(position: int) -> Iterator[int]:
        if position != end:
            yield 1
            if position:
                yield 0

    def play(position: int, move: int) -> int:
        return position + 2 * move - 1

    def worth(position: int) -> int:
        return 1 if position == end else 0

    return Rules(aim="shortest", start=0, moves=moves, play=play, worth=worth)


@pytest.mark.parametrize("compile_it", [False, True])
@pytest.mark.parametrize("end", [3_000, 21_000])
def test_it_stops_when_all_that_was_asked_is_known(end: int, compile_it: bool) -> None:
    """Though infinitely many positions follow; compiled code takes over after 20,000 moves."""
    if compile_it:
        pytest.importorskip("numba")
    rules = number_line(end if compile_it else min(end, 5_000))
    away = len(shortest(rules, 1_000) or ())
    found = PuzzleSearch(rules, 1_000, Effort.unlimited.replace(compile=compile_it).watch())
    assert found.graph.compact == (compile_it and end == 21_000)
    assert found.code(1_000) == 1 + away
    assert (found.code(999), found.code(1_001)) == (2 + away, away)
    assert found.line() == [1] * away
    assert found.graph.reached[0] < 4 * away + 4_000


def test_what_takes_more_than_it_may_is_not_guessed() -> None:
    with pytest.raises(Exhausted):
        PuzzleSearch(number_line(1 << 40), 0, Effort(positions=5_000, compile=False).watch())


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Oracle:
    store = TableStore(str(tmp_path_factory.mktemp("tables")), shipped="")
    return Oracle(kibitz.game(KLOTSKI), store, Effort())


def test_klotski_takes_116_steps(oracle: Oracle) -> None:
    """Published: 116 steps by one square (Wikipedia, Klotski)."""
    pytest.importorskip("numba")
    rules = oracle.rules
    answer = oracle.answer(rules.start)
    assert str(answer.outcome) == "solvable in 116 moves"
    assert [str(option.outcome) for option in answer.moves] == [
        *2 * ["solvable in 116 moves"], *2 * ["solvable in 118 moves"],
    ]  # fmt: skip
    position = rules.start
    assert answer.line
    for move in answer.line:
        assert move in rules.moves(position)
        position = rules.play(position, move)
    assert (len(answer.line), rules.worth(position)) == (116, 1)


def slides(board: str) -> Iterator[str]:
    """Yield the boards after every slide of one block by one square, by letters on 5 x 4 squares.

    Written apart from the rules: a block is found by its shape, and moved as a set of squares.
    """
    shapes = {"S": [(0, 0)], "L": [(0, 0), (0, 1)], "T": [(0, 0), (1, 0)]}
    shapes["K"] = [(row, column) for row in range(2) for column in range(2)]
    cells = {(row, column): board[4 * row + column] for row in range(5) for column in range(4)}
    large = min(cell for cell, sign in cells.items() if sign == "K")
    for (row, column), sign in cells.items():
        if sign not in shapes or (sign == "K" and (row, column) != large):
            continue
        block = {(row + down, column + along): None for down, along in shapes[sign]}
        signs = [cells[cell] for cell in block]
        for down, along in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            there = [(cell[0] + down, cell[1] + along) for cell in block]
            if all(cell in block or cells.get(cell) == "." for cell in there):
                after = {
                    **cells,
                    **dict.fromkeys(block, "."),
                    **dict(zip(there, signs, strict=True)),
                }
                yield "".join(after.values())


@pytest.mark.long
def test_klotski_has_25955_positions_and_the_rules_agree() -> None:
    """Published, for blocks that slide on after the large one has come to the exit."""
    game = kibitz.game(KLOTSKI)
    start = "".join(game.pieces(game.rules.start))
    reached = [start]
    known = {start}
    for number, board in enumerate(reached):  # grows while it is walked
        after = list(slides(board))
        reached += [each for each in after if each not in known]
        known.update(after)
        if number % 500 == 0 and board[13:15] + board[17:19] != "KKKK":
            position = game.parse("-".join(board[row : row + 4] for row in range(0, 20, 4)))
            ours = [game.rules.play(position, move) for move in game.rules.moves(position)]
            assert sorted("".join(game.pieces(each)) for each in ours) == sorted(after)
    assert len(known) == 25_955
