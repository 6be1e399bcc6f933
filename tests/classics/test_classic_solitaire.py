"""The 33-hole board, after the Greek original.

The golden transcripts were written without the program: `solitaire_refused` is the original's
text (start, F4U, then its seven examples of what is refused, in its order), with the board laid
out as spec.md draws it. `solitaire_end` is a game that was searched for from the end backwards,
so that it comes to the very board before `d4d` in the original; its boards were drawn by a script
like `Board` below, and its last two are the original's.
"""

from __future__ import annotations

import random

import pytest

from tests.support.console import answers_in, check_at_terminal, check_piped, golden, run, spawn

PROGRAM = "classic solitaire"
PROMPT = "Enter peg position followed by move (L, R, U, or D): "
STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}

START = """\
  1 2 3 4 5 6 7
A     1 1 1
B     1 1 1
C 1 1 1 1 1 1 1
D 1 1 1 0 1 1 1
E 1 1 1 1 1 1 1
F     1 1 1
G     1 1 1

"""

BEFORE_D4D = """\
  1 2 3 4 5 6 7
A     0 0 0
B     0 0 0
C 0 0 0 0 0 0 0
D 0 0 0 1 0 0 0
E 0 0 1 1 1 0 0
F     0 0 0
G     0 0 0

"""

AFTER_D4D = """\
  1 2 3 4 5 6 7
A     0 0 0
B     0 0 0
C 0 0 0 0 0 0 0
D 0 0 0 0 0 0 0
E 0 0 1 0 1 0 0
F     0 1 0
G     0 0 0

"""


class Board:
    """The game once more, from the description: a dictionary from (row, column) to 1 or 0."""

    def __init__(self) -> None:
        lines = START.splitlines()[1:8]
        self.holes = {
            (row, column): int(sign)
            for row, line in enumerate(lines)
            for column, sign in enumerate(line[2::2])
            if sign != " "
        }

    def drawn(self) -> str:
        lines = ["  1 2 3 4 5 6 7"]
        for row, letter in enumerate("ABCDEFG"):
            signs = [str(self.holes.get((row, column), " ")) for column in range(7)]
            lines.append(" ".join([letter, *signs]).rstrip())
        return "\n".join(lines) + "\n\n"

    def refusal(self, answer: str) -> str:
        """Return the message for an answer, "" if it is a jump: spec.md, in its order."""
        word = answer.strip().upper()
        if len(word) != 3 or not ("A" <= word[0] <= "Z" and "0" <= word[1] <= "9"):
            return "Something wrong with your input!"
        row, column = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(word[0]), int(word[1]) - 1
        if (row, column) not in self.holes:
            return "Given peg position is out of board!"
        if not self.holes[row, column]:
            return "Given peg position does not have a peg!"
        if word[2] not in STEPS:
            return "Direction is not L or R or U or D!"
        down, right = STEPS[word[2]]
        over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if to not in self.holes:
            return "Moving peg will fall out of bounds!"
        if not self.holes[over]:
            return "No peg at next position to jump over!"
        if self.holes[to]:
            return "Landing position is occupied!"
        self.holes |= {(row, column): 0, over: 0, to: 1}
        return ""

    def stuck(self) -> bool:
        for (row, column), peg in self.holes.items():
            for down, right in STEPS.values():
                over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if peg and self.holes.get(over) and self.holes.get(to) == 0:
                    return False
        return True


def expected(answers: list[str]) -> str:
    """Return what a game with these answers prints, to its end or to the end of the input."""
    board = Board()
    printed = board.drawn()
    for answer in answers:
        refusal = board.refusal(answer)
        printed += PROMPT + (f"{refusal}\n" if refusal else f"\n{board.drawn()}")
        if board.stuck():
            pegs = sum(board.holes.values())
            return f"{printed}No more moves. The number of remaining pegs is {pegs}\n"
    return f"{printed}{PROMPT}\n"


def random_answers(seed: int) -> list[str]:
    """Return answers of all kinds, many of them jumps."""
    chance = random.Random(seed)
    answers = []
    for _ in range(1500):
        word = chance.choice("ABCDEFGABCDEFGHZ") + chance.choice("12345671234567089")
        word += chance.choice("LRUDLRUDLRUDX7")
        if chance.random() < 0.3:
            word = word.lower()
        if chance.random() < 0.1:
            word = f" \t{word}  "
        if chance.random() < 0.05:
            word = chance.choice(["", "4FU", "F4", "F4UU", "F 4U", "?4U", "FFU", "44U"])
        answers.append(word)
    return answers


