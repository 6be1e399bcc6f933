"""Boards of peg solitaire: their drawings, and what rules declare of them.

In a drawing, `o` is a hole with a peg, `.` an initially empty hole, a space (or `_`, if a drawing
must not contain spaces) no hole. On one line, rows are joined by `-`.
"""

from __future__ import annotations

from kibitz.language.errors import UnknownGame, plural, quoted
from kibitz.rules.board import SQUARE, TRIANGULAR, Board, Lattice
from kibitz.rules.rules import POSITION_BITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PEG = "o"
HOLE = "."

ENGLISH = """
  ooo
  ooo
ooooooo
ooo.ooo
ooooooo
  ooo
  ooo
"""

FRENCH = """
  ooo
 ooooo
ooooooo
ooo.ooo
ooooooo
 ooooo
  ooo
"""

WIEGLEB = """
   ooo
   ooo
   ooo
ooooooooo
oooo.oooo
ooooooooo
   ooo
   ooo
   ooo
"""

DIAMOND = """
    o
   ooo
  ooooo
 ooooooo
oooo.oooo
 ooooooo
  ooooo
   ooo
    o
"""

LARGEST_SIDE = 10  # 55 holes; a triangle of side 11 has more holes than a position has bits


class Jumps:
    """Structure of a peg jumping game, for the engine that uses it.

    A position is the bit set of holes that hold a peg. Moves are indices of `jumps`: (from, over,
    to) is legal if they hold peg, peg, no peg, and flips all three. `symmetries` are all
    permutations of the holes that map the board to itself, the identity left out; `finish` is the
    required hole of the last peg (None: any).
    """

    __slots__ = ("finish", "holes", "jumps", "symmetries")
    least_score = 1  # a peg always remains

    def __init__(
        self,
        holes: int,
        jumps: Sequence[tuple[int, int, int]],
        symmetries: Sequence[Sequence[int]],
        finish: int | None,
    ) -> None:
        self.holes = holes
        self.jumps = jumps
        self.symmetries = symmetries
        self.finish = finish

    @property
    def parts(self) -> tuple[object, ...]:
        """The distinguishing parts, for fingerprints of rules."""
        symmetries = tuple(map(tuple, self.symmetries))
        return (self.holes, tuple(map(tuple, self.jumps)), symmetries, self.finish)


def triangle(side: int) -> str:
    """Draw the triangle with that side, the middle of its last row empty (if it has two rows)."""
    rows = [" " * (side - row) + " ".join(PEG * row) for row in range(1, side + 1)]
    if side > 1:
        middle = 2 * (side // 2)
        rows[-1] = rows[-1][:middle] + HOLE + rows[-1][middle + 1 :]
    return "\n".join(rows)


def read_drawing(drawing: str, lattice: Lattice | None = None) -> tuple[Board, int]:
    """Return the board of a drawing, and its pegs as a bit set.

    If the drawing has no empty hole, the one nearest the middle becomes empty. Without a lattice it
    is inferred: a drawing with gaps between all its holes would have no jump on the square one.
    """
    if "\n" not in drawing:
        drawing = drawing.replace("-", "\n")
    signs = {}
    for row, line in enumerate(drawing.strip("\n").splitlines()):
        for column, sign in enumerate(line):
            if sign.lower() in (PEG, HOLE):
                signs[row, column] = sign.lower()
            elif sign not in " _":
                raise UnknownGame(
                    "a board is drawn with “o”, “.” and spaces, not with {sign} (row {row})",
                    sign=quoted(sign),
                    row=row + 1,
                )
    if not signs:
        raise UnknownGame("there is no hole in this drawing of a board")
    if len(signs) > POSITION_BITS:
        raise UnknownGame(
            plural(
                "a board may have at most {count} hole; this one has {holes}",
                "a board may have at most {count} holes; this one has {holes}",
                POSITION_BITS,
                holes=len(signs),
            )
        )
    gaps = len({(row + column) % 2 for row, column in signs}) == 1
    if lattice is None:
        lattice = TRIANGULAR if gaps and len(signs) > 1 else SQUARE
    if lattice is TRIANGULAR and not gaps:
        raise UnknownGame(
            "on the triangular lattice each row is drawn with a gap between its holes, "
            "shifted by one character against the next"
        )
    top = min(row for row, _ in signs)
    left = min(column for _, column in signs)
    board = Board(((row - top, column - left) for row, column in signs), lattice)
    pegs = sum(
        1 << cell
        for cell, (row, column) in enumerate(board.places)
        if signs[row + top, column + left] == PEG
    )
    if pegs == (1 << len(board)) - 1 and len(board) > 1:
        pegs ^= 1 << middle_of(board)
    return board, pegs


def middle_of(board: Board) -> int:
    """Return the cell nearest the middle of the drawing, the first of several."""
    rows = max(row for row, _ in board.places)
    columns = max(column for _, column in board.places)
    return min(
        range(len(board)),
        key=lambda cell: (
            (2 * board.places[cell][0] - rows) ** 2 + (2 * board.places[cell][1] - columns) ** 2
        ),
    )
