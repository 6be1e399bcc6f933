"""Estimate of the number of positions of a game, by sampling before it is explored.

When exploration has found a million positions and there are more, several groups of random
positions continue from its frontier, each independently: a step makes all moves from the positions
of a group and keeps a random part of the new positions. Because groups are independent, the number
of positions that two of them share yields a capture–recapture estimate of the number of all
positions.

Let a group hold each position p of a step with probability q(p), the q adding up to the size of the
group. Two groups of sizes a and b then share a b Σ(q/a)(q/b) positions on average, and that sum is
at least 1/N for N positions, with equality where all are equally likely. So N = a b / shared is
never too large on average, for any game. Steps are combined in the same way: if no position occurs
in two steps (pieces are only placed, or only captured), the steps add up; if positions repeat, the
overlap of steps is counted too, on a sample of positions chosen by their hash.

The range is twice the standard error, computed by the jackknife over groups, with another factor
upwards for positions that are not equally likely, which bias the estimate downwards only. The
measured ratio of estimate to truth, from 20,000 positions on, three runs each:

    Connect Four, 4 x 4         0.92      8-puzzle                          0.92 to 0.97
    Connect Four, 5 x 5         0.71      noughts:oldest, 3 x 4, 4 pieces   0.72 to 0.75
                                          noughts:oldest, 4 x 4, 4 pieces   0.83 to 0.92

A game is rejected only if the lower end of the range does not fit.
"""

from __future__ import annotations

import math
import time

from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.effort import Exhausted
from kibitz.solve.memory import game_kernels
from kibitz.solve.memory.numbering import MIXER
from kibitz.system.memory_limit import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.rules import Rules
    from kibitz.solve.arrays import Ints
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.explore_compiled import Explorer

SECONDS = 1.0  # of CPU time of this thread, so that the sample does not depend on the load
TIER_SHARE = 4  # times as much for the tiers of a game
GROUPS = 8
SIZE = 1024  # positions of a group that are kept for the next step
MOST_STEPS = 400
CHECK_INTERVAL = 8  # steps between two checks of the growth of the estimate
STABLE_GROWTH = 1.03  # growth factor below which the estimate counts as stable
BIAS = 1.6  # upper bound of truth / estimate if positions are not equally likely
MOST_KEPT = 1 << 18  # positions stored to find the overlap of steps
HASH_BITS = 20

# Peak memory of solving in bytes per position and per move, fitted to four games of 1 to 5 million
# positions and 2 to 7 moves per position: 50 to 89 bytes per position were measured, and this
# predicts 51 to 93. Tier by tier it is about 22 bytes per position, and almost nothing for its
# moves (Connect Four on 5 x 5); the larger number allows for a large tier.
A_POSITION = 34
A_MOVE = 9
MOST_COUNTED = 1 << 30  # placements


class Estimate:
    """Estimated number of positions of a game, up to symmetry, with its lower and upper bound.

    `moves` is the average number of moves of a position. `complete` is whether the sample ran to
    its end; if time ran out before, there are more positions than that. `bytes_on_disk` is what a
    position takes there, if the game is solved there.
    """

    __slots__ = ("bytes_on_disk", "complete", "least", "most", "moves", "positions")

    def __init__(
        self,
        positions: float,
        least: float,
        most: float,
        moves: float,
        *,
        complete: bool = True,
        bytes_on_disk: int | None = None,
    ) -> None:
        self.positions = positions
        self.least = least
        self.most = most
        self.moves = moves
        self.complete = complete
        self.bytes_on_disk = bytes_on_disk

    def __repr__(self) -> str:
        return f"<about {self.positions:.3g} positions, {self.least:.3g} to {self.most:.3g}>"

    @property
    def bytes_each(self) -> float:
        """The memory, or the space on the disk, that solving takes per position."""
        if self.bytes_on_disk is not None:
            return self.bytes_on_disk
        return A_POSITION + A_MOVE * self.moves

    def numbers(self) -> dict[str, float | bool | None]:
        """Return the constructor arguments, for serialisation."""
        return {name: getattr(self, name) for name in self.__slots__}

    def details(self) -> dict[str, object]:
        """Return the numbers for a sentence about it."""
        return {
            "positions": rounded(self.positions),
            "least": rounded(self.least),
            "most": rounded(self.most),
            "needed": in_words(self.bytes_each * (self.positions if self.complete else self.least)),
        }


def rounded(number: float) -> int:
    """Return a number rounded to two significant digits."""
    if number < 100:
        return round(number)
    step: int = 10 ** (math.floor(math.log10(number)) - 1)
    return round(number / step) * step


def refuse_if_too_large(explorer: Explorer) -> None:
    """Raise `Exhausted` if the rest of a game will not fit into the memory limit."""
    watch, graph = explorer.watch, explorer.graph
    if watch.memory < math.inf:
        # The explored part already occupies memory, and is part of the estimate.
        held = graph.reached[1] * A_POSITION + graph.targets.nbytes
        found = estimate(explorer, seconds=min(SECONDS, watch.left))
        if explorer.rules.tier is not None:
            found.moves = 0  # only the moves of one tier are in memory at a time
        graph.estimate = found
        refuse(found, watch, held)


