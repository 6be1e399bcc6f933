"""Results as data: JSON for programs, `results.json` for Gradescope, a worksheet for Moodle."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from kibitz.judge.grading.convention import JUDGE
from kibitz.judge.grading.grade_results import PASSED, VERDICTS, CaseResult, Sheet
from kibitz.judge.grading.graded_assignment import Graded, GradedAssignment
from kibitz.judge.reporting.class_statistics import all_passed, class_statistics
from kibitz.judge.reporting.hidden_feedback import Hidden
from kibitz.judge.reporting.marks import plain
from kibitz.language.errors import Sentence
from kibitz.language.languages import Language

# Headings of Moodle's offline grading worksheet, by which it finds the columns.
MOODLE_COLUMNS = ("Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)")
PARTICIPANT = "Participant"


class ResultsData:
    """Writes the results of an assignment, with sentences in a language."""

    def __init__(self, assignment: GradedAssignment | Hidden, language: Language) -> None:
        self.assignment = assignment
        self.language = language

    def words(self, sentence: Sentence | str | None) -> str | None:
        """Return a sentence as text."""
        return None if sentence is None else str(self.language.tell(sentence))

    def as_json(self, sheets: Sequence[Sheet], skipped: Sequence[Sentence], sandbox: str) -> str:
        """Return all results as one JSON object."""
        said = {
            "assignment": self.assignment.title,
            "out_of": self.assignment.out_of,
            "sandbox": sandbox,
            "passed": all_passed(sheets),
            "students": [self.student(sheet) for sheet in sheets],
            "cases": self.statistics(sheets),
            "skipped": [self.words(sentence) for sentence in skipped],
        }
        return json.dumps(said, ensure_ascii=False)

    def student(self, sheet: Sheet) -> dict[str, Any]:
        """Return the results of a student."""
        failed = sheet.failed
        return {
            "student": sheet.student,
            "number": sheet.number or None,
            "points": sheet.points,
            "verdict": sheet.verdict,
            "reason": self.words(failed.words) if failed else None,
            "language": sheet.language or None,
            "convention": sheet.convention or JUDGE,
            "results": [self.result(case, sheet.result(case)) for case in self.assignment.cases],
        }

    def result(self, case: Graded, result: CaseResult) -> dict[str, Any]:
        """Return the result of a program on a case; of a hidden case, its points are left out."""
        said: dict[str, Any] = {
            "case": self.words(case.title),
            "sample": case.sample,
            "verdict": result.verdict,
            "reason": self.words(result.words),
        }
        if not case.number:
            said |= {"points": result.points, "out_of": case.points}
            said |= {"seconds": round(result.cpu, 3), "bytes": result.memory}
        return said

    def statistics(self, sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
        """Return how many programs fail each case, and why."""
        return [
            {
                "case": self.words(one.case.title),
                "ran": one.ran,
                "failed": one.failed,
                "reasons": [
                    {
                        "verdict": reason.verdict,
                        "reason": self.words(reason.words),
                        "count": reason.programs,
                        "varied": reason.varied,
                    }
                    for reason in one.reasons
                ],
            }
            for one in class_statistics(self.assignment.cases, sheets)
        ]

    def gradescope(self, sheet: Sheet) -> str:
        """Return the `results.json` of Gradescope for one student."""
        failed = sheet.failed
        said: dict[str, Any] = {"score": sheet.points, "stdout_visibility": "hidden"}
        if failed:
            said["output"] = self.explained(failed)
        said["tests"] = [
            self.test(case, sheet.result(case)) for case in self.assignment.cases if not failed
        ]
        return json.dumps(said, ensure_ascii=False, indent=1) + "\n"

    def test(self, case: Graded, result: CaseResult) -> dict[str, Any]:
        """Return one test for Gradescope; a hidden case has no points of its own."""
        said: dict[str, Any] = {
            "name": self.words(case.title),
            "status": "passed" if result.verdict in PASSED else "failed",
            "output": self.explained(result),
        }
        if not case.number:
            said |= {"score": result.points, "max_score": case.points}
        return said

    def explained(self, result: CaseResult) -> str:
        """Return a verdict with its reason."""
        verdict = self.language.say(VERDICTS[result.verdict])
        if not result.words:
            return verdict
        return self.language.say("{heading}: ", heading=verdict) + str(self.words(result.words))

    def moodle(self, sheets: Sequence[Sheet]) -> str:
        """Return the grading worksheet for Moodle, with every participant that has a number.

        The grades are per cent, because the usual maximum grade there is 100, and few assignments
        have so few points.
        """
        file = io.StringIO()
        table = csv.writer(file, lineterminator="\r\n")
        table.writerow(MOODLE_COLUMNS)
        for sheet in sheets:
            if sheet.number:
                row = [f"{PARTICIPANT} {sheet.number}", plain(sheet.student)]
                grade = 100 * sheet.points / (self.assignment.out_of or 1)  # samples are worth 0
                table.writerow([*row, f"{grade:.2f}", 100, "-"])
        return file.getvalue()
