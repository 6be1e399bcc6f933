"""Where the memory of a solving process goes: Python, the compiler, its code, the rows.

    python benchmarks/memory.py

Each game is solved in a process of its own, which reads its resident memory at four moments: with
kibitz imported; with the compiler imported too; after solving the smallest game of the family,
which loads most compiled code from its cache; and at the peak of solving the game itself. Code is
loaded from the cache, not compiled: the game is solved once before, in another process.
"""

from __future__ import annotations

import json
import subprocess
import sys

import report

GAMES = {  # and what is solved before it
    "lgame": "lgame",
    "noughts:oldest": "noughts",
    "lockout:helpers=6": "lockout:helpers=1",
    "lockout": "lockout:helpers=1",
    "peg:triangle,side=6": "peg:triangle",
}
CHILD = """
import json, resource, sys

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10

import kibitz
from kibitz.solve.whole import solve
names, small = json.loads(sys.argv[1])
readings = [resident()]
import numba, numpy
readings.append(resident())
solve(kibitz.game(small).rules, tier="compiled")
readings.append(resident())
for name in names:
    solve(kibitz.game(name).rules, tier="compiled")
readings.append(peak())
readings.append(resident())
print(json.dumps(readings))
"""


def readings(names: list[str], small: str) -> list[float]:
    """Return the resident memory of a solving process at its moments, in MiB."""
    command = [sys.executable, "-c", CHILD, json.dumps([names, small])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print the table."""
    if not sys.platform.startswith("linux"):
        print("memory is read from /proc, which only Linux has")
        return
    print("MiB resident              kibitz  +compiler  +its code    peak  after  peak over idle")
    for name, small in GAMES.items():
        names = [name]
        if name == "lockout":
            names = [f"lockout:helpers={helpers}" for helpers in range(1, 7)]
        readings(names, small)  # compiles what is missing
        python, compiler, code, peak, after = readings(names, small)
        print(
            f"{name:24}{python:>8.0f}{compiler:>11.0f}{code:>11.0f}{peak:>8.0f}{after:>7.0f}"
            f"{peak - code:>16.0f}"
        )
        report.add(
            "memory",
            "all six Lunar Lockout tables" if name == "lockout" else name,
            f"{peak:.0f} MiB at the peak",
            f"{code:.0f} MiB idle, code loaded",
            peak / code,
        )


if __name__ == "__main__":
    main()
