"""The one table at the end: every part adds lines to it, this prints them.

    python benchmarks/report.py

A line says what was measured, the figure, what it is compared with, and the ratio of the two;
both sides of a ratio come from the same run of the same part.
"""

from __future__ import annotations

import json
import os
from typing import NamedTuple

FOLDER_VARIABLE = "KIBITZ_BENCHMARK_WORK"


class Line(NamedTuple):
    """One line of the table; `ratio` is the figure divided by the other, None where none is."""

    part: str
    what: str
    figure: str
    other: str = ""
    ratio: float | None = None


def work_folder() -> str:
    """Return the folder for what benchmarks leave for one another; empty if there is none."""
    return os.environ.get(FOLDER_VARIABLE, "")


def add(part: str, what: str, figure: str, other: str = "", ratio: float | None = None) -> None:
    """Add a line to the table, if it will be printed."""
    if work_folder():
        with open(os.path.join(work_folder(), "lines.json"), "a", encoding="utf-8") as file:
            file.write(json.dumps([part, what, figure, other, ratio]) + "\n")


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds, with three digits that count."""
    thousand = 1000 * seconds
    return f"{thousand:,.0f} ms" if thousand >= 100 else f"{thousand:.3g} ms"


def in_columns(rows: list[list[str]]) -> str:
    """Return rows of equal length as text, the first row their titles."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def main() -> None:
    """Print the table."""
    path = os.path.join(work_folder(), "lines.json")
    if not os.path.exists(path):
        return
    rows = [["part", "what", "figure", "compared with", "ratio"]]
    with open(path, encoding="utf-8") as file:
        for text in file:
            line = Line(*json.loads(text))
            ratio = "" if line.ratio is None else f"{line.ratio:.3g}"
            rows.append([line.part, line.what, line.figure, line.other, ratio])
    print(in_columns(rows))


if __name__ == "__main__":
    main()
