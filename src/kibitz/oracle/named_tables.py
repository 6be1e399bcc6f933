"""The table of a game: found, or made and kept."""

from __future__ import annotations

from kibitz.catalogue.naming import game as game_named
from kibitz.solve import table_making
from kibitz.solve.store.table_store import TableStore, find_table, ignore_notice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

    from kibitz.core.base_game import BaseGame
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import Notice


def table_of(
    game: BaseGame | str | PathLike[str],
    *,
    fresh: bool = False,
    progress: Progress | None = None,
    notice: Notice = ignore_notice,
    store: TableStore | None = None,
    resources: Resources | None = None,
    effort: Effort | None = None,
) -> Table:
    """Return the table of a game: a kept or shipped one, or one solved now and kept.

    `fresh` solves again though there is a table. What goes wrong with keeping is told to `notice`
    in a sentence, and the table is returned all the same. `resources` says how to solve what does
    not fit into memory; the table is the same. `effort` limits the work otherwise: `Exhausted` is
    raised where it does not suffice.
    """
    game = game_named(game)
    store = store or TableStore()
    if not fresh:
        kept = find_table(game.name, game.rules, store, notice)
        if kept is not None:
            return kept
    from kibitz.conformance.first_check import check_promises  # before a table is made

    check_promises(game)
    return table_making.make(
        game.name,
        game.rules,
        store,
        resources=resources,
        effort=effort,
        progress=progress,
        notice=notice,
    )
