"""How long peg solitaire takes: seconds warm and cold, and the most memory.

    python benchmarks/pegs.py            every work
    python benchmarks/pegs.py layers     those whose name begins so

Each work runs in a process of its own. Cold is the first run with nothing compiled yet, warm the
best of three in the same process after it; memory is that of the whole process.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time

from kibitz.rules import peg_boards
from kibitz.rules.peg import jumps_on
from kibitz.solve.pegs.pegboard import PegBoard

CENTRE = 16
RUNS = 3


def board(drawing: str) -> PegBoard:
    drawn, _ = peg_boards.read_drawing(drawing)
    return PegBoard(len(drawn), jumps_on(drawn), drawn.symmetries())


def first_solution() -> int:
    from kibitz.solve.pegs.search import Search, attempt

    english = board(peg_boards.ENGLISH)
    search = Search(english, english.vacancy(CENTRE), 1, CENTRE)
    return len(search.best) if attempt(search) else 0


def winnable_classes() -> int:
    from kibitz.solve.pegs.layers import layers

    english = board(peg_boards.ENGLISH)
    return sum(row.winnable_classes for row in layers(english, english.vacancy(CENTRE), CENTRE))


def layers_finish_anywhere() -> int:
    from kibitz.solve.pegs.layers import layers

    english = board(peg_boards.ENGLISH)
    return sum(row.classes for row in layers(english, english.vacancy(CENTRE)))


def solution_sequences() -> int:
    from kibitz.solve.pegs.counting import count_solutions
    from kibitz.solve.pegs.layers import Game

    english = board(peg_boards.ENGLISH)
    return count_solutions(Game(english, english.vacancy(CENTRE), CENTRE))[CENTRE]


def complete_games() -> int:
    from kibitz.solve.pegs.counting import count_games
    from kibitz.solve.pegs.layers import Game

    english = board(peg_boards.ENGLISH)
    return count_games(Game(english, english.vacancy(CENTRE), CENTRE))


def fewest_moves() -> int:
    from kibitz.solve.pegs.fewest import fewest_moves
    from kibitz.solve.pegs.layers import Game

    english = board(peg_boards.ENGLISH)
    shortest = fewest_moves(Game(english, english.vacancy(CENTRE), CENTRE))
    return shortest.moves if shortest else 0


def one_class() -> int:
    from kibitz.solve.pegs.dense import winning

    english = board(peg_boards.ENGLISH)
    return sum(winning(english, english.vacancy(CENTRE)).count_by_pegs())


def all_positions() -> int:
    from kibitz.solve.pegs.dense import winning

    return sum(winning(board(peg_boards.ENGLISH)).count_by_pegs())


def french_class() -> int:
    from kibitz.solve.pegs.dense import winning

    french = board(peg_boards.FRENCH)
    return sum(winning(french, french.vacancy(0)).count_by_pegs())


WORKS = {
    work.__name__: work
    for work in (
        first_solution,
        winnable_classes,
        layers_finish_anywhere,
        solution_sequences,
        complete_games,
        fewest_moves,
        one_class,
        all_positions,
        french_class,
    )
}


def measure(name: str) -> None:
    """Run one work in this process and print what it took."""
    seconds = []
    for _ in range(1 + RUNS):
        begin = time.perf_counter()
        result = WORKS[name]()
        seconds.append(time.perf_counter() - begin)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps([result, seconds[0], min(seconds[1:]), memory]))


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2])
        return
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    print(f"{'work':24}{'result':>26}{'warm s':>9}{'cold s':>9}{'MiB':>7}")
    for name in WORKS:
        if not name.startswith(wanted):
            continue
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(
                [sys.executable, __file__, "--measure", name],
                env=os.environ | {"NUMBA_CACHE_DIR": cache},
                stdout=subprocess.PIPE,
                check=True,
            )
        result, cold, warm, memory = json.loads(done.stdout)
        print(f"{name:24}{result:26,}{warm:9.3f}{cold:9.2f}{memory:7}", flush=True)


if __name__ == "__main__":
    main()
