"""Sentences about a match: the effect of a move, the end, the verdict, moves by value, and a hint.

All of it follows from outcomes, so every front end shows the same. Outcomes themselves are worded
by `Outcome.words`. Every text is a `Sentence`, which the front end translates.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence, plural
from kibitz.play.match_history import HUMAN
from kibitz.rules.objectives.outcomes import in_moves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.oracle.answer import Option
    from kibitz.play.match_history import MatchState
    from kibitz.play.session import Session
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome, Tone

TURNED: dict[Tone, Tone] = {"good": "bad", "even": "even", "bad": "good", "unknown": "unknown"}


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
        unknown = made.known and made.distance is None
        if before.distance is not None and made.distance != before.distance and not unknown:
            return Sentence(
                "still {value} instead of {possible}", value=now, possible=before.distance - cost
            )
        return Sentence("still {value}", value=now)
    if not made.known and (not before.known or made.may_be(before)):
        return Sentence("now {value}", value=now)
    if made.contested and made.points is not None:
        return Sentence("now {value}, before: {possible}", value=now, possible=before.words)
    if made < before and made.tone != before.tone and before.given_away is not None:
        return Sentence(before.given_away, value=now)
    return Sentence("from {before} to {after}", before=before.words, after=now)


def ending(match: MatchState) -> Sentence:
    """Return how a finished match ended, in a sentence."""
    if match.faces_computer and match.winner is not None:
        return Sentence("The game is over. {result}.", result=result(match))
    winner = None if match.winner is None else match.name_of(match.winner)
    return match.game.ending(match.position, match.ply, winner)


def result(match: MatchState) -> Sentence:
    """Return the result of a finished match, for the only person if there is one."""
    rules = match.game.rules
    worth, objective = rules.worth(match.position), rules.objective
    if not match.for_two:
        return ending(match)
    if match.winner is None:
        return Sentence("A draw")
    if match.faces_computer:
        return objective.result_of_person(match.winner == match.person, worth)
    return objective.victory(match.name_of(match.winner), worth)


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


# The verdict on a position


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
    if outcome.known and outcome.kind in ("win", "loss"):
        winner = match.mover if outcome.kind == "win" else 1 - match.mover
        if not match.faces_computer:
            head = Sentence("{player} wins", player=match.name_of(winner))
        else:
            head = Sentence("You win") if winner == match.person else Sentence("You lose")
        return Verdict(head, _in_moves_or_by(match, outcome), _tone(match, outcome))
    if outcome.kind == "draw":
        return Verdict(Sentence("Draw"), Sentence("neither player can force a win"), "even")
    if match.for_two:
        return Verdict(outcome.words, outcome.reason, _tone(match, outcome))
    return Verdict(*_of_puzzle(match, outcome), outcome.tone)


def _in_moves_or_by(match: MatchState, outcome: Outcome) -> Sentence | None:
    if outcome.distance is not None:
        return in_moves(outcome.distance)
    if outcome.points is None:
        return None
    margin = abs(outcome.points)
    return Sentence("by {count}", count=match.game.rules.objective.counted(margin))


def _tone(match: MatchState, outcome: Outcome) -> Tone:
    if match.mover == match.viewpoint:
        return outcome.tone
    return TURNED[outcome.tone]


def at_the_end(match: MatchState) -> Verdict:
    """Return the verdict on a match that is over."""
    after = plural("after {count} move", "after {count} moves", match.ply)
    if match.for_two:
        if match.winner is None:
            return Verdict(result(match), after, "even")
        tone: Tone = "good" if match.winner == match.viewpoint else "bad"
        return Verdict(result(match), after, tone)
    if human_won(match):
        return Verdict(Sentence("Solved"), in_moves(match.ply), "good")
    return Verdict(Sentence("Not solved"), ending(match), "bad")


def _of_puzzle(match: MatchState, outcome: Outcome) -> tuple[Sentence, Sentence | None]:
    rules = match.game.rules
    if outcome.tone == "unknown":
        return outcome.words, outcome.reason
    head = Sentence("Solvable") if outcome.tone == "good" else Sentence("Unsolvable")
    if outcome.distance is not None:
        if rules.cost is not None:
            return head, Sentence("at a cost of {count}", count=outcome.distance)
        return head, in_moves(outcome.distance)
    to_go = match.game.to_go(match.position)
    if to_go is not None and outcome.tone == "good":
        return head, to_go
    counted = match.game.what_counts(outcome)
    if counted is not None and outcome.detail is not None:
        return head, Sentence("{value}. {counted}", value=outcome.detail, counted=counted)
    return head, outcome.detail


# Moves by value


class MoveGroup:
    """Moves with the same effect on the outcome, best first, and a description of the effect."""

    __slots__ = ("options", "tone", "words")

    def __init__(self, words: Sentence, tone: Tone, options: list[Option]) -> None:
        self.words = words
        self.tone = tone
        self.options = options


def groups(outcome: Outcome, options: Sequence[Option]) -> list[MoveGroup]:
    """Return the moves of a position by their effect on its outcome; `options` are best first."""
    found: dict[object, list[Option]] = {}
    for option in options:
        found.setdefault(_kind(outcome, option.outcome), []).append(option)
    return [
        MoveGroup(_said_of(outcome, some[0].outcome, len(some)), some[0].outcome.tone, some)
        for some in found.values()
    ]


def _kind(outcome: Outcome, made: Outcome) -> object:
    """Return the key by which moves are grouped."""
    if made.points is not None and _counts(outcome, made):
        return made.result
    if made.tone == "unknown":
        return str(made.words)
    return made.tone if made.contested else (made.tone, made.distance == outcome.distance)


def _counts(outcome: Outcome, made: Outcome) -> bool:
    """Return whether it matters what a move scores, and not only whether it spoils the outcome."""
    return made.contested or made.tone == outcome.tone


def _said_of(outcome: Outcome, made: Outcome, count: int) -> Sentence:
    """Return the description of a group of so many moves."""
    if not made.proved:
        return plural("{count} move of unknown value", "{count} moves of unknown value", count)
    if made.tone == "unknown":
        return plural("{count} move: {value}", "{count} moves: {value}", count, value=made.words)
    words = made.of_moves(count)
    if words is not None and _counts(outcome, made):
        return words
    if made.value == "draw" and outcome.tone == "good":
        return plural("{count} move only draws", "{count} moves only draw", count)
    if made.tone == "even":
        return plural("{count} move keeps the draw", "{count} moves keep the draw", count)
    if made.contested:
        if made.tone == "good":
            return plural("{count} move wins", "{count} moves win", count)
        return plural("{count} move loses", "{count} moves lose", count)
    if made.tone == "good":
        return _solving(outcome, made, count)
    if outcome.tone != "bad":
        return plural("{count} move makes it unsolvable", "{count} moves make it unsolvable", count)
    return plural("{count} move, and it loses", "{count} moves, and all of them lose", count)


def _solving(outcome: Outcome, made: Outcome, count: int) -> Sentence:
    if made.distance is None:
        return plural("{count} move keeps it solvable", "{count} moves keep it solvable", count)
    if made.distance == outcome.distance:
        return plural("{count} best move", "{count} best moves", count)
    return plural("{count} move is a detour", "{count} moves are detours", count)


# A hint


def hint(
    session: Session, moves: Sequence[Option], last_good: int | None
) -> tuple[Sentence, Option | None]:
    """Return a hint in words, and the move that it recommends; None where it recommends none.

    Where no best move is proved, it is the best found so far, and the text says so. A lost puzzle
    has no good move; the text then says that.
    """
    if not moves:
        return Sentence("The game is over."), None
    best = moves[0]
    position = session.match.position
    if not are_decided(moves):
        found = session.oracle.candidates(position, moves)
        if not found.says:
            return Sentence("The best move is not known here."), None
        best = found.best[0]
        if not found.proved:
            return best_so_far(session.game.move_text(position, best.move), best.outcome), best
    move = session.game.move_text(position, best.move)
    if best.outcome.tone != "bad" or (best.outcome.contested and best.outcome.points is not None):
        return Sentence("Hint: {move} ({value})", move=move, value=best.outcome.words), best
    if session.match.for_two and best.outcome.distance is not None:
        return Sentence("Every move loses; {move} holds out longest.", move=move), best
    if session.match.for_two:
        return Sentence("Hint: {move} ({value})", move=move, value=best.outcome.words), best
    if last_good is not None:
        return Sentence(
            "This was solvable until move {ply}, but no longer is.", ply=last_good
        ), None
    said = best.outcome.cannot_be_solved(move)
    return (Sentence("This cannot be solved."), None) if said is None else (said, best)


def are_decided(moves: Sequence[Option]) -> bool:
    """Return whether the first of some moves, best first, is proved to be a best one."""
    best = moves[0].outcome
    wins = best.tone == "good" and best.points is None
    return wins or all(option.outcome.tone != "unknown" for option in moves)


def best_so_far(move: str, outcome: Outcome) -> Sentence:
    """Return the hint of a move that is not proved to be best, with what is proved of it."""
    if not outcome.proved:
        return Sentence("Best move found so far: {move}. Nothing is proved of it yet.", move=move)
    return Sentence("Best move found so far: {move} ({value})", move=move, value=outcome.words)
