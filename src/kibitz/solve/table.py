"""A table: the value of every position of a game, in memory or in a file."""

from __future__ import annotations

from bisect import bisect_left

from kibitz.rules.errors import KibitzError
from kibitz.solve.answer import Value, answer, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from kibitz.rules.contract import Rules
    from kibitz.solve.answer import Answer


class NotInTable(KibitzError):
    """A position that cannot be reached in the game that a table is of."""


class Census:
    """How many positions have each value: `in_full`, and `classes` of mirror images.

    Both are by code. `hardest` is one position for the least and the greatest code, `start` the
    code of the start, `seconds` how long solving took.
    """

    def __init__(
        self,
        in_full: Mapping[int, int],
        classes: Mapping[int, int],
        hardest: Mapping[int, int],
        start: int,
        seconds: float,
    ) -> None:
        self.in_full = in_full
        self.classes = classes
        self.hardest = hardest
        self.start = start
        self.seconds = seconds

    def as_json(self) -> dict[str, Any]:
        """Return what `from_json` takes."""
        return {name: getattr(self, name) for name in ("in_full", "classes", "hardest")} | {
            "start": self.start,
            "seconds": self.seconds,
        }

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Census:
        """Return the census that was written so; JSON makes texts of numbers that are names."""
        by_code = [
            {int(code): int(count) for code, count in said[name].items()}
            for name in ("in_full", "classes", "hardest")
        ]
        return cls(*by_code, start=int(said["start"]), seconds=float(said["seconds"]))


class Table:
    """Answers for every position that the game can reach.

    `positions` are ascending, each the least of its mirror images, and `codes` their values.
    """

    def __init__(
        self, rules: Rules, positions: Sequence[int], codes: Sequence[int], census: Census
    ) -> None:
        self.rules = rules
        self.positions = positions
        self.codes = codes
        self.census = census

    def __len__(self) -> int:
        """Return the number of positions, mirror images counted once."""
        return len(self.positions)

    def __contains__(self, position: int) -> bool:
        return self.find(position) is not None

    def __getitem__(self, position: int) -> Answer:
        """Return the value of a position, its moves with theirs, and one best line."""
        return answer(self.rules, position, self.code)

    def value(self, position: int) -> Value:
        """Return the value of a position."""
        return value_of(self.rules.aim, self.code(position))

    def code(self, position: int) -> int:
        """Return the value of a position as one number."""
        code = self.find(position)
        if code is None:
            raise NotInTable("this position cannot be reached in this game, so its table lacks it")
        return code

    def find(self, position: int) -> int | None:
        """Return the code of a position, None if the table lacks it."""
        canonical = self.rules.canonical
        least = canonical(position) if canonical else position
        at = bisect_left(self.positions, least)
        if at == len(self.positions) or self.positions[at] != least:
            return None
        return int(self.codes[at])
