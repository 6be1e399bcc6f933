"""`kibitz check`: any shortest solution is right, any winning move is; and the reasons why not.

What is right comes from the searches that the tests of `joc` and `lgame` are written with.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.classics import answer_check, lgame_program
from kibitz.oracle.oracle import Oracle
from kibitz.solve.store.table_store import TableStore
from tests.classics.test_classic_joc import CENTRE, EXAMPLE, STEPS, UNSOLVABLE, Puzzle
from tests.classics.test_classic_lgame import NO_MOVE, START, drawn, first_with, read, solver
from tests.support.console import run, the_sentence
from tests.support.judging import option

if TYPE_CHECKING:
    from pathlib import Path

SOLUTION = "4 deplasari\nP-r P-d P-r P-u\n"

# A board on which the mover can win at once or slowly, draw, or lose: `test_the_board…` checks it.
RICH = "###*\n#..*\nx.**\n..x.\n"


def verdict(program: str, given: str, answer: str, folder: Path) -> tuple[int, str]:
    """Return the exit status and the one line that is printed."""
    (folder / "in").write_text(given)
    (folder / "out").write_text(answer)
    done = run(f"check {program} in out", cwd=folder)
    assert done.stderr == b""
    printed = done.stdout.decode()
    assert printed.endswith("\n")
    assert len(printed.splitlines()) == 1
    assert (folder / "in").read_text() == given
    assert (folder / "out").read_text() == answer
    return done.returncode, printed.removesuffix("\n")


def reason(program: str, given: str, answer: str, folder: Path) -> str:
    """Return why an answer is wrong."""
    status, sentence = verdict(program, given, answer, folder)
    assert status == 1, sentence
    assert sentence != "correct"
    return sentence


# joc


@cache
def solutions(text: str, length: int) -> list[list[str]]:
    """Return every solution of that many slides."""
    lines: list[list[str]] = [[]]
    for _ in range(length):
        longer = []
        for line in lines:
            puzzle = Puzzle(text)
            puzzle.replay(line)
            if puzzle.pieces["P"] == CENTRE:
                continue
            for name, square in puzzle.pieces.items():
                longer += [
                    [*line, f"{name}-{direction}"]
                    for direction in STEPS
                    if puzzle.landing(square, direction, set(puzzle.pieces.values()))
                ]
        lines = longer
    found = []
    for line in lines:
        puzzle = Puzzle(text)
        puzzle.replay(line)
        if puzzle.pieces["P"] == CENTRE:
            found.append(line)
    return found


def written(slides: list[str]) -> str:
    return f"{len(slides)} deplasari\n{' '.join(slides)}\n"


def test_the_example_is_correct(tmp_path: Path) -> None:
    assert verdict("joc", EXAMPLE, SOLUTION, tmp_path) == (0, "correct")
    assert verdict("joc", UNSOLVABLE, "Fara solutie\n", tmp_path) == (0, "correct")
    assert verdict("joc", "2 2 0 0", "0 deplasari\n\n", tmp_path) == (0, "correct")


def test_every_shortest_solution_is_correct() -> None:
    chance = random.Random(1)
    squares = [(row, column) for row in range(5) for column in range(5)]
    several = 0
    for _ in range(80):
        text = " ".join(f"{row} {column}" for row, column in chance.sample(squares, 5))
        least = Puzzle(text).shortest()
        if least and least <= 4:
            right = solutions(text, least)
            several += len(right) > 1
            for slides in right:
                answer_check.check_joc(text, written(slides))  # would raise
    assert several > 3


def test_a_longer_solution_is_wrong(tmp_path: Path) -> None:
    text = "3 1 0 2 3 3 3 0"  # 4 slides are enough, and there are solutions of 5
    assert Puzzle(text).shortest() == 4
    longer = solutions(text, 5)
    assert longer
    for slides in longer:
        with pytest.raises(answer_check.Wrong, match=r"^5 moves, but 4 are enough$"):
            answer_check.check_joc(text, written(slides))
    sentence = reason("joc", text, written(longer[0]), tmp_path)
    assert sentence == "5 moves, but 4 are enough"


@pytest.mark.parametrize("answer", [SOLUTION.lower(), SOLUTION.replace("P-r", "p-R")])
def test_case_does_not_matter(answer: str, tmp_path: Path) -> None:
    assert verdict("joc", EXAMPLE, answer, tmp_path) == (0, "correct")


@pytest.mark.parametrize(
    ("given", "answer", "words"),
    [
        (EXAMPLE, "Fara solutie\n", "4"),  # there is one, of 4 slides
        (EXAMPLE, "", "deplasari"),
        (EXAMPLE, "P-r P-d P-r P-u\n", "deplasari"),
        (EXAMPLE, "four deplasari\nP-r P-d P-r P-u\n", "deplasari"),
        (EXAMPLE, "4 moves\nP-r P-d P-r P-u\n", "deplasari"),
        (EXAMPLE, "5 deplasari\nP-r P-d P-r P-u\n", "5 4"),
        (EXAMPLE, "3 deplasari\nP-r P-d P-r P-u\n", "3 4"),
        (EXAMPLE, "-4 deplasari\nP-r P-d P-r P-u\n", "-4 4"),
        (EXAMPLE, "0 deplasari\n\n", "P 2"),  # it has not arrived
        (EXAMPLE, "3 deplasari\nP-r P-d P-r\n", "P 2"),
        (EXAMPLE, "4 deplasari\nP-r P-d P-r 7-u\n", "move 4 7-u"),  # there are four helpers
        (EXAMPLE, "4 deplasari\nP-r P-d P-r 5-u\n", "move 4 5-u"),
        (EXAMPLE, "4 deplasari\nP-r P-x P-r P-u\n", "move 2 P-x"),
        (EXAMPLE, "4 deplasari\nP-r Pd P-r P-u\n", "move 2 Pd"),
        (EXAMPLE, "4 deplasari\nP-r P- P-r P-u\n", "move 2 P-"),
        (EXAMPLE, "4 deplasari\nP-l P-d P-r P-u\n", "move 1 legal because"),  # nothing there
        (EXAMPLE, "4 deplasari\nP-r P-r P-r P-u\n", "move 2 legal because"),  # next to it
        (EXAMPLE, "4 deplasari\nP-r P-d P-u P-u\n", "move 3 legal because"),
        (EXAMPLE, "5 deplasari\nP-r P-d P-r P-u P-d\n", "move 5 legal because"),  # it was over
        ("2 2 0 0", "1 deplasari\nP-r\n", "move 1 legal because"),
        ("2 2 0 0", "Fara solutie\n", "0"),
        (UNSOLVABLE, "1 deplasari\nP-r\n", "move 1 legal because"),
        (UNSOLVABLE, "1 deplasari\n1-r\n", "P 2"),
    ],
)
def test_reasons_in_joc(given: str, answer: str, words: str, tmp_path: Path) -> None:
    sentence = reason("joc", given, answer, tmp_path)
    for word in words.split():
        assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence), sentence


def test_two_hindrances_are_told_apart(tmp_path: Path) -> None:
    nothing = reason("joc", EXAMPLE, "1 deplasari\nP-l\n", tmp_path)
    beside = reason("joc", EXAMPLE, "2 deplasari\nP-r P-r\n", tmp_path)
    assert nothing.partition("because")[2] != beside.partition("because")[2]


def test_random_answers_in_joc_agree_with_the_search() -> None:
    """Slides at random, many of them illegal: right exactly if a replay says so."""
    chance = random.Random(5)
    outcomes: Counter[bool] = Counter()
    for text in ("2 0 2 3 0 0", "0 2 4 2 3 0 3 3", "2 4 2 1 0 0 4 4", "4 2 1 2 0 4"):
        least = Puzzle(text).shortest()
        assert least
        names = list(Puzzle(text).pieces)
        for _ in range(150):
            slides = [f"{chance.choice(names)}-{chance.choice('lrud')}" for _ in range(least)]
            try:
                answer_check.check_joc(text, written(slides))
                accepted = True
            except answer_check.Wrong:
                accepted = False
            assert accepted == (slides in solutions(text, least)), slides
            outcomes[accepted] += 1
    assert outcomes[True] > 5
    assert outcomes[False] > 100


# lgame


def boards_after(text: str) -> dict[str, int | None]:
    """Return the board after every legal move, and the plies it leaves the other (None: draw)."""
    game = solver()
    return {
        drawn(game.positions[there], turned=True): game.plies[there]
        for there in game.follow[read(text)]
    }


def test_the_board_is_as_rich_as_it_should_be() -> None:
    values = set(boards_after(RICH).values())
    assert {0, 4, None, 1} <= values


def test_any_winning_move_is_correct(tmp_path: Path) -> None:
    winning = [board for board, plies in boards_after(RICH).items() if plies in (0, 4)]
    assert len(winning) == 2
    for board in winning:
        assert verdict("lgame", RICH, board, tmp_path) == (0, "correct")


def test_the_truth_is_correct(tmp_path: Path) -> None:
    for given, second in ((START, "Draw"), (NO_MOVE, "Losing"), (first_with(8), "Losing")):
        answer = f"No winning move\n{second}\n"
        assert verdict("lgame", given, answer, tmp_path) == (0, "correct")


def test_a_move_that_only_draws(tmp_path: Path) -> None:
    board = next(board for board, plies in boards_after(RICH).items() if plies is None)
    assert reason("lgame", RICH, board, tmp_path) == "this move only draws"


def test_a_move_that_loses(tmp_path: Path) -> None:
    board = next(board for board, plies in boards_after(RICH).items() if plies == 1)
    assert "loses" in reason("lgame", RICH, board, tmp_path)


@pytest.mark.parametrize(
    ("given", "answer", "word"),
    [
        (RICH, "No winning move\nDraw\n", "winning move"),
        (RICH, "No winning move\nLosing\n", "winning move"),
        (START, "No winning move\nLosing\n", "Draw"),
        (START, "No winning move\n", "Draw"),
        (START, "No winning move\nDraw\nDraw\n", "Draw"),
        (NO_MOVE, "No winning move\nDraw\n", "Losing"),
        (RICH, "", "answer"),
        (RICH, "Draw\n", "answer"),
        (RICH, RICH.replace("x", "o"), "answer"),
        (RICH, RICH.replace("###*", "####"), "answer"),
        (RICH, "###*\n#..*\nx.**\n..x.\n....\n", "answer"),
        (RICH, RICH, "the player’s own L"),  # nothing has moved
        (RICH, "###*\n#..*\nx.**\n...x\n", "the player’s own L"),  # only a neutral has
        (START, "x###\n.*.#\n.*..\n**.x\n", "the other player"),  # its L has moved too
        (START, ".###\nx*.#\n.*x.\n.**.\n", "neutrals"),  # both have moved
    ],
)
def test_reasons_in_lgame(given: str, answer: str, word: str, tmp_path: Path) -> None:
    assert word in reason("lgame", given, answer, tmp_path)


def test_the_l_may_not_take_the_neutral_s_square(tmp_path: Path) -> None:
    # From the usual start: the L goes to the top row's x, and that x moves away only afterwards.
    answer = "###.\n.*#x\n.*..\n.**x\n"
    sentence = reason("lgame", START, answer, tmp_path)
    assert "legal because" in sentence
    assert "neutral" in sentence


def test_every_board_is_judged_as_the_brute_force_does(tmp_path: Path) -> None:
    """Any position as an answer to any other: right exactly if it is a winning move."""
    oracle = Oracle(kibitz.game("lgame"), TableStore(str(tmp_path)), lgame_program.INTERPRETED)
    chance = random.Random(3)
    for given in (RICH, first_with(3), first_with(9)):
        after = boards_after(given)
        others = [drawn(position) for position in chance.sample(solver().positions, 200)]
        near = []  # boards that differ from legal ones by one sign moved
        for board in chance.sample(sorted(after), min(40, len(after))):
            signs = list(board)
            one, other = chance.sample([i for i, sign in enumerate(signs) if sign != "\n"], 2)
            signs[one], signs[other] = signs[other], signs[one]
            near.append("".join(signs))
        for answer in [*after, *others, *near]:
            plies = after.get(answer, 1)
            right = plies is not None and plies % 2 == 0
            sentence = ""
            try:
                answer_check.check_lgame(given, answer, oracle)
            except answer_check.Wrong as wrong:
                sentence = str(wrong)
            assert (sentence == "") == right, answer
            impossible = "legal" in sentence or "answer" in sentence
            assert impossible == (answer not in after), sentence


# Both


@pytest.mark.parametrize("program", ["joc", "lgame"])
def test_what_cannot_be_judged(program: str, tmp_path: Path) -> None:
    (tmp_path / "good").write_text(EXAMPLE if program == "joc" else NO_MOVE)
    (tmp_path / "bad").write_text("nonsense")
    for words, named in (
        ("nowhere good", "nowhere"),
        ("good nowhere", "nowhere"),
        ("bad good", ""),
        (". good", "."),
        ("good .", "."),
        ("- -", "standard input"),
        (f"good {' '.join(option())}", "no program was found"),
        ("", "program"),
        ("good good good", "good"),
    ):
        done = run(f"check {program} {words}", cwd=tmp_path)
        assert named in the_sentence(done)
        assert done.stdout == b""


def test_unknown_programs() -> None:
    for words in ("check solitaire a b", "check solitaire a", "check", "check jok a b"):
        done = run(words)
        assert the_sentence(done)
        assert done.stdout == b""


@pytest.mark.parametrize(
    ("program", "given", "answer"),
    [("joc", EXAMPLE, SOLUTION), ("lgame", NO_MOVE, "No winning move\nLosing\n")],
)
def test_either_file_may_be_standard_input(
    program: str, given: str, answer: str, tmp_path: Path
) -> None:
    (tmp_path / "in").write_text(given)
    (tmp_path / "out").write_text(answer)
    for words, typed in ((f"check {program} - out", given), (f"check {program} in -", answer)):
        done = run(words, typed, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"correct\n", b"")


@pytest.mark.parametrize("answer", [b"\xff\xfe", b"\0\0\0", b"9" * 10_000, "Δοκιμή".encode()])
@pytest.mark.parametrize("program", ["joc", "lgame"])
def test_answers_from_hell(program: str, answer: bytes, tmp_path: Path) -> None:
    (tmp_path / "in").write_text(EXAMPLE if program == "joc" else NO_MOVE)
    done = run(f"check {program} in -", answer, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == b""
    assert len(done.stdout.decode().splitlines()) == 1
    assert len(done.stdout) < 400
