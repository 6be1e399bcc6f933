"""Reading of replies: what a language model answered, tolerantly, but never by a guess."""

from __future__ import annotations

import re
from functools import lru_cache

from kibitz.language.errors import KibitzError, NotationError
from kibitz.rules.move_forms import form_of, sampled_moves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.base_game import BaseGame

LONGEST = 100_000  # characters of a reply
MOST_MOVES = 1_000  # in one reply
MOST_MENTIONED = 20  # different words of a sentence with the form of a move
CLAUSE_LENGTH = 200  # characters before a move that may reject it
FENCES = '`"“”«»*_$'
APOSTROPHES = "'‘’"  # quotes, too, but U' is a move of a cube
STOPS = ",.:;!?()[]{}<>\\…"  # what may stand around a move in a sentence

THOUGHTS = re.compile(r"^.*</think(?:ing)?>", re.IGNORECASE | re.DOTALL)
UNFINISHED = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
LATEX = re.compile(r"\\(?:text|math)\w*\{([^{}]*)\}")
MARKED = re.compile(
    r"<answer>((?:(?!<answer>)[\s\S])*?)</answer>"
    r"|\\boxed\{([^{}]*)\}"
    r"|\banswer(?:[\s*_]*:|\s+is\b:?)[\s*_]*(.+?)(?=\banswer(?:[\s*_]*:|\s+is\b)|$)",
    re.IGNORECASE | re.MULTILINE,
)
NUMBERING = re.compile(r"\d+[.)]+|[-–•]")  # of a list
BETWEEN = re.compile(r"[\s;]+|,(?=\s|$)|→|->")
WORD = re.compile(r"(?:(?!->)[^\s;/|=—→…])+")  # of a sentence
CLAUSE = re.compile(r"[.,;:!?\n](?=\s|$)|\bbut\b|\bso\b")
DASHES = re.compile("[‐‑‒–−]")
NEGATED = re.compile(
    r"\b(?:not|no|cannot|never|neither|nor|avoid|except|without|illegal|instead of|rather than)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
CELL = re.compile(r"[^\W\d_]?\d*")
PARTS = re.compile(r"[-,+x]")  # of a move
ENGLISH = {"a", "i"}  # words of one letter


class Unreadable(KibitzError):
    """A reply that answers nothing, or more than one thing."""


def answer_in(reply: object) -> str:
    """Return the answer within a reply: the last one that is marked, else all of it.

    Text in `<think>` tags is skipped. Two different answers on one line are unreadable.
    """
    if not isinstance(reply, str) or not reply.strip():
        raise Unreadable("there is no answer")
    if len(reply) > LONGEST:
        raise Unreadable("the reply is too long")
    answer = LATEX.sub(r"\1", THOUGHTS.sub("", reply)).strip()
    if not answer or UNFINISHED.search(answer):
        raise Unreadable("there is no answer")
    marked = list(MARKED.finditer(answer))
    if not marked:
        return answer
    last_line = answer.rfind("\n", 0, marked[-1].start()) + 1
    found = [
        answer_in(said)
        for one in marked
        if one.start() >= last_line and (said := next(filter(None, one.groups()), "").strip())
    ]
    if not found:
        raise Unreadable("there is no answer")
    if len({bare(one) for one in found}) > 1:
        raise Unreadable("the reply has more than one answer")
    return found[-1]


def spellings(answer: str) -> Iterator[str]:
    """Yield an answer as it stands, without quotes, with plain dashes, then without a full stop.

    A full stop may be a sign of the game, so it is removed last.
    """
    plain = unquoted(answer)
    dashed = DASHES.sub("-", plain)
    yield from dict.fromkeys((answer, plain, dashed, unquoted(dashed.rstrip("."))))


def unquoted(text: str) -> str:
    """Return a text without quotes around it; an apostrophe is one only if there are two."""
    text = text.strip().strip(FENCES).strip()
    while len(text) > 2 and text[0] in APOSTROPHES and text[-1] in APOSTROPHES:
        text = text[1:-1].strip(FENCES)
    return text


def bare(text: str) -> str:
    """Return a text without the quotes and the punctuation around it."""
    return unquoted(unquoted(text).strip(STOPS))


class MoveForms:
    """What the moves of a game look like, so that an illegal one is recognised in a sentence.

    The form of a move has `a` for each letter and `0` for each number. A part of a move after a
    comma has one, too, if it is more than a cell. Moves that are words have no form: any other word
    would have it, too. Only the words of moves that occur are known. Case matters if signs of the
    game differ in nothing else, and so do moves.
    """

    def __init__(self, game: BaseGame, forms: Iterable[str] = ()) -> None:
        self.game = game
        self.forms = set(forms)
        self.texts: dict[str, str] = {}
        self.case_matters = False

    def add(self, position: PositionId, moves: Iterable[MoveId]) -> None:
        """Add some moves of a position."""
        game = self.game
        for move in moves:
            text = game.move_text(position, move)
            plain = game.plain_move(text)
            parts = (part for part in plain.split(",")[1:] if not CELL.fullmatch(part))
            self.forms.update(map(form_of, (plain, *parts)))
            if not game.case_is_alike:
                self.case_matters |= self.texts.setdefault(plain, text) != text

    def after(self, position: PositionId) -> MoveForms:
        """Return these forms and those of the moves of a position."""
        made = MoveForms(self.game, self.forms)
        made.add(position, self.game.rules.moves(position))
        return made

    def fits(self, word: str) -> bool:
        """Return whether a word may be a move of the game, legal or not."""
        try:
            plain = self.game.plain_move(word)
        except KibitzError:
            return False
        return form_of(plain) in self.forms or form_of(word.lower()) in self.forms


@lru_cache(32)
def forms_of(game: BaseGame) -> MoveForms:
    """Return the forms of the moves of a game, as they occur in random play."""
    found = MoveForms(game)
    for position, moves in sampled_moves(game):
        found.add(position, moves)
    return found


def move_in(game: BaseGame, position: PositionId, answer: str) -> MoveId:
    """Return the legal move of an answer: the answer itself, or the only one that it mentions.

    If only the last line is a move, and the line above it is not, that line is the answer. In a
    sentence, all words that have the form of a move count, also those of illegal moves: with two of
    them, the answer is ambiguous. So is one that may reject the move it mentions.
    """
    try:
        return read_move(game, position, answer)
    except NotationError as error:
        reason = error.words
    forms = forms_of(game).after(position)
    lines = [line for line in answer.splitlines() if line.strip()]
    alone = [any(map(forms.fits, spellings(bare(line)))) for line in lines[-2:]]
    if alone == [False, True]:
        return read_move(game, position, bare(lines[-1]))
    mentioned = list(_mentioned(forms, answer))
    texts = {game.plain_move(word): word for word, _ in mentioned}
    if len(texts) > MOST_MENTIONED:
        raise Unreadable("the reply names more than one move")
    legal = _legal(game, position, texts)
    # The square of the piece that moves, say, is a part of the move and no other one.
    parts = {part for plain in legal for part in PARTS.split(plain)}
    others = [plain for plain in texts if plain not in legal and plain not in parts]
    if len(set(legal.values())) + len(others) > 1:
        raise Unreadable("the reply names more than one move")
    if not texts and len(answer.split()) > 1:
        raise Unreadable("the reply names no move")
    if not legal:
        raise Unreadable("{reason}", reason=_objection(game, position, texts) or reason)
    before = (answer[max(0, at - CLAUSE_LENGTH) : at] for _, at in mentioned)
    if all(NEGATED.search(CLAUSE.split(text)[-1]) for text in before):
        raise Unreadable("the reply may reject the move that it names")
    return next(iter(legal.values()))


def _mentioned(forms: MoveForms, answer: str) -> Iterator[tuple[str, int]]:
    """Yield the words of a sentence that have the form of a move, and where they stand."""
    for found in WORD.finditer(answer):
        written = found[0].strip(STOPS)
        for part in (DASHES.sub("-", written), *DASHES.split(written)):
            word = bare(part)
            if word.lower() in ENGLISH and word == written:
                continue  # a word, unless it is set off by quotes
            if word and forms.fits(word):
                yield word, found.start()
                break


def _legal(game: BaseGame, position: PositionId, texts: dict[str, str]) -> dict[str, MoveId]:
    """Return the legal moves among texts, by their plain texts; two of them are too many."""
    found: dict[str, MoveId] = {}
    for plain, word in texts.items():
        try:
            found[plain] = read_move(game, position, word)
        except NotationError:
            continue
        if len(set(found.values())) > 1:
            break
    return found


def _objection(game: BaseGame, position: PositionId, texts: dict[str, str]) -> object:
    """Return why the only move that is mentioned cannot be played."""
    for word in texts.values():
        try:
            read_move(game, position, word)
        except NotationError as error:
            return error.words
    return None


def tokens_in(answer: str) -> list[str]:
    """Return the moves of a list, as they are written; numbers of a list are skipped."""
    found = []
    for token in BETWEEN.split(answer):
        word = unquoted(unquoted(token).strip("()[]"))
        if word and not NUMBERING.fullmatch(token) and word.lower() != "and":
            found.append(word)
    if len(found) > MOST_MOVES:
        raise Unreadable("the reply is too long")
    if not found:
        raise Unreadable("there is no answer")
    return found


def each_move(answer: str, take: Callable[[str], None]) -> None:
    """Call `take` with each move of a list; commas without spaces separate moves if they have to.

    `take` raises `NotationError` if a text is not a legal move.
    """
    for token in tokens_in(answer):
        try:
            take(token)
        except NotationError:
            parts = [part for part in token.split(",") if part]
            if len(parts) < 2:
                raise
            for part in parts:
                take(part)


def moves_in(game: BaseGame, position: PositionId, answer: str) -> set[MoveId]:
    """Return the legal moves of one position that an answer lists."""
    legal = {game.move_text(position, one): one for one in game.rules.moves(position)}
    found: set[MoveId] = set()

    def take(token: str) -> None:
        known = legal.get(token)
        found.add(read_move(game, position, token) if known is None else known)

    each_move(answer, take)
    return found


def read_move(game: BaseGame, position: PositionId, token: str) -> MoveId:
    """Return the legal move that a text writes; case is ignored unless moves differ by it."""
    reason: NotationError | None = None
    for text in spellings(token):
        try:
            move = game.parse_move(position, text)
        except NotationError as error:
            reason = reason or error
            continue
        if text != game.move_text(position, move) and forms_of(game).case_matters:
            reason = reason or game.objection(position, text)
            continue
        return move
    assert reason is not None
    raise reason


ENDS = "wins|draws|loses|won|lost"  # statements about a player
OUTCOMES = {
    "win": r"won|wins?|winning",
    "draw": r"draws?|drawn|tied?",
    "loss": r"lost|loss|loses?|losing",
    "unsolvable": r"unsolvable|unsolved|insoluble",
    "solvable": r"solvable|solved|soluble",
}


def outcome_in(answer: str, other: str = "") -> tuple[str | None, int | None]:
    """Return the kind of outcome and the number that an answer states, None for what it does not.

    An answer with two different kinds or numbers is unreadable. So is one that says how it ends for
    `other`, the player who is not to move.
    """
    if other and re.search(rf"\b{re.escape(other)} (?:{ENDS}|has|is|can|will)\b", answer):
        raise Unreadable("the reply is about the player who is not to move")
    kinds = {
        kind for kind, words in OUTCOMES.items() if re.search(rf"\b(?:{words})\b", answer, re.I)
    }
    numbers = {int(number) for number in re.findall(r"(?<![\w.])-?\d{1,9}(?![\w]|\.\d)", answer)}
    if not kinds and not numbers:
        raise Unreadable("the reply names no outcome")
    if len(kinds) > 1 or len(numbers) > 1:
        raise Unreadable("the reply names more than one outcome")
    if NEGATED.search(answer):
        if kinds != {"solvable"}:
            raise Unreadable("the reply may reject the outcome that it names")
        kinds = {"unsolvable"}
    return next(iter(kinds), None), next(iter(numbers), None)
