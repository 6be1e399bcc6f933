"""Description of a game for new players: its aim, its rules, and how a move is made.

The docstring of a game in a file has a summary on its first line, then paragraphs. Those that begin
with `Aim:`, `To move:`, `To write:`, `To choose:` and `Known:` have that meaning; the others are
the rules. `To write:` is the notation of moves, if the game has its own. Sentences of games that
are shipped are in the catalogues; those of other games stay as they are.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.rules.rules import Rules

POINTING = Sentence(
    "Choose the squares of a move one after the other, or drag a piece to where it goes."
)


AIM, MOVING, WRITING = "Aim:", "To move:", "To write:"
PARAMETERS, KNOWN = "To choose:", "Known:"
LABELS = (AIM, MOVING, WRITING, PARAMETERS, KNOWN)

# The derived notation: cells that become empty, then those where something comes to stand.
CELL = Sentence("Write the cell of the move.")
FROM_TO = Sentence("Write the cell that a piece leaves, a dash and the cell that it enters.")
CELL_OR_FROM_TO = Sentence(
    "Write the cell where you place a piece or, to move one, the cell that it leaves, a dash and "
    "the cell that it enters."
)
CHANGED = Sentence(
    "Write the cells that change, separated by commas: first those that become empty, then, after "
    "a dash, those where something comes to stand. If there are none of one kind, there is no dash."
)


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
        self.writing = " ".join(said[WRITING])
        known = " ".join(said[KNOWN])
        self.history = known[:1].upper() + known[1:]

    @property
    def rules(self) -> list[str]:
        """The rules; with an aim, without the summary."""
        return self.plain[1:] if self.aim else self.plain

    def sentences(self) -> Iterator[str]:
        """Yield what must be translated: all but the history, which may wait."""
        yield from filter(
            None, (*self.plain, self.aim, self.moving, self.writing, *self.parameters.values())
        )


def about_own(
    rules: Rules, text: str, examples: Sequence[str], *, derived: bool, complete: bool
) -> About:
    """Return the description of a game from its rules, its author's text, and examples of moves.

    `derived` says that the notation is that of `SimpleGame`, by the cells that change, `complete`
    that there is an example of every form.
    """
    own = GameText(text)
    aim = Sentence(own.aim) if own.aim else rules.objective.aim
    pointing = Sentence(own.moving) if own.moving else POINTING
    writing = notation_of(own.writing, examples, derived=derived, complete=complete)
    return About(aim, [Sentence(one) for one in own.rules], pointing, writing, own.history)


def notation_of(
    said: str, examples: Sequence[str], *, derived: bool, complete: bool
) -> Sentence | None:
    """Return how a move is written, with examples; None if there is no move."""
    if not examples:
        return None
    moves = "; ".join(examples)
    if said:
        how = Sentence(said)
    elif not derived:
        return Sentence("A move is written, for example, {move}.", move=moves)
    elif not complete or any("," in one for one in examples):
        how = CHANGED
    elif all("-" in one for one in examples):
        how = FROM_TO
    else:
        how = CELL_OR_FROM_TO if any("-" in one for one in examples) else CELL
    return Sentence("{how} For example: {moves}.", how=how, moves=moves)


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
