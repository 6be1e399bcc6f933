"""Checks of the notation: it can be parsed back, and it is complete."""

import re
from collections.abc import Iterator

from kibitz.conformance.complaint import Complaint, Place, failed_at, place_of
from kibitz.conformance.subject import Subject
from kibitz.language.errors import NotationError, Sentence, phrase, with_command
from kibitz.rules.simple_game import SimpleGame

UNQUOTED = re.compile(
    r"[A-Za-z0-9_][A-Za-z0-9._-]*|[.][A-Za-z0-9._-]*[A-Za-z0-9-][A-Za-z0-9._-]*|[.]{3,}"
)
MOST_MOVES = 12  # moves of a position to parse back
MOST_LOOKED_UP = 300  # positions
MARKUP = "<>&\"'"  # characters with a meaning in a page or a shell
SIDE = Sentence(
    "show what differs: signs after those of the cells are shown beside the board, for example the "
    "side to move"
)


def looks(subject: Subject) -> Iterator[Complaint]:
    """Check that different positions look different: the picture determines the moves."""
    game = subject.game
    where = place_of(getattr(game, "author_pieces", None))
    met: dict[str, int] = {}
    for position in subject.near:
        text = game.text(position)
        other = met.setdefault(text, position)
        if other == position:
            continue
        both = Sentence(
            "positions {other} and {position} both read {text}",
            other=str(other),
            position=str(position),
            text=text,
        )
        here, there = (
            sorted(game.text(subject.rules.play(each, move)) for move in subject.rules.moves(each))
            for each in (other, position)
        )
        if here != there:
            only = sorted(set(here) ^ set(there)) or sorted(here + there)
            yield Complaint(
                "{both}, but their successors differ: {only} can follow one of them only",
                where,
                SIDE,
                both=both,
                only=only[0],
            )
        else:
            yield Complaint(
                "a position cannot be read back from its text: {both}",
                where,
                Sentence(
                    "every position needs one number only, so make play always give the same one; "
                    "or {side}",
                    side=SIDE,
                ),
                both=both,
            )
        return


def positions(subject: Subject) -> Iterator[Complaint]:
    """Check that the text of a position, on one unquoted line or a block, can be parsed back.

    Without `position_of` only positions found by a search from the start can be parsed.
    """
    game = subject.game
    own = game if isinstance(game, SimpleGame) else None
    inverse = place_of(own.author_position_of if own else None)
    looked_up = own is not None and own.author_position_of is None
    for position in subject.near[:MOST_LOOKED_UP] if looked_up else subject.walk:
        text = game.text(position)
        if not UNQUOTED.fullmatch(text):
            yield Complaint(
                "position {position} is written {text}, which a shell, a URL or a file name "
                "would not take as it is",
                position=str(position),
                text=repr(text),
            )
        in_other_case = (text.upper(), text.lower()) if game.case_is_alike else ()
        for written in (text, *in_other_case, game.block(position)):
            wrong = misread(subject, position, written)
            if wrong is not None:
                yield Complaint(
                    "position {position} cannot be read back from its text: {written} {wrong}",
                    wrong.where or inverse or place_of(own.author_pieces if own else None),
                    position=str(position),
                    written=repr(written.strip()),
                    wrong=wrong.sentence,
                )


def misread(subject: Subject, position: int, written: str) -> Complaint | None:
    """Return the violation if the text of a position is parsed as another one, else None."""
    try:
        read = subject.game.parse(written)
    except NotationError as error:
        because = error.__cause__
        return Complaint(
            "cannot be read: {why}",
            failed_at(because) if because else None,
            why=because or error.words,
        )
    if read != position:
        return Complaint("is read as position {read}", read=str(read))
    return None


def unpointed(subject: Subject, position: int) -> Complaint | None:
    """Return what is wrong with the cells to point at for a move."""
    game = subject.game
    cells = range(len(game.board))
    for move in subject.rules.moves(position):
        pointed = game.points(position, move)
        if not all(type(cell) is int and cell in cells for cell in pointed or ()):
            return Complaint(
                "points gives {pointed} for the move {move} at {shown}, but cells are numbers "
                "from 0 to {last}",
                place_of(getattr(game, "author_points", None)),
                pointed=repr(pointed),
                move=str(move),
                shown=subject.named(position),
                last=len(cells) - 1,
            )
    return None


def unwritable(subject: Subject, move: int, text: object) -> Sentence | None:
    """Return why a text cannot be the notation of a move, None if it can."""
    if not isinstance(text, str) or not text.strip():
        return Sentence(
            "the move {move} is written {text}, which is not a word",
            move=str(move),
            text=repr(text),
        )
    if any(sign.isspace() or not sign.isprintable() for sign in text):
        why = Sentence("a move is one word, without spaces")
    elif any(sign in MARKUP for sign in text):
        why = Sentence("{signs} cannot be in it", signs=" ".join(MARKUP))
    elif text.lower() in subject.taken:
        why = with_command(
            phrase("that is a command of kibitz play"),
            phrase("that word has another meaning while a game is played"),
        )
    else:
        return None
    return Sentence(
        "the move {move} is written {text}: {why}", move=str(move), text=repr(text), why=why
    )


def moves(subject: Subject) -> Iterator[Complaint]:
    """Check that the moves of a position have distinct texts that can be parsed back."""
    game = subject.game
    own = game if isinstance(game, SimpleGame) else None
    where = place_of(own.author_move_text if own else None)
    remedy = None
    if where is None and own is not None:
        remedy = Sentence("give OwnGame a move_text that distinguishes them")
    for position in subject.walk[:100]:
        wrong = unpointed(subject, position)
        if wrong is not None:
            yield wrong
        texts: dict[str, int] = {}
        for move in subject.rules.moves(position):
            given = own and own.author_move_text
            text = given(position, move) if given else game.move_text(position, move)
            why = unwritable(subject, move, text)
            if why is not None:
                yield Complaint(why, where)
            other = texts.setdefault(game.plain_move(text), move)
            if other != move:
                yield Complaint(
                    "at {shown} the moves {other} and {move} are both written {text}",
                    where,
                    remedy,
                    shown=subject.named(position),
                    other=str(other),
                    move=str(move),
                    text=text,
                )
        yield from unread(subject, position, texts, where)


def unread(
    subject: Subject, position: int, texts: dict[str, int], where: Place | None
) -> Iterator[Complaint]:
    """Check that the texts of moves are parsed as these moves, in upper and lower case."""
    for text, move in list(texts.items())[:MOST_MOVES]:
        for written in (text, f" {text.swapcase()} "):
            read = subject.game.parse_move(position, written)
            if read != move:
                yield Complaint(
                    "the move {move} is written {text}, but that is read as {read}",
                    where,
                    move=str(move),
                    text=text,
                    read=str(read),
                )
