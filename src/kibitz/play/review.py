"""Review of a finished match: the mistakes of the people who played it, and better moves."""

from __future__ import annotations

from kibitz.language.errors import Sentence, plural
from kibitz.play.match_history import HUMAN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.play.session import Comment, Session

MISTAKES, DETOURS = ("?", "??"), ("?!",)
MOST_SHOWN = 40  # mistakes, each with a better move


class Mistake:
    """A mistake: the number of the move, from 1, and a better move (None if it is unknown)."""

    __slots__ = ("better", "number")

    def __init__(self, number: int, better: str | None) -> None:
        self.number = number
        self.better = better


class Review:
    """A review in one line, and the mistakes that it counts.

    `words` is None where there is nothing to say: in a puzzle without a mistake, and where the
    outcomes are not known.
    """

    __slots__ = ("mistakes", "words")

    def __init__(self, words: Sentence | None, mistakes: list[Mistake]) -> None:
        self.words = words
        self.mistakes = mistakes


def review(session: Session, comments: Sequence[Comment | None]) -> Review | None:
    """Return the review of a match; None unless the line on the board ends with the game's end.

    `comments` are those on the moves, as far as they are known. Where one person plays against a
    computer, only the moves of the person count. A puzzle that was solved, but not in the fewest
    moves, has its detours in place of mistakes.
    """
    match = session.match
    if not match.finished:
        return None
    own = [
        comment
        for ply, comment in enumerate(comments)
        if comment is not None and match.players[match.mover_at(ply)] == HUMAN
    ]
    wrong = [comment for comment in own if comment.mark in MISTAKES]
    if wrong:
        words = plural(
            "Review: {count} mistake, move {number}",
            "Review: {count} mistakes, first in move {number}",
            len(wrong),
            number=wrong[0].ply + 1,
        )
        return Review(words, _shown(session, wrong))
    detours = [comment for comment in own if comment.mark in DETOURS]
    if detours and not match.for_two:
        words = plural(
            "Review: {count} detour, move {number}",
            "Review: {count} detours, first in move {number}",
            len(detours),
            number=detours[0].ply + 1,
        )
        return Review(words, _shown(session, detours))
    return Review(_without_mistake(session, own), [])


def _without_mistake(session: Session, own: Sequence[Comment]) -> Sentence | None:
    """Return the sentence for a match without known mistakes, if every human move is judged."""
    match = session.match
    if not match.for_two or not own:
        return None
    if not all(comment.before.known and comment.made.known for comment in own):
        return None
    if match.faces_computer:
        return Sentence("You made no mistake.")
    return Sentence("No move was a mistake.")


def _shown(session: Session, wrong: Sequence[Comment]) -> list[Mistake]:
    found = []
    for comment in wrong[:MOST_SHOWN]:
        position = session.match.positions[comment.ply]
        move = session.oracle.hint(position)
        better = None if move is None else session.game.move_text(position, move)
        found.append(Mistake(comment.ply + 1, better))
    return found
