"""Puzzles from any game: one move keeps the outcome, by a solver that shares nothing with it."""

from __future__ import annotations

import json
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.cli import main
from kibitz.play.oracle import Oracle
from kibitz.play.puzzles import DIFFICULTIES, NoPuzzle, find_puzzle, puzzle_at, puzzle_of_day
from kibitz.solve.shelf import Shelf
from own_games import EXAMPLES

if TYPE_CHECKING:
    from kibitz.play.puzzles import Puzzle
    from kibitz.solve.sources import Source

pytestmark = pytest.mark.usefixtures("tables_apart")
MONDAY = date(2026, 11, 16)
GAMES = ["noughts", "noughts:oldest", "lgame", "lockout", "peg:triangle", f"{EXAMPLES}/nim.py"]


@cache
def oracle(name: str) -> Oracle:
    found = Oracle(kibitz.game(name))
    found.prepare()
    return found


@cache
def value(position: int) -> int:
    """Return 1, 0 or -1 for the player to move in noughts and crosses, by trying everything."""
    rules = kibitz.game("noughts").rules
    made = [-value(rules.play(position, move)) for move in rules.moves(position)]
    return max(made) if made else rules.worth(position)


def test_one_move_keeps_the_outcome_and_no_other_does() -> None:
    rules = kibitz.game("noughts").rules
    found = [find_puzzle(oracle("noughts"), seed=str(seed)) for seed in range(50)]
    for puzzle in found:
        here = puzzle.position
        good = [move for move in rules.moves(here) if -value(rules.play(here, move)) == value(here)]
        assert good == [puzzle.answer.move]
        assert value(here) >= 0
    assert len({puzzle.position for puzzle in found}) > 20, "seeds choose"


def test_what_is_none() -> None:
    game, knows = kibitz.game("noughts"), oracle("noughts")
    for text in ("...-...-...", "XX.-OO.-...", "XXX-OO.-..."):  # many good, at once, over
        assert puzzle_at(knows, game.parse(text)) is None


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_puzzles_and_a_seed_repeats_them(name: str) -> None:
    knows = oracle(name)
    first, again = (find_puzzle(knows, seed="7") for _ in range(2))
    assert first.position == again.position
    assert first.wrong
    for difficulty in DIFFICULTIES:
        try:
            puzzle = find_puzzle(knows, difficulty, "1")
        except NoPuzzle:
            continue
        assert puzzle.difficulty == difficulty


def refutes(puzzle: Puzzle, move: int) -> None:
    """Check that the line after a wrong move leads where its outcome says."""
    rules, game = puzzle.oracle.rules, puzzle.oracle.game
    option = puzzle.option(move)
    here = option.to
    line = puzzle.line_after(option)
    for text in line:
        here = rules.play(here, game.parse_move(here, text))
    if option.outcome.value == "loss":
        assert not list(rules.moves(here))
        assert len(line) + 1 == option.outcome.distance
        won_by_the_other = (-1) ** len(line) * rules.worth(here)
        assert won_by_the_other == 1


@pytest.mark.parametrize("name", ["noughts", "lgame", f"{EXAMPLES}/nim.py"])
def test_a_wrong_move_is_refuted(name: str) -> None:
    for seed in range(5):
        puzzle = find_puzzle(oracle(name), seed=str(seed))
        for option in puzzle.wrong:
            refutes(puzzle, option.move)
            assert str(puzzle.verdict(option.move)).startswith("Wrong: ")
        assert str(puzzle.verdict(puzzle.answer.move)).startswith("Right: ")


def test_the_puzzle_of_the_day_is_one_a_day_and_harder_on_sunday() -> None:
    knows = oracle("lgame")
    week = [puzzle_of_day(knows, MONDAY + timedelta(days)) for days in range(7)]
    assert puzzle_of_day(knows, MONDAY).position == week[0].position
    assert len({puzzle.position for puzzle in week}) > 5
    assert (week[0].difficulty, week[6].difficulty) == ("easy", "hard")


def test_a_game_without_a_table_has_puzzles_too() -> None:
    knows = Oracle(kibitz.game("noughts"), Shelf("/nonexistent/kibitz"), sources=oracle_of_search())
    assert knows.table is None
    assert find_puzzle(knows, seed="3").wrong


def oracle_of_search() -> list[Source]:
    from kibitz.play.oracle import USUAL, solving_sources
    from kibitz.solve.sources.ends import Ends

    rules = kibitz.game("noughts").rules
    return [Ends(rules), *solving_sources(rules, None, USUAL)]


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    assert main(["puzzle", "noughts", "--seed", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    wrong, right = said["wrong"][0]["move"], said["answer"]["move"]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"z9\n{wrong}\n{right}\n"))
    assert main(["puzzle", "noughts", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert told.index("Wrong: ") < told.index("Right: ")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["puzzle", "noughts", "--seed", "1"]) == 0, "the end of the input"
    assert main(["puzzle", "noughts", "--seed", "1", "--answer"]) == 0
    assert capsys.readouterr().out.count("Wrong: ") == len(said["wrong"])
    assert main(["puzzle", "noughts", "--daily", "2026-13-01"]) == 2
    assert "not a day" in capsys.readouterr().err
