"""Summary of a table in numbers, for people and for programs."""

from __future__ import annotations

from kibitz.core.reach import in_play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.core.base_game import BaseGame
    from kibitz.solve.store.table import Table


def summary(game: BaseGame, table: Table) -> dict[str, Any]:
    """Return the counts of a table; positions are counted in full, `classes` up to symmetry."""
    shown = in_play(game.rules, table.hardest().values())
    said = table.summary(lambda position: game.text(shown[position]))
    for figure in table.by_cell:
        counts, names = said[figure], game.board.names
        said[figure] = counts and {names[int(cell)]: count for cell, count in counts.items()}
    return {"game": game.name, **said}
