"""Estimate of the number of positions of a game, before it is explored, and refusal by it.

`sampling.py` says how the number is found. A game is rejected only if the lower end of the range
does not fit.
"""

from __future__ import annotations

import math
import time

from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.effort import Exhausted
from kibitz.solve.memory import game_kernels
from kibitz.system.memory_limit import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.explore_compiled import Explorer

SECONDS = 1.0  # of CPU time of this thread, so that the sample does not depend on the load

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
    """Return an estimate for a game whose beginning an explorer has explored."""
    from kibitz.solve.sampling import estimate_by_sample  # for a large game

    return estimate_by_sample(explorer, seconds, seed)
