"""Games solved on a Ray cluster: the same table files, whatever happens to workers and nodes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.engines.shards.ray_cluster import NoCluster
from kibitz.oracle import named_tables
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import TableStore, kept_name
from tests.support import on_ray
from tests.support.apart import Apart
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Two players, a score, moves of different cost, points and several moves in a row, and points with
# positions that come again; test_shards.py has more, by the same steps.
GAMES = ["noughts:oldest", "peg:triangle,vacancy=0", "bridge", "dots_and_boxes", "awari:pits=2"]
if EVERYTHING:
    GAMES += ["no_three_in_line", "noughts"]
# and a puzzle:
FAULTY = "lockout:helpers=5"  # large enough for a fault to happen while it is solved
KILLED_AT = {"exploring": 2, "valuing": 40}  # which call of progress
if not EVERYTHING:
    del KILLED_AT["valuing"]  # the lost node, at the end, takes its worker away there
INTERRUPTED = "interrupted; the next run continues from here"
GOING_ON = "continuing where the last run was interrupted"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apart]:
    """Keep one cluster for all tests here that do no harm to it, in a process of its own.

    Ray ends the process that uses it when it believes itself lost, as it may on a busy machine.
    """
    with Apart(tmp_path_factory.mktemp("cluster") / "log", on_ray.begin) as process:
        yield process


@pytest.fixture
def two_nodes(tmp_path: Path) -> Iterator[Apart]:
    """A process for a cluster of two nodes, which wants to be the only one."""
    with Apart(tmp_path / "log") as process:
        yield process


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], bytes]:
    """Return the file that one process makes of a game."""
    store = TableStore(str(tmp_path_factory.mktemp("usual")), shipped="")

    def file_of(name: str) -> bytes:
        game = kibitz.game(name)
        named_tables.table_of(game, store=store)
        return Path(store.path(kept_name(game.name, game.rules))).read_bytes()

    return file_of


@pytest.mark.parametrize("name", GAMES)
def test_the_file_is_the_same(
    name: str, cluster: Apart, tmp_path: Path, usual: Callable[[str], bytes]
) -> None:
    assert cluster.call(on_ray.solve, name, tmp_path / "ray").file == usual(name)


def test_a_game_in_a_file(cluster: Apart, tmp_path: Path, usual: Callable[[str], bytes]) -> None:
    """Workers have no such module to import: the rules travel."""
    name = str(Path(__file__).parents[3] / "examples" / "nim.py")
    assert cluster.call(on_ray.solve, name, tmp_path / "ray").file == usual(name)


def test_workers_import_nothing_from_the_current_folder(cluster: Apart) -> None:
    folder, paths = cluster.call(on_ray.paths_of_workers)
    assert folder not in map(os.path.abspath, paths)


def test_positions_and_tables_go_to_tasks(cluster: Apart) -> None:
    table = kibitz.table("noughts")
    positions = [table.start, *(move.position for move in table.start.moves)]
    found = cluster.call(on_ray.outcomes, positions, table)
    assert found == [(position, table[position], table[position]) for position in positions]


@pytest.mark.parametrize(("phase", "call"), KILLED_AT.items())
def test_a_worker_is_killed(
    phase: str, call: int, cluster: Apart, tmp_path: Path, usual: Callable[[str], bytes]
) -> None:
    how = cluster.call(on_ray.solve, FAULTY, tmp_path / "ray", call, on_ray.kill_workers)
    assert how.phases[call - 1] == phase
    assert how.file == usual(FAULTY)


@pytest.mark.parametrize("call", [6, 30])
def test_interrupted_and_begun_again(
    call: int, cluster: Apart, tmp_path: Path, usual: Callable[[str], bytes]
) -> None:
    first = cluster.call(on_ray.solve, FAULTY, tmp_path / "ray", call, on_ray.interrupt)
    assert len(first.phases) == call, "nothing happens after the interrupt"
    assert first.said == [INTERRUPTED]
    (work,) = (tmp_path / "ray").glob("*.work")
    assert (work / "checkpoint").exists()
    second = cluster.call(on_ray.solve, FAULTY, tmp_path / "ray")
    assert second.file == usual(FAULTY)
    assert second.said == [GOING_ON]
    assert call == 6 or second.phases[0] != "exploring", "what was explored is not explored again"
    assert not work.exists()


def test_what_the_disk_began_the_cluster_goes_on_with(
    cluster: Apart, tmp_path: Path, usual: Callable[[str], bytes]
) -> None:
    calls = iter(range(1, 1000))

    def progress(phase: str, done: int, total: int | None) -> None:
        if next(calls) == 24:
            raise KeyboardInterrupt

    store = TableStore(str(tmp_path / "ray"), shipped="")
    resources = Resources(memory=8 << 30, shards=8)
    with pytest.raises(KeyboardInterrupt):
        named_tables.table_of(FAULTY, store=store, resources=resources, progress=progress)
    how = cluster.call(on_ray.solve, FAULTY, tmp_path / "ray")
    assert how.file == usual(FAULTY)
    assert how.said == [GOING_ON]


def test_a_folder_that_cannot_be_written_gives_a_sentence_and_an_answer(
    cluster: Apart, tmp_path: Path
) -> None:
    (tmp_path / "a file").write_text("in the way")
    position = "xAA.-.BA.-.BA.-.BBx"
    size, value, said = cluster.call(
        on_ray.solve_without_keeping, "lgame", tmp_path / "a file", position
    )
    assert size == 2296
    assert value == str(kibitz.table("lgame")[position])
    assert len(said) == 1
    assert "cannot be kept" in said[0]


def test_failures_of_the_cluster_are_sentences(cluster: Apart) -> None:
    said = cluster.call(on_ray.failures)
    assert said == ["the cluster failed: [Errno 28] No space left on device"] * 2


def test_a_table_that_does_not_fit_on_the_disk_is_not_begun(cluster: Apart, tmp_path: Path) -> None:
    said = cluster.call(on_ray.solve_without_space, "noughts:oldest", tmp_path / "ray", 900)
    assert said.startswith("the game has ")
    assert said.endswith(" on the disk, but only 900 B are free there")
    assert not list(tmp_path.glob("ray/*"))


def test_without_ray_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match="Ray is not installed here; pip install 'ray"):
        named_tables.table_of(
            "noughts", store=TableStore(str(tmp_path), shipped=""), resources=Resources(on="ray")
        )


def test_a_node_is_lost(two_nodes: Apart, tmp_path: Path, usual: Callable[[str], bytes]) -> None:
    """Arrays that were there are made again."""
    how, left = two_nodes.call(on_ray.lose_node, FAULTY, tmp_path / "ray", 30)
    assert how.phases[29] == "valuing"
    assert left == 1
    assert how.file == usual(FAULTY)
