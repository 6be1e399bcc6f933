"""Helpers for the tests of grading: a sandbox, a one-case assignment, marked processes."""

from __future__ import annotations

import os
from functools import cache
from itertools import dropwhile
from pathlib import Path

from kibitz.judge.grading.convention import Convention
from kibitz.judge.grading.graded_assignment import Graded
from kibitz.judge.grading.sandbox import NONE, Sandbox, find_sandbox
from kibitz.language.errors import KibitzError

CASE = Graded("01-easy", "1 2\n", "", sample=False, points=1)


@cache
def best() -> Sandbox:
    """Return the best sandbox that there is here: bubblewrap where it works, else none."""
    try:
        return find_sandbox()
    except KibitzError:
        return find_sandbox(NONE)


def option() -> list[str]:
    """Return the words that `kibitz grade` and `kibitz check` need here."""
    return [] if best().bwrap else ["--sandbox", NONE]


def marks_in(out: str) -> list[str]:
    """Return the lines of marks that `kibitz grade` printed, without the sentences before them."""
    return [*dropwhile(lambda line: line.endswith("."), out.splitlines())]


class Judge:
    """An assignment of one case: the answer is `right`."""

    name = title = "solitaire"  # a dialogue: no answer of it has a cost
    interactive = False
    convention = Convention()
    cases = probes = (CASE,)
    out_of = 1

    def judge(self, case: Graded, output: bytes, feedback: str) -> int:
        return 42 if output.strip() == b"right" else 43


def mark_of(folder: Path) -> str:
    """Return a name that only the processes of one test have in their words."""
    return f"hostile-{os.getpid()}-{abs(hash(str(folder)))}"


def running(mark: str) -> list[str]:
    """Return the processes with a mark."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in words:
            found.append(name)
    return found
