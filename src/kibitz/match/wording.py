"""Sentences about a match: the effect of a move, the end, and what would settle an unknown.

Outcomes themselves are worded by `Outcome.words`. Every text is a `Sentence`, which the front end
translates.
"""

from kibitz.core import PositionId
from kibitz.core.base_game import BaseGame
from kibitz.language.errors import Sentence
from kibitz.match.match_history import HUMAN, MatchState
from kibitz.objectives.outcomes import Outcome


def change(before: Outcome, made: Outcome, cost: int = 1) -> Sentence:
    """Return the effect of a move on the outcome in one line, for the player who made it.

    `before` is the outcome of the position it was made in, `made` that of the move. Distances
    before the move include its cost, those after it do not.
    """
    if not made.proved:
        return Sentence("outcome unknown")
    now = made.later(cost).words
    if not before.proved:
        return Sentence("now {value}", value=now)
    if before.result == made.result or (before.tone == made.tone and not made.known):
        if before.distance != made.distance and before.distance is not None:
            return Sentence(
                "still {value} instead of {possible}", value=now, possible=before.distance - cost
            )
        return Sentence("still {value}", value=now)
    if not made.known and (not before.known or made.may_be(before)):
        return Sentence("now {value}", value=now)
    if made.contested and made.points is not None:
        return Sentence("now {value} instead of {possible}", value=now, possible=before.words)
    if made < before and made.tone != before.tone and before.given_away is not None:
        return Sentence(before.given_away, value=now)
    return Sentence("from {before} to {after}", before=before.words, after=now)


def ending(match: MatchState) -> Sentence:
    """Return how a finished match ended."""
    rules = match.game.rules
    worth, objective = rules.worth(match.position), rules.objective
    winner = None if match.winner is None else match.game.players[match.winner]
    if rules.structure is not None and not objective.is_solved(worth):
        return rules.structure.unsolved(worth)
    return objective.ending(worth, match.ply, winner)


def human_won(match: MatchState) -> bool:
    """Return whether a human player has won the match or solved the puzzle."""
    if not match.over:
        return False
    if match.for_two:
        return match.winner is not None and match.players[match.winner] == HUMAN
    rules = match.game.rules
    return rules.objective.is_solved(rules.worth(match.position))


def why_unknown(unknown: Outcome, game: BaseGame, position: PositionId) -> Sentence:
    """Return why an outcome is unknown, and what would settle it.

    A bound includes what is proved; a search without limits continues from there.
    """
    if unknown.reason is None:
        command = f"kibitz solve {game.name} {game.text(position)}"
        return Sentence("To settle it, run: {command}", command=command)
    if unknown.settled_by == "nothing":
        return Sentence("The outcome is unknown: {reason}.", reason=unknown.reason)
    return Sentence(
        "The outcome is unknown: {reason}. To settle it, run: {command}",
        reason=unknown.reason,
        command=f"kibitz table {game.name}",
    )
