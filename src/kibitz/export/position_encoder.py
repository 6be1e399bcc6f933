"""Texts and planes of many positions at once, as arrays.

The signs of a position are found once, and texts and planes follow from them by array operations.
So do the signs where a `Layout` describes the positions; otherwise they are found by compiled code
or, where that is impossible, by the interpreter.
"""

from itertools import chain
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.export import sign_kernels
from kibitz.export.compiled_signs import COMPILE_ABOVE, CompiledSigns, with_code_points
from kibitz.export.planes import Planes
from kibitz.rules.base_game import ROW_END, BaseGame
from kibitz.rules.layout import EMPTY, Layout, Number, OneCell, SetOfCells
from kibitz.rules.simple_game import SimpleGame
from kibitz.solve.compiling.compiled import available, kernel


class PositionEncoder:
    """Encoder of `count` positions of a game, for the player to move or for the other player."""

    def __init__(self, game: BaseGame, planes: Planes, count: int = 0) -> None:
        self.game = game
        self.planes = planes
        self.cells = len(game.board)
        # The plane of each sign at each place beside the board, -1 for none
        self.plane_beside = [
            np.array([of_sign.get(sign, -1) for sign in game.signs]) for of_sign in planes.beside
        ]
        self.number_of = {sign: number for number, sign in enumerate(game.signs)}
        self.rows = np.array([row for row, _ in game.board.places])
        self.columns = np.array([column for _, column in game.board.places])
        # A text that is the signs in a fixed order, with separators, is put together from them.
        of_cells = type(game).text is BaseGame.text and not planes.beside
        has_holes = isinstance(game, SimpleGame) and game.has_holes
        self.plain = (of_cells or type(game).text is SimpleGame.text) and not has_holes
        self.of_one_letter = all(len(sign) == 1 and sign.isascii() for sign in game.signs)
        self.number_of_code = np.zeros(256, dtype="u1")
        self.layout: Layout | None = None
        self.compiled: CompiledSigns | None = None
        many = count >= COMPILE_ABOVE
        self._scatter = kernel(sign_kernels.scatter) if many and available() else None
        found = game.sign_numbers()
        if isinstance(found, Layout):
            self.layout = found
        elif found is not None:
            self.number_of_code[: len(game.signs)] = range(len(game.signs))
            if many:
                known, width = range(len(game.signs)), self.cells + len(planes.beside)
                self.compiled = CompiledSigns(found, known, width, self._in_interpreter)
        elif isinstance(game, SimpleGame) and self.of_one_letter:
            codes = {ord(sign): number for sign, number in self.number_of.items()}
            self.number_of_code[list(codes)] = list(codes.values())
            if many and isinstance(game.author_pieces, FunctionType):
                coded = with_code_points(game.author_pieces)
                width = self.cells + len(planes.beside)
                self.compiled = CompiledSigns(coded, codes, width, self._code_points)
        other = game.exchanged(game.signs) if game.rules.two_players else game.signs
        self.exchange = np.array([self.number_of.get(sign, 0) for sign in other], dtype="u1")

    def _in_interpreter(self, number: int) -> list[int]:
        return [self.number_of[sign] for sign in self.game.all_signs(number, 0)]

    def _code_points(self, number: int) -> list[int]:
        assert isinstance(self.game, SimpleGame)
        return [ord(sign) for sign in self.game.author_pieces(number)]

    @property
    def is_fast(self) -> bool:
        """Whether no position is handled by the interpreter."""
        return self.layout is not None or (self.compiled is not None and self.compiled.works)

    def encoded(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.bytes_], NDArray[np.uint8]]:
        """Return the texts of positions, as bytes, and their planes."""
        signs = self.signs(numbers)
        return self.texts(numbers, signs), self._planes(signs, "u1")

    def planes_of(self, numbers: NDArray[np.int64], to_move: bool = True) -> NDArray[np.int8]:
        """Return the planes of positions for the player to move, or for the other player."""
        signs = self.signs(numbers)
        if not to_move:
            signs = self.exchange[signs]
        return self._planes(signs, "i1")

    def _planes(self, signs: NDArray[np.uint8], dtype: str) -> NDArray[Any]:
        planes = np.zeros((len(signs), *self.planes.shape), dtype=dtype)
        at = np.arange(len(signs))
        for place, plane_of in enumerate(self.plane_beside, self.cells):
            plane = plane_of[signs[:, place]]
            shown = plane >= 0
            planes[at[shown], plane[shown]] = 1
        if self._scatter is not None:
            self._scatter(np.ascontiguousarray(signs), self.rows, self.columns, planes)
            return planes
        planes[at[:, None], signs[:, : self.cells], self.rows, self.columns] = 1
        return planes

    def signs(self, numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the number of the sign on each cell and, of a game in a file, beside the board."""
        game = self.game
        if self.layout is not None:
            return self.of_layout(self.layout, numbers)
        codes = None if self.compiled is None else self.compiled.find(numbers)
        if codes is not None:
            found: NDArray[np.uint8] = self.number_of_code[codes]
            return found
        if isinstance(game, SimpleGame):
            rows = [list(game.author_pieces(number)) for number in numbers.tolist()]
        else:
            rows = [game.all_signs(number, 0) for number in numbers.tolist()]
        if isinstance(game, SimpleGame) and self.of_one_letter:
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
        if not self.plain:
            return np.array([self.game.text(number).encode() for number in numbers.tolist()])
        if self.game.named_by_count:
            signs = self._named_by_count(signs)
        if not self.of_one_letter:
            return self._longer(signs)
        letters = np.array([ord(sign) for sign in self.game.signs], dtype="u1")[signs]
        end = np.full((len(numbers), 1), ord(ROW_END), dtype="u1")
        parts = [part for row in self._rows(letters) for part in (row, end)][:-1]
        whole = np.ascontiguousarray(np.hstack(parts))
        return whole.view(f"S{whole.shape[1]}").reshape(-1)

    def _rows(self, signs: NDArray[Any]) -> list[NDArray[Any]]:
        """Return the columns of each row of the board, and those beside it."""
        rows = [signs[:, list(row)] for row in self.game.board.rows]
        return [*rows, signs[:, self.cells :]] if signs.shape[1] > self.cells else rows

    def _longer(self, signs: NDArray[Any]) -> NDArray[np.bytes_]:
        """Return texts of signs that are not all of one letter."""
        words = np.array([sign.encode() for sign in self.game.signs])[signs]
        whole = np.full(len(signs), b"")
        for at, row in enumerate(self._rows(words)):
            if at:
                whole = np.char.add(whole, ROW_END.encode())
            for column in row.T:
                whole = np.char.add(whole, column)
        return whole

    def _named_by_count(self, signs: NDArray[Any]) -> NDArray[Any]:
        """Return the signs with the players named by the position alone."""
        first, second = (
            np.array([sign.startswith(player) for sign in self.game.signs])
            for player in self.game.players
        )
        fewer = first[signs].sum(axis=1) < second[signs].sum(axis=1)
        return np.where(fewer[:, None], self.exchange[signs], signs)
