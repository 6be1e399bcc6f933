"""`kibitz doctor` says what is wrong with a game, and in which line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz import conformance
from kibitz.cli import main
from own_games import SOUND, changed, line_of

if TYPE_CHECKING:
    from pathlib import Path

RETURN = "return position | 1 << move"
TEST = "if not (position | position << 1 | position >> 1) >> cell & 1:"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def doctor(text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with open("mygame.py", "w", encoding="utf-8") as file:
        file.write(text)
    status = main(["doctor", "./mygame.py"])
    said = capsys.readouterr()
    assert said.err == ""
    return status, said.out


def test_a_sound_game_is_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = doctor(SOUND, capsys)
    assert status == 0, said
    assert said.count("ok  ") == len(conformance.PROMISES)
    assert "WRONG" not in said


def test_any_registered_game_can_be_examined(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "noughts"]) == 0
    assert "noughts keeps all its promises" in capsys.readouterr().out


# What is changed in the sound game; the promise it breaks; what is said of it; where.
BROKEN = {
    "a random move": (
        [("CELLS = 5", "import random\n\nCELLS = 5"), ("yield cell", "yield random.randrange(5)")],
        "deterministic",
        "moves is not deterministic",
        "def moves",
    ),
    "a memory of earlier calls": (
        [("CELLS = 5", "CELLS = 5\nseen = []"), (RETURN, "seen.append(1)\n    return len(seen)")],
        "deterministic",
        "play is not deterministic",
        "def play",
    ),
    "a move off the board": (
        [(RETURN, "return position - (1 << 70)")],
        "whole numbers",
        "play does not return a position",
        "def play",
    ),
    "a move to what cannot be drawn": (
        [("for cell in range(CELLS)]", "for cell in range(CELLS)][position // 20 :]")],
        "legal",
        "is not legal at",
        "def pieces",
    ),
    "a move made twice": (
        [("yield cell", "yield cell\n            yield cell")],
        "legal",
        "yields the move 0 twice",
        "def moves",
    ),
    "a move after the end": (
        [('aim="win"', 'aim="shortest"'), ("return -1", "return 1")],
        "legal",
        "is solved, so the move 0 is not legal",
        "def moves",
    ),
    "a move that changes nothing": (
        [(TEST, "if cell:"), (RETURN, "return position | 1 << move")],
        "legal",
        "it leaves everything as it is",
        "def moves",
    ),
    "an unknown sign": ([('"o" if', '"q" if')], "legal", "but the signs are o .", "def pieces"),
    "a fraction": (
        [(RETURN, "return position + 2**move / 1")],
        "whole numbers",
        "is a float",
        "def play",
    ),
    "an impossible worth": ([("return -1", "return 3")], "worth", "worth gives 3", "def worth"),
    "a position that cannot be seen": (
        [(RETURN, "return position | 1 << move | 256 * (position == 1)")],
        "alike",
        "does not survive its text",
        "def pieces",
    ),
    "equal looks, different moves": (
        [
            (RETURN, "return position | 1 << move | 256 * (position == 1)"),
            (TEST, TEST.replace("not", "position < 256 and not")),
        ],
        "alike",
        "their successors differ",
        "def pieces",
    ),
    "a wrong inverse": (
        [('signs="o."', 'signs="o.", position_of=lambda pieces: 0')],
        "survive their text",
        "does not survive its text",
        "position_of=lambda",
    ),
    "a failing inverse": (
        [('signs="o."', 'signs="o.", position_of=lambda pieces: pieces[9]')],
        "survive their text",
        "list index out of range",
        "position_of=lambda",
    ),
    "moves written alike": (
        [('signs="o."', 'signs="o.", move_text=lambda position, move: "go"')],
        "moves survive their text",
        "are both written go",
        "move_text=lambda",
    ),
    "a canonical that is no symmetry": (
        [("canonical = None", "def canonical(position):\n    return position & 7")],
        "symmetry",
        "do not have the same successors",
        "def canonical",
    ),
    "a canonical that is not the least": (
        [("canonical = None", "def canonical(position):\n    return position + 1")],
        "symmetry",
        "not the least",
        "def canonical",
    ),
    "a canonical of two steps": (
        [("canonical = None", "def canonical(position):\n    return position // 2")],
        "symmetry",
        "canonical is not a symmetry",
        "def canonical",
    ),
    "mirrorings that the rules can tell": (
        [
            ("import Board, OwnGame, Rules", "import Board, OwnGame, Rules, mirrors"),
            ("canonical = None", "canonical, _ = mirrors([[4, 3, 2, 1, 0]], 0)"),
            (TEST, TEST.replace("if not", "if cell <= 3 and not")),
        ],
        "symmetry",
        "do not have the same successors",
        "canonical, _ = mirrors",
    ),
    "a cell that is none": (
        [('signs="o."', 'signs="o.", points=lambda position, move: [move + 1]')],
        "moves survive",
        "points gives [5] for the move 4 at ..... (position 0)",
        "points=lambda",
    ),
    "a rule that fails": (
        [(RETURN, "return position | (1 << move) // (move != 3)")],
        "whole numbers",
        "ZeroDivisionError",
        "return position | (1 <<",
    ),
    "a generator expression": (
        [(TEST, "if not any((position << 1 >> cell + near) & 1 for near in range(3)):")],
        "compile",
        "write a for loop",
        "if not any",
    ),
    "a text in a function that a rule uses": (
        [
            ("CELLS = 5", "CELLS = 5\n\n\ndef ones(position):\n    return len(bin(position))"),
            ("return -1", "return -1 if ones(position) else 0"),
        ],
        "compile",
        "Numba cannot compile worth: it does not know bin",
        "return len(bin",
    ),
    "a dictionary": (
        [
            ("CELLS = 5", "BITS = {cell: 1 << cell for cell in range(9)}\nCELLS = 5"),
            (RETURN, "return position | BITS[move]"),
        ],
        "compile",
        "play uses BITS, a dict",
        "return position | BITS",
    ),
    "a text": (
        [("return -1", 'return -int("1" * (position >= 0), 2)')],
        "compile",
        "use integers, not texts",
        "return -int",
    ),
    "a method of integers": (
        [("return -1", "return -1 if position.bit_count() else 0")],
        "compile",
        "bits &= bits - 1",
        "return -1 if",
    ),
    "yield from": (
        [
            (TEST, "if cell == 0:"),
            ("yield cell", "yield from [c for c in range(5) if not position >> c & 1]"),
        ],
        "compile",
        "instead of yield from",
        "yield from",
    ),
    "a number too large in between": (
        [(RETURN, "return (position << 70) + (1 << 70 + move) >> 70")],
        "compiled they say the same",
        "compiled, play says something else",
        "def play",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_said(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changes, promise, complaint, line = BROKEN[name]
    text = changed(*changes)
    status, said = doctor(text, capsys)
    assert status == 1
    assert [line for line in said.splitlines() if "WRONG" in line and promise in line], said
    assert complaint in said
    assert f"mygame.py, line {line_of(text, line)}" in said, said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("def game(:\n", "mygame.py, line 1: "),
        ("x = 1\ny = x / 0\n", "mygame.py, line 2: ZeroDivisionError: division by zero"),
        ("import nowhere_at_all\n", "mygame.py, line 1: ModuleNotFoundError"),
        ("raise SystemExit\n", "mygame.py, line 1: SystemExit"),
        ("x = 1\n", "mygame.py has no function game()"),
        ("def game():\n    return 7\n", "game() in mygame.py returns no kibitz.OwnGame"),
        ("def game():\n    return missing\n", "mygame.py, line 2: NameError"),
        ("def game():\n    raise ValueError('no')\n", "mygame.py: no"),
        ("def game(rows):\n    return 7\n", "rows of game() in mygame.py needs a default"),
        ("\0", "mygame.py"),
        (SOUND.replace('signs="o."', 'signs="-"'), "a sign is made of letters"),
        (SOUND.replace('signs="o."', 'signs="oO"'), "two signs are alike"),
        (SOUND.replace('signs="o."', 'signs="o.", sides="o"'), "sides are the two signs"),
    ],
)
@pytest.mark.parametrize("command", ["doctor", "table", "solve", "verify"])
def test_a_broken_file_is_one_sentence(
    command: str, text: str, complaint: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "mygame.py").write_text(text)
    status = main([command, "mygame.py"])
    said = capsys.readouterr()
    assert status in (1, 2)
    assert complaint in said.out + said.err
    assert (said.out + said.err).count("\n") == 1


def test_no_such_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "./none.py"]) == 2
    assert "none.py cannot be read: No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (RETURN, "return position // (move - 3)", "mygame.py, line 15: ZeroDivisionError"),
        ("CELLS):", "D[0]):", "dict"),
        (RETURN, "return position + (1 << 64 + move)", "kibitz doctor mygame.py may tell why"),
    ],
)
def test_rules_that_fail_while_solving(
    old: str,
    new: str,
    complaint: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(folder / "tables"))
    text = changed((old, new)) + "\n\nD = {0: 5}\n"
    (folder / "mygame.py").write_text(text)
    assert main(["table", "mygame.py"]) == 2
    said = capsys.readouterr()
    assert complaint in said.err
    assert said.err.count("\n") == 1


def test_rules_that_do_not_compile_while_solving(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(folder / "tables"))
    text = changed(
        ("CELLS = 5", "CELLS = 30"), (RETURN, "return position | sum(1 << m for m in (move,))")
    )
    (folder / "mygame.py").write_text(text)
    assert main(["table", "mygame.py"]) == 2
    said = capsys.readouterr()
    assert (
        f"mygame.py, line {line_of(text, 'return position |')}: this cannot be compiled" in said.err
    )


def test_a_quick_check_needs_no_compiler(folder: Path) -> None:
    (folder / "mygame.py").write_text(SOUND)
    assert conformance.quick_check(kibitz.game("./mygame.py"), seconds=60) == []
    (folder / "mygame.py").write_text(changed(("return -1", "return 3")))
    (wrong,) = conformance.quick_check(kibitz.game("./mygame.py"), seconds=60)
    assert "worth gives 3 at the end" in str(wrong)
    assert wrong.where is not None
    assert wrong.where.line == line_of(SOUND, "def worth")


def test_a_game_that_is_not_own_is_never_excused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kibitz.game("noughts")

    def broken(position: int) -> None:
        raise RuntimeError("Kibitz's own")

    monkeypatch.setattr(game.rules, "moves", broken)
    monkeypatch.setattr("kibitz.conformance.complaint.failed_at", lambda error: None)
    with pytest.raises(RuntimeError, match="own"):
        list(conformance.examine(game))
