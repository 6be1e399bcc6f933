"""Games solved on a GPU: the same tables as the processor's, how much sooner, and how large.

    PYTHONPATH=src python3 benchmarks/gpu.py [FOLDER] [--parts tables,kinds,oldest,large,pegs]
        [--seconds N] [--games GAME ...]

tables   every game and variant of more than 100,000 classes, and some with other parameters, on
         the processor (all its cores) and on the GPU: the files must be the same, byte for byte
kinds    a game of every kind, on the processor and, three times each, on the GPU with moves kept,
         with moves made again and, where there are tiers, by tiers: the same again
oldest   4 x 4 `noughts:oldest` with 4 pieces (or GAMES), several times, with the time of each part
large    a game of more than 2 billion classes; a sample of its values is checked by its rules
pegs     every position of the English and French boards and, class by class, of the diamond, and
         which of the diamond's problems of one empty hole can be won

Seconds are those of solving, compiling left out. Figures go to FOLDER/gpu.json as they are found;
parts that would begin after so many seconds are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
import tempfile
import traceback
from pathlib import Path
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
    from collections.abc import Callable, Iterator

    from kibitz.engines.pegs.gpu.gpu_pegs import CardSet
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.rules import Rules
    from kibitz.solve.store.table import PositionTable, Table

EXAMPLES = Path(__file__).parent.parent / "examples"
MANY = 100_000  # classes
# As they come: nine men, which go tier by tier (docs/morris.md), and too large for the processor.
ELSEWHERE = {"mens_morris", "dobutsu_shogi", "fifteen", "gobblet_gobblers"}
ON_THE_PROCESSOR = 200.0  # seconds for one game there
TIMES = 3  # that a game of a kind is solved in each way
OLDEST = "noughts:oldest,rows=4,columns=4,pieces=4,line=4"
LARGE = "noughts:oldest,rows=3,columns=5,pieces=5,line=4"
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
    parser.add_argument("--parts", default="tables,kinds,oldest,large,pegs")
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
    from kibitz.engines.gpu.gpu_classes import Sizes
    from kibitz.engines.gpu.gpu_solver import CardSolver
    from kibitz.engines.gpu.gpu_tiers import CardTiers

    rules = rules.replace(**changes)
    ways: dict[str, tuple[type[CardSolver], Sizes]] = {
        "gpu": (CardSolver, Sizes()),
        "gpu, moves made again": (CardSolver, Sizes(keep_moves=False)),
    }
    if rules.tier is not None:
        ways["gpu, by tiers"] = (CardTiers, Sizes())
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


# One large game, several times


def oldest(run: Run) -> None:
    """Solve 4 x 4 `oldest`, or other games, keeping moves and making them again."""
    for name in run.games or [OLDEST]:
        called = "oldest 4 x 4" if name == OLDEST else name
        for keep in (True, False):
            for at in range(1, 4 if keep else 3):
                how = "moves kept" if keep else "moves made again"
                run.attempt(f"{called}, {how}, run {at}", on_card, name, keep)


def on_card(name: str, keep: bool) -> dict[str, Any]:
    """Solve a game on the card; return its figures."""
    from kibitz.engines.gpu.gpu_classes import Sizes
    from kibitz.engines.gpu.gpu_solver import CardSolver

    solver = CardSolver(kibitz.game(name).rules, Effort.unlimited.watch(), Sizes(keep_moves=keep))
    table = solver.run()
    return figures(solver, table)


def figures(solver: Any, table: PositionTable) -> dict[str, Any]:
    seconds = solver.seconds
    solving = sum(seconds[part] for part in ("exploring", "valuing", "counting", "sorting"))
    return {
        "classes": len(table),
        "moves": solver.classes.edges - len(table),
        "gpu": round(solving, 4),
        "seconds": {part: round(took, 4) for part, took in seconds.items()},
        "classes explored a second": round(len(table) / seconds["exploring"]),
        "positions": sum(table.census.in_full.values()),
        "codes": table.census.as_json()["classes"],
        "start": table.census.start,
        "moves kept": solver.kept_moves,
    }


# The largest


def large(run: Run) -> None:
    """Solve a game of more than two billion classes."""
    run.attempt(LARGE, solved_and_checked, LARGE)


def solved_and_checked(name: str) -> dict[str, Any]:
    """Solve a game; check a sample of its values by its rules; return figures and checksums."""
    from kibitz.engines.gpu.gpu_classes import Sizes
    from kibitz.engines.gpu.gpu_solver import CardSolver

    rules = kibitz.game(name).rules
    last = [perf_counter()]

    def progress(phase: str, done: int, total: int | None) -> None:
        if perf_counter() - last[0] > 5:
            last[0] = perf_counter()
            print(f"   {phase} {done:,}", flush=True)

    solver = CardSolver(rules, Effort.unlimited.watch(progress), Sizes())
    table = solver.run()
    said = figures(solver, table)
    said["checked by the rules"] = sampled(rules, table, 20_000)
    rows = {"positions": table.positions, "codes": table.codes}
    for row, content in rows.items():
        said[f"sha256 of the {row}"] = hashlib.sha256(content).hexdigest()  # type: ignore[arg-type]
    return said


def sampled(rules: Rules, table: PositionTable, count: int) -> int:
    """Check the values of random positions against those of their children; return how many."""
    import numpy as np

    positions, codes = np.asarray(table.positions), np.asarray(table.codes)
    chance = random.Random(1)

    def code(position: int) -> int:
        least = rules.canonical(position) if rules.canonical else position
        at = int(np.searchsorted(positions, least))
        assert positions[at] == least
        return int(codes[at])

    for _ in range(count):
        position = int(positions[chance.randrange(len(positions))])
        assert code(position) == follows(rules, position, code), position
    return count


def follows(rules: Rules, position: int, code: Callable[[int], int]) -> int:
    """Return the code of a position of two players that follows from those of its children."""
    children = [code(rules.play(position, move)) for move in rules.moves(position)]
    losses = [child for child in children if child < 0]
    if not children:
        return rules.worth(position)
    if losses:
        return 1 - max(losses)
    return -1 - max(children) if all(children) else 0


# Peg boards

KNOWN = {"peg:english": 2_274_448_867, "peg:french": 34_182_406_074}
ENGLISH = [0, 33, 52, 176, 848, 4116, 18842, 81440, 323054, 1163563, 3773582]  # by pegs


def pegs(run: Run) -> None:
    """Decide every position of boards; the file of the English one is the processor's too."""
    for name in KNOWN:
        for at in range(1, 4):
            run.attempt(f"{name}, run {at}", whole_board, name)
    run.attempt("peg:english, the file", same_file, "peg:english")
    run.attempt("peg:diamond", every_class, "peg:diamond")


