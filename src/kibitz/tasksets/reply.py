"""Reading of replies: what a language model answered, tolerantly, but never by a guess."""

from __future__ import annotations

import re

from kibitz.language.errors import KibitzError, NotationError, Sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.core import MoveId, PositionId
    from kibitz.core.base_game import BaseGame

LONGEST = 100_000  # characters of a reply
MOST_MOVES = 1_000  # in one reply
FENCES = "`\"'“”‘’«»*_"
MARKED = (
    re.compile(r"<answer>(.*?)</answer>", re.IGNORECASE | re.DOTALL),
    re.compile(r"\\boxed\{\s*(?:\\(?:text|mathrm|texttt)\{([^{}]*)\}|([^{}]*))\s*\}"),
    re.compile(r"^[\s*_#>]*(?:final\s+)?answer[\s*_]*:[\s*_]*(.+)$", re.IGNORECASE | re.MULTILINE),
)
NUMBERING = re.compile(r"\d+[.)]+|[-–•]")  # of a list
BETWEEN = re.compile(r"[\s;]+|,(?=\s|$)|→|->")


class Unreadable(KibitzError):
    """A reply that answers nothing, or more than one thing."""


def answer_in(reply: object) -> str:
    """Return the answer within a reply: the last one that is marked, else all of it."""
    if not isinstance(reply, str) or not reply.strip():
        raise Unreadable("there is no answer")
    if len(reply) > LONGEST:
        raise Unreadable("the reply is too long")
    for pattern in MARKED:
        found = [next(filter(None, one.groups()), "") for one in pattern.finditer(reply)]
        if found and found[-1].strip():
            return found[-1].strip()
    return reply.strip()


def spellings(answer: str) -> Iterator[str]:
    """Yield an answer as it stands, then without quotes, then without a full stop.

    A full stop may be a sign of the game, so it is removed last.
    """
    plain = answer.strip().strip(FENCES).strip()
    yield from dict.fromkeys((answer, plain, plain.rstrip(".").strip(FENCES).strip()))


def move_in(game: BaseGame, position: PositionId, answer: str) -> MoveId:
    """Return the legal move of an answer: the answer itself, or the only one that it mentions."""
    reason: Sentence | None = None
    for text in spellings(answer):
        try:
            return game.parse_move(position, text)
        except NotationError as error:
            reason = reason or error.words
    words = {word for token in BETWEEN.split(answer) for word in spellings(token.strip(",:!?()"))}
    found: set[MoveId] = set()
    for word in words:
        if len(word) > 1:  # one letter within a sentence may be a word
            try:
                found.add(game.parse_move(position, word))
            except NotationError:
                continue
    if len(found) > 1:
        raise Unreadable("the reply names more than one move")
    if not found:
        raise Unreadable("{reason}", reason=reason)
    return found.pop()


def tokens_in(answer: str) -> list[str]:
    """Return the moves of a list, as they are written; numbers of a list are skipped."""
    found = []
    for token in BETWEEN.split(answer):
        word = token.strip(FENCES + "()[]")
        if word and not NUMBERING.fullmatch(token) and word.lower() != "and":
            found.append(word)
    if len(found) > MOST_MOVES:
        raise Unreadable("the reply is too long")
    if not found:
        raise Unreadable("there is no answer")
    return found


def moves_in(game: BaseGame, position: PositionId, answer: str) -> set[MoveId]:
    """Return the legal moves of one position that an answer lists."""
    legal = {
        game.plain_move(game.move_text(position, one)): one for one in game.rules.moves(position)
    }
    found = set()
    for token in tokens_in(answer):
        known = legal.get(game.plain_move(token))
        found.add(read_move(game, position, token) if known is None else known)
    return found


def read_move(game: BaseGame, position: PositionId, token: str) -> MoveId:
    """Return the legal move that a token of a list writes."""
    reason: NotationError | None = None
    for text in spellings(token):
        try:
            return game.parse_move(position, text)
        except NotationError as error:
            reason = reason or error
    assert reason is not None
    raise reason


OUTCOMES = {
    "win": r"won|wins?|winning",
    "draw": r"draws?|drawn|tied?",
    "loss": r"lost|loss|loses?|losing",
    "unsolvable": r"unsolvable|unsolved|insoluble",
    "solvable": r"solvable|solved|soluble",
}
NEGATED = re.compile(r"\b(?:not|no|cannot|never|neither)\b|n['’]t\b", re.IGNORECASE)


def outcome_in(answer: str) -> tuple[str | None, int | None]:
    """Return the kind of outcome and the number that an answer states, None for what it does not.

    An answer with two different kinds or numbers is unreadable.
    """
    kinds = {
        kind for kind, words in OUTCOMES.items() if re.search(rf"\b(?:{words})\b", answer, re.I)
    }
    numbers = {int(number) for number in re.findall(r"(?<![\w.])-?\d{1,9}(?![\w]|\.\d)", answer)}
    if NEGATED.search(answer):
        if kinds != {"solvable"}:
            raise Unreadable("the reply names more than one outcome")
        kinds = {"unsolvable"}
    if len(kinds) > 1 or len(numbers) > 1:
        raise Unreadable("the reply names more than one outcome")
    if not kinds and not numbers:
        raise Unreadable("the reply names no outcome")
    return next(iter(kinds), None), next(iter(numbers), None)
