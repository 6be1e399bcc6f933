"""The tables that are shipped: right, up to date, found by everybody, and enough by themselves."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
import ship_tables

import kibitz
from kibitz.classics import lgame_program
from kibitz.oracle.named_tables import table_of
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources.subgame_source import FromSubgame
from kibitz.play.puzzle_finder import OF_THE_WEEK, puzzle_of_day
from kibitz.rules.objectives.outcomes import Win
from kibitz.solve.effort import Effort
from kibitz.solve.store.rowfile import RowFile
from kibitz.solve.store.table_store import SHIPPED, Shipped, TableStore, find_table
from tests.support.console import environment, run

FILES = sorted(Path(SHIPPED).glob("*.table"))
NAMES = [str(RowFile(str(file)).says["game"]) for file in FILES]
NOTHING = Effort.lookup_only
L_START = "x##.\n.*#.\n.*#.\n.**x\n"


@pytest.fixture
def store(tmp_path: Path) -> TableStore:
    return TableStore(str(tmp_path))


@pytest.fixture
def harmed(tmp_path: Path) -> Path:
    """Return a copy of the shipped tables with one byte changed in that of the L-game."""
    folder = tmp_path / "shipped"
    shutil.copytree(SHIPPED, folder)
    content = bytearray((folder / "lgame.table").read_bytes())
    content[5000] ^= 1
    (folder / "lgame.table").write_bytes(content)
    return folder


# What is shipped


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_table_is_of_the_present_rules_and_right(name: str) -> None:
    game = kibitz.game(name)
    assert game.name == name
    table = Shipped().find(name, game.rules)
    assert table is not None, "the rules were changed: run scripts/ship_tables.py"
    assert table.verify()


def test_what_is_shipped_is_what_the_script_makes(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(NAMES) <= set(ship_tables.listed())
    assert {"lgame", "lockout", "noughts", "noughts:any", "noughts:oldest"} <= set(NAMES)
    assert {"peg:triangle", "peg:triangle,vacancy=0", "peg:triangle,vacancy=14"} <= set(NAMES)
    assert "not peg:drawn: " in capsys.readouterr().out, "what is left out is said"
    store = Shipped()
    assert [store.path(name) for name in NAMES] == [str(file) for file in FILES]
    assert sum(file.stat().st_size for file in FILES) <= ship_tables.MOST_BYTES


@pytest.mark.parametrize("name", ["noughts:any", "peg:triangle,vacancy=4"])
def test_made_again_it_is_the_same_to_the_byte(name: str, tmp_path: Path) -> None:
    size = ship_tables.ship(name, made := TableStore(str(tmp_path)))
    assert Path(made.path(name)).read_bytes() == Path(Shipped().path(name)).read_bytes()
    assert [size] == [file.stat().st_size for file in tmp_path.iterdir()]


def test_a_table_that_is_too_large_is_left_out_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ship_tables.ship("peg:english", TableStore(str(tmp_path))) == 0
    assert "not peg:english: it has more than 50,000 positions" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


# Who uses it


def test_an_oracle_knows_all_of_it_without_any_work(store: TableStore) -> None:
    for name in NAMES:
        game = kibitz.game(name)
        assert Oracle(game, store, NOTHING).outcome(game.rules.start).known, name
    oldest = kibitz.game("noughts:oldest")
    assert Oracle(oldest, store, NOTHING).outcome(oldest.rules.start) == Win(13)
    assert (
        not Oracle(oldest, TableStore(store.folder, shipped=""), NOTHING)
        .outcome(oldest.rules.start)
        .known
    )
    Oracle(oldest, store).prepare()
    table_of("lgame", store=store)
    assert not list(Path(store.folder).iterdir()), "nothing had to be made"


def test_a_kept_table_comes_first_and_fresh_makes_one(store: TableStore) -> None:
    assert table_of("noughts", store=store).seconds is None
    assert table_of("noughts", store=store, fresh=True).seconds is not None
    kept = Path(store.path("noughts"))
    assert kept.read_bytes() == Path(Shipped().path("noughts")).read_bytes()
    assert table_of("noughts", store=store).seconds is not None


def test_other_rules_by_the_same_name_do_not_find_it(store: TableStore) -> None:
    game = kibitz.game("lgame")
    other = game.rules.starting_at(game.parse("xAA.-BA..-BAx.-BB.."))
    assert Shipped().find("lgame", game.rules) is not None
    assert Shipped().find("lgame", other) is None


def test_the_page_has_its_table_and_its_puzzle_of_the_day(store: TableStore) -> None:
    lockout = kibitz.game("lockout")
    for day in range(1, 8):
        puzzle = puzzle_of_day(Oracle(lockout, store), date(2024, 1, day))
        assert puzzle.depth == OF_THE_WEEK[day - 1][1]
    assert not list(Path(store.folder).iterdir()), "nothing had to be made"
    assert find_table(lockout.name, lockout.rules, store) is not None


WITHOUT_A_COMPILER = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from kibitz.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("words", [["solve", "lgame"], ["solve", "lockout"], ["table", "lgame"]])
def test_the_commands_need_no_compiler_and_keep_nothing(words: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_COMPILER, *words, "--json"],
        env=environment({"KIBITZ_CACHE": str(tmp_path)}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["game"] == words[1]
    assert os.listdir(tmp_path) == []


def test_verify_checks_a_shipped_table(tmp_path: Path) -> None:
    done = run("verify lockout:helpers=2", env={"KIBITZ_CACHE": str(tmp_path)})
    assert done.returncode == 0
    assert done.stdout.endswith(b"the table of lockout:helpers=2 is right\n")
    assert b"NOT CHECKED" not in done.stdout


# Damage


def test_a_damaged_one_is_told_left_alone_and_done_without(harmed: Path, tmp_path: Path) -> None:
    store = TableStore(str(tmp_path / "kept"), shipped=str(harmed))
    before = (harmed / "lgame.table").read_bytes()
    game = kibitz.game("lgame")
    said: list[str] = []
    assert (
        len(table_of(game, store=store, notice=lambda sentence: said.append(str(sentence)))) == 2296
    )
    assert said == [f"the file {harmed / 'lgame.table'} is damaged; continuing without it"]
    assert (harmed / "lgame.table").read_bytes() == before
    assert len(list(harmed.glob("*.table"))) == len(FILES)
    assert Path(store.path("lgame")).exists(), "it was solved and kept"


def test_the_classic_program_uses_it_and_does_without(harmed: Path, tmp_path: Path) -> None:
    def counted(shipped: str) -> tuple[str, int]:
        """Return the answer, and how many subgames were solved for it."""
        oracle = lgame_program.oracle(shipped)
        text = lgame_program.answer(L_START, oracle)
        (last,) = [s for s in oracle.knowledge.plan if isinstance(s, FromSubgame)]
        return text, len(last.remembered)

    text, solved = counted(SHIPPED)
    assert solved == 0
    for folder in (str(harmed), str(tmp_path / "nowhere")):
        assert counted(folder) == (text, 1)
