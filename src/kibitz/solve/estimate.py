"""How large a game will be, by sampling, before it is explored.

When exploring has found a million positions and there are more, several groups of random positions
set out from its frontier. Each goes on by itself: all moves are made from the positions of a group,
of what is new a random part goes on. Groups know nothing of each other, so how often two of them
meet the same position tells how many positions there are (as a second catch of marked fish does).

Let a group hold each position p of a step with probability q(p), the q adding up to the size of the
group. Two groups of sizes a and b then share a b Σ(q/a)(q/b) positions on average, and that sum is
at least 1/N for N positions, with equality where all are equally likely. So N = a b / shared is
never too large on average, whatever the game. Steps are put together in the same way: where no
position is met in two steps (pieces are only placed, or only taken), the steps add up; where play
goes in circles, what steps share is counted too, on a part of the positions chosen by their hash.

The range is twice the standard error, found by leaving out one group at a time, and upwards another
factor for positions that are not equally likely, which only make the estimate too low. How low it
was, begun after 20,000 positions, three runs each:

    Connect Four, 4 x 4         0.92      8-puzzle                          0.92 to 0.97
    Connect Four, 5 x 5         0.71      noughts:oldest, 3 x 4, 4 pieces   0.72 to 0.75
                                          noughts:oldest, 4 x 4, 4 pieces   0.83 to 0.92

A game is refused only if the low end of the range does not fit.
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
    from kibitz.core.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.explore_compiled import Explorer
    from kibitz.solve.rows import EitherRow

SECONDS = 1.0  # of this thread's own, so that a busy machine does not make the sample poorer
GROUPS = 8
SIZE = 1024  # positions of a group that go on to the next step
MOST_STEPS = 400
A_LOOK = 8  # steps between two looks at how the estimate grows
SETTLED = 1.03  # it no longer grows if it is not this many times the last one
BIAS = 1.6  # the truth may be so many times the estimate, where positions are not equally likely
MOST_KEPT = 1 << 18  # positions kept to find what steps share
HASH_BITS = 20

# Bytes that solving takes at its peak for each position and for each move, fitted to four games of
# 1 to 5 million positions and 2 to 7 moves a position: 50 to 89 bytes a position were measured, and
# this says 51 to 93. Tier by tier it is some 22 bytes a position, and next to nothing for its moves
# (Connect Four on 5 x 5); the larger number leaves room for a large tier.
A_POSITION = 34
A_MOVE = 9
MOST_COUNTED = 1 << 30  # placements


class Estimate:
    """How many positions a game has, up to symmetry: about, and from the least to the most.

    `moves` is how many moves a position has on average. `complete` says whether the sample came to
    its end; where time ran out before, there are more positions than that.
    """

    __slots__ = ("complete", "least", "most", "moves", "positions")

    def __init__(
        self, positions: float, least: float, most: float, moves: float, *, complete: bool = True
    ) -> None:
        self.positions = positions
        self.least = least
        self.most = most
        self.moves = moves
        self.complete = complete

    def __repr__(self) -> str:
        return f"<about {self.positions:.3g} positions, {self.least:.3g} to {self.most:.3g}>"

    @property
    def bytes_each(self) -> float:
        """How much memory solving takes for each position."""
        return A_POSITION + A_MOVE * self.moves

    def numbers(self) -> dict[str, float | bool]:
        """Return the arguments that make it again."""
        return {name: getattr(self, name) for name in self.__slots__}

    def details(self) -> dict[str, object]:
        """Return the numbers of a sentence about it."""
        return {
            "positions": rounded(self.positions),
            "least": rounded(self.least),
            "most": rounded(self.most),
            "needed": in_words(self.bytes_each * (self.positions if self.complete else self.least)),
        }


def rounded(number: float) -> int:
    """Return a number with two digits that count."""
    if number < 100:
        return round(number)
    step: int = 10 ** (math.floor(math.log10(number)) - 1)
    return round(number / step) * step


def refuse_if_too_large(explorer: Explorer) -> None:
    """Raise `Exhausted` if the rest of a game will not fit into the memory that may be used."""
    watch, graph = explorer.watch, explorer.graph
    if watch.memory < math.inf:
        # What is explored already holds memory, and is part of what is estimated.
        held = graph.reached[1] * A_POSITION + graph.targets.nbytes
        found = estimate(explorer, seconds=min(SECONDS, watch.left))
        if explorer.rules.tier is not None:
            found.moves = 0  # the moves of one tier are held at a time
        graph.estimate = found
        refuse(found, watch, held)


def refuse_if_too_many(rules: Rules, watch: Meter) -> None:
    """Raise `Exhausted` if the placements of a game will not fit."""
    if watch.memory < math.inf:
        seconds = min(SECONDS, watch.left)
        refuse(estimate_placements(rules, most_bytes=2 * watch.spare(), seconds=seconds), watch, 0)


def refuse(found: Estimate, watch: Meter, held: int) -> None:
    """Raise `Exhausted` if even the least that a game may need is more than can be had.

    Otherwise the watch is told how many positions to expect.
    """
    if found.least * found.bytes_each > watch.spare() + held:
        raise Exhausted("memory", watch.reached, watch.memory, found)
    if found.complete:
        watch.expected = rounded(found.positions)


def estimate_placements(
    rules: Rules, *, most_bytes: float = math.inf, seconds: float = SECONDS
) -> Estimate:
    """Return how many placements there are, or that there are more than so many bytes hold.

    They can only be counted one after the other, so where time runs out first it is how many there
    are at least.
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
    """Return how large a game is, of which an explorer has explored the beginning.

    It stops when no group can go on, when the estimate no longer grows, or when the time is over.
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
        if step % A_LOOK == 0:
            found = sample.estimate()
            if found.positions < SETTLED * last.positions:
                return found
            last = found
    return sample.estimate()


class Sample:
    """Groups of positions on their way from the frontier of what is explored."""

    def __init__(self, explorer: Explorer, seed: int) -> None:
        import numpy as np

        self.explorer = explorer
        self.chance = np.random.default_rng(seed)
        expanded, self.known, self.edges = explorer.graph.reached
        self.expanded = expanded
        frontier = explorer.graph.positions[expanded : self.known]
        self.groups = [self._some_of(frontier) for _ in range(GROUPS)]
        self.steps: list[
            EitherRow
        ] = []  # how many positions there seem to be; all, then without one
        self.branching: list[float] = []
        self.sizes: list[int] = []
        self.shift = 0  # of the hashes of the positions kept, so many last bits are 0
        self.kept: list[tuple[EitherRow, int, int]] = []  # positions, their step and group

    def _some_of(self, row: EitherRow) -> EitherRow:
        return self.chance.choice(row, min(SIZE, len(row)), replace=False)

    def advance(self) -> bool:
        """Let each group go one step; say whether anything is left of them."""
        import numpy as np

        sets, moves = [], 0
        for group in self.groups:
            children = self._children(group)
            moves += len(children)
            sets.append(self._unknown(np.unique(children)))
        self.branching.append(moves / max(1, sum(map(len, self.groups))))
        if not any(map(len, sets)):
            return False
        self.steps.append(_sizes(sets))
        self.sizes.append(sum(map(len, sets)))
        for number, found in enumerate(sets):
            self.kept.append((self._thinned(found), len(self.steps) - 1, number))
        while sum(len(row) for row, _, _ in self.kept) > MOST_KEPT:
            self.shift += 1
            self.kept = [(self._thinned(row), step, group) for row, step, group in self.kept]
        self.groups = [self._some_of(found) for found in sets]
        return True

    def _children(self, group: EitherRow) -> EitherRow:
        import numpy as np

        explorer, room = self.explorer, self.explorer.rooms[0]
        degrees, worths = np.empty((2, len(group)), dtype=np.int32)
        rows, first = [group[:0]], 0
        while first < len(group):
            stopped, filled = explorer.expand(
                group, first, len(group), True, room.children, degrees, worths
            )
            rows.append(room.children[: max(0, filled)].copy())
            if stopped == first:
                room.double()
            if filled < 0:  # no move: exploring will say so
                break
            first = int(stopped)
        return np.concatenate(rows)

    def _unknown(self, row: EitherRow) -> EitherRow:
        import numpy as np

        explorer = self.explorer
        numbers = np.empty(len(row), dtype=np.int32)
        explorer.look_up(row, 0, len(row), explorer.graph.positions, explorer.slots, numbers)
        return row[numbers < 0]

    def _thinned(self, row: EitherRow) -> EitherRow:
        hashes = ((row ^ row >> 32) * MIXER >> HASH_BITS) & ((1 << HASH_BITS) - 1)
        return row[hashes >> HASH_BITS - self.shift == 0] if self.shift else row

    def estimate(self) -> Estimate:
        """Return what the steps so far say."""
        import numpy as np

        if not self.steps:
            moves = self.edges / max(1, self.expanded)
            return Estimate(self.known, self.known, self.known, moves)
        steps = np.array(self.steps)
        totals = 1 / (1 / steps.sum(axis=0) + self._shared(steps[:, 0]))
        logs = np.log(totals[1:])
        error = math.sqrt((GROUPS - 1) * float(((logs - logs.mean()) ** 2).mean()))
        spread = math.exp(min(50.0, 2 * error))
        total = float(totals[0])
        moves = float(np.average(self.branching[: len(steps)], weights=steps[:, 0]))
        return Estimate(
            self.known + total,
            self.known + total / spread,
            self.known + BIAS * total * spread,
            moves,
        )

    def _shared(self, steps: EitherRow) -> float:
        """Return how likely two positions of different groups and steps are the same.

        Positions are taken from each step in proportion to its size.
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


def _squares(keys: EitherRow, weights: EitherRow) -> float:
    """Return the sum of the squares of the weights, those of equal keys added up."""
    import numpy as np

    _, inverse = np.unique(keys, return_inverse=True)
    return float((np.bincount(inverse, weights) ** 2).sum())


def _sizes(sets: list[EitherRow]) -> EitherRow:
    """Return how many positions there seem to be, by what these sets share.

    First by all of them, then without each of them in turn. One more shared position is assumed, so
    that it is always a number and rather too low.
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
        found.append(pairs / (shared + 1))
    return np.array(found)
