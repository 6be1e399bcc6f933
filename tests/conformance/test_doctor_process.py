"""`kibitz doctor` runs the rules in a process of its own: they may hang, end or eat memory."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.support.console import command, environment, run
from tests.support.own_games import SOUND, changed, line_of

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = 1.0
FOREVER = "    while True:\n        pass\n"
WAITING = FOREVER.replace("pass", "signal.pause()")  # without an end too, but at rest
PIECES = 'return ["o" if'  # in the function `pieces`, which need not be pure


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def complaints(text: str, folder: Path, seconds: float = SECONDS) -> list[dict[str, object]]:
    """Return what `kibitz doctor --json` complains about."""
    (folder / "mygame.py").write_text(text)
    done = run(["doctor", "mygame.py", "--json", "--seconds", str(seconds)], cwd=folder)
    found: list[dict[str, object]] = json.loads(done.stdout)
    assert done.returncode == (1 if found else 0)
    assert done.stderr == b""
    return found


# What is put before a line of the sound game, the check that finds it, the function it names.
ENDLESS = {
    "the file": ("CELLS = 5", "while True:\n    signal.pause()\n", "the game can be loaded"),
    "moves": ("    for cell in range(CELLS):", FOREVER, "positions and moves are whole numbers"),
    "placements": (
        "def game():",
        f"def placements():\n{FOREVER}    yield 0\n\n\n",
        "placements are positions",
    ),
    "position_of": (
        "def game():",
        f"def position_of(pieces):\n{WAITING}\n\n",
        "positions can be written and read back",
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_does_not_end_is_named_with_its_line(name: str, folder: Path) -> None:
    before, loop, check = ENDLESS[name]
    text = "import signal\n" + changed((before, loop + before))
    if name == "placements":
        text = text.replace('aim="win"', 'aim="win", placements=placements')
    elif name == "position_of":
        text = text.replace('signs="o."', 'signs="o.", position_of=position_of')
    first = complaints(text, folder)[0]
    assert first["check"] == check
    assert str(first["sentence"]).startswith(f"{name} was still running after 1 s")
    assert first["file"] == "mygame.py"
    loop_at = line_of(text, "while True:")
    assert first["line"] in (loop_at, loop_at + 1)


def test_what_cannot_be_broken_off_is_ended(folder: Path) -> None:
    stubborn = (
        "import signal\nwhile True:\n    try:\n        signal.pause()\n"
        "    except BaseException:\n        pass\n"
    )
    (only,) = complaints(stubborn + SOUND, folder)
    assert only["check"] == "the game can be loaded"
    assert only["sentence"] == (
        "more than 1 s passed without an answer to this check: the game can be loaded"
    )
    assert only["line"] is None


@pytest.mark.parametrize(
    ("end", "sentence", "line"),
    [
        ("os._exit(0)", "the rules end the whole program", "os._exit"),
        ("os.abort()", "the rules end the whole program", "os.abort"),
        (
            "os.kill(os.getpid(), 9)",
            "the program ended by signal 9 before this check was finished: the rules are "
            "deterministic",
            None,
        ),
    ],
)
def test_pieces_that_end_the_process_are_told(
    end: str, sentence: str, line: str | None, folder: Path
) -> None:
    text = changed(("CELLS = 5", "import os\n\nCELLS = 5"), (PIECES, f"{end}\n    {PIECES}"))
    (only,) = complaints(text, folder, seconds=60)
    assert only["check"] == "the rules are deterministic"
    assert only["sentence"] == sentence
    assert only["line"] == (line_of(text, line) if line else None)


def test_a_file_that_prints_is_told(folder: Path) -> None:
    text = "print('hello')\n" + SOUND
    (only,) = complaints(text, folder, seconds=60)
    assert only["check"] == "the rules print nothing"
    assert (only["file"], only["line"]) == ("mygame.py", 1)


def test_a_sound_game_has_no_complaints(folder: Path) -> None:
    assert complaints(SOUND, folder, seconds=60) == []


def test_a_large_game_needs_no_position_of(folder: Path) -> None:
    assert complaints(changed(("CELLS = 5", "CELLS = 60")), folder, seconds=60) == []


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "x", "1e9"])
def test_a_time_that_is_none_is_refused(seconds: str, folder: Path) -> None:
    done = run(["doctor", "noughts", f"--seconds={seconds}"], cwd=folder)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_a_name_of_nothing_is_refused(folder: Path) -> None:
    done = run("doctor nought --json", cwd=folder)
    assert done.returncode == 2
    assert "did you mean noughts?" in done.stderr.decode()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_behind(number: signal.Signals, folder: Path) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    (folder / "mygame.py").write_text(
        f"import os\nopen({str(pipe)!r}, 'w').write(str(os.getpid()))\nwhile True:\n    pass\n"
    )
    process = subprocess.Popen(
        command("doctor mygame.py --seconds 600"),
        env=environment(),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    worker = int(pipe.read_text())
    descriptor = os.pidfd_open(worker)
    process.send_signal(number)
    said, _ = process.communicate(timeout=60)
    assert process.returncode in (130, 143, -number)
    assert b"Traceback" not in said
    gone, _, _ = select.select([descriptor], [], [], 60)  # readable once the process has ended
    os.close(descriptor)
    assert gone
