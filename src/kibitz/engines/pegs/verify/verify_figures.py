"""Independent recount of the figures of a peg game, layer by layer, by the rules alone.

Every reachable position is generated, without symmetry, with the number of ways to reach it as
limbs of 32 bits (so that sums are exact), the probability of reaching it by random jumps, and the
fewest moves, a chain of jumps by one peg counted as one. For the fewest moves it suffices to know
where the last peg can have landed: jumping on with it is free, and with any other peg costs one, as
it does after every longer line.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from kibitz.engines.pegs.figures.peg_table import PegTable
from kibitz.engines.pegs.verify.verify_pegs_kernels import (
    LIMBS,
    carry_along,
    count_moves,
    list_following,
    mirror,
)
from kibitz.language.errors import Sentence, phrase, plural
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array
from kibitz.solve.compiling.compiled import available, bound, kernel
from kibitz.solve.effort import Progress
from kibitz.solve.verify.verification import Fault

MOST_POSITIONS = 5_000_000
FEW_POSITIONS = 50_000  # limit without a compiler
BITS = 32  # of each limb
FAR = 1 << 30  # more than any number of moves
WRONG = {
    "sequences": phrase("the numbers of solutions are wrong"),
    "moves": phrase("the fewest moves are wrong"),
}
AGAIN = phrase("counting again")
CLOSE = 1e-9  # tolerance for sums of probabilities


class Recount:
    """The figures of a table, counted again; `wins` decides many positions at once."""

    def __init__(self, table: PegTable, wins: Callable[[Array], Array], progress: Progress) -> None:
        self.rules: Rules = table.rules
        self.figures = table.figures
        self.wins = wins
        self.progress = progress
        self.claimed = sum(layer["positions"] for layer in self.figures["layers"])

    def run(self) -> list[Sentence]:
        """Return what was checked and what was not; raise `Fault` if a figure is wrong."""
        if self.claimed > (MOST_POSITIONS if available() else FEW_POSITIONS):
            return [
                plural(
                    "NOT CHECKED: the figures of the {count} position, layer by layer",
                    "NOT CHECKED: the figures of the {count} positions, layer by layer",
                    self.claimed,
                )
            ]
        ends = self._layers()
        said = [Sentence("the figures of every layer are right, counted again without symmetry")]
        if self.figures["sequences"] is not None:
            self._compare("sequences", {hole: ways for hole, (ways, _) in ends.items()})
            self._compare("moves", {hole: fewest for hole, (_, fewest) in ends.items()})
            said.append(Sentence("the numbers of solutions and the fewest moves are right"))
        if self.figures["chance"] is not None:
            if not math.isclose(self.figures["chance"], self.chance, rel_tol=CLOSE):
                raise Fault("the chance of winning by random jumps is wrong")
            said.append(Sentence("the chance of winning by random jumps is right"))
        return said

    def _compare(self, name: str, counted: dict[str, int]) -> None:
        if self.figures[name] != counted:
            raise Fault(WRONG[name])

    def _function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return (kernel if available() else bound)(function, self.rules)

    def _layers(self) -> dict[str, tuple[int, int]]:
        """Process all layers; return the ways and fewest moves to every winning end."""
        import numpy as np

        holes = np.array([(jump[0], jump[2]) for jump in self.rules.jumps.jumps], np.int64)
        carry = self._function(carry_along)
        here = np.array([self.rules.start], np.int64)
        ways = np.zeros((1, LIMBS), np.int64)
        ways[0, 0] = 1
        now = (ways, np.ones(1), np.zeros(1, np.int64), np.zeros(1, np.int64))
        ends: dict[str, tuple[int, int]] = {}
        self.chance = 0.0
        done = 0
        for layer in [*self.figures["layers"], None]:
            if layer is None or layer["positions"] < len(here):
                raise Fault("positions are missing from the figures of the layers")
            degrees = np.zeros(len(here), np.int64)
            self._function(count_moves)(here, degrees)
            self._check_layer(layer, here, degrees, done)
            self._note_ends(here, degrees, now, ends)
            done += 1
            there = self._following(here, int(degrees.sum()))
            if not len(there):
                break
            after = (
                np.zeros((len(there), LIMBS), np.int64),
                np.zeros(len(there)),
                np.full(len(there), FAR, np.int64),
                np.zeros(len(there), np.int64),
            )
            carry(here, *now, degrees, holes, there, *after)
            for limb in range(LIMBS - 1):
                after[0][:, limb + 1] += after[0][:, limb] >> BITS
                after[0][:, limb] &= (1 << BITS) - 1
            here, now = there, after
            self.progress(AGAIN, done, len(self.figures["layers"]))
        if done != len(self.figures["layers"]):
            raise Fault("the figures list layers that the game does not have")
        return ends

    def _following(self, here: Array, count: int) -> Array:
        """Return the positions after these, in order."""
        import numpy as np

        following = np.zeros(count, np.int64)
        self._function(list_following)(here, following)
        return np.unique(following)

    def _check_layer(self, layer: dict[str, int], here: Array, degrees: Array, jumps: int) -> None:
        """Compare the counts of one layer."""
        import numpy as np

        least = np.zeros(len(here), np.int64)
        self._function(mirror)(here, least)
        wins = self.wins(here)
        counted = {"jumps": jumps}
        for prefix, part in (("", wins | True), ("dead_", degrees == 0), ("winnable_", wins)):
            counted[f"{prefix}positions"] = int(part.sum())
            counted[f"{prefix}classes"] = len(np.unique(least[part]))
        if layer != counted:
            raise Fault(
                plural(
                    "the figures after {count} jump are wrong",
                    "the figures after {count} jumps are wrong",
                    jumps,
                )
            )

    def _note_ends(
        self, here: Array, degrees: Array, now: tuple[Array, ...], ends: dict[str, tuple[int, int]]
    ) -> None:
        """Record the figures of winning positions with one peg."""
        ways, chances, fewest, _ = now
        for at in (degrees == 0).nonzero()[0]:
            position = int(here[at])
            if position.bit_count() == 1 and self.rules.worth(position) <= self.rules.solved_at:
                number = sum(int(part) << BITS * limb for limb, part in enumerate(ways[at]))
                ends[str(position.bit_length() - 1)] = number, int(fewest[at])
                self.chance += float(chances[at])
