"""Functions that the tests of Ray run in a process with a cluster."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import kibitz
from kibitz.engines.shards.ray_cluster import NoCluster, OnRay, _import_ray
from kibitz.oracle import named_tables
from kibitz.solve.effort import Effort, Exhausted, Pace
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import TableStore, kept_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kibitz import GameTable, Outcome, Position

# Ray's workers run at nice 15 by default, and on a busy machine get almost no time.
os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 (Ray's own spelling)

_cluster: list[OnRay] = []


def begin() -> None:
    """Start a cluster of two workers, to which every solve of this process then goes.

    Ray gives a node 30 seconds to start, which is too little on a very busy machine.
    """
    for attempts_left in (3, 2, 1, 0):
        try:
            _cluster.append(OnRay(workers=2))
            return
        except NoCluster:
            if not attempts_left:
                raise


@dataclass
class Solve:
    """How a solve went."""

    file: bytes = b""  # the table it kept, unless it was interrupted
    said: list[str] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)  # one for every call of progress


def solve(
    name: str,
    cache: Path,
    at: int = 0,
    happens: Callable[[], object] | None = None,
    address: str | None = None,
) -> Solve:
    """Solve a game on Ray; at the call of progress of that number something happens."""
    how = Solve()

    def progress(phase: str, done: int, total: int | None) -> None:
        how.phases.append(phase)
        if happens and len(how.phases) == at:
            happens()

    resources, store = Resources(on="ray", address=address), TableStore(str(cache), shipped="")
    try:
        game = kibitz.game(name)
        named_tables.table_of(
            game,
            store=store,
            resources=resources,
            progress=progress,
            notice=lambda sentence: how.said.append(str(sentence)),
        )
    except KeyboardInterrupt:
        return how
    how.file = Path(store.path(kept_name(game.name, game.rules))).read_bytes()
    return how


def solve_without_keeping(name: str, cache: Path, position: str) -> tuple[int, str, list[str]]:
    """Return the size of a table, the value of a position of it, and the messages."""
    said: list[str] = []
    resources, store = Resources(on="ray"), TableStore(str(cache), shipped="")
    table = named_tables.table_of(
        name,
        store=store,
        resources=resources,
        notice=lambda sentence: said.append(str(sentence)),
        fresh=True,
    )
    return len(table), str(table.look_up(kibitz.game(name).parse(position))), said


def solve_without_space(name: str, cache: Path, free: int) -> str:
    """Solve a game while so many bytes are free on the disk; return why that is refused."""
    usual = shutil.disk_usage
    setattr(shutil, "disk_usage", lambda path: usual(path)._replace(free=free))  # noqa: B010
    try:
        named_tables.table_of(
            name,
            store=TableStore(str(cache), shipped=""),
            resources=Resources(on="ray"),
            effort=Effort().at(Pace(measured=100)),
        )
    except Exhausted as error:
        return str(error)
    finally:
        setattr(shutil, "disk_usage", usual)  # noqa: B010
    return ""


def interrupt() -> None:
    """Do what Ctrl-C does."""
    raise KeyboardInterrupt


def kill_workers() -> None:
    """Kill the workers of the cluster while they are at work."""
    ray = _import_ray()
    number = ray.remote(lambda: os.getpid())  # noqa: PLW0108 (Ray wants a function in Python)
    for worker in set(ray.get([number.remote() for _ in range(8)])):
        os.kill(worker, signal.SIGKILL)


def lose_node(name: str, cache: Path, at: int) -> tuple[Solve, int]:
    """Solve a game on a cluster of two nodes; one is lost at the call of progress of that number.

    Return how the solve went, and how many nodes are left.
    """
    _import_ray()  # first, for it keeps Ray quiet
    from ray.cluster_utils import Cluster

    nodes: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = nodes.add_node(num_cpus=1)
    nodes.wait_for_nodes()
    lose = partial(nodes.remove_node, second, allow_graceful=False)
    return solve(name, cache, at, lose, nodes.address), len(nodes.list_all_nodes())


def failures() -> list[str]:
    """Return what is said of a task on a full disk, and when its array is read."""
    (cluster, *_), ray = _cluster, _import_ray()

    def fails() -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    said = []
    for attempt in (
        lambda: next(cluster.run([partial(fails)], 1)),
        lambda: cluster.read(ray.remote(fails).remote()),
    ):
        try:
            attempt()
        except NoCluster as error:
            said.append(str(error))
    return said


def paths_of_workers() -> tuple[str, list[str]]:
    """Return the current folder, and where the workers of the cluster look for modules."""
    ray = _import_ray()
    look = ray.remote(lambda: __import__("sys").path)
    return os.getcwd(), ray.get(look.remote())


def outcomes(positions: list[Position], table: GameTable) -> list[Any]:
    """Return what tasks on the cluster make of positions and of a table, and the positions."""
    ray = _import_ray()

    @ray.remote  # type: ignore[untyped-decorator]
    def known(position: Position, table: GameTable) -> tuple[Position, Outcome, Outcome]:
        return position, position.outcome, table[position]

    kept = ray.put(table)
    tasks = [known.remote(ray.put(position), kept) for position in positions]
    return list(ray.get(tasks))
