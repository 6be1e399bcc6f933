"""Marks as they are printed: those of each student, and a summary of the class."""

from kibitz.judge.grading.convention import JUDGE, USED
from kibitz.judge.grading.grade_results import ADDED, PASSED, CaseResult, Sheet
from kibitz.judge.grading.graded_assignment import GradedAssignment
from kibitz.judge.reporting.class_statistics import (
    MOST_REASONS,
    FailureReason,
    class_statistics,
    passed,
)
from kibitz.judge.reporting.hidden_feedback import Hidden
from kibitz.language.errors import Sentence, plural
from kibitz.language.languages import Language

HARDEST = 5  # cases that are printed for the class
REASONS = 4  # printed for each student; the report has all
NAMED = 3  # names of cases with the same failure; of more, only the number is printed


def lines_of_class(
    sheets: list[Sheet], assignment: GradedAssignment | Hidden, language: Language
) -> list[str]:
    """Return the printed lines of the class: how many pass, and the cases that most fail."""
    if len(sheets) < 2:
        return []
    found = ["", " ".join(str(language.tell(sentence)) for sentence in passed(sheets))]
    hardest = sorted(class_statistics(assignment.cases, sheets), key=lambda one: -one.failed)
    for one in hardest[:HARDEST]:
        if one.failed:
            said = Sentence(
                "{case}: {failed} of {ran} fail",
                case=one.case.title,
                failed=one.failed,
                ran=one.ran,
            )
            found.append(f"  {language.tell(said)}")
            found += [
                f"    {reason.programs} × {reason.words_in(language)}"
                for reason in one.reasons[:MOST_REASONS]
            ]
    return found


def lines_of(sheet: Sheet, assignment: GradedAssignment | Hidden, language: Language) -> list[str]:
    """Return the printed lines of a student: the marks, and a line for each failed case."""

    def why(result: CaseResult) -> str:
        return FailureReason(result.verdict, result.words, 1).words_in(language)

    marks = language.say("{points} of {most}", points=sheet.points, most=assignment.out_of)
    if sheet.by_hand:
        marks += f" ({language.say(ADDED, points=sheet.by_hand)})"
    if sheet.convention == JUDGE:
        marks += f" ({language.say(USED[JUDGE])})"
    found = [language.say("{heading}: ", heading=sheet.student) + marks]
    if sheet.failed:
        return [*found, f"  {why(sheet.failed)}"]
    alike: dict[str, list[str]] = {}
    for case in assignment.cases:
        result = sheet.result(case)
        if result.verdict not in PASSED:
            alike.setdefault(why(result), []).append(str(language.tell(case.title)))
    for number, (words, names) in enumerate(alike.items()):
        if number == REASONS:
            rest = sum(map(len, list(alike.values())[REASONS:]))
            more = plural("and {count} more case", "and {count} more cases", rest)
            return [*found, f"  {language.tell(more)}"]
        known = ", ".join(names[:NAMED])
        if len(names) > NAMED:
            more = plural(
                "{names} and {count} more",
                "{names} and {count} more",
                len(names) - NAMED,
                names=known,
            )
            known = str(language.tell(more))
        found.append(f"  {known}: {words}")
    return found
