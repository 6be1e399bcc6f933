"""`kibitz doctor` says what is wrong with a game, and in which line."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz import conformance
from kibitz.cli import main
from kibitz.cli.commands.doctor_command import print_steps
from kibitz.conformance import Subject
from kibitz.conformance.complaint import about_file
from kibitz.conformance.examination import LOADING, Examination
from kibitz.conformance.oddities import oddities
from kibitz.language.languages import Language
from kibitz.play.session import words_not_for_moves
from kibitz.rules.simple_game import BrokenGame
from tests.support.own_faults import BROKEN, IMPURE, RETURN
from tests.support.own_games import CROSSES, SOUND, changed, line_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from kibitz.conformance.examination import Event


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Here(Examination):
    """An examination in this process, which has the compiler loaded already."""

    async def __aiter__(self) -> AsyncIterator[Event]:
        try:
            game = kibitz.game(self.name)
        except BrokenGame as error:
            yield LOADING, about_file(error), True
            return
        for step, wrong in conformance.examine(game, taken=self.taken):
            yield step, wrong, True


def doctor(text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with open("mygame.py", "w", encoding="utf-8") as file:
        file.write(text)
    status = asyncio.run(print_steps(Here("mygame.py", 60, words_not_for_moves()), Language()))
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


@pytest.mark.parametrize("name", IMPURE)
def test_rules_that_are_not_pure_are_refused_when_they_are_read(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes, complaint, remedy = IMPURE[name]
    status, said = doctor(changed(*changes), capsys)
    assert status == 1
    assert said.startswith("mygame.py, line "), said
    assert complaint in said
    assert remedy in said.splitlines()[1]
    assert main(["play", "mygame.py"]) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("def game(:\n", "mygame.py, line 1: "),
        ("x = 1\ny = x / 0\n", "mygame.py, line 2: ZeroDivisionError: division by zero"),
        ("import nowhere_at_all\n", "mygame.py, line 1: ModuleNotFoundError"),
        ("raise SystemExit\n", "mygame.py, line 1: SystemExit"),
        ("x = 1\n", "mygame.py has no function game()"),
        ("def game():\n    return 7\n", "game() in mygame.py does not return a kibitz.OwnGame"),
        ("def game():\n    return missing\n", "mygame.py, line 2: NameError"),
        ("def game():\n    raise ValueError('no')\n", "mygame.py: no"),
        ("def game(start=0):\n    return 7\n", "start of game() in mygame.py needs another name"),
        ("def game(rows):\n    return 7\n", "rows of game() in mygame.py needs a default"),
        ("\0", "mygame.py"),
        (SOUND.replace('signs="o."', 'signs="-"'), "a sign is made of letters"),
        (SOUND.replace('signs="o."', 'signs="oo"'), "two signs are the same"),
        (SOUND.replace('signs="o."', 'signs="o.", sides="o"'), "sides are the two signs"),
        (
            SOUND.replace('signs="o."', 'signs="o.", players="ABC"'),
            "players are the names of two players, such as “AB”, not of 3",
        ),
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
        (RETURN, "return position + (1 << 64 + move)", "mygame.py, line 14: play does not return"),
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


def test_rules_that_do_not_compile_are_interpreted(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(folder / "tables"))
    text = changed(
        ("CELLS = 5", "CELLS = 20"), (RETURN, "return position | sum(1 << m for m in (move,))")
    )
    (folder / "mygame.py").write_text(text)
    line = line_of(text, "return position |")
    slower = f"these rules are interpreted, which is slower: mygame.py, line {line}: this cannot be"
    assert main(["table", "mygame.py"]) == 0
    said = capsys.readouterr()
    assert "  positions               17,711\n" in said.out
    assert slower in said.err
    assert said.err.count("\n") == 1
    assert main(["verify", "mygame.py"]) == 0
    assert capsys.readouterr().err == ""


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

    def broken(position: int) -> Iterator[int]:
        raise RuntimeError("Kibitz's own")

    game.rules = game.rules.replace(moves=broken)
    monkeypatch.setattr("kibitz.conformance.failed_at", lambda error: None)
    with pytest.raises(RuntimeError, match="own"):
        list(conformance.examine(game))


# What looks odd

EXCHANGED = "return position >> 9 | (position & 511 | 1 << move) << 9"
MISTAKES = {
    "sides are not exchanged": (
        [(EXCHANGED, "return position | 1 << move")],
        "the sign O stands on no cell in any of",
    ),
    "sides are exchanged at random": (
        [
            (
                EXCHANGED,
                EXCHANGED.replace("return", "return position | 1 << move if position % 3 else"),
            )
        ],
        "let play exchange the two sides, or leave sides out",
    ),
    "the worth has the wrong sign": ([("return -1 if won", "return 1 if won")], "{loser} has won"),
    "moves go on after a win": (
        [("if not won(position >> 9):", "if True:")],
        "but `moves` is not empty there; if the game is over, it must yield nothing",
    ),
    "a sign is never used": ([('signs="XO."', 'signs="XOZ."')], "the sign Z stands on no cell"),
    "the board is turned": (
        [
            ("def play(", "def turned(some):\n    found = 0\n    for cell in range(9):\n"
             "        found |= (some >> cell & 1) << 8 - cell\n    return found\n\n\ndef play("),
            (EXCHANGED,
             "return turned(position >> 9) | turned(position & 511 | 1 << move) << 9"),
        ],
        "the board seems to be turned after a move",
    ),
}  # fmt: skip


def notes_of(text: str, changes: list[tuple[str, str]]) -> list[str]:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    with open("mygame.py", "w", encoding="utf-8") as file:
        file.write(text)
    return [str(note) for note in oddities(Subject(kibitz.game("mygame.py")))]


def test_a_sound_game_looks_as_usual(folder: Path) -> None:
    (example,) = notes_of(CROSSES, [])
    moves, _, verdict = example.removeprefix("for example, ").partition(" ends the game: ")
    *_, last = moves.split(", ")
    assert verdict == f"{last[0]} has won"  # the player who moved last has three in a row


@pytest.mark.parametrize("name", MISTAKES)
def test_the_commonest_mistakes_look_odd(name: str, folder: Path) -> None:
    changes, wanted = MISTAKES[name]
    notes = notes_of(CROSSES, changes)
    *_, last = notes[-1].partition(" ends the game: ")[0].split(", ")
    loser = "XO".replace(last.split()[-2], "")
    assert any(wanted.format(loser=loser) in note for note in notes), notes


def test_what_environments_for_agents_will_need_is_noted(folder: Path) -> None:
    large = changed(("CELLS = 5", "CELLS = 30"))
    notes = notes_of(large, [("def game():", "def game(side=3, rows=1):")])
    assert any("the parameter side has the name of one of the environments" in n for n in notes)
    assert any("mygame.py:side=3" in note for note in notes)
    assert not any("the parameter rows" in note for note in notes)
    assert any("more than 50,000 positions" in n and "one met is 29" in n for n in notes)
    declared = notes_of(large, [('aim="win",', 'aim="win", distinct_moves=30,')])
    assert not any("distinct_moves" in note for note in declared)


def test_the_doctor_prints_notes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mygame.py").write_text(CROSSES.replace("if not won(position >> 9):", "if True:"))
    assert main(["doctor", "mygame.py"]) == 0
    *_, odd, example, last = capsys.readouterr().out.splitlines()
    assert odd.startswith("  note   worth is -1 at ")
    assert example.startswith("  note   for example, X ")
    assert last == "mygame.py keeps all its promises"


def test_a_parameter_by_keyword_only_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(folder / "tables"))
    text = changed(
        ("def play(", "def added(*, more=0):\n    return more\n\n\ndef play("),
        (RETURN, f"{RETURN} | added()"),
        ("CELLS = 5", "CELLS = 20"),
    )
    status, said = doctor(text, capsys)
    assert status == 1
    place = f"mygame.py, line {line_of(text, 'def added')}"
    assert f"{place}: added takes more by keyword only" in said
    assert main(["table", "mygame.py"]) == 0  # in the interpreter
    assert "this cannot be compiled; kibitz doctor mygame.py says" in capsys.readouterr().err
