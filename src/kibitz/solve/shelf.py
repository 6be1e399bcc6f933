"""Tables kept in a folder, one file each.

A file is used only if the rules it was made by are the present ones, whatever its name is.
"""

from __future__ import annotations

import os
from hashlib import blake2b

from kibitz.solve import rowfile
from kibitz.solve.identity import identity
from kibitz.solve.rowfile import narrowest
from kibitz.solve.table import Census, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.contract import Rules

FOLDER_VARIABLE = "KIBITZ_CACHE"
LONGEST_NAME = 150
SUFFIX = ".table"


def usual_folder() -> str:
    """Return the folder for tables: `KIBITZ_CACHE`, or the user's cache folder."""
    from platformdirs import user_cache_dir

    return os.environ.get(FOLDER_VARIABLE) or user_cache_dir("kibitz", appauthor=False)


class Shelf:
    """The tables in one folder, by the names of their games."""

    def __init__(self, folder: str = "") -> None:
        self.folder = folder or usual_folder()

    def path(self, name: str, suffix: str = SUFFIX) -> str:
        """Return where the table of that name lies."""
        if len(name) > LONGEST_NAME:
            digest = blake2b(name.encode(), digest_size=16).hexdigest()
            name = f"{name[:LONGEST_NAME]}…{digest}"
        return os.path.join(self.folder, name + suffix)

    def find(self, name: str, rules: Rules) -> Table | None:
        """Return the table of that name, None if there is none made by these rules.

        Raises `Damaged` if there is one that cannot be read.
        """
        try:
            file = rowfile.RowFile(self.path(name))
        except FileNotFoundError:
            return None
        if file.says.get("rules") != identity(rules):
            return None
        census = Census.from_json(file.says["census"])
        return Table(rules, file.rows["positions"], file.rows["codes"], census)

    def keep(self, name: str, table: Table) -> None:
        """Write a table, in the narrowest integers that hold it; `OSError` if that fails."""
        says = {
            "kind": "table",
            "game": name,
            "rules": identity(table.rules),
            "aim": table.rules.aim,
            "census": table.census.as_json(),
        }
        rows = {"positions": narrow(table.positions), "codes": narrow(table.codes)}
        rowfile.write(self.path(name), says, rows)


def narrow(row: object) -> memoryview:
    """Return a row in the narrowest integers that hold it."""
    view = memoryview(row)  # type: ignore[arg-type]
    if len(view) > MANY:
        import numpy as np

        long = np.asarray(view)
        letter = narrowest(int(long.min()), int(long.max()))
        return memoryview(long.astype(f"i{rowfile.SIZES[letter]}"))
    from array import array

    letter = narrowest(min(view, default=0), max(view, default=0))
    return memoryview(array(letter, view))


MANY = 100_000  # below that, NumPy need not be imported
