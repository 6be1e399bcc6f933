"""Peg solitaire in bounded memory: the same table, by way of files in a work folder."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.engines.pegs.figures import counting, set_storage
from kibitz.engines.pegs.figures import peg_game as games
from kibitz.engines.pegs.figures.peg_table import PegTable, board_of, solve_pegs
from kibitz.engines.pegs.figures.ranked import Ranked
from kibitz.engines.pegs.figures.set_budget import budget
from kibitz.engines.pegs.figures.set_storage import MEBI, Budget, Stages
from kibitz.engines.pegs.peg_solver import MOST_LISTED
from kibitz.rules.objectives.outcomes import Solvable
from kibitz.solve import table_making
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import TableStore, find_table
from kibitz.solve.store.workfolder import InUse, WorkFolder
from tests.engines.pegs.test_pegs_english import CLASSES, POSITIONS

if TYPE_CHECKING:
    from kibitz.solve.effort import Progress
    from kibitz.solve.store.table import Table

PLENTY = 1 << 40
# The last peg anywhere; where the game begins; elsewhere. Only the first start is symmetric.
GAMES = [
    "peg:drawn,board=_ooo_-ooooo-oo.oo-ooooo-ooooo",
    "peg:drawn,board=oooooo-oo.ooo-oooooo-oooooo,finish=b3",
    "peg:drawn,board=oooooo-oo.ooo-oooooo-oooooo,finish=b6",
]
ONE = GAMES[0]
SOLVABLE = Solvable(score=1)


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let even a small set be many slices."""
    monkeypatch.setattr(set_storage, "SLICE", 512)


@pytest.fixture
def store(tmp_path: Path) -> TableStore:
    return TableStore(str(tmp_path / "tables"), shipped="")


def make(
    name: str,
    store: TableStore,
    memory: int | None = PLENTY,
    progress: Progress | None = None,
    said: list[str] | None = None,
) -> Table:
    notice = [] if said is None else said
    resources = None if memory is None else Resources(memory=memory)
    game = kibitz.game(name)
    return table_making.make(
        game.name,
        game.rules,
        store,
        resources=resources,
        progress=progress,
        notice=lambda sentence: notice.append(str(sentence)),
    )


def octets(name: str, store: TableStore) -> bytes:
    return Path(store.path(name)).read_bytes()


def undisturbed(name: str, tmp_path: Path) -> bytes:
    """Return the file as it is made in as much memory as it takes."""
    elsewhere = TableStore(str(tmp_path / "elsewhere"), shipped="")
    make(name, elsewhere, None)
    return octets(name, elsewhere)


def names(store: TableStore) -> list[str]:
    return sorted(Path(name).suffix for name in os.listdir(store.folder))


class Interruption:
    """Interrupts when a phase begins, and remembers the phases before."""

    def __init__(self, wanted: str, after: int = 0) -> None:
        self.wanted = wanted
        self.after = after
        self.phases: set[str] = set()

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        self.phases.add(phase)
        if phase == self.wanted and done >= self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("name", GAMES)
def test_the_table_is_the_same_file(name: str, store: TableStore, tmp_path: Path) -> None:
    assert len(kibitz.game(name).board) > MOST_LISTED
    table = make(name, store)
    assert octets(name, store) == undisturbed(name, tmp_path)
    assert names(store) == [".made", ".table"], "the work folder should be gone"
    assert isinstance(table, PegTable)
    assert table.seconds
    kept = find_table(kibitz.game(name).name, table.rules, store)
    assert kept is not None
    assert table.look_up(table.rules.start) == kept.look_up(table.rules.start) == SOLVABLE


def test_layers_that_do_not_fit_beside_each_other_are_filled_one_after_the_other(
    tmp_path: Path,
) -> None:
    """One layer must fit, with a count for each position; what is too little for that is said."""
    free = solve_pegs(kibitz.game(ONE).rules)
    rules, jumps = free.rules, free.rules.jumps
    game = games.PegGame(board_of(jumps), rules.start)
    ranked = Ranked(counting.winnable(game), game.symmetric_start())
    least = max(24 * (end - first) for first, end in map(ranked.table, range(30)))
    for spare in (least - 1, least):
        with WorkFolder(str(tmp_path / "work")) as work:
            stages = Stages.in_files(rules, work.path, Budget(MEBI, spare))
            if spare < least:
                with pytest.raises(kibitz.KibitzError, match="1 MiB of memory is too little"):
                    solve_pegs(rules, stages=stages)
            else:
                tight = solve_pegs(rules, stages=stages)
    assert tight.figures == free.figures
    rows = [table.rows()["winning"] for table in (tight, free)]
    assert all(isinstance(row, memoryview) for row in rows)
    assert bytes(rows[0]) == bytes(rows[1])  # type: ignore[arg-type]


@pytest.mark.parametrize("memories", [(PLENTY, PLENTY), (PLENTY, None), (None, PLENTY)])
def test_interrupted_it_goes_on_where_it_was(
    memories: tuple[int | None, int | None], store: TableStore, tmp_path: Path
) -> None:
    """Also if one call bounds memory and the other does not."""
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        make(ONE, store, memories[0], Interruption("fewest moves"), said)
    assert said == ["interrupted; the next run continues from here"]
    rest = Interruption("never")
    make(ONE, store, memories[1], rest, said)
    assert said[1:] == ["continuing where the last run was interrupted"]
    assert rest.phases == {"fewest moves", "chance"}, "nothing that was finished is done again"
    assert octets(ONE, store) == undisturbed(ONE, tmp_path)
    assert names(store) == [".made", ".table"]


