"""Objective `score`: two players, and the margin of the player to move counts.

Code of a position: the margin that the player to move can force. Play without end has the margin 0.

A margin above 0 is final once no larger one can be forced, so codes propagate by their size, the
largest first. A position keeps the margin 0 if neither player can force more.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence, phrase
from kibitz.rules.objectives.objective import LARGEST_MARGIN, ContestObjective
from kibitz.rules.objectives.outcomes import Margin

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
    return code if again else 0 - code


def better(one: int, other: int) -> bool:
    """Return whether one code is better than another."""
    return one > other


def holds(code: int) -> bool:
    """Return whether a move with this code prevents the other moves from deciding the position."""
    return code > 0


def update(left: int, own: int, offer: int) -> tuple[int, int]:
    """Return the number of undecided moves and the code, after one more move is decided."""
    if offer > 0:
        return 0, offer
    return left - 1, max(own, offer)


def priority(code: int) -> int:
    """Return when a code propagates, the largest margin first; 0 if it decides nothing."""
    return LARGEST_MARGIN + 1 - max(code, 0 - code) if code else 0


class Score(ContestObjective):
    """The objective `score`."""

    name = "score"
    least_worth, most_worth = -LARGEST_MARGIN, LARGEST_MARGIN
    meaning = phrase("the margin of the player to move, a whole number of 31 bits")
    aim = Sentence("End with as many more points as you can.")
    measure = "margin"
    measured = "by how many points the player to move wins; less than 0 for a loss"
    extremes = (max, min)
    spoilable = ContestObjective.kinds
    by_distance = False
    no_measure = -LARGEST_MARGIN - 1
    code_bytes = 4
    undecided = -LARGEST_MARGIN - 1
    arithmetic = (final, through, better, holds, update, priority)

    def decoded(self, code: Code) -> Outcome:
        return Margin(code, self.words)

    def columns(self, codes: Any) -> tuple[Any, Any]:
        import numpy as np

        return np.sign(codes), codes

    def measures(self, counts: dict[Outcome, int]) -> dict[str, Any]:
        return {"histogram": {str(one.measure): count for one, count in counts.items()}}

    def victory(self, player: str, worth: int) -> Sentence:
        return Sentence(
            "{player} has won by {count}", player=player, count=self.counted(abs(worth))
        )

    def result_of_person(self, won: bool, worth: int) -> Sentence:
        count = self.counted(abs(worth))
        return (
            Sentence("You won by {count}", count=count)
            if won
            else Sentence("You lost by {count}", count=count)
        )

    def over(self, player: str, worth: int) -> Sentence:
        return Sentence(
            "The game is over: {player} has won by {count}.",
            player=player,
            count=self.counted(abs(worth)),
        )


OBJECTIVE = Score
