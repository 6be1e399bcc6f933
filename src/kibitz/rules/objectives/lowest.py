"""Objective `lowest`: a puzzle whose end has a score, and the lowest is best.

Code of a position: s + 1 for the best reachable score s, 0 if no end can be reached.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence
from kibitz.rules.objectives.objective import ScoredObjective, better, holds, priority, update
from kibitz.rules.objectives.outcomes import A_SCORE, Endless, Leaves, Solvable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.rules.objectives.objective import Code
    from kibitz.rules.objectives.outcomes import Outcome


def final(worth: int) -> int:
    """Return the code of a terminal position."""
    return worth + 1


def through(code: int, again: bool, cost: int) -> int:
    """Return the code that a move offers, given the code of its target."""
    return code


class Lowest(ScoredObjective):
    """The objective `lowest`."""

    name = "lowest"
    old_name = "fewest"
    aim = Sentence("Play until no move is left, and end with the lowest score you can.")
    measured = "the best score that can be reached; the least is best"
    arithmetic = (final, through, better, holds, update, priority)

    def decoded(self, code: Code) -> Outcome:
        if not code:
            return Endless()
        score = code - 1
        if score > self.solved_at:
            return Leaves(score, self.words)
        said = (self.words or A_SCORE) if self.solved_scores_differ else None
        return Solvable(score=score, said=said)

    @property
    def solved_scores_differ(self) -> bool:
        return self.solved_at > self.least_score

    def columns(self, codes: Any) -> tuple[Any, Any]:
        value, measure = super().columns(codes)
        value[codes > self.solved_at + 1] = 0
        return value, measure

    def outcome_by_line(self, worth: int, limit: int | None) -> Outcome:
        return super().outcome_by_line(worth, self.least_worth if limit is None else limit)

    def is_solved(self, worth: int) -> bool:
        return worth <= self.solved_at


OBJECTIVE = Lowest
