"""The kibitzer's short answers: the verdict on a position, its moves by value, and a hint.

All of it is made of outcomes, so every face says the same. Words are `Sentence`s, which a face
translates.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence, plural
from kibitz.match.wording import ending, reason_for_joy
from kibitz.objectives.outcomes import (
    Bound,
    Draw,
    Endless,
    Leaves,
    Loss,
    Margin,
    Solvable,
    Unknown,
    Win,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.match.match_history import MatchState
    from kibitz.match.session import Session
    from kibitz.objectives.outcome import Tone
    from kibitz.objectives.outcomes import Outcome
    from kibitz.oracle.answer import Option


class Verdict:
    """A verdict: a headline, a detail (None if there is none), and a tone for the viewpoint."""

    __slots__ = ("detail", "head", "tone")

    def __init__(self, head: Sentence, detail: Sentence | None, tone: Tone) -> None:
        self.head = head
        self.detail = detail
        self.tone = tone


def verdict(match: MatchState, outcome: Outcome) -> Verdict:
    """Return the verdict on the position on the board, whose outcome this is.

    Its tone is for the viewpoint of the match, so it changes only when the outcome does.
    """
    if match.over:
        return at_the_end(match)
    if isinstance(outcome, Win | Loss):
        assert outcome.distance is not None
        winner = match.mover if isinstance(outcome, Win) else 1 - match.mover
        head = Sentence("{player} wins", player=match.game.players[winner])
        return Verdict(head, _in_moves(outcome.distance), _tone(match, outcome))
    if isinstance(outcome, Margin) and outcome.margin:
        winner = match.mover if outcome.margin > 0 else 1 - match.mover
        head = Sentence("{player} wins", player=match.game.players[winner])
        by = Sentence("by {count}", count=outcome.counted(abs(outcome.margin)))
        return Verdict(head, by, _tone(match, outcome))
    if outcome.value == "draw":
        return Verdict(Sentence("Draw"), Sentence("nobody can force a win"), "even")
    if match.for_two:
        return Verdict(outcome.words, _why_unknown(outcome), _tone(match, outcome))
    return Verdict(*_of_puzzle(match, outcome), outcome.tone)


def _in_moves(count: int) -> Sentence:
    return plural("in {count} move", "in {count} moves", count)


def _tone(match: MatchState, outcome: Outcome) -> Tone:
    if match.mover == match.viewpoint:
        return outcome.tone
    return {"good": "bad", "bad": "good"}.get(outcome.tone, outcome.tone)  # type: ignore[return-value]


def at_the_end(match: MatchState) -> Verdict:
    """Return the verdict on a match that is over."""
    after = plural("after {count} move", "after {count} moves", match.ply)
    if match.for_two:
        if match.winner is None:
            return Verdict(Sentence("Draw"), after, "even")
        player = match.game.players[match.winner]
        rules = match.game.rules
        head = rules.objective.victory(player, rules.worth(match.position))
        return Verdict(head, after, "good" if match.winner == match.viewpoint else "bad")
    if reason_for_joy(match):
        return Verdict(Sentence("Solved"), _in_moves(match.ply), "good")
    return Verdict(Sentence("Not solved"), ending(match), "bad")


def _of_puzzle(match: MatchState, outcome: Outcome) -> tuple[Sentence, Sentence | None]:
    pegs = match.game.rules.jumps is not None
    if isinstance(outcome, Solvable):
        if match.game.rules.cost is not None:
            return Sentence("Solvable"), Sentence("at a cost of {count}", count=outcome.distance)
        if outcome.distance is not None:
            return Sentence("Solvable"), _in_moves(outcome.distance)
        if not pegs:
            return Sentence("Solvable"), None
        left = match.position.bit_count() - 1
        return Sentence("Solvable"), plural("{count} jump to go", "{count} jumps to go", left)
    if isinstance(outcome, Leaves):
        at_best = (
            plural("{count} peg left at best", "{count} pegs left at best", outcome.score)
            if pegs
            else Sentence("a final score of {score} at best", score=outcome.counted(outcome.score))
        )
        return Sentence("Unsolvable"), at_best
    if isinstance(outcome, Endless):
        return Sentence("Unsolvable"), Sentence("no end can be reached")
    if outcome.tone == "bad":
        return Sentence("Unsolvable"), None
    if outcome.tone == "good":
        return Sentence("Solvable"), None
    return outcome.words, _why_unknown(outcome)


def _why_unknown(outcome: Outcome) -> Sentence | None:
    return outcome.reason if isinstance(outcome, Unknown) else None


# Moves by value


class Group:
    """Moves that do the same to the outcome, best first, and what that is."""

    __slots__ = ("options", "tone", "words")

    def __init__(self, words: Sentence, tone: Tone, options: list[Option]) -> None:
        self.words = words
        self.tone = tone
        self.options = options


def groups(outcome: Outcome, options: Sequence[Option]) -> list[Group]:
    """Return the moves of a position by what they do to its outcome; `options` are best first."""
    found: dict[object, list[Option]] = {}
    for option in options:
        found.setdefault(_kind(outcome, option.outcome), []).append(option)
    return [
        Group(_said_of(outcome, some[0].outcome, len(some)), some[0].outcome.tone, some)
        for some in found.values()
    ]


def _kind(outcome: Outcome, made: Outcome) -> object:
    """Return the same for moves that belong together."""
    if isinstance(made, Margin):
        return made
    if made.tone == "bad" and outcome.tone == "bad":
        return made.result if isinstance(made, Leaves) else made.tone
    if isinstance(made, Solvable):
        return made.tone, made.distance == outcome.distance
    return made.tone


def _said_of(outcome: Outcome, made: Outcome, count: int) -> Sentence:
    """Return what so many moves of the same kind do."""
    if made.tone == "unknown":
        return plural("{count} move of unknown value", "{count} moves of unknown value", count)
    if isinstance(made, Margin) and made.margin:
        return _with_margin(made, count)
    if made.value == "draw" and outcome.tone == "good":
        return plural("{count} move only draws", "{count} moves only draw", count)
    if made.tone == "even":
        return plural("{count} move keeps the draw", "{count} moves keep the draw", count)
    if _between_two(made):
        if made.tone == "good":
            return plural("{count} move wins", "{count} moves win", count)
        return plural("{count} move loses", "{count} moves lose", count)
    if made.tone == "good":
        return _solving(outcome, made, count)
    if outcome.tone != "bad":
        return plural("{count} move loses it", "{count} moves lose it", count)
    if isinstance(made, Leaves):
        return plural(
            "{count} move leaves {score} at best",
            "{count} moves leave {score} at best",
            count,
            score=made.counted(made.score),
        )
    return plural("{count} move, and it is lost", "{count} moves, and all are lost", count)


def _with_margin(made: Margin, count: int) -> Sentence:
    margin = made.counted(abs(made.margin))
    if made.margin > 0:
        return plural(
            "{count} move wins by {margin}", "{count} moves win by {margin}", count, margin=margin
        )
    return plural(
        "{count} move loses by {margin}", "{count} moves lose by {margin}", count, margin=margin
    )


def _solving(outcome: Outcome, made: Outcome, count: int) -> Sentence:
    if made.distance is None:
        return plural("{count} move keeps it solvable", "{count} moves keep it solvable", count)
    if made.distance == outcome.distance:
        return plural(
            "{count} move is on a shortest way", "{count} moves are on a shortest way", count
        )
    return plural("{count} move is a detour", "{count} moves are detours", count)


def _between_two(outcome: Outcome) -> bool:
    if isinstance(outcome, Bound):
        return any(_between_two(one) for one in (outcome.best, outcome.worst) if one is not None)
    return isinstance(outcome, Win | Draw | Loss | Margin)


# A hint


def hint(
    session: Session, moves: Sequence[Option], last_good: int | None
) -> tuple[Sentence, Option | None]:
    """Return a hint in words, and the move that it recommends; None where it recommends none.

    A puzzle that is lost has no good move, and that is said instead.
    """
    if not moves:
        return Sentence("The game is over."), None
    best = moves[0]
    if best.outcome.tone == "unknown":
        return Sentence("The best move is not known here."), None
    move = session.game.move_text(session.match.position, best.move)
    if best.outcome.tone != "bad" or isinstance(best.outcome, Margin):
        return Sentence("Hint: {move} ({value})", move=move, value=best.outcome.words), best
    if session.match.for_two:
        return Sentence("Every move loses; {move} holds out longest.", move=move), best
    if last_good is not None:
        return Sentence(
            "This could be solved until move {ply}, but not any more.", ply=last_good
        ), None
    if isinstance(best.outcome, Leaves):
        said = Sentence(
            "This cannot be solved; {move} leaves {score} at best.",
            move=move,
            score=best.outcome.counted(best.outcome.score),
        )
        return said, best
    return Sentence("This cannot be solved."), None
