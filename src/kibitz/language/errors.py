"""Errors whose message is one translatable sentence for the user.

The names of `language/sentence.py` are re-exported here.
"""

from __future__ import annotations

from operator import index

from kibitz.language.sentence import (
    ENGLISH,
    Enumeration,
    Manner,
    Name,
    Quotation,
    Rounded,
    Sentence,
    all_of,
    filled,
    harmless,
    listed,
    one_of,
    packed,
    phrase,
    plural,
    quoted,
    unpacked,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "ENGLISH",
    "EndOfInput",
    "Enumeration",
    "KibitzError",
    "Manner",
    "Name",
    "NotationError",
    "Quotation",
    "Rounded",
    "Sentence",
    "UnknownGame",
    "all_of",
    "filled",
    "harmless",
    "listed",
    "nearest",
    "one_of",
    "packed",
    "phrase",
    "plural",
    "quoted",
    "unpacked",
    "whole",
]


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


def nearest(word: str, words: Iterable[str], otherwise: Sentence | None = None) -> Sentence:
    """Return a clause that suggests the words closest to a wrong one.

    If none is close, it is `otherwise` if given, else a list of all words.
    """
    import difflib  # needed for wrong words only

    words = sorted(word for word in words if word)
    close = difflib.get_close_matches(word, words, n=3, cutoff=0.6)
    if close:
        return Sentence("did you mean {words}?", words=one_of(close))
    if otherwise is not None:
        return otherwise
    return Sentence("choose from: {words}", words=listed(words)) if words else NONE_TAKEN
