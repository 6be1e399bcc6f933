"""Opponents for games of two: who knows the values of all moves, and how much of it they use.

- `perfect` never makes a move that is not best. Where it must lose, it holds out as long as it
  can; where best play draws, it picks the move after which the other has the most ways to go wrong.
- `hard` and `easy` play like it, but err at a rate, one move in ten and one in three: then they
  make a move that spoils the outcome or, where there is none, any move that is not best.
- `random` plays any legal move.

Where the values are unknown, all of them play as `random` does.
"""

from __future__ import annotations

import random

from kibitz.rules.errors import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.play.knowledge import Judged, Knowledge

PERFECT = phrase("perfect")
HARD = phrase("hard")
EASY = phrase("easy")
RANDOM = phrase("random")

# How often each of them errs, by name; None for who does not look at values at all.
OPPONENTS: dict[str, float | None] = {PERFECT: 0.0, HARD: 1 / 10, EASY: 1 / 3, RANDOM: None}


class Opponent:
    """A player that chooses by what is known. The same seed makes the same choices."""

    def __init__(self, name: str, knowledge: Knowledge, seed: int | None = None) -> None:
        self.name = name
        self.rate = OPPONENTS[name]
        self.knowledge = knowledge
        self._chance = random.Random(seed)
        self._traps: dict[int, int] = {}

    def choose(self, position: int) -> int:
        """Return the move to make in a position that is not finished."""
        if self.rate is None:
            return self._chance.choice(list(self.knowledge.rules.moves(position)))
        moves = self.knowledge.moves(position)
        if moves[-1].value is None:
            return self._chance.choice(moves).move
        errors = self._errors(moves) if self._chance.random() < self.rate else []
        return self._chance.choice(errors or self.best(moves)).move

    def _errors(self, moves: Sequence[Judged]) -> list[Judged]:
        """Return the moves that spoil the outcome; if there are none, those that are not best."""
        best = moves[0].value
        assert best is not None
        spoiling = [judged for judged in moves if judged.value and judged.value.value != best.value]
        return spoiling or [judged for judged in moves if judged.value != best]

    def best(self, moves: Sequence[Judged]) -> list[Judged]:
        """Return the moves among which a perfect player may choose, given all, best first."""
        best = [judged for judged in moves if judged.value == moves[0].value]
        if best[0].value is not None and best[0].value.value == "win":
            return best
        traps = [self.traps(judged.to) for judged in best]
        return [judged for judged, count in zip(best, traps, strict=True) if count == max(traps)]

    def traps(self, position: int) -> int:
        """Return how many moves in a position spoil the outcome for who makes them."""
        canonical = self.knowledge.rules.canonical
        least = canonical(position) if canonical else position
        if least not in self._traps:
            moves = self.knowledge.moves(least)
            self._traps[least] = sum(
                judged.value is not None
                and moves[0].value is not None
                and judged.value.value != moves[0].value.value
                for judged in moves
            )
        return self._traps[least]
