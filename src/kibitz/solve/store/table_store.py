"""Store of tables: one file per table in a folder, and the tables shipped with Kibitz.

A file is used only if its fingerprint is that of the current rules, whatever its name. How long
solving took differs between calls, so it is in a separate small file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from kibitz.language.errors import KibitzError, Sentence
from kibitz.rules.game_name import GameName
from kibitz.solve.store import rowfile
from kibitz.solve.store.fingerprint import identity
from kibitz.solve.store.table import PositionTable
from kibitz.system.cache_files import open_cached, replacing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from kibitz.rules.rules import Rules
    from kibitz.solve.store.opening_book import OpeningBook
    from kibitz.solve.store.table import Table

Notice = Callable[[Sentence], None]

FOLDER_VARIABLE = "KIBITZ_CACHE"
SUFFIX = ".table"
MADE = ".made"
BOOK = ".book"  # suffix of an opening book
EVERY = ".every"  # suffix of the bit set of all positions of a peg board
EVERY_UNFINISHED = ".every.unfinished"
SHIPPED = os.path.abspath(f"{__file__}/../../../tables")
CHECKED_WHOLE = 1 << 23  # a file of up to that many bytes is verified when opened, in milliseconds


def usual_folder() -> str:
    """Return the default folder for tables: `KIBITZ_CACHE`, or the user's cache folder."""
    if os.environ.get(FOLDER_VARIABLE):
        return os.environ[FOLDER_VARIABLE]
    if sys.platform == "linux" and not os.environ.keys() & {"XDG_CACHE_HOME", "ANDROID_DATA"}:
        home = os.path.expanduser("~")
        if os.path.isabs(home):  # as platformdirs does, which is slow to import
            return os.path.join(home, ".cache", "kibitz")
    from platformdirs import user_cache_dir

    try:
        return user_cache_dir("kibitz", appauthor=False)
    except RuntimeError:  # no HOME, and a user unknown to the system
        raise KibitzError(
            "there is no home folder to keep tables in; set {variable} to a folder",
            variable=FOLDER_VARIABLE,
        ) from None


class TableStore:
    """The tables in one folder, by the names of their games.

    Tables that it lacks are looked up in the folder of `shipped` tables; an empty string disables
    that.
    """

    may_change = True

    def __init__(
        self, folder: str = "", checked_whole: int = CHECKED_WHOLE, *, shipped: str = SHIPPED
    ) -> None:
        self.folder = folder or usual_folder()
        self.checked_whole = checked_whole
        self.shipped = Shipped(shipped) if shipped else None

    def path(self, name: str, suffix: str = SUFFIX) -> str:
        return os.path.join(self.folder, GameName(name).file_name + suffix)

    def stamp(self, name: str) -> tuple[int, int] | None:
        """Return a value that changes when a table with that name is saved, None without one."""
        try:
            about = os.stat(self.path(name))
        except OSError:
            return None
        return about.st_mtime_ns, about.st_ino

    def find(self, name: str, rules: Rules) -> Table | None:
        """Return the table with that name, None if there is none for these rules.

        Raises `Damaged` if it cannot be read; the file is renamed, so that the next call finds
        none. A small file is verified completely, a large one page by page when read. Shipped
        tables are looked up in `shipped`. A copy of a shipped game (`./nim.py`) shares the table of
        that game (`nim`).
        """
        return next(filter(None, (self._read(one, rules) for one in names_of(name))), None)

    def find_book(self, name: str, rules: Rules) -> OpeningBook | None:
        """Return the opening book with that name, None if there is none for these rules.

        A copy of a shipped game shares its book, too. Raises `Damaged` if it cannot be read.
        """
        for one in names_of(name):
            path = self.path(one, BOOK)
            if os.path.lexists(path):
                from kibitz.solve.store.opening_book import OpeningBook  # most games have none

                with suppress(FileNotFoundError):
                    book = OpeningBook.read(path, rules)
                    if book is not None:
                        return book
        return None

    def _read(self, name: str, rules: Rules) -> Table | None:
        try:
            file = rowfile.RowFile(self.path(name), set_aside=self.may_change)
        except FileNotFoundError:
            return None
        if file.says.get("rules") != identity(rules):
            return None
        if os.path.getsize(file.path) <= self.checked_whole:
            file.check_all()
        try:
            table = reader_of(file.says["kind"])(rules, file)
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
            raise file.damaged() from None
        table.seconds = self._seconds(name)
        return table

    def keep(self, name: str, table: Table) -> None:
        """Write a table; `OSError` if that fails."""
        says = {"kind": table.kind, "game": name, "rules": identity(table.rules), **table.says()}
        table.write(self.path(name), says)
        self._note(name, table.seconds)
        self._forget_unfinished(name)

    def remove(self, name: str) -> None:
        """Remove the file of a table."""
        with suppress(FileNotFoundError):
            os.unlink(self.path(name))

    def _forget_unfinished(self, name: str) -> None:
        """Remove the checkpoints of this table, of every builder."""
        from kibitz.solve.store import checkpoint, workfolder

        checkpoint.Checkpoint(self.path(name, checkpoint.SUFFIX), None).forget()
        workfolder.discard(self.path(name, workfolder.SUFFIX))

    def _note(self, name: str, seconds: float | None) -> None:
        """Write how long solving took; if that fails, remove the former time, too."""
        import json  # a table is read without it

        path = self.path(name, MADE)
        try:
            with replacing(path, "w", encoding="utf-8") as file:
                json.dump({"seconds": seconds}, file)
        except OSError:
            with suppress(OSError):
                os.unlink(path)

    def _seconds(self, name: str) -> float | None:
        """Return how long solving took, None if it is not recorded."""
        try:
            with open_cached(self.path(name, MADE), "r", encoding="utf-8") as file:
                said: Any = rowfile.read_json(file.read())
                return float(said["seconds"])
        except (OSError, ValueError, TypeError, KeyError):
            return None


