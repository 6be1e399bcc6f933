"""Kibitzer's comments on a match: the verdict, the moves, the graph and the mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from kibitz.oracle.plan import may_deepen
from kibitz.play.session import Comment, Session
from kibitz.play.wording import TURNED, groups, hint, verdict
from kibitz.questions import answers
from kibitz.questions.answering import shape
from kibitz.questions.app_state import AppState
from kibitz.questions.match_views import judged_moves, value_of
from kibitz.rules.base_game import BaseGame
from kibitz.rules.objectives.outcomes import Outcome

TableTime = Literal["", "seconds", "minutes", "hours"]

MOST_POINTS = 400
LEAST_SOLVABLE = 0.6  # height in the graph above which solvable positions of a puzzle are,
MOST_LOST = 0.3  # and that lost ones do not exceed
HALFWAY = 6  # margin with half of the maximum height
FAR = 48  # plies; the height of a win at an unknown distance is that of a win so far away


def opinion(session: Session, state: AppState) -> answers.Opinion:
    """Return the opinion on a match: its position, its legal moves, and the moves made."""
    game, match = session.game, session.match
    moves = session.moves()
    outcomes = session.outcomes(MOST_POINTS + 1)
    comments = [session.comment(ply) for ply in range(len(outcomes) - 1)]
    outcome = session.outcome
    good = session.last_good(outcomes)
    said = [outcome, *outcomes, *(option.outcome for option in moves)]
    against_person = match.faces_computer and match.mover != match.person
    by_value = groups(outcome, moves)
    in_groups = [option for group in by_value for option in group.options]
    settled = outcome.known and all(option.outcome.known for option in moves)
    found = verdict(match, outcome)
    words, option = hint(session, moves, good)
    move = None if option is None else game.move_text(match.position, option.move)
    why = None if match.over else session.oracle.why(match.position)
    text = game.text(match.position)
    return answers.Opinion(
        verdict=shape(
            answers.VerdictSchema,
            found,
            detail=found.detail or "",
            viewpoint=state.language.tell(match.name_of(match.viewpoint)) if match.for_two else "",
        ),
        value=value_of(outcome),
        moves=judged_moves(session, in_groups),
        groups=[
            shape(
                answers.MoveGroupSchema,
                group,
                tone=TURNED[group.tone] if against_person else group.tone,
                count=len(group.options),
            )
            for group in by_value
        ],
        hint=answers.Hint(move=move, words=words),
        graph=graph(session, outcomes, comments),
        review=review_of(session, comments),
        last_good=good,
        doubtful=good is not None and any(one.tone == "unknown" for one in outcomes[good:]),
        made=match.ply,
        least=outcomes[0].distance if outcomes[0].value == "solvable" else None,
        reason=None if why is None else shape(answers.ReasonSchema, why, words=why.shown),
        command=state.command("solve", game.name, text) if outcome.tone == "unknown" else None,
        table=time_for_table(game, said),
        search=not settled and may_deepen(game.rules),
    )


def graph(
    session: Session, outcomes: list[Outcome], comments: Sequence[Comment | None]
) -> list[answers.Point]:
    """Return a point for each ply, with the effect of the move that led there."""
    match = session.match
    heights = (
        [height_for_two(outcome, match.mover_at(ply)) for ply, outcome in enumerate(outcomes)]
        if match.for_two
        else heights_of_puzzle(outcomes)
    )
    return [
        answers.Point(
            ply=ply,
            value=value_of(outcome),
            level=height,
            mark=comment.mark if comment else "",
            comment=comment.words if comment else "",
        )
        for ply, (outcome, height, comment) in enumerate(
            zip(outcomes, heights, (None, *comments), strict=True)
        )
    ]


def height_for_two(outcome: Outcome, mover: int) -> float | None:
    """Return the height of an outcome from 0 (the second player wins) to 1 (the first does).

    A draw is in the middle; a win is farther from it the nearer or the higher it is.
    """
    if not (outcome.known and outcome.contested):
        return None
    if outcome.points is not None:
        height = 0.5 + 0.5 * outcome.points / (abs(outcome.points) + HALFWAY)
        return height if mover == 0 else 1 - height
    if outcome.tone == "even":
        return 0.5
    distance = FAR if outcome.distance is None else outcome.distance
    height = 0.5 + 0.5 / (1 + distance / 12)
    return height if (outcome.kind == "win") == (mover == 0) else 1 - height


def heights_of_puzzle(outcomes: Sequence[Outcome]) -> list[float | None]:
    """Return the heights of the positions of a puzzle: solvable ones above all lost ones.

    A solvable position is higher the nearer its end. A lost one is lower the worse its best end.
    That never improves during a match, so neither does the height, even if some ends are unknown.
    """
    proved = [outcome.decided for outcome in outcomes]
    most = max([1, *(one.distance or 0 for one in proved)])
    scores = [one.points for one in proved if one.tone == "bad" and one.points is not None]
    lost = MOST_LOST
    found: list[float | None] = []
    for outcome in proved:
        if outcome.tone == "good":
            found.append(1 - (1 - LEAST_SOLVABLE) * (outcome.distance or 0) / most)
        elif outcome.tone == "bad":
            if outcome.points is not None:
                span = max(scores) - min(scores) + 1
                lost = min(lost, MOST_LOST * (1 - (max(scores) - outcome.points) / span))
            found.append(lost)
        else:
            found.append(None)
    return found


def time_for_table(game: BaseGame, outcomes: Sequence[Outcome]) -> TableTime:
    """Return how long the table would take that settles these outcomes; "" if none is offered."""
    if not any(outcome.tone == "unknown" for outcome in outcomes):
        return ""
    # Where a table answers, none is offered.
    from kibitz.solve.structure import can_make_table, table_takes

    return table_takes(game.rules) if can_make_table(game.rules) else ""


def review_of(session: Session, comments: Sequence[Comment | None]) -> answers.ReviewSchema | None:
    """Return the review of a finished match."""
    if not session.match.finished:
        return None
    from kibitz.play.review import review  # at the end of a match

    found = review(session, comments)
    if found is None:
        return None
    mistakes = [answers.MistakeSchema(ply=one.number, better=one.better) for one in found.mistakes]
    return answers.ReviewSchema(words=found.words or "", mistakes=mistakes)
