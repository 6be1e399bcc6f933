"""Assignment to be graded: the cases of its package, their points, and its validator."""

import os
import re
import subprocess
import sys
from typing import NamedTuple

from kibitz.judge.assignments.problem_package import CURRENT, package, write
from kibitz.language.errors import Sentence

ACCEPTED, REJECTED = 42, 43
DEPTH = re.compile(r"(?:distance|in|left|lost-pegs|helpers)(\d+)")
ONE_WAY = re.compile(r"(?:best|ways|safe)1(?!\d)")
HARDER = re.compile(r"trap|slips|^\d+-(?:any|oldest)")
PATIENCE = 20  # seconds for a validator


class Graded(NamedTuple):
    """One case and its points. A sample is public, and has no points.

    `number` is the only public part of a hidden case.
    """

    name: str
    given: str
    answer: str
    sample: bool
    points: int
    number: int = 0

    @property
    def place(self) -> str:
        """The group and the name, which are unique."""
        return f"{'sample' if self.sample else 'secret'}/{self.name}"

    @property
    def title(self) -> Sentence | str:
        """The title of the case in a report."""
        if self.sample:
            return Sentence("sample {name}", name=self.name)
        return Sentence("case {number}", number=str(self.number)) if self.number else self.name


class GradedAssignment:
    """The cases and the validator of a package, written to a private folder of the judge."""

    def __init__(self, name: str, seed: int, folder: str) -> None:
        files = package(name, CURRENT, seed)
        self.name = name
        self.folder = folder
        self.interactive = "\ntype: interactive\n" in files["problem.yaml"]
        limit = re.search(r"time_limit: ([\d.]+)", files["problem.yaml"])
        self.time = float(limit[1]) if limit else 2.0
        self.cases = [
            case(path, files) for path in files if re.fullmatch(r"data/\w+/[^/]+\.in", path)
        ]
        self.validator = os.path.join(folder, "validate.py")
        self.judging = files["output_validator/validate.py"]
        write(self.validator, self.judging)
        for one in self.cases:
            write(self.path(one, "in"), one.given)
            write(self.path(one, "ans"), one.answer)

    def path(self, case: Graded, ending: str) -> str:
        """Return the path of a file of a case."""
        return os.path.join(self.folder, f"{case.place}.{ending}")

    @property
    def out_of(self) -> int:
        """The points of all cases."""
        return sum(case.points for case in self.cases)

    def command(self, case: Graded, feedback: str) -> list[str]:
        """Return the command that runs the validator on a case."""
        files = [self.path(case, "in"), self.path(case, "ans"), feedback]
        return [sys.executable, "-I", "-S", self.validator, *files]

    def judge(self, case: Graded, output: bytes, feedback: str) -> int:
        """Return the exit status of the validator on an output."""
        try:
            done = subprocess.run(
                self.command(case, feedback),
                input=output,
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return 1
        return done.returncode


def case(path: str, files: dict[str, str]) -> Graded:
    """Return the case whose input has this path in a package."""
    stem = path.removesuffix(".in")
    name = os.path.basename(stem)
    sample = stem.startswith("data/sample/")
    points = 0 if sample else points_of(name)
    return Graded(name, files[path], files[f"{stem}.ans"], sample, points)


def points_of(name: str) -> int:
    """Return the points of a case, by the difficulty in its name.

    One point, one more for each move of look-ahead, one if only a single move is right, two for a
    trap or other difficulties.
    """
    depth = DEPTH.search(name)
    ahead = int(depth[1]) if depth else 0
    return 1 + ahead + bool(ONE_WAY.search(name)) + 2 * bool(HARDER.search(name))


def remark(feedback: str) -> str:
    """Return the message of the validator."""
    try:
        name = os.path.join(feedback, "judgemessage.txt")
        with open(name, encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return ""