def test_the_board_is_printed_at_the_start() -> None:
    assert run(PROGRAM).stdout.decode() == f"{START}{PROMPT}\n"


@pytest.mark.parametrize("name", ["solitaire_refused", "solitaire_end"])
def test_transcript_through_a_pipe(name: str) -> None:
    check_piped(PROGRAM, golden(name))


@pytest.mark.parametrize("name", ["solitaire_refused", "solitaire_end"])
def test_transcript_at_a_terminal(name: str) -> None:
    check_at_terminal(PROGRAM, golden(name))


def test_the_transcript_of_the_end_ends_as_the_original() -> None:
    original = f"{BEFORE_D4D}{PROMPT}⟦d4d⟧\n\n{AFTER_D4D}"
    original += "No more moves. The number of remaining pegs is 3\n"
    assert golden("solitaire_end").endswith(original)


def test_the_examples_are_all_in_the_transcript() -> None:
    examples = ["F4U", "A1R", "f4u", "c4k", "A4L", "E3R", "d1r", "hahaha", "^D"]
    assert answers_in(golden("solitaire_refused")) == examples


@pytest.mark.parametrize("seed", range(6))
def test_random_games(seed: int) -> None:
    answers = random_answers(seed)
    done = run(PROGRAM, "".join(f"{answer}\n" for answer in answers))
    assert done.stdout.decode() == expected(answers)
    assert done.returncode == 0
    assert done.stderr == b""


def test_the_random_games_are_worth_it() -> None:
    printed = "".join(expected(random_answers(seed)) for seed in range(6))
    for refusal in (
        "Something wrong with your input!",
        "Given peg position is out of board!",
        "Given peg position does not have a peg!",
        "Direction is not L or R or U or D!",
        "Moving peg will fall out of bounds!",
        "No peg at next position to jump over!",
        "Landing position is occupied!",
        "No more moves. The number of remaining pegs is ",
    ):
        assert refusal in printed


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        ("A1X", "Given peg position is out of board!"),  # before its direction
        ("H4U", "Given peg position is out of board!"),
        ("A9U", "Given peg position is out of board!"),
        ("D0L", "Given peg position is out of board!"),
        ("D4X", "Given peg position does not have a peg!"),  # before its direction
        ("C4X", "Direction is not L or R or U or D!"),
        ("C4?", "Direction is not L or R or U or D!"),
        ("A3U", "Moving peg will fall out of bounds!"),  # before there is nothing to jump over
        ("B3U", "Moving peg will fall out of bounds!"),
        ("A3L", "Moving peg will fall out of bounds!"),
        ("C3R", "Landing position is occupied!"),
        ("D3R", "No peg at next position to jump over!"),  # before the landing is occupied
        ("F4", "Something wrong with your input!"),
        ("4FU", "Something wrong with your input!"),
        ("F4U F4U", "Something wrong with your input!"),
        ("", "Something wrong with your input!"),
    ],
)
def test_what_is_wrong_is_found_in_order(answer: str, refusal: str) -> None:
    done = run(PROGRAM, f"{answer}\n")
    assert done.stdout.decode() == f"{START}{PROMPT}{refusal}\n{PROMPT}\n"


@pytest.mark.parametrize("answer", ["F4U", "f4u", "F4u", "  f4U\t", "F4U\r"])
def test_case_and_spaces_do_not_matter(answer: str) -> None:
    after = START.replace("D 1 1 1 0", "D 1 1 1 1").replace("E 1 1 1 1", "E 1 1 1 0")
    after = after.replace("F     1 1 1", "F     1 0 1")
    done = run(PROGRAM, f"{answer}\n")
    assert done.stdout.decode() == f"{START}{PROMPT}\n{after}{PROMPT}\n"


def test_no_screen_control_even_at_a_terminal() -> None:
    terminal = spawn(PROGRAM)
    terminal.wait_for(PROMPT)
    terminal.type("^D")
    assert terminal.finish() == 0
    assert terminal.screen == f"{START}{PROMPT}\n"
