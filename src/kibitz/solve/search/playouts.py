"""Random playouts: an estimate of positions of which nothing is proved.

A playout makes random legal moves to the end of the game. The estimate of a position is the mean
result of its playouts. It is not a proof, and never becomes an outcome: it only chooses among moves
that are equally good as far as is proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kibitz.rules.rules import Rules
from kibitz.solve.effort import Effort, Exhausted, Meter
from kibitz.system.recent import Recent

MOST_PLIES = 120  # of a playout; a longer one counts as a draw
MOST_REMEMBERED = 20_000  # positions with their results


class Playouts:
    """Results of random playouts of one game, for the player to move.

    They are the same in every process: a playout depends on its position and its number only.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._sums: Recent[int, tuple[int, int]] = Recent(MOST_REMEMBERED)

    def mean(self, position: int) -> float:
        """Return the mean result of the playouts from a position; 0 if there are none."""
        total, count = self._sums.get(position, (0, 0))
        return total / count if count else 0.0

    def best(self, signed: Sequence[tuple[int, int]], effort: Effort) -> int:
        """Return the index of the position with the best estimate, within an effort.

        Each is given with 1, or with -1 if its results count for the other player. After each stage
        the worse half of them is dropped (sequential halving).
        """
        effort = effort.begun()
        left = list(range(len(signed)))

        def value(at: int) -> float:
            position, sign = signed[at]
            return sign * self.mean(position)

        stages = max(1, (len(left) - 1).bit_length())
        for stage in range(stages):
            share = effort.share(1 / (stages - stage))
            if effort.positions is not None:
                share = share.replace(positions=effort.positions // stages)
            self._stage([signed[at][0] for at in left], share.watch())
            left.sort(key=value, reverse=True)  # equal ones stay in order
            del left[(len(left) + 1) // 2 :]
        return left[0]

    def _stage(self, positions: Sequence[int], watch: Meter) -> None:
        """Play from each position in turn until the effort is used up."""
        played = 0
        try:
            watch("playing", 0, None)
            while True:
                for position in positions:
                    played += self._play(position)
                    watch("playing", played, None)
        except Exhausted:
            pass

    def _play(self, position: int) -> int:
        """Make one playout, and note its result; return the number of its positions."""
        rules = self._rules
        total, count = self._sums.get(position, (0, 0))
        chance = Random(position * MOST_REMEMBERED + count)
        here, sign, result = position, 1, 0
        plies = 0
        for plies in range(1, MOST_PLIES + 1):  # noqa: B007  # used below
            moves = list(rules.moves(here))
            if not moves:
                result = sign * rules.worth(here)
                break
            move = moves[int(chance.random() * len(moves))]
            if not rules.moves_again(here, move):
                sign = -sign
            here = rules.play(here, move)
        self._sums[position] = total + result, count + 1
        return plies
