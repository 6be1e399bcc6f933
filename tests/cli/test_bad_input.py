"""Whatever comes in, wherever the output goes: no traceback, one clear sentence."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.console import (
    PATIENCE,
    command,
    environment,
    run,
    run_in_shell,
    spawn,
    the_sentence,
)

if TYPE_CHECKING:
    from pathlib import Path

SOLITAIRE_BOARD = """\
  1 2 3 4 5 6 7
A     1 1 1
B     1 1 1
C 1 1 1 1 1 1 1
D 1 1 1 0 1 1 1
E 1 1 1 1 1 1 1
F     1 1 1
G     1 1 1

"""
SOLITAIRE_PROMPT = "Enter peg position followed by move (L, R, U, or D): "
NO_SENSE = "Something wrong with your input!\n"
LUFFARSCHACK_BOARD = " ____\n|   |\n|   |\n|   |\n ---\nPlayer X's turn\n"
ROW, COLUMN = "Choose row: ", "Choose column: "
TRIANGLE_BOARD = "    ⓪ \n   ① ② \n  ③ ④ ⑤ \n ⑥ ⑦ ⑧ ⑨ \n⑩ ⑪ ⓬ ⑬ ⑭ \n"
TRIANGLE_QUESTION = (
    "tapez ^C pour arrêter et lancer la résolution\nou alors \n  donnez une case de départ: "
)
ARRIVAL = "  donnez une case d'arrivée: "
# What the original's recursion finds; test_classic_triangle.py checks it.
TRIANGLE_SOLUTION = (
    "\nsuite de coups possible pour terminer :\n(3, 12) (0, 3) (2, 7) (6, 1) (9, 2) (11, 4) "
    "(12, 5) (1, 8) (2, 9) (14, 5) (5, 12) (13, 11) (10, 12) "
)

DIALOGUES = ["solitaire", "luffarschack", "triangle"]
FILE_PROGRAMS = {"joc": ("INPUT.TXT", "OUTPUT.TXT"), "lgame": ("lgame.in", "lgame.out")}
GOOD = {
    "joc": b"1 0 4 1 1 2 3 3 0 4\n",
    "lgame": b"###.\n#***\nx*..\n.x..\n",
}  # at once: no move is left
ANSWER = {"joc": b"4 deplasari\nP-r P-d P-r P-u\n", "lgame": b"No winning move\nLosing\n"}

# One line each that no program can make sense of.
LINES = {
    "an empty line": b"",
    "a Greek letter": "Δ".encode(),
    "an invalid byte": b"\xff",
    "half a letter": b"\xce",
    "NUL": b"\0",
    "10,000 characters": b"x" * 10_000,
    "10,000 digits": b"7" * 10_000,
    "10,000 digits below zero": b"-" + b"1" * 10_000,
    "an escape sequence": b"\x1b[A",
    "a surrogate": b"\xed\xa0\x80",
}


def beginning(program: str) -> str:
    """Return what a dialogue prints up to its first question."""
    return {
        "solitaire": SOLITAIRE_BOARD + SOLITAIRE_PROMPT,
        "luffarschack": LUFFARSCHACK_BOARD + ROW,
        "triangle": TRIANGLE_BOARD + TRIANGLE_QUESTION,
    }[program]


def after_nonsense(program: str) -> str:
    """Return what a dialogue prints after a line without sense."""
    return {
        "solitaire": NO_SENSE + SOLITAIRE_PROMPT,
        "luffarschack": ROW,
        "triangle": TRIANGLE_QUESTION,
    }[program]


def ending(program: str) -> str:
    """Return what a dialogue prints at the end of input."""
    return TRIANGLE_SOLUTION if program == "triangle" else "\n"


# Dialogues


@pytest.mark.parametrize("program", DIALOGUES)
def test_no_input_at_all(program: str) -> None:
    done = run(f"classic {program}", b"")
    assert done.stdout.decode() == beginning(program) + ending(program)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("program", DIALOGUES)
@pytest.mark.parametrize("line", LINES)
def test_a_line_without_sense(program: str, line: str) -> None:
    expected = beginning(program) + after_nonsense(program)
    done = run(f"classic {program}", LINES[line] + b"\n")
    assert done.stdout.decode() == expected + ending(program)
    assert (done.returncode, done.stderr) == (0, b"")
    cut_off = run(f"classic {program}", LINES[line])  # no Return before the end of input
    if LINES[line]:
        assert cut_off.stdout == done.stdout
    assert (cut_off.returncode, cut_off.stderr) == (0, b"")


@pytest.mark.parametrize("line", LINES)
def test_a_line_without_sense_as_the_second_answer(line: str) -> None:
    done = run("classic luffarschack", b"1\n" + LINES[line] + b"\n")
    assert done.stdout.decode() == LUFFARSCHACK_BOARD + ROW + COLUMN + COLUMN + "\n"
    done = run("classic triangle", b"3\n" + LINES[line] + b"\n")
    expected = beginning("triangle") + ARRIVAL + TRIANGLE_QUESTION + TRIANGLE_SOLUTION
    assert done.stdout.decode() == expected


@pytest.mark.parametrize(
    ("program", "typed", "expected"),
    [
        ("luffarschack", b"1\n", LUFFARSCHACK_BOARD + ROW + COLUMN + "\n"),
        ("luffarschack", b"1", LUFFARSCHACK_BOARD + ROW + COLUMN + "\n"),
        ("triangle", b"3\n", TRIANGLE_BOARD + TRIANGLE_QUESTION + ARRIVAL + TRIANGLE_SOLUTION),
        ("triangle", b"3", TRIANGLE_BOARD + TRIANGLE_QUESTION + ARRIVAL + TRIANGLE_SOLUTION),
        ("solitaire", b"F4", beginning("solitaire") + NO_SENSE + SOLITAIRE_PROMPT + "\n"),
    ],
)
def test_end_of_input_in_the_middle(program: str, typed: bytes, expected: str) -> None:
    done = run(f"classic {program}", typed)
    assert done.stdout.decode() == expected
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_greek_letter_in_place_of_a_latin_one() -> None:
    """Greek capital Alpha looks like A and is a letter, but no row of the board is called so."""
    done = run("classic solitaire", "Α4D\n")
    refusal = done.stdout.decode().removeprefix(beginning("solitaire")).partition("\n")[0]
    assert refusal in ("Something wrong with your input!", "Given peg position is out of board!")
    assert done.returncode == 0


@pytest.mark.parametrize("program", DIALOGUES)
@pytest.mark.parametrize("line", ["Δ", "x" * 10_000, "7" * 10_000])
def test_a_line_without_sense_at_a_terminal(program: str, line: str) -> None:
    """A terminal hands on 4,095 characters of a line at most, and may show fewer."""
    terminal = spawn(f"classic {program}")
    terminal.wait_for(beginning(program).splitlines()[-1])
    terminal.type(line)
    terminal.wait_for(after_nonsense(program))
    terminal.type("^D")
    assert terminal.finish() == 0
    assert "Traceback" not in terminal.screen
    assert terminal.screen.rstrip("\n").endswith(ending(program).rstrip("\n"))


@pytest.mark.parametrize("program", ["solitaire", "luffarschack"])
@pytest.mark.parametrize("typed", ["", "1"])
def test_ctrl_c_gives_a_newline_and_130(program: str, typed: str) -> None:
    terminal = spawn(f"classic {program}")
    terminal.wait_for(beginning(program))
    if typed:
        terminal.child.send(typed)
        terminal.wait_for(typed)  # Ctrl-C would throw away what is not shown yet
    terminal.type("^C")
    assert terminal.finish() == 130
    assert terminal.screen == f"{beginning(program)}{typed}^C\n"


INTERRUPTED_BY_IMPORTS = """
import atexit, runpy, signal, sys

