"""Position classes: invariants of a position under all jumps.

A jump flips three holes, so over GF(2) it adds a vector of three ones. If a set of holes is
orthogonal to all of these (it meets each jump in none or two of its holes), the parity of the pegs
on it never changes. On the square lattice such sets are known as the rule of three (de Bruijn 1972;
Beasley, "The Ins and Outs of Peg Solitaire", ch. 4): colour the diagonals with three colours in
turn, and any two colours together are one. They define 16 classes of positions on most square
boards and 4 on triangles; here they are computed by linear algebra, so they are correct for any
board.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.engines.pegs.pegboard import PegBoard


def parity(position: int) -> int:
    """Return whether the number of pegs is odd."""
    return position.bit_count() & 1


def invariant_sets(board: PegBoard, last: Sequence[int] = ()) -> list[tuple[int, int]]:
    """Return (pivot, set) pairs: a basis of the sets of holes whose parity no jump changes.

    Each pivot is a hole in its own set and in no other. Holes late in `last` (preceded by those not
    in it) are preferred as pivots.
    """
    order = [hole for hole in range(board.holes) if hole not in last] + list(last)
    # Row echelon form of the jumps, with leading holes as early in the order as possible: the other
    # holes are then the pivots, as late as possible.
    place = {hole: at for at, hole in enumerate(order)}
    rows: dict[int, int] = {}
    for touched in sorted(set(board.touched)):
        row = touched
        while row:
            lead = min(bits(row), key=place.__getitem__)
            if lead not in rows:
                rows[lead] = row
                break
            row ^= rows[lead]
    for lead in sorted(rows, key=place.__getitem__, reverse=True):
        for other, row in rows.items():
            if other != lead and row >> lead & 1:
                rows[other] = row ^ rows[lead]
    pivots = [hole for hole in order if hole not in rows]
    return [
        (pivot, 1 << pivot | sum(1 << lead for lead, row in rows.items() if row >> pivot & 1))
        for pivot in pivots
    ]


def bits(position: int) -> list[int]:
    """Return the holes of a position, in increasing order."""
    return [hole for hole in range(position.bit_length()) if position >> hole & 1]


class PositionClasses:
    """The position classes of a board."""

    def __init__(self, board: PegBoard) -> None:
        self.board = board
        self.sets = tuple(members for _, members in invariant_sets(board))

    def __len__(self) -> int:
        return 1 << len(self.sets)

    def of(self, position: int) -> int:
        """Return the class of a position, which is the same before and after any jump."""
        return sum(parity(position & members) << i for i, members in enumerate(self.sets))

    def finishes(self, position: int) -> list[int]:
        """Return the holes where a single peg may remain according to the class.

        An empty list proves that the position cannot be reduced to one peg (the rule of three).
        """
        wanted = self.of(position)
        return [hole for hole in range(self.board.holes) if self.of(1 << hole) == wanted]

    def allows(self, position: int, finish: int | None = None) -> bool:
        """Return whether the class allows a single peg to remain (in that hole, if given)."""
        finishes = self.finishes(position)
        return bool(finishes) if finish is None else finish in finishes

    def fewest(self, position: int) -> int:
        """Return a lower bound (at most 3) of the number of pegs left from a position.

        It is 1 or 2 if a position of one or two pegs has the same class.
        """
        if position.bit_count() < 2 or self.finishes(position):
            return min(position.bit_count(), 1)
        wanted = self.of(position)
        single = [self.of(1 << hole) for hole in range(self.board.holes)]
        if any(one ^ other == wanted for i, one in enumerate(single) for other in single[i + 1 :]):
            return 2
        return 3
