"""Points in a gradebook of Canvas: one that it has exported, or a new one."""

import re
from collections.abc import Sequence

from kibitz.judge.grading.grade_results import Sheet
from kibitz.judge.reporting.marks import Table, plain, written_table
from kibitz.language.errors import KibitzError

# Canvas's importer finds the columns by these headings, and students by number, login or name.
STUDENT, NUMBER, LOGIN = "Student", "ID", "SIS Login ID"
LOGINS = ("SIS User ID", LOGIN)
COLUMNS = (STUDENT, NUMBER, LOGIN, "Section")
POSSIBLE = "Points Possible"
OWN_NUMBER = re.compile(r" \(\d+\)$")  # that Canvas writes behind the title of an assignment


class Gradebook:
    """The gradebook in a table; without rows, a new one with a row for each student."""

    def __init__(self, table: Table, name: str) -> None:
        if table and table[0][:2] != [STUDENT, NUMBER]:
            raise KibitzError(
                "{name} is not a gradebook of Canvas: its first two columns are not Student and ID",
                name=name,
            )
        self.table = table

    def filled(self, title: str, out_of: int, sheets: Sequence[Sheet]) -> tuple[str, list[str]]:
        """Return the text with the points of an assignment, and the students without a row."""
        table = [[*row] for row in self.table] or self.new(sheets)
        head = table[0]
        titles = [OWN_NUMBER.sub("", heading) for heading in head]
        column = titles.index(title) if title in titles else len(head)
        if column == len(head):
            head.append(title)
        for row in table:
            row.extend([""] * (len(head) - len(row)))
        rows = [row for row in table[1:] if POSSIBLE not in row[0]]
        for row in table[1:]:
            if POSSIBLE in row[0]:
                row[column] = str(out_of)
        missing, taken = [], set[int]()
        for sheet in sheets:
            place = place_of(sheet, head, rows)
            if place is None or place in taken:
                missing.append(sheet.student)
            else:
                taken.add(place)
                rows[place][column] = str(sheet.points)
        return written_table(table), missing

    def new(self, sheets: Sequence[Sheet]) -> Table:
        """Return a gradebook without points."""
        rows = [[plain(sheet.student), sheet.number, "", ""] for sheet in sheets]
        return [[*COLUMNS], [f"    {POSSIBLE}", "", "", ""], *rows]


def place_of(sheet: Sheet, head: list[str], rows: Table) -> int | None:
    """Return the only row of a student: by number, by login, or by name in either order."""
    ways = [([NUMBER], sheet.number), (LOGINS, sheet.student)]
    for headings, mine in ways:
        columns = [head.index(heading) for heading in headings if heading in head]
        found = [place for place, row in enumerate(rows) if mine in [row[one] for one in columns]]
        if mine and len(found) == 1:
            return found[0]
    found = [place for place, row in enumerate(rows) if words(row[0]) == words(sheet.student)]
    return found[0] if len(found) == 1 else None


def words(name: str) -> list[str]:
    """Return the words of a name: “Ek, Anna” is “Anna Ek”."""
    return sorted(re.findall(r"\w+", name.casefold()))
