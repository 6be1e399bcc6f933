"""Objectives of games, one module each.

The rules of a game name its objective (`aim`). The kinds of outcomes are in `outcomes.py`.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NewType

    from kibitz.objectives.objective import Objective, Words

    Aim = Literal["win", "score", "shortest", "lowest", "highest"]
    Code = NewType("Code", int)  # what a table stores of a position
else:

    def unchanged(number: int) -> int:
        """Return the number: what a `NewType` does, without `typing`, which is slow to import."""
        return number

    Code = unchanged

AIMS: tuple[Aim, ...] = ("win", "score", "shortest", "lowest", "highest")
OLD_NAMES = {"fewest": "lowest"}  # accepted in files of earlier versions


def objective_for(
    aim: str, solved_at: int = 0, words: Words = None, costs: bool = False
) -> Objective:
    """Return the objective with that name; only its own module is imported."""
    aim = OLD_NAMES.get(aim, aim)
    if aim not in AIMS:
        raise ValueError(f"the aim is {', '.join(AIMS[:-1])} or {AIMS[-1]}, not {aim!r}")
    module = import_module(f"kibitz.objectives.{aim}")
    made: Objective = module.OBJECTIVE(solved_at, words, costs)
    return made
