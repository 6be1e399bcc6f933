"""Translatable sentences with placeholders, and errors whose message is one.

Sentences are written in English. A front end can translate a sentence before its details are filled
in, and format the details for another language (`language/languages.py`).
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from operator import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

LONGEST_QUOTE = 60
_has_commands = ContextVar("has_commands", default=True)
SPACES = "\u00a0\u2009\u202f"  # used before punctuation and between digits


class Manner:
    """Formatting of numbers, quotations and lists in one language.

    `group` separates groups of three digits in numbers of at least `grouped_from`.
    """

    def __init__(
        self,
        quotes: tuple[str, str],
        group: str,
        decimal: str,
        conjunctions: tuple[str, str],
        grouped_from: int = 1000,
    ) -> None:
        self.quotes = quotes
        self.group = group
        self.decimal = decimal
        self.conjunctions = dict(zip(("and", "or"), conjunctions, strict=True))
        self.grouped_from = grouped_from

    def written(self, detail: object, tell: Callable[[object], object] = str) -> str:
        """Return a detail formatted for this language; `tell` translates its parts."""
        if isinstance(detail, Quotation):
            return f"{self.quotes[0]}{detail.text}{self.quotes[1]}"
        if isinstance(detail, Enumeration):
            return self._listed([self.written(item, tell) for item in detail.items], detail.joined)
        if isinstance(detail, int) and not isinstance(detail, bool):
            return self.number(detail)
        if isinstance(detail, Rounded):
            return f"{detail:.{detail.places}f}".replace(".", self.decimal)
        if isinstance(detail, float):
            return f"{detail:g}".replace(".", self.decimal)
        return str(tell(detail))

    def number(self, number: int) -> str:
        """Return a whole number with its digits in groups."""
        if abs(number) < self.grouped_from:
            return str(number)
        return f"{number:,}".replace(",", self.group)

    def _listed(self, items: list[str], joined: str) -> str:
        if joined not in self.conjunctions or len(items) < 2:
            return ", ".join(items)
        return f"{', '.join(items[:-1])} {self.conjunctions[joined]} {items[-1]}"


ENGLISH = Manner(("“", "”"), ",", ".", ("and", "or"))


class Rounded(float):
    """A number to be written with exactly `places` decimals, trailing zeros included."""

    places: int

    def __new__(cls, number: float, places: int) -> Rounded:
        one = super().__new__(cls, number)
        one.places = places
        return one

    def __reduce__(self) -> tuple[type[Rounded], tuple[float, int]]:
        return Rounded, (float(self), self.places)


class Quotation(str):
    """A text in the quotation marks of each language. `quoted` builds one.

    `str` uses English quotation marks.
    """

    text: str

    def __new__(cls, text: str) -> Quotation:
        one = super().__new__(cls, text.join(ENGLISH.quotes))
        one.text = text
        return one

    def __reduce__(self) -> tuple[type[Quotation], tuple[str]]:
        return Quotation, (self.text,)


class Enumeration:
    """A list of items, joined by commas and, before the last, by “and”, “or” or a comma."""

    def __init__(self, items: Iterable[object], joined: str = "") -> None:
        self.items = tuple(items)
        self.joined = joined

    def __str__(self) -> str:
        return ENGLISH.written(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Enumeration):
            return NotImplemented
        return (self.items, self.joined) == (other.items, other.joined)

    def __hash__(self) -> int:
        return hash((self.items, self.joined))


def listed(items: Iterable[object]) -> Enumeration:
    """Return items to be written as `a, b, c`."""
    return Enumeration(items)


def all_of(items: Iterable[object]) -> Enumeration:
    """Return items to be written as `a, b and c`."""
    return Enumeration(items, "and")


def one_of(items: Iterable[object]) -> Enumeration:
    """Return items to be written as `a, b or c`."""
    return Enumeration(items, "or")


def phrase(text: str) -> str:
    """Return the text unchanged; marks a text for translation, as gettext's `N_` does.

    The catalogues are extracted from the sentences of errors and from phrases.
    """
    return text


def filled(
    sentence: str,
    details: Mapping[str, object],
    manner: Manner = ENGLISH,
    tell: Callable[[object], object] = str,
) -> str:
    """Return a sentence with its details filled in.

    An integer is a quantity, and its digits are grouped; a number that identifies something, such
    as a port, is passed as a string. A sentence with braces that match no detail, as the author of
    a game may write, is returned unchanged.
    """
    try:
        return sentence.format(
            **{name: manner.written(detail, tell) for name, detail in details.items()}
        )
    except (LookupError, ValueError, AttributeError):
        return sentence


class PlayerName(str):
    """The name of a player in notation, such as X.

    `drawn` is what the player is called where the board is drawn, such as Red.
    """

    drawn: str

    def __new__(cls, name: str, drawn: str) -> PlayerName:
        made = super().__new__(cls, name)
        made.drawn = drawn
        return made


class Name(str):
    """The name of a variant or a parameter, as the user types it.

    A front end where names are selected, not typed, may show it translated.
    """

    __slots__ = ()


class Sentence:
    """A sentence and the values of its placeholders, stored apart so that it can be translated.

    If the sentence has plural forms, `many` is the English plural and the detail `count` the
    number. `plural` builds such a sentence.

    If the sentence names a command, `elsewhere` is what it is for a user who has no command line.
    `with_command` builds such a sentence.
    """

    many: str | None = None
    elsewhere: str | None = None

    def __init__(self, sentence: str, **details: object) -> None:
        self.sentence = sentence
        self.details = details

    @property
    def shown(self) -> str:
        """The sentence for this user, with its placeholders not yet filled in."""
        return self.sentence if self.elsewhere is None or _has_commands.get() else self.elsewhere

    def __str__(self) -> str:
        one = self.many is None or self.details["count"] == 1
        return filled(self.shown if one else str(self.many), self.details)

    def __repr__(self) -> str:
        return f"Sentence({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        mine = (self.sentence, self.many, self.details)
        return mine == (other.sentence, other.many, other.details)

    def __hash__(self) -> int:
        return hash((self.sentence, self.many))


def plural(one: str, many: str, count: int, **details: object) -> Sentence:
    """Return a sentence with a singular and a plural form; `{count}` is the number."""
    sentence = Sentence(one, count=count, **details)
    sentence.many = many
    return sentence


def with_command(sentence: str, elsewhere: str, **details: object) -> Sentence:
    """Return a sentence that names a command, and its form for users without a command line."""
    found = Sentence(sentence, **details)
    found.elsewhere = elsewhere
    return found


@contextmanager
def without_commands() -> Iterator[None]:
    """Name no command in sentences: the user has no command line."""
    before = _has_commands.set(False)
    try:
        yield
    finally:
        _has_commands.reset(before)


def packed(detail: object) -> object:
    """Return a sentence or a detail as JSON, for translation in another process."""
    if isinstance(detail, Sentence):
        details = {name: packed(one) for name, one in detail.details.items()}
        forms = {"many": detail.many, "elsewhere": detail.elsewhere}
        return {"say": detail.sentence, **forms, "details": details}
    if isinstance(detail, Quotation):
        return {"quoted": detail.text}
    if isinstance(detail, Enumeration):
        return {"items": [packed(item) for item in detail.items], "joined": detail.joined}
    if isinstance(detail, Rounded):
        return {"rounded": float(detail), "places": detail.places}
    return detail if isinstance(detail, (int, float)) else str(detail)


def unpacked(said: Any) -> Any:
    """Return the sentence or the detail from its JSON: the inverse of `packed`.

    A form that is missing is None: a problem package may be older than this version.
    """
    if not isinstance(said, dict):
        return said
    if "quoted" in said:
        return Quotation(said["quoted"])
    if "items" in said:
        return Enumeration(map(unpacked, said["items"]), said["joined"])
    if "rounded" in said:
        return Rounded(said["rounded"], said["places"])
    details = {name: unpacked(one) for name, one in said["details"].items()}
    sentence = Sentence(said["say"], **details)
    sentence.many, sentence.elsewhere = said.get("many"), said.get("elsewhere")
    return sentence


def quoted(text: str) -> Quotation:
    """Return the text in quotation marks: one line, truncated, without control characters."""
    line = harmless(" ".join(text.split()))
    if len(line) > LONGEST_QUOTE:
        line = line[:LONGEST_QUOTE] + "…"
    return Quotation(line)


def harmless(text: str) -> str:
    """Return the text on one line, with every control character replaced."""
    return "".join(sign if sign.isprintable() or sign in SPACES else "\ufffd" for sign in text)


class KibitzError(Exception):
    """A request that cannot be met; `str(error)` is one sentence for the user.

    The sentence is stored apart from its details, so that a front end can translate it before
    filling them in. A detail may itself be a `Sentence` or an error. A sentence with plural forms
    is passed as a `Sentence` built by `plural`.
    """

    def __init__(self, sentence: str | Sentence, **details: object) -> None:
        self.words = sentence if isinstance(sentence, Sentence) else Sentence(sentence, **details)
        super().__init__(self.words.sentence, self.words.details)

    @property
    def sentence(self) -> str:
        """The sentence with its placeholders not yet filled in."""
        return self.words.sentence

    @property
    def details(self) -> dict[str, object]:
        """The values of the placeholders."""
        return self.words.details

    def __str__(self) -> str:
        return str(self.words)


class EndOfInput(Exception):
    """End of interactive input: a normal way to quit, raised only where such input is read.

    `EOFError` is not used because a damaged file raises it too.
    """


class UnknownGame(KibitzError):
    """A text that names no game, or has a parameter that the game does not accept."""


class NotationError(KibitzError):
    """A text that is not a position or a legal move; `at` is the 0-based offset of the error."""

    def __init__(self, sentence: str | Sentence, text: str, at: int = 0, **details: object) -> None:
        super().__init__(sentence, **details)
        self.text = text
        self.at = at

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.where})"

    @property
    def where(self) -> Sentence:
        """The place of the error in the text, in words."""
        before = self.text[: self.at].split("\n")
        if "\n" in self.text.strip():
            return Sentence(
                "line {line}, character {character}",
                line=len(before),
                character=len(before[-1]) + 1,
            )
        return Sentence(
            "character {character} of {text}", character=self.at + 1, text=quoted(self.text)
        )


def whole(name: str, value: object, least: int | None = 0) -> int:
    """Return `value` as an integer of at least `least` (None: any), or raise a `KibitzError`."""
    try:
        number = index(value)  # type: ignore[arg-type]  # NumPy has its own integers
    except TypeError:
        number = None
    if number is not None and (least is None or number >= least):
        return number
    if least is None:
        raise KibitzError(
            "{name} must be a whole number, not {value}", name=Name(name), value=repr(value)
        )
    raise KibitzError(
        "{name} must be a whole number of at least {least}, not {value}",
        name=Name(name),
        least=least,
        value=repr(value),
    )


NONE_TAKEN = Sentence("it has none")
MOST_SUGGESTED = 3


def plain(text: str) -> str:
    """Return a text without accents and capitals, for searching."""
    import unicodedata  # needed for searches and wrong words only

    marked = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in marked if not unicodedata.combining(sign))


def nearest(
    word: str,
    words: Iterable[str],
    otherwise: Sentence | None = None,
    aliases: Iterable[tuple[str, str]] = (),
) -> Sentence:
    """Return a clause that suggests the words closest to a wrong one.

    `aliases` are pairs of another spelling and the word it stands for. A word that has the wrong
    one as a part, such as `chess_endings` for `chess`, is closer than one that is spelled alike.
    If none is close, the clause is `otherwise` if given, else a list of all words.
    """
    import difflib  # needed for wrong words only

    words = sorted(word for word in words if word)
    spelled: dict[str, list[str]] = {}
    for spelling, meant in (*((one, one) for one in words), *aliases):
        spelled.setdefault(plain(spelling), []).append(meant)
    sought = plain(word)
    exact = [sought] if sought in spelled else []
    part = [one for one in spelled if sought in one.replace("_", " ").split()]
    close = difflib.get_close_matches(sought, spelled, n=3, cutoff=0.6)
    found = dict.fromkeys(meant for one in exact or part or close for meant in spelled[one])
    if found:
        return Sentence("did you mean {words}?", words=one_of([*found][:MOST_SUGGESTED]))
    if otherwise is not None:
        return otherwise
    return Sentence("choose from: {words}", words=listed(words)) if words else NONE_TAKEN
