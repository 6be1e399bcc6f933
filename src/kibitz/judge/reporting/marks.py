"""Marks as CSV for a learning management system, one line per student."""

import csv
import io
import os
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from kibitz.judge.grading.grade_results import Sheet
from kibitz.judge.grading.graded_assignment import GradedAssignment
from kibitz.judge.grading.similarity import most_similar
from kibitz.judge.reporting.hidden_feedback import Hidden
from kibitz.language.errors import KibitzError
from kibitz.system.whole_files import read_file

Table = list[list[str]]

FORMULA = ("=", "+", "-", "@")
STUDENT, BY_HAND, REMARK = "student", "points by hand", "remark"
NUMBER = re.compile(r"[+-]?\d{1,6}([.,]\d{1,3})?")


class ByHand(NamedTuple):
    """What the teacher has written into the table for a student: points to add, and why."""

    points: int | float
    remark: str


NONE: Mapping[str, ByHand] = MappingProxyType({})


def by_hand_in(table: Table, name: str) -> dict[str, ByHand]:
    """Return what was written by hand into a table of marks, by the cells of the students."""
    if not table:
        return {}
    head, *rows = table
    if STUDENT not in head:
        raise KibitzError("{name} is not a table of marks: it has no column student", name=name)
    found = {}
    for row in rows:
        cells = dict(zip(head, map(str.strip, row), strict=False))
        said = cells.get(BY_HAND, "").removeprefix("'")
        if said and not NUMBER.fullmatch(said):
            raise KibitzError(
                "in {name}, the points by hand of {student} are not a number: {said}",
                name=name,
                student=cells.get(STUDENT, ""),
                said=said,
            )
        points = float(said.replace(",", ".")) if said else 0
        remark = cells.get(REMARK, "")
        if points or remark:
            whole = int(points) if points == int(points) else points
            found[plain(cells.get(STUDENT, ""))] = ByHand(whole, remark)
    return found


def marks(
    assignment: GradedAssignment | Hidden,
    sheets: list[Sheet],
    sandbox: str,
    by_hand: Mapping[str, ByHand] = NONE,
) -> str:
    """Return the table: points and verdict of everything and of each case.

    The points of a hidden case are omitted; only its acceptance is shown. `sandbox` is the kind
    of sandbox of the programs. What was written `by_hand` is kept, also of students who handed
    nothing in this time.
    """
    graded = [case for case in assignment.cases if not case.sample]
    heading = [STUDENT, "points", "out of", "verdict", "language", "sandbox", BY_HAND, REMARK]
    heading += ["similarity", "similar to"]
    for case in graded:
        heading += [] if case.number else [case.name]
        heading.append(f"{case.title} verdict")
    table, rest = [heading], dict(by_hand)
    alike = most_similar([sheet.fingerprints for sheet in sheets])
    for sheet, most in zip(sheets, alike, strict=True):
        hand = rest.pop(plain(sheet.student), ByHand(0, ""))
        line = [plain(sheet.student), str(sheet.points), str(assignment.out_of), sheet.verdict]
        line += [sheet.language, sandbox, *written(hand)]
        line += [str(most[1]), plain(sheets[most[0]].student)] if most else ["", ""]
        for case in graded:
            result = sheet.result(case)
            line += [] if case.number else [str(result.points)]
            line.append(result.verdict)
        table.append(line)
    for student, hand in rest.items():
        table.append(
            [student, str(hand.points), str(assignment.out_of), "", "", "", *written(hand)]
        )
    return written_table(table)


def written(hand: ByHand) -> list[str]:
    """Return the cells of what was written by hand."""
    return [str(hand.points or ""), plain(hand.remark)]


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