def interrupt(event, details):
    if event == "import" and details[0] in at:
        at.remove(details[0])
        signal.raise_signal(signal.SIGINT)

at = sys.argv[1:]
sys.argv[1:] = ["classic", "luffarschack"]
sys.addaudithook(interrupt)
atexit.register(lambda: at and print("still waiting for", at))
runpy.run_module("kibitz", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(
    "modules",
    [
        ["kibitz.cli"],
        ["kibitz.language.errors"],
        ["kibitz.system.signals"],
        ["kibitz.classics.classic_console"],
        ["kibitz.system.signals"] * 2,  # the second one while the first is dealt with
    ],
)
def test_ctrl_c_while_modules_are_imported(modules: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_BY_IMPORTS, *modules],
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (130, b"", b"")


@pytest.mark.parametrize("program", ["solitaire", "luffarschack"])
def test_ctrl_d_gives_a_newline_and_0(program: str) -> None:
    terminal = spawn(f"classic {program}")
    terminal.wait_for(beginning(program))
    terminal.type("^D")
    assert terminal.finish() == 0
    assert terminal.screen == f"{beginning(program)}\n"


def test_a_file_program_at_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "OUTPUT.TXT").write_text("as it was")
    terminal = spawn("classic joc - OUTPUT.TXT", cwd=tmp_path)
    terminal.type("1 0")
    terminal.type("^D")
    assert terminal.finish() == 2
    assert len(terminal.screen.splitlines()) == 2  # what was typed, and the sentence
    assert (tmp_path / "OUTPUT.TXT").read_text() == "as it was"


# Where the output goes


@pytest.mark.parametrize("words", ["", "--help", "--version", "games", "classic -h"])
def test_a_full_disk_for_help(words: str) -> None:
    done = run_in_shell('"$@" > /dev/full', words)
    assert "No space left" in the_sentence(done)


