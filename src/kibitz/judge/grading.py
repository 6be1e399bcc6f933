"""Grading a folder: every program on every case, several at a time."""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import NamedTuple

from kibitz.judge.dialogues import exact_difference, loose_difference
from kibitz.judge.exact import cost_of
from kibitz.judge.exchange import Exchange
from kibitz.judge.graded import ACCEPTED, PATIENCE, REJECTED, remark
from kibitz.judge.languages import recipe
from kibitz.judge.reasons import AS_SAID
from kibitz.judge.sandbox import MIB, Limits
from kibitz.judge.submissions import copy
from kibitz.rules.errors import KibitzError, Rounded, Sentence, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.judge.dialogues import Difference
    from kibitz.judge.exact import Cost
    from kibitz.judge.exchange import Run
    from kibitz.judge.graded import Graded, GradedAssignment
    from kibitz.judge.languages import Recipe
    from kibitz.judge.sandbox import Sandbox
    from kibitz.judge.submissions import Submission

    Progress = Callable[[str, int, int | None], None]

VERDICTS = {
    "AC": phrase("accepted"),
    "WA": phrase("wrong answer"),
    "TLE": phrase("time limit exceeded"),
    "MLE": phrase("memory limit exceeded"),
    "OLE": phrase("output limit exceeded"),
    "RTE": phrase("run-time error"),
    "CE": phrase("not built"),
    "JE": phrase("judge error"),
    "NG": phrase("not graded"),
}
BUILDING = Limits(60, 2048 * MIB, processes=256, file=64 * MIB, space=False)
BUILT_ROOM = 256 * MIB
OUT_OF_MEMORY = (b"MemoryError", b"bad_alloc", b"OutOfMemoryError", b"out of memory")
EXCERPT = 2000


class Result(NamedTuple):
    """What became of a program on a case.

    `reason` may quote the program, and so the case; `cost` never does.
    """

    verdict: str
    points: int = 0
    reason: Sentence | None = None
    cost: Cost | None = None
    difference: Difference | None = None
    cpu: float = 0.0
    memory: int = 0
    output: str = ""
    complaints: str = ""

    def words(self, full: bool) -> Sentence | None:
        """Return why. Unless everything may be told, what the program has said stays hidden."""
        if self.cost:
            return self.cost.words
        return self.reason if self.reason and (full or not self.reason.details) else None


class Sheet:
    """One student's results by the names of the cases; `failed` if there was nothing to run."""

    def __init__(self, student: str) -> None:
        self.student = student
        self.language = ""
        self.failed: Result | None = None
        self.results: dict[Graded, Result] = {}

    def result(self, case: Graded) -> Result:
        """Return what became of a case."""
        return self.results.get(case) or self.failed or Result("NG")

    @property
    def points(self) -> int:
        """All points together."""
        return sum(result.points for result in self.results.values())

    @property
    def verdict(self) -> str:
        """The first verdict that is not good, else that all is accepted."""
        if self.failed:
            return self.failed.verdict
        found = [result.verdict for result in self.results.values()]
        return next((verdict for verdict in found if verdict != "AC"), "AC" if found else "NG")


