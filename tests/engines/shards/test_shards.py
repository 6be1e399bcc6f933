"""Games solved in shards on the disk: the same table files, in bounded memory, never lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kibitz
from kibitz.cli import main
from kibitz.engines.shards import value_steps
from kibitz.engines.shards.explore_steps import ShardFull
from kibitz.engines.shards.memory_budget import warm_up
from kibitz.engines.shards.shard_builders import InShardsOnDisk
from kibitz.engines.shards.shard_files import Folder, OnDisk
from kibitz.engines.shards.sharded_result import merged
from kibitz.engines.shards.sharded_solve import ShardedSolve
from kibitz.engines.shards.sharded_work import State
from kibitz.language.errors import KibitzError
from kibitz.oracle import named_tables
from kibitz.rules.rules import Rules
from kibitz.solve import table_making
from kibitz.solve.effort import Effort
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.resources import Resources, bytes_of
from kibitz.solve.store import rowfile
from kibitz.solve.store.table import table_from
from kibitz.solve.store.table_store import TableStore, ignore_notice
from kibitz.solve.store.workfolder import InUse
from tests.support import random_games
from tests.support.random_games import RandomGame
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.rules.objectives.objective import Aim
    from kibitz.solve.effort import Progress
    from kibitz.solve.store.table import Table

GAMES = [
    "noughts",
    "noughts:oldest",
    "lgame",
    "lockout:helpers=1",
    "lockout:rows=4,columns=6,goal=a1,helpers=3",
    "peg:triangle",
    "peg:drawn,board=o",
    "no_three_in_line",
    "dots_and_boxes",  # points, and several moves in a row
    "bridge",  # moves of different cost, and moves from solved positions
]
if EVERYTHING:
    GAMES += [
        "noughts:any",
        "kalah",
        "awari",
        "klotski:on=1",
        "lockout",
        "peg:triangle,vacancy=4,finish=0",
        "peg:drawn,board=_oo-oo.-oooo",
    ]
PLENTY = Resources(memory=8 << 30, shards=4)


def circles() -> Rules:
    """Return a game in circles with scores: 0 … 11 in a ring, left or right, or leave by a gate.

    Gates are at 3 (score 7) and 9 (score 2), and only to the right can one walk past 6.
    """

    def moves(position: int) -> Iterator[int]:
        if position < 16:
            yield 0
            if position != 7:
                yield 1
            if position in (3, 9):
                yield 2

    def play(position: int, move: int) -> int:
        if move == 2:
            return 16 + (7 if position == 3 else 2)
        return (position + (1 if move == 0 else 11)) % 12

    def worth(position: int) -> int:
        return position - 16

    return Rules(aim="lowest", start=0, moves=moves, play=play, worth=worth)


def random_puzzle(aim: Aim) -> Rules:
    return RandomGame(8, 300, aim).rules()


def without_orbit(name: str) -> Rules:
    return kibitz.game(name).rules.replace(orbit=None)


KINDS = {kind: RandomGame(8, 300, **more) for kind, more in random_games.KINDS.items()}

UNUSUAL: dict[str, Callable[[], Rules]] = {
    "circles with scores": circles,
    "a puzzle, the lowest best": lambda: random_puzzle("lowest").replace(tier=None),
    "a puzzle, the highest best": lambda: random_puzzle("highest").replace(tier=None),
    "a puzzle by tiers, the highest best": lambda: random_puzzle("highest"),
    "points by tiers": KINDS["score"].rules,
    "points in circles": lambda: KINDS["score, in circles"].rules().replace(tier=None),
    "points in circles by tiers": KINDS["score, in circles"].rules,
    "costs by tiers": KINDS["cost"].rules,
    "placements whose images are counted": lambda: without_orbit("lockout:helpers=2"),
    "moves whose images are counted": lambda: without_orbit("lgame"),
}


@pytest.fixture
def store(tmp_path: Path) -> TableStore:
    return TableStore(str(tmp_path / "tables"), shipped="")


def file_of(store: TableStore, name: str) -> bytes:
    return Path(store.path(name)).read_bytes()


def unheard(phase: str, done: int, total: int | None) -> None:
    """Take no interest in progress."""


def in_shards(
    name: str,
    rules: Rules,
    store: TableStore,
    progress: Progress = unheard,
    said: list[str] | None = None,
) -> Table:
    said = [] if said is None else said
    return table_making.make(
        name,
        rules,
        store,
        resources=PLENTY,
        progress=progress,
        notice=lambda sentence: said.append(str(sentence)),
    )


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_file_is_the_same(name: str, store: TableStore) -> None:
    name = kibitz.game(name).name
    named_tables.table_of(name, store=store)
    usual = file_of(store, name)
    os.unlink(store.path(name))
    named_tables.table_of(name, store=store, resources=PLENTY)
    assert file_of(store, name) == usual
    assert not os.path.exists(store.path(name, ".work"))


@pytest.mark.parametrize("name", UNUSUAL)
def test_the_file_is_the_same_for_unusual_rules(name: str, store: TableStore) -> None:
    rules = UNUSUAL[name]()
    store.keep("a game", table_from(rules, solve(rules), 0.0))
    usual = file_of(store, "a game")
    os.unlink(store.path("a game"))
    in_shards("a game", rules, store)
    assert file_of(store, "a game") == usual


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_game(kind: str, tmp_path: Path) -> None:
    with Folder(str(tmp_path)) as folder:
        place = OnDisk(folder, 1 << 30)
        result = ShardedSolve(KINDS[kind].rules(), place, State.of(4)).run()
        parts = list(merged(result.runs, place))
    found = {at: code for part in parts for at, code in zip(*part, strict=True)}
    assert found == KINDS[kind].naive_codes()


def test_values_are_changed_in_place_unless_they_are_shared() -> None:
    """The arrays of a cluster are shared by its tasks, and cannot be changed."""
    objective = kibitz.game("noughts").rules.objective
    links = np.array([0, 1, 1, 1], dtype=np.int32)  # position 1 leads to position 0, an end
    values, waiting, messages = value_steps.begin(
        objective, 0, 2, [np.array([~0, 1], dtype=np.int32)], links
    ).arrays
    shared = values.copy()
    shared.flags.writeable = False
    results = [
        value_steps.propagate(objective, 0, 2, 2, row, links, waiting, [messages]).arrays[0]
        for row in (shared, values)
    ]
    assert results[0] is not shared
    assert results[1] is values
    assert results[0].tobytes() == results[1].tobytes() != shared.tobytes()


@pytest.mark.parametrize("shards", [1, 2, 32])
def test_any_number_of_shards_gives_the_same(shards: int, tmp_path: Path) -> None:
    rules = kibitz.game("lgame").rules
    solution = solve(rules)
    with Folder(str(tmp_path)) as folder:
        place = OnDisk(folder, 1 << 30)
        result = ShardedSolve(rules, place, State.of(shards)).run()
        parts = list(merged(result.runs, place))
    assert [int(n) for part, _ in parts for n in part] == solution.positions.tolist()
    assert [int(n) for _, part in parts for n in part] == solution.codes.tolist()
    assert result.in_full == solution.histogram(in_full=True)
    assert result.classes == solution.histogram(in_full=False)


def test_a_shard_that_grows_too_large_is_divided(store: TableStore) -> None:
    name = kibitz.game("noughts:oldest").name
    named_tables.table_of(name, store=store)
    usual = file_of(store, name)
    sizes: list[int] = []

    class Watched(InShardsOnDisk):
        def memory_for_rows(self) -> int:
            return 200_000

        def commit(self, state: State) -> None:
            sizes.append(len(state.shards))
            super().commit(state)

    watched = Watched(name, kibitz.game(name).rules, store, PLENTY._replace(shards=1))
    table_making.run_builder(watched, store, Effort.unlimited.watch(), ignore_notice)
    assert sizes[0] == 4, "for in so little memory there are more to begin with"
    assert sizes[-1] > 4
    assert file_of(store, name) == usual


@pytest.mark.parametrize("memory", [2_000_000, 3_000_000, 6_000_000])
def test_a_shard_is_full_before_it_takes_more_than_it_may(memory: int, tmp_path: Path) -> None:
    """The largest layer of this game takes 7 MB in one shard, and the one before it 1 MB."""
    rules = kibitz.game("noughts:oldest,rows=3,columns=4,pieces=3").rules
    warm_up(rules)
    with Folder(str(tmp_path)) as folder:
        work = ShardedSolve(rules, OnDisk(folder, memory, 1), State.of(1))
        tracemalloc.start()
        try:
            with pytest.raises(ShardFull):
                work.run()
            assert tracemalloc.get_traced_memory()[1] < memory
        finally:
            tracemalloc.stop()


class Interrupting:
    """Progress that is interrupted at its call of that number."""

    def __init__(self, call: int) -> None:
        self.call = call

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        self.call -= 1
        if self.call == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["noughts:oldest", "peg:triangle,vacancy=0"])
def test_interrupted_again_and_again(name: str, store: TableStore) -> None:
    named_tables.table_of(name, store=store)
    usual = file_of(store, name)
    os.unlink(store.path(name))
    rules = kibitz.game(name).rules
    said: list[str] = []
    interruptions = 0
    while not os.path.exists(store.path(name)):
        try:
            in_shards(name, rules, store, Interrupting(25), said)
        except KeyboardInterrupt:
            interruptions += 1
            assert said[-1] == "interrupted; the next run continues from here"
            assert interruptions < 20, "it comes forward"
    assert interruptions > 2
    assert said.count("continuing where the last run was interrupted") >= interruptions - 1
    assert file_of(store, name) == usual
    assert not os.path.exists(store.path(name, ".work"))


@pytest.mark.parametrize("damage", ["checkpoint", "rows", {"rules": "other"}, {"kind": "older"}])
def test_what_was_left_and_is_damaged_is_not_used(damage: Any, store: TableStore) -> None:
    name = "noughts:oldest"
    rules = kibitz.game(name).rules
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        in_shards(name, rules, store, Interrupting(50), said)
    path = Path(store.path(name, ".work"), "checkpoint")
    if damage == "checkpoint":
        path.write_bytes(path.read_bytes()[:-1])
    elif damage == "rows":
        for file in path.parent.glob("*.rows"):
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    else:
        rowfile.write(str(path), rowfile.RowFile(str(path)).says | damage, {})
    in_shards(name, rules, store, said=said)
    assert said == ["interrupted; the next run continues from here"]
    named_tables.table_of("noughts:oldest", store=TableStore(store.folder + "2", shipped=""))
    assert file_of(store, name) == file_of(TableStore(store.folder + "2", shipped=""), name)


def test_two_at_once(store: TableStore) -> None:
    with Folder(store.path("noughts", ".work")), pytest.raises(InUse, match="another process"):
        named_tables.table_of("noughts", store=store, resources=PLENTY)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("in the way")
    with pytest.raises(KibitzError, match="cannot be made in"):
        named_tables.table_of(
            "noughts", store=TableStore(str(tmp_path / "a file"), shipped=""), resources=PLENTY
        )


def command(*words: str, folder: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run kibitz; the last lines of standard error are the most it held, and whether it has Ray."""
    code = f"import resource, sys; {before}\n"
    code += "from kibitz.cli import main\n"
    code += f"status = main({list(words)!r})\n"
    # Unlike ru_maxrss, this is not of who started the process.
    code += "held = [line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line]\n"
    code += "print(*held, 'ray' in sys.modules, sep='\\n', file=sys.stderr)\n"
    return subprocess.run(
        [sys.executable, "-c", code + "sys.exit(status)"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "KIBITZ_CACHE": str(folder)},
    )


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """No file may grow beyond so much here: writing fails as it does on a full disk."""
    name = "lgame"
    words = ("table", name, "--memory", "1GiB", "--json", "--fresh")
    few = "from kibitz.engines.shards import shard_builders as made; made.SHARDS_ON_DISK = 4; "
    limit = "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))"
    full = command(*words, folder=tmp_path, before=few + limit)
    first, *_ = full.stderr.splitlines()
    assert full.returncode == 2
    assert first.startswith(f"kibitz: the table cannot be made in {tmp_path}: File too large; ")
    assert first.endswith("the next run continues from what is finished there")
    assert "Traceback" not in full.stderr
    again = command(*words, folder=tmp_path)
    assert again.returncode == 0
    assert again.stderr.startswith("kibitz: continuing where the last run was interrupted\n")
    assert json.loads(again.stdout)["classes"] == 2_296
    named_tables.table_of(name, store=(usual := TableStore(str(tmp_path / "usual"), shipped="")))
    assert file_of(TableStore(str(tmp_path), shipped=""), name) == file_of(usual, name)