def whole_board(name: str) -> dict[str, Any]:
    """Sweep a board on the card; return times, counts and bytes."""
    from kibitz.engines.pegs.gpu.gpu_pegs import CardSet

    board = peg_board(name)
    begin = perf_counter()
    found = CardSet(board)
    said = swept(found, [1 << hole for hole in range(board.holes)])
    said["with memory taken and kernels compiled"] = round(perf_counter() - begin, 4)
    if said["solvable"] != KNOWN[name]:
        raise ValueError(f"{said['solvable']:,} can be won, not {KNOWN[name]:,}")
    if name == "peg:english" and said["by pegs"][: len(ENGLISH)] != ENGLISH:
        raise ValueError("the counts by pegs are not those that are known")
    return said


def peg_board(name: str) -> Any:
    """Return a board as the solver sees it."""
    from kibitz.engines.pegs.figures.peg_table import board_of

    jumps = kibitz.game(name).rules.jumps
    assert jumps is not None
    return board_of(jumps)


def bytes_asked_for(found: CardSet) -> int:
    """Return how many bytes one sweep over all words reads and writes, caches left aside."""
    upper, size = {*found.coordinates.mid, *found.coordinates.top}, found.coordinates.size
    reads = sum(size >> sum(hole in upper for hole in jump) for jump in found.board.jumps)
    return 8 * (reads + 2 * size)


