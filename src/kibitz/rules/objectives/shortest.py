"""Objective `shortest`: a puzzle to be solved in the fewest moves or at the lowest cost.

Code of a position: d + 1 for a least cost of d, 0 if unsolvable.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence, phrase
from kibitz.rules.objectives.objective import PuzzleObjective, better, holds, priority, update
from kibitz.rules.objectives.outcomes import Solvable, Unsolvable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.objectives.objective import Code
    from kibitz.rules.objectives.outcomes import Outcome


def final(worth: int) -> int:
    """Return the code of a terminal position."""
    return worth


def through(code: int, again: bool, cost: int) -> int:
    """Return the code that a move offers, given the code of its target."""
    return code + cost if code else 0


class Shortest(PuzzleObjective):
    """The objective `shortest`."""

    name = "shortest"
    least_worth, most_worth = 0, 1
    meaning = phrase("1 if it is solved, else 0")
    aim = Sentence("Solve the puzzle in as few moves as you can.")
    measure = "distance"
    spoilable = gradable = ("solvable",)
    arithmetic = (final, through, better, holds, update, priority)

    def decoded(self, code: Code) -> Outcome:
        return Solvable(code - 1, priced=self.costs) if code else Unsolvable()

    def is_solved(self, worth: int) -> bool:
        return worth == 1

    def unsolved(self, worth: int) -> Sentence:
        return Sentence("No moves are left, and the puzzle is not solved.")

    def label(self, number: int) -> Sentence:
        if self.costs:
            return Sentence("at a cost of {count}", count=number)
        return super().label(number)


OBJECTIVE = Shortest
