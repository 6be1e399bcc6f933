"""Results of grading: the verdict of a program on a case, and of a student on all cases."""

import os
from errno import EEXIST, EILSEQ, EINVAL, EISDIR, ENAMETOOLONG, ENOTDIR, ENOTEMPTY
from typing import NamedTuple

from kibitz.judge.cases.dialogue_differences import Difference
from kibitz.judge.cases.exact_answers import MistakeReport
from kibitz.judge.grading.graded_assignment import Graded
from kibitz.judge.grading.program_run import Run
from kibitz.judge.grading.reasons import AS_SAID
from kibitz.judge.grading.sandbox import MIB, RunLimits
from kibitz.language.errors import KibitzError, Rounded, Sentence, harmless, phrase

VERDICTS = {
    "AC": phrase("accepted"),
    "WA": phrase("wrong answer"),
    "TLE": phrase("time limit exceeded"),
    "MLE": phrase("memory limit exceeded"),
    "OLE": phrase("output limit exceeded"),
    "RTE": phrase("run-time error"),
    "CE": phrase("not built"),
    "JE": phrase("judge error"),
    "NA": phrase("not accepted"),
    "NG": phrase("not graded"),
    "NO": phrase("not offered"),
}
ADDED = phrase("{points} by hand")
PASSED = ("AC", "NO")  # what a course does not ask for costs no points
# System errors caused by the names in a submission; all others are the judge's.
NAMES = {ENAMETOOLONG, EISDIR, ENOTDIR, ENOTEMPTY, EEXIST, EINVAL, EILSEQ}
OUT_OF_MEMORY = (b"MemoryError", b"bad_alloc", b"OutOfMemoryError", b"out of memory")
EXCERPT = 2000


class CaseResult(NamedTuple):
    """The result of a program on a case."""

    verdict: str
    points: int = 0
    reason: Sentence | None = None
    mistake: MistakeReport | None = None
    difference: Difference | None = None
    cpu: float = 0.0
    memory: int = 0
    output: str = ""
    complaints: str = ""

    @property
    def words(self) -> Sentence | None:
        """The reason: the effect of the mistake, if it is known."""
        return self.mistake.words if self.mistake else self.reason


class Sheet:
    """One student's results by the names of the cases; `failed` if there was nothing to run."""

    def __init__(self, student: str, number: str = "") -> None:
        self.student = student
        self.number = number  # of the participant in Moodle
        self.language = ""
        self.convention = ""
        self.failed: CaseResult | None = None
        self.results: dict[Graded, CaseResult] = {}
        self.fingerprints: frozenset[int] = frozenset()  # of the program
        self.by_hand: int | float = 0  # points that the teacher adds

    def result(self, case: Graded) -> CaseResult:
        """Return the result of a case."""
        return self.results.get(case) or self.failed or CaseResult("NG")

    @property
    def points(self) -> int | float:
        """The sum of the points, with those by hand."""
        return sum(result.points for result in self.results.values()) + self.by_hand

    @property
    def verdict(self) -> str:
        """The first verdict other than accepted, else accepted."""
        if self.failed:
            return self.failed.verdict
        found = [result.verdict for result in self.results.values()]
        wrong = (verdict for verdict in found if verdict not in PASSED)
        return next(wrong, "AC" if found else "NG")


def stopping(run: Run, limits: RunLimits, expected: int = 0) -> tuple[str, Sentence | None] | None:
    """Return the verdict on a program that was stopped or crashed, else None.

    `expected` is the right exit status.
    """
    if run.why == "stopped":
        return "NG", None
    if run.why == "time":
        used = Sentence("still running after {seconds} s", seconds=Rounded(limits.time, 1))
        return "TLE", used
    if run.why == "wall":
        return "TLE", Sentence(
            "waited forever: for input that never came, or with output that was not flushed"
        )
    if run.why == "output":
        return "OLE", Sentence("wrote more than {size} MiB", size=limits.output // MIB)
    if run.why == "processes":
        return "RTE", Sentence("started more than {count} processes", count=limits.processes)
    crashed = run.why != "judged" and run.status != expected
    if run.why == "memory" or (crashed and any(w in run.complaints for w in OUT_OF_MEMORY)):
        return "MLE", Sentence("asked for more than {size} MiB", size=limits.memory // MIB)
    if not crashed:
        return None
    if run.status == 0:
        return "WA", Sentence("ended with status 0 instead of {status}", status=str(expected))
    if run.status < 0:
        return "RTE", Sentence("was killed by signal {number}", number=str(-run.status))
    last = excerpt(run.complaints).strip().splitlines()[-1:]
    if last:
        return "RTE", Sentence(
            "ended with status {status}: {said}", status=str(run.status), said=last[0][:200]
        )
    return "RTE", Sentence("ended with status {status}", status=str(run.status))


def first_error(said: bytes) -> Sentence:
    """Return the most informative line of a compiler's output."""
    lines = [line.strip() for line in excerpt(said.replace(b"/build/", b"")).splitlines()]
    telling = [line for line in lines if "error" in line.lower()] or lines[-1:]
    return Sentence(AS_SAID, said=telling[0][:200]) if telling else Sentence("nothing was said")


def excerpt(output: bytes) -> str:
    """Return the beginning of an output as text that is safe for pages and terminals."""
    text = output[: 4 * EXCERPT].decode("utf-8", "replace")[:EXCERPT]
    return "".join(sign if sign in "\n\t" or sign.isprintable() else "�" for sign in text)


def fault(error: Exception) -> CaseResult:
    """Return the verdict for an unusable submission, or a failure of grading itself."""
    if isinstance(error, KibitzError):
        return CaseResult("CE", reason=error.words)
    if not isinstance(error, OSError) or error.errno not in NAMES:
        said = getattr(error, "strerror", None) or type(error).__name__
        return CaseResult("JE", reason=Sentence(AS_SAID, said=said))
    name = harmless(os.path.basename(os.fsdecode(error.filename2 or error.filename or "")))[:60]
    said = f"{name}: {error.strerror}" if name else str(error.strerror)
    return CaseResult("CE", reason=Sentence(AS_SAID, said=said))
