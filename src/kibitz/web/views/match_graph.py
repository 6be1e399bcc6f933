"""Graph of a match: the height of each position, and the effect of each move."""

from collections.abc import Sequence

from kibitz.language.languages import Language
from kibitz.match.session import Session
from kibitz.objectives.outcomes import Outcome
from kibitz.web.views import schemas
from kibitz.web.views.match_views import value_shape

LEAST_SOLVABLE = 0.6  # puzzles: solvable positions are above this height,
HALFWAY = 6  # margin with half of the maximum height
MOST_LOST = 0.3  # and lost ones not above this


def graph(session: Session, outcomes: list[Outcome], language: Language) -> list[schemas.Point]:
    """Return a point for each ply, with the effect of the move that led there."""
    match = session.match
    heights = (
        [height_for_two(outcome, match.mover_at(ply)) for ply, outcome in enumerate(outcomes)]
        if match.for_two
        else heights_of_puzzle(outcomes)
    )
    points = []
    for ply, (outcome, height) in enumerate(zip(outcomes, heights, strict=True)):
        comment = session.comment(ply - 1) if ply else None
        points.append(
            schemas.Point(
                ply=ply,
                value=value_shape(outcome, language),
                level=height,
                mark=comment.mark if comment else "",
                comment=str(language.tell(comment.words)) if comment else "",
            )
        )
    return points


def height_for_two(outcome: Outcome, mover: int) -> float | None:
    """Return the height of an outcome from 0 (the second player wins) to 1 (the first does).

    A draw is in the middle; a win is farther from it the nearer or the higher it is.
    """
    if not (outcome.known and outcome.contested):
        return None
    if outcome.points is not None:
        height = 0.5 + 0.5 * outcome.points / (abs(outcome.points) + HALFWAY)
        return height if mover == 0 else 1 - height
    if outcome.distance is None:
        return 0.5
    height = 0.5 + 0.5 / (1 + outcome.distance / 12)
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