def refuse_if_too_many(rules: Rules, watch: Meter) -> None:
    """Raise `Exhausted` if the placements of a game will not fit."""
    if watch.memory < math.inf:
        seconds = min(SECONDS, watch.left)
        refuse(estimate_placements(rules, most_bytes=2 * watch.spare(), seconds=seconds), watch, 0)


def refuse(found: Estimate, watch: Meter, held: int) -> None:
    """Raise `Exhausted` if even the lower bound of the memory for a game exceeds the limit.

    Otherwise set the number of positions that the meter expects.
    """
    if found.least * found.bytes_each > watch.spare() + held:
        raise Exhausted("memory", watch.reached, watch.memory, found)
    if found.complete:
        watch.expected = rounded(found.positions)


def refuse_on_disk(found: Estimate, bytes_on_disk: int, free: int, reached: int) -> None:
    """Raise `Exhausted` if even the lower bound of a game does not fit into free disk space."""
    found.bytes_on_disk = bytes_on_disk
    if found.least * bytes_on_disk > free:
        raise Exhausted("disk", reached, free, found)


def estimate_placements(
    rules: Rules, *, most_bytes: float = math.inf, seconds: float = SECONDS
) -> Estimate:
    """Return the number of placements, or a number that exceeds what fits into the given bytes.

    They are counted one by one, so if time runs out the result is a lower bound.
    """
    begin = time.thread_time()
    most = 1 << 24
    while True:
        count, looked, least, degree = kernel(game_kernels.sample_placements, rules)(most, 1 << 10)
        share = least / max(1, looked)
        found = Estimate(
            count * share,
            share * count * (1 - 2 / math.sqrt(max(4, least))),
            share * count * (1 + 2 / math.sqrt(max(4, least))),
            degree / max(1, least),
            complete=count < most,
        )
        enough = found.least * found.bytes_each > most_bytes
        if found.complete or enough or time.thread_time() - begin > seconds or most >= MOST_COUNTED:
            return found
        most *= 4


def estimate(explorer: Explorer, *, seconds: float = SECONDS, seed: int = 0) -> Estimate:
    """Return an estimate for a game whose beginning an explorer has explored.

    A game with tiers is also estimated tier by tier, in more time; the larger estimate counts,
    because both are too small if they are wrong.
    """
    found = _by_steps(explorer, seconds, seed)
    if explorer.rules.tier is not None:
        from kibitz.solve.tier_estimate import TierSample

        by_tiers = TierSample(explorer, seed).run(TIER_SHARE * seconds)
        return max(found, by_tiers, key=lambda each: each.least)
    return found


def _by_steps(explorer: Explorer, seconds: float, seed: int) -> Estimate:
    """Return an estimate by a walk that begins at the frontier.

    It stops when no group has new positions, when the estimate is stable, or when time is up.
    """
    sample = Sample(explorer, seed)
    end = time.thread_time() + seconds
    last = sample.estimate()
    for step in range(1, MOST_STEPS):
        if not sample.advance():
            break
        if time.thread_time() > end:
            found = sample.estimate()
            found.complete = False
            return found
        if step % CHECK_INTERVAL == 0:
            found = sample.estimate()
            if found.positions < STABLE_GROWTH * last.positions:
                return found
            last = found
    return sample.estimate()


