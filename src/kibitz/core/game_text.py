"""Description of a game for new players: its aim, its rules, and how a move is made."""

from __future__ import annotations

from kibitz.language.errors import Sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.core.rules import Rules

    Words = Sentence | str  # a game author's text is not translated

POINTING = Sentence(
    "Choose the squares of a move one after the other, or drag a piece to where it goes."
)


KNOWN = "Known: "  # prefix of the history of a game in a docstring


class About:
    """The aim in one sentence, the rules in a few, and how to move.

    `pointing` describes how a move is made with a mouse or a finger, `writing` its notation.
    `history` is the origin of the game and what is known about it, with sources, in English.
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


def about_own(rules: Rules, text: str, example: str | None) -> About:
    """Return the description of a game from its rules, its author's text, and a first move."""
    writing = None if example is None else Sentence("A move is written like {move}.", move=example)
    return About(rules.objective.aim, paragraphs_of(text), POINTING, writing, history_of(text))


def paragraphs_of(docstring: str) -> list[str]:
    """Return the paragraphs of a docstring that explain to players how a game is played.

    These are all paragraphs except the history and those that are indented.
    """
    return [part for part in parts_of(docstring) if not part.startswith(KNOWN)]


def history_of(docstring: str) -> str:
    """Return the history of a game in its docstring, "" if there is none."""
    known = [part for part in parts_of(docstring) if part.startswith(KNOWN)]
    text = " ".join(part.removeprefix(KNOWN) for part in known)
    return text[:1].upper() + text[1:]


def parts_of(docstring: str) -> list[str]:
    """Return the paragraphs of a docstring, each on one line, without indented ones."""
    from inspect import cleandoc  # needed for games in files only

    parts = cleandoc(docstring).split("\n\n")
    shown = [part for part in parts if any(not line.startswith(" ") for line in part.split("\n"))]
    return [" ".join(part.split()) for part in shown if part.strip()]
