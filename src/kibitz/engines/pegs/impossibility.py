"""Short proofs that a position cannot be won."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.engines.pegs.pagoda import pagoda_proof, weight_of
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.position_classes import PositionClasses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.games.peg_boards import Jumps


class Reason(NamedTuple):
    """A proof that no single peg can remain (in the finish hole, if one is given).

    `pagodas` has, for each hole that the position class allows, a weight for every hole of the
    board: no jump increases the sum over the pegs, and for the position it is less than the weight
    of that hole. It is empty if the class alone rules out all holes (the rule of three).
    """

    position: int
    pagodas: dict[int, list[int]]

    @property
    def by_class(self) -> bool:
        """Return whether the position class alone is the proof."""
        return not self.pagodas

    def weights(self, hole: int) -> tuple[int, int]:
        """Return the weights of the position and of a hole by the pagoda function against it."""
        return weight_of(self.position, self.pagodas[hole]), self.pagodas[hole][hole]


def reason(jumps: Jumps, position: int, most: int | None = None) -> Reason | None:
    """Return a short proof that a position cannot be won; None if there is none of these kinds.

    `most` may limit the work for pagoda functions, in entries of the linear programs.
    """
    board = PegBoard(jumps.holes, jumps.jumps, jumps.symmetries)
    if not PositionClasses(board).allows(position, jumps.finish):
        return Reason(position, {})
    pagodas = pagoda_proof(board, position, jumps.finish, most)
    return Reason(position, pagodas) if pagodas else None
