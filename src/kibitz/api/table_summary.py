"""What the table of a game holds, in numbers: the same for people and for programs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.api.table import GameTable


def summary(table: GameTable) -> dict[str, Any]:
    """Return the counts of a table; positions are counted in full, `classes` up to symmetry."""
    game = table.game
    said = table.answers.summary(
        lambda position: game.text(table.in_play[position]), lambda hole: game.board.names[hole]
    )
    return {"game": game.name, **said}
