"""How long it takes to solve each game whole, in process: cold once, then the best of several.

    python benchmarks/solve.py [ROUNDS]

"cold" is the first call in this process, with the compiler's import and whatever has to be
compiled or loaded from its cache; "warm" the best of the calls after it, in compiled code;
"interpreter" one call without a compiler, where that takes seconds only.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING

import kibitz
from kibitz.solve.whole import solve

if TYPE_CHECKING:
    from kibitz.solve.solution import Solution
    from kibitz.solve.whole import Tier

GAMES = [
    "noughts",
    "noughts:any",
    "noughts:oldest",
    "lgame",
    *(f"lockout:helpers={helpers}" for helpers in range(1, 7)),
    "peg:triangle",
    "peg:triangle,vacancy=0",
    "peg:triangle,side=6",
]
MOST_INTERPRETED = 10_000


def seconds(name: str, tier: Tier) -> tuple[float, Solution]:
    rules = kibitz.game(name).rules
    begin = perf_counter()
    solution = solve(rules, tier=tier)
    return perf_counter() - begin, solution


def peak_memory() -> str:
    try:
        import resource
    except ImportError:  # Windows
        return "unknown"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{peak / (1 << 20 if sys.platform == 'darwin' else 1 << 10):.0f} MiB"


def main() -> None:
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
        if name.startswith("lockout"):
            lockout += warm
    print(f"all six Lunar Lockout tables, warm: {lockout:.3f} s; peak memory: {peak_memory()}")


if __name__ == "__main__":
    main()