@pytest.mark.parametrize("program", DIALOGUES)
@pytest.mark.parametrize("typed", [b"", b"nonsense\n" * 3, b"1\n" * 20_000])
def test_a_full_disk_for_a_dialogue(program: str, typed: bytes) -> None:
    done = run_in_shell('"$@" > /dev/full', f"classic {program}", typed)
    assert "No space left" in the_sentence(done)


@pytest.mark.parametrize("program", FILE_PROGRAMS)
@pytest.mark.parametrize("words", ["- -", "- /dev/full"])
def test_a_full_disk_for_a_file_program(program: str, words: str) -> None:
    done = run_in_shell('"$@" > /dev/full', f"classic {program} {words}", GOOD[program])
    assert "No space left" in the_sentence(done)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


@pytest.mark.parametrize("program", ["joc", "lgame"])
def test_a_full_disk_for_a_judge(program: str, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(GOOD[program])
    (tmp_path / "out").write_bytes(ANSWER[program])
    done = run_in_shell('"$@" > /dev/full', f"check {program} in out", cwd=tmp_path)
    assert "No space left" in the_sentence(done)


@pytest.mark.parametrize("redirection", ["2> /dev/full", "2>&-", "> /dev/full 2> /dev/full"])
def test_nowhere_to_complain(redirection: str) -> None:
    done = run_in_shell(f'"$@" {redirection}', "classic joc nowhere -")
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


WORDS = [*(f"classic {program}" for program in DIALOGUES), "games", "--help", "classic joc - -"]


@pytest.mark.parametrize("words", WORDS)
def test_a_closed_pipe(words: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            command(words),
            input=GOOD["joc"] * 1000 if "joc" not in words else GOOD["joc"],
            stdout=writer,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(writer)
    assert done.stderr == b""
    assert done.returncode in (0, 1)


@pytest.mark.parametrize("program", DIALOGUES)
def test_a_reader_that_leaves_early(program: str) -> None:
    done = run_in_shell('"$@" | head -1', f"classic {program}", b"nonsense\n" * 20_000)
    assert done.stdout.decode() == beginning(program).splitlines(keepends=True)[0]
    assert done.stderr == b""


@pytest.mark.parametrize("program", DIALOGUES)
@pytest.mark.parametrize("typed", [b"", b"1\n" * 10, b"3\n12\n"])
def test_closed_standard_output(program: str, typed: bytes) -> None:
    done = run_in_shell('"$@" >&-', f"classic {program}", typed)
    assert done.stdout == b""
    assert done.returncode in (0, 2)
    assert len(done.stderr.splitlines()) == (1 if done.returncode else 0)


@pytest.mark.parametrize("program", DIALOGUES)
def test_closed_standard_input(program: str) -> None:
    done = run_in_shell('"$@" <&-', f"classic {program}")
    assert done.stdout.decode() == beginning(program) + ending(program)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("program", DIALOGUES)
def test_everything_closed(program: str) -> None:
    done = run_in_shell('"$@" <&- >&- 2>&-; echo $?', f"classic {program}")
    assert done.stdout in (b"0\n", b"2\n")
    assert done.stderr == b""


@pytest.mark.parametrize("program", FILE_PROGRAMS)
def test_a_file_program_with_all_streams_closed(program: str, tmp_path: Path) -> None:
    source, target = FILE_PROGRAMS[program]
    (tmp_path / source).write_bytes(GOOD[program])
    done = run_in_shell('"$@" <&- >&- 2>&-', f"classic {program}", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / target).read_bytes() == ANSWER[program]
    assert (tmp_path / source).read_bytes() == GOOD[program]


@pytest.mark.parametrize("program", FILE_PROGRAMS)
def test_a_file_program_with_no_standard_input(program: str) -> None:
    assert the_sentence(run_in_shell('"$@" <&-', f"classic {program} - -"))


LOCALES = [
    {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1:strict", "LC_ALL": "POSIX"},
    {"PYTHONIOENCODING": "utf-16"},
]


@pytest.mark.parametrize("env", LOCALES)
def test_utf_8_whatever_the_locale(env: dict[str, str]) -> None:
    done = run("classic triangle", "é\n3\n", env=env)
    expected = TRIANGLE_BOARD + TRIANGLE_QUESTION * 2 + ARRIVAL + TRIANGLE_SOLUTION
    assert done.stdout.decode() == expected
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("env", LOCALES)
def test_utf_8_in_what_is_read_and_complained_of(env: dict[str, str]) -> None:
    assert "“Δ”" in the_sentence(run("classic joc - -", "1 0 Δ 1", env=env))


# The command line itself


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("classic solitair", "solitaire"),  # the nearest is suggested
        ("classik", "classic"),
        ("classic solitaire now", "now"),
        ("classic luffarschack --variant", "--variant"),
        ("classic triangle --help-me", "--help-me"),
        ("--frobnicate", "--frobnicate"),
    ],
)
def test_a_wrong_command(words: str, named: str) -> None:
    done = run(words)
    assert named in the_sentence(done)
    assert done.stdout == b""
