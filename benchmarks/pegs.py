"""How long peg solitaire takes: seconds warm and cold, and the most memory.

    python benchmarks/pegs.py            every work
    python benchmarks/pegs.py layers     those whose name begins so
    python benchmarks/pegs.py winnable --peer PROGRAM ARGUMENTS...

Each work runs in a process of its own. Cold is the first run with nothing compiled yet, warm the
best of three in the same process after it; memory is that of the whole process. "work" is the
processor time of all cores together, the least of the same three.

A peer is a program that does the same work once and prints its result, the seconds it took and its
processor time. It runs in turn with ours, five times each, and must find the same; printed are the
least seconds of both, and their ratio.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING

from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.games import peg_boards
from kibitz.games.peg import jumps_on

if TYPE_CHECKING:
    from kibitz.engines.pegs.figures.peg_game import PegGame

CENTRE = 16
RUNS = 3
TURNS = 5  # against a peer


def board(drawing: str) -> PegBoard:
    drawn, _ = peg_boards.read_drawing(drawing)
    return PegBoard(len(drawn), jumps_on(drawn), drawn.symmetries())


def first_solution() -> int:
    from kibitz.engines.pegs.peg_search import Search, attempt

    english = board(peg_boards.ENGLISH)
    search = Search(english, english.vacancy(CENTRE), 1, CENTRE)
    return len(search.best) if attempt(search) else 0


def from_centre(finish: int | None = None) -> PegGame:
    from kibitz.engines.pegs.figures.peg_game import PegGame

    english = board(peg_boards.ENGLISH)
    return PegGame(english, english.vacancy(CENTRE), finish)


def winnable_classes() -> int:
    classes = from_centre(CENTRE).classes
    return 0 if classes is None else len(classes)


def layers_to_the_centre() -> int:
    from kibitz.engines.pegs.figures.peg_layers import layers

    return sum(row.winnable_classes for row in layers(from_centre(CENTRE)))


def layers_finish_anywhere() -> int:
    from kibitz.engines.pegs.figures.peg_layers import layers

    return sum(row.classes for row in layers(from_centre()))


def solution_sequences() -> int:
    from kibitz.engines.pegs.figures.counting import count_solutions

    return count_solutions(from_centre(CENTRE))[CENTRE]


def complete_games() -> int:
    from kibitz.engines.pegs.figures.counting import count_games

    return count_games(from_centre(CENTRE))


def fewest_moves() -> int:
    from kibitz.engines.pegs.figures.fewest_moves import fewest_moves

    shortest = fewest_moves(from_centre(CENTRE))
    return shortest.moves if shortest else 0


def one_class() -> int:
    from kibitz.engines.pegs.sets.dense import winning

    english = board(peg_boards.ENGLISH)
    return sum(winning(english, english.vacancy(CENTRE)).count_by_pegs())


def all_positions() -> int:
    from kibitz.engines.pegs.sets.dense import winning

    return sum(winning(board(peg_boards.ENGLISH)).count_by_pegs())


def french_class() -> int:
    from kibitz.engines.pegs.sets.dense import winning

    french = board(peg_boards.FRENCH)
    return sum(winning(french, french.vacancy(0)).count_by_pegs())


WORKS = {
    work.__name__: work
    for work in (
        first_solution,
        winnable_classes,
        layers_to_the_centre,
        layers_finish_anywhere,
        solution_sequences,
        complete_games,
        fewest_moves,
        one_class,
        all_positions,
        french_class,
    )
}


def times(name: str) -> tuple[int, float, float]:
    """Return what a work finds, its seconds and its processor time."""
    begin, before = time.perf_counter(), time.process_time()
    result = WORKS[name]()
    return result, time.perf_counter() - begin, time.process_time() - before


def measure(name: str) -> None:
    """Run one work in this process and print what it took."""
    cold, *warm = [times(name) for _ in range(1 + RUNS)]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    least = [min(each[at] for each in warm) for at in (1, 2)]
    print(json.dumps([cold[0], cold[1], *least, memory]))


def against(name: str, peer: list[str]) -> None:
    """Run one work in turn with a peer, and print the least times of both and their ratios."""
    times(name)
    ours, theirs = [], []
    for _ in range(TURNS):
        ours.append(times(name))
        words = subprocess.run(peer, capture_output=True, text=True, check=True).stdout.split()
        theirs.append((int(words[0]), float(words[1]), float(words[2])))
    if len({each[0] for each in ours + theirs}) > 1:
        sys.exit(f"{name}: kibitz finds {ours[0][0]}, the peer {theirs[0][0]}")
    for at, kind in ((1, "by the clock"), (2, "processor time")):
        one, other = (min(each[at] for each in runs) for runs in (ours, theirs))
        print(f"{name}, {kind}: kibitz {one:.3f} s, peer {other:.3f} s, ratio {one / other:.2f}")


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2])
        return
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    names = [name for name in WORKS if name.startswith(wanted)]
    if sys.argv[2:3] == ["--peer"]:
        for name in names:
            against(name, sys.argv[3:])
        return
    print(f"{'what':24}{'result':>26}{'warm s':>9}{'work s':>9}{'cold s':>9}{'MiB':>7}")
    for name in names:
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(
                [sys.executable, __file__, "--measure", name],
                env=os.environ | {"NUMBA_CACHE_DIR": cache},
                stdout=subprocess.PIPE,
                check=True,
            )
        result, cold, warm, work, memory = json.loads(done.stdout)
        row = f"{name:24}{result:26,}{warm:9.3f}{work:9.3f}{cold:9.2f}{memory:7}"
        print(row, flush=True)


if __name__ == "__main__":
    main()
