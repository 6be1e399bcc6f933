"""Texts and planes of many positions at once, as arrays.

The signs of a position are found once, and texts and planes follow from them by array operations.
Where a `Layout` describes the positions, the signs are found by array operations, too.
"""

from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.base_game import ROW_END, BaseGame
from kibitz.core.layout import EMPTY, Layout, Number, OneCell, SetOfCells
from kibitz.core.simple_game import SimpleGame
from kibitz.export.compiled_signs import MANY, CompiledSigns
from kibitz.export.planes import Planes


class PositionEncoder:
    """Encoder of `count` positions of a game, for the player to move."""

    def __init__(self, game: BaseGame, planes: Planes, count: int = 0) -> None:
        self.game = game
        self.planes = planes
        self.cells = len(game.board)
        self.number_of = {sign: number for number, sign in enumerate(game.signs)}
        self.rows = np.array([row for row, _ in game.board.places])
        self.columns = np.array([column for _, column in game.board.places])
        # A text that is the signs in a fixed order, with separators, is put together as bytes.
        self.fixed = (
            isinstance(game, SimpleGame)
            and type(game).text is SimpleGame.text
            and all(len(sign) == 1 and sign.isascii() for sign in game.signs)
        )
        self.layout = layout_of(game)
        self.number_of_code = np.zeros(256, dtype="u1")
        for sign, number in self.number_of.items() if self.fixed else ():
            self.number_of_code[ord(sign)] = number
        many = self.fixed and count >= MANY and self.layout is None
        self.compiled = CompiledSigns(game) if many and isinstance(game, SimpleGame) else None

    def encoded(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.bytes_], NDArray[np.uint8]]:
        """Return the texts of positions, as bytes, and their planes."""
        signs = self.signs(numbers)
        return self.texts(numbers, signs), self._planes(signs)

    def planes_of(self, numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the planes of positions."""
        return self._planes(self.signs(numbers))

    def _planes(self, signs: NDArray[np.uint8]) -> NDArray[np.uint8]:
        planes = np.zeros((len(signs), *self.planes.shape), dtype="u1")
        at = np.arange(len(signs))[:, None]
        planes[at, signs[:, : self.cells], self.rows, self.columns] = 1
        return planes

    def signs(self, numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the number of the sign on each cell and, of a game in a file, beside the board."""
        game = self.game
        if not isinstance(game, SimpleGame):
            rows = [game.pieces(number, 0) for number in numbers.tolist()]
        else:
            if self.layout is not None:
                return self.of_layout(self.layout, numbers)
            codes = None if self.compiled is None else self.compiled.find(numbers)
            if codes is not None:
                found: NDArray[np.uint8] = self.number_of_code[codes]
                return found
            rows = [list(game.author_pieces(number)) for number in numbers.tolist()]
        if self.fixed:  # each sign is one byte
            joined = "".join(map("".join, rows)).encode()
            found = self.number_of_code[np.frombuffer(joined, dtype="u1")]
        else:
            listed = map(self.number_of.__getitem__, chain.from_iterable(rows))
            found = np.fromiter(listed, dtype="u1")
        return found.reshape(len(numbers), -1)

    def of_layout(self, layout: Layout, numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the signs of positions that consist of fields."""
        beside = [field for field in layout.fields if isinstance(field, Number)]
        shape = len(numbers), self.cells + len(beside)
        signs = np.full(shape, self.number_of[EMPTY], dtype="u1")
        shift, column = 0, self.cells
        for field in layout.fields:
            width = field.bits(layout.board)
            content = numbers >> shift & (1 << width) - 1
            if isinstance(field, Number):
                of_number = [self.number_of.get(sign, 0) for sign in field.signs]
                signs[:, column] = np.array(of_number, dtype="u1")[content]
                column += 1
            elif isinstance(field, OneCell):
                on_board = np.flatnonzero(content < self.cells)
                signs[on_board, content[on_board]] = self.number_of[field.signs]
            elif isinstance(field, SetOfCells):
                held = content[:, None] >> np.arange(self.cells) & 1
                signs[:, : self.cells][held.astype(bool)] = self.number_of[field.signs]
            shift += width
        return signs

    def texts(self, numbers: NDArray[np.int64], signs: NDArray[Any]) -> NDArray[np.bytes_]:
        """Return the texts of positions, given their signs."""
        if not self.fixed:
            return np.array([self.game.text(number).encode() for number in numbers.tolist()])
        letters = np.array([ord(sign) for sign in self.game.signs], dtype="u1")[signs]
        rows = [letters[:, list(row)] for row in self.game.board.rows]
        if signs.shape[1] > self.cells:
            rows.append(letters[:, self.cells :])
        end = np.full((len(numbers), 1), ord(ROW_END), dtype="u1")
        parts = [part for row in rows for part in (row, end)][:-1]
        whole = np.ascontiguousarray(np.hstack(parts))
        return whole.view(f"S{whole.shape[1]}").reshape(-1)


def layout_of(game: BaseGame) -> Layout | None:
    """Return the layout that describes the positions of a game, None if there is none."""
    pieces = game.author_pieces if isinstance(game, SimpleGame) else None
    layout = getattr(pieces, "__self__", None)
    is_its = isinstance(layout, Layout) and pieces == layout.pieces
    return layout if is_its else None
