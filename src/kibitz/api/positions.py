"""Sequence of positions from a table, stored as integers."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from html import escape
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from kibitz.api.game import Game
from kibitz.api.position import Position
from kibitz.language.errors import KibitzError, Name, listed
from kibitz.rules.objectives.outcomes import Outcome
from kibitz.solve.store.columns import Columns

SHOWN = 3
PICTURED = 6  # shown in a notebook


class Positions(Sequence[Position]):
    """Positions of one game, by their numbers; `numbers` is an array of them.

    A notebook shows the first of them as pictures.
    """

    def __init__(self, game: Game, numbers: NDArray[Any]) -> None:
        self.game = game
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> Position: ...
    @overload
    def __getitem__(self, at: slice) -> Positions: ...
    def __getitem__(self, at: int | slice) -> Position | Positions:
        if isinstance(at, slice):
            return Positions(self.game, self.numbers[at])
        return Position(self.game, int(self.numbers[at]))

    def __repr__(self) -> str:
        shown = ", ".join(position.text for position in self[:SHOWN])
        more = ", …" if len(self) > SHOWN else ""
        listed = f": {shown}{more}" if shown else ""
        return f"<{len(self):,} positions of {self.game.name}{listed}>"

    def _repr_html_(self) -> str:
        shown = "\n".join(position._repr_svg_() for position in self[:PICTURED])
        more = "" if len(self) <= PICTURED else "<p>…</p>"
        return f"<p>{len(self):,} positions of {escape(self.game.name)}</p>\n{shown}{more}"


def chosen(
    game: Game,
    columns: Columns,
    outcome: str | Outcome | None,
    measures: Mapping[str, int | Container[int] | None],
) -> Positions:
    """Return the positions of a table with that outcome, and those numbers of each measure."""
    rows = columns.whole()
    keep = np.ones(len(rows), dtype=bool)
    if outcome is not None:
        kind = outcome.kind if isinstance(outcome, Outcome) else outcome
        values = [value for value, name in columns.kinds.items() if name == kind]
        if not values:
            raise KibitzError(
                "no position of {name} is {kind}; the outcomes are {kinds}",
                name=game.name,
                kind=kind,
                kinds=listed(columns.kinds.values()),
            )
        keep &= rows["value"] == values[0]
    if isinstance(outcome, Outcome) and outcome.measure is not None:
        keep &= rows[columns.measure] == outcome.measure
    for measure, wanted in measures.items():
        if wanted is None:
            continue
        if measure != columns.measure:
            raise KibitzError(
                "the outcomes of {name} have a {right}, not a {wrong}",
                name=game.name,
                right=columns.measure,
                wrong=measure,
            )
        keep &= rows[measure] != columns.nothing
        keep &= np.isin(rows[measure], _numbers(measure, rows[measure], wanted))
    return Positions(game, rows["position"][keep])


def _numbers(measure: str, column: NDArray[Any], wanted: int | Container[int]) -> list[int]:
    """Return the selected numbers of a column."""
    if isinstance(wanted, (int, np.integer)):
        return [int(wanted)]
    if isinstance(wanted, (str, bytes)) or not isinstance(wanted, Container):
        raise KibitzError(
            "{name} must be a whole number, or hold whole numbers as range(5, 9) does, not {value}",
            name=Name(measure),
            value=repr(wanted),
        )
    return [number for number in np.unique(column).tolist() if number in wanted]
