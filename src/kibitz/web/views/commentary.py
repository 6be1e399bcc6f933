"""Kibitzer's comments on a match: the verdict, the moves, the graph and the mistakes."""

from collections.abc import Sequence
from typing import Literal

from kibitz.catalogue.collection import Collection
from kibitz.core.base_game import BaseGame
from kibitz.language.languages import Language
from kibitz.match.session import Session
from kibitz.match.verdict import groups, hint, verdict
from kibitz.objectives.outcomes import Outcome
from kibitz.oracle.answer import Option
from kibitz.web.views import schemas
from kibitz.web.views.match_graph import graph
from kibitz.web.views.match_views import judged_moves, value_shape

TableTime = Literal["", "seconds", "minutes", "hours"]

MOST_POINTS = 400


def opinion(session: Session, games: Collection, language: Language) -> schemas.Opinion:
    """Return the opinion on a match: its position, its legal moves, and the moves made."""
    game, match = session.game, session.match
    moves = session.moves()
    outcomes = session.outcomes(MOST_POINTS + 1)
    outcome = session.outcome
    good = session.last_good(outcomes)
    said = [outcome, *outcomes, *(option.outcome for option in moves)]
    return schemas.Opinion(
        verdict=verdict_shape(session, outcome, language),
        value=value_shape(outcome, language),
        moves=judged_moves(session, moves, language),
        groups=[
            schemas.MoveGroupSchema(
                words=str(language.tell(group.words)), tone=group.tone, count=len(group.options)
            )
            for group in groups(outcome, moves)
        ],
        hint=hint_shape(session, moves, good, language),
        graph=graph(session, outcomes, language),
        last_good=good,
        doubtful=good is not None and any(one.tone == "unknown" for one in outcomes[good:]),
        made=match.ply,
        least=outcomes[0].distance if outcomes[0].value == "solvable" else None,
        reason=None if match.over else reason_shape(session, language),
        command=command(games.at_terminal(game.name), game.text(match.position))
        if outcome.tone == "unknown"
        else None,
        table=time_for_table(game, said),
        search=may_search(session, [outcome, *(option.outcome for option in moves)]),
    )


def time_for_table(game: BaseGame, outcomes: Sequence[Outcome]) -> TableTime:
    """Say how long the table takes that would settle these outcomes; "" where it need not."""
    if not any(outcome.tone == "unknown" for outcome in outcomes):
        return ""
    from kibitz.solve.structure import table_takes  # where a table answers, none is offered

    return table_takes(game.rules)


def may_search(session: Session, outcomes: Sequence[Outcome]) -> bool:
    """Say whether to search longer for these outcomes; not where a table takes seconds."""
    if all(outcome.known for outcome in outcomes):
        return False
    from kibitz.solve.structure import table_takes

    return table_takes(session.game.rules) != "seconds" and session.oracle.effort.compiles


def verdict_shape(session: Session, outcome: Outcome, language: Language) -> schemas.VerdictSchema:
    """Return the verdict on the position on the board."""
    match = session.match
    found = verdict(match, outcome)
    return schemas.VerdictSchema(
        head=str(language.tell(found.head)),
        detail="" if found.detail is None else str(language.tell(found.detail)),
        tone=found.tone,
        viewpoint=match.game.players[match.viewpoint] if match.for_two else "",
    )


def hint_shape(
    session: Session, moves: Sequence[Option], last_good: int | None, language: Language
) -> schemas.Hint:
    """Return a hint and the move it recommends."""
    words, option = hint(session, moves, last_good)
    position = session.match.position
    move = None if option is None else session.game.move_text(position, option.move)
    return schemas.Hint(move=move, words=str(language.tell(words)))


def reason_shape(session: Session, language: Language) -> schemas.ReasonSchema | None:
    """Return why the puzzle on the board is lost; None if it is not, or without a short reason."""
    why = session.oracle.why(session.match.position)
    if why is None:
        return None
    return schemas.ReasonSchema(words=str(language.tell(why.shown)), kind=why.kind, cells=why.cells)


def command(name: str, position: str) -> str:
    """Return the command for a terminal that computes what the page cannot."""
    return f"kibitz solve {name} {position}"
