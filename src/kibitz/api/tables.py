"""Tables of games, by the name of the game, and their pickling."""

from __future__ import annotations

from os import PathLike

from kibitz.api.game import Game
from kibitz.api.game import game as game_named
from kibitz.api.game_table import GameTable
from kibitz.language.errors import KibitzError
from kibitz.oracle.named_tables import table_of
from kibitz.solve.effort import Progress
from kibitz.solve.resources import Resources, bytes_of
from kibitz.solve.store.table_store import TableStore, find_table


def table(
    game: Game | str | PathLike[str],
    *,
    fresh: bool = False,
    memory: int | str | None = None,
    on: str | None = None,
    progress: Progress | None = None,
) -> GameTable:
    """Return the table of a game: a saved one, or one that is solved now and saved.

    `fresh` solves again though a table is kept. `memory` (bytes, or a text such as `2GiB`) is what
    solving may hold; the rest is done on the disk. `on="ray"` solves on a Ray cluster, `on="gpu"`
    on an NVIDIA card, taking `memory` of the card's. The table is the same in every case.
    `progress(phase, done, total)` is called now and then.

    Examples:
        >>> import kibitz
        >>> len(kibitz.table("noughts", fresh=True))
        765
    """
    game = game_named(game)
    resources = _resources(memory, on)
    found = GameTable(game, table_of(game, fresh=fresh, progress=progress, resources=resources))
    game.oracle = found.oracle
    return found


def _resources(memory: int | str | None, on: str | None) -> Resources | None:
    """Return the resources for building a table, None for the default."""
    from kibitz.solve.engines import BUILDERS

    if on not in (None, *BUILDERS):
        raise KibitzError("a table is computed here, on ray or on gpu, not on {place}", place=on)
    if on is None and memory is None:
        return None
    return Resources(on, bytes_of(memory) if isinstance(memory, str) else memory)


def folder_of(table: GameTable) -> str:
    """Return the folder of a table; an error if it is in memory only."""
    store = TableStore()
    if _kept(table.game, store) != table:
        raise KibitzError(
            "the table of {name} is not kept in {folder}, so it cannot be pickled",
            name=table.game.name,
            folder=store.folder,
        )
    return store.folder


def reopened(game: Game, folder: str) -> GameTable:
    """Return the table of a game that was pickled by its folder, or the shipped one."""
    found = _kept(game, TableStore(folder))
    if found is None:
        raise KibitzError(
            "the table of {name} is not in {folder} any more; kibitz.table makes it again",
            name=game.name,
            folder=folder,
        )
    return found


def _kept(game: Game, store: TableStore) -> GameTable | None:
    """Return the kept table of a game, else the shipped one; None if none can be used."""
    kept = find_table(game.name, game.rules, store)
    return None if kept is None else GameTable(game, kept)
