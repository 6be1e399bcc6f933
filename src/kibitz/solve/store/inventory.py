"""Inventory of files on disk (tables, checkpoints, compiled code), and their removal."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha1
from typing import NamedTuple

from kibitz.language.errors import phrase
from kibitz.solve.compiling import code_files
from kibitz.solve.compiling.code_files import chosen_folder
from kibitz.solve.store import checkpoint, rowfile, workfolder
from kibitz.solve.store.table_store import BOOK, EVERY, EVERY_UNFINISHED, MADE, SUFFIX, TableStore
from kibitz.solve.store.workfolder import WorkFolder
from kibitz.system.cache_files import PART

TABLE, WINNING = phrase("table"), phrase("set of winning positions")
OPENING = phrase("opening book")
UNFINISHED, DAMAGED = phrase("unfinished work"), phrase("damaged file")
COMPILED = phrase("compiled code")

# By the suffix of a file name; files with other suffixes are not ours.
KINDS = {
    EVERY_UNFINISHED: UNFINISHED,
    checkpoint.SUFFIX: UNFINISHED,
    workfolder.SUFFIX: UNFINISHED,
    PART: UNFINISHED,
    rowfile.DAMAGED: DAMAGED,
    EVERY: WINNING,
    BOOK: OPENING,
    SUFFIX: TABLE,
}
PACKAGE = os.path.abspath(f"{__file__}/../../..")


class Kept(NamedTuple):
    """An entry of the inventory: its game, its kind, its size and its modification time.

    `name` is the name of the game if known, else `file_name`, the prefix of its files.
    """

    name: str
    file_name: str
    kind: str
    size: int
    written: float
    paths: list[str]

    def remove(self) -> None:
        """Remove it; `InUse` if another process works on it, `OSError` if it cannot be removed."""
        for path in self.paths:
            if (
                path.endswith(workfolder.SUFFIX)
                and os.path.isdir(path)
                and not os.path.islink(path)
            ):
                with WorkFolder(path):
                    shutil.rmtree(path)
            else:
                with suppress(FileNotFoundError):
                    os.unlink(path)


def kept(store: TableStore) -> list[Kept]:
    """Return all entries, compiled code as one; `OSError` if they cannot be read."""
    try:
        files = sorted(os.listdir(store.folder))
    except FileNotFoundError:
        files = []
    found = []
    for file in files:
        suffix = next((suffix for suffix in KINDS if file.endswith(suffix)), None)
        if suffix is None or (suffix == PART and rowfile.is_being_written(file)):
            continue
        if suffix in (PART, rowfile.DAMAGED) and file == _file_name(file) + suffix:
            continue  # not ours: our temporary files are named after a target file
        path = os.path.join(store.folder, file)
        paths = [path]
        made = path.removesuffix(SUFFIX) + MADE
        if suffix == SUFFIX and os.path.exists(made):
            paths.append(made)
        found.append(_described(_file_name(file), KINDS[suffix], paths))
    code = list(compiled_code())
    return [*found, _described(COMPILED, COMPILED, code)] if code else found


def _file_name(file: str) -> str:
    """Return the prefix of the files of a game, given one of them."""
    for suffix in (*KINDS, MADE):
        file = file.partition(suffix)[0]
    return file


def _name_in(path: str) -> str | None:
    """Return the name of the game recorded in a file, if there is one."""
    with suppress(OSError, rowfile.Damaged):
        name = rowfile.RowFile(path).says.get("game")
        return name if isinstance(name, str) else None
    return None


def _described(file_name: str, kind: str, paths: list[str]) -> Kept:
    name = (not os.path.isdir(paths[0]) and _name_in(paths[0])) or file_name
    files = [file for path in paths for file in _files_in(path)]
    sizes, times = [0], [0.0]
    for file in files:
        with suppress(OSError):  # removed in the meantime, or a link to nothing
            status = os.stat(file)
            sizes.append(status.st_size)
            times.append(status.st_mtime)
    return Kept(name, file_name, kind, sum(sizes), max(times), paths)


def _files_in(path: str) -> Iterator[str]:
    if not os.path.isdir(path):
        yield path
    for folder, _, names in os.walk(path):
        yield from (os.path.join(folder, name) for name in names)


def compiled_code() -> Iterator[str]:
    """Yield the files of compiled code of this package."""
    for folder in _code_folders():
        with suppress(OSError):
            for name in sorted(os.listdir(folder)):
                if name.endswith(code_files.SUFFIX):
                    yield os.path.join(folder, name)


def _code_folders() -> Iterator[str]:
    """Yield the folders of compiled code: the chosen one, else beside the source or Numba's own."""
    from platformdirs import user_cache_dir

    chosen = chosen_folder()
    cache = chosen
    with suppress(RuntimeError):  # no home folder
        cache = cache or user_cache_dir("numba", appauthor=False)
    for folder, _, _ in os.walk(PACKAGE):
        if os.path.basename(folder) == "__pycache__":
            if not chosen:
                yield folder
        elif cache:
            digest = sha1(folder.encode(), usedforsecurity=False).hexdigest()  # as Numba names it
            yield os.path.join(cache, f"{os.path.basename(folder)}_{digest}")
