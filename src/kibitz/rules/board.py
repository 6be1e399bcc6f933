"""Boards: cells on a lattice, with names, neighbours and symmetries."""

from __future__ import annotations

from kibitz.language.errors import NotationError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Place = tuple[int, int]


class Lattice:
    """A lattice of cells: the steps to neighbours, and the rotation that maps it to itself.

    Places are (row, column) in a drawing of characters.
    """

    def __init__(
        self,
        name: str,
        steps: dict[str, Place],
        turn: Callable[[int, int], Place],
        turns: int,
        cell_name: Callable[[int, int, int], str],
    ) -> None:
        self.name = name
        self.steps = steps
        self.turn = turn
        self.turns = turns
        self.cell_name = cell_name


def row_letters(row: int) -> str:
    """Return a, b, …, z, aa, ab, … for the rows 0, 1, …"""
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


# The square lattice, its cells named by row and column: d4.
SQUARE = Lattice(
    "square",
    {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)},
    lambda row, column: (column, -row),
    4,
    lambda number, row, column: f"{row_letters(row)}{column + 1}",
)

# The triangular lattice, drawn with a space between the cells of a row and the next row shifted by
# one character; its cells are numbered from 0 in reading order.
TRIANGULAR = Lattice(
    "triangular",
    {"DL": (1, -1), "DR": (1, 1), "R": (0, 2), "UR": (-1, 1), "UL": (-1, -1), "L": (0, -2)},
    lambda row, column: ((row + column) // 2, (column - 3 * row) // 2),
    6,
    lambda number, row, column: str(number),
)

LATTICES = {lattice.name: lattice for lattice in (SQUARE, TRIANGULAR)}


class Board:
    """Cells in reading order, identified by an index in code and by a name in notation.

    `names`, in the same order, override those of the lattice. `edges` are the pairs of cells joined
    by a line: the board is then drawn as points and lines.

    Examples:
        >>> import kibitz
        >>> board = kibitz.Board.rectangle(3, 3)
        >>> board.cell("b2"), board.names[4], board.beyond(4, (0, 1))
        (4, 'b2', 5)
        >>> [bin(line) for line in board.lines(3)][:1]
        ['0b111']
    """

    def __init__(
        self,
        places: Iterable[Place],
        lattice: Lattice = SQUARE,
        *,
        names: Sequence[str] = (),
        edges: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.lattice = lattice
        self.places = tuple(sorted(places))
        if not self.places:
            raise ValueError("a board has at least one cell")
        self.names = tuple(names) or tuple(
            lattice.cell_name(number, row, column)
            for number, (row, column) in enumerate(self.places)
        )
        check_names(self.names, len(self.places))
        self.edges = tuple((one, other) for one, other in edges)
        for cell in (cell for edge in self.edges for cell in edge):
            if not 0 <= cell < len(self.places):
                raise ValueError(
                    f"an edge names {cell}, and this board has {len(self.places)} cells"
                )
        self.rows = tuple(
            tuple(cell for cell, place in enumerate(self.places) if place[0] == row)
            for row in sorted({row for row, _ in self.places})
        )
        left = min(column for _, column in self.places)
        # The same with None for each hole to the left of a cell.
        self.rows_with_holes = tuple(tuple(self._holed(row, left)) for row in self.rows)
        self._cell_at = {place: cell for cell, place in enumerate(self.places)}
        self._cell_named = {name.lower(): cell for cell, name in enumerate(self.names)}

    def _holed(self, row: Sequence[int], left: int) -> Iterator[int | None]:
        at = left
        for cell in row:
            yield from [None] * (self.places[cell][1] - at)
            yield cell
            at = self.places[cell][1] + 1

    @classmethod
    def rectangle(
        cls,
        rows: int,
        columns: int,
        *,
        names: Sequence[str] = (),
        edges: Iterable[tuple[int, int]] = (),
    ) -> Board:
        """Return a rectangular board of squares."""
        for name, value in (("rows", rows), ("columns", columns)):
            if type(value) is not int or value < 1:
                raise ValueError(f"{name} must be a whole number of at least 1, not {value!r}")
        places = ((row, column) for row in range(rows) for column in range(columns))
        return cls(places, names=names, edges=edges)

    def __len__(self) -> int:
        return len(self.places)

    def cell(self, name: str, text: str = "", at: int = 0) -> int:
        """Return the cell with that name; `text` and `at` locate it in error messages."""
        cell = self._cell_named.get(name.strip().lower())
        if cell is None:
            raise NotationError(
                "there is no {name} on this board; its places run from {first} to {last}",
                text or name,
                at,
                name=quoted(name),
                first=self.names[0],
                last=self.names[-1],
            )
        return cell

    def at(self, row: int, column: int) -> int | None:
        """Return the cell at that place of the drawing, None if there is none."""
        return self._cell_at.get((row, column))

    def beyond(self, cell: int, step: Place, count: int = 1) -> int | None:
        """Return the cell that many steps away, None if that is off the board."""
        row, column = self.places[cell]
        return self.at(row + count * step[0], column + count * step[1])

    def lines(self, length: int) -> tuple[int, ...]:
        """Return every line of `length` squares, diagonals included, as a bit set of cells."""
        found = []
        for cell in range(len(self)):
            for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [self.beyond(cell, step, count) for count in range(length)]
                if None not in line:
                    found.append(sum(1 << other for other in line if other is not None))
        return tuple(found)

    def symmetries(self, fixed: int | None = None) -> list[tuple[int, ...]]:
        """Return the symmetries of the board as permutations of its cells.

        The identity and every symmetry that moves the cell `fixed` are left out.
        """
        found: dict[tuple[int, ...], None] = {}
        home = self.places[0]
        for mirrored in (False, True):
            images = [(row, -column) if mirrored else (row, column) for row, column in self.places]
            for _ in range(self.lattice.turns):
                images = [self.lattice.turn(row, column) for row, column in images]
                corner = min(images)
                shift = (home[0] - corner[0], home[1] - corner[1])
                cells = [self.at(row + shift[0], column + shift[1]) for row, column in images]
                permutation = tuple(cell for cell in cells if cell is not None)
                if len(permutation) == len(self):
                    found[permutation] = None
        found.pop(tuple(range(len(self))))
        return [
            permutation for permutation in found if fixed is None or permutation[fixed] == fixed
        ]


def check_names(names: Sequence[str], cells: int) -> None:
    """Raise a ValueError if the names of cells are invalid."""
    if len(names) != cells:
        raise ValueError(f"this board has {cells} cells, not {len(names)}: name each of them")
    for name in names:
        if not (name.isascii() and name.isalnum()):
            raise ValueError(f"the name of a cell is made of letters and digits, not “{name}”")
    if len({name.lower() for name in names}) < len(names):
        raise ValueError(
            "two cells have the same name; upper and lower case do not tell them apart"
        )