class Grader:
    """Builds and runs all submissions; `sheets` holds what is known so far."""

    def __init__(
        self,
        assignment: GradedAssignment,
        sandbox: Sandbox,
        limits: Limits,
        *,
        exact: bool = False,
        jobs: int = 1,
    ) -> None:
        self.assignment = assignment
        self.sandbox = sandbox
        self.limits = limits
        self.exact = exact
        self.jobs = jobs
        self.stop = threading.Event()
        self.sheets: list[Sheet] = []
        self.slots: queue.SimpleQueue[int] = queue.SimpleQueue()
        for slot in range(jobs):
            self.slots.put(slot)

    def grade(self, submissions: list[Submission], progress: Progress) -> None:
        """Grade everything. If a person stops it, what is done is in `sheets` and nothing runs."""
        self.sheets = [Sheet(submission.student) for submission in submissions]
        home = tempfile.mkdtemp(prefix="kibitz-grade-")
        os.chmod(home, 0o711)  # programs that run as another user must reach what is theirs
        try:
            with ThreadPoolExecutor(self.jobs) as pool:
                try:
                    builds = [
                        pool.submit(self.build, submission, sheet, os.path.join(home, str(number)))
                        for number, (submission, sheet) in enumerate(
                            zip(submissions, self.sheets, strict=True)
                        )
                    ]
                    for done, _ in enumerate(as_completed(builds), start=1):
                        progress(phrase("building"), done, len(builds))
                    runs = [
                        pool.submit(self.run, sheet, where, how, case)
                        for sheet, where, how in (build.result() for build in builds)
                        if how is not None
                        for case in self.assignment.cases
                    ]
                    for done, run in enumerate(as_completed(runs), start=1):
                        sheet, case, result = run.result()
                        sheet.results[case] = result
                        progress(phrase("running"), done, len(runs))
                except BaseException:
                    self.stop.set()
                    pool.shutdown(wait=True, cancel_futures=True)
                    raise
        finally:
            for sheet in self.sheets:  # in the order of the cases, not in that of their ends
                known = sheet.results
                sheet.results = {c: known[c] for c in self.assignment.cases if c in known}
            shutil.rmtree(home, ignore_errors=True)

    def build(
        self, submission: Submission, sheet: Sheet, home: str
    ) -> tuple[Sheet, str, Recipe | None]:
        """Copy and build a submission; where that fails, its sheet says why."""
        os.mkdir(home)
        os.chmod(home, 0o711)
        folder = os.path.join(home, "build")
        try:
            copy(submission, folder)
            for path in tree(folder):
                os.chmod(path, 0o755)  # whatever this user's files are made with
            how = recipe(folder)
        except KibitzError as error:
            sheet.failed = Result("CE", reason=error.words)
            return sheet, folder, None
        sheet.language = how.language
        if how.build:
            run = self.build_run(how, folder)
            if run.why == "stopped":
                sheet.failed = Result("NG")
                return sheet, folder, None
            if run.why or run.status:
                said = run.complaints or run.output
                reason = Sentence("it could not be built within the limits") if run.why else None
                sheet.failed = Result(
                    "CE",
                    reason=reason or first_error(said),
                    complaints=excerpt(said.replace(b"/build/", b"")),
                )
                return sheet, folder, None
        return sheet, folder, how

    def build_run(self, how: Recipe, folder: str) -> Run:
        """Run the build of a submission."""
        slot = self.slots.get()
        user = self.sandbox.user(slot)
        try:
            if user is not None:
                give(folder, user)
            with self.sandbox.place(folder, slot) as place:
                fill = {"{build}": place.build, "{python}": self.sandbox.python}
                words = [filled(word, fill) for word in how.build]
                program, talk = self.sandbox.start(
                    words, folder, place, BUILDING, slot=slot, writable=True, tools=how.tools
                )
                return Exchange(program, talk, BUILDING).run(
                    self.stop, lambda: size_of(folder) > BUILT_ROOM
                )
        finally:
            if user is not None:
                give(folder, 0)  # who runs with this number next shall not change it
            self.slots.put(slot)

    def run(
        self, sheet: Sheet, folder: str, how: Recipe, case: Graded
    ) -> tuple[Sheet, Graded, Result]:
        """Run a program on a case."""
        slot = self.slots.get()
        try:
            with tempfile.TemporaryDirectory(prefix="kibitz-said-") as feedback:
                limits = self.limits._replace(space=how.space)
                with self.sandbox.place(folder, slot) as place:
                    fill = {"{build}": place.build, "{python}": self.sandbox.python}
                    fill["{memory}"] = str(limits.memory // MIB)
                    words = [filled(word, fill) for word in how.run]
                    program, talk = self.sandbox.start(
                        words, folder, place, limits, slot=slot, tools=how.tools
                    )
                    if self.assignment.interactive:
                        run, status = self.converse(program, talk, limits, case, feedback)
                    else:
                        exchange = Exchange(program, talk, limits, case.given.encode())
                        run, status = exchange.run(self.stop), None
                return sheet, case, self.verdict(case, run, status, feedback)
        finally:
            self.slots.put(slot)

    def converse(
        self, program: object, talk: object, limits: Limits, case: Graded, feedback: str
    ) -> tuple[Run, int]:
        """Let the validator talk with the program; return its exit status too."""
        words = self.assignment.command(case, feedback)
        with subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as partner:
            run = Exchange(program, talk, limits, partner=partner).run(self.stop)  # type: ignore[arg-type]
            try:
                return run, partner.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                partner.kill()
                return run, partner.wait()

    def verdict(self, case: Graded, run: Run, status: int | None, feedback: str) -> Result:
        """Put together what is known about a run."""
        known = Result(
            "NG",
            cpu=run.cpu,
            memory=run.memory,
            output=excerpt(run.output),
            complaints=excerpt(run.complaints),
        )
        stopped = stopping(run, self.limits)
        if stopped:
            return known._replace(verdict=stopped[0], reason=stopped[1])
        if status is None:
            status = self.assignment.judge(case, run.output, feedback)
        said = remark(feedback)
        name = self.assignment.name
        if status == ACCEPTED:
            words, difference = (
                exact_difference(name, case, run.output) if self.exact else (None, None)
            )
            if words:
                return known._replace(verdict="WA", reason=words, difference=difference)
            return known._replace(verdict="AC", points=case.points)
        if status != REJECTED:
            return known._replace(verdict="JE", reason=said)
        cost = cost_of(name, case.given, known.output)
        difference = None
        if self.assignment.interactive and said:
            said, difference = loose_difference(name, case, run.output, said)
        return known._replace(verdict="WA", reason=said, cost=cost, difference=difference)


def stopping(run: Run, limits: Limits) -> tuple[str, Sentence | None] | None:
    """Return the verdict on a program that was stopped or has crashed, None if it was not."""
    if run.why == "stopped":
        return "NG", None
    if run.why == "time":
        used = Sentence("still at work after {seconds} s", seconds=Rounded(limits.time, 1))
        return "TLE", used
    if run.why == "wall":
        return "TLE", Sentence(
            "waited without end: for input that does not come, or with output that was not flushed"
        )
    if run.why == "output":
        return "OLE", Sentence("wrote more than {size} MiB", size=limits.output // MIB)
    if run.why == "processes":
        return "RTE", Sentence("started more than {count} processes", count=limits.processes)
    crashed = run.why != "judged" and run.status != 0
    if run.why == "memory" or (crashed and any(w in run.complaints for w in OUT_OF_MEMORY)):
        return "MLE", Sentence("asked for more than {size} MiB", size=limits.memory // MIB)
    if not crashed:
        return None
    if run.status < 0:
        return "RTE", Sentence("was ended by signal {number}", number=str(-run.status))
    last = excerpt(run.complaints).strip().splitlines()[-1:]
    if last:
        return "RTE", Sentence(
            "ended with status {status}: {said}", status=str(run.status), said=last[0][:200]
        )
    return "RTE", Sentence("ended with status {status}", status=str(run.status))


def first_error(said: bytes) -> Sentence:
    """Return the line of a compiler that tells most."""
    lines = [line.strip() for line in excerpt(said.replace(b"/build/", b"")).splitlines()]
    telling = [line for line in lines if "error" in line.lower()] or lines[-1:]
    return Sentence(AS_SAID, said=telling[0][:200]) if telling else Sentence("nothing was said")


def excerpt(output: bytes) -> str:
    """Return the beginning of an output as text that harms no page and no terminal."""
    text = output[: 4 * EXCERPT].decode("utf-8", "replace")[:EXCERPT]
    return "".join(sign if sign in "\n\t" or sign.isprintable() else "�" for sign in text)


def filled(word: str, fill: dict[str, str]) -> str:
    """Return a word of a command with its gaps filled."""
    for gap, filling in fill.items():
        word = word.replace(gap, filling)
    return word


def tree(folder: str) -> Iterator[str]:
    """Yield a folder and all that is in it."""
    yield folder
    for where, folders, files in os.walk(folder):
        for name in (*folders, *files):
            yield os.path.join(where, name)


def give(folder: str, user: int) -> None:
    """Make somebody the owner of a folder and all that is in it."""
    for path in tree(folder):
        os.chown(path, user, user, follow_symlinks=False)


def size_of(folder: str) -> int:
    """Return how many bytes a folder holds."""
    size = 0
    for path in tree(folder):
        try:
            size += os.lstat(path).st_size
        except OSError:
            continue
    return size
