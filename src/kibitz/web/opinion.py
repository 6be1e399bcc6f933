"""What the kibitzer says of a match: the outcome, the moves, the graph and where it went wrong."""

from __future__ import annotations

from kibitz.solve.outcome import Unknown
from kibitz.web import shapes
from kibitz.web.tables import time_for
from kibitz.web.views import judged_moves, level_of, size_of, value_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.collection import Collection
    from kibitz.play.language import Language
    from kibitz.play.session import Comment, Session
    from kibitz.solve.outcome import Outcome

MOST_POINTS = 400


def opinion(session: Session, games: Collection, language: Language) -> shapes.Opinion:
    """Judge a match: its position, its moves, and every move that was made."""
    game, match = session.game, session.match
    moves = session.moves()
    outcomes = session.outcomes(MOST_POINTS + 1)
    outcome = session.outcome
    good = session.last_good(outcomes)
    why = None if match.over else session.oracle.why(match.position)
    said = [outcome, *outcomes, *(option.outcome for option in moves)]
    return shapes.Opinion(
        value=value_shape(outcome, language),
        moves=judged_moves(session, moves, language),
        graph=graph(session, outcomes, language),
        last_good=good,
        doubtful=good is not None and any(one.tone == "unknown" for one in outcomes[good:]),
        made=match.ply,
        least=outcomes[0].distance if outcomes[0].value == "solvable" else None,
        reason="" if why is None else str(language.tell(why)),
        command=command(games.at_terminal(game.name), game.text(match.position))
        if isinstance(outcome, Unknown)
        else None,
        table=time_for(game) if any(isinstance(one, Unknown) for one in said) else "",
    )


def command(name: str, position: str) -> str:
    """Return what to run in a terminal where the page cannot know."""
    return f"kibitz solve {name} {position}"


def graph(session: Session, outcomes: list[Outcome], language: Language) -> list[shapes.Point]:
    """Return a point for each ply, and which moves threw something away."""
    worst = max([1, *map(size_of, outcomes)])
    points = []
    led: Comment | None = None  # what is said about the move before
    for ply, outcome in enumerate(outcomes):
        comment = session.comment(ply) if ply + 1 < len(outcomes) else None
        mistake = comment is not None and comment.is_mistake
        points.append(
            shapes.Point(
                ply=ply,
                value=value_shape(outcome, language),
                level=level_of(outcome, session.match.mover_at(ply), worst),
                blunder=mistake,
                lost=str(language.tell(comment.words)) if comment and mistake else "",
                mark=led.mark if led else "",
                comment=str(language.tell(led.words)) if led else "",
            )
        )
        led = comment
    return points
