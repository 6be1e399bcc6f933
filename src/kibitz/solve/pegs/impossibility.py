"""Why a position cannot be won, where a short reason exists."""

from __future__ import annotations

from kibitz.solve.pegs.pagoda import pagoda_proof, weight_of
from kibitz.solve.pegs.pegboard import PegBoard
from kibitz.solve.pegs.position_classes import PositionClasses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core.rules import Jumps


class Reason:
    """A proof that no single peg can remain (in the finish hole, where one is named).

    `pagodas` gives for each hole that the position class leaves possible a weight for every hole
    of the board: no jump raises the sum over the pegs, and here it is less than a peg in that hole
    would be worth. It is empty where the class alone rules out all holes (the rule of three).
    """

    def __init__(self, position: int, pagodas: dict[int, list[int]]) -> None:
        self.position = position
        self.pagodas = pagodas

    @property
    def by_class(self) -> bool:
        """Tell whether the position class is reason enough."""
        return not self.pagodas

    def weights(self, hole: int) -> tuple[int, int]:
        """Return what the pagoda function against a hole gives the position, and that hole."""
        return weight_of(self.position, self.pagodas[hole]), self.pagodas[hole][hole]


def reason(jumps: Jumps, position: int, most: int | None = None) -> Reason | None:
    """Return a short proof that a position cannot be won; None if there is none of these kinds.

    `most` may set a limit to the work for pagoda functions, in entries of the linear programs.
    """
    board = PegBoard(jumps.holes, jumps.jumps, jumps.symmetries)
    if not PositionClasses(board).allows(position, jumps.finish):
        return Reason(position, {})
    pagodas = pagoda_proof(board, position, jumps.finish, most)
    return Reason(position, pagodas) if pagodas else None