class Sample:
    """Groups of random positions that advance from the frontier of the exploration."""

    def __init__(self, explorer: Explorer, seed: int) -> None:
        import numpy as np

        self.explorer = explorer
        self.chance = np.random.default_rng(seed)
        expanded, self.known, self.edges = explorer.graph.reached
        self.expanded = expanded
        frontier = explorer.graph.positions[expanded : self.known]
        self.groups = [self._some_of(frontier) for _ in range(GROUPS)]
        # Estimates per step: by all groups, then without each one.
        self.steps: list[Ints] = []
        self.branching: list[float] = []
        self.sizes: list[int] = []
        self.shift = 0  # number of low bits that are 0 in the hashes of the stored positions
        self.kept: list[tuple[Ints, int, int]] = []  # positions, their step and group

    def _some_of(self, row: Ints) -> Ints:
        return self.chance.choice(row, min(SIZE, len(row)), replace=False)

    def advance(self) -> bool:
        """Advance each group by one step; return whether any positions are left."""
        import numpy as np

        sets, moves = [], 0
        for group in self.groups:
            children = self._children(group)
            moves += len(children)
            sets.append(self._unknown(np.unique(children)))
        self.branching.append(moves / max(1, sum(map(len, self.groups))))
        if not any(map(len, sets)):
            return False
        self.steps.append(sizes_by_overlap(sets)[0])
        self.sizes.append(sum(map(len, sets)))
        for number, found in enumerate(sets):
            self.kept.append((self._thinned(found), len(self.steps) - 1, number))
        while sum(len(row) for row, _, _ in self.kept) > MOST_KEPT:
            self.shift += 1
            self.kept = [(self._thinned(row), step, group) for row, step, group in self.kept]
        self.groups = [self._some_of(found) for found in sets]
        return True

    def _children(self, group: Ints) -> Ints:
        import numpy as np

        explorer, buffers = self.explorer, self.explorer.all_buffers[0]
        degrees, worths = np.empty((2, len(group)), dtype=np.int32)
        rows, first = [group[:0]], 0
        while first < len(group):
            stopped, filled = explorer.expand(
                group, first, len(group), True, buffers.children, degrees, worths
            )
            rows.append(buffers.children[: max(0, filled)].copy())
            if stopped == first:
                buffers.double()
            if filled < 0:  # an invalid move, which exploration reports
                break
            first = int(stopped)
        return np.concatenate(rows)

    def _unknown(self, row: Ints) -> Ints:
        import numpy as np

        explorer = self.explorer
        numbers = np.empty(len(row), dtype=np.int32)
        explorer.look_up(row, 0, len(row), explorer.graph.positions, explorer.slots, numbers)
        return row[numbers < 0]

    def _thinned(self, row: Ints) -> Ints:
        hashes = ((row ^ row >> 32) * MIXER >> HASH_BITS) & ((1 << HASH_BITS) - 1)
        return row[hashes >> HASH_BITS - self.shift == 0] if self.shift else row

    def estimate(self) -> Estimate:
        """Return the estimate from the steps so far."""
        import numpy as np

        if not self.steps:
            moves = self.edges / max(1, self.expanded)
            return Estimate(self.known, self.known, self.known, moves)
        steps = np.array(self.steps)
        totals = 1 / (1 / steps.sum(axis=0) + self._shared(steps[:, 0]))
        moves = float(np.average(self.branching[: len(steps)], weights=steps[:, 0]))
        return range_of(self.known, totals, moves)

    def _shared(self, steps: Ints) -> float:
        """Return the probability that two positions of different groups and steps are equal.

        Positions are sampled from each step in proportion to its size.
        """
        import numpy as np

        weights = steps / steps.sum() / np.array(self.sizes) * GROUPS
        positions = np.concatenate([row for row, _, _ in self.kept])
        step = np.concatenate([np.full(len(row), at) for row, at, _ in self.kept])
        group = np.concatenate([np.full(len(row), at) for row, _, at in self.kept])
        weight = weights[step]
        _, number = np.unique(positions, return_inverse=True)
        every = _squares(number, weight)
        same_group = _squares(number * GROUPS + group, weight)
        same_step = _squares(number * len(steps) + step, weight)
        same_both = float((weight**2).sum())
        shared = every - same_group - same_step + same_both
        return max(0.0, shared) * (1 << self.shift) / (GROUPS * (GROUPS - 1))


def _squares(keys: Ints, weights: Ints) -> float:
    """Return the sum of squares of the weights, added up by key."""
    import numpy as np

    _, inverse = np.unique(keys, return_inverse=True)
    return float((np.bincount(inverse, weights) ** 2).sum())


def range_of(known: int, totals: Ints, moves: float) -> Estimate:
    """Return an estimate from the number of known positions and from estimates of all others.

    The first of `totals` uses all groups, the others leave out one in turn.
    """
    import numpy as np

    total = float(totals[0])
    if not total:
        return Estimate(known, known, known, moves)
    logs = np.log(np.maximum(totals[1:], 1))
    error = math.sqrt((GROUPS - 1) * float(((logs - logs.mean()) ** 2).mean()))
    spread = math.exp(min(50.0, 2 * error))
    return Estimate(known + total, known + total / spread, known + BIAS * total * spread, moves)


def sizes_by_overlap(sets: list[Ints]) -> tuple[Ints, float]:
    """Return estimates of the number of positions, by the overlap of these sets, and the overlap.

    The first uses all sets, the others leave out one in turn. One more shared position is assumed,
    so that the result is finite and biased downwards.
    """
    import numpy as np

    marks = np.concatenate([np.full(len(row), 1 << at) for at, row in enumerate(sets)])
    positions, inverse = np.unique(np.concatenate(sets), return_inverse=True)
    marked = np.bincount(inverse, marks, len(positions)).astype(np.int64)
    counts = np.bincount(marked, minlength=1 << len(sets))
    sizes = np.array([len(row) for row in sets], dtype=float)
    members = np.arange(len(counts))[:, None] >> np.arange(len(sets)) & 1
    found = []
    for left_out in range(-1, len(sets)):
        taken = np.arange(len(sets)) != left_out
        in_common = members[:, taken].sum(axis=1)
        shared = float((counts * in_common * (in_common - 1) / 2).sum())
        pairs = (sizes[taken].sum() ** 2 - (sizes[taken] ** 2).sum()) / 2
        found.append((pairs / (shared + 1), shared))
    rows = np.array(found)
    return rows[:, 0], float(rows[0, 1])
