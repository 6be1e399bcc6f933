"""Description of a game for new players: its aim, its rules, and how a move is made.

The docstring of a game in a file has a summary on its first line, then paragraphs. Those that begin
with `Aim:`, `To move:`, `To choose:` and `Known:` have that meaning; the others are the rules.
Sentences of games that are shipped are in the catalogues; those of other games stay as they are.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.core.rules import Rules

POINTING = Sentence(
    "Choose the squares of a move one after the other, or drag a piece to where it goes."
)


AIM, MOVING, PARAMETERS, KNOWN = "Aim:", "To move:", "To choose:", "Known:"
LABELS = (AIM, MOVING, PARAMETERS, KNOWN)


class About:
    """The aim in one sentence, the rules in a few, and how to move.

    `pointing` describes how a move is made with a mouse or a finger, `writing` its notation.
    `history` is the origin of the game and what is known about it, with sources.
    """

    __slots__ = ("aim", "history", "pointing", "rules", "writing")

    def __init__(
        self,
        aim: Sentence | None,
        rules: Sequence[Sentence],
        pointing: Sentence,
        writing: Sentence | None,
        history: str = "",
    ) -> None:
        self.aim = aim
        self.rules = tuple(rules)
        self.pointing = pointing
        self.writing = writing
        self.history = history


class GameText:
    """The parts of a docstring that describes a game; a part that it does not have is empty.

    `plain` are the paragraphs without a label, the summary first. `parameters` are the meanings of
    the parameters, each on an indented line below the label: `rows: of the board`.
    """

    def __init__(self, docstring: str) -> None:
        self.plain: list[str] = []
        self.parameters: dict[str, str] = {}
        said: dict[str, list[str]] = {label: [] for label in LABELS}
        for part in parts_of(docstring):
            label = next((one for one in LABELS if part.startswith(one)), "")
            if label == PARAMETERS:
                self.parameters |= dict(meanings_of(part.removeprefix(label)))
            elif label:
                said[label].append(on_one_line(part.removeprefix(label)))
            else:
                self.plain.append(on_one_line(part))
        self.aim = " ".join(said[AIM])
        self.moving = " ".join(said[MOVING])
        known = " ".join(said[KNOWN])
        self.history = known[:1].upper() + known[1:]

    @property
    def rules(self) -> list[str]:
        """The rules; with an aim, without the summary."""
        return self.plain[1:] if self.aim else self.plain

    def sentences(self) -> Iterator[str]:
        """Yield what must be translated: all but the history, which may wait."""
        yield from filter(None, (*self.plain, self.aim, self.moving, *self.parameters.values()))


def about_own(rules: Rules, text: str, example: str | None) -> About:
    """Return the description of a game from its rules, its author's text, and a first move."""
    writing = (
        None
        if example is None
        else Sentence("A move is written, for example, {move}.", move=example)
    )
    own = GameText(text)
    aim = Sentence(own.aim) if own.aim else rules.objective.aim
    pointing = Sentence(own.moving) if own.moving else POINTING
    return About(aim, [Sentence(one) for one in own.rules], pointing, writing, own.history)


def parts_of(docstring: str) -> list[str]:
    """Return the paragraphs of a docstring without those that are indented."""
    from inspect import cleandoc  # needed for games in files only

    parts = cleandoc(docstring).split("\n\n")
    return [part for part in parts if part.strip() and not part.startswith(" ")]


def meanings_of(lines: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the meaning of each parameter."""
    for line in lines.split("\n"):
        name, colon, meaning = line.partition(":")
        if colon:
            yield name.strip(), meaning.strip()


def on_one_line(text: str) -> str:
    """Return a paragraph on one line."""
    return " ".join(text.split())