def test_memory_is_bounded(tmp_path: Path) -> None:
    """The same call takes 250 MiB and more where it may."""
    bound = 224 << 20
    done = command("table", "lockout:helpers=7", "--memory", "224MiB", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    *_, held, ray = done.stderr.splitlines()
    assert int(held) << 10 <= bound
    assert ray == "False"
    said = json.loads(done.stdout)
    assert said["positions"] == 25 * 346_104  # squares for P, times the ways to choose 7 of 24


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--memory", "64MiB"], "too little"),
        (["--memory", "much"], "like 2GiB"),
        (["--memory", "-1"], "like 2GiB"),
        (["--on", "paper"], "invalid choice"),
        (["--workers", "2"], "with --on ray"),
        (["--whole-board", "--memory", "1GiB"], "leave --memory and --on ray out"),
        (["--on", "ray", "--workers", "0"], "from 1 to 1,024"),
        (["--on", "ray", "--address", "nowhere"], "like 10.0.0.5:6379"),
        (["--on", "ray", "--address", "127.0.0.1:1"], "no Ray cluster at 127.0.0.1:1"),
    ],
)
def test_bad_words(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    assert main(["table", "lgame", "--fresh", *words]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("kibitz: ")
    assert sentence in said


@pytest.mark.parametrize(
    ("text", "number"),
    [("2GiB", 2 << 30), ("256 mib", 256 << 20), ("500MB", 500_000_000), ("1.5k", 1500), ("7", 7)],
)
def test_amounts_of_memory(text: str, number: int) -> None:
    assert bytes_of(text) == number


@pytest.mark.parametrize("text", ["", "GiB", "2XB", "-3MB", "1e9", "2 GiB B", "9" * 30])
def test_wrong_amounts_of_memory(text: str) -> None:
    with pytest.raises(KibitzError, match="like 2GiB"):
        bytes_of(text)


WITHOUT_FORK = """
import sys
import kibitz
from kibitz.engines.shards.memory_budget import compile_in_a_child

def refuse(event, arguments):
    if event == "os.fork":
        raise BlockingIOError

sys.addaudithook(refuse)
try:
    compile_in_a_child(kibitz.game("noughts").rules)
except BlockingIOError:
    print("refused")
"""


def test_where_no_process_can_be_forked_none_is_killed() -> None:
    command = [sys.executable, "-c", WITHOUT_FORK]
    done = subprocess.run(
        command, capture_output=True, text=True, start_new_session=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "refused\n")
