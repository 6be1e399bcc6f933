"""How long commands take, against an empty Python program measured in the same run.

    .venv/bin/python benchmarks/start.py

Each figure is the best of several fresh processes, taken in turn with the empty program, so that a
busy machine slows both. A command starts as the console script and `./kibitz` start it. First come
commands that answer from what ships with Kibitz; then commands that solve, in four states: with and
without a stored table, with and without compiled code.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from time import perf_counter

import report

RUNS = 15
COMPILING_RUNS = 2
EMPTY = ["-c", "pass"]
KIBITZ = ["-P", "-c", "import sys; from kibitz.__main__ import main; sys.exit(main())"]
JOC = "4 4 0 2 0 3 1 2 1 4 3 0 4 0"  # 17 slides with six helpers
LGAME = "x##.\n*#..\n*#x.\n**..\n"
COMMANDS = {
    "--help": "",
    "games": "",
    "solve noughts": "",
    "solve lgame": "",
    "table lgame": "",
    "puzzle lockout": "\n",
    "classic solitaire": "",
    "classic luffarschack": "",
    "classic triangle": "",
    "classic joc - -": JOC,
    "classic lgame - -": LGAME,
}
SOLVING = [
    f"{command} {game}"
    for game in ("noughts", "noughts:oldest", "lgame")
    for command in ("solve", "table", "verify")
]
STATES = {  # is a table stored? is compiled code stored?
    "nothing stored": (False, False),
    "code stored": (False, True),
    "table stored": (True, False),
    "both stored": (True, True),
}


class Folders:
    """A folder for tables and one for compiled code."""

    def __init__(self, folder: str) -> None:
        self.tables = os.path.join(folder, "tables")
        self.code = os.path.join(folder, "code")

    def seconds(self, words: list[str], text: str = "") -> float:
        """Return how long a Python program takes."""
        folders = {"KIBITZ_CACHE": self.tables, "NUMBA_CACHE_DIR": self.code}
        begin = perf_counter()
        subprocess.run(
            [sys.executable, *words], input=text.encode(), env=os.environ | folders,
            capture_output=True, check=True,
        )  # fmt: skip
        return perf_counter() - begin

    def command(self, command: str, text: str = "") -> float:
        """Return how long a command takes."""
        return self.seconds([*KIBITZ, *command.split()], text)

    def prepare(self, command: str, table: bool, code: bool) -> None:
        """Bring about one of the states."""
        game = command.rsplit(maxsplit=1)[-1]
        if not code:
            shutil.rmtree(self.code, ignore_errors=True)
        elif not os.path.exists(self.code):
            self.command(f"table --fresh {game}")
            self.command(command)
        if not table:
            shutil.rmtree(self.tables, ignore_errors=True)
        elif not os.path.exists(self.tables):
            stored = self.code
            self.code += "-aside"  # the command may not find what making the table compiles
            self.command(f"table {game}")
            self.code = stored


def shown(what: str, took: float, empty: float) -> str:
    """Add a line to the report; return the figure."""
    other = f"empty program: {report.milliseconds(empty)}"
    report.add("start", what, report.milliseconds(took), other, took / empty)
    return f"{1000 * took:,.0f} ({took / empty:.1f})"


def measure_commands() -> None:
    """Print the commands that answer from what ships with Kibitz."""
    with tempfile.TemporaryDirectory() as folder:
        folders = Folders(folder)
        for command, text in COMMANDS.items():
            empty = took = float("inf")
            for _ in range(RUNS):
                empty = min(empty, folders.seconds(EMPTY))
                took = min(took, folders.command(command, text))
            print(f"{command:<26}{shown(command, took, empty):>20}", flush=True)


def measure_states() -> None:
    """Print the commands that solve, in each state."""
    print("\n" + " " * 26 + "".join(f"{state:>20}" for state in STATES))
    for command in SOLVING:
        cells = []
        for state, (table, code) in STATES.items():
            verifies = command.startswith("verify")
            if verifies and not table:
                cells.append("")  # there is nothing to verify
                continue
            with tempfile.TemporaryDirectory() as folder:
                folders, empty, took = Folders(folder), float("inf"), float("inf")
                compiles = not code and (verifies or not table)
                for _ in range(COMPILING_RUNS if compiles else RUNS):
                    folders.prepare(command, table, code)
                    empty = min(empty, folders.seconds(EMPTY))
                    took = min(took, folders.command(command))
            cells.append(shown(f"{command}, {state}", took, empty))
        print(f"{command:<26}" + "".join(f"{cell:>20}" for cell in cells), flush=True)


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}; milliseconds (ratio to an empty program)")
    measure_commands()
    measure_states()
