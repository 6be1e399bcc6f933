"""Result of a sharded solve: the sorted shards and their total counts."""

from __future__ import annotations

from kibitz.engines.shards.finish_steps import NOT_NAMED
from kibitz.engines.shards.shard_state import Handle
from kibitz.rules.objectives.objective import Objective
from kibitz.solve.store.table import Census


class ShardedResult:
    """The shards, each in ascending order, and the census of all."""

    def __init__(self, placed: int) -> None:
        self.runs: list[tuple[Handle, Handle]] = []
        self.placed = placed
        self.classes: dict[int, int] = {}
        self.in_full: dict[int, int] = {}
        self.first_of: dict[int, int] = {}
        self.least, self.greatest = 1 << 63, 0
        self.start: int | None = None

    def add(self, counts: list[int], positions: Handle, codes: Handle) -> None:
        """Add the result of step `finish` for a shard that is not empty."""
        least, greatest, has_start, start, *rest = counts
        self.runs.append((positions, codes))
        self.least, self.greatest = min(self.least, least), max(self.greatest, greatest)
        for code, classes, in_full, first in zip(*(iter(rest),) * 4, strict=True):
            self.classes[code] = self.classes.get(code, 0) + classes
            self.in_full[code] = self.in_full.get(code, 0) + in_full
            if first != NOT_NAMED:
                self.first_of[code] = min(self.first_of.get(code, first), first)
        if has_start:
            self.start = start

    def __len__(self) -> int:
        return sum(self.classes.values())

    def census(self, objective: Objective) -> Census:
        """Return the census of the whole game."""
        assert self.start is not None
        return Census.of_counts(objective, self.in_full, self.classes, self.first_of, self.start)
