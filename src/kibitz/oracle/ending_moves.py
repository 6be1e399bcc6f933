"""Moves that lead to the end where a margin can be kept by going in circles.

A margin says what can be forced, and not how long it takes: several moves may keep it, and some of
them lead back. So the moves that keep the margin of every position are a game of their own, with
the aim `win`: the player who is ahead wants to end it soon, the other late.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz.oracle.answer import best_line, is_whole, outcome_for_mover
from kibitz.oracle.sources.subgame_source import FromSubgame
from kibitz.rules import MoveId, PositionId
from kibitz.rules.objectives.outcomes import Outcome
from kibitz.rules.rules import Rules
from kibitz.solve.effort import Effort

MOST_KEEPING = 20_000  # positions that such moves may lead to: about a second


class Unsettled(Exception):
    """The outcome of a position that such moves lead to is unknown."""


class EndingMoves:
    """The game of the moves that keep the margin; `outcome_of` looks an outcome up."""

    def __init__(self, rules: Rules, outcome_of: Callable[[PositionId], Outcome]) -> None:
        def known(position: int) -> Outcome:
            outcome = outcome_of(PositionId(position))
            if not outcome.known:
                raise Unsettled
            return outcome

        def moves(position: int) -> Iterator[int]:
            best = known(position)
            for move in rules.moves(position):
                after = known(rules.play(position, move))
                if outcome_for_mover(rules, PositionId(position), MoveId(move), after) == best:
                    yield move

        def worth(position: int) -> int:
            margin = rules.worth(position)
            return (margin > 0) - (margin < 0)

        self.rules = Rules(
            aim="win",
            start=rules.start,
            moves=moves,
            play=rules.play,
            worth=worth,
            canonical=rules.canonical,
            same_mover=rules.same_mover,
        )
        self._source = FromSubgame(self.rules)

    def moves(self, position: PositionId, effort: Effort) -> list[MoveId]:
        """Return the moves that end the game soonest, or latest if it is lost; none if unknown."""
        rules = self.rules
        try:
            best = self._outcome(position, effort)
            return [
                move
                for move in rules.moves(position)
                if best
                == outcome_for_mover(
                    rules, position, move, self._outcome(rules.play(position, move), effort)
                )
            ]
        except Unsettled:
            return []

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        """Return a line of such moves to the end; None if there is none, or if it is unknown."""
        try:
            line = best_line(self.rules, position, lambda at, _: self._outcome(at, effort))
        except Unsettled:
            return None
        return line if line and is_whole(self.rules, position, line) else None

    def _outcome(self, position: PositionId, effort: Effort) -> Outcome:
        """Return who wins the game of these moves, and when."""
        outcome = self._source.ask(position, effort.at_most(MOST_KEEPING), None)
        if outcome is None or not outcome.known:
            raise Unsettled
        return outcome
