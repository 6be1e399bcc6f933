"""What a game tells a newcomer: its aim, its rules, and how a move is made."""

from __future__ import annotations

from kibitz.rules.sentence import Sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.rules.contract import Rules

    Words = Sentence | str  # what the author of a game writes is not translated

AIMS = {
    "win": Sentence("Two players take turns. Play to win."),
    "score": Sentence("Two players take turns. End with as many more points as you can."),
    "shortest": Sentence("Solve the puzzle in as few moves as you can."),
    "fewest": Sentence("Play until no move is left, and end with the lowest score you can."),
}
POINTING = Sentence(
    "Click the squares of a move one after the other, or drag a piece to where it goes."
)


class About:
    """The aim in one sentence, the rules in a few, and how to move.

    `pointing` says how a move is made with a mouse or a finger, `writing` how it is written.
    """

    __slots__ = ("aim", "pointing", "rules", "writing")

    def __init__(
        self, aim: Words, rules: Sequence[Words], pointing: Words, writing: Words | None
    ) -> None:
        self.aim = aim
        self.rules = tuple(rules)
        self.pointing = pointing
        self.writing = writing


def about_own(rules: Rules, told: str, example: str | None) -> About:
    """Return what is known of a game from its rules, what its author tells, and a first move."""
    writing = None if example is None else Sentence("A move is written like {move}.", move=example)
    return About(AIMS[rules.aim], paragraphs_of(told), POINTING, writing)


def paragraphs_of(docstring: str) -> list[str]:
    """Return the paragraphs of a docstring that are sentences.

    A drawing, which is indented, and what ends with a colon before it are for readers of the code.
    """
    from inspect import cleandoc  # who plays no game in a file need not wait for it

    parts = [part for part in cleandoc(docstring).split("\n\n") if part.strip()]
    drawn = [all(line.startswith(" ") for line in part.split("\n")) for part in parts]
    return [
        " ".join(part.split())
        for part, is_drawing, then in zip(parts, drawn, [*drawn, False][1:], strict=True)
        if not is_drawing and not (then and part.rstrip().endswith(":"))
    ]
