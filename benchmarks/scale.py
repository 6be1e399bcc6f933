"""What it costs to solve in shards: on a Ray cluster and on the disk, against one memory.

    python benchmarks/scale.py [--once] [GAME...]

Each way of solving each game has a process of its own, which solves it twice and tells the second
time, so that compiled code is warm, and how much it held (with `--once` the first time: for games
so large that loading the code does not count). One core: the process
may use one only, or the cluster has one worker. "moved" are the bytes that went from one shard to
another, for each position. All ways must find the same values, or the benchmark stops.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kibitz
import report
from kibitz.engines.shards import shard_builders
from kibitz.engines.shards.ray_cluster import OnRay
from kibitz.engines.shards.shard_files import Folder, OnDisk
from kibitz.engines.shards.sharded_result import Sharded
from kibitz.engines.shards.sharded_solve import ShardedSolve
from kibitz.engines.shards.sharded_work import Executor, State
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.store.table import PositionTable, table_from
from kibitz.solve.store.table_store import TableStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules.rules import Rules

GAMES = [
    "lockout:helpers=6",
    "lockout:helpers=8",
    "noughts:oldest,rows=3,columns=4,pieces=4,line=3",
]
WAYS = ["one memory, 1 core", "one memory, 2 cores", "ray, 1 worker", "ray, 2 workers",
        "disk, 1 core", "disk, 2 cores"]  # fmt: skip
TWICE, ONCE = 2, 1


def one(way: str, name: str, rounds: int) -> dict[str, Any]:
    """Solve a game in one way; return its time, what was moved and held, and its values."""
    if way.endswith("1 core"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rules = kibitz.game(name).rules
    moved = moves = 0
    with tempfile.TemporaryDirectory() as folder:
        store = TableStore(folder)
        if way.startswith("one memory"):
            for _ in range(rounds):
                begin = time.perf_counter()
                store.keep(name, table_from(rules, solve(rules, tier="compiled"), 0.0))
                seconds = time.perf_counter() - begin
        elif way.startswith("ray"):
            with OnRay(workers=int(way.split()[1])) as place:
                shards = 1 << (shard_builders.SHARDS_EACH * place.size - 1).bit_length()
                for _ in range(rounds):
                    seconds, moved, moves = in_shards(name, rules, store, place, shards)
        else:
            for _ in range(rounds):
                with Folder(os.path.join(folder, "work")) as files:
                    disk = OnDisk(files, 4 << 30)
                    seconds, moved, moves = in_shards(
                        name, rules, store, disk, 64, partial(files.keep, rules=rules)
                    )
                    files.remove()
        table = store.find(name, rules)
        assert isinstance(table, PositionTable)
        values = Path(store.path(name)).read_bytes()
    return {
        "seconds": seconds,
        "positions": sum(table.census.in_full.values()),
        "classes": len(table),
        "start": str(table.look_up(rules.start)),
        "moves": moves,
        "moved": moved,
        "held": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10,
        "values": blake2b(values, digest_size=8).hexdigest(),
    }


def in_shards(
    name: str,
    rules: Rules,
    store: TableStore,
    place: Executor,
    shards: int,
    commit: Callable[[State], None] | None = None,
) -> tuple[float, int, int]:
    """Solve a game and keep its table; return the time, what was moved, and the moves."""
    state = State.of(shards)
    begin = time.perf_counter()
    result = ShardedSolve(rules, place, state, commit=commit).run()
    store.keep(name, Sharded(rules, result, place))
    seconds = time.perf_counter() - begin
    return seconds, state.moved, sum(shard.moves for shard in state.shards)


def measured(way: str, name: str, rounds: int) -> dict[str, Any]:
    """Return the same, from a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--one", way, name, str(rounds)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main(names: list[str], rounds: int) -> None:
    """Measure, and print a table."""
    for name in names:
        rows = [["way", "seconds", "positions a second", "moved a position", "MiB", "ratio"]]
        base: dict[str, float] = {}
        values = None
        for way in WAYS:
            found = measured(way, name, rounds)
            if values not in (None, found["values"]):
                raise SystemExit(f"{way} finds other values of {name}")
            values = found["values"]
            workers = way.split()[-2]
            base.setdefault(workers, found["seconds"])
            ratio = found["seconds"] / base[workers]
            rows.append(
                [
                    way,
                    f"{found['seconds']:.2f}",
                    f"{found['positions'] / found['seconds']:,.0f}",
                    f"{found['moved'] / found['classes']:.0f}" if found["moved"] else "",
                    f"{found['held'] / 2**20:,.0f}",
                    f"{ratio:.2f}",
                ]
            )
            report.add("scale", f"{name}, {way}", f"{found['seconds']:.2f} s", "one memory", ratio)
        print(f"{name}: {found['positions']:,} positions, {found['classes']:,} up to symmetry")
        print(report.in_columns(rows))
        print(flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(one(sys.argv[2], sys.argv[3], int(sys.argv[4]))))
    else:
        named = [word for word in sys.argv[1:] if word != "--once"]
        main(named or GAMES, ONCE if "--once" in sys.argv else TWICE)