def test_interrupted_at_any_stage_it_comes_to_the_same_end(
    store: TableStore, tmp_path: Path
) -> None:
    for phase, after in (("sweep", 3), ("sweep", 9), ("counting forwards", 2), ("chance", 1)):
        with pytest.raises(KeyboardInterrupt):
            make(ONE, store, progress=Interruption(phase, after))
    make(ONE, store)
    assert octets(ONE, store) == undisturbed(ONE, tmp_path)


def test_a_damaged_set_is_made_again(store: TableStore, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        make(ONE, store, progress=Interruption("fewest moves"))
    file = Path(store.path(ONE, ".work")) / set_storage.WINNING
    content = bytearray(file.read_bytes())
    content[5000] ^= 1
    file.write_bytes(content)
    make(ONE, store)
    assert octets(ONE, store) == undisturbed(ONE, tmp_path)


def full(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_ends_with_a_sentence_and_nothing_is_lost(
    store: TableStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as small:
        small.setattr(os, "posix_fallocate", full)
        with pytest.raises(kibitz.KibitzError) as error:
            make(ONE, store)
    assert str(error.value) == (
        f"the table cannot be made in {store.folder}: No space left on device; the next run "
        "continues from what is finished there"
    )
    rest = Interruption("never")
    make(ONE, store, progress=rest)
    assert "counting forwards" in rest.phases
    assert octets(ONE, store) == undisturbed(ONE, tmp_path)


def test_a_disk_without_room_for_the_table_itself(
    store: TableStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with monkeypatch.context() as small:
        small.setattr(TableStore, "keep", full)
        table = make(ONE, store, said=said)
    assert said == [f"the table cannot be kept in {store.folder}: No space left on device"]
    assert table.look_up(table.rules.start) == SOLVABLE
    rest = Interruption("never")
    make(ONE, store, progress=rest)
    assert not rest.phases, "all of it was finished"
    assert octets(ONE, store) == undisturbed(ONE, tmp_path)


def test_a_set_that_cannot_be_written_is_not_there_by_half(tmp_path: Path) -> None:
    """No file may grow beyond two pages here: writing fails as it does on a full disk."""
    code = f"""
import resource
import kibitz
from kibitz.solve import table_making
from kibitz.engines.pegs.figures import set_budget as budget
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import TableStore
budget.load_code()
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
try:
    resources = Resources(memory={PLENTY})
    game, store = kibitz.game({ONE!r}), TableStore({str(tmp_path)!r})
    table_making.make(game.name, game.rules, store, resources=resources, notice=print)
except kibitz.KibitzError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "cannot be made" in done.stdout
    assert done.stdout.count("\n") == 1
    assert not list(tmp_path.rglob("*able*"))
    store = TableStore(str(tmp_path), shipped="")
    make(ONE, store)
    assert octets(ONE, store) == undisturbed(ONE, tmp_path)


def test_too_little_memory_is_said_before_anything_is_done(store: TableStore) -> None:
    with pytest.raises(kibitz.KibitzError, match=r"1 MiB of memory is too little") as error:
        make("peg:english", store, MEBI)
    assert not os.path.exists(store.folder)
    least = int(error.value.details["least"])  # type: ignore[call-overload]
    rules = kibitz.game("peg:english").rules
    assert budget(rules, least * MEBI).spare >= 64 * MEBI, "what was said to suffice does"
    with pytest.raises(kibitz.KibitzError):
        budget(rules, (least - 16) * MEBI)


def test_two_at_once(store: TableStore) -> None:
    folder = store.path(ONE, ".work")
    with WorkFolder(folder), pytest.raises(InUse) as error:
        make(ONE, store)
    assert str(error.value) == f"another process is making this table right now, in {folder}"
    make(ONE, store)


def test_who_does_not_bound_memory_leaves_the_folder_of_another_alone(store: TableStore) -> None:
    folder = store.path(ONE, ".work")
    with WorkFolder(folder):
        make(ONE, store, None)
        assert os.path.isdir(folder)
    make(ONE, store, None)
    assert not os.path.isdir(folder)


ENGLISH = """
import json
import sys
import kibitz
from kibitz.solve import table_making
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import TableStore
game = kibitz.game("peg:english,finish=d4")
bounded = Resources(memory=288 << 20)
store = TableStore(sys.argv[1])
table = table_making.make(game.name, game.rules, store, resources=bounded, notice=print)
with open("/proc/self/status") as file:  # unlike ru_maxrss this is not of who started the process
    held = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
print(json.dumps([held, table.figures]))
"""


@pytest.mark.skipif(
    not os.path.exists("/proc/self/status"), reason="the peak of memory is not available"
)
def test_the_central_english_game_in_bounded_memory(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENGLISH, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    held, figures = json.loads(done.stdout)
    assert held <= 288 << 10  # 434 and more where it may; Numba alone holds 130
    assert [layer["classes"] for layer in figures["layers"]] == CLASSES
    assert [layer["positions"] for layer in figures["layers"]] == POSITIONS
    assert figures["sequences"] == {"16": 40_861_647_040_079_968}
    assert figures["moves"] == {"16": 18}  # Bergholt 1912, proved least by Beasley 1964
    assert 0 < figures["chance"] < 1e-7
    assert names(TableStore(str(tmp_path), shipped="")) == [".made", ".table"]
