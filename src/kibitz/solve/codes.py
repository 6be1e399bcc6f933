"""Outcomes as small numbers: what tables hold. Nothing outside `solve/` sees a code.

A code is read by the aim of the rules:

- `"win"`: win in d plies d + 1, loss in d plies -(d + 1), draw 0;
- `"score"`: the margin of the player to move;
- `"shortest"`: solved in d moves at best d + 1, unsolvable 0;
- `"fewest"`: best score s that can be reached s + 1, no end can be reached 0.
"""

from __future__ import annotations

from functools import lru_cache

from kibitz.objectives.outcomes import (
    Draw,
    Endless,
    Leaves,
    Loss,
    Margin,
    Solvable,
    Unsolvable,
    Win,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.objectives.outcomes import Outcome
    from kibitz.rules.contract import Aim, Rules


def bytes_of_code(aim: Aim) -> int:
    """Return how many bytes a code takes while a game is solved."""
    return 4 if aim == "score" else 2


def outcome_of(rules: Rules, code: int) -> Outcome:
    """Return the outcome that a code stands for."""
    return _outcome(rules.aim, rules.solved_at, rules.score_words, code)


@lru_cache(maxsize=1 << 12)
def _outcome(aim: Aim, solved_at: int, said: str | tuple[str, str] | None, code: int) -> Outcome:
    if aim == "win":
        return Draw() if not code else Win(code - 1) if code > 0 else Loss(-code - 1)
    if aim == "score":
        return Margin(code, said)
    if aim == "shortest":
        return Solvable(code - 1) if code else Unsolvable()
    if not code:
        return Endless()
    return Solvable(score=code - 1) if code - 1 <= solved_at else Leaves(code - 1, said)


def outcome_of_end(rules: Rules, position: int) -> Outcome:
    """Return the outcome of a finished position."""
    worth = rules.worth(position)
    return outcome_of(rules, worth + 1 if rules.aim == "fewest" else worth)
