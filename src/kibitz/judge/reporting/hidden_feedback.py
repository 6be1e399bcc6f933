"""Hidden feedback: of a secret case, students see only whether it was accepted.

A program controls all other results of a case (time, memory, kind of failure, answer and reason),
and could leak the case through them. Names and points of the cases depend on the seed, and could
reveal it.
"""

from typing import NamedTuple

from kibitz.judge.grading.grade_results import CaseResult, Sheet
from kibitz.judge.grading.graded_assignment import Graded, GradedAssignment


class Hidden(NamedTuple):
    """An assignment without its secrets."""

    name: str
    title: str
    cases: list[Graded]
    out_of: int


def hidden(assignment: GradedAssignment, sheets: list[Sheet]) -> tuple[Hidden, list[Sheet]]:
    """Return the assignment and the sheets without secrets; samples are unchanged."""
    secret = [case for case in assignment.cases if not case.sample]
    shown = {
        case: Graded("", "", "", sample=False, points=0, number=number)
        for number, case in enumerate(secret, start=1)
    }
    cases = [shown.get(case, case) for case in assignment.cases]
    found = []
    for sheet in sheets:
        mine = Sheet(sheet.student, sheet.number)
        mine.language, mine.failed = sheet.language, sheet.failed
        mine.fingerprints = sheet.fingerprints
        mine.convention, mine.by_hand = sheet.convention, sheet.by_hand
        mine.results = {
            shown.get(case, case): masked(result) if case in shown else result
            for case, result in sheet.results.items()
        }
        found.append(mine)
    return Hidden(assignment.name, assignment.title, cases, assignment.out_of), found


def masked(result: CaseResult) -> CaseResult:
    """Return whether a case was accepted, and nothing else."""
    verdict = result.verdict if result.verdict in ("AC", "NG", "NO") else "NA"
    return CaseResult(verdict, points=result.points)
