"""How much memory a command may take, and that it stops in time, with one sentence."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.cli import main
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.memory.in_memory import solve
from kibitz.system import memory_limit
from kibitz.system.resident_memory import resident
from tests.support.own_games import EXAMPLES
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.solve.memory.in_memory import Mode

    Run = Callable[..., tuple[int, str, str]]

CUBE = Path(__file__).parents[2] / "support" / "cube3.py"
CONNECT_FOUR = f"{EXAMPLES / 'four.py'}:rows=6,columns=7"  # its search is compiled for others, too
GIB = 1 << 30

# What is free


@pytest.fixture
def system(tmp_path: Path) -> Callable[[dict[str, str]], str]:
    """Return a function that makes a root folder with such files under /proc and /sys."""

    def make(files: dict[str, str]) -> str:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return str(tmp_path)

    return make


MACHINE = {"proc/meminfo": "MemTotal: 9000000 kB\nMemAvailable:    8388608 kB\n"}
GROUPS = {
    "proc/self/cgroup": "0::/a/b\n",
    "sys/fs/cgroup/a/memory.max": f"{4 * GIB}\n",
    "sys/fs/cgroup/a/memory.current": f"{2 * GIB}\n",
    "sys/fs/cgroup/a/memory.stat": f"anon 5\ninactive_file {GIB}\n",
    "sys/fs/cgroup/a/b/memory.max": "max\n",
    "sys/fs/cgroup/a/b/memory.current": "0\n",
}
OLD_GROUPS = {
    "proc/self/cgroup": "5:cpu:/a\n4:memory:/a\n",
    "sys/fs/cgroup/memory/a/memory.limit_in_bytes": f"{2 * GIB}",
    "sys/fs/cgroup/memory/a/memory.usage_in_bytes": f"{GIB}",
}


def test_what_is_free_is_what_the_machine_and_every_group_around_leave(
    system: Callable[[dict[str, str]], str],
) -> None:
    assert memory_limit.free(system(MACHINE)) == 8 * GIB
    assert memory_limit.free(system(MACHINE | GROUPS)) == 3 * GIB, (
        "files that were read can be dropped"
    )


def test_groups_of_the_first_version(system: Callable[[dict[str, str]], str]) -> None:
    assert memory_limit.free(system(MACHINE | OLD_GROUPS)) == GIB


def test_a_share_of_what_is_free_may_be_taken(system: Callable[[dict[str, str]], str]) -> None:
    before = resident()
    allowed = memory_limit.allowance(system(MACHINE))
    assert before + GIB < allowed < resident() + 8 * GIB


def test_a_system_that_tells_nothing_has_some_memory(tmp_path: Path) -> None:
    assert memory_limit.free(str(tmp_path)) > 0


# Within an effort


def test_what_would_be_too_much_is_refused_before_it_is_taken() -> None:
    watch = Effort(memory=resident() + (64 << 20)).watch()
    watch.need(1 << 20)
    with pytest.raises(Exhausted) as stopped:
        watch.need(1 << 30)
    assert stopped.value.limit == "memory"
    assert "--memory" in str(stopped.value)
    assert "--on" in str(stopped.value)
    assert str(pickle.loads(pickle.dumps(stopped.value))) == str(stopped.value)
    Effort.unlimited.watch().need(1 << 60)


LARGE = "noughts:rows=4,columns=4,line=4"


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        (LARGE, "interpreter"),
        (LARGE, "compiled"),
        ("lockout:helpers=6", "compiled"),
        ("peg:triangle,side=6", "interpreter"),
    ],
)
def test_solving_stops_before_it_takes_more_than_it_may(name: str, mode: Mode) -> None:
    if mode == "compiled":
        pytest.importorskip("numba")
    rules = kibitz.game(name).rules
    with pytest.raises(Exhausted, match="positions"):  # what is compiled now takes no memory later
        solve(rules, mode=mode, effort=Effort(positions=1000))
    room = 16 << 20
    allowed = resident() + room
    with pytest.raises(Exhausted) as stopped:
        solve(rules, mode=mode, effort=Effort(memory=allowed))
    assert (stopped.value.limit, stopped.value.estimate) == ("memory", None)
    assert resident() < allowed + room // 4


def test_what_was_explored_before_memory_ran_out_is_kept(tmp_path: Path) -> None:
    """By `kibitz table`; the next call goes on from there, and the table is the same."""
    from kibitz.oracle.named_tables import table_of
    from kibitz.solve.store.checkpoint import SUFFIX, Checkpoint, graph_of
    from kibitz.solve.store.table_store import TableStore
    from kibitz.solve.table_making import GOING_ON

    store = TableStore(str(tmp_path), shipped="")
    game = kibitz.game("lgame")
    said: list[str] = []
    with pytest.raises(Exhausted):
        table_of(
            game,
            store=store,
            notice=lambda sentence: said.append(str(sentence)),
            effort=Effort(positions=1000),
        )
    assert said == [], "the error says it all"
    kept = Checkpoint(store.path(game.name, SUFFIX), game.rules).find(graph_of)
    assert kept is not None
    assert kept.reached[0] > 1000
    again = table_of(game, store=store, notice=lambda sentence: said.append(str(sentence)))
    assert said == [str(GOING_ON)]
    assert len(again) == len(solve(game.rules))


# As commands


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs a command: its status, what it prints and what it complains."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))

    def run(*words: str) -> tuple[int, str, str]:
        status = main(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


# A game without symmetries is refused in the same way.
TOO_LARGE = ["noughts:rows=5,columns=5,line=4", *([str(CUBE)] if EVERYTHING else [])]


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_will_not_fit_is_refused_with_an_estimate(name: str, run: Run, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    status, out, error = run("table", name)
    assert (status, out) == (2, "")
    assert error.count("\n") == 1, error
    for part in ("kibitz: the game has ", "positions", "GiB", "--memory", "--on"):
        assert part in error
    assert not list(tmp_path.iterdir()), "a million positions are found again in a second"


def test_what_has_no_table_is_searched(run: Run) -> None:
    """Connect Four, with two in a row at the bottom: a third leaves an end open, whatever follows.

    With everything, noughts in three dimensions too: taking the middle wins in seven plies.
    """
    pytest.importorskip("numba")
    two_in_a_row = "-".join([*["......."] * 4, "..OO...", "..XX..."])
    asked = [((CONNECT_FOUR, two_in_a_row), "wins in 3 moves")]
    if EVERYTHING:
        asked.append(((str(CUBE), "-".join(["..."] * 9)), "wins in 7 moves"))
    for words, outcome in asked:
        status, out, _ = run("solve", *words, "--positions", "20000")
        assert status == 0
        assert out.splitlines()[1].strip() == outcome


@pytest.mark.parametrize(
    ("command", "name"),
    [("solve", str(EXAMPLES / "eight.py")), ("verify", "noughts:any,pieces=2")],
)
def test_memory_is_bounded_on_request(command: str, name: str, run: Run) -> None:
    if command == "verify":
        assert run("table", name)[0] == 0
    status, out, error = run(command, name, "--memory", "5MiB")
    assert (status, out) == (2, "")
    assert error.startswith("kibitz: 5.0 MiB of memory may be used")
    assert error.count("\n") == 1
    assert run(command, name, "--memory", "4GiB")[0] == 0
    assert run(command, name, "--memory", "much")[0] == 2


def test_problems_of_a_board_are_bounded_too(run: Run) -> None:
    pytest.importorskip("numba")
    status, out, error = run("problems", "peg:triangle,side=4", "--memory", "5MiB")
    assert (status, out) == (2, "")
    assert error.startswith("kibitz: 5.0 MiB of memory may be used")
