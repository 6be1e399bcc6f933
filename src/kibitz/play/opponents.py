"""Opponents for games of two players, by how much of the exact values they use.

- `perfect` makes a best move wherever one is proved by the time it has to reply. In a lost position
  it delays the loss; in a drawn one it picks the move after which the other player has the most
  mistakes to make. In a game of points so does the winner, until a position comes again: from then
  on its moves lead to the end. Where nothing is proved in time it makes the best move found so far
  (`oracle/candidates.py`), and is called `strong`.
- `hard` does the same, but errs in one move of ten: then it makes a move that spoils the outcome
  or, if there is none, any move that is not best.
- `easy` solves nothing. It looks outcomes up, and where there are none it looks two plies ahead and
  plays some games at random. It errs in one move of three.
- `random` plays any legal move.
"""

from __future__ import annotations

import random

from kibitz.language.errors import phrase
from kibitz.solve.effort import Effort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.oracle.answer import Option
    from kibitz.oracle.candidates import Candidates
    from kibitz.oracle.oracle import Oracle
    from kibitz.rules import MoveId, PositionId

PERFECT = phrase("perfect")
HARD = phrase("hard")
EASY = phrase("easy")
RANDOM = phrase("random")
STRONG = phrase("strong")  # what `perfect` is called where nothing is proved

# Error rates by name; None for the opponent that ignores values.
OPPONENTS: dict[str, float | None] = {PERFECT: 0.0, HARD: 1 / 10, EASY: 1 / 3, RANDOM: None}

LEVELS = tuple(reversed(OPPONENTS))  # the weakest first

DEADLINE = Effort(seconds=0.5, compile=False)  # for a reply, while a person waits
PROVING = 0.5  # of it; the rest is for estimates
MOST_ESTIMATED = 50_000  # positions of estimates, on a quick machine
# Of `easy`: it does not depend on time, so that the same seed makes the same moves.
GLANCE = Effort(positions=1_000, compile=False)
REPLIES = 1  # plies after its move that `easy` looks at


class Opponent:
    """A player that chooses by exact values and, where there are none, by estimates.

    It is deterministic for a given seed as far as outcomes are proved. `effort` limits the time of
    a move; without it, the effort of the oracle does.
    """

    def __init__(
        self, name: str, oracle: Oracle, seed: int | None = None, effort: Effort | None = None
    ) -> None:
        self.name = name
        self.rate = OPPONENTS[name]
        self.oracle = oracle
        self.effort = effort
        self.chance = random.Random(seed)

    def choose(self, position: PositionId, *, repeating: bool = False) -> MoveId:
        """Return the move to make in a position that is not finished.

        `repeating` is whether positions of the match have recurred.
        """
        if self.rate is None:
            return self.chance.choice(list(self.oracle.rules.moves(position)))
        oracle = self.oracle.within(Effort.lookup_only)
        moves = oracle.moves(position)
        if self.name != EASY and not are_known(moves):
            oracle = self._on_time()
            proving = oracle.effort.share(PROVING).begun() if self.effort else oracle.effort
            moves = oracle.within(proving).moves(position)
        errs = self.chance.random() < self.rate
        if are_known(moves):
            errors = self._errors(moves) if errs else []
            chosen = errors or (repeating and self._to_the_end(oracle, position, moves))
            return self.chance.choice(chosen or self.best(moves, oracle)).move
        found = self._estimated(oracle, position, moves)
        return self.chance.choice((errs and found.errors) or found.best).move

    def _on_time(self) -> Oracle:
        """Return the oracle with the deadline of a move."""
        if self.effort is None:
            return self.oracle
        return self.oracle.within(self.effort.ending_with(self.oracle.effort).begun())

    def _estimated(
        self, oracle: Oracle, position: PositionId, moves: Sequence[Option]
    ) -> Candidates:
        if self.oracle.only_looks_up:
            return self.oracle.candidates(position, moves)
        if self.name == EASY:
            return oracle.candidates(position, moves, GLANCE, REPLIES)
        effort = oracle.effort
        in_time = self.effort is not None and not oracle.is_late
        most = MOST_ESTIMATED if effort.positions is None else effort.positions
        return oracle.candidates(
            position, moves, effort.replace(positions=most) if in_time else None
        )

    def _to_the_end(
        self, oracle: Oracle, position: PositionId, moves: Sequence[Option]
    ) -> list[Option]:
        """Return the best moves that do not go in circles; none where any of them may be chosen."""
        ending = oracle.ending_moves(position)
        return [option for option in moves if option.move in ending]

    def _errors(self, moves: Sequence[Option]) -> list[Option]:
        """Return the moves that spoil the outcome; if there are none, those that are not best."""
        best = moves[0].outcome
        spoiling = [option for option in moves if not option.outcome.keeps(best)]
        return spoiling or [option for option in moves if option.outcome != best]

    def best(self, moves: Sequence[Option], oracle: Oracle | None = None) -> list[Option]:
        """Return the moves that a perfect player may choose; `moves` are all, best first."""
        best = [option for option in moves if option.outcome == moves[0].outcome]
        if best[0].outcome.kind == "win" and best[0].outcome.points is None:
            return best
        traps = [(oracle or self.oracle).errors(option.to) for option in best]
        return [option for option, count in zip(best, traps, strict=True) if count == max(traps)]


def harder_than(name: str) -> str | None:
    """Return the next level after that of an opponent; None after the last, and for a person."""
    following = LEVELS[LEVELS.index(name) + 1 :] if name in LEVELS else ()
    return following[0] if following else None


def are_known(moves: Sequence[Option]) -> bool:
    """Return whether the outcome of every move is known."""
    return all(option.outcome.known for option in moves)
