"""Puzzles from any game, judged by solvers that share nothing with what picks them."""

from __future__ import annotations

import io
import json
import math
import re
from datetime import date, timedelta
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.cli import main
from kibitz.games.collection import Collection
from kibitz.language.languages import LANGUAGES, Language
from kibitz.oracle.oracle import USUAL, Oracle
from kibitz.oracle.plan import solving_sources
from kibitz.oracle.sources import Ends
from kibitz.play.posed_puzzle import DIFFICULTIES, puzzle_at
from kibitz.play.puzzle_finder import NoPuzzle, NoTable, find_puzzle, lengths, puzzle_of_day
from kibitz.play.session import COMMANDS
from kibitz.questions.answering import answer
from kibitz.questions.app_state import AppState
from kibitz.questions.game_views import board_of
from kibitz.solve.store.table_store import TableStore
from tests.support.every_game import TOO_LARGE
from tests.support.own_games import EXAMPLES

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from kibitz.oracle.sources import Source
    from kibitz.play.posed_puzzle import Puzzle
    from kibitz.rules import PositionId
    from kibitz.rules.rules import Rules

pytestmark = pytest.mark.usefixtures("tables_apart")
MONDAY = date(2026, 11, 16)
NIM = f"{EXAMPLES}/nim.py"
GAMES = ["noughts", "noughts:oldest", "lgame", "lockout", "peg:triangle", NIM]


@cache
def oracle(name: str) -> Oracle:
    return Oracle(kibitz.game(name))


# What is right, by trying everything


def value(rules: Rules, position: int, known: dict[int, int]) -> int:
    """Return 1, 0 or -1 for the player to move in a game that always ends."""
    if position not in known:
        made = [-value(rules, rules.play(position, move), known) for move in rules.moves(position)]
        known[position] = max(made) if made else rules.worth(position)
    return known[position]


def steps_to_solve(rules: Rules, position: PositionId) -> int | None:
    """Return the fewest moves that solve a puzzle; None if nothing does."""
    layer, seen, steps = {position}, {position}, 0
    while layer:
        if any(rules.worth(one) for one in layer):
            return steps
        layer = {rules.play(one, move) for one in layer for move in rules.moves(one)} - seen
        seen |= layer
        steps += 1
    return None


def after(puzzle: Puzzle, position: int, line: list[str]) -> int:
    """Return where a line leads that is written down; every move must be legal."""
    for text in line:
        position = puzzle.oracle.rules.play(position, puzzle.game.parse_move(position, text))
    return position


def test_one_move_keeps_the_outcome_and_no_other_does() -> None:
    rules = kibitz.game("noughts").rules
    known: dict[int, int] = {}
    found = [find_puzzle(oracle("noughts"), seed=str(seed)) for seed in range(50)]
    for puzzle in found:
        here = value(rules, puzzle.position, known)
        good = [
            move
            for move in rules.moves(puzzle.position)
            if -value(rules, rules.play(puzzle.position, move), known) == here
        ]
        assert good == [option.move for option in puzzle.right]
        assert {1: "the win", 0: "the draw"}[here] in str(puzzle.question)
    assert len({puzzle.position for puzzle in found}) > 20, "seeds choose"


def test_a_placement_is_solved_in_as_many_moves_as_it_says() -> None:
    knows = oracle("lockout")
    for moves in list(lengths(knows))[:6]:
        puzzle = find_puzzle(knows, seed="x", distance=moves)
        assert steps_to_solve(knows.rules, puzzle.position) == moves == puzzle.depth
        assert f" {moves} " in str(puzzle.question)
        for option in puzzle.options:
            left = steps_to_solve(knows.rules, option.to)
            assert puzzle.judge(option.move).right == (left == moves - 1)


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


@pytest.mark.parametrize("name", ["noughts", NIM, "lgame", "lockout"])
def test_a_wrong_move_is_refuted_by_a_line_that_ends_as_is_said(name: str) -> None:
    known: dict[int, int] = {}
    for seed in range(4):
        puzzle = find_puzzle(oracle(name), seed=str(seed))
        rules = puzzle.oracle.rules
        for option in puzzle.wrong:
            said = puzzle.judge(option.move)
            assert str(said.words_and_line).startswith("Wrong: ")
            end = after(puzzle, option.to, said.line)
            if name == "lockout":
                left = steps_to_solve(rules, option.to)
                assert len(said.line) == (left or 0)
                assert not said.line or rules.worth(end) == 1
            elif option.outcome.value == "loss":
                assert not list(rules.moves(end))
                assert (-1) ** len(said.line) * rules.worth(end) == 1, "the other player has won"
            if name in ("noughts", NIM):
                better = value(rules, puzzle.position, known)
                assert -value(rules, option.to, known) < better
                assert -((-1) ** len(said.line)) * rules.worth(end) == -value(
                    rules, option.to, known
                )
        assert str(puzzle.judge(puzzle.right[0].move).words).startswith("Right: ")


