"""Where the memory of a solving process goes: Python, the compiler, its code, the rows.

    python benchmarks/memory.py

Each game is solved in a process of its own, which reads its resident memory at five moments: with
kibitz imported; with the compiler imported too; after loading one small compiled function from its
cache; after solving the smallest game of the family, which loads most of them; and at the peak of
solving the game itself. "compiling" is the peak where nothing was in the cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

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
from kibitz.solve.memory.in_memory import solve
names, small = json.loads(sys.argv[1])
readings = [resident()]
import numba, numpy
readings.append(resident())
from kibitz.solve.memory import numbering
from kibitz.solve.compiling.compiled import kernel
kernel(numbering.fill_slots)(numpy.empty(0, "int64"), 0, numpy.empty(4, "int32"))
readings.append(resident())
solve(kibitz.game(small).rules, tier="compiled")
readings.append(resident())
for name in names:
    solve(kibitz.game(name).rules, tier="compiled")
readings.append(peak())
print(json.dumps(readings))
"""


def readings(names: list[str], small: str, cache: str) -> list[float]:
    """Return the resident memory of a solving process at its moments, in MiB."""
    command = [sys.executable, "-c", CHILD, json.dumps([names, small])]
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: list[float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print the table."""
    if not sys.platform.startswith("linux"):
        print("memory is read from /proc, which only Linux has")
        return
    print("MiB resident              kibitz  +compiler  +a function  +its code  peak  compiling")
    for name, small in GAMES.items():
        names = [name]
        if name == "lockout":
            names = [f"lockout:helpers={helpers}" for helpers in range(1, 7)]
        with tempfile.TemporaryDirectory() as cache:
            *_, compiling = readings(names, small, cache)
            python, compiler, function, code, peak = readings(names, small, cache)
        print(
            f"{name:24}{python:>8.0f}{compiler:>11.0f}{function:>13.0f}{code:>11.0f}{peak:>6.0f}"
            f"{compiling:>11.0f}",
            flush=True,
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
