"""Positions described by fields, from which packing, symmetry and notation are derived.

    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"), number("turn", 2))

    | turn: 1 bit | theirs: a bit a cell | mine: a bit a cell |        first field lowest

A field is read by the function of its name (`layout.mine`), and `layout.pack` combines all fields.
These are plain functions of integers, usable in rules, and they compile to the same code as
handwritten shifts and masks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.rules import symmetry
from kibitz.rules.rules import POSITION_BITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kibitz.rules.board import Board
    from kibitz.rules.symmetry import Field

    Reader = Callable[[int], int]

EMPTY = "."
MOST_FIELDS = 6
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Part(ABC):
    """A field of a layout: its name, its signs, and its width in bits on a board."""

    def __init__(self, name: str, signs: str) -> None:
        if not name.isidentifier():
            raise ValueError(f"a field is named like a variable, not “{name}”")
        self.name = name
        self.signs = signs

    @abstractmethod
    def bits(self, board: Board) -> int:
        """Return the width of the field in bits."""

    def images(self, shift: int, board: Board, symmetries: Sequence[Sequence[int]]) -> list[Field]:
        """Return the images of the field under symmetries of the board; none if it is invariant."""
        return []

    @abstractmethod
    def put(self, content: int, signs: list[str]) -> None:
        """Write the content of the field to the signs of the cells, or append it to them."""

    @abstractmethod
    def taken(self, signs: Sequence[str], board: Board, beside: list[str]) -> int:
        """Return the content of the field, read from the signs on and beside the board."""


class SetOfCells(Part):
    """A bit set of cells."""

    def bits(self, board: Board) -> int:
        return len(board)

    def images(self, shift: int, board: Board, symmetries: Sequence[Sequence[int]]) -> list[Field]:
        return symmetry.set_of_cells(shift, symmetries, len(board))

    def put(self, content: int, signs: list[str]) -> None:
        while content:
            lowest = content & -content
            signs[lowest.bit_length() - 1] = self.signs
            content ^= lowest

    def taken(self, signs: Sequence[str], board: Board, beside: list[str]) -> int:
        return sum(1 << at for at, sign in enumerate(signs[: len(board)]) if sign == self.signs)


class OneCell(Part):
    """One cell, by its index; the number of cells means none."""

    def bits(self, board: Board) -> int:
        return len(board).bit_length()

    def images(self, shift: int, board: Board, symmetries: Sequence[Sequence[int]]) -> list[Field]:
        return [symmetry.number(shift, self.bits(board), symmetries)]

    def put(self, content: int, signs: list[str]) -> None:
        if content < len(signs):
            signs[content] = self.signs

    def taken(self, signs: Sequence[str], board: Board, beside: list[str]) -> int:
        on_board = list(signs[: len(board)])
        return on_board.index(self.signs) if self.signs in on_board else len(board)


class Number(Part):
    """A number below a limit, invariant under symmetries; its sign is beside the board."""

    def __init__(self, name: str, below: int, signs: str) -> None:
        super().__init__(name, signs or DIGITS[:below])
        if not 2 <= below <= len(self.signs):
            raise ValueError(f"{name} has 2 to {len(DIGITS)} values, and a sign for each")
        self.below = below

    def bits(self, board: Board) -> int:
        return (self.below - 1).bit_length()

    def put(self, content: int, signs: list[str]) -> None:
        signs.append(self.signs[content])

    def taken(self, signs: Sequence[str], board: Board, beside: list[str]) -> int:
        return self.signs.index(beside.pop(0))


def cells(name: str, sign: str) -> Part:
    """Return a field that holds a set of cells; `sign` is the sign on them."""
    return SetOfCells(name, sign)


def cell(name: str, sign: str) -> Part:
    """Return a field that holds the index of one cell, or the number of cells for none."""
    return OneCell(name, sign)


def number(name: str, below: int, signs: str = "") -> Part:
    """Return a field that holds a number from 0 to `below` - 1.

    Its notation, beside the board, is one of `signs`, or a digit or letter.
    """
    return Number(name, below, signs)


class Layout:
    """The fields of a position, the first in the lowest bits.

    Each field has a reader with its name. `pack` takes the contents of the fields, in order, and
    returns the position. `canonical` and `orbit` are for `Rules`: both None if the board has no
    symmetry or `symmetries` is empty. `OwnGame` takes a layout in place of `pieces`.

    Examples:
        >>> import kibitz
        >>> board = kibitz.Board.rectangle(2, 2)
        >>> layout = kibitz.Layout(board, kibitz.cells("mine", "X"), kibitz.cells("theirs", "O"))
        >>> position = layout.pack(0b0001, 0b1000)
        >>> layout.mine(position), layout.theirs(position), layout.pieces(position)
        (1, 8, ['X', '.', '.', 'O'])
        >>> layout.orbit(position), layout.position_of(["X", ".", ".", "O"]) == position
        (4, True)
    """

    def __init__(
        self,
        board: Board,
        *fields: Part,
        symmetries: Sequence[Sequence[int]] | None = None,
    ) -> None:
        if not 1 <= len(fields) <= MOST_FIELDS:
            raise ValueError(f"a position has 1 to {MOST_FIELDS} fields, not {len(fields)}")
        names = [field.name for field in fields]
        if len(set(names)) < len(names):
            raise ValueError("two fields have the same name")
        widths = [field.bits(board) for field in fields]
        self.board = board
        self.fields = fields
        self.bits = sum(widths)
        if self.bits > POSITION_BITS:
            raise ValueError(f"a position has at most {POSITION_BITS} bits; these take {self.bits}")
        shifts = [sum(widths[:at]) for at in range(len(widths))]
        self._readers = {
            field.name: reader(shift, (1 << width) - 1)
            for field, shift, width in zip(fields, shifts, widths, strict=True)
        }
        self.pack = packer(*shifts)
        by = board.symmetries() if symmetries is None else symmetries
        images = [
            image
            for field, shift in zip(fields, shifts, strict=True)
            for image in field.images(shift, board, by)
        ]
        self.canonical = symmetry.least_image(images) if by and images else None
        self.orbit = symmetry.orbit_size(images) if by and images else None
        on_cells = [field.signs for field in fields if not isinstance(field, Number)]
        self.signs_beside: list[Sequence[str]] = [
            field.signs for field in fields if isinstance(field, Number)
        ]
        beside = [sign for signs in self.signs_beside for sign in signs]
        self.signs = tuple(dict.fromkeys([*on_cells, EMPTY, *beside]))

    def __getattr__(self, name: str) -> Reader:
        """Return the function that reads the field with that name."""
        try:
            return self.__dict__["_readers"][name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(f"this layout has no field {name}") from None

    def pieces(self, position: int) -> list[str]:
        """Return the sign on each cell, followed by those beside the board."""
        signs = [EMPTY] * len(self.board)
        for field in sorted(self.fields, key=lambda field: isinstance(field, Number)):
            field.put(self._readers[field.name](position), signs)
        return signs

    def position_of(self, pieces: Sequence[str]) -> int:
        """Return the position with these signs: the inverse of `pieces`."""
        beside = list(pieces[len(self.board) :])
        held = [field.taken(pieces, self.board, beside) for field in self.fields]
        return self.pack(*held)


def reader(shift: int, mask: int) -> Reader:
    """Return the function that extracts some bits of a position."""

    def read(position: int) -> int:
        return position >> shift & mask

    return read


def packer(*shifts: int) -> Callable[..., int]:
    """Return the function that combines fields which begin at these bits.

    Compiled code has no variadic functions, so there is one for each number of fields.
    """
    _, second, third, fourth, fifth, sixth = shifts + (0,) * (MOST_FIELDS - len(shifts))

    def pack1(a: int) -> int:
        return a

    def pack2(a: int, b: int) -> int:
        return a | b << second

    def pack3(a: int, b: int, c: int) -> int:
        return a | b << second | c << third

    def pack4(a: int, b: int, c: int, d: int) -> int:
        return a | b << second | c << third | d << fourth

    def pack5(a: int, b: int, c: int, d: int, e: int) -> int:
        return a | b << second | c << third | d << fourth | e << fifth

    def pack6(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
        return a | b << second | c << third | d << fourth | e << fifth | f << sixth

    return (pack1, pack2, pack3, pack4, pack5, pack6)[len(shifts) - 1]
