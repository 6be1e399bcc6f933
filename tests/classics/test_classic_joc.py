"""Lunar Lockout's shortest solution, after the Romanian original.

What is expected comes from the original's two examples and from `Puzzle`, a search written here
from the description. A solution is one of several, so it is replayed and its length compared.
"""

from __future__ import annotations

import os
import random
import re
from typing import TYPE_CHECKING

import pytest

from kibitz.classics import joc_program
from tests.support.console import run, the_sentence

if TYPE_CHECKING:
    from pathlib import Path

Square = tuple[int, int]

PROGRAM = "classic joc"
STEPS = {"l": (0, -1), "r": (0, 1), "u": (-1, 0), "d": (1, 0)}
CENTRE = (2, 2)

EXAMPLE = "1 0 4 1 1 2 3 3 0 4"
EXAMPLE_ANSWER = b"4 deplasari\nP-r P-d P-r P-u\n"
UNSOLVABLE = "3 1 0 0 0 4"
UNSOLVABLE_ANSWER = b"Fara solutie\n"

# What is wrong, and a word of the input that the sentence should show (if it is about one).
FAULTS = {
    "odd count": ("1 0 4 1 1", ""),
    "no whole number": ("1 0 4 one", "one"),
    "a fraction": ("1 0 4 1.5", "1.5"),
    "a row off the board": ("1 0 5 1", "5 1"),
    "a column off the board": ("1 0 4 5", "4 5"),
    "a negative coordinate": ("1 0 -1 1", "-1 1"),
    "two pieces on one square": ("1 0 4 1 1 0", "1 0"),
    "no helper": ("1 0", ""),
    "seven helpers": ("0 0 0 1 0 2 0 3 0 4 1 0 1 1 1 2", ""),
    "nothing": ("", ""),
}


class Puzzle:
    """The pieces by name, on (row, column)."""

    def __init__(self, text: str) -> None:
        numbers = [int(word) for word in text.split()]
        squares = list(zip(numbers[::2], numbers[1::2], strict=True))
        self.pieces = dict(zip("P123456", squares, strict=False))

    def landing(self, square: Square, direction: str, taken: set[Square]) -> Square | None:
        """Return where a piece stops, None if it may not go."""
        (row, column), (down, right) = square, STEPS[direction]
        steps = 1
        while (row + steps * down, column + steps * right) not in taken:
            steps += 1
            if steps > 5:
                return None  # nothing to stop it
        return (row + (steps - 1) * down, column + (steps - 1) * right) if steps > 1 else None

    def replay(self, slides: list[str]) -> None:
        for slide in slides:
            name, direction = slide.split("-")
            assert self.pieces["P"] != CENTRE, "the game was over before"
            landing = self.landing(self.pieces[name], direction, set(self.pieces.values()))
            assert landing is not None, f"{slide} is not a slide"
            self.pieces[name] = landing

    def shortest(self) -> int | None:
        """Return the least number of slides, None if there is no way; helpers are alike."""
        p, *helpers = self.pieces.values()
        start = (p, frozenset(helpers))
        seen, layer, slides = {start}, [start], 0
        while layer:
            if any(p == CENTRE for p, _ in layer):
                return slides
            following = []
            for p, others in layer:
                for square in (p, *others):
                    for direction in STEPS:
                        to = self.landing(square, direction, {p, *others})
                        if to is None:
                            continue
                        after = (to, others) if square == p else (p, others - {square} | {to})
                        if after not in seen:
                            seen.add(after)
                            following.append(after)
            layer, slides = following, slides + 1
        return None


def check_answer(text: str, answer: str) -> int | None:
    """Check an answer against the search, and return its number of slides."""
    least = Puzzle(text).shortest()
    if least is None:
        assert answer == "Fara solutie\n", text
        return None
    count, line, rest = answer.split("\n")
    slides = line.split(" ") if line else []
    assert (count, rest) == (f"{least} deplasari", ""), text
    assert len(slides) == least
    puzzle = Puzzle(text)
    puzzle.replay(slides)
    assert puzzle.pieces["P"] == CENTRE
    return least


def placed(chance: random.Random, helpers: int) -> str:
    squares = [(row, column) for row in range(5) for column in range(5)]
    return " ".join(f"{row} {column}" for row, column in chance.sample(squares, helpers + 1))


@pytest.mark.parametrize(
    ("text", "answer"), [(EXAMPLE, EXAMPLE_ANSWER), (UNSOLVABLE, UNSOLVABLE_ANSWER)]
)
def test_examples_of_the_original(text: str, answer: bytes, tmp_path: Path) -> None:
    (tmp_path / "INPUT.TXT").write_text(text)
    done = run(PROGRAM, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "OUTPUT.TXT").read_bytes() == answer
    assert sorted(os.listdir(tmp_path)) == ["INPUT.TXT", "OUTPUT.TXT"]
    assert (tmp_path / "INPUT.TXT").read_text() == text


def test_the_search_agrees_with_the_examples() -> None:
    assert check_answer(EXAMPLE, EXAMPLE_ANSWER.decode()) == 4
    assert check_answer(UNSOLVABLE, UNSOLVABLE_ANSWER.decode()) is None


def test_the_two_files_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(EXAMPLE)
    done = run(f"{PROGRAM} a b", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "b").read_bytes() == EXAMPLE_ANSWER
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_standard_streams(tmp_path: Path) -> None:
    done = run(f"{PROGRAM} - -", EXAMPLE, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, EXAMPLE_ANSWER, b"")
    assert os.listdir(tmp_path) == []


def test_standard_input_to_a_file(tmp_path: Path) -> None:
    done = run(f"{PROGRAM} - out", EXAMPLE, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "out").read_bytes() == EXAMPLE_ANSWER


