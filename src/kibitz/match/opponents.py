"""Opponents for games of two players, by how much of the exact values they use.

- `perfect` always makes a best move. In a lost position it delays the loss; in a drawn one it picks
  the move after which the other player has the most mistakes to make.
- `hard` and `easy` do the same, but err at a rate of one move in ten and one in three: then they
  make a move that spoils the outcome or, if there is none, any move that is not best.
- `random` plays any legal move.

Where the values are unknown, all of them play like `random`.
"""

import random
from collections.abc import Sequence

from kibitz.core import MoveId, PositionId
from kibitz.language.errors import phrase
from kibitz.oracle.answer import Option
from kibitz.oracle.oracle import Oracle

PERFECT = phrase("perfect")
HARD = phrase("hard")
EASY = phrase("easy")
RANDOM = phrase("random")

# Error rates by name; None for the opponent that ignores values.
OPPONENTS: dict[str, float | None] = {PERFECT: 0.0, HARD: 1 / 10, EASY: 1 / 3, RANDOM: None}


class Opponent:
    """A player that chooses by exact values; deterministic for a given seed."""

    def __init__(self, name: str, oracle: Oracle, seed: int | None = None) -> None:
        self.name = name
        self.rate = OPPONENTS[name]
        self.oracle = oracle
        self.chance = random.Random(seed)

    def choose(self, position: PositionId) -> MoveId:
        """Return the move to make in a position that is not finished."""
        if self.rate is None:
            return self.chance.choice(list(self.oracle.rules.moves(position)))
        moves = self.oracle.moves(position)
        if not moves[-1].outcome.known:
            return self.chance.choice(moves).move
        errors = self._errors(moves) if self.chance.random() < self.rate else []
        return self.chance.choice(errors or self.best(moves)).move

    def _errors(self, moves: Sequence[Option]) -> list[Option]:
        """Return the moves that spoil the outcome; if there are none, those that are not best."""
        best = moves[0].outcome
        spoiling = [option for option in moves if not option.outcome.keeps(best)]
        return spoiling or [option for option in moves if option.outcome != best]

    def best(self, moves: Sequence[Option]) -> list[Option]:
        """Return the moves that a perfect player may choose; `moves` are all, best first."""
        best = [option for option in moves if option.outcome == moves[0].outcome]
        if best[0].outcome.kind == "win" and best[0].outcome.points is None:
            return best
        traps = [self.oracle.errors(option.to) for option in best]
        return [option for option, count in zip(best, traps, strict=True) if count == max(traps)]
