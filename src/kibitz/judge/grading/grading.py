"""Grading of a folder: every program on every case, several at a time."""

import os
import queue
import secrets
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager

from kibitz.judge.cases.dialogue_differences import loose_difference, wrong_before_waiting
from kibitz.judge.cases.dialogue_moments import boards, exit_status
from kibitz.judge.cases.exact_answers import mistake_in
from kibitz.judge.grading.convention import COURSE, JUDGE, DialogueWay
from kibitz.judge.grading.grade_results import (
    PASSED,
    CaseResult,
    Sheet,
    excerpt,
    fault,
    first_error,
    stopping,
)
from kibitz.judge.grading.graded_assignment import (
    ACCEPTED,
    FUNCTION,
    PATIENCE,
    REJECTED,
    Graded,
    GradedAssignment,
    remark,
)
from kibitz.judge.grading.journal import Journal, Record, digest_of
from kibitz.judge.grading.program_run import Exchange, Run
from kibitz.judge.grading.programming_languages import Recipe, recipe
from kibitz.judge.grading.reasons import reason
from kibitz.judge.grading.sandbox import MIB, NOTHING_MORE, Given, RunLimits, Sandbox, Started
from kibitz.judge.grading.similarity import fingerprints_in
from kibitz.judge.grading.submissions import Submission, copy
from kibitz.judge.grading.untrusted_folders import give, is_full, remove, tree, workplace
from kibitz.language.errors import Sentence, phrase

Progress = Callable[[str, int, int | None], None]

BUILDING = RunLimits(60, 2048 * MIB, processes=256, file=64 * MIB, space=False)
BUILT_ROOM = 256 * MIB
NOT_RUN = Run("", 0, 0.0, 0.0, 0, written=False, output=b"", complaints=b"")


class GradedProgram:
    """A submission in progress: its folder, its run command, and the sheet of its student.

    `way` is how it is given its cases. `has_function`: whether the course's function is called.
    """

    def __init__(self, number: int, submission: Submission, home: str) -> None:
        self.number = number
        self.submission = submission
        self.sheet = Sheet(submission.student, submission.number)
        self.home = os.path.join(home, secrets.token_hex(16))
        self.folder = os.path.join(self.home, "build")
        self.digest = ""
        self.how: Recipe | None = None
        self.way = DialogueWay()
        self.has_function = False