# One mechanism for all faces


def asked(question: str, code: str = "en", **details: Any) -> Any:
    ((status, _, body),) = answer(AppState(games=Collection([NIM])), question, code, details)
    assert status == 200, body
    return json.loads(body)


@pytest.mark.parametrize("name", ["noughts", "lgame", "lockout", "peg:triangle", NIM])
def test_terminal_and_interface_give_the_same_puzzles(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here = "nim.py" if name == NIM else name
    for number in (0, 4, 6):
        day = str(MONDAY + timedelta(number))
        assert main(["puzzle", name, "--daily", day, "--json"]) == 0
        reported = json.loads(capsys.readouterr().out)
        posed = asked("daily", name=here, day=day)
        same = ("position", "kind", "difficulty", "distance")
        assert [reported[one] for one in same] == [posed[one] for one in same]
        asked_here, asked_there = (one["question"] for one in (reported, posed))
        if name == "lgame":  # where the board is drawn, its players have the colours of their L
            asked_there = asked_there.replace("Orange", "A").replace("Blue", "B")
        assert asked_here == asked_there
        assert posed["day"] == day
    assert main(["puzzle", name, "--seed", "5", "--json"]) == 0
    reported = json.loads(capsys.readouterr().out)
    assert reported["position"] == asked("puzzle", name=here, seed="5")["position"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_puzzle_is_asked_without_its_answer_and_judged_when_it_is_tried(code: str) -> None:
    posed = asked("puzzle", code, name="noughts", seed="1")
    assert set(posed) == {
        *("game", "position", "kind", "question", "difficulty", "difficulty_words"),
        *("distance", "day", "match"),
    }
    assert asked("posed", code, match=posed["match"]) == posed
    puzzle = find_puzzle(oracle("noughts"), seed="1")
    for option in puzzle.options:
        text = puzzle.game.move_text(puzzle.position, option.move)
        said = asked("judge", code, match=posed["match"], move=text)
        assert said["right"] == (option is puzzle.options[0])
        assert said["line"] == puzzle.judge(option.move).line
    reported = asked("judge", code, match=posed["match"])
    assert reported["right"]
    assert reported["move"] == puzzle.game.move_text(puzzle.position, puzzle.right[0].move)


def test_the_puzzle_of_the_day_is_one_a_day_and_harder_on_sunday() -> None:
    for name in ("lgame", "lockout"):
        week = [puzzle_of_day(oracle(name), MONDAY + timedelta(days)) for days in range(7)]
        assert puzzle_of_day(oracle(name), MONDAY).position == week[0].position
        assert len({puzzle.position for puzzle in week}) > 5
        assert (week[0].difficulty, week[6].difficulty) == ("easy", "hard")


# Where no table lists positions


def searching(name: str, positions: int) -> Oracle:
    """Return an oracle that has no table, makes none, and looks at few positions."""
    rules = kibitz.game(name).rules
    sources: list[Source] = [Ends(rules), *solving_sources(rules, None, USUAL)]
    effort = kibitz.Effort(positions=positions, compile=False)
    nowhere = TableStore("/nonexistent/kibitz")
    return Oracle(kibitz.game(name), nowhere, effort, sources=sources)


def test_without_a_table_positions_are_sampled_but_no_day_has_a_puzzle() -> None:
    knows = searching("noughts:columns=4,line=4", 2_000)
    assert find_puzzle(knows, seed="3", seconds=math.inf).wrong
    with pytest.raises(NoTable, match="is not built yet"):
        find_puzzle(knows, "hard", seed="3", seconds=-1)
    with pytest.raises(NoTable, match="run kibitz table noughts:columns=4,line=4"):
        puzzle_of_day(knows, MONDAY)


def test_a_game_that_is_too_large_says_so_soon() -> None:
    knows = searching(TOO_LARGE, 1)
    with pytest.raises(NoTable, match="is not built yet"):
        find_puzzle(knows, seed="3")


# The command


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["puzzle", "noughts", "--seed", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    wrong, right = said["wrong"][0]["move"], said["answer"]["move"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["puzzle", "noughts", "--seed", "1"]) == 0
    assert capsys.readouterr().out.endswith("\nEnd of input.\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"z9\n{wrong}\n{right}\n"))
    assert main(["puzzle", "noughts", "--seed", "1"]) == 0
    reported = capsys.readouterr().out
    assert reported.index("Wrong: ") < reported.index("Right: ")
    monkeypatch.setattr("sys.stdin", io.StringIO("answer\n"))
    assert main(["puzzle", "noughts", "--seed", "1"]) == 0
    assert f": {right} " in capsys.readouterr().out  # the best line, and not that it was found
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["puzzle", "noughts", "--seed", "1"]) == 0, "the end of the input"
    assert main(["puzzle", "noughts", "--seed", "1", "--answer"]) == 0
    assert capsys.readouterr().out.count("Wrong: ") == len(said["wrong"])
    assert main(["puzzle", "noughts", "--daily", "2026-13-01"]) == 2
    assert "not a date" in capsys.readouterr().err
    assert main(["puzzle", "lockout", "--distance", "900"]) == 2
    assert "the longest takes" in capsys.readouterr().err


def test_a_puzzle_knows_the_commands_of_a_match(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = find_puzzle(oracle("lockout"), seed="1", distance=4)
    first = puzzle.game.move_text(puzzle.position, puzzle.right[0].move)
    reply = puzzle.judge(puzzle.right[0].move).line[0]
    lines = ["tips", "help", "moves", "hnt", first, "hint", "undo", "redo", "board", reply]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*lines, "quit", "board"])))
    assert main(["puzzle", "lockout", "--seed", "1", "--distance", "4", "--lang", "sv"]) == 0
    typed, *said = reversed(capsys.readouterr().out.split("Ditt drag: "))
    assert typed == "quit\n"
    said.reverse()
    answers = dict(zip(lines, said[1:], strict=True))
    assert first in answers["tips"]
    assert "avsluta" in answers["help"]
    assert "menade du" in answers["hnt"]
    assert reply in answers["hint"]
    assert answers["redo"].partition("\n")[2] == answers["board"].partition("\n")[2]
    assert answers["undo"].partition("\n")[2] in said[0]


