"""What is kept on the disk: listed, removed, set aside when it is damaged, cleared when done."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from itertools import cycle, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

import kibitz
from kibitz.engines.pegs.sets import whole_board
from kibitz.oracle.named_tables import table_of
from kibitz.solve.store.inventory import kept
from kibitz.solve.store.rowfile import RowFile, write
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.store.workfolder import WorkFolder
from tests.support.console import PATIENCE, command, environment, run, spawn, the_sentence
from tests.support.own_games import changed
from tests.support.scope import EVERYTHING
from tests.support.serving import serving

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.solve.effort import Progress


def interrupting_at(most: int) -> Progress:
    def interrupt(phase: str, done: int, total: int | None) -> None:
        if done > most:
            raise KeyboardInterrupt

    return interrupt


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """Give a folder with a table, a set, and unfinished work of every kind."""
    store = TableStore(str(tmp_path / "cache"), shipped="")
    table_of("noughts", store=store)
    jumps = kibitz.game("peg:triangle").rules.jumps
    whole_board.make(store, jumps)
    with pytest.raises(KeyboardInterrupt):
        table_of("noughts:any", store=store, progress=interrupting_at(100))
    with WorkFolder(store.path("lgame", ".work")) as work:
        Path(work.path, "1.rows").write_bytes(b"x" * 5000)
    (tmp_path / "cache" / "lockout.table.99999999.part").write_bytes(b"x" * 10)
    for name in NOT_OURS:
        (tmp_path / "cache" / name).write_text("not ours")
    return tmp_path / "cache"


def tables(words: str, folder: Path) -> str:
    done = run(f"tables {words}", env=own_code(folder))
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def own_code(folder: Path) -> dict[str, str]:
    """Return an environment whose compiled code no other test needs."""
    return {"KIBITZ_CACHE": str(folder), "NUMBA_CACHE_DIR": str(folder.parent / "numba")}


def listed(folder: Path) -> list[tuple[str, str]]:
    said = json.loads(tables("--json", folder))
    assert said["folder"] == str(folder)
    return sorted((one["kind"], one["name"]) for one in said["kept"] if one["kind"] != CODE)


CODE = "compiled code"
NOT_OURS = ["goods.damaged", "letter.txt", "third.99999999.part"]
SET = "set of winning positions"
UNFINISHED = [
    ("unfinished work", "lgame"),
    ("unfinished work", "lockout"),
    ("unfinished work", "noughts:any"),
]


def test_everything_that_is_kept_is_listed(full: Path) -> None:
    found = listed(full)
    assert [one for one in found if one[0] == "unfinished work"] == UNFINISHED
    assert ("table", "noughts") in found
    assert [kind for kind, _ in found].count(SET) == 1
    assert len(found) == 5
    sizes = {one.name: one.size for one in kept(TableStore(str(full), shipped=""))}
    table = (full / "noughts.table").stat().st_size + (full / "noughts.made").stat().st_size
    assert (sizes["noughts"], sizes["lgame"], sizes["lockout"]) == (table, 5000, 10)
    lines = tables("", full)
    assert "noughts:any" in lines
    assert "letter" not in lines


def test_one_game_is_removed_and_nothing_else(full: Path) -> None:
    tables("--remove noughts lgame", full)
    assert ("table", "noughts") not in listed(full)
    assert len(listed(full)) == 3
    assert not (full / "noughts.made").exists()
    assert "nothing is kept for “noughts”" in the_sentence(
        run("tables --remove noughts", env=own_code(full))
    )


def test_unfinished_work_is_removed(full: Path) -> None:
    tables("--remove-unfinished", full)
    assert [kind for kind, _ in listed(full)] == [SET, "table"]


def test_all_is_removed_only_when_confirmed(full: Path) -> None:
    before = listed(full)
    assert "--yes" in the_sentence(run("tables --remove-all", env=own_code(full)))
    for answer in ("no", "^D"):
        terminal = spawn("tables --remove-all", env=own_code(full))
        terminal.wait_for("Type yes: ")
        terminal.type(answer)
        assert terminal.finish() == 0
        assert listed(full) == before


def test_all_is_removed_with_yes_and_what_is_not_ours_stays(full: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"  # whose compiled code may go
    shutil.copytree(
        Path(kibitz.__file__).parent, package / "kibitz", ignore=shutil.ignore_patterns("page")
    )
    done = subprocess.run(
        command("tables --remove-all --yes"),
        env={**environment(own_code(full)), "PYTHONPATH": str(package)},
        cwd=package,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert sorted(path.name for path in full.iterdir()) == NOT_OURS
    assert not list(package.rglob("*.nb[ic]"))


def test_what_another_process_works_on_stays(full: Path) -> None:
    with WorkFolder(TableStore(str(full), shipped="").path("lgame", ".work")):
        sentence = the_sentence(run("tables --remove lgame", env=own_code(full)))
    assert "another process" in sentence
    assert (full / "lgame.work" / "1.rows").exists()


def test_nothing_kept(tmp_path: Path) -> None:
    assert listed(tmp_path / "nowhere") == []
    assert tables("--remove-unfinished", tmp_path / "nowhere") == "nothing was removed\n"


def test_unfinished_work_goes_when_the_table_is_finished(tmp_path: Path) -> None:
    store = TableStore(str(tmp_path), shipped="")
    with pytest.raises(KeyboardInterrupt):
        table_of("noughts", store=store, progress=interrupting_at(100))
    with WorkFolder(store.path("noughts", ".work")) as work:  # another way to the table
        Path(work.path, "1.rows").write_bytes(b"x")
    assert [one.kind for one in kept(store) if one.name != CODE] == ["unfinished work"] * 2
    store.keep("noughts", table_of("noughts", store=TableStore(str(tmp_path / "b"), shipped="")))
    assert [one.kind for one in kept(store) if one.name != CODE] == ["table"]


# Damage


def cut(file: Path) -> None:
    os.truncate(file, 6466)  # in the middle of a row


def rewrite(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    """Return what changes the head of a table, its checksum too."""

    def harm(path: Path) -> None:
        file = RowFile(str(path))
        says = file.says
        rows = {}
        for name, row in file.rows.items():
            letter: Any = row.whole().format
            rows[name] = memoryview(bytes(row.whole())).cast(letter)
        change(says)
        write(str(path), says, rows)

    return harm


HARMS: dict[str, Callable[[Path], None]] = {
    "cut": cut,
    "no census": rewrite(lambda says: says.pop("census")),
    "unknown kind": rewrite(lambda says: says.update(kind="chairs")),
    "a kind that is a list": rewrite(lambda says: says.update(kind=[])),
    "a census that is a text": rewrite(lambda says: says.update(census="x")),
    "counts that are texts": rewrite(lambda says: says["census"].update(in_full={"1": "x"})),
    "negative counts": rewrite(lambda says: says["census"].update(classes={"1": -1})),
    "no counts": rewrite(lambda says: says["census"].update(in_full={}, classes={})),
    "no hardest": rewrite(lambda says: says["census"].update(hardest={})),
    "another length": rewrite(lambda says: says["census"]["classes"].update({"0": 1})),
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_table_is_told_set_aside_and_made_again(harm: str, tmp_path: Path) -> None:
    store = TableStore(str(tmp_path), shipped="")
    table_of("lgame", store=store)
    file = tmp_path / "lgame.table"
    sound = file.read_bytes()
    HARMS[harm](file)
    harmed = file.read_bytes()
    said: list[str] = []
    table_of("lgame", store=store, notice=lambda sentence: said.append(str(sentence)))
    assert len(said) == 1
    assert "is damaged and was set aside as lgame.table.damaged; continuing without it" in said[0]
    assert file.read_bytes() == sound
    assert (tmp_path / "lgame.table.damaged").read_bytes() == harmed
    assert ("damaged file", "lgame") in listed(tmp_path)
    table_of("lgame", store=store, notice=lambda sentence: said.append(str(sentence)))
    assert len(said) == 1


PEG_HARMS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no figures": lambda says: says.pop("figures"),
    "a layer less": lambda says: says["figures"]["layers"][0].pop("classes"),
    "layers of text": lambda says: says["figures"].update(layers="x"),
    "a chance beyond 1": lambda says: says["figures"].update(chance=7.0),
    "holes of text": lambda says: says["figures"].update(sequences={"x": 1}),
}
LARGE = "peg:drawn,board=_ooo_-ooooo-oo.oo-ooooo-ooooo"


@pytest.mark.parametrize("harm", PEG_HARMS)
def test_a_damaged_table_of_a_large_board(harm: str, tmp_path: Path) -> None:
    store = TableStore(str(tmp_path), shipped="")
    table_of(LARGE, store=store)
    rewrite(PEG_HARMS[harm])(Path(store.path(LARGE)))  # type: ignore[arg-type]
    said: list[str] = []
    table_of(LARGE, store=store, notice=lambda sentence: said.append(str(sentence)))
    assert len(said) == 1
    assert "set aside" in said[0]


@pytest.mark.parametrize("harm", ["cut", "no census", "unknown kind"])
def test_the_commands_on_a_damaged_table(harm: str, tmp_path: Path) -> None:
    cache = {"KIBITZ_CACHE": str(tmp_path)}
    table_of("noughts", store=TableStore(str(tmp_path), shipped=""))
    sound = (tmp_path / "noughts.table").read_bytes()
    for words in ("table noughts", "solve noughts"):
        (tmp_path / "noughts.table").write_bytes(sound)
        HARMS[harm](tmp_path / "noughts.table")
        done = run(words, env=cache)
        assert done.returncode == 0
        assert done.stderr.decode().count("set aside") == 1
    (tmp_path / "noughts.table").write_bytes(sound)
    HARMS[harm](tmp_path / "noughts.table")
    assert "set aside" in the_sentence(run("verify noughts", env=cache))
    assert b"is right" in run("verify noughts", env=cache).stdout, "the shipped one is next"


def test_a_table_in_a_folder_that_cannot_be_changed_is_still_solved(tmp_path: Path) -> None:
    store = TableStore(str(tmp_path), shipped="")
    table_of("noughts", store=store)
    cut_to = tmp_path / "noughts.table"
    os.truncate(cut_to, 100)
    (tmp_path / "noughts.table.damaged").mkdir()  # nothing can be renamed to this
    said: list[str] = []
    assert (
        len(table_of("noughts", store=store, notice=lambda sentence: said.append(str(sentence))))
        == 765
    )
    assert said == [f"the file {cut_to} is damaged; continuing without it"]


def test_the_page_on_a_damaged_table(tmp_path: Path) -> None:
    store = TableStore(str(tmp_path), shipped="")
    table_of("lgame", store=store)
    sound = (tmp_path / "lgame.table").read_bytes()
    harms = ("cut", "no census", "unknown kind")
    addresses = ("table", "puzzle", "daily", "positions/xAA.-.BA.-.BA.-.BBx")
    pairs = product(harms, addresses) if EVERYTHING else zip(cycle(harms), addresses, strict=False)
    for harm, address in pairs:
        (tmp_path / "lgame.table.damaged").unlink(missing_ok=True)
        (tmp_path / "lgame.table").write_bytes(sound)
        HARMS[harm](tmp_path / "lgame.table")
        with serving(tmp_path) as server:
            answer = httpx.get(f"{server}/api/games/lgame/{address}", timeout=PATIENCE)
        assert answer.status_code in (200, 409, 422), answer.text
        assert (tmp_path / "lgame.table.damaged").exists()


# Ended by SIGTERM


def test_sigterm_ends_in_good_order(tmp_path: Path) -> None:
    """The writer is stopped while it writes, its file half written."""
    code = (
        "import os, signal, sys\n"
        "from kibitz.solve.store import rowfile\n"
        "write = rowfile._write\n"
        "def half(file, says, rows):\n"
        "    file.write(b'half')\n"
        "    file.flush()\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    write(file, says, rows)\n"
        "rowfile._write = half\n"
        "from kibitz.cli import main\n"
        "sys.exit(main(['table', 'noughts', '--fresh']))\n"
    )
    done = subprocess.run(
        [*command("")[:1], "-c", code],
        env=environment({"KIBITZ_CACHE": str(tmp_path)}),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 143
    assert done.stderr == b"kibitz: interrupted; the next run continues from here\n"
    assert os.listdir(tmp_path) == ["noughts.unfinished"], "nothing is left half written"


def test_sigterm_in_a_dialogue(tmp_path: Path) -> None:
    terminal = spawn("play noughts", env={"KIBITZ_CACHE": str(tmp_path)})
    terminal.wait_for("Your move: ")
    terminal.child.kill(signal.SIGTERM)
    assert terminal.finish() == 143
    assert "Interrupted." in terminal.screen


def test_sigterm_before_the_dialogue_reads() -> None:
    """A signal that does not interrupt the system call is sent again.

    Here another thread receives it, as if it had come just before the main thread waited.
    """
    code = (
        "import os, signal, threading\n"
        "from kibitz.system.signals import Terminated, resent_signals, sigterm_as_exception\n"
        "def late():\n"
        "    os.read(begun, 1)\n"
        "    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)\n"
        "(begun, begin), (never, kept_open) = os.pipe(), os.pipe()\n"
        "threading.Thread(target=late, daemon=True).start()\n"
        "try:\n"
        "    with sigterm_as_exception(), resent_signals():\n"
        "        os.write(begin, b'.')\n"
        "        os.read(never, 1)\n"
        "except Terminated:\n"
        "    print('ended')\n"
    )
    done = subprocess.run(
        [*command("")[:1], "-c", code], capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.stdout == b"ended\n"


def test_a_cache_folder_isolates_a_run_completely(tmp_path: Path) -> None:
    """Compiled code is kept there too, listed, and removed; nothing is written anywhere else."""
    game = tmp_path / "marks.py"
    game.write_text(changed(("CELLS = 5", "CELLS = 20")))
    cache, home = tmp_path / "cache", tmp_path / "home"
    env = {
        "KIBITZ_CACHE": str(cache),
        "HOME": str(home),
        "NUMBA_CACHE_DIR": "",
        "XDG_CACHE_HOME": "",
    }
    sources = Path(kibitz.__file__).parent
    before = set(sources.rglob("*.code"))
    assert run(f"table {game} --fresh", env=env).returncode == 0
    assert set(sources.rglob("*.code")) == before
    assert not home.exists()
    code = list((cache / "code").rglob("*.code"))
    listing = json.loads(run("tables --json", env=env).stdout)["kept"]
    assert [one["bytes"] for one in listing if one["kind"] == CODE] == [
        sum(f.stat().st_size for f in code)
    ]
    assert run("tables --remove-all --yes", env=env).returncode == 0
    assert not list((cache / "code").rglob("*.code"))
