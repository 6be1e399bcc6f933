"""What a game tells a newcomer: its aim, its rules, and how a move is made."""

from __future__ import annotations

from kibitz.language.sentence import Sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.core.rules import Rules

    Words = Sentence | str  # what the author of a game writes is not translated

POINTING = Sentence(
    "Click the squares of a move one after the other, or drag a piece to where it goes."
)


KNOWN = "Known: "  # begins what a docstring says of the history of a game


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

    These are all of them, whole, except the history and what is indented.
    """
    return [part for part in parts_of(docstring) if not part.startswith(KNOWN)]


def history_of(docstring: str) -> str:
    """Return what a docstring says of the history of a game, "" if it says nothing."""
    known = [part for part in parts_of(docstring) if part.startswith(KNOWN)]
    told = " ".join(part.removeprefix(KNOWN) for part in known)
    return told[:1].upper() + told[1:]


def parts_of(docstring: str) -> list[str]:
    """Return the paragraphs of a docstring, each on one line, without those that are indented."""
    from inspect import cleandoc  # who plays no game in a file need not wait for it

    parts = cleandoc(docstring).split("\n\n")
    shown = [part for part in parts if any(not line.startswith(" ") for line in part.split("\n"))]
    return [" ".join(part.split()) for part in shown if part.strip()]
