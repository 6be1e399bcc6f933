"""However a command ends, it says what was wrong, with which file, and whose fault it was."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_bad_input import ANSWER, GOOD
from tests.support.console import PATIENCE, environment, run, run_in_shell, spawn, the_sentence
from tests.support.own_games import SOUND

if TYPE_CHECKING:
    from pathlib import Path

# What a game may raise at the position after its first move.
RAISED = {
    "EOFError": "raise EOFError",
    "OSError": 'raise OSError("hm")',
    "FileNotFoundError": "raise FileNotFoundError",
    "SystemExit": "raise SystemExit",
    "SystemExit 0": "raise SystemExit(0)",
    "Odd": 'raise Odd("odd")',
    "GeneratorExit": "raise GeneratorExit",
}


def own_game(folder: Path, statement: str, *, where: str = "moves") -> int:
    """Write a game that runs a statement after its first move; return the line of that."""
    text = SOUND.replace("CELLS = 5\n", "CELLS = 5\n\n\nclass Odd(BaseException):\n    pass\n")
    first = {
        "moves": "def moves(position):\n",
        "pieces": "def pieces(position):\n",
        "file": "CELLS = 5\n",
    }[where]
    indent = "" if where == "file" else "    "
    condition = "if True" if where == "file" else "if position == 1"
    added = f"{indent}{condition}:\n{indent}    {statement}\n"
    text = text.replace(first, first + added, 1)
    if where == "file":
        text = text.replace(added, "").replace("    pass\n", f"    pass\n{added}", 1)
    (folder / "mine.py").write_text(text)
    return text[: text.index(statement)].count("\n") + 1


@pytest.mark.parametrize("raised", RAISED)
@pytest.mark.parametrize("where", ["moves", "pieces", "file"])
def test_what_an_own_game_raises_is_the_games(raised: str, where: str, tmp_path: Path) -> None:
    line = own_game(tmp_path, RAISED[raised], where=where)
    words = "play mine.py --against human --no-kibitz" if where == "pieces" else "table mine.py"
    done = run(words, "a1\n", cwd=tmp_path, env={"KIBITZ_CACHE": str(tmp_path / "cache")})
    sentence = the_sentence(done)
    assert sentence.startswith(f"mine.py, line {line}: ")
    kind = raised.partition(" ")[0]
    assert kind in sentence or (kind == "SystemExit" and "end the whole program" in sentence)


def test_an_internal_end_of_file_is_no_success() -> None:
    """A damaged file may raise `EOFError` deep inside; that is never the end of input."""
    assert run_as_games("raise EOFError").returncode != 0


def test_the_end_of_a_persons_input_is_a_good_end(tmp_path: Path) -> None:
    for words in ("play noughts", "classic solitaire"):
        assert run(words, env={"KIBITZ_CACHE": str(tmp_path)}).returncode == 0
    terminal = spawn("play noughts", env={"KIBITZ_CACHE": str(tmp_path)})
    terminal.wait_for("Your move: ")
    terminal.type("^D")
    assert terminal.finish() == 0
    assert "End of input." in terminal.screen


# Which file it was


def run_as_games(
    statements: str, script: str = '"$@"', cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command that does these statements, in a shell script in which `"$@"` is it."""
    code = "import errno, os, sys\nfrom kibitz.cli import main\n"
    code += "from kibitz.cli.commands import games_command\ndef instead(words):\n"
    code += (
        f"    {statements}\n    return 0\ngames_command.main = instead\nsys.exit(main(['games']))"
    )
    return subprocess.run(
        ["bash", "-c", script, "bash", sys.executable, "-c", code],
        cwd=cwd,
        env=environment(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_bad_cache_folder_is_named() -> None:
    for words in ("verify noughts", "tables"):
        sentence = the_sentence(run(words, env={"KIBITZ_CACHE": "/dev/null/cache"}))
        assert "/dev/null/cache" in sentence
        assert "output" not in sentence


def test_a_full_disk_for_a_table_is_told_with_its_name(tmp_path: Path) -> None:
    """A write that fails names no file by itself."""
    statements = (
        "from kibitz.solve.store.rowfile import write; write(os.path.abspath('rows'), {}, {})"
    )
    done = run_as_games(statements, 'ulimit -f 0; "$@"', tmp_path)
    assert str(tmp_path / "rows") in the_sentence(done)
    assert os.listdir(tmp_path) == []


def test_a_current_folder_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    done = run_as_games("os.getcwd()", 'rmdir ../gone; "$@"', tmp_path / "gone")
    assert the_sentence(done) == "the current folder does not exist any more"


def test_no_memory_is_told() -> None:
    done = run_as_games("raise OSError(errno.ENOMEM, 'Cannot allocate memory')")
    assert the_sentence(done) == "there is not enough memory for this"


@pytest.mark.parametrize("size", [1, 100_000])
def test_an_output_on_a_full_disk(size: int) -> None:
    """Of a text that does not fit into a buffer nothing is left to write when it has failed."""
    done = run_as_games(f"print('x' * {size})", '"$@" > /dev/full')
    assert the_sentence(done).startswith("the output cannot be written: No space left")


@pytest.mark.parametrize("words", ["games", "--help", "classic joc - -", "play noughts"])
def test_an_output_that_is_closed(words: str, tmp_path: Path) -> None:
    done = run_in_shell(
        '"$@" >&-', words, GOOD["joc"], env={"KIBITZ_CACHE": str(tmp_path / "cache")}
    )
    assert "the output cannot be written" in the_sentence(done)


# Names


ODD = "a\x1b[31m\nb\x07"


@pytest.mark.parametrize(
    "words",
    [
        ["table", f"{ODD}.py"],
        ["new", f"{ODD}.py"],
        ["classic", "joc", ODD],
        ["classic", "joc", "-", f"nowhere/{ODD}"],
        ["table", f"peg:./{ODD}"],
        ["play", "--load", ODD],
        [ODD],
        ["table", "noughts", f"--{ODD}"],
        ["check", "joc", ODD, ODD],
        ["tables", "--remove", ODD],
    ],
)
def test_no_control_character_reaches_the_terminal(words: list[str], tmp_path: Path) -> None:
    env = {"KIBITZ_CACHE": str(tmp_path / "cache")}
    done = run(words, GOOD["joc"], cwd=tmp_path, env=env)
    assert the_sentence(done).isprintable()
    (tmp_path / f"{ODD}.py").write_text(SOUND)
    done = run(words, GOOD["joc"], cwd=tmp_path, env=env)
    assert the_sentence(done).isprintable()
    assert done.stdout == b""


def test_a_saved_match_with_an_odd_name(tmp_path: Path) -> None:
    odd = ODD.replace("\n", "")
    done = run("play noughts --against human --no-kibitz", f"save {odd}\nquit\n", cwd=tmp_path)
    assert done.returncode == 0
    said = done.stdout.decode().partition("Saved in ")[2].splitlines()[0]
    assert said.isprintable()


# Files that are written


def test_a_read_only_output_stays(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(GOOD["joc"])
    (tmp_path / "out").write_text("as it was")
    (tmp_path / "out").chmod(0o444)
    assert "read-only" in the_sentence(run("classic joc in out", cwd=tmp_path))
    assert (tmp_path / "out").read_text() == "as it was"
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o444


def test_an_output_with_the_longest_name(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(GOOD["joc"])
    name = "o" * 255
    assert run(["classic", "joc", "in", name], cwd=tmp_path).returncode == 0
    assert (tmp_path / name).read_bytes() == ANSWER["joc"]
    assert sorted(os.listdir(tmp_path)) == ["in", name]


def test_a_new_game_on_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    done = run_in_shell('ulimit -f 0; exec "$@"', "new mine.py", cwd=tmp_path)
    assert "mine.py cannot be written" in the_sentence(done)
    assert os.listdir(tmp_path) == []


def test_a_game_that_is_too_long_is_refused(tmp_path: Path) -> None:
    longest = SOUND + "#" * (1_000_000 - len(SOUND))
    (tmp_path / "fits.py").write_text(longest)
    (tmp_path / "long.py").write_text(longest + "#")
    env = {"KIBITZ_CACHE": str(tmp_path)}
    assert run("solve fits.py", cwd=tmp_path, env=env).returncode == 0
    assert "the most characters allowed: 1,000,000" in the_sentence(
        run("solve long.py", cwd=tmp_path, env=env)
    )


# Untrusted matches


EVIL = 'open("ran", "w").close()\n' + SOUND


@pytest.mark.parametrize("name", ["evil.py", "./evil.py", "sub/../evil.py", "evil.py:x=1"])
@pytest.mark.parametrize("given", [[], ["noughts"], ["good.py"]])
def test_a_match_runs_no_file_that_was_not_named(
    name: str, given: list[str], tmp_path: Path
) -> None:
    (tmp_path / "evil.py").write_text(EVIL)
    (tmp_path / "good.py").write_text(SOUND)
    (tmp_path / "saved.txt").write_text(f"kibitz {name}\n")
    for source in ("saved.txt", f"kibitz+{name}"):
        done = run(["play", *given, "--load", source], cwd=tmp_path)
        assert "a file is run only if you name it yourself" in the_sentence(done)
        assert not (tmp_path / "ran").exists()


def test_saving_over_a_match_runs_no_file(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(EVIL)
    (tmp_path / "saved.txt").write_text("kibitz evil.py\n")
    done = run("play noughts --no-kibitz", "save saved.txt\nquit\n", cwd=tmp_path)
    assert "choose another name" in done.stdout.decode()
    assert not (tmp_path / "ran").exists()


def test_a_match_of_a_file_that_was_named_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SOUND)
    env = {"KIBITZ_CACHE": str(tmp_path / "cache")}
    talk = "a1\nsave saved.txt\na5\n"
    done = run("play mine.py --against human --no-kibitz", talk, cwd=tmp_path, env=env)
    assert done.returncode == 0
    *_, to_go_on = done.stdout.decode().splitlines()
    assert to_go_on.startswith("kibitz play mine.py --load ")
    for words in ("play ./mine.py --load saved.txt", to_go_on.removeprefix("kibitz ")):
        done = run(words.replace("'", ""), cwd=tmp_path, env=env)
        assert (done.returncode, done.stderr) == (0, b"")
        assert "mine.py" in done.stdout.decode()
    done = run("play ./mine.py --load saved.txt", "save saved.txt\nquit\n", cwd=tmp_path, env=env)
    assert "Saved in saved.txt." in done.stdout.decode()