def test_a_file_to_standard_output(tmp_path: Path) -> None:
    (tmp_path / "in").write_text(EXAMPLE)
    done = run(f"{PROGRAM} in -", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, EXAMPLE_ANSWER, b"")
    assert os.listdir(tmp_path) == ["in"]


@pytest.mark.parametrize(
    "text",
    [
        "1 0\n4 1\n1 2\n3 3\n0 4\n",
        "1 0\r\n4 1\r\n1 2\r\n3 3\r\n0 4\r\n",
        "\n\n  1\t0   4\n1 1 2 3 3 0\n\n4  \n",
        "\ufeff1 0 4 1 1 2 3 3 0 4",
    ],
)
def test_any_white_space(text: str, tmp_path: Path) -> None:
    (tmp_path / "INPUT.TXT").write_text(text, newline="")
    assert run(f"{PROGRAM} INPUT.TXT -", cwd=tmp_path).stdout == EXAMPLE_ANSWER


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("2 2 0 0", b"0 deplasari\n\n"),  # P has arrived
        ("2 2 2 1 2 3 1 2 3 2", b"0 deplasari\n\n"),
        ("2 0 2 3", b"1 deplasari\nP-r\n"),  # the word does not change for 1
        ("2 4 2 1", b"1 deplasari\nP-l\n"),
        ("4 2 1 2", b"1 deplasari\nP-u\n"),
        ("0 2 3 2", b"1 deplasari\nP-d\n"),
        ("2 0 2 4", b"Fara solutie\n"),  # P slides over 2 2 and does not stop there
        ("2 3 2 4", b"Fara solutie\n"),  # next to it already: that is not a slide
        ("0 2 1 2", b"Fara solutie\n"),
        # 2 stops on 3 2, as only it can: P may go down first, but then stands on 3 2
        ("0 2 4 2 3 0 3 3", b"2 deplasari\n2-r P-d\n"),
    ],
)
def test_small_ones(text: str, answer: bytes) -> None:
    assert run(f"{PROGRAM} - -", text).stdout == answer


def test_helpers_are_called_in_the_order_of_the_input() -> None:
    # The same squares as in the last of the small ones, the helpers in every order.
    assert run(f"{PROGRAM} - -", "0 2 3 0 3 3 4 2").stdout == b"2 deplasari\n1-r P-d\n"
    assert run(f"{PROGRAM} - -", "0 2 3 3 4 2 3 0").stdout == b"2 deplasari\n3-r P-d\n"


def test_every_position_with_one_helper() -> None:
    squares = [(row, column) for row in range(5) for column in range(5)]
    solvable = 0
    for a, b in squares:
        for c, d in squares:
            if (a, b) != (c, d):
                text = f"{a} {b} {c} {d}"
                solvable += (
                    check_answer(text, joc_program.answer(joc_program.read_pieces(text)))
                    is not None
                )
    assert solvable == 32  # as facts.md has it


@pytest.mark.parametrize("helpers", [2, 3, 4])
def test_random_positions(helpers: int) -> None:
    chance = random.Random(helpers)
    lengths = set()
    for _ in range(60):
        text = placed(chance, helpers)
        lengths.add(check_answer(text, joc_program.answer(joc_program.read_pieces(text))))
    assert None in lengths
    assert len(lengths) > 2


@pytest.mark.parametrize("helpers", [5, 6])
def test_random_positions_of_many_helpers(helpers: int) -> None:
    chance = random.Random(helpers)
    lengths = set()
    for _ in range(6):
        text = placed(chance, helpers)
        lengths.add(check_answer(text, joc_program.answer(joc_program.read_pieces(text))))
    assert len(lengths) > 2


@pytest.mark.parametrize("fault", FAULTS)
def test_faults(fault: str, tmp_path: Path) -> None:
    text, word = FAULTS[fault]
    (tmp_path / "INPUT.TXT").write_text(text)
    (tmp_path / "OUTPUT.TXT").write_text("as it was")
    done = run(PROGRAM, cwd=tmp_path)
    assert word in the_sentence(done)
    assert done.stdout == b""
    assert (tmp_path / "OUTPUT.TXT").read_text() == "as it was"
    assert sorted(os.listdir(tmp_path)) == ["INPUT.TXT", "OUTPUT.TXT"]


def test_no_input_file(tmp_path: Path) -> None:
    (tmp_path / "OUTPUT.TXT").write_text("as it was")
    assert "INPUT.TXT" in the_sentence(run(PROGRAM, cwd=tmp_path))
    assert "nowhere.txt" in the_sentence(run(f"{PROGRAM} nowhere.txt", cwd=tmp_path))
    assert (tmp_path / "OUTPUT.TXT").read_text() == "as it was"
    assert os.listdir(tmp_path) == ["OUTPUT.TXT"]


def test_each_fault_has_its_own_sentence(tmp_path: Path) -> None:
    names = [
        "odd count",
        "no whole number",
        "a row off the board",
        "two pieces on one square",
        "no helper",
        "seven helpers",
    ]
    sentences = [the_sentence(run(f"{PROGRAM} - -", FAULTS[name][0])) for name in names]
    sentences.append(the_sentence(run(PROGRAM, cwd=tmp_path)))
    without_numbers = {re.sub(r"\d+|“.*?”", "", sentence) for sentence in sentences}
    assert len(without_numbers) == len(sentences)


def test_a_fault_leaves_no_new_output(tmp_path: Path) -> None:
    (tmp_path / "INPUT.TXT").write_text("1 0 4")
    the_sentence(run(PROGRAM, cwd=tmp_path))
    assert os.listdir(tmp_path) == ["INPUT.TXT"]


def test_too_many_words() -> None:
    assert "c" in the_sentence(run(f"{PROGRAM} a b c"))
