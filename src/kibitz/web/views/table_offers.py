"""Offer to build a table: whether one is saved, and whether a page may have it built."""

from kibitz.core.base_game import BaseGame
from kibitz.solve.store.table_store import find_table
from kibitz.solve.structure import table_takes
from kibitz.web.server.http_errors import TooFar
from kibitz.web.views import schemas
from kibitz.web.workers.app_state import AppState


def kept_table(game: BaseGame, state: AppState) -> schemas.Build:
    """Return whether the table of a game is saved."""
    return schemas.Build(
        game=game.name,
        state="none" if find_table(game.name, game.rules, state.store) is None else "ready",
        phase="",
        done=0,
        total=None,
        fraction=None,
        expected=None,
        memory=0,
        error="",
    )


def may_build(game: BaseGame, state: AppState) -> schemas.Build:
    """Return whether the table of a game is saved; raise an error if it takes too long to build."""
    kept = kept_table(game, state)
    if kept["state"] != "ready" and table_takes(game.rules) == "hours":
        raise TooFar(
            "building this table takes a long time and gigabytes of memory; run {command}",
            command=f"kibitz table {state.games.at_terminal(game.name)}",
        )
    return kept
