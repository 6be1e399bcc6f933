"""Table of a game, loaded from the store or built and saved."""

from __future__ import annotations

from kibitz.games.registry import game_named
from kibitz.solve.store.table_store import TableStore, find_table, ignore_notice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

    from kibitz.rules.base_game import BaseGame
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
    """Return the table of a game: a saved or shipped one, or one that is solved now and saved.

    `fresh` solves again even if there is a table. If the table cannot be saved, `notice` is called
    with a sentence, and the table is returned all the same. `resources` says how to solve a game
    that does not fit into memory; the table is the same. `effort` limits the work otherwise:
    `Exhausted` is raised if it does not suffice.
    """
    game = game_named(game)
    store = store or TableStore()
    if not fresh:
        kept = find_table(game.name, game.rules, store, notice)
        if kept is not None:
            return kept
    from kibitz.oracle.first_check import check_promises  # before a table is made
    from kibitz.solve.table_making import make

    check_promises(game)
    return make(
        game.name,
        game.rules,
        store,
        resources=resources,
        effort=effort,
        progress=progress,
        notice=notice,
    )
