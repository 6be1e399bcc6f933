"""Search for a best solution against the table of all positions, of puzzles with costs or scores.

    .venv/bin/python benchmarks/best_lines.py [GAME …]

Each line says how many positions the search from the start expands and the table has, and how long
each takes: the best of three runs in turn, by the work of the processor, compiled code warm. The
outcomes must be equal.
"""

from __future__ import annotations

import sys
from time import process_time

import kibitz
from kibitz.solve.effort import Effort
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.search.puzzle_distance import DistanceSearch

GAMES = (
    "bridge:times=1234567891234567",
    "no_three_in_line:side=5",
    "no_three_in_line:side=6",
)
ROUNDS = 3


def main(names: list[str]) -> int:
    for name in names or GAMES:
        rules = kibitz.game(name).rules
        by_search, by_table = [], []
        for _ in range(1 + ROUNDS):  # the first run compiles
            search = DistanceSearch(rules, rules.start)
            begin = process_time()
            search.run(Effort().watch())
            by_search.append(process_time() - begin)
            begin = process_time()
            table = solve(rules, tier="compiled")
            by_table.append(process_time() - begin)
            code = table.code(rules.class_of(rules.start))
            assert code is not None
            assert search.outcome == rules.objective.outcome(code)
        mine, whole = min(by_search[1:]), min(by_table[1:])
        print(
            f"{name}: {search.outcome}; {search.searched:,} of {len(table):,} positions "
            f"({search.searched / len(table):.3f}), {mine:.3f} s against {whole:.3f} s "
            f"({mine / whole:.3f})",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
