"""Table of a game, loaded from the store or built and saved, after a quick check of its rules."""

from __future__ import annotations

from kibitz.games.registry import game_named
from kibitz.language.errors import phrase, with_command
from kibitz.solve.store.table_store import TableStore, find_table, ignore_notice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

    from kibitz.rules.base_game import BaseGame
    from kibitz.solve.effort import Effort, Progress
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import Notice

A_LOOK = 0.3  # seconds


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
    return table_made(
        game, store, resources=resources, effort=effort, progress=progress, notice=notice
    )


def table_made(game: BaseGame, store: TableStore, **options: Any) -> Table:
    """Solve a game and save its table, as `make` does; refuse rules that a quick check rejects."""
    from kibitz.solve.table_making import make

    check_promises(game)
    return make(game.name, game.rules, store, **options)


def check_promises(game: BaseGame) -> None:
    """Refuse a user-defined game that fails a quick check, in the words of `kibitz doctor`.

    Its table would look right and be wrong.
    """
    from kibitz.rules.simple_game import SimpleGame

    if isinstance(game, SimpleGame):
        from kibitz.conformance import quick_check  # imported for such games only
        from kibitz.games.gamefile import InvalidGameFile

        for wrong in quick_check(game, A_LOOK):
            raise InvalidGameFile(
                with_command(
                    phrase("{wrong}; for more, run kibitz doctor {name}"),
                    "{wrong}",
                    wrong=str(wrong).replace("\n", "; "),
                    name=game.name,
                )
            )
