"""Summary of a table in numbers, for people and for programs."""

from __future__ import annotations

from kibitz.rules.reach import MOST_LOOKED_UP, in_play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.solve.store.table import Table


def summary(game: BaseGame, table: Table) -> dict[str, Any]:
    """Return the counts of a table; positions are counted in full, `classes` up to symmetry."""
    shown = hardest_in_play(table)
    said = table.summary(lambda position: game.text(shown[position]))
    for figure in table.by_cell:
        counts, names = said[figure], game.board.names
        said[figure] = counts and {names[int(cell)]: count for cell, count in counts.items()}
    return {"game": game.name, **said}


def hardest_in_play(table: Table) -> dict[int, int]:
    """Return for each hardest position of a table one of its images that the game can reach."""
    hardest = table.hardest()
    sought = [at for outcome, at in hardest.items() if not reaches_every_image(table, outcome)]
    return {at: at for at in hardest.values()} | in_play(table.rules, sought)


def reaches_every_image(table: Table, outcome: Outcome) -> bool:
    """Return whether, by its counts, a game reaches every image of the positions of an outcome.

    If so, there are as many positions in full as these positions have images. That is not counted
    where there are many of them, where every placement may begin, where rules do not count images,
    or where the table does not list positions.
    """
    images = table.rules.orbit
    if images is None or table.rules.placements is not None or not table.lists_positions:
        return False
    count = table.histogram()[outcome]
    if count.classes > MOST_LOOKED_UP:
        return False
    return count.positions == sum(map(images, table.with_outcome(outcome)))
