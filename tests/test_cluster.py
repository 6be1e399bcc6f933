"""Games solved on a Ray cluster: the same table files, whatever happens to workers and nodes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.play import tables
from kibitz.solve.shards import solving
from kibitz.solve.shards.cluster import NoCluster, OnRay, _import_ray
from kibitz.solve.shards.resources import Resources
from kibitz.solve.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ray: Any = _import_ray()  # as the package does it

GAMES = [
    "noughts",
    "noughts:any",
    "noughts:oldest",
    "lgame",
    *(f"lockout:helpers={helpers}" for helpers in (1, 2, 3, 4, 5, 6)),
    *(f"peg:triangle,vacancy={vacancy}" for vacancy in (0, 1, 3, 4)),
]
ON_RAY = Resources(on_ray=True)
FAULTY = "lockout:helpers=5"  # large enough for a fault to happen while it is solved

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Ray's own
    pytest.mark.xdist_group("cluster"),  # one is enough
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[OnRay]:
    """Keep one cluster for all tests here that do no harm to it."""
    with OnRay(workers=2) as place:
        yield place


def usual(name: str, tmp_path: Path) -> bytes:
    """Return the file that one process makes."""
    shelf = Shelf(str(tmp_path / "usual"))
    table = tables.table_of(name, shelf=shelf)
    return Path(shelf.path(table.game.name)).read_bytes()


def on_ray(name: str, tmp_path: Path, **options: Any) -> bytes:
    shelf = Shelf(str(tmp_path / "ray"))
    table = tables.table_of(name, shelf=shelf, resources=ON_RAY, **options)
    return Path(shelf.path(table.game.name)).read_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_the_file_is_the_same(name: str, cluster: OnRay, tmp_path: Path) -> None:
    assert on_ray(name, tmp_path) == usual(name, tmp_path)


def test_a_game_in_a_file(cluster: OnRay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers have no such module to import: the rules travel."""
    monkeypatch.chdir(Path(__file__).parent.parent / "examples")
    assert on_ray("./nim.py", tmp_path) == usual("./nim.py", tmp_path)


class Once:
    """Progress that does something at its call of that number."""

    def __init__(self, call: int, what: Callable[[], object]) -> None:
        self.call = call
        self.what = what

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        self.call -= 1
        if self.call == 0:
            self.what()


@pytest.mark.parametrize("call", [2, 20, 40])
def test_a_worker_is_killed(call: int, cluster: OnRay, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill() -> None:
        number = ray.remote(lambda: os.getpid())  # noqa: PLW0108 (Ray wants a function in Python)
        killed.extend(set(ray.get([number.remote() for _ in range(8)])))
        for worker in killed:
            os.kill(worker, signal.SIGKILL)

    assert on_ray(FAULTY, tmp_path, progress=Once(call, kill)) == usual(FAULTY, tmp_path)
    assert killed


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("call", [6, 30, 60])
def test_interrupted_and_begun_again(call: int, cluster: OnRay, tmp_path: Path) -> None:
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        on_ray(FAULTY, tmp_path, progress=Once(call, interrupt), notice=said.append)
    work = tmp_path / "ray" / f"{kibitz.game(FAULTY).name}.work"
    assert (work / "state.json").exists()
    first: list[tuple[str, int]] = []

    def watch(phase: str, done: int, total: int | None) -> None:
        first.append((phase, done))

    made = on_ray(FAULTY, tmp_path, progress=watch, notice=said.append)
    assert made == usual(FAULTY, tmp_path)
    assert said == [
        "interrupted; the next call goes on from here",
        "going on where the last call was interrupted",
    ]
    assert call == 6 or first[0][0] != "exploring", "what was explored is not explored again"
    assert not work.exists()


def test_what_the_disk_began_the_cluster_goes_on_with(
    cluster: OnRay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "SHARDS_ON_DISK", 8)
    shelf = Shelf(str(tmp_path / "ray"))
    with pytest.raises(KeyboardInterrupt):
        tables.table_of(
            FAULTY, shelf=shelf, resources=Resources(memory=8 << 30), progress=Once(24, interrupt)
        )
    said: list[str] = []
    assert on_ray(FAULTY, tmp_path, notice=said.append) == usual(FAULTY, tmp_path)
    assert said == ["going on where the last call was interrupted"]


def test_a_folder_that_cannot_be_written_gives_a_sentence_and_an_answer(
    cluster: OnRay, tmp_path: Path
) -> None:
    (tmp_path / "a file").write_text("in the way")
    said: list[str] = []
    shelf = Shelf(str(tmp_path / "a file"))
    table = tables.table_of("lgame", shelf=shelf, resources=ON_RAY, notice=said.append, fresh=True)
    assert len(table) == 2296
    assert table["xAA.-.BA.-.BA.-.BBx"].value == kibitz.solve("lgame")["xAA.-.BA.-.BA.-.BBx"].value
    assert len(said) == 1
    assert "cannot be kept" in said[0]


def test_without_ray_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match="kibitz\\[cluster\\]"):
        on_ray("noughts", tmp_path)


NODE_LOST = """
import sys
from kibitz.play import tables
from kibitz.solve.shards import cluster
cluster._import_ray()
from ray.cluster_utils import Cluster
from kibitz.solve.shards.resources import Resources
from kibitz.solve.shelf import Shelf

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
second = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
calls = 0

def lose_a_node(phase, done, total):
    global calls
    calls += 1
    if calls == 30:
        cluster.remove_node(second, allow_graceful=False)
        print("lost a node while", phase, len(cluster.list_all_nodes()), "is left")

resources = Resources(on_ray=True, address=cluster.address)
shelf = Shelf(sys.argv[2])
table = tables.table_of(sys.argv[1], shelf=shelf, resources=resources, progress=lose_a_node)
"""


def test_a_node_is_lost(tmp_path: Path) -> None:
    """In a process of its own, for a cluster of two nodes wants to be the only one."""
    done = subprocess.run(
        [sys.executable, "-c", NODE_LOST, FAULTY, str(tmp_path / "ray")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout == "lost a node while valuing 1 is left\n"
    made = Path(Shelf(str(tmp_path / "ray")).path(kibitz.game(FAULTY).name)).read_bytes()
    assert made == usual(FAULTY, tmp_path)
