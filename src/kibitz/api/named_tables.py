"""Tables of named games: found, or made and kept."""

from __future__ import annotations

from kibitz.api.table import GameTable
from kibitz.catalogue.naming import game as game_named
from kibitz.conformance.first_check import check_promises
from kibitz.language.errors import KibitzError
from kibitz.solve import table_making
from kibitz.solve.store.table_store import Shelf
from kibitz.solve.table_making import unnoticed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

    from kibitz.core.game import BaseGame
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.resources import Resources
    from kibitz.solve.table_making import Notice


def table_of(
    game: BaseGame | str | PathLike[str],
    *,
    fresh: bool = False,
    progress: Progress | None = None,
    notice: Notice = unnoticed,
    shelf: Shelf | None = None,
    resources: Resources | None = None,
    effort: Effort | None = None,
) -> GameTable:
    """Return the table of a game: a kept or shipped one, or one solved now and kept.

    `fresh` solves again though there is a table. What goes wrong with keeping is told to `notice`
    in a sentence, and the table is returned all the same. `resources` says how to solve what does
    not fit into memory; the table is the same. `effort` limits the work otherwise: `Exhausted` is
    raised where it does not suffice.
    """
    game = game_named(game)
    shelf = shelf or Shelf()
    if not fresh:
        kept = find(game, shelf, notice)
        if kept is not None:
            return kept
    check_promises(game)
    return GameTable(
        game,
        table_making.make(
            game.name,
            game.rules,
            shelf,
            resources=resources,
            effort=effort,
            progress=progress,
            notice=notice,
        ),
    )


def find(game: BaseGame, shelf: Shelf, notice: Notice = unnoticed) -> GameTable | None:
    """Return the kept table of a game, else the shipped one; None if none can be used."""
    kept = table_making.find(game.name, game.rules, shelf, notice)
    return None if kept is None else GameTable(game, kept)


def folder_of(table: GameTable) -> str:
    """Return the folder that a table is kept in; an error if it is in memory only."""
    shelf = Shelf()
    if find(table.game, shelf) != table:
        raise KibitzError(
            "the table of {name} is not kept in {folder}, so it cannot be pickled",
            name=table.game.name,
            folder=shelf.folder,
        )
    return shelf.folder


def reopened(game: BaseGame, folder: str) -> GameTable:
    """Return the table of a game that was pickled as kept in that folder, or shipped."""
    found = find(game, Shelf(folder))
    if found is None:
        raise KibitzError(
            "the table of {name} is not in {folder} any more; kibitz.table makes it again",
            name=game.name,
            folder=folder,
        )
    return found


def table(
    game: BaseGame | str | PathLike[str],
    *,
    fresh: bool = False,
    memory: int | str | None = None,
    on: str | None = None,
    progress: Progress | None = None,
) -> GameTable:
    """Return the table of a game: a kept one, or one solved now and kept.

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
    found = table_of(game, fresh=fresh, progress=progress, resources=_resources(memory, on))
    game.oracle = found.oracle
    return found


def _resources(memory: int | str | None, on: str | None) -> Resources | None:
    """Return how a table is to be made, None for the usual way."""
    from kibitz.solve.resources import Resources, bytes_of

    if on not in (None, "ray", "gpu"):
        raise KibitzError("a table is solved here, on ray or on gpu, not on {place}", place=on)
    if on is None and memory is None:
        return None
    return Resources(on, bytes_of(memory) if isinstance(memory, str) else memory)
