"""The promises of the notation: what is written can be read again, and tells all there is."""

from __future__ import annotations

import re

from kibitz.conformance.complaint import Complaint, failed_at, place_of
from kibitz.rules.errors import NotationError
from kibitz.rules.simple_game import OwnGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.conformance.subject import Subject

UNQUOTED = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9.-]*|[.][A-Za-z0-9.-]*[A-Za-z0-9-][A-Za-z0-9.-]*|[.]{3,}"
)
MOST_MOVES = 12  # of a position, read back
SIDE = (
    "show what differs: more signs after those of the cells stand beside the board, such as the "
    "side to move"
)


def looks(subject: Subject) -> Iterator[Complaint]:
    """Check that positions that look alike are the same: what decides the moves can be seen."""
    game = subject.game
    where = place_of(getattr(game, "author_pieces", None))
    met: dict[str, int] = {}
    for position in subject.near:
        text = game.text(position)
        other = met.setdefault(text, position)
        if other == position:
            continue
        both = f"positions {other} and {position} both read {text}"
        here, there = (
            sorted(game.text(subject.rules.play(each, move)) for move in subject.rules.moves(each))
            for each in (other, position)
        )
        if here != there:
            lost = sorted(set(here) ^ set(there)) or ["one of them twice"]
            yield Complaint(
                f"{both}, but their successors differ: only one can be followed by {lost[0]}",
                where,
                SIDE,
            )
        else:
            yield Complaint(
                f"a position does not survive its text: {both}",
                where,
                f"one position is one number, so let play keep it in one form; or {SIDE}",
            )
        return


def positions(subject: Subject) -> Iterator[Complaint]:
    """Check that a position can be written on one unquoted line, or a block, and read again."""
    game = subject.game
    inverse = place_of(getattr(game, "author_position_of", None))
    inverse = inverse or place_of(getattr(game, "author_pieces", None))
    for position in subject.walk:
        text = game.text(position)
        if not UNQUOTED.fullmatch(text):
            yield Complaint(
                f"position {position} is written {text!r}, which a shell, a URL or a file name "
                "would not take as it is"
            )
            return
        for written in (text, text.upper(), text.lower(), game.block(position)):
            try:
                read = game.parse(written)
            except NotationError as error:
                because = error.__cause__
                wrong = f"{because or error.sentence.format(**error.details)}"
                found = (failed_at(because) if because else None) or inverse
                yield Complaint(
                    f"position {position} does not survive its text: {written.strip()!r} "
                    f"cannot be read: {wrong}",
                    found,
                )
                return
            if read != position:
                yield Complaint(
                    f"position {position} does not survive its text: {written.strip()!r} "
                    f"is read as position {read}",
                    inverse,
                )
                return


def unpointed(subject: Subject, position: int) -> Complaint | None:
    """Return what is wrong with the cells to point at for a move."""
    game = subject.game
    cells = range(len(game.board))
    for move in subject.rules.moves(position):
        pointed = game.points(position, move)
        if not all(type(cell) is int and cell in cells for cell in pointed):
            return Complaint(
                f"points gives {pointed!r} for the move {move} at {subject.named(position)}, but "
                f"cells are numbers from 0 to {len(cells) - 1}",
                place_of(getattr(game, "author_points", None)),
            )
    return None


def moves(subject: Subject) -> Iterator[Complaint]:
    """Check that the moves of a position are written differently, and can be read again."""
    game = subject.game
    own = game if isinstance(game, OwnGame) else None
    where = place_of(own.author_move_text if own else None)
    remedy = "" if where or own is None else "give OwnGame a move_text that tells them apart"
    for position in subject.walk[:100]:
        wrong = unpointed(subject, position)
        if wrong is not None:
            yield wrong
            return
        texts: dict[str, int] = {}
        for move in subject.rules.moves(position):
            text = game.move_text(position, move)
            if not isinstance(text, str) or not text.strip():
                yield Complaint(f"the move {move} is written as {text!r}", where)
                return
            other = texts.setdefault(game.plain_move(text), move)
            if other != move:
                yield Complaint(
                    f"at {subject.named(position)} the moves {other} and {move} are both "
                    f"written {text}",
                    where,
                    remedy,
                )
                return
        for text, move in list(texts.items())[:MOST_MOVES]:
            for written in (text, f" {text.swapcase()} "):
                read = game.parse_move(position, written)
                if read != move:
                    yield Complaint(
                        f"the move {move} is written {text}, but that is read as {read}", where
                    )
                    return
