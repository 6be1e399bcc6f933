"""Runs the command as its users do: through pipes, and in a real pseudo-terminal.

A golden transcript is what stands on the screen after a session, with two marks in it:

- `⟦F4U⟧` is what the player types, and Return. `⟦^D⟧` is the end of input and `⟦^C⟧` Ctrl-C.
- `␌` is a cleared screen.

So the same file says what comes out of a pipe (without what is typed, the Returns included, and
without cleared screens) and what a terminal shows (there it is the terminal that writes what is
typed).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pexpect

import kibitz

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
PATIENCE = 120  # seconds, before a program counts as hanging
AGAIN = 20  # seconds, before Ctrl-C is pressed once more
END_OF_INPUT, CTRL_C = "^D", "^C"
TYPED = re.compile("⟦(.*?)⟧\n?")
CLEARED = re.compile("\x1b\\[H\x1b\\[2J(?:\x1b\\[3J)?")


def command(words: str | Sequence[str]) -> list[str]:
    """Return how to start kibitz with these words (as one text: split at spaces)."""
    words = words.split() if isinstance(words, str) else words
    return [sys.executable, "-P", "-m", "kibitz", *words]


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment for a run from any folder: this kibitz, and some changes.

    Output is buffered, as people have it: Python writes the rest, and may fail, when it ends.
    """
    sources = str(Path(kibitz.__file__).parent.parent)
    fixed = {"PYTHONPATH": sources, "PYTHONUNBUFFERED": ""}
    return {**os.environ, **fixed, **(changes or {})}


def run(
    words: str | Sequence[str],
    stdin: str | bytes = b"",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run to the end through pipes; what comes out is bytes, and may not be a traceback."""
    return finished(command(words), stdin, cwd, env)


def run_in_shell(
    script: str,
    words: str | Sequence[str],
    stdin: str | bytes = b"",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run a shell script in which `"$@"` is the command."""
    return finished(["bash", "-c", script, "bash", *command(words)], stdin, cwd, env)


def finished(
    words: Sequence[str],
    stdin: str | bytes,
    cwd: Path | None,
    env: Mapping[str, str] | None,
) -> subprocess.CompletedProcess[bytes]:
    """Run some words to the end; there must be no traceback."""
    done = subprocess.run(
        words,
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=cwd,
        env=environment(env),
        timeout=PATIENCE,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done


def the_sentence(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the one sentence on standard error of a run that failed as it should, with 2."""
    assert done.returncode == 2, done
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1, done.stderr.decode()
    assert lines[0].startswith("kibitz: ")
    assert len(lines[0]) < 400
    return lines[0].removeprefix("kibitz: ")


class Terminal:
    """A program at a pseudo-terminal, which echoes what is typed as terminals do.

    It may be started by a shell script, in which `"$@"` is the command.
    """

    def __init__(
        self,
        words: str | Sequence[str],
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        script: str = "",
        columns: int = 80,
    ) -> None:
        shell = ["bash", "-c", script, "bash"] if script else []
        program, *arguments = [*shell, *command(words)]
        with warnings.catch_warnings():
            # Python 3.12 warns of forking beside threads, and test runners may have threads.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.child = pexpect.spawn(
                program,
                arguments,
                cwd=None if cwd is None else str(cwd),
                env={**environment(), "TERM": "xterm", **(env or {})},
                encoding="utf-8",
                timeout=PATIENCE,
                dimensions=(24, columns),
            )
        self.child.delaybeforesend = None  # pexpect would sleep here, and on closing
        self.child.delayafterclose = self.child.ptyproc.delayafterclose = 0
        self.seen = ""
        self.interrupted = False

    def wait_for(self, text: str) -> None:
        """Read until the screen shows a text."""
        self.child.expect_exact(text.replace("\n", "\r\n"))
        self.seen += self.child.before + self.child.after

    def type(self, answer: str) -> None:
        """Type an answer and Return, or end the input, or press Ctrl-C."""
        if answer == END_OF_INPUT:
            self.child.sendeof()
        elif answer == CTRL_C:
            self.child.sendintr()
            self.interrupted = True
        else:
            self.child.sendline(answer)

    def finish(self) -> int:
        """Read to the end, and return the exit status.

        Python's readline notices a Ctrl-C that comes between showing the prompt and waiting for a
        key only with the next key, so it is pressed again where nothing happens.
        """
        tries = PATIENCE // AGAIN if self.interrupted else 0
        while tries and self.child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=AGAIN):
            self.child.sendintr()
            tries -= 1
        if not tries:
            self.child.expect(pexpect.EOF)
        self.seen += self.child.before
        self.child.wait()
        self.child.close()
        assert self.child.signalstatus is None
        return int(self.child.exitstatus)

    @property
    def screen(self) -> str:
        """What has been shown so far, with `␌` for a cleared screen and plain line ends."""
        return CLEARED.sub("␌", self.seen).replace("\r\n", "\n")


def spawn(
    words: str | Sequence[str],
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    script: str = "",
    columns: int = 80,
) -> Terminal:
    """Start a program at a pseudo-terminal."""
    return Terminal(words, cwd, env, script, columns)


def golden(name: str, **words: str) -> str:
    """Return a golden transcript; `{word}` in it is replaced by a given text."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    for word, meaning in words.items():
        assert f"{{{word}}}" in text
        text = text.replace(f"{{{word}}}", meaning)
    return text


def answers_in(transcript: str) -> list[str]:
    """Return what the player types."""
    return TYPED.findall(transcript)


def piped(transcript: str) -> tuple[str, str]:
    """Return standard input and output of a session whose screen would show the transcript."""
    answers = answers_in(transcript)
    assert CTRL_C not in answers
    typed = "".join(f"{answer}\n" for answer in answers if answer != END_OF_INPUT)
    shown = transcript.replace(f"⟦{END_OF_INPUT}⟧", "")
    return typed, TYPED.sub("", shown).replace("␌", "")


def play_at_terminal(terminal: Terminal, transcript: str) -> int:
    """Type the answers of a transcript, each after the text before it; return the exit status."""
    parts = TYPED.split(transcript)
    for before, answer in zip(parts[::2], parts[1::2], strict=False):
        terminal.wait_for(before.rpartition("␌")[2])
        terminal.type(answer)
    return terminal.finish()


def shown(transcript: str) -> str:
    """Return the transcript as a terminal shows it."""
    text = transcript.replace(f"⟦{END_OF_INPUT}⟧", "")
    return text.replace("⟦", "").replace("⟧", "")


def check_piped(words: str, transcript: str, status: int = 0) -> None:
    """Check that a program, through pipes, gives what the transcript says."""
    typed, expected = piped(transcript)
    done = run(words, typed)
    assert done.stdout.decode() == expected
    assert done.stderr == b""
    assert done.returncode == status


def check_at_terminal(words: str, transcript: str, status: int = 0) -> None:
    """Check that a program, at a terminal, shows what the transcript says."""
    terminal = spawn(words)
    assert play_at_terminal(terminal, transcript) == status
    assert terminal.screen == shown(transcript)
