"""What Kibitz says when something that a person asked for cannot be done.

The words themselves are in `language/sentence.py`; all of it can be imported from here.
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
    """A request that cannot be met; `str(error)` is one sentence for the person who made it.

    The sentence is kept apart from its details, so that a face may translate it before filling
    them in. A detail may be a `Sentence` or an error itself. A sentence that depends on a number is
    given whole, as `plural` makes it.
    """

    def __init__(self, sentence: str | Sentence, **details: object) -> None:
        self.words = sentence if isinstance(sentence, Sentence) else Sentence(sentence, **details)
        super().__init__(self.words.sentence, self.words.details)

    @property
    def sentence(self) -> str:
        """The sentence, its details still to be filled in."""
        return self.words.sentence

    @property
    def details(self) -> dict[str, object]:
        """What is filled into the sentence."""
        return self.words.details

    def __str__(self) -> str:
        return str(self.words)


class EndOfInput(Exception):
    """A person's input has ended: an ordinary way to leave, raised only where such input is read.

    `EOFError` would not do: a damaged file raises that too.
    """


class UnknownGame(KibitzError):
    """A text that names no game, or gives a game something it does not take."""


class NotationError(KibitzError):
    """A text that is not a position or a legal move; `at` (from 0) is the place where it fails."""

    def __init__(self, sentence: str | Sentence, text: str, at: int = 0, **details: object) -> None:
        super().__init__(sentence, **details)
        self.text = text
        self.at = at

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.where})"

    @property
    def where(self) -> Sentence:
        """The place where the text fails, in words."""
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
    """Return an argument that must be a whole number, `least` or more where that is not None."""
    try:
        number = index(value)  # type: ignore[arg-type]  # NumPy has whole numbers of its own
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
    """Return a half sentence that names the words nearest to a wrong one.

    If none is near it names all of them, unless there is something to say `otherwise`.
    """
    import difflib  # only a wrong word needs it

    words = sorted(word for word in words if word)
    close = difflib.get_close_matches(word, words, n=3, cutoff=0.6)
    if close:
        return Sentence("did you mean {words}?", words=one_of(close))
    if otherwise is not None:
        return otherwise
    return Sentence("choose from: {words}", words=listed(words)) if words else NONE_TAKEN
