"""Objective `win`: two players take turns, and one wins or it is a draw.

Code of a position, for the player to move: win in d plies d + 1, loss in d plies -(d + 1), draw 0.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence, phrase
from kibitz.rules.objectives.objective import ContestObjective
from kibitz.rules.objectives.outcomes import Draw, Loss, Win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.rules.objectives.objective import Code
    from kibitz.rules.objectives.outcomes import Outcome


def final(worth: int) -> int:
    """Return the code of a terminal position."""
    return worth


def through(code: int, again: bool, cost: int) -> int:
    """Return the code that a move offers to its player, given the code of its target."""
    value = code if again else 0 - code
    return value + 1 if value > 0 else value - 1 if value < 0 else 0


def better(one: int, other: int) -> bool:
    """Return whether one code is better than another: win early, lose late."""
    if one > 0 or other > 0:
        return one > 0 and (other <= 0 or one < other)
    return one < other if one < 0 and other < 0 else one > other


def holds(code: int) -> bool:
    """Return whether a move with this code prevents the other moves from deciding the position."""
    return code >= 0


def update(left: int, own: int, offer: int) -> tuple[int, int]:
    """Return the number of undecided moves and the code, after one more move is decided."""
    if offer > 0:
        return 0, offer
    return left - 1, min(offer, own) if left == 1 else own


def priority(code: int) -> int:
    """Return when a code propagates, the lowest first; 0 if it decides nothing."""
    return max(code, 0 - code)


class Contest(ContestObjective):
    """The objective `win`."""

    name = "win"
    least_worth, most_worth = -1, 1
    meaning = phrase("1, 0 or -1: won, drawn or lost for the player to move")
    measure = "distance"
    spoilable = ("win", "draw")
    extremes = (min, max)
    arithmetic = (final, through, better, holds, update, priority)

    def decoded(self, code: Code) -> Outcome:
        return Draw() if not code else Win(code - 1) if code > 0 else Loss(-code - 1)

    def measures(self, counts: dict[Outcome, int]) -> dict[str, Any]:
        longest = {one.kind: one.distance for one in self.hardest(counts)}
        return {f"longest_{kind}": longest.get(kind) for kind in ("win", "loss")}

    def over(self, player: str, worth: int) -> Sentence:
        return Sentence("The game is over: {player} has won.", player=player)


OBJECTIVE = Contest
