"""Outcomes in words: of a position, of a move, and of a match that is over."""

from __future__ import annotations

from kibitz.rules.errors import Sentence
from kibitz.solve.answer import DRAW, ENDLESS, LOSS, SOLVABLE, UNSOLVABLE, WIN, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.match import Match
    from kibitz.rules.contract import Rules


UNKNOWN = Sentence("unknown")


def in_words(rules: Rules, value: Value | None) -> Sentence:
    """Return a value as a player says it: `won in 5`, `a draw`, `solvable in 3`."""
    if value is None:
        return UNKNOWN
    if isinstance(value.value, int):
        if value.value <= rules.solved_at:
            return Sentence("solvable")
        return Sentence("{count} left at best", count=value.value)
    if value.value == WIN:
        return Sentence("won in {count}", count=value.distance)
    if value.value == LOSS:
        return Sentence("lost in {count}", count=value.distance)
    if value.value == SOLVABLE:
        return Sentence("solvable in {count}", count=value.distance)
    plain = {
        DRAW: Sentence("a draw"),
        UNSOLVABLE: Sentence("unsolvable"),
        ENDLESS: Sentence("without end"),
    }
    return plain[value.value]


def change(rules: Rules, before: Value | None, made: Value | None) -> Sentence:
    """Return in one line what a move did to the outcome, for the player who made it.

    `before` is the value of the position it was made in, `made` that of the move. Distances are
    told as they are: those before the move count it, those after it do not.
    """
    if made is None:
        return Sentence("outcome unknown")
    after = Value(made.value, None if made.distance is None else made.distance - 1)
    now = in_words(rules, after)
    if before is None:
        return Sentence("now {value}", value=now)
    if _same(rules, before, made):
        if before.distance != made.distance and before.distance is not None:
            return Sentence(
                "still {value} instead of {possible}", value=now, possible=before.distance - 1
            )
        return Sentence("still {value}", value=now)
    return Sentence("from {before} to {after}", before=in_words(rules, before), after=now)


def _same(rules: Rules, one: Value, other: Value) -> bool:
    """Tell whether two values are the same but for the time they take."""
    if isinstance(one.value, int) and isinstance(other.value, int):
        return max(one.value, other.value) <= rules.solved_at or one.value == other.value
    return one.value == other.value


def ending(match: Match) -> Sentence:
    """Return how a match that is over has ended."""
    rules = match.game.rules
    worth = rules.worth(match.position)
    if match.for_two:
        winner = match.winner
        if winner is None:
            return Sentence("The game is over: a draw.")
        return Sentence("The game is over: {player} has won.", player=match.game.players[winner])
    if rules.aim == "fewest":
        if worth <= rules.solved_at:
            return Sentence("Solved. Moves made: {count}.", count=match.ply)
        return Sentence("No move is left. The end: {count} left.", count=worth)
    if worth:
        return Sentence("Solved. Moves made: {count}.", count=match.ply)
    return Sentence("No move is left, and it is not solved.")
