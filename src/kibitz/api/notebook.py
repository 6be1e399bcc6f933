"""Rich display in notebooks: pictures of a position and of the values of its moves, and boards."""

from __future__ import annotations

import os
from html import escape
from importlib import import_module

from kibitz.api.game import game as game_named
from kibitz.api.position import Answer, Position
from kibitz.drawing import picture as drawing
from kibitz.language.errors import KibitzError, quoted
from kibitz.system.extras import install

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from os import PathLike
    from typing import Any, Protocol

    from kibitz.api.game import Game
    from kibitz.api.match import Match
    from kibitz.api.position import Move
    from kibitz.oracle.oracle import Oracle
    from kibitz.rules.objectives.outcomes import Outcome

    class BoardWidget(Protocol):
        """A board in a notebook; `kibitz.web.notebook.board_widget` has it."""

        match: Match
        position: str
        moves: list[str]
        link: str
        outcome: Mapping[str, Any] | None

        def observe(self, handler: Callable[[Any], None], names: str | list[str]) -> None:
            """Call a function after every change of these traits."""

        def show(self) -> None:
            """Show the match as it is now."""

        def judge(self) -> None:
            """Show the verdict and the comment on the current position."""


# The board is that of the page, which imports this package: it is loaded only when it is wanted.
WIDGETS = "kibitz.web.notebook.board_widget"
ENDING = ".svg"  # of the files that pictures are written to
WIDTH, HEIGHT = 128, 40  # of a box, with room for “3 pegs left at best”
ACROSS, DOWN = 50, 12  # between boxes
COLOURS = {"good": "#cfe8cf", "bad": "#f2cfcf", "even": "#e8e4c9", "unknown": "#dde6f0"}


class Picture:
    """A picture as SVG. A notebook shows it; `str` gives its text."""

    def __init__(self, svg: str) -> None:
        self._svg = svg

    def __str__(self) -> str:
        return self._svg

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture as SVG to a file, such as `x.svg`."""
        from kibitz.system.whole_files import write_file

        name = os.fspath(path)
        if os.path.splitext(name)[1].lower() not in ("", ENDING):
            raise KibitzError(
                "a picture is written as SVG: the name of its file ends in {ending}, and {path} "
                "does not",
                ending=ENDING,
                path=quoted(name),
            )
        write_file(name, self._svg + "\n")

    def _repr_svg_(self) -> str:
        return self._svg


def picture(
    game: Game | str | PathLike[str] | Position, position: Position | str | int | None = None
) -> Picture:
    """Return a picture of a position (itself, its text or its number), else of the start.

    A `Position` knows its game, so that `picture(position)` is enough.

    Examples:
        >>> import kibitz
        >>> kibitz.picture("peg:english").save("english.svg")
    """
    if isinstance(game, Position):
        position = game if position is None else position
        game = game.game
    game = game_named(game)
    shown = game.start if position is None else game.position(position)
    return Picture(drawing.picture(game, shown.number))


def board_of_match(match: Match, values: bool) -> BoardWidget:
    """Return a match as a board for a notebook; raise an error if the extra is not installed."""
    try:
        widgets: Any = import_module(WIDGETS)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("kibitz"):
            raise
        raise KibitzError(
            "a board in a notebook needs the package {package}, which is not installed: {install}",
            package=error.name,
            install=install("notebook"),
        ) from None
    board: BoardWidget = widgets.NotebookBoard(match, values=values)
    return board


class Box:
    """A position in a graph: the move that led to it, its outcome, and where it is drawn."""

    def __init__(
        self, position: Position, label: str, outcome: Outcome, parent: Box | None
    ) -> None:
        self.position = position
        self.label = label
        self.outcome = outcome
        self.parent = parent
        self.x: float = 0.0 if parent is None else parent.x + WIDTH + ACROSS
        self.y = 0.0


def value_graph(oracle: Oracle, position: Position, plies: int, widest: int) -> Picture:
    """Draw the game tree below a position: each move with its outcome for the player who makes it.

    From left to right `plies` moves deep; of each position the `widest` best moves are drawn, moves
    to mirror images of one position once.
    """
    root = Box(position, "", oracle.outcome(position.number), None)
    boxes, layer = [root], [root]
    for _ in range(plies):
        layer = [child for box in layer for child in following(oracle, box, widest)]
        boxes += layer
    lines = place(root, boxes, 0)
    return Picture("\n".join(drawn(position.game, boxes, lines)))


def following(oracle: Oracle, box: Box, widest: int) -> list[Box]:
    """Return the boxes of the best moves from a position."""
    canonical = box.position.game.rules.canonical
    kinds: dict[int, Move] = {}
    for move in Answer.by(oracle, box.position).moves:
        to = move.position.number
        kinds.setdefault(canonical(to) if canonical else to, move)
    best = list(kinds.values())[:widest]
    return [Box(move.position, move.text, move.outcome, box) for move in best]


def place(box: Box, boxes: list[Box], line: int) -> int:
    """Place a box beside the middle of its children; return the first line below them."""
    children = [child for child in boxes if child.parent is box]
    first = line
    for child in children:
        line = place(child, boxes, line)
    line = max(line, first + 1)
    box.y = (first + line - 1) / 2 * (HEIGHT + DOWN)
    return line


def drawn(game: Game, boxes: list[Box], lines: int) -> list[str]:
    """Return the parts of the picture."""
    width = max(box.x for box in boxes) + WIDTH + 2
    height = lines * (HEIGHT + DOWN) - DOWN + 2
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:g}' height='{height:g}' "
        "role='img' font-family='sans-serif' font-size='12' text-anchor='middle'>",
        f"<title>{escape(game.name)}: what can follow {escape(boxes[0].position.text)}</title>",
        "<rect width='100%' height='100%' fill='white'/>",
    ]
    for box in boxes:
        if box.parent is not None:
            parts.append(
                f"<line x1='{box.parent.x + WIDTH:g}' y1='{box.parent.y + HEIGHT / 2:g}' "
                f"x2='{box.x:g}' y2='{box.y + HEIGHT / 2:g}' stroke='#888'/>"
            )
        middle = box.x + WIDTH / 2
        parts += [
            f"<g><title>{escape(box.position.text)}</title>",
            f"<rect x='{box.x + 1:g}' y='{box.y + 1:g}' width='{WIDTH - 2}' height='{HEIGHT - 2}' "
            f"rx='4' fill='{COLOURS[box.outcome.tone]}' stroke='#666'/>",
            f"<text x='{middle:g}' y='{box.y + 16:g}' font-weight='bold'>"
            f"{escape(box.label or 'here')}</text>",
            f"<text x='{middle:g}' y='{box.y + 32:g}'>{escape(str(box.outcome))}</text></g>",
        ]
    return [*parts, "</svg>"]
