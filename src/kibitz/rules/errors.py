"""What Kibitz says when something that a person asked for cannot be done."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_QUOTE = 60
SPACES = "\u00a0\u2009\u202f"  # which languages put before signs and between digits


def phrase(text: str) -> str:
    """Return the text. It marks words for people that stand apart from the sentence they go into.

    The catalogues of other languages are made from the sentences of errors and from phrases.
    """
    return text


def filled(sentence: str, details: Mapping[str, object]) -> str:
    """Return a sentence with its details filled in.

    Where it has braces that no detail goes into, as the author of a game may write them, it stays
    as it is.
    """
    try:
        return sentence.format(**details)
    except (LookupError, ValueError, AttributeError):
        return sentence


class Name(str):
    """The name of a variant or a parameter, as it is typed.

    A face where names are picked from a list, not typed, may show it translated.
    """

    __slots__ = ()


class Sentence:
    """Words for people with details to fill in, kept apart so that a face may translate them."""

    def __init__(self, sentence: str, **details: object) -> None:
        self.sentence = sentence
        self.details = details

    def __str__(self) -> str:
        return filled(self.sentence, self.details)


class KibitzError(Exception):
    """A request that cannot be met; `str(error)` is one sentence for the person who made it.

    The sentence is kept apart from its details, so that a face may translate it before filling
    them in. A detail may be a `Sentence` or an error itself.
    """

    def __init__(self, sentence: str, **details: object) -> None:
        super().__init__(sentence, details)
        self.sentence = sentence
        self.details = details

    def __str__(self) -> str:
        return filled(self.sentence, self.details)


class EndOfInput(Exception):
    """A person's input has ended: an ordinary way to leave, raised only where such input is read.

    `EOFError` would not do: a damaged file raises that too.
    """


class UnknownGame(KibitzError):
    """A text that names no game, or gives a game something it does not take."""


class NotationError(KibitzError):
    """A text that is no position or no legal move, and the place (`at`, from 0) where it fails."""

    def __init__(self, sentence: str, text: str, at: int = 0, **details: object) -> None:
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


def quoted(text: str) -> str:
    """Return the text in quotes, on one line, cut to fit a sentence, harmless to a terminal."""
    line = harmless(" ".join(text.split()))
    if len(line) > LONGEST_QUOTE:
        line = line[:LONGEST_QUOTE] + "…"
    return f"“{line}”"


def harmless(text: str) -> str:
    """Return the text on one line, with a sign in place of each that a terminal might obey."""
    return "".join(sign if sign.isprintable() or sign in SPACES else "\ufffd" for sign in text)
