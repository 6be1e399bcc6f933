"""The L-game's winning move, after the Estonian original.

The original's examples did not survive in the seed, so what is expected comes from the rules
alone: `Solver` is a brute-force search over all 18,368 positions, written here from the
description, and the positions named below were looked up in it and can be checked by hand.
"""

from __future__ import annotations

import os
import re
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.classics import lgame_program
from kibitz.oracle.oracle import Oracle
from kibitz.solve.store.table_store import TableStore
from tests.support.console import run, the_sentence

if TYPE_CHECKING:
    from pathlib import Path

Position = tuple[int, int, int]  # the L to move, the other L, the neutrals: sets of squares as bits

PROGRAM = "classic lgame"

START = "x##.\n.*#.\n.*#.\n.**x\n"  # the usual start: a draw
NO_MOVE = "###.\n#***\nx*..\n.x..\n"  # no other three in a row are free

FAULTS = {
    "three lines": "x##.\n.*#.\n.*#.\n",
    "five lines": START + "....\n",
    "a short line": "x##.\n.*#\n.*#.\n.**x\n",
    "a long line": "x##.\n.*#..\n.*#.\n.**x\n",
    "one line": START.replace("\n", "") + "\n",
    "another character": START.replace("x#", "o#"),
    "a space inside": "x##.\n.*#.\n. #.\n.**x\n",
    "three of the L": "x##.\n.*#.\n.*..\n.**x\n",
    "five of the L": "x###\n.*#.\n.*#.\n.**x\n",
    "three of the other L": "x##.\n.*#.\n.*#.\n..*x\n",
    "one neutral": ".##.\n.*#.\n.*#.\n.**x\n",
    "three neutrals": "x##x\n.*#.\n.*#.\n.**x\n",
    "no L but a square": "x##.\n.##.\n.*..\n.***\n".replace("***", "**x"),
    "no L but a row": "####\n.*..\n.*.x\n.**x\n",
    "no L but a T": "###.\n.#..\n*.xx\n***.\n",
    "an L in two parts": "##.#\n#...\n*.xx\n***.\n",
    "the other is no L": "x##.\n**#.\n**#.\n...x\n",
    "nothing": "",
}


def all_ls() -> list[int]:
    """Return the 48 ways to lay an L: one L, turned and turned over, moved about."""
    shape = [(0, 0), (1, 0), (2, 0), (2, 1)]
    found = set()
    for _ in range(4):
        shape = [(column, -row) for row, column in shape]
        for turned in (shape, [(row, -column) for row, column in shape]):
            for down in range(-4, 8):
                for right in range(-4, 8):
                    squares = [(row + down, column + right) for row, column in turned]
                    if all(0 <= row < 4 and 0 <= column < 4 for row, column in squares):
                        found.add(sum(1 << (4 * row + column) for row, column in squares))
    return sorted(found)


class Solver:
    """Every position, what follows it, and in how many plies it is won (odd) or lost (even)."""

    def __init__(self) -> None:
        self.ls = all_ls()
        pairs = [1 << one | 1 << other for one, other in combinations(range(16), 2)]
        self.positions = [
            (mine, theirs, neutrals)
            for mine in self.ls
            for theirs in self.ls
            if not mine & theirs
            for neutrals in pairs
            if not neutrals & (mine | theirs)
        ]
        index = {position: number for number, position in enumerate(self.positions)}
        self.follow = [
            [index[after] for after in self.after(position)] for position in self.positions
        ]
        self.plies = self.solve()
        self.number = index

    def after(self, position: Position) -> list[Position]:
        """Return the positions that a turn can make, as the other player sees them."""
        mine, theirs, neutrals = position
        found = []
        for new in self.ls:
            if new == mine or new & (theirs | neutrals):
                continue
            found.append((theirs, new, neutrals))
            taken = new | theirs | neutrals
            free = [1 << square for square in range(16) if not taken >> square & 1]
            for square in range(16):
                if neutrals >> square & 1:
                    found += [(theirs, new, neutrals ^ 1 << square | to) for to in free]
        return found

    def solve(self) -> list[int | None]:
        """Go through the undecided positions again and again, one ply further each time."""
        plies: list[int | None] = [0 if not follow else None for follow in self.follow]
        undecided = [number for number, value in enumerate(plies) if value is None]
        ply = quiet = 0
        while quiet < 2:  # neither something new is won nor something new is lost
            ply += 1
            decided = []
            for number in undecided:
                values = [plies[there] for there in self.follow[number]]
                if ply % 2:  # won: something that follows is lost
                    if any(value is not None and value % 2 == 0 for value in values):
                        decided.append(number)
                elif all(value is not None and value % 2 for value in values):
                    decided.append(number)
            for number in decided:
                plies[number] = ply
            undecided = [number for number in undecided if plies[number] is None]
            quiet = 0 if decided else quiet + 1
        return plies

    def answer(self, number: int) -> str:
        """Return what spec.md wants: the quickest win, the first of them in reading order."""
        plies = self.plies[number]
        if plies is None:
            return "No winning move\nDraw\n"
        if plies % 2 == 0:
            return "No winning move\nLosing\n"
        wins = [there for there in self.follow[number] if self.plies[there] == plies - 1]
        return min(drawn(self.positions[there], turned=True) for there in wins)