class Shipped(TableStore):
    """The tables of small games that are part of Kibitz, read-only.

    `scripts/ship_tables.py` builds them.
    """

    may_change = False

    def __init__(self, folder: str = SHIPPED) -> None:
        super().__init__(folder, shipped="")

    def path(self, name: str, suffix: str = SUFFIX) -> str:
        """Return the path of a file, without links: installers may make links to their own."""
        return os.path.realpath(super().path(name, suffix))

    def find(self, name: str, rules: Rules) -> Table | None:
        """Return the shipped table with that name, None if there is none for these rules."""
        if sys.byteorder != "little" or not os.path.exists(self.path(name)):
            return None  # most games have none, and a zipped package has no folder
        return super().find(name, rules)


def reader_of(kind: str) -> Callable[[Rules, rowfile.RowFile], Table]:
    """Return the reader of table files of that kind; `KeyError` if there is none."""
    if kind == PositionTable.kind:
        return PositionTable.from_file
    from kibitz.solve.engines import TABLES, load

    reader: Callable[[Rules, rowfile.RowFile], Table] = load(TABLES[kind]).from_file
    return reader


def names_of(name: str) -> Iterator[str]:
    """Yield the names that the files of a game may have: its own, and that of a shipped game."""
    yield name
    asked = GameName(name)
    if asked.file is not None:
        from kibitz.games.shipped_games import name_of  # needed for games in files only

        yield asked.replace_family(name_of(asked.file))


def ignore_notice(sentence: Sentence) -> None:
    """Discard a notice."""


def kept_name(name: str, rules: Rules) -> str:
    """Return the name that the table of a game is kept by.

    A game that is made in Python and not named is known by its rules, so two of them never share
    a file. A game in a file is known by the name of the file, wherever it lies: the page calls it
    so, too.
    """
    if not name:
        return f"unnamed-{identity(rules)}"
    full = GameName(name)
    return full.replace_family(os.path.basename(full.file)) if full.file else name


def find_table(
    name: str, rules: Rules, store: TableStore, notice: Notice = ignore_notice
) -> Table | None:
    """Return the kept table of a game, else the shipped one; None if none can be used."""
    try:
        kept = store.find(kept_name(name, rules), rules)
        if kept is not None:
            kept.look_up(rules.start)  # so that damage shows here
            return kept
    except (rowfile.Damaged, OSError) as error:
        notice(without_file(error, store))
    return find_table(name, rules, store.shipped, notice) if store.shipped else None


def find_book(
    name: str, rules: Rules, store: TableStore, notice: Notice = ignore_notice
) -> OpeningBook | None:
    """Return the user's opening book of a game, else the shipped one; None if none can be used."""
    try:
        book = store.find_book(kept_name(name, rules), rules)
        if book is not None:
            return book
    except (rowfile.Damaged, OSError) as error:
        notice(without_file(error, store))
    return find_book(name, rules, store.shipped, notice) if store.shipped else None


def without_file(error: rowfile.Damaged | OSError, store: TableStore) -> Sentence:
    """Return the notice that a file cannot be used."""
    if isinstance(error, rowfile.Damaged):
        return Sentence("{error}; continuing without it", error=error)
    return Sentence(
        "the table in {folder} cannot be read: {error}; continuing without it",
        folder=store.folder,
        error=error.strerror,
    )
