"""How long the commands take, against an empty Python program measured in the same run.

    .venv/bin/python benchmarks/startup.py

Each figure is the best of several runs, the two kinds taken in turn, so that a busy machine
slows both. A command starts as the console script and `./kibitz` start it: `python -m` alone takes
half as long again as an empty program. For the file programs, `solving` is the time of the solving
alone, in a fresh process.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time

import report

RUNS = 15
EMPTY = ["-c", "pass"]
COMMAND = ["-P", "-c", "import sys; from kibitz.__main__ import main; sys.exit(main())"]
EXAMPLE = "1 0 4 1 1 2 3 3 0 4"
HARDEST = "4 4 0 2 0 3 1 2 1 4 3 0 4 0"  # 17 slides with six helpers
START = "x##.\n.*#.\n.*#.\n.**x\n"
WON = "x##.\n*#..\n*#x.\n**..\n"

COMMANDS = [
    ("--help", "", ""),
    ("games", "", ""),
    ("solve noughts", "", ""),  # answered by a table that ships with Kibitz
    ("solve lgame", "", ""),
    ("classic solitaire", "", ""),
    ("classic luffarschack", "", ""),
    ("classic triangle", "", ""),
    ("classic joc - -", EXAMPLE, "joc_program.answer(joc_program.read_pieces(text))"),
    ("classic joc - -", HARDEST, "joc_program.answer(joc_program.read_pieces(text))"),
    ("classic lgame - -", START, "lgame_program.answer(text, lgame_program.oracle())"),
    ("classic lgame - -", WON, "lgame_program.answer(text, lgame_program.oracle())"),
]

SOLVE = """
import sys, time
from kibitz.classics import joc_program
from kibitz.classics import lgame_program
text = sys.stdin.read()
begin = time.perf_counter()
{work}
print(time.perf_counter() - begin)
"""


def seconds(words: list[str], text: str = "") -> float:
    """Return how long a Python program takes."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, *words],
            input=text.encode(),
            capture_output=True,
            cwd=folder,
            check=True,
        )
        return time.perf_counter() - begin


def solving_seconds(work: str, text: str) -> float:
    """Return how long the solving alone takes in a fresh process."""
    if not work:
        return 0.0
    program = SOLVE.format(work=work)
    done = subprocess.run(
        [sys.executable, "-c", program], input=text, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    """Print the table."""
    print(f"Python {sys.version.split()[0]}, best of {RUNS}; ratio to an empty program")
    print(f"{'command':<24}{'ms':>8}{'empty':>8}{'solving':>9}{'ratio':>8}")
    for command, text, work in COMMANDS:
        empty = took = solve = 1e9
        for _ in range(RUNS):
            empty = min(empty, seconds(EMPTY))
            took = min(took, seconds([*COMMAND, *command.split()], text))
            solve = min(solve, solving_seconds(work, text))
        print(
            f"{command:<24}{took * 1e3:>8.1f}{empty * 1e3:>8.1f}{solve * 1e3:>9.1f}"
            f"{(took - solve) / empty:>8.2f}"
        )
        report.add(
            "start",
            command,
            report.milliseconds(took),
            f"empty program: {report.milliseconds(empty)}",
            took / empty,
        )


if __name__ == "__main__":
    main()
