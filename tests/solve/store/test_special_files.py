"""Only regular files are read below the cache; anything else is ignored with a sentence."""

from __future__ import annotations

import ast
import os
import shutil
import socket
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.engines.pegs.figures.set_storage import Stages
from kibitz.engines.pegs.sets import whole_board
from kibitz.engines.shards.shard_files import Folder
from kibitz.judge.grading.journal import Journal
from kibitz.language.errors import KibitzError
from kibitz.oracle.named_tables import table_of
from kibitz.solve.compiling.code_files import CodeFiles
from kibitz.solve.store.checkpoint import SUFFIX, Checkpoint, graph_of
from kibitz.solve.store.opening_book import OpeningBook
from kibitz.solve.store.row_writer import RowWriter
from kibitz.solve.store.rowfile import RowFile
from kibitz.solve.store.table_store import TableStore
from kibitz.system import cache_files
from kibitz.web.site import pyodide_runtime
from tests.support.console import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


SOLVE = Path(kibitz.__file__).parent / "solve"


def fifo(path: Path, aside: Path) -> None:
    os.mkfifo(path)


def local_socket(path: Path, aside: Path) -> None:
    before = os.getcwd()
    os.chdir(path.parent)  # the name of a socket has at most 107 characters
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind("s")
        os.rename("s", path.name)
    finally:
        os.chdir(before)


def device(path: Path, aside: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))  # endless zeros
    except PermissionError:
        pytest.skip("only root makes devices")


def folder(path: Path, aside: Path) -> None:
    path.mkdir()


def link_out(path: Path, aside: Path) -> None:
    path.symlink_to(aside)


def link_to_fifo(path: Path, aside: Path) -> None:
    os.mkfifo(path.parent / "target")
    path.symlink_to("target")


def link_to_itself(path: Path, aside: Path) -> None:
    path.symlink_to(path.name)


SPECIAL = [fifo, local_socket, device, folder, link_out, link_to_fifo, link_to_itself]


@pytest.fixture
def said() -> Iterator[list[str]]:
    said: list[str] = []
    cache_files.report_ignored_to(lambda sentence: said.append(str(sentence)))
    yield said
    cache_files.report_ignored_to(cache_files.print_ignored)


RULES = kibitz.game("noughts").rules
JUMPS: Any = kibitz.game("peg:triangle").rules.jumps


# Each writes something below a cache, and returns its path and how it is read: what is read is
# false where nothing can be used.


def table(cache: Path) -> tuple[str, Callable[[], object]]:
    store = TableStore(str(cache), shipped="")
    table_of("noughts", store=store)
    return store.path("noughts"), lambda: store.find("noughts", RULES)


def seconds(cache: Path) -> tuple[str, Callable[[], object]]:
    store = TableStore(str(cache), shipped="")
    table_of("noughts", store=store)

    def read() -> object:
        found = store.find("noughts", RULES)
        assert found is not None
        return found.seconds

    return store.path("noughts", ".made"), read


def book(cache: Path) -> tuple[str, Callable[[], object]]:
    store = TableStore(str(cache), shipped="")
    OpeningBook(RULES, {RULES.start: (0, 0)}).write(store.path("noughts", ".book"))
    return store.path("noughts", ".book"), lambda: store.find_book("noughts", RULES)


def unfinished(cache: Path) -> tuple[str, Callable[[], object]]:
    store = TableStore(str(cache), shipped="")

    def interrupt(phase: str, done: int, total: int | None) -> None:
        if done > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table_of("noughts", store=store, progress=interrupt)
    left = Checkpoint(store.path("noughts", SUFFIX), RULES)
    return left.path, lambda: left.find(graph_of)


def every_position(cache: Path) -> tuple[str, Callable[[], object]]:
    store = TableStore(str(cache), shipped="")
    whole_board.make(store, JUMPS)
    return store.path(whole_board.name_of(JUMPS), ".every"), lambda: whole_board.find(store, JUMPS)


def stages(cache: Path) -> tuple[str, Callable[[], object]]:
    found = Stages(RULES)
    found.figures = {"pegs": 1}
    found.keep(str(cache))
    return str(cache / "figures"), lambda: Stages.in_memory(RULES, str(cache)).figures


def array_of_a_shard(cache: Path) -> tuple[str, Callable[[], object]]:
    import numpy as np

    with Folder(str(cache / "noughts.work")) as work:
        (handle,) = work.write([np.arange(3)])

    def read() -> object:
        with suppress(FileNotFoundError):
            return len(work.read(handle))
        return None

    return str(cache / "noughts.work" / handle.file), read


def state_of_shards(cache: Path) -> tuple[str, Callable[[], object]]:
    from kibitz.engines.shards.sharded_work import State

    with Folder(str(cache / "noughts.work")) as work:
        work.keep(State.of(2), RULES)
    return str(cache / "noughts.work" / "checkpoint"), lambda: work.find(RULES)


