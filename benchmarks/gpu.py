"""Games solved on a GPU: the same tables as the processor's, and how much sooner.

    PYTHONPATH=src python3 benchmarks/gpu.py [FOLDER] [--parts tables,kinds] [--seconds N]
        [--games GAME ...]

tables   every game and variant of more than 100,000 classes, and some with other parameters, on
         the processor (all its cores) and on the GPU: the files must be the same, byte for byte
kinds    a game of every kind, on the processor and, three times each, on the GPU with moves kept,
         with moves made again and, where there are tiers, by tiers: the same again

Seconds are those of solving, compiling left out. Figures go to FOLDER/gpu.json as they are found;
parts that would begin after so many seconds are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
import traceback
from time import perf_counter
from typing import TYPE_CHECKING, Any

import kibitz
from kibitz.games.registry import families
from kibitz.language.errors import KibitzError
from kibitz.solve import table_making
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore, kept_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.rules import Rules
    from kibitz.solve.store.table import Table

MANY = 100_000  # classes
# As they come: nine men, which go tier by tier (docs/morris.md), and too large for the processor.
ELSEWHERE = {"mens_morris", "dobutsu_shogi", "fifteen", "gobblet_gobblers"}
ON_THE_PROCESSOR = 200.0  # seconds for one game there
TIMES = 3  # that a game of a kind is solved in each way
OLDEST = "noughts:oldest,rows=4,columns=4,pieces=4,line=4"
TURNS = {"same_mover": "every_third", "canonical": None, "orbit": None}
COSTS = {"cost": "uneven", "canonical": None, "orbit": None}
# Kinds of games, each with a game, and what is changed in its rules if no game is of that kind.
KINDS: dict[str, tuple[str, dict[str, str | None]]] = {
    "a win": ("noughts:rows=4,columns=4,line=4", {}),
    "a win, positions recur": ("noughts:oldest,rows=3,columns=4,pieces=4", {}),
    "points, positions recur": ("awari", {}),
    "more points, positions recur": ("awari:seeds=3", {}),
    "points": ("othello:margin=1", {}),
    "points and several moves in a row": ("kalah:holes=4,counters=3", {}),
    "the same with tiers": ("dots_and_boxes:rows=3,columns=3", {}),
    "several moves in a row, with tiers": ("four:rows=4,columns=5", TURNS),
    "a shortest solution": ("eight", {}),
    "the lowest score, with tiers": ("peg:triangle,side=6", {}),
    "the highest score": ("no_three_in_line:side=5", {}),
    "moves of different cost, solved positions go on": ("bridge:times=123456789", {}),
    "solved positions go on": ("klotski:on=1", {}),
    "moves of different cost": ("eight:rows=2,columns=5", COSTS),
    "the same with one tier": ("eight:rows=2,columns=5", {**COSTS, "tier": "one_tier"}),
}
FURTHER = [
    "noughts:rows=4,columns=4,line=4",
    "noughts:any,rows=4,pieces=4,line=4",
    "noughts:oldest,rows=3,columns=4,pieces=4",
    "lockout:helpers=6",
    "lockout:helpers=8",
    "lockout:rows=4,columns=6,goal=a1,helpers=5",
    "peg:triangle,side=6",
    "chomp:rows=11,columns=11",
    "dodgem:side=4",
    "four:rows=4,columns=5",
    "four:rows=5,columns=5",
    "lights:rows=5,columns=5",
    "mens_morris:men=6",
    "nim:heaps=999999",
    OLDEST,
]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", default=".", help="for gpu.json")
    parser.add_argument("--parts", default="tables,kinds")
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--games", nargs="+", help="those of the tables, instead of all")
    chosen = parser.parse_args()
    try:
        from kibitz.engines.gpu import device

        device.cuda()
    except KibitzError as error:
        print(f"nothing to measure: {error}")
        return 0
    os.makedirs(chosen.folder, exist_ok=True)
    run = Run(chosen.folder, chosen.seconds, chosen.games)
    run.note("machine", machine())
    for part in chosen.parts.split(","):
        PARTS[part](run)
    run.print()
    return 1 if run.wrong else 0


class Run:
    """The figures of one run, written down as they come."""

    def __init__(self, folder: str, seconds: float, games: list[str] | None = None) -> None:
        self.path = os.path.join(folder, "gpu.json")
        self.until = perf_counter() + seconds
        self.games = games
        self.figures: dict[str, Any] = {}
        self.wrong = 0

    def note(self, name: str, figure: dict[str, Any]) -> None:
        """Write a figure down."""
        self.figures[name] = figure
        print(f"{name}: {json.dumps(figure)}", flush=True)
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(self.figures, file, indent=1)

    def attempt(self, name: str, work: Any, *arguments: Any) -> None:
        """Do one piece of work, if there is time; a failure is a figure too."""
        if perf_counter() > self.until:
            self.note(name, {"left out": "no time"})
            return
        try:
            self.note(name, work(*arguments))
        except Exception as error:
            traceback.print_exc(file=sys.stdout)
            self.note(name, {"failed": f"{type(error).__name__}: {error}"[:500]})
            self.wrong += 1

    def print(self) -> None:
        """Print the table."""
        print(f"\n{'game':<52}{'classes':>14}{'processor s':>13}{'GPU s':>10}{'ratio':>8}  same")
        for name, said in self.figures.items():
            if "classes" in said:
                cells = [said.get(key) for key in ("processor", "gpu", "ratio")]
                words = ["" if cell is None else f"{cell:,.3f}" for cell in cells]
                print(
                    f"{name:<52}{said['classes']:>14,}{words[0]:>13}{words[1]:>10}{words[2]:>8}"
                    f"  {said.get('same', '')}"
                )


def machine() -> dict[str, Any]:
    """Return what this was measured on, and how fast its memory is."""
    import numba
    import numpy as np

    from kibitz.engines.gpu import device
    from kibitz.system.thread_pool import cores

    said = {
        "card": device.name(),
        "free": device.free(),
        "cores": cores(),
        "python": sys.version.split()[0],
        "numba": numba.__version__,
        "numpy": np.__version__,
    }
    if not device.simulated():
        import cupy

        said["cupy"] = cupy.__version__
        row = cupy.zeros(1 << 29, dtype=cupy.int64)
        other = cupy.empty_like(row)
        seconds = []
        for _ in range(5):
            cupy.cuda.Device().synchronize()
            begin = perf_counter()
            other[...] = row
            cupy.cuda.Device().synchronize()
            seconds.append(perf_counter() - begin)
        said["bytes copied a second, read and written"] = round(2 * row.nbytes / min(seconds))
        del row, other
        cupy.get_default_memory_pool().free_all_blocks()
    return said


# Tables


def tables(run: Run) -> None:
    """Solve games on both, and compare."""
    seen = set()
    for name in run.games or [*usual_names(), *FURTHER]:
        game = kibitz.game(name)
        if game.name not in seen and serves("gpu", game.rules):
            seen.add(game.name)
            run.attempt(name, compared, game)


def usual_names() -> Iterator[str]:
    """Yield every game and variant as it comes."""
    for family in families():
        if family.name in ELSEWHERE:
            continue
        for variant in family.variants:
            if variant != "drawn":  # needs a drawing
                yield family.name + (f":{variant}" if variant else "")


def compared(game: BaseGame) -> dict[str, Any]:
    """Return how long a game takes on both, and whether the files are the same."""
    with tempfile.TemporaryDirectory() as folder:
        cold, found = made(game.name, game.rules, folder, on_card=True)
        if len(cold) < MANY:
            return {"few classes": len(cold)}
        warm, again = made(game.name, game.rules, folder, on_card=True)
        if found != again:
            raise ValueError("the GPU makes another file each time")
        classes = len(warm)
        del cold
        plain, wanted = made(game.name, game.rules, folder, on_card=False)
        assert warm.seconds is not None
        assert plain.seconds is not None
        return {
            "classes": classes,
            "processor": round(plain.seconds, 3),
            "gpu": round(warm.seconds, 4),
            "ratio": round(plain.seconds / warm.seconds, 1),
            "same": found == wanted,
            "sha256": found,
            "sha256 of the processor's": wanted,
        }


def made(name: str, rules: Rules, folder: str, *, on_card: bool) -> tuple[Table, str]:
    """Make and keep a table; return it and the checksum of its file."""
    from kibitz.solve.resources import Resources

    store = TableStore(folder, shipped="")
    table = table_making.make(
        name,
        rules,
        store,
        resources=Resources("gpu") if on_card else None,
        effort=Effort(seconds=None if on_card else ON_THE_PROCESSOR),
    )
    return table, checksum(store.path(kept_name(name, rules)))


def checksum(path: str) -> str:
    """Return the checksum of a file, which is removed."""
    with open(path, "rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    os.unlink(path)
    return found


# Kinds of games


def every_third(position: int, move: int) -> bool:
    return move % 3 == 0


def uneven(position: int, move: int) -> int:
    return 1 + move % 3


def one_tier(position: int) -> int:
    return 0


def kinds(run: Run) -> None:
    """Solve a game of every kind in every way, and compare."""
    for kind, (name, changes) in KINDS.items():
        changed = {rule: made and globals()[made] for rule, made in changes.items()}
        run.attempt(f"{name}: {kind}", in_every_way, name, kibitz.game(name).rules, changed)


def in_every_way(name: str, rules: Rules, changes: dict[str, Any]) -> dict[str, Any]:
    """Return how long a game takes on the processor and on the GPU, at once and by tiers."""
    from kibitz.engines.gpu.gpu_solver import GPUSolver
    from kibitz.engines.gpu.gpu_tiers import GPUTiers
    from kibitz.engines.gpu.position_set import Sizes

    rules = rules.replace(**changes)
    ways: dict[str, tuple[type[GPUSolver], Sizes]] = {
        "gpu": (GPUSolver, Sizes()),
        "gpu, moves made again": (GPUSolver, Sizes(keep_moves=False)),
    }
    if rules.tier is not None:
        ways["gpu, by tiers"] = (GPUTiers, Sizes())
    with tempfile.TemporaryDirectory() as folder:
        store = TableStore(folder, shipped="")
        plain, wanted = made(name, rules, folder, on_card=False)
        said: dict[str, Any] = {"classes": len(plain), "processor": plain.seconds}
        different = []
        for way, (solver_class, sizes) in ways.items():
            for _ in range(TIMES):  # the first one compiles
                solver = solver_class(rules, Effort.unlimited.watch(), sizes)
                store.keep(kept_name(name, rules), solver.run())
                if checksum(store.path(kept_name(name, rules))) != wanted:
                    different.append(way)
            said[way] = round(sum(solver.seconds.values()), 4)
            said[f"seconds of {way}"] = {
                part: round(took, 4) for part, took in solver.seconds.items()
            }
        if different:
            raise ValueError(f"the files differ: {different}")
        said["same"] = True
        said["ratio"] = round(said["processor"] / said["gpu"], 1)
        said["sha256"] = wanted
        return said


PARTS = {"tables": tables, "kinds": kinds}

if __name__ == "__main__":
    sys.exit(main())
