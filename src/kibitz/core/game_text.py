"""What a game tells a newcomer: its aim, its rules, and how a move is made."""

from __future__ import annotations

import re

from kibitz.language.sentence import Sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.core.rules import Rules

    Words = Sentence | str  # what the author of a game writes is not translated

POINTING = Sentence(
    "Click the squares of a move one after the other, or drag a piece to where it goes."
)


# In what the author of a game in a file tells
KNOWN = "Known: "
SOURCE = r"\b1\d\d\d\b|\b20\d\d\b|\babout \d{3}\b|https?://|computed here"
BETWEEN_SENTENCES = r"(?<=[.!?])\s+(?=[A-Z`])"
POSITION = "A position (is|has|holds) "
OF_THE_CODE = r"^A move(:| is )|\bbits?\b|\||`(least|order|placements|wins)`"


class About:
    """The aim in one sentence, the rules in a few, and how to move.

    `pointing` says how a move is made with a mouse or a finger, `writing` how it is written.
    `history` says, in English, where the game comes from and what is known about it, and who
    found it.
    """

    __slots__ = ("aim", "history", "pointing", "rules", "writing")

    def __init__(
        self,
        aim: Words,
        rules: Sequence[Words],
        pointing: Words,
        writing: Words | None,
        history: str = "",
    ) -> None:
        self.aim = aim
        self.rules = tuple(rules)
        self.pointing = pointing
        self.writing = writing
        self.history = history


def about_own(rules: Rules, told: str, example: str | None) -> About:
    """Return what is known of a game from its rules, what its author tells, and a first move."""
    writing = None if example is None else Sentence("A move is written like {move}.", move=example)
    return About(rules.objective.aim, paragraphs_of(told), POINTING, writing, history_of(told))


def paragraphs_of(docstring: str) -> list[str]:
    """Return the paragraphs of a docstring that tell players how a game is played.

    A drawing, which is indented, and the sentence before it that ends with a colon are for readers
    of the code, and so are sentences about bits and about what a position or a move is made of.
    The history of a game is left out too.
    """
    parts = parts_of(docstring)
    if history_of(docstring):
        parts.pop()
    drawn = [*map(is_drawing, parts), False]
    told = [
        for_players(" ".join(part.split()), before_drawing=drawn[at + 1])
        for at, part in enumerate(parts)
        if not drawn[at]
    ]
    return [one for one in told if one]


def history_of(docstring: str) -> str:
    """Return the last paragraph of a docstring if it says what is known and by whom, else ""."""
    parts = parts_of(docstring)
    last = " ".join(parts[-1].split()) if parts[1:] and not is_drawing(parts[-1]) else ""
    if not (last.startswith(KNOWN) or re.search(SOURCE, last)):
        return ""
    last = last.removeprefix(KNOWN)
    return last[:1].upper() + last[1:]


def parts_of(docstring: str) -> list[str]:
    """Return the paragraphs of a docstring as they are."""
    from inspect import cleandoc  # who plays no game in a file need not wait for it

    return [part for part in cleandoc(docstring).split("\n\n") if part.strip()]


def is_drawing(part: str) -> bool:
    """Tell whether a paragraph is indented."""
    return all(line.startswith(" ") for line in part.split("\n"))


def for_players(paragraph: str, *, before_drawing: bool) -> str:
    """Return what of a paragraph is not only for readers of the code."""
    kept = []
    for sentence in re.split(BETWEEN_SENTENCES, paragraph):
        if re.match(POSITION, sentence):
            break  # what follows goes on about it
        if not re.search(OF_THE_CODE, sentence):
            kept.append(sentence)
    if before_drawing and kept and kept[-1].endswith(":"):
        kept.pop()
    return " ".join(kept)
