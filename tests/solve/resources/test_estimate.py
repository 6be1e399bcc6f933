"""How large a game is, by sampling: close to known sizes, never far above them, and quick."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.oracle.named_tables import table_of
from kibitz.solve.effort import Effort, Exhausted, Pace
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.resources import Resources
from kibitz.solve.store.checkpoint import SUFFIX, Checkpoint, graph_of, keep_graph
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.table_making import DROPPED, GOING_ON
from kibitz.system.resident_memory import resident
from tests.support.own_games import EXAMPLES

if TYPE_CHECKING:
    from typing import NoReturn

    from kibitz.rules.rules import Rules
    from kibitz.solve.memory.explore_compiled import Explorer

pytest.importorskip("numba")

import numpy as np

from kibitz.solve import estimate as estimating
from kibitz.solve.estimate import Estimate

PATIENT = 60.0  # seconds
SOON = Pace(measured=20_000)  # positions
LARGE = "four:rows=6,columns=7"


def kept(store: TableStore) -> Checkpoint:
    return Checkpoint(store.path(LARGE, SUFFIX), kibitz.game(LARGE).rules)


def explored(rules: Rules, most: int) -> Explorer:
    """Return an explorer that has found so many positions."""
    from kibitz.solve.memory.explore_compiled import Explorer
    from kibitz.system.thread_pool import Team

    graph = Graph()
    graph.seed([rules.class_of(rules.start)])
    graph.make_compact()
    explorer = Explorer(
        rules, graph, Team(1), Effort.unlimited.watch(), mirrored=True, keep_moves=True
    )
    explorer.run(lambda: graph.reached[1] >= most)
    return explorer


# Sizes by J. Tromp (four in a row, in full), A. Reinefeld (8-puzzle), shared facts (noughts).
@pytest.mark.parametrize(
    ("name", "symmetric", "size"),
    [
        (f"{EXAMPLES}/four.py", False, 161_029),
        (f"{EXAMPLES}/four.py:rows=4,columns=5", False, 3_945_711),
        (f"{EXAMPLES}/eight.py", True, 181_440),
        ("noughts:oldest,rows=3,columns=4,pieces=4", True, 4_565_489),
    ],
)
def test_known_sizes_are_in_the_range(name: str, symmetric: bool, size: int) -> None:
    from kibitz.solve.estimate import estimate

    rules = kibitz.game(name).rules
    if not symmetric:
        rules = rules.replace(canonical=None, orbit=None)
    explorer = explored(rules, 20_000)
    assert explorer.graph.reached[1] < size / 2, "else there is nothing to estimate"
    found = estimate(explorer, seconds=PATIENT)
    assert found.complete
    assert found.least <= found.positions <= found.most
    assert 0.6 * size < found.positions < 1.1 * size
    assert found.least < 1.05 * size, "what fits is not refused"
    assert found.most > 0.95 * size


def test_a_game_that_is_explored_already_is_as_large_as_it_is() -> None:
    from kibitz.solve.estimate import estimate

    explorer = explored(kibitz.game("noughts").rules, 1_000_000)
    assert explorer.graph.finished
    assert estimate(explorer).positions == 765


def test_without_time_the_estimate_says_that_it_is_not_complete() -> None:
    from kibitz.solve.estimate import estimate

    rules = kibitz.game("noughts:rows=4,columns=4,line=4").rules
    found = estimate(explored(rules, 20_000), seconds=0)
    assert not found.complete


def test_placements_are_counted() -> None:
    """P on one of 25 squares and k helpers on others: 265,650 for k = 4 (shared facts)."""
    from kibitz.solve.estimate import estimate_placements

    found = estimate_placements(kibitz.game("lockout:helpers=4").rules, seconds=PATIENT)
    assert found.complete
    assert found.least < 265_650 / 8 * 1.05
    assert found.most > 265_650 / 8


def test_sizes_are_told_in_two_digits() -> None:
    from kibitz.solve.estimate import rounded

    reported = [rounded(n) for n in (7.2, 99, 100, 12_345, 9_960_000)]
    assert reported == [7, 99, 100, 12_000, 10_000_000]


def test_the_cube_is_far_too_large() -> None:
    from kibitz.solve.estimate import estimate

    rules = kibitz.game(str(Path(__file__).parents[2] / "support" / "cube3.py")).rules
    assert estimate(explored(rules, 50_000)).least > 50_000_000


def test_most_of_a_game_is_in_tiers_that_a_walk_hardly_sees() -> None:
    """Of nine men's morris, 10,878,681,228 classes on a GPU, a walk finds 500 million."""
    from kibitz.solve.estimate import estimate

    found = estimate(explored(kibitz.game("mens_morris:men=9").rules, 20_000), seconds=PATIENT)
    assert not found.complete, "so the sentence says how many there are at least"
    assert 1_000_000_000 < found.least < 10_878_681_228


