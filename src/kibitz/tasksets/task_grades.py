"""Exact grades of answers.

The reward is a number from 0 to 1. Four fifths are for the result (won, drawn or lost, the points,
whether a puzzle can still be solved), one fifth for the time that a kept result takes. Where no
move can spoil the result, only the time counts.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kibitz.rules.objectives.outcomes import Regret

FOR_RESULT = 0.8


class Grade:
    """What an answer is worth.

    `reward` is from 0 to 1. `exact` is whether no better answer exists, `keeps` whether it keeps
    the result, `legal` whether it could be read and played. `regret` is the regret of a move, and
    `delay` by how many moves it delays the end; None where that does not apply. `why` says why an
    answer scores nothing.
    """

    __slots__ = ("delay", "exact", "keeps", "legal", "regret", "reward", "why")

    def __init__(
        self,
        reward: float = 0.0,
        *,
        exact: bool = False,
        keeps: bool = False,
        legal: bool = True,
        regret: float | None = None,
        delay: float | None = None,
        why: str = "",
    ) -> None:
        self.reward = reward
        self.exact = exact
        self.keeps = keeps
        self.legal = legal
        self.regret = regret
        self.delay = delay
        self.why = why

    @classmethod
    def of_answer(cls, right: bool) -> Grade:
        """Return the grade of an answer that is right or wrong."""
        return cls(float(right), exact=right, keeps=right)

    def as_json(self) -> dict[str, Any]:
        """Return the fields by their names."""
        return {name: getattr(self, name) for name in sorted(self.__slots__)}

    def __repr__(self) -> str:
        why = f": {self.why}" if self.why else ""
        return f"<{self.reward:g}{why}>"


def grades_of(costs: Sequence[Regret]) -> list[Grade]:
    """Return the grade of each legal move of a position, given its regret and delay."""
    most = max((cost.given for cost in costs), default=0.0)
    slowest = max((cost.delay for cost in costs if not cost.given), default=0) or 1
    weight = FOR_RESULT if most else 0.0
    return [_grade(cost, most, slowest, weight) for cost in costs]


def _grade(cost: Regret, most: float, slowest: float, weight: float) -> Grade:
    kept = not cost.given
    spoilt = cost.given / most if most else 0.0
    reward = weight * (1 - spoilt) + (1 - weight) * (1 - cost.delay / slowest) * kept
    exact = kept and not cost.delay
    return Grade(
        1.0 if exact else round(reward, 6),
        exact=exact,
        keeps=kept,
        regret=cost.given,
        delay=cost.delay,
    )
