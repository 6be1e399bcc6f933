"""Estimate of the number of positions of a game with tiers: tier after tier, the highest first.

Tiers share no position, so their sizes add up. Each is estimated by itself from groups of random
positions, as in `estimate.py`, and biased downwards in the same way. The walk through the whole
game there takes most of its steps where play ends up, and sees little of large tiers in between: of
nine men's morris it finds a twentieth. Here every tier gets the same number of steps. For games in
which every move leads to the next tier the walk is better, so both are tried.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from kibitz.solve.arrays import Ints
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.estimate import GROUPS, Estimate, Sample, range_of, sizes_by_overlap
from kibitz.solve.memory import game_kernels
from kibitz.solve.memory.explore_compiled import Explorer
from kibitz.solve.memory.tiers import group_by_tier

SIZE = 256  # positions of a group that are expanded in one step
STEPS = 3  # within a tier
MOST_HELD = 16 * SIZE  # positions that a group takes from higher tiers
FEWEST_SHARED = 8  # positions that groups must share for the size of a tier to be known


class TierSample(Sample):
    """Groups of random positions that advance through the tiers of a game."""

    def __init__(self, explorer: Explorer, seed: int) -> None:
        import numpy as np

        super().__init__(explorer, seed)
        self.write_tiers = kernel(game_kernels.write_tiers, explorer.rules)
        self.frontier = dict(self._by_tier(explorer.graph.positions[self.expanded : self.known]))
        self.waiting: list[dict[int, list[Ints]]] = [{} for _ in range(GROUPS)]
        self.totals = np.zeros(1 + GROUPS)  # by all groups, then without each one
        self.uncertain = 0.0  # positions of tiers of which groups share few
        self.looked = self.moves = 0

    def run(self, seconds: float) -> Estimate:
        """Return the estimate after all tiers, or after those that were reached in time."""
        end = time.thread_time() + seconds
        late = False
        while not late and (left := {*self.frontier}.union(*self.waiting)):
            self._advance_in(max(left))
            late = time.thread_time() > end
        found = range_of(self.known, self.totals, self.moves / max(1, self.looked))
        found.complete = not late and self.uncertain < found.positions / 2
        return found

    def _by_tier(self, row: Ints) -> Iterator[tuple[int, Ints]]:
        import numpy as np

        tiers = np.empty(len(row), dtype=np.int64)
        self.write_tiers(row, 0, len(row), tiers)
        return ((tier, row[places]) for tier, places in group_by_tier(tiers))

    def _advance_in(self, tier: int) -> None:
        """Find positions of a tier in each group, and add the size that their overlap indicates."""
        import numpy as np

        known = self.frontier.pop(tier, np.empty(0, dtype=np.int64))
        sets = []
        for waiting in self.waiting:
            taken = np.unique(np.concatenate([known[:0], *waiting.pop(tier, [])]))
            rows = [self._some(taken, MOST_HELD)]
            for _ in range(STEPS):
                both = np.concatenate((rows[-1], self._some(known, SIZE)))
                rows.append(self._expanded(self._some(both, SIZE), tier, waiting))
                if not len(rows[-1]):
                    break
            sets.append(np.unique(np.concatenate(rows)))
        if any(map(len, sets)):
            sizes, shared = sizes_by_overlap(sets)
            self.totals += sizes
            self.uncertain += sizes[0] if shared < FEWEST_SHARED else 0

    def _some(self, row: Ints, most: int) -> Ints:
        return row if len(row) <= most else self.chance.choice(row, most, replace=False)

    def _expanded(self, row: Ints, tier: int, waiting: dict[int, list[Ints]]) -> Ints:
        """Make all moves from some positions; return those that stay in the tier."""
        import numpy as np

        children = self._children(row)
        self.moves += len(children)
        self.looked += len(row)
        here = row[:0]
        for number, found in self._by_tier(self._unknown(np.unique(children))):
            if number == tier:
                here = found
            elif number < tier:  # a move to a higher tier is an error, which exploration reports
                waiting.setdefault(number, []).append(found)
        return here
