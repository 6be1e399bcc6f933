"""What a table costs in each of several formats: bytes, and the time to write, open and look up.

    python benchmarks/tables.py

Every format is asked for the same random positions and must give the right codes.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from time import perf_counter
from typing import TYPE_CHECKING

import kibitz
import report
from kibitz.solve.memory.in_memory import solve
from table_formats import FORMATS

if TYPE_CHECKING:
    from kibitz.solve.store.solution import Solution
    from table_formats import Format

GAMES = ("noughts:oldest", "lockout:helpers=6", "peg:triangle,side=6")
LOOKUPS = 2_000
ROUNDS = 5


def measured(way: Format, solution: Solution, folder: str) -> tuple[float, float, float, float]:
    """Return bytes a class, and the seconds to write, to open, and to look up one position."""
    path = os.path.join(folder, "table")
    chosen = random.Random(2).sample(range(len(solution)), LOOKUPS)
    wanted = [solution.positions[at] for at in chosen]
    right = [solution.codes[at] for at in chosen]
    best = [1e9, 1e9, 1e9]
    for _ in range(ROUNDS):
        times = [perf_counter()]
        way.write(path, solution.positions, solution.codes)
        times.append(perf_counter())
        look = way.open(path)
        times.append(perf_counter())
        found = [look(position) for position in wanted]
        times.append(perf_counter())
        if found != right:
            sys.exit(f"{way}: wrong codes")
        best = [min(old, times[i + 1] - times[i]) for i, old in enumerate(best)]
        if best[0] > 1:
            break
    write, opening, looking = best
    return os.path.getsize(path) / len(solution), write, opening, looking / LOOKUPS


def main() -> None:
    """Print the table."""
    for game in GAMES:
        solution = solve(kibitz.game(game).rules)
        print(f"{game}, {len(solution):,} classes")
        print(f"  {'':44}{'bytes a class':>14}{'write ms':>10}{'open ms':>9}{'look up µs':>12}")
        present = 0.0
        for name, way in FORMATS.items():
            with tempfile.TemporaryDirectory() as folder:
                size, write, opening, looking = measured(way, solution, folder)
            print(
                f"  {name:44}{size:>14.2f}{1e3 * write:>10.1f}{1e3 * opening:>9.2f}"
                f"{1e6 * looking:>12.1f}",
                flush=True,
            )
            present = present or looking
            report.add(
                "tables",
                f"{game}: {name}",
                f"{size:.2f} bytes, {1e6 * looking:.1f} µs",
                f"look up, present: {1e6 * present:.1f} µs",
                looking / present,
            )


if __name__ == "__main__":
    main()
