"""Rows of an exported table, generated in batches with bounded memory.

A row holds the canonical position of one class of mirror images. Actions are the moves of the game,
numbered once for all positions (`export/actions.py`); planes (`export/planes.py`) are those of the
player to move, and rows that differ have different planes.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.export.actions import Actions
from kibitz.export.expansion import Expansion, Moves
from kibitz.export.planes import Planes
from kibitz.export.position_encoder import PositionEncoder
from kibitz.language.errors import KibitzError
from kibitz.rules.base_game import BaseGame
from kibitz.rules.simple_game import SimpleGame
from kibitz.solve.store.columns import Columns
from kibitz.solve.store.table import Table

ILLEGAL = -128  # value of an illegal action
CELLS = 1 << 21  # cells of the columns of actions and planes held at a time
MOST_ROWS = 1 << 14


class Batch:
    """Some rows: arrays of the same length, by column name, and `text`, the texts as bytes."""

    def __init__(self, text: NDArray[np.bytes_], columns: dict[str, NDArray[Any]]) -> None:
        self.text = text
        self.columns = columns

    def __len__(self) -> int:
        return len(self.text)

    @property
    def texts(self) -> list[str]:
        """The texts of the positions."""
        return [text.decode() for text in self.text.tolist()]


class TableRows:
    """The rows of a table, and their columns.

    `rows` is the size of a batch; by default it takes some megabytes.
    """

    def __init__(self, game: BaseGame, table: Table, rows: int | None = None) -> None:
        self.game = game
        columns = table.columns()
        if columns is None:
            raise KibitzError(
                "the table of {name} does not list its positions",
                name=game.name,
            )
        self.table: Columns = columns
        self.measure = columns.measure
        self.actions = Actions(game, moves=self.moves())
        self.planes = Planes(game)
        self.encoder = PositionEncoder(game, self.planes, len(columns))
        wide = self.actions.count + int(np.prod(self.planes.shape))
        self.at_a_time = rows or min(MOST_ROWS, max(64, CELLS // wide))

    def __len__(self) -> int:
        return len(self.table)

    def moves(self) -> Iterator[int]:
        """Yield the moves of the positions of the table, once each; nothing until it is asked."""
        found: set[int] = set()
        for moves in Expansion(self.table).spans(MOST_ROWS):
            found.update(np.unique(moves.numbers).tolist())
        yield from found

    @property
    def longest_text(self) -> int:
        """The maximum length of the text of a position."""
        widths = self.game.widths()
        own = self.game if isinstance(self.game, SimpleGame) else None
        holes = sum(cell is None for row in own.rows_with_holes for cell in row) if own else 0
        return sum(widths) * max(map(len, self.game.signs)) + len(widths) + holes

    def shapes(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """Return the type and the shape of a row of each column but the texts."""
        actions = (self.actions.count,)
        return {
            "number": ("i8", ()),
            "mirror_class": ("i8", ()),
            "mirror_images": ("i2", ()),
            "value": ("i1", ()),
            self.measure: (self.table.wide, ()),
            "planes": ("u1", self.planes.shape),
            "action_value": ("i1", actions),
            f"action_{self.measure}": (self.table.wide, actions),
            "optimal": ("u1", actions),
        }

    def batches(self) -> Iterator[Batch]:
        """Yield all rows, in batches."""
        expansion = Expansion(self.table)
        positions, codes = self.table.rows()
        for moves in expansion.spans(self.at_a_time):
            first, last = moves.first, moves.last
            numbers = np.array(positions[first:last], dtype="i8")
            value, measure = self.table.decoded(codes[first:last])
            text, planes = self.encoder.encoded(numbers)
            yield Batch(
                text,
                {
                    "number": numbers,
                    "mirror_class": numbers,
                    "mirror_images": expansion.orbits(first, last),
                    "value": value,
                    self.measure: measure,
                    "planes": planes,
                    **self._actions(moves),
                },
            )

    def _actions(self, moves: Moves) -> dict[str, NDArray[Any]]:
        """Return the columns of actions, dense."""
        shape = moves.last - moves.first, self.actions.count
        value = np.full(shape, ILLEGAL, dtype="i1")
        measure = np.full(shape, self.table.nothing, dtype=self.table.wide)
        optimal = np.zeros(shape, dtype="u1")
        action = self.actions.of_many(moves.numbers)
        value[moves.rows, action] = moves.value
        measure[moves.rows, action] = moves.measure
        optimal[moves.rows, action] = moves.best
        return {"action_value": value, f"action_{self.measure}": measure, "optimal": optimal}
