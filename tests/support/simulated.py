"""Kernels on Numba's CUDA simulator, in a process of their own.

It takes the name of a function below and its arguments, and prints what the function returns. The
simulator looks at its threads without a pause, which keeps them from running; here it waits.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

SMALL: dict[str, Any] = {"slots": 64, "edges": 256, "blocks": 1, "threads": 1}


def call(function: str, *arguments: Any) -> Any:
    """Call a function below where there is a simulated GPU."""
    done = subprocess.run(
        [sys.executable, "-W", "error", __file__, function, json.dumps(arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def solve(jobs: list[tuple[str, str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Solve games and keep each table in a folder."""
    return [solve_one(*job) for job in jobs]


def solve_one(name: str, folder: str, sizes: dict[str, Any]) -> dict[str, Any]:
    """Solve a game; return where its table is, or what went wrong.

    With `hostile`, a seed, the GPU does what a real one may do (`hostile_gpu.py`).
    """
    import kibitz
    from kibitz.engines.gpu.gpu_builder import OnGPU
    from kibitz.engines.gpu.position_set import Sizes
    from kibitz.language.errors import KibitzError
    from kibitz.solve.effort import Effort
    from kibitz.solve.store.table_store import TableStore, ignore_notice, kept_name
    from kibitz.solve.table_making import run_builder
    from tests.support.hostile_gpu import hostile

    interrupt_at, seed = sizes.pop("interrupt_at", None), sizes.pop("hostile", None)

    def progress(phase: str, done: int, total: int | None) -> None:
        if phase == interrupt_at:
            raise KeyboardInterrupt

    game, store = kibitz.game(name), TableStore(folder, shipped="")
    kept = kept_name(game.name, game.rules)
    way = OnGPU(kept, game.rules, store, sizes=Sizes(**{**SMALL, **sizes}))
    with nullcontext() if seed is None else hostile(seed), counted() as count:
        try:
            run_builder(way, store, Effort.unlimited.watch(progress), ignore_notice)
        except (KeyboardInterrupt, KibitzError) as error:
            return {"raised": type(error).__name__, "said": str(error)}
    known = {"kept moves": way.kept_moves, "by tiers": way.by_tiers, "count": count}
    return {"path": store.path(kept), **known}


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count the launches of each kernel, the new arrays, and the waits for the device."""
    from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray

    from kibitz.engines.gpu import device

    count: Counter[str] = Counter()
    run, empty, copy = device.run, device.empty, FakeCUDAArray.copy_to_host

    def launch(kernel: Any, blocks: int, threads: int, *arguments: Any) -> None:
        count[kernel.__name__] += 1
        run(kernel, blocks, threads, *arguments)

    def new(length: int, kind: Any) -> Any:
        count["arrays"] += 1
        return empty(length, kind)

    def read(*arguments: Any) -> Any:
        count["waits"] += 1
        return copy(*arguments)

    device.run, device.empty, FakeCUDAArray.copy_to_host = launch, new, read
    try:
        yield count
    finally:
        device.run, device.empty, FakeCUDAArray.copy_to_host = run, empty, copy


def table(name: str, folder: str) -> int:
    """Return the number of classes in a table that was asked for in the usual way."""
    os.environ["KIBITZ_CACHE"] = folder
    import kibitz
    from kibitz.engines.gpu import position_set

    usual = position_set.Sizes._field_defaults
    assert usual.keys() > SMALL.keys()
    made: Any = position_set.Sizes.__new__
    made.__defaults__ = tuple({**usual, **SMALL}.values())
    return len(kibitz.table(name, on="gpu", fresh=True))


def men(name: str, small: str, folder: str) -> dict[str, Any]:
    """Solve games of men in several ways, each in a folder of its own; return what was said.

    `memory` and `ranked` are made by the command, which takes every game for a large one. The
    others are of the `small` game.
    """
    import shutil
    from contextlib import redirect_stderr, redirect_stdout
    from io import StringIO

    import kibitz
    from kibitz.cli import main
    from kibitz.engines.ranks import men_builder, men_numbering
    from kibitz.engines.ranks.men import MenOnGPU
    from kibitz.engines.ranks.men_builder import MenByRank
    from kibitz.language.errors import KibitzError
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.valuation import VALUING
    from kibitz.solve.store.table_store import TableStore
    from kibitz.solve.table_making import run_builder

    rules = kibitz.game(small).rules
    said: dict[str, Any] = {}

    def command(way: str, *options: str) -> None:
        os.environ["KIBITZ_CACHE"] = f"{folder}/{way}"
        out = StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            main(["table", name, *options])
        said[way] = out.getvalue()

    def by_rank(way: str, stop: int | None = None, **more: Any) -> None:
        """Solve by rank, as far as `stop` tiers."""
        store = TableStore(f"{folder}/{way}", shipped="")
        notices, begun = said.setdefault(way, []), []

        def progress(phase: str, done: int, total: int | None) -> None:
            begun.append(done) if phase == VALUING else None
            if stop is not None and len(begun) > stop:
                raise KeyboardInterrupt

        try:
            strategy = MenByRank(way, rules, store, **more)
            run_builder(
                strategy,
                store,
                Effort.unlimited.watch(progress),
                lambda one: notices.append(str(one)),
            )
        except (KeyboardInterrupt, KibitzError) as error:
            notices.append(str(error))
        notices.append(len(begun))

    command("memory")
    men_numbering.FEWEST = 0
    command("ranked", "--on", "gpu")
    command("little", "--on", "gpu", "--memory", "1kB")
    by_rank("whole")
    by_rank("resumed", 2)
    by_rank("resumed")
    by_rank("damaged", 2)
    codes = Path(folder, "damaged", f"damaged.work/{men_builder.CODES}")
    octets = bytearray(codes.read_bytes())
    octets[-1] ^= 1  # in the last tier that is finished
    codes.write_bytes(octets)
    by_rank("damaged")
    by_rank("wide", most_short=2)
    usual = shutil.disk_usage
    setattr(shutil, "disk_usage", lambda path: usual(path)._replace(free=1 << 16))  # noqa: B010
    by_rank("full")
    setattr(shutil, "disk_usage", usual)  # noqa: B010
    value = MenOnGPU._value

    def wrongly(self: Any, blocks: Any) -> int:
        found = value(self, blocks)
        row = self.codes.copy_to_host()
        row[blocks[0].first] += 1
        self.codes.copy_to_device(row)
        return found

    setattr(MenOnGPU, "_value", wrongly)  # noqa: B010
    by_rank("wrong")
    return said


def whole_board(name: str, folder: str) -> str:
    """Decide every position of a peg board in the usual way; return where that is kept."""
    import kibitz
    from kibitz.engines.pegs.sets import whole_board
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table_store import EVERY, TableStore

    jumps, store = kibitz.game(name).rules.jumps, TableStore(folder, shipped="")
    whole_board.make(store, jumps, resources=Resources("gpu"))
    return store.path(whole_board.name_of(jumps), EVERY)


def peg_class(name: str, member: int, targets: list[int]) -> dict[str, Any]:
    """Close a set of positions of one class of a peg board; return what can be said of it."""
    import kibitz
    from kibitz.engines.pegs.figures.peg_table import board_of
    from kibitz.engines.pegs.gpu.gpu_pegs import GPUSet

    jumps = kibitz.game(name).rules.jumps
    found = GPUSet(board_of(jumps), member)
    for target in targets:
        found.add(target)
    found.close_backwards()
    return {
        "by_pegs": found.count_by_pegs(),
        "winning": [position for position in range(1 << jumps.holes) if position in found],
        "words": [int(word) for chunk in found.chunks() for word in chunk],
    }


def sums(counts: list[int], tile: int) -> list[tuple[int, list[int]]]:
    """Return the sum of so many numbers, for each of the counts, and all the sums on the way."""
    import numpy as np

    from kibitz.engines.gpu import device
    from kibitz.engines.gpu import prefix_sums as module

    module.TILE = tile
    found = []
    for count in counts:
        row = device.empty(count + 1, np.uint32)
        numbers = device.cuda().to_device(np.arange(1, count + 1, dtype=np.uint32))
        found.append((module.running_sums(numbers, count, row), row.copy_to_host().tolist()))
    return found


def waiting(thread: threading.Thread, alive: Any = threading.Thread.is_alive) -> bool:
    """Return whether a thread runs, having given it time to end."""
    thread.join(0.0005)
    return bool(alive(thread))


if __name__ == "__main__":
    root = Path(__file__).parents[2]
    sys.path[:1] = [str(root / folder) for folder in ("src", ".")]
    from numba.cuda.simulator.kernel import BlockThread

    setattr(BlockThread, "is_alive", waiting)  # noqa: B010  # mypy has it for a method
    print(json.dumps(globals()[sys.argv[1]](*json.loads(sys.argv[2]))))