@cache
def solver() -> Solver:
    return Solver()


def drawn(position: Position, turned: bool = False) -> str:
    """Draw a position; the player to move is #, or * if the sides are turned."""
    mine, theirs, neutrals = position
    signs = ["."] * 16
    for sign, squares in (("*#"[not turned], mine), ("#*"[not turned], theirs), ("x", neutrals)):
        for square in range(16):
            if squares >> square & 1:
                signs[square] = sign
    return "".join("".join(signs[row : row + 4]) + "\n" for row in range(0, 16, 4))


def read(text: str) -> int:
    """Return the number of a drawn position."""
    signs = text.replace("\n", "")
    mine, theirs, neutrals = (
        sum(1 << square for square, sign in enumerate(signs) if sign == wanted) for wanted in "#*x"
    )
    return solver().number[mine, theirs, neutrals]


def first_with(plies: int | None) -> str:
    """Return the first position of that value, drawn."""
    return drawn(solver().positions[solver().plies.index(plies)])


def test_the_brute_force_agrees_with_what_is_published() -> None:
    plies = solver().plies
    assert len(solver().ls) == 48
    assert len(plies) == 18_368
    assert sum(len(follow) for follow in solver().follow) == 1_632_800
    assert sum(value is not None and value % 2 == 1 for value in plies) == 8_048
    assert sum(value is not None and value % 2 == 0 for value in plies) == 232
    assert plies.count(None) == 10_088
    assert max(value for value in plies if value is not None) == 9
    assert len(solver().follow[read(START)]) == 65


@pytest.mark.parametrize("plies", [1, 3, 5, 7, 9, 0, 2, 4, 6, 8, None])
def test_a_position_of_every_value(plies: int | None, tmp_path: Path) -> None:
    text = first_with(plies)
    (tmp_path / "lgame.in").write_text(text)
    done = run(PROGRAM, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "lgame.out").read_text() == solver().answer(read(text))
    assert sorted(os.listdir(tmp_path)) == ["lgame.in", "lgame.out"]
    assert (tmp_path / "lgame.in").read_text() == text


def test_the_usual_start_is_a_draw() -> None:
    assert run(f"{PROGRAM} - -", START).stdout == b"No winning move\nDraw\n"


def test_no_move_at_all() -> None:
    assert solver().follow[read(NO_MOVE)] == []
    done = run(f"{PROGRAM} - -", NO_MOVE)
    assert (done.returncode, done.stdout) == (0, b"No winning move\nLosing\n")


def test_losing_with_moves_left() -> None:
    text = first_with(8)
    assert solver().follow[read(text)]
    assert run(f"{PROGRAM} - -", text).stdout == b"No winning move\nLosing\n"


def test_the_quickest_win_goes_before_reading_order() -> None:
    """Take a position whose first winning board in reading order is not a quickest win."""
    number = next(
        number
        for number, plies in enumerate(solver().plies)
        if plies is not None
        and plies % 2
        and solver().answer(number)
        != min(
            drawn(solver().positions[there], turned=True)
            for there in solver().follow[number]
            if (solver().plies[there] or 0) % 2 == 0 and solver().plies[there] is not None
        )
    )
    done = run(f"{PROGRAM} - -", drawn(solver().positions[number]))
    assert done.stdout.decode() == solver().answer(number)


