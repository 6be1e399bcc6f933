"""Programs as students write them, and the first case of a package that each of them fails.

Right programs are in `tests/data/right`, one folder for each assignment. A wrong one is a right
one, of there or of the package, with the edits in `tests/data/wrong`. They follow the conventions
of programming judges. The choice of cases does not know them.
"""

from __future__ import annotations

import re
import resource
import subprocess
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kibitz.judge.assignments import trial
from kibitz.judge.assignments.assignment import PARTS, Assignment, assignment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.judge.cases.case import Case

DATA = Path(__file__).parents[1] / "data"
JAVA = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss8m"]
BUILDS = {
    ".c": ["gcc", "-O1", "-w", "-o", "program", "program.c"],
    ".cpp": ["g++", "-O1", "-w", "-o", "program", "program.cpp"],
    ".java": ["javac", "-encoding", "UTF-8", "-nowarn", "program.java"],
}
CPU_SECONDS = 10


class HandIn(NamedTuple):
    """A program: its file, its text, and what is wrong with it, "" for a right one."""

    file: str
    text: str
    why: str = ""

    @property
    def language(self) -> str:
        """The ending of its name."""
        return Path(self.file).suffix


def right_programs(name: str) -> list[HandIn]:
    """Return the right programs for an assignment, those of its package as well."""
    files = [*sorted((DATA / "right" / name).iterdir()), *Path(PARTS, name).glob("accepted.*")]
    return [HandIn(file.name, file.read_text(encoding="utf-8")) for file in files]


def wrong_programs(name: str) -> list[HandIn]:
    """Return the wrong programs for an assignment."""
    bases = {one.file: one.text for one in right_programs(name)}
    found = []
    for wrong in tomllib.loads((DATA / "wrong" / f"{name}.toml").read_text(encoding="utf-8"))[
        "wrong"
    ]:
        text = bases[wrong["base"]]
        for old, new in wrong["edits"]:
            assert text.count(old) == 1, (wrong["why"], old, text.count(old))
            text = text.replace(old, new)
        found.append(HandIn(wrong["base"], text, wrong["why"]))
    return found


def first_failures(
    name: str, programs: list[HandIn], cases: list[Case], folder: Path
) -> list[str | None]:
    """Return the name of the first case that each program fails, None if it passes all."""
    made = assignment(name)
    failures: list[str | None] = []
    for number, program in enumerate(programs):
        if program.language == ".py":
            # Not `made.try_out`, which looks the results for the L-game up.
            _, [(verdict, case)] = Assignment.try_out(made, [program.text], cases, len(cases), 0)
            failures.append(None if verdict == trial.FINE else cases[case].name)
        else:
            place = folder / f"{name}{number}"
            place.mkdir()
            command = build(program, place)
            failures.append(next(failed(made, command, cases, place), None))
    return failures


def build(program: HandIn, folder: Path) -> list[str]:
    """Build a program, and return the command that runs it in the folder."""
    (folder / f"program{program.language}").write_text(program.text, encoding="utf-8")
    subprocess.run(BUILDS[program.language], cwd=folder, check=True)
    if program.language != ".java":
        return ["./program"]
    (main,) = re.findall(r"^class (\w+)", program.text, re.MULTILINE)
    return [*JAVA, "-cp", ".", main]


def failed(made: Assignment, command: list[str], cases: list[Case], folder: Path) -> Iterator[str]:
    """Run a program on one case after another, and yield the names of those it fails."""
    validator = compile(made.validator("output"), "validator", "exec", dont_inherit=True)
    farewell = "".join(f"{line}\n" for line in made.about.get("farewell", ()))
    for case in cases:
        (folder / "in").write_text(case.given, encoding="utf-8")
        (folder / "ans").write_text(case.answer, encoding="utf-8")
        done = subprocess.run(
            command,
            cwd=folder,
            input=(case.given + farewell).encode(),
            capture_output=True,
            check=False,
            preexec_fn=limited,
        )
        words = ["validate", str(folder / "in"), str(folder / "ans")]
        judged = trial.exit_status(validator, words, done.stdout) if not done.returncode else 1
        if judged != trial.ACCEPTED:
            yield case.name


def limited() -> None:
    """Limit the processor time of a program that may not end, and the memory it may fill."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
