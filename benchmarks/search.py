"""Published results by search, and Connect Four against Pascal Pons's C++ solver, in one run.

    .venv/bin/python benchmarks/search.py [POSITIONS-FOLDER [SOLVER-FOLDER]]

Every result of tests/data/known_results.toml is searched for a minute at most. A line a result:
whether it is right, what the search says, and the seconds it took. The exit status is 1 if one is
wrong; a bound that does not say as much as is published is not wrong, only too little.

The first folder holds files of test positions of Connect Four (the columns played, then the score),
the second a checkout of https://github.com/PascalPons/connect4, which is compiled with g++. Both
search with one thread. A line a file: how many scores were right, microseconds of processor time
and positions searched for a position, and how many times as long as the other it takes. Start-up
and compiling are not counted.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from kibitz.games.registry import game_named
from kibitz.oracle.sources.search_sources import FromSearch
from kibitz.rules.objectives.outcomes import Draw, Win
from kibitz.solve.compiling.compiled import Kernel
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore
from tests.support.published import RESULTS, effort_for, game_of, is_right, searched

A_MINUTE = Effort(seconds=60)
FOUR = Path(__file__).parent.parent / "examples" / "four.py"
DRIVER = """
#include "Solver.hpp"
#include <ctime>
#include <iostream>
#include <vector>
int main() {
  GameSolver::Connect4::Solver solver;
  std::vector<std::string> lines;
  for (std::string line; std::getline(std::cin, line);) lines.push_back(line);
  std::clock_t begin = std::clock();
  for (auto &line : lines) {
    GameSolver::Connect4::Position position;
    position.play(line);
    solver.solve(position, false);
  }
  double taken = 1e6 * (std::clock() - begin) / CLOCKS_PER_SEC;
  std::cout << taken << " " << solver.getNodeCount() << std::endl;
}
"""


def compiled(folder: Path, work: Path) -> Path:
    """Return a program that solves the positions on its input with the other solver."""
    driver, program = work / "driver.cpp", work / "driver"
    driver.write_text(DRIVER)
    sources = [str(driver), str(folder / "Solver.cpp")]
    flags = ["-O3", "-DNDEBUG", "-std=c++11", f"-I{folder}"]
    subprocess.run(["g++", *flags, "-o", str(program), *sources], check=True)
    return program


def compare(words: list[str]) -> None:
    """Search the positions of Connect Four in a folder, with the other solver in turn."""
    game = game_named(f"{FOUR}:rows=6,columns=7")
    play, start = game.rules.play, game.rules.start
    FromSearch(game.rules).ask(start, Effort(positions=50_000), None)  # compiles
    with tempfile.TemporaryDirectory() as work:
        program = compiled(Path(words[1]), Path(work)) if len(words) == 2 else None
        for file in sorted(Path(words[0]).glob("*.txt")):
            lines = [line.split() for line in file.read_text().splitlines()]
            positions = []
            for columns, _ in lines:
                position = start
                for column in columns:
                    position = play(position, int(column) - 1)
                positions.append(position)
            search = FromSearch(game.rules, threads=1)
            begin = process_time()
            outcomes = [search.ask(position, Effort(), None) or Draw() for position in positions]
            taken = 1e6 * (process_time() - begin) / len(lines)
            right = 0
            for (columns, score), outcome in zip(lines, outcomes, strict=True):
                back = 22 - (len(columns) + (outcome.distance or 0) + 1) // 2
                said = 0 if outcome.value == "draw" else back if isinstance(outcome, Win) else -back
                right += said == int(score)
            nodes = search._search.searched // len(lines)
            print(
                f"{file.stem}: {right} of {len(lines)} right, {taken:,.0f} us, {nodes:,} nodes",
                end="",
            )
            if program is not None:
                asked = "\n".join(columns for columns, _ in lines)
                done = subprocess.run(
                    [program], input=asked, text=True, capture_output=True, check=True
                )
                other, count = done.stdout.split()
                theirs = float(other) / len(lines)
                visited = int(count) // len(lines)
                print(f"; C++ {theirs:,.0f} us, {visited:,} nodes", end="")
                print(f"; {taken / theirs:.1f} times", end="")
            print(flush=True)


def published() -> int:
    """Search every published result; return 1 if one is wrong."""
    status = 0
    for result in RESULTS:
        game = game_of(result)
        with tempfile.TemporaryDirectory() as folder:
            begin, compiling = perf_counter(), Kernel.preparing
            store = TableStore(folder, shipped="")
            outcome = searched(game, store, effort_for(result, A_MINUTE))
            took = perf_counter() - begin - (Kernel.preparing - compiling)
        right = is_right(result, outcome)
        said = "right" if right else "WRONG" if outcome.known else "too little"
        status |= said == "WRONG"
        print(f"{said:<12}{took:8.2f} s  {result['game']}: {outcome}", flush=True)
    return status


def main(words: list[str]) -> int:
    if len(words) > 2:
        print(__doc__, file=sys.stderr)
        return 2
    status = published()
    if words:
        compare(words)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
