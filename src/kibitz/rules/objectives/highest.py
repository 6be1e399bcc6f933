"""Objective `highest`: a puzzle whose end has a score, and the highest is best.

Code of a position: s + 1 for the best reachable score s, 0 if no end can be reached.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence
from kibitz.rules.objectives.lowest import final, through
from kibitz.rules.objectives.objective import LARGEST_CODE, ScoredObjective, holds, update
from kibitz.rules.objectives.outcomes import Endless, Reaches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from kibitz.rules.objectives.objective import Code
    from kibitz.rules.objectives.outcomes import Outcome


def better(one: int, other: int) -> bool:
    """Return whether one code is better than another."""
    return one > other


def priority(code: int) -> int:
    """Return when a code propagates, the highest score first; 0 if it decides nothing."""
    return LARGEST_CODE + 1 - code if code else 0


class Highest(ScoredObjective):
    """The objective `highest`."""

    name = "highest"
    aim = Sentence("Play until no move is left, and end with the highest score you can.")
    measured = "the best score that can be reached; the greatest is best"
    bound_name = "upper_bound"
    needs_goal = True  # if every score counted as solved, there would be nothing to do
    arithmetic = (final, through, better, holds, update, priority)
    solved_scores_differ = True

    def decoded(self, code: Code) -> Outcome:
        score = code - 1
        return Reaches(score, score >= self.solved_at, self.words) if code else Endless()

    def columns(self, codes: Any) -> tuple[Any, Any]:
        value, measure = super().columns(codes)
        value[codes <= self.solved_at] = 0
        return value, measure

    def hardest_codes(self, codes: Collection[int]) -> set[int]:
        return super().hardest_codes(codes) | {min((one for one in codes if one), default=0)}

    def is_solved(self, worth: int) -> bool:
        return worth >= self.solved_at


OBJECTIVE = Highest
