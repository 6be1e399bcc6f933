"""Cold and warm start of the solving commands, against an empty Python program in the same run.

    python benchmarks/start.py

Four states: without a table and with one kept, with compiled code in its cache and without.
Each figure is the best of several fresh processes, taken in turn with the empty program.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from time import perf_counter

import report

GAMES = ("noughts", "noughts:oldest", "lgame")
COMMANDS = ("solve", "table", "verify")
EMPTY = ["-c", "pass"]
ROUNDS = 7
COMPILING_ROUNDS = 2
STATES = {  # is a table kept? is compiled code kept?
    "nothing kept": (False, False),
    "code kept": (False, True),
    "table kept": (True, False),
    "both kept": (True, True),
}


class Folders:
    """A folder for tables and one for compiled code, emptied at will."""

    def __init__(self, folder: str) -> None:
        self.tables = os.path.join(folder, "tables")
        self.code = os.path.join(folder, "code")

    def seconds(self, words: list[str]) -> float:
        """Return how long a Python program takes."""
        environment = {"KIBITZ_CACHE": self.tables, "NUMBA_CACHE_DIR": self.code}
        begin = perf_counter()
        subprocess.run(
            [sys.executable, *words],
            env=os.environ | environment,
            capture_output=True,
            check=True,
        )
        return perf_counter() - begin

    def prepare(self, command: str, game: str, table: bool, code: bool) -> None:
        """Bring about one of the states."""
        if not code:
            shutil.rmtree(self.code, ignore_errors=True)
        elif not os.path.exists(self.code):
            self.seconds(kibitz("table", "--fresh", game))
            self.seconds(kibitz(command, game))
        if not table:
            shutil.rmtree(self.tables, ignore_errors=True)
        elif not os.path.exists(self.tables):
            kept = self.code
            self.code += "-aside"  # what making the table compiles is not for the command to find
            self.seconds(kibitz("table", game))
            self.code = kept


def kibitz(*words: str) -> list[str]:
    """Return the words of a command."""
    return ["-m", "kibitz", *words]


def measured(folders: Folders, command: str, game: str, table: bool, code: bool) -> list[float]:
    """Return the seconds of a command and of an empty program, the best of several."""
    best = [1e9, 1e9]
    compiles = not code and (command == "verify" or not table)
    for _ in range(COMPILING_ROUNDS if compiles else ROUNDS):
        folders.prepare(command, game, table, code)
        best[0] = min(best[0], folders.seconds(kibitz(command, game)))
        best[1] = min(best[1], folders.seconds(EMPTY))
    return best


def main() -> None:
    """Print the table."""
    heads = "".join(f"{state:>20}" for state in STATES)
    print(f"milliseconds (ratio to an empty program)\n{'command':<26}{heads}")
    for game in GAMES:
        for command in COMMANDS:
            cells = []
            for state, (table, code) in STATES.items():
                if command == "verify" and not table:
                    cells.append("")  # there is nothing to verify
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    took, empty = measured(Folders(folder), command, game, table, code)
                cells.append(f"{1000 * took:,.0f} ({took / empty:.1f})")
                report.add(
                    "start",
                    f"{command} {game}, {state}",
                    report.milliseconds(took),
                    f"empty program: {report.milliseconds(empty)}",
                    took / empty,
                )
            line = f"{command + ' ' + game:<26}" + "".join(f"{cell:>20}" for cell in cells)
            print(line, flush=True)


if __name__ == "__main__":
    main()
