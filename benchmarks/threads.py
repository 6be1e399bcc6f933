"""One thread against several: how many positions each searches, and how long that takes.

    .venv/bin/python benchmarks/threads.py POSITIONS-FILE [COUNT [THREADS …]]

The file holds positions of Connect Four (the columns played, then the score); the first COUNT of
them are searched (8), each time with a new table, with each number of THREADS (1, 2, 4). On a busy
machine the seconds say little. The positions that one thread searches on average do: compared with
those of one thread alone, they say how much sooner it is done where each has a core to itself.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

from kibitz.games.registry import game_named
from kibitz.solve.effort import Effort
from kibitz.solve.search.two_player_search import NOTHING_PROVED, PlayersSearch

FOUR = Path(__file__).parent.parent / "examples" / "four.py"


def main(words: list[str]) -> int:
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    rules = game_named(f"{FOUR}:rows=6,columns=7").rules
    count = int(words[1]) if len(words) > 1 else 8
    positions = []
    for line in Path(words[0]).read_text().splitlines()[:count]:
        position = rules.start
        for column in line.split()[0]:
            position = rules.play(position, int(column) - 1)
        positions.append(position)
    PlayersSearch(rules).prove(positions[0], NOTHING_PROVED, Effort().watch())  # compiles
    alone, said = 0.0, None
    for threads in map(int, words[2:] or ("1", "2", "4")):
        search = PlayersSearch(rules, threads=threads)
        begin = perf_counter()
        proved = [search.prove(one, NOTHING_PROVED, Effort().watch()) for one in positions]
        taken = perf_counter() - begin
        said = said or proved
        assert proved == said, "threads do not agree"
        each = search.searched / threads
        alone = alone or each
        print(
            f"{threads} threads: {taken:.1f} s, {each:,.0f} positions each, "
            f"{alone / each:.2f} times less",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
