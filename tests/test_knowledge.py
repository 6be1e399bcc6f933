"""What is known of a position: exact, or unknown; and never much work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.play.knowledge import Knowledge
from kibitz.play.oracle import ask
from kibitz.play.tables import table_of, unnoticed
from kibitz.solve.in_memory import solve
from kibitz.solve.shelf import Shelf

if TYPE_CHECKING:
    from pathlib import Path

POSITIONS = [
    ("noughts", "XO.-.X.-..."),
    ("noughts:any", "XXO-OXO-..."),
    ("noughts:oldest", "X1..-.O1.-..."),
    ("lgame", "xAA.-BA..-BAx.-BB.."),
    ("lockout", "....o-P.o..-.....-...o.-.o..."),
    ("peg:triangle", "o-oo-ooo-oooo-oo.oo"),
    ("peg:triangle,finish=0", "o-oo-ooo-oooo-oo.oo"),
]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(str(tmp_path))


@pytest.mark.parametrize(("name", "text"), POSITIONS)
def test_values_moves_and_lines_are_those_of_a_full_solution(
    name: str, text: str, shelf: Shelf
) -> None:
    game = kibitz.game(name)
    position = game.parse(text)
    knowledge = Knowledge(game, shelf)
    expected = ask(game, position, None, unnoticed, shelf)
    value = knowledge.value(position)
    assert value is not None
    assert (value.value, value.distance) == (expected.value, expected.distance)
    assert [(one.move, one.to, one.value) for one in knowledge.moves(position)] == [
        (one.move, one.to, one.value) for one in expected.moves
    ]
    assert knowledge.line(position) == expected.line
    assert knowledge.hint(position) == expected.line[0]


def test_a_kept_table_answers_for_what_is_too_large(shelf: Shelf) -> None:
    game = kibitz.game("lgame")
    start = game.rules.start
    assert Knowledge(game, shelf, most=10).value(start) is None
    table_of(game, shelf=shelf)
    value = Knowledge(game, shelf, most=10).value(start)
    assert value is not None
    assert value.value == "draw"


def test_what_is_too_large_is_unknown_and_costs_little(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a value nor a hint is guessed, and no more is explored than the limit allows."""
    explored = []

    def watched(rules, *, progress, **options):  # type: ignore[no-untyped-def]
        def both(phase: str, done: int, total: int | None) -> None:
            explored.append(done)
            progress(phase, done, total)

        return solve(rules, progress=both, **options)

    monkeypatch.setattr("kibitz.play.knowledge.solve", watched)
    game = kibitz.game("noughts:rows=5,columns=5,line=4")
    knowledge = Knowledge(game, shelf, most=3000)
    start = game.rules.start
    assert knowledge.value(start) is None
    assert knowledge.hint(start) is None
    assert knowledge.line(start) is None
    moves = knowledge.moves(start)
    assert [one.move for one in moves] == list(game.rules.moves(start))
    assert {one.value for one in moves} == {None}
    assert 3000 < max(explored) < 2 * 3000
    tried = len(explored)
    assert knowledge.value(start) is None
    assert len(explored) == tried, "what is unknown is not tried again"


def test_nothing_is_left_behind_on_the_shelf(shelf: Shelf, tmp_path: Path) -> None:
    Knowledge(kibitz.game("lgame"), shelf).value(kibitz.game("lgame").rules.start)
    assert not list(tmp_path.glob("*.table"))


def test_a_solution_of_a_large_puzzle_is_searched_for(shelf: Shelf) -> None:
    game = kibitz.game("peg:english")
    knowledge = Knowledge(game, shelf, most=1000)
    position = game.rules.start
    value = knowledge.value(position)
    assert value is not None
    assert value.value == 1
    line = knowledge.line(position)
    assert line is not None
    assert len(line) == 31
    for move in line:
        assert knowledge.code(position) == 2, "all along the line the score is known"
        assert move in game.rules.moves(position)
        position = game.rules.play(position, move)
    assert game.rules.worth(position) == 1


def test_a_finished_position_has_a_value_and_no_hint(shelf: Shelf) -> None:
    game = kibitz.game("noughts")
    position = game.parse("XXX-OO.-...")
    knowledge = Knowledge(game, shelf)
    value = knowledge.value(position)
    assert value is not None
    assert (value.value, value.distance) == ("loss", 0)
    assert knowledge.moves(position) == []
    assert knowledge.hint(position) is None


def test_a_damaged_table_is_told_and_done_without(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "noughts.table").write_bytes(b"nonsense")
    said: list[str] = []
    knowledge = Knowledge(kibitz.game("noughts"), shelf, notice=said.append)
    value = knowledge.value(0)
    assert value is not None
    assert value.value == "draw"
    assert len(said) == 1
