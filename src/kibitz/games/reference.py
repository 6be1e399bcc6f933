"""Shipped exact values, solved and verified by `scripts/reference.py`."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import Any

from kibitz.language.errors import Sentence
from kibitz.rules.game_name import FILE_SUFFIX, GameName
from kibitz.rules.objectives.outcomes import Draw, Leaves, Loss, Margin, Solvable, Win

PATH = os.path.join(os.path.dirname(__file__), "reference.json")


class ReferenceRow:
    """Known values of one game, and their source (in English)."""

    def __init__(self, name: GameName, says: dict[str, Any]) -> None:
        self.name = name
        self.title: str = says["title"]
        self.source: str = says["source"]
        self.positions: int = says["positions"]
        self.classes: int = says["classes"]
        self.longest: int | None = says["longest"]
        self.hardest: str | None = says.get("hardest")  # None if only the figures are recorded
        self.start: str = says["start"]  # value of the start: win, loss, draw, …
        self._distance: int | None = says["distance"]
        self._words: str = says["words"]

    @property
    def priced(self) -> bool:
        """Whether distances are costs of moves, not their number."""
        priced = Solvable(self._distance, priced=True)
        return self._distance is not None and self._words == str(priced)

    @property
    def value(self) -> Sentence | str:
        """The outcome of the start as a translatable sentence."""
        distance = self._distance
        if self.start == "draw":
            return Draw().words
        if self._words in (str(Solvable(distance)), str(Solvable(distance, priced=True))):
            return Solvable(distance, priced=self.priced).words
        if distance is None:
            return self._by_points()
        return Win(distance).words if self.start == "win" else Loss(distance).words

    def _by_points(self) -> Sentence | str:
        """Return the outcome by points that has these words; the words if there is none."""
        from kibitz.games.registry import game_named  # rare

        counted = game_named(self.name).rules.objective.words
        points = int(next(filter(str.isdigit, self._words.split()), "0"))
        for outcome in (Margin(points, counted), Margin(-points, counted), Leaves(points, counted)):
            if str(outcome) == self._words:
                return outcome.words
        return self._words


@lru_cache(1)
def rows() -> list[ReferenceRow]:
    """Return all rows."""
    with open(PATH, encoding="utf-8") as file:
        found = json.load(file)
    return [ReferenceRow(plain(GameName(name)), says) for name, says in found.items()]


def rows_of(name: GameName) -> list[ReferenceRow]:
    """Return the rows of a game in the registry, and of others of its family."""
    found = [row for row in rows() if row.name.family == name.family]
    return sorted(found, key=lambda row: row.name != name)


def plain(name: GameName) -> GameName:
    """Return the name of a shipped game without the extension of its file."""
    return name.replace_family(name.family.removesuffix(FILE_SUFFIX))
