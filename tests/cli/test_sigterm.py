"""SIGTERM ends every command while it opens or reads something, and its child processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.console import PATIENCE, command, environment
from tests.support.judging import option

if TYPE_CHECKING:
    from pathlib import Path

# Starts a program that says its process id; ends when all processes that came of it have ended,
# and says how the program ended, and how each process that was left then.
OVERSEER = """
import ctypes, os, subprocess, sys
PR_SET_CHILD_SUBREAPER = 36
assert not ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
program = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stdin=subprocess.PIPE)
print(program.pid, flush=True)
try:
    ended = False
    while True:
        process, status = os.wait()
        ended = ended or process == program.pid
        if ended:
            print(os.waitstatus_to_exitcode(status), flush=True)
except ChildProcessError:
    pass
"""
# A game whose file says that it is read, and then waits for what never comes.
WAITING = """
from kibitz import game
open({begun!r}, "w").close()
open({never!r}).read()
GAME = game("noughts")
"""
COMMANDS = {
    "solve": "{game}",
    "table": "{game} --fresh",
    "verify": "{game}",
    "play": "{game}",
    "web": "{game} --no-browser --port 0",
    "site": "{game} -o {folder}/site",
    "export": "{game} --to {folder}/rows.csv",
    "doctor": "{game}",
    "puzzle": "{game}",
    "mcp": "{game}",
}
# Sends itself SIGTERM when an event happens for the first time: the start of a process, or the
# opening of a file, also in a child. The rest is a command of Kibitz.
AT_EVENT = """
import os, signal, sys
event, word, *words = sys.argv[1:]
program = os.getpid()

def end(happened, details):
    if happened == event and word in str(details):
        print("reached", file=sys.stderr)
        os.kill(program, signal.SIGTERM)

sys.addaudithook(end)
from kibitz.cli import main
sys.exit(main(words))
"""
EVENTS = [
    ("solve four", "open", "four.table"),
    ("table four", "open", "four.unfinished"),
    ("table noughts:oldest --fresh --memory 300MiB", "open", "/dev/null"),
    ("verify lgame", "open", "lgame.table"),
    ("export lgame --to {folder}/rows.csv", "open", ".part"),
    ("play noughts", "open", "noughts.table"),
    ("web --no-browser --port 0", "subprocess.Popen", ""),
    ("site -o {folder}/site", "subprocess.Popen", "npm"),
    (f"grade joc {{folder}}/class {' '.join(option())}", "subprocess.Popen", ""),
    ("doctor noughts", "subprocess.Popen", ""),
]

linux = pytest.mark.skipif(sys.platform != "linux", reason="such an overseer needs Linux")


def overseen(words: list[str], folder: Path) -> subprocess.Popen[str]:
    """Start a program whose processes are all waited for."""
    return subprocess.Popen(
        [sys.executable, "-c", OVERSEER, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(
            {
                "KIBITZ_CACHE": str(folder / "cache"),
                "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            }
        ),
    )


@linux
@pytest.mark.parametrize("name", COMMANDS)
def test_sigterm_ends_a_command_that_reads_what_never_comes(name: str, tmp_path: Path) -> None:
    begun, never, game = tmp_path / "begun", tmp_path / "never", tmp_path / "waiting.py"
    os.mkfifo(begun)
    os.mkfifo(never)
    game.write_text(WAITING.format(begun=str(begun), never=str(never)))
    words = COMMANDS[name].format(game=game, folder=tmp_path)
    with overseen(command(f"{name} {words}"), tmp_path) as overseer:
        assert overseer.stdout is not None
        process = int(overseer.stdout.readline())
        with open(begun):  # waits until it is opened there
            os.kill(process, signal.SIGTERM)
            said, complaint = overseer.communicate(timeout=PATIENCE)
    assert said.split() == ["143"], complaint
    assert "Traceback" not in complaint


@linux
@pytest.mark.parametrize(("words", "event", "word"), EVENTS)
def test_sigterm_at_this_moment(words: str, event: str, word: str, tmp_path: Path) -> None:
    program = tmp_path / "class" / "ann" / "main.py"
    program.parent.mkdir(parents=True)
    program.write_text("print(1)\n")
    path = tmp_path / "bin"
    path.mkdir()
    (path / "npm").write_text("#!/bin/sh\nsleep 600\n")
    (path / "npm").chmod(0o755)
    asked = [*words.format(folder=tmp_path).split()]
    with overseen([sys.executable, "-c", AT_EVENT, event, word, *asked], tmp_path) as overseer:
        said, complaint = overseer.communicate(timeout=PATIENCE)
    assert "reached" in complaint
    assert said.split()[1:] == ["143"], complaint
    assert "Traceback" not in complaint


def ended(code: str, *words: object) -> tuple[int, bytes]:
    """Run a program; return its exit status and what it complained of."""
    program = [sys.executable, "-c", code, *map(str, words)]
    done = subprocess.run(
        program, env=environment(), timeout=PATIENCE, capture_output=True, check=False
    )
    return done.returncode, done.stderr


def test_a_clean_up_that_waits_for_ever_is_ended(tmp_path: Path) -> None:
    """A file system may not answer; here it is a FIFO."""
    os.mkfifo(tmp_path / "never")
    code = (
        "import os, signal, sys\n"
        "from kibitz.system.signals import sigterm_as_exception\n"
        "with sigterm_as_exception(cleaning=0.1):\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "    finally:\n"
        "        open(sys.argv[1])\n"
    )
    assert ended(code, tmp_path / "never")[0] == 143


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_not_lost_in_a_finalizer(number: signal.Signals, tmp_path: Path) -> None:
    """Python ignores what a finalizer raises; the program waits for what never comes."""
    os.mkfifo(tmp_path / "never")
    code = (
        "import os, sys\n"
        "from kibitz.system.signals import sigterm_as_exception, status_of\n"
        "class Final:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), int(sys.argv[2]))\n"
        "try:\n"
        "    with sigterm_as_exception():\n"
        "        one = Final()\n"
        "        del one\n"
        "        open(sys.argv[1])\n"
        "except KeyboardInterrupt as end:\n"
        "    sys.exit(status_of(end))\n"
    )
    assert ended(code, tmp_path / "never", int(number)) == (128 + number, b"")