def test_reading_order_goes_by_the_signs() -> None:
    """Of the quickest wins, `#` comes before `*` before `.` before `x`, from the top left on."""
    ties = [
        number
        for number, plies in enumerate(solver().plies)
        if plies == 1 and sum(solver().plies[there] == 0 for there in solver().follow[number]) > 3
    ]
    number = ties[len(ties) // 2]
    boards = [
        drawn(solver().positions[there], turned=True).replace("\n", "")
        for there in solver().follow[number]
        if solver().plies[there] == 0
    ]
    first = min(boards, key=lambda board: ["#*.x".index(sign) for sign in board])
    done = run(f"{PROGRAM} - -", drawn(solver().positions[number]))
    assert done.stdout.decode().replace("\n", "") == first


def test_many_positions_one_by_one(tmp_path: Path) -> None:
    """Every 29th position, with the program's values computed once instead of every time."""
    oracle = Oracle(kibitz.game("lgame"), TableStore(str(tmp_path)), lgame_program.INTERPRETED)
    for number in range(0, len(solver().positions), 29):
        text = drawn(solver().positions[number])
        assert lgame_program.answer(text, oracle) == solver().answer(number), text


def test_the_two_files_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(NO_MOVE)
    done = run(f"{PROGRAM} a b", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "b").read_bytes() == b"No winning move\nLosing\n"
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


@pytest.mark.parametrize(
    "text",
    [
        NO_MOVE.removesuffix("\n"),
        NO_MOVE.replace("\n", "\r\n"),
        NO_MOVE.replace("x", "X"),
        NO_MOVE.replace("\n", "  \n"),
        NO_MOVE + "\n\n",
        "\ufeff" + NO_MOVE,
    ],
)
def test_white_space_around_and_case(text: str, tmp_path: Path) -> None:
    (tmp_path / "lgame.in").write_text(text, newline="")
    done = run(f"{PROGRAM} lgame.in -", cwd=tmp_path)
    assert done.stdout == b"No winning move\nLosing\n"


@pytest.mark.parametrize("fault", FAULTS)
def test_faults(fault: str, tmp_path: Path) -> None:
    (tmp_path / "lgame.in").write_text(FAULTS[fault])
    (tmp_path / "lgame.out").write_text("as it was")
    done = run(PROGRAM, cwd=tmp_path)
    assert the_sentence(done)
    assert done.stdout == b""
    assert (tmp_path / "lgame.out").read_text() == "as it was"
    assert sorted(os.listdir(tmp_path)) == ["lgame.in", "lgame.out"]


@pytest.mark.parametrize("at", [1, 2, 3])
def test_an_empty_line_inside_is_a_fifth_line(at: int) -> None:
    lines = START.splitlines()
    lines.insert(at, "")
    assert the_sentence(run(f"{PROGRAM} - -", "\n".join(lines)))


@pytest.mark.parametrize("line", ["x ##.", "x ##", "x # # ."])
def test_a_space_inside_a_line_is_another_character(line: str) -> None:
    text = START.replace("x##.", line)
    assert the_sentence(run(f"{PROGRAM} - -", text))


def test_each_fault_has_its_own_sentence() -> None:
    names = ["three lines", "another character", "three of the L", "no L but a row"]
    sentences = [the_sentence(run(f"{PROGRAM} - -", FAULTS[name])) for name in names]
    plain = {re.sub(r"\(character.*|\d+|“.*?”", "", sentence) for sentence in sentences}
    assert len(plain) == len(names)


@pytest.mark.parametrize(
    ("fault", "sign"),
    [
        ("three of the L", "#"),
        ("five of the L", "#"),
        ("three of the other L", "*"),
        ("one neutral", "x"),
        ("three neutrals", "x"),
        ("no L but a T", "#"),
        ("the other is no L", "*"),
    ],
)
def test_the_sentence_names_the_piece(fault: str, sign: str) -> None:
    sentence = the_sentence(run(f"{PROGRAM} - -", FAULTS[fault]))
    assert sign in sentence.partition("(character")[0]


def test_no_input_file(tmp_path: Path) -> None:
    assert "lgame.in" in the_sentence(run(PROGRAM, cwd=tmp_path))
    assert "nowhere" in the_sentence(run(f"{PROGRAM} nowhere", cwd=tmp_path))
    assert os.listdir(tmp_path) == []
