"""Assignment to be graded: the cases of its package, their points, and its validator.

The package is drawn from a seed, or read from a folder that a teacher may have edited. Cases of the
teacher's own may be added; the right program of the package answers them.
"""

import os
import re
import subprocess
import sys
from typing import NamedTuple

from kibitz.judge.assignments.problem_package import ASSIGNMENTS, CURRENT, MADE_BY, package, write
from kibitz.judge.cases.dialogue_moments import exit_status
from kibitz.judge.grading.convention import COURSE, JUDGE, Convention, convention
from kibitz.language.errors import KibitzError, Sentence

ACCEPTED, REJECTED = 42, 43
DEPTH = re.compile(r"(?:distance|in|left|lost-pegs|helpers)(\d+)")
ONE_WAY = re.compile(r"(?:best|ways|safe)1(?!\d)")
HARDER = re.compile(r"trap|slips|^\d+-(?:any|oldest)")
PATIENCE = 20  # seconds for a validator
PROBLEM, DATA = "problem.yaml", "data"
VALIDATORS = ("output_validator/validate.py", "output_validators/validate.py")
INPUT_VALIDATOR = "input_validators/validate.py"
RIGHT = re.compile(r"submissions/accepted/[^/]+\.py")
VALIDATOR, FUNCTION = "validate.py", "function.py"
CASE = re.compile(r"data/(?:sample|secret)/.+\.in")
LARGEST = 4 << 20  # bytes of a file of a package


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
    """The cases and the validator of a package, written to a private folder of the judge.

    `name` is an assignment, or the folder of a package, for which `seed` does not matter. `own` is
    a folder of more cases, "" for none. A classic is judged by the convention of its course, unless
    `chosen` is `JUDGE`. The attribute `name` is "" if mistakes of answers cannot be
    analysed: the package of a game in a file does not say where that file is.
    """

    def __init__(
        self, name: str, seed: int, folder: str, own: str = "", chosen: str | None = None
    ) -> None:
        is_package = names_package(name)
        has_course = not is_package and name in ASSIGNMENTS
        if chosen == COURSE and not has_course:
            raise KibitzError("{name} is not one of the five courses", name=name)
        files = files_of_package(name) if is_package else package(name, CURRENT, seed)
        about = files[PROBLEM]
        self.title = os.path.basename(os.path.abspath(name)) if is_package else name
        self.name = classic_in(about) if is_package else name
        self.folder = folder
        self.interactive = bool(re.search(r"^(type|validation):.*\binteractive\b", about, re.M))
        limit = re.search(r"time_limit: ([\d.]+)", about)
        self.time = float(limit[1]) if limit else 2.0
        self.cases = [case(path, files) for path in files if CASE.fullmatch(path)]
        self.convention = convention(name) if has_course and chosen != JUDGE else Convention()
        self.judging = next((files[path] for path in VALIDATORS if path in files), "")
        if not self.judging or not self.cases:
            raise KibitzError(
                "{folder} has no cases, or no validator in one file: {names}",
                folder=name,
                names=VALIDATORS[0],
            )
        write(os.path.join(folder, VALIDATOR), self.judging)
        write(os.path.join(folder, FUNCTION), self.convention.validator)
        if own:
            self.cases += own_cases(own, files, folder, interactive=self.interactive)
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

    @property
    def probes(self) -> list[Graded]:
        """The cases by which the way of a program is found.

        There is one for each line that some way treats, and one for each exit status.
        """
        ways = self.convention.ways
        found = [
            next((one for one in self.cases if line in one.given.splitlines()), self.cases[0])
            for way in ways
            for line in (*way.typed, *way.arguments)
        ]
        if any(way.status for way in ways):
            failing = (one for one in self.cases if exit_status(self.name, one.given))
            found.append(next(failing, self.cases[0]))
        return list(dict.fromkeys(found or self.cases[:1]))

    def command(
        self, case: Graded, feedback: str, course: bool = False, validator: str = VALIDATOR
    ) -> list[str]:
        """Return the command that runs a validator on a case, in the course's convention or not."""
        files = [self.path(case, "in"), self.path(case, "ans"), feedback]
        path = os.path.join(self.folder, validator)
        return [sys.executable, "-I", "-S", path, *files, *([COURSE] if course else [])]

    def judge(self, case: Graded, output: bytes, feedback: str, validator: str = VALIDATOR) -> int:
        """Return the exit status of a validator on an output."""
        try:
            done = subprocess.run(
                self.command(case, feedback, validator=validator),
                input=output,
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return 1
        return done.returncode


def names_package(name: str) -> bool:
    """Return whether a name is the folder of a package; a built-in assignment comes first."""
    return name not in ASSIGNMENTS and os.path.isdir(name)


def files_of_package(folder: str) -> dict[str, str]:
    """Return the text of the files of a package by their relative paths, as they are now."""
    if not os.path.isfile(os.path.join(folder, PROBLEM)):
        raise KibitzError(
            "{folder} is not a problem package: it has no {name}", folder=folder, name=PROBLEM
        )
    files = {}
    for here, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(here, name)
            within = os.path.relpath(path, folder).replace(os.sep, "/")
            read = within == PROBLEM or name.endswith((".py", ".in", ".ans"))
            if read and os.path.getsize(path) <= LARGEST:
                files[within] = text_of(path)
    return files


def text_of(path: str) -> str:
    """Return the text of a file of a package."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        raise KibitzError("{name} cannot be read as UTF-8 text", name=path) from None


def classic_in(about: str) -> str:
    """Return the classic that a package was made from, "" if it was made from something else."""
    found = re.search(rf"^{re.escape(MADE_BY)} (\S+)", about, re.MULTILINE)
    return found[1] if found and found[1] in ASSIGNMENTS else ""


def own_cases(own: str, files: dict[str, str], folder: str, *, interactive: bool) -> list[Graded]:
    """Return the cases of a folder: each file NAME.in, with NAME.ans if it is there.

    An input must be sound. An answer that is not there is that of the right program.
    """
    names = sorted(os.listdir(own)) if os.path.isdir(own) else []
    inputs = [name.removesuffix(".in") for name in names if name.endswith(".in")]
    if not inputs:
        raise KibitzError("there are no cases in {folder}: files such as mine.in", folder=own)
    right = next((path for path in files if RIGHT.fullmatch(path)), "")
    for name in filter(None, (right, INPUT_VALIDATOR)):
        write(os.path.join(folder, "own", os.path.basename(name)), files.get(name, ""))
    found = []
    for name in inputs:
        given = text_of(os.path.join(own, f"{name}.in"))
        if INPUT_VALIDATOR in files and printed(folder, INPUT_VALIDATOR, given)[0] != ACCEPTED:
            raise KibitzError("{name} is not an input of this assignment", name=f"{name}.in")
        answer = ""
        if f"{name}.ans" in names:
            answer = text_of(os.path.join(own, f"{name}.ans"))
        elif not interactive:
            status, answer = printed(folder, right, given) if right else (1, "")
            if status != 0:
                raise KibitzError("{name} is missing", name=f"{name}.ans")
        found.append(Graded(f"own/{name}", given, answer, sample=False, points=points_of(name)))
    return found


def printed(folder: str, program: str, given: str) -> tuple[int, str]:
    """Run a program of the package on an input; return its exit status and its output."""
    path = os.path.join(folder, "own", os.path.basename(program))
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", path],
            input=given,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 1, ""
    return done.returncode, done.stdout


def case(path: str, files: dict[str, str]) -> Graded:
    """Return the case whose input has this path in a package."""
    stem = path.removesuffix(".in")
    sample = stem.startswith("data/sample/")
    name = stem.split("/", 2)[2]
    points = 0 if sample else points_of(name)
    return Graded(name, files[path], files.get(f"{stem}.ans", ""), sample, points)


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
