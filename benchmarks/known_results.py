"""Published results by search: what is found, and in what time.

    .venv/bin/python benchmarks/known_results.py [WORD …]

Runs every result of tests/data/known_results.toml whose game has one of the words in its name,
without words all of them, a minute each at most. Start-up and compiling are not counted. A line a
result: whether it is right, what the search says, and the seconds it took. The exit status is 1 if
one is wrong; a bound that does not say as much as is published is not wrong, only too little.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from kibitz.solve.compiling.compiled import Kernel
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore
from tests.support.published import RESULTS, effort_for, game_of, is_right, searched

A_MINUTE = Effort(seconds=60)


def main(words: list[str]) -> int:
    status = 0
    chosen = [one for one in RESULTS if not words or any(word in one["game"] for word in words)]
    for result in chosen:
        game = game_of(result)
        with tempfile.TemporaryDirectory() as folder:
            effort = effort_for(result, A_MINUTE)
            begin, compiling = perf_counter(), Kernel.preparing
            outcome = searched(game, TableStore(folder, shipped=""), effort)
            taken = perf_counter() - begin - (Kernel.preparing - compiling)
        right = is_right(result, outcome)
        said = "right" if right else "WRONG" if outcome.known else "too little"
        status |= said == "WRONG"
        print(f"{said:<12}{taken:8.2f} s  {result['game']}: {outcome}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