class Grader:
    """Builds and runs all submissions; `sheets` holds the results so far."""

    def __init__(
        self,
        assignment: GradedAssignment,
        sandbox: Sandbox,
        limits: RunLimits,
        *,
        jobs: int = 1,
        journal: Journal | None = None,
        to_first_failure: bool = False,
    ) -> None:
        self.assignment = assignment
        self.sandbox = sandbox
        self.limits = limits
        self.jobs = jobs
        self.journal = journal
        self.to_first_failure = to_first_failure
        self.resumed = 0  # runs taken from the journal
        self.stop = threading.Event()
        self.sheets: list[Sheet] = []
        self.slots: queue.SimpleQueue[int] = queue.SimpleQueue()
        for slot in range(jobs):
            self.slots.put(slot)

    def grade(self, submissions: list[Submission], progress: Progress) -> None:
        """Grade everything. After an interrupt, `sheets` has partial results and nothing runs."""
        with workplace() as home:
            programs = [GradedProgram(number, one, home) for number, one in enumerate(submissions)]
            self.sheets = [program.sheet for program in programs]
            try:
                self.grade_all(programs, progress)
            finally:
                for sheet in self.sheets:  # in the order of the cases, not of completion
                    known = sheet.results
                    sheet.results = {c: known[c] for c in self.assignment.cases if c in known}

    def grade_all(self, programs: list[GradedProgram], progress: Progress) -> None:
        """Build all programs, then run them on every case that is not in the journal."""
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                builds = [pool.submit(self.build, program) for program in programs]
                for done, _ in enumerate(as_completed(builds), start=1):
                    progress(phrase("building"), done, len(builds))
                runs = [
                    pool.submit(self.run, program, program.how, case)
                    for program in programs
                    if program.how is not None
                    for case in self.assignment.cases
                    if case not in program.sheet.results
                ]
                for done, run in enumerate(as_completed(runs), start=1):
                    sheet, case, result = run.result()
                    sheet.results[case] = result
                    progress(phrase("running"), done, len(runs))
                    if self.to_first_failure and result.verdict not in PASSED:
                        pool.shutdown(cancel_futures=True)
                        return
            except BaseException:
                self.stop.set()
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def build(self, program: GradedProgram) -> None:
        """Copy and build a submission; a failure is recorded in its sheet."""
        try:
            program.sheet.failed = self.failure_to_build(program)
        except Exception as error:  # others are graded all the same
            program.sheet.failed = fault(error)
        if program.sheet.failed:
            program.how = None
            remove(program.home)

    def failure_to_build(self, program: GradedProgram) -> CaseResult | None:
        """Prepare a program for running; return the failure, if any."""
        folder, sheet = program.folder, program.sheet
        self.make_home(program)
        copy(program.submission, folder)
        for path, _ in tree(folder):
            os.chmod(path, 0o755)  # independent of the umask
        convention = self.assignment.convention
        sheet.fingerprints = fingerprints_in(folder, convention.beside)
        if self.take_known(program):
            return None
        program.has_function = convention.complete(folder)
        how = recipe(folder, convention.main, convention.beside)
        sheet.language = how.language
        if how.build:
            run = self.build_run(program, how)
            if run.why == "stopped":
                return CaseResult("NG")
            if run.why or run.status or is_full(folder, BUILT_ROOM):
                said = run.complaints or run.output
                limits = run.why or not run.status
                reason = Sentence("it could not be built within the limits") if limits else None
                complaints = excerpt(said.replace(b"/build/", b""))
                return CaseResult("CE", reason=reason or first_error(said), complaints=complaints)
        program.how = how
        self.find_way(program, how)
        return None

    def find_way(self, program: GradedProgram, how: Recipe) -> None:
        """Find the way that suits a program: the first with the most accepted probes."""
        ways, probes = self.assignment.convention.ways, self.assignment.probes
        best, program.way = -1, ways[0]
        if len(ways) == 1:
            return
        usual = min(self.limits.time, self.assignment.time)  # in a wrong way, some wait for ever
        for way in ways:
            score, known = 0, {}
            for case in probes:
                record = self.record_in_slot(program, how, case, way, usual)
                known[case] = record
                verdict = self.verdict(case, record).verdict
                if self.stop.is_set() or verdict not in PASSED:
                    score = score or verdict == "WA"  # it came to an answer at least
                    break
                score += 2 * (verdict == "AC")
            if score > best:
                best, program.way, records = score, way, known
            if self.stop.is_set() or best == 2 * len(probes):
                break
        if not self.stop.is_set():
            for case, record in records.items():
                self.keep(program, case, record)

    def make_home(self, program: GradedProgram) -> None:
        """Create the folder of a program, which other programs can neither guess nor read."""
        os.mkdir(program.home, 0o700)
        group = self.sandbox.group(program.number)
        if group is not None:
            os.chown(program.home, -1, group)
            os.chmod(program.home, 0o710)

    def take_known(self, program: GradedProgram) -> bool:
        """Load results from the journal; return whether they are complete."""
        if self.journal is None:
            return False
        program.digest = digest_of(program.folder)
        for case in self.assignment.cases:
            record = self.journal.find(program.digest, case)
            if record:
                self.note(program, case, record)
        self.resumed += len(program.sheet.results)
        return len(program.sheet.results) == len(self.assignment.cases)

    def build_run(self, program: GradedProgram, how: Recipe) -> Run:
        """Run the build of a submission."""
        slot, folder = self.slots.get(), program.folder
        user = self.sandbox.user(slot)
        try:
            if user is not None:
                give(folder, user)
            with self.started(program, how.build, how, slot, BUILDING, building=True) as started:
                run = Exchange(started, BUILDING).run(
                    self.stop, lambda: is_full(folder, BUILT_ROOM)
                )
            if user is not None and not run.why:
                give(folder, 0)  # the next program with this user id must not change it
            return run
        finally:
            self.slots.put(slot)

    def run(
        self, program: GradedProgram, how: Recipe, case: Graded
    ) -> tuple[Sheet, Graded, CaseResult]:
        """Run a program on a case."""
        try:
            record = self.record_in_slot(program, how, case, program.way, self.limits.time)
            return program.sheet, case, self.keep(program, case, record)
        except Exception as error:  # others are graded all the same
            return program.sheet, case, fault(error)

    def keep(self, program: GradedProgram, case: Graded, record: Record) -> CaseResult:
        """Keep a finished run in the journal; return its result."""
        if self.journal and record.run.why != "stopped":
            self.journal.add(program.digest, case, record)
        return self.note(program, case, record)

    def note(self, program: GradedProgram, case: Graded, record: Record) -> CaseResult:
        """Note the result of a run in the sheet of the student."""
        sheet = program.sheet
        sheet.language = record.language
        if self.assignment.convention.name == COURSE and sheet.convention != COURSE:
            sheet.convention = record.convention or sheet.convention
        sheet.results[case] = self.verdict(case, record)
        return sheet.results[case]

    def record_in_slot(
        self, program: GradedProgram, how: Recipe, case: Graded, way: DialogueWay, time: float
    ) -> Record:
        """Run a program on a case as soon as a slot is free, with so many seconds of time."""
        slot = self.slots.get()
        try:
            limits = self.limits._replace(space=how.space, time=time)
            return self.record(program, how, case, way, slot, limits)
        finally:
            self.slots.put(slot)

    def record(
        self,
        program: GradedProgram,
        how: Recipe,
        case: Graded,
        way: DialogueWay,
        slot: int,
        limits: RunLimits,
    ) -> Record:
        """Run a program on a case, and validate its output."""
        if not way.offers(case.given):
            return Record(how.language, "", 0, NOT_RUN, None, "")
        assignment, stop = self.assignment, self.stop
        convention, name = assignment.convention, way.name
        status: int | None = None
        files = dict.fromkeys(convention.input, case.given)
        at_terminal = assignment.interactive and name == COURSE
        given = Given(way.words(case.given), files, convention.output, at_terminal)
        with tempfile.TemporaryDirectory(dir=os.path.dirname(program.home)) as feedback:
            with self.started(program, how.run, how, slot, limits, given) as started:
                if assignment.interactive:
                    run, status = self.converse(started, limits, case, feedback, way)
                else:
                    run = Exchange(started, limits, case.given.encode()).run(stop)
                    name = COURSE if run.written else JUDGE
            expected = exit_status(assignment.name, case.given) if way.status else 0
            stopped = stopping(run, self.limits, expected)
            if status is None and not stopped:
                status = assignment.judge(case, run.output, feedback)
            if program.has_function and status == ACCEPTED and not stopped:
                words = [how.run[0], "-c", convention.driver, how.run[-1], convention.function]
                words += boards(assignment.name, case.given)
                with self.started(program, words, how, slot, limits) as started:
                    called = Exchange(started, limits).run(stop)
                if called.why or called.status:
                    run, status, expected = called, None, 0
                else:
                    status = assignment.judge(case, called.output, feedback, FUNCTION)
            return Record(how.language, name, expected, run, status, remark(feedback))

    @contextmanager
    def started(
        self,
        program: GradedProgram,
        words: Sequence[str],
        how: Recipe,
        slot: int,
        limits: RunLimits,
        given: Given = NOTHING_MORE,
        *,
        building: bool = False,
    ) -> Iterator[Started]:
        """Start a command of a program, such as its build, in a folder for this run."""
        with self.sandbox.place(program.folder, slot) as place:
            fill = {"{build}": place.build, "{python}": self.sandbox.python}
            fill["{memory}"] = str(limits.memory // MIB)
            yield self.sandbox.start(
                [filled(word, fill) for word in words],
                program.folder,
                place,
                limits,
                slot=slot,
                number=program.number,
                writable=building,
                tools=how.tools,
                given=given,
            )

    def converse(
        self, started: Started, limits: RunLimits, case: Graded, feedback: str, way: DialogueWay
    ) -> tuple[Run, int]:
        """Run the interactive validator with the program; return its exit status too."""
        words = self.assignment.command(case, feedback, way.name == COURSE)
        with subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as partner:
            run = Exchange(started, limits, partner=partner, way=way).run(self.stop)
            try:
                return run, partner.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                partner.kill()
                return run, partner.wait()

    def verdict(self, case: Graded, record: Record) -> CaseResult:
        """Return the result of a run."""
        if not record.convention:
            return CaseResult("NO", points=case.points)
        run, name = record.run, self.assignment.name
        said = reason(record.message) if record.message else None
        known = CaseResult(
            "NG",
            cpu=run.cpu,
            memory=run.memory,
            output=excerpt(run.output),
            complaints=excerpt(run.complaints),
        )
        if run.why == "wall" and self.assignment.interactive:
            course = record.convention == COURSE
            wrong = wrong_before_waiting(name, case, run.output, course=course)
            if wrong:
                words, difference = loose_difference(name, case, run.output, wrong)
                return known._replace(verdict="WA", reason=words, difference=difference)
        stopped = stopping(run, self.limits, record.expected)
        if stopped:
            return known._replace(verdict=stopped[0], reason=stopped[1])
        if record.status == ACCEPTED:
            return known._replace(verdict="AC", points=case.points)
        if record.status != REJECTED:
            return known._replace(verdict="JE", reason=said)
        mistake = mistake_in(name, case.given, known.output)
        difference = None
        if self.assignment.interactive and said:
            said, difference = loose_difference(name, case, run.output, said)
        return known._replace(verdict="WA", reason=said, mistake=mistake, difference=difference)


def filled(word: str, fill: dict[str, str]) -> str:
    """Return an argument of a command with its placeholders filled."""
    for gap, filling in fill.items():
        word = word.replace(gap, filling)
    return word