def swept(found: Any, targets: list[int]) -> dict[str, Any]:
    """Close a set of targets; return the seconds, the counts and the bytes."""
    from kibitz.engines.gpu import device

    cuda = device.cuda()
    for target in targets:
        found.add(target)
    cuda.synchronize()
    begin, compiling = perf_counter(), device.Compiling.seconds
    found.close_backwards()
    cuda.synchronize()
    seconds = perf_counter() - begin - (device.Compiling.seconds - compiling)
    begin, compiling = perf_counter(), device.Compiling.seconds
    by_pegs = found.count_by_pegs()
    counting = perf_counter() - begin - (device.Compiling.seconds - compiling)
    moved = bytes_asked_for(found)
    return {
        "gpu": round(seconds, 4),
        "counting": round(counting, 4),
        "solvable": sum(by_pegs),
        "by pegs": by_pegs,
        "bytes asked for": moved,
        "bytes asked for a second": round(moved / seconds),
        "bytes of the set": 8 * found.words.size,
    }


def same_file(name: str) -> dict[str, Any]:
    """Make the file of a board on both; return the checksums."""
    from kibitz.engines.pegs.sets import whole_board as module
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table_store import EVERY

    jumps = kibitz.game(name).rules.jumps
    assert jumps is not None
    said: dict[str, Any] = {}
    for where, resources in (("gpu", Resources("gpu")), ("processor", None)):
        with tempfile.TemporaryDirectory() as folder:
            store = TableStore(folder, shipped="")
            begin = perf_counter()
            module.make(store, jumps, resources=resources)
            said[f"{where}, with the file"] = round(perf_counter() - begin, 3)
            with open(store.path(module.name_of(jumps), EVERY), "rb") as file:
                said[f"sha256, {where}"] = hashlib.file_digest(file, "sha256").hexdigest()
    if said["sha256, gpu"] != said["sha256, processor"]:
        raise ValueError(f"the files differ: {said}")
    return said


def every_class(name: str) -> dict[str, Any]:
    """Sweep every class of a board, then once for each finish; return what can be won."""
    from kibitz.engines.pegs.gpu.gpu_pegs import CardSet
    from kibitz.engines.pegs.sets.coordinates import Coordinates

    board = peg_board(name)
    coordinates = Coordinates(board)
    single = [1 << hole for hole in range(board.holes)]
    classes: dict[Any, list[int]] = {}
    for peg in single:
        classes.setdefault(coordinates.constants(peg), []).append(peg)
    totals, seconds, by_class = [0] * (board.holes + 1), 0.0, []
    problems: dict[int, list[int]] = {}
    for targets in classes.values():
        found = CardSet(board, targets[0])
        said = swept(found, targets)
        del found
        totals = [total + more for total, more in zip(totals, said["by pegs"], strict=True)]
        seconds += said["gpu"]
        by_class.append(said["solvable"])
        print(f"   a class of {len(targets)} finishes: {json.dumps(said)}", flush=True)
        for target in targets:
            if target != board.canonical(target):
                continue  # a mirror image of another
            found = CardSet(board, target)
            for_one = swept(found, [target])["gpu"]
            finish = target.bit_length() - 1
            problems[finish] = [hole for hole in range(board.holes) if board.vacancy(hole) in found]
            print(f"   finish {finish}: {problems[finish]} in {for_one} s", flush=True)
            del found
    return {
        "classes of positions with single pegs": len(classes),
        "solvable by class": by_class,
        "sweeping all of them": round(seconds, 3),
        "solvable": sum(totals),
        "by pegs": totals,
        "vacancies that can be won, by finish": problems,
    }


PARTS = {"tables": tables, "kinds": kinds, "oldest": oldest, "large": large, "pegs": pegs}

if __name__ == "__main__":
    sys.exit(main())