def test_without_a_game_the_puzzle_is_that_of_today(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["puzzle", "--json"]) == 0
    bare = capsys.readouterr().out
    assert main(["puzzle", "lockout", "--daily", "--json"]) == 0
    assert bare == capsys.readouterr().out


def test_a_whole_solution_is_asked_for_move_by_move(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = find_puzzle(oracle("lockout"), seed="1", distance=4)
    first = puzzle.right[0].move
    wrong = puzzle.game.move_text(puzzle.position, puzzle.wrong[0].move)
    moves = [wrong, puzzle.game.move_text(puzzle.position, first), *puzzle.judge(first).line]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(moves) + "\n"))
    assert main(["puzzle", "lockout", "--seed", "1", "--distance", "4"]) == 0
    reported = capsys.readouterr().out
    assert (reported.count("Wrong: "), reported.count("Right: ")) == (1, 4)
    assert "Solved. Moves made: 4." in reported
    assert "It goes on" not in reported.partition("Right: ")[2], "what is left is not shown"


def test_an_unsolvable_position_has_no_best_line(capsys: pytest.CaptureFixture[str]) -> None:
    lost = "P..oo-.o.o.-.....-.....-....."
    position = kibitz.game("lockout").position(lost)
    assert position.line == []
    assert main(["solve", "lockout", lost]) == 0
    reported = capsys.readouterr().out
    assert "unsolvable" in reported
    assert "best line" not in reported


# Lights out, where any pattern is a puzzle, but a press costs 2.
LIGHTS = f"{EXAMPLES}/lights.py"
PRICED = (
    (EXAMPLES / "lights.py")
    .read_text()
    .replace(
        "        placements=placements,\n",
        "        placements=placements,\n        cost=lambda position, move: 2,\n",
    )
)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("lockout", "solve"), (LIGHTS, "solve"), ("priced.py", "move"), ("noughts", "move")],
)
def test_the_page_is_told_which_puzzles_are_solved_whole(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "priced.py").write_text(PRICED)
    game = kibitz.game(name)
    puzzle = find_puzzle(Oracle(game), seed="1")
    assert puzzle.kind == kind
    assert board_of(game, Language("en"))["solved_whole"] == (kind == "solve")


def test_the_page_has_the_keys_of_the_commands() -> None:
    page = resources.files("kibitz.web") / "page" / "pages" / "play.js"
    bound = re.findall(r"^  \"?(\w|\?)\"?: \(\) => ", page.read_text(), re.MULTILINE)
    assert {key for _, key, _ in COMMANDS.values() if key} < {*bound}
