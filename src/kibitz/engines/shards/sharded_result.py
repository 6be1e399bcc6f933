"""Result of a sharded solve: the sorted shards and their total counts."""

from __future__ import annotations

from collections import Counter

from kibitz.engines.shards.finish_steps import Finished
from kibitz.engines.shards.shard_state import Handle
from kibitz.rules.objectives.objective import Objective
from kibitz.solve.store.table import Census


class ShardedResult:
    """The shards, each in ascending order, and the census of all."""

    def __init__(self) -> None:
        self.runs: list[tuple[Handle, Handle]] = []
        self.classes: Counter[int] = Counter()
        self.in_full: Counter[int] = Counter()
        self.first_of: dict[int, int] = {}
        self.least, self.greatest = 1 << 63, 0
        self.start: int | None = None

    def add(self, counts: Finished, positions: Handle, codes: Handle) -> None:
        """Add the result of `Finish` for a shard."""
        self.runs.append((positions, codes))
        self.least = min(self.least, counts.least)
        self.greatest = max(self.greatest, counts.greatest)
        self.classes.update(counts.classes)
        self.in_full.update(counts.in_full)
        for code, first in counts.first_of.items():
            self.first_of[code] = min(self.first_of.get(code, first), first)
        if counts.start is not None:
            self.start = counts.start

    def __len__(self) -> int:
        return sum(self.classes.values())

    def census(self, objective: Objective) -> Census:
        """Return the census of the whole game."""
        assert self.start is not None
        return Census.of_counts(objective, self.in_full, self.classes, self.first_of, self.start)
