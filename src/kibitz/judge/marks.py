"""The marks as a table for the course's system: CSV, one line for each student."""

from __future__ import annotations

import csv
import io

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.judge.graded import GradedAssignment
    from kibitz.judge.grading import Sheet

FORMULA = ("=", "+", "-", "@")


def marks(assignment: GradedAssignment, sheets: list[Sheet]) -> str:
    """Return the table: points and verdict of everything and of each case."""
    graded = [case for case in assignment.cases if case.points]
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    heading = ["student", "points", "out of", "verdict", "language"]
    table.writerow(
        heading + [word for case in graded for word in (case.name, f"{case.name} verdict")]
    )
    for sheet in sheets:
        line = [
            plain(sheet.student),
            sheet.points,
            assignment.out_of,
            sheet.verdict,
            sheet.language,
        ]
        for case in graded:
            result = sheet.result(case)
            line += [result.points, result.verdict]
        table.writerow(line)
    return file.getvalue()


def plain(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
