"""Marks as CSV for a learning management system, one line per student."""

import csv
import io
import os

from kibitz.judge.grading.grade_results import Sheet
from kibitz.judge.grading.graded_assignment import GradedAssignment
from kibitz.judge.reporting.hidden_feedback import Hidden
from kibitz.language.errors import KibitzError
from kibitz.system.whole_files import read_file

Table = list[list[str]]

FORMULA = ("=", "+", "-", "@")


def marks(assignment: GradedAssignment | Hidden, sheets: list[Sheet], sandbox: str) -> str:
    """Return the table: points and verdict of everything and of each case.

    The points of a hidden case are omitted; only its acceptance is shown. `sandbox` is the kind
    of sandbox of the programs.
    """
    graded = [case for case in assignment.cases if not case.sample]
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    heading = ["student", "points", "out of", "verdict", "language", "sandbox"]
    for case in graded:
        heading += [] if case.number else [case.name]
        heading.append(f"{case.title} verdict")
    table.writerow(heading)
    for sheet in sheets:
        line = [
            plain(sheet.student),
            sheet.points,
            assignment.out_of,
            sheet.verdict,
            sheet.language,
            sandbox,
        ]
        for case in graded:
            result = sheet.result(case)
            line += [] if case.number else [result.points]
            line.append(result.verdict)
        table.writerow(line)
    return file.getvalue()


def read_table(name: str | None) -> Table:
    """Return the rows of a file with values separated by commas or semicolons; none without it."""
    text = read_file(name) if name and os.path.isfile(name) else ""
    separator = (
        ";" if ";" in text.partition("\n")[0] and "," not in text.partition("\n")[0] else ","
    )
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error:
        rows = []
    if text and (not rows or "\ufffd" in text):
        raise KibitzError("{name} cannot be read: it is not a table in UTF-8", name=name)
    return rows


def written_table(rows: Table) -> str:
    """Return rows as text, separated by commas."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()


def plain(text: str) -> str:
    """Return a text that a spreadsheet does not parse as a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
