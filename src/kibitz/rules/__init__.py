"""Definition of a game: rules, board, layout, symmetry, notation, parameters.

Positions and moves are integers, and the types below are for the type checker, which tells them
apart: when a program runs they are plain numbers. Authors write rules with plain integers. The
attributes of `Rules` return these types, and a number from elsewhere becomes one by a call, such as
`PositionId(number)`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NewType

    PositionId = NewType("PositionId", int)
    ClassId = NewType("ClassId", PositionId)  # canonical form of a position
    MoveId = NewType("MoveId", int)
else:
    from kibitz.rules.objectives.objective import unchanged

    PositionId = ClassId = MoveId = unchanged  # typing is slow to import