def code(cache: Path) -> tuple[str, Callable[[], object]]:
    files = CodeFiles(str(cache), "kernel", 1)
    files.save("key", "machine code")
    return files.path("key"), lambda: files.load("key")


def journal(cache: Path) -> tuple[str, Callable[[], object]]:
    path = str(cache / "grading" / "1.jsonl")
    Journal(path, resume=False).close(finished=False)

    def read() -> object:
        with suppress(KibitzError):
            Journal(path, resume=True).close(finished=False)
            return True
        return None

    return path, read


def runtime(cache: Path) -> tuple[str, Callable[[], object]]:
    path = cache / "pyodide.tgz"
    path.write_bytes(b"")
    return str(path), lambda: pyodide_runtime.kept(str(path))


def rows_in_place(cache: Path) -> tuple[str, Callable[[], object]]:
    path = str(cache / "codes")
    Path(path).write_bytes(bytes(1 << 20))

    def read() -> object:
        writer = RowWriter(path, {"codes": ("b", 5)})
        try:
            return len(writer.read_again(5))
        finally:
            writer.close()

    return path, read


KINDS = [table, seconds, book, unfinished, every_position, stages, array_of_a_shard]
KINDS += [state_of_shards, code, journal, runtime, rows_in_place]


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_regular_file_of_the_cache_is_read(
    kind: Callable[[Path], tuple[str, Callable[[], object]]], tmp_path: Path, said: list[str]
) -> None:
    """A sound file is read; the same content outside the cache, behind a link, is not."""
    for special in SPECIAL:
        if kind is rows_in_place and special is folder:
            continue  # what is in the way of a file to be written is not removed with its content
        cache, aside = tmp_path / special.__name__, tmp_path / f"{special.__name__}.aside"
        cache.mkdir()
        path, read = kind(cache)
        if kind is not runtime:  # its content would have to be Python for the browser
            assert read(), "it can be read"
        shutil.copy(path, aside)
        before = aside.read_bytes()
        os.unlink(path)
        special(Path(path), aside)
        assert not read(), special.__name__
        assert said == [f"{path} is ignored: it is not a regular file of its folder"]
        assert aside.read_bytes() == before, "nothing is written through a link"
        said.clear()


def test_a_link_within_the_cache_is_followed(tmp_path: Path, said: list[str]) -> None:
    path, read = table(tmp_path)
    os.rename(path, tmp_path / "target")
    os.symlink("target", path)
    assert read()
    assert said == []


@pytest.mark.parametrize("special", [fifo, local_socket, link_out])
def test_work_is_not_done_in_a_folder_elsewhere(
    special: Callable[[Path, Path], None], tmp_path: Path, said: list[str]
) -> None:
    aside = tmp_path / "aside"
    aside.mkdir()
    (aside / "letter").touch()
    special(tmp_path / "noughts.work", aside)
    with pytest.raises(FileNotFoundError), Folder(str(tmp_path / "noughts.work")):
        pass
    assert len(said) == 1
    assert os.listdir(aside) == ["letter"]


def test_solve_answers_with_a_fifo_in_place_of_its_table(tmp_path: Path) -> None:
    store = TableStore(str(tmp_path))
    name = "cram:rows=3,columns=5"
    os.mkfifo(store.path(name))
    done = run(f"solve {name}", env={"KIBITZ_CACHE": str(tmp_path)})
    assert done.returncode == 0
    assert done.stderr.decode().count("is ignored") == 1
    assert done.stderr.count(b"\n") == 1
    assert RowFile(store.path(name)).rows, "the table has taken its place"


def test_threads_of_a_process_write_one_file(tmp_path: Path) -> None:
    """It is the whole file of one of them, and nothing else is left."""
    path = tmp_path / "file"

    def write(letter: str) -> None:
        for _ in range(20):
            with cache_files.replacing(str(path), "w") as file:
                for _ in range(50):
                    file.write(letter * 1000)
                    file.flush()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, "abcd"))
    text = path.read_text()
    assert text == text[0] * 50_000
    assert os.listdir(tmp_path) == ["file"]


def test_code_of_another_user_is_not_loaded(tmp_path: Path) -> None:
    path, read = code(tmp_path)
    try:
        os.chown(path, 12345, -1)
    except PermissionError:
        pytest.skip("only root gives files away")
    assert read() is None
    assert os.path.exists(path), "it is not ours to remove"


def test_files_below_the_cache_are_opened_in_one_place() -> None:
    """Nothing that solves opens a file by itself; what is not below the cache is named here."""
    elsewhere = {"fingerprint_syntax.py", "memory_budget.py", "workfolder.py"}
    found = {
        file.name
        for folder in (SOLVE, SOLVE.with_name("engines"))
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("open", "os.open", "io.open")
    }
    assert found == elsewhere