def test_on_the_disk_tiers_are_estimated_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a walk, nine men's morris would seem to fit; `test_cluster.py` has the same for Ray."""
    disk = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: disk._replace(free=15 * 10**9))
    with pytest.raises(Exhausted) as stopped:
        table_of(
            "mens_morris:men=9",
            store=TableStore(str(tmp_path), shipped=""),
            resources=Resources(memory=4 << 30),
            effort=Effort().at(SOON),
        )
    found = stopped.value.estimate
    assert found is not None
    assert 15 * 10**9 / 19 < found.least < 10_878_681_228
    assert re.fullmatch(
        r"the game has more than [\d,]+ positions up to symmetry and needs more than \d+ GiB on "
        r"the disk, but only 14 GiB are free there",
        str(stopped.value),
    )
    assert stopped.value.done < 100_000
    assert not os.listdir(tmp_path)


def test_a_game_that_fits_on_the_disk_is_solved(tmp_path: Path) -> None:
    table = table_of(
        "noughts:oldest",
        store=TableStore(str(tmp_path), shipped=""),
        resources=Resources(memory=4 << 30),
        effort=Effort().at(Pace(measured=100)),
    )
    assert len(table) == len(kibitz.table("noughts:oldest"))


@pytest.fixture
def interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableStore:
    """Give a folder with the work of a call that was interrupted while it measured a large game."""
    store = TableStore(str(tmp_path), shipped="")

    def interrupt(explorer: Explorer, seconds: float) -> NoReturn:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(estimating, "estimate", interrupt)
        with pytest.raises(KeyboardInterrupt):
            table_of(LARGE, store=store, effort=Effort(memory=8 << 30).at(SOON))
    assert kept(store).size > 0
    return store


def test_what_was_interrupted_is_measured_again_and_dropped(interrupted: TableStore) -> None:
    said: list[str] = []
    with pytest.raises(Exhausted) as stopped:
        table_of(
            LARGE,
            store=interrupted,
            effort=Effort(memory=resident() + (256 << 20)).at(SOON),
            notice=lambda sentence: said.append(str(sentence)),
        )
    assert stopped.value.estimate is not None
    assert said == [str(GOING_ON), str(DROPPED)]
    assert not os.listdir(interrupted.folder)


def test_a_tenth_of_a_game_is_not_dropped(
    interrupted: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Heavy(Estimate):
        bytes_each = 1 << 40

    def a_little_more(explorer: Explorer, seconds: float) -> Estimate:
        known = explorer.graph.reached[1]
        return Heavy(5 * known, 5 * known, 5 * known, 1)

    monkeypatch.setattr(estimating, "estimate", a_little_more)
    before = kept(interrupted).size
    with pytest.raises(Exhausted):
        table_of(LARGE, store=interrupted, effort=Effort(memory=8 << 30).at(SOON))
    assert kept(interrupted).size == before


def test_tiers_that_were_interrupted_are_refused_by_the_estimate_of_that_call() -> None:
    rules = kibitz.game(LARGE).rules
    graph = Graph()
    graph.tiers.seeds = {42: np.array([rules.start])}
    graph.estimate = Estimate(12e9, 9e9, 26e9, 0)
    with pytest.raises(Exhausted) as stopped:
        solve(rules, mode="compiled", graph=graph, effort=Effort(memory=8 << 30))
    assert stopped.value.estimate is graph.estimate


def test_the_estimate_is_kept_with_the_work(tmp_path: Path) -> None:
    store, graph = TableStore(str(tmp_path), shipped=""), Graph()
    graph.seed([0])
    graph.estimate = Estimate(3.5, 2, 7.25, 1, complete=False)
    keep_graph(kept(store), LARGE, graph)
    again = kept(store).find(graph_of)
    assert again is not None
    assert again.estimate is not None
    assert again.estimate.numbers() == graph.estimate.numbers()


def test_unfinished_work_never_fills_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, graph = TableStore(str(tmp_path), shipped=""), Graph()
    graph.seed(list(range(1000)))
    keep_graph(kept(store), LARGE, graph)
    before = kept(store).size
    graph.seed(list(range(2000)))
    disk = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: disk._replace(free=8 * 2000 * 2 - 1))
    with pytest.raises(OSError, match="No space left"):
        keep_graph(kept(store), LARGE, graph)
    assert kept(store).size == before, "what was kept before is still there"


def test_unfinished_work_that_does_not_fit_into_memory_is_not_read(
    interrupted: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.solve.builder.graph_of", pytest.fail)
    before = kept(interrupted).size
    with pytest.raises(Exhausted, match="of memory may be used"):
        table_of(LARGE, store=interrupted, effort=Effort(memory=resident()).at(SOON))
    assert kept(interrupted).size == before


def test_far_more_placements_than_allowed_are_not_gone_through() -> None:
    """A board of 56 squares has some 10**13 placements: listing the first piece took minutes."""
    rules = kibitz.game("lockout:rows=7,columns=8,helpers=12").rules
    with pytest.raises(Exhausted) as stopped:
        solve(rules, effort=Effort(positions=10_000), mode="compiled")
    assert stopped.value.limit == "positions"
