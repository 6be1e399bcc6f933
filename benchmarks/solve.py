"""How long it takes to solve each game whole, in process: cold once, then the best of several.

    python benchmarks/solve.py [ROUNDS]

"cold" is the first call in this process, with the compiler's import and whatever has to be
compiled or loaded from its cache; "warm" the best of the calls after it, in compiled code;
"interpreter" one call without a compiler, where that takes seconds only. Where `benchmarks/run`
has compiled the C solvers, they run in turn with ours, and must count the same. Both are compared
twice: by the clock, where ours has all cores, and by the work of the processor, all cores together,
which other work on the machine disturbs less.
"""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import kibitz
import report
from kibitz.solve.memory.in_memory import solve

if TYPE_CHECKING:
    from kibitz.solve.memory.in_memory import Mode
    from kibitz.solve.store.solution import Solution

LOCKOUT = [f"lockout:helpers={helpers}" for helpers in range(1, 7)]
GAMES = [
    "noughts",
    "noughts:any",
    "noughts:oldest",
    "lgame",
    *LOCKOUT,
    "peg:triangle",
    "peg:triangle,vacancy=0",
    "peg:triangle,side=6",
]
MOST_INTERPRETED = 10_000


Times = tuple[float, float]  # seconds by the clock, and of the processor


def seconds(name: str, mode: Mode) -> tuple[float, Solution]:
    """Return how long solving a game takes, and its solution."""
    (took, _), solution = both_times(name, mode)
    return took, solution


def both_times(name: str, mode: Mode) -> tuple[Times, Solution]:
    """Return how long solving takes, by the clock and for the processor, and the solution."""
    rules = kibitz.game(name).rules
    begin, before = perf_counter(), process_time()
    solution = solve(rules, mode=mode)
    return (perf_counter() - begin, process_time() - before), solution


def plain_c(program: str) -> dict[str, tuple[tuple[int, ...], Times]]:
    """Return what a C solver counts and its best seconds, by game; nothing if there is none."""
    path = os.path.join(report.work_folder(), "c", program)
    if not os.path.exists(path):
        return {}
    done = subprocess.run([path, "3"], capture_output=True, text=True, check=True)
    found = {}
    for line in done.stdout.splitlines():
        *counts, took, worked = line.split()
        name = program if program == "lgame" else f"lockout:helpers={counts.pop(0)}"
        found[name] = (tuple(map(int, counts)), (float(took), float(worked)))
    return found


def counted(name: str, solution: Solution) -> tuple[int, ...]:
    """Return what the C solver of a game counts (but for the moves, which no solution holds)."""
    histogram = solution.histogram(in_full=True)
    positions = sum(histogram.values())
    if name != "lgame":
        return positions, positions - histogram[0], max(histogram) - 1
    won = sum(count for code, count in histogram.items() if code > 0)
    lost = sum(count for code, count in histogram.items() if code < 0)
    return positions, won, histogram[0], lost, max(histogram) - 1


def against_c(names: list[str], program: str, rounds: int) -> None:
    """Solve games in turn with C, check that both count the same, and print both times."""
    ours: dict[str, Times] = {}
    theirs: dict[str, Times] = {}
    for _ in range(rounds):
        for name, (counts, took) in plain_c(program).items():
            theirs[name] = least(took, theirs.get(name, took))
            again, solution = both_times(name, "compiled")
            ours[name] = least(again, ours.get(name, again))
            right = counts[:1] + counts[2:] if program == "lgame" else counts
            if counted(name, solution) != right:
                sys.exit(f"{name}: kibitz counts {counted(name, solution)}, C counts {right}")
    if not theirs:
        print(f"{program}: no C solver to compare with")
        return
    what = "all six Lunar Lockout tables" if program == "lockout" else program
    for at, kind in enumerate(("warm", "warm, processor time of all cores")):
        one, other = (sum(times[name][at] for name in names) for times in (ours, theirs))
        print(
            f"{what}, {kind}: kibitz {report.milliseconds(one)}, "
            f"plain C {report.milliseconds(other)}, ratio {one / other:.2f}; the same counts"
        )
        report.add(
            "solve",
            f"{what}, {kind}",
            report.milliseconds(one),
            f"plain C on one core: {report.milliseconds(other)}",
            one / other,
        )


def least(some: Times, others: Times) -> Times:
    """Return the better of two times by each measure."""
    return min(some[0], others[0]), min(some[1], others[1])


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    lockout = 0.0
    print("game                        positions  classes  cold ms  warm ms  interpreter ms")
    for name in GAMES:
        cold, solution = seconds(name, "compiled")
        warm = min(seconds(name, "compiled")[0] for _ in range(rounds))
        plain = ""
        if len(solution) <= MOST_INTERPRETED:
            plain = f"{1000 * seconds(name, 'interpreter')[0]:.0f}"
        positions = sum(solution.histogram(in_full=True).values())
        print(
            f"{name:26}{positions:>11,}{len(solution):>9,}"
            f"{1000 * cold:>9.0f}{1000 * warm:>9.1f}{plain:>16}",
            flush=True,
        )
        if name in LOCKOUT:
            lockout += warm
        else:
            report.add("solve", f"{name}, {positions:,} positions", report.milliseconds(warm))
    report.add("solve", "all six Lunar Lockout tables", report.milliseconds(lockout))
    against_c(["lgame"], "lgame", rounds)
    against_c(LOCKOUT, "lockout", rounds)


if __name__ == "__main__":
    main()
