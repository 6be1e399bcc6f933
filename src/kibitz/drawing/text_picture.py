"""Text pictures of positions for a terminal, from the same cells as the SVG pictures.

    .   1 2 3         the names of rows and columns stand at the edges,
    a   O . .         what the last move entered stands in brackets
    b   . X .
    c   . .[X]

Walls between cells are lines between their signs:

    .   1   2         a wall at the right of a1, and one below b2
    a   O | .
    b   .   X
            -
    c   .   .

On the triangular lattice, and where the names of cells do not consist of row and column, each cell
shows its name after its sign.
"""

from collections.abc import Callable

from kibitz.drawing.scene import ENTERED, Cell, Scene, edge_names
from kibitz.rules.base_game import EMPTY
from kibitz.rules.board import TRIANGULAR

Paint = Callable[[str, Cell], str]

ASCII = {EMPTY: "."}
UNICODE = {EMPTY: "·", "o": "●"}
OPPOSITE = {"left": "right", "top": "bottom"}
GOALS = {"ascii": "+", "unicode": "◎"}


def unpainted(text: str, cell: Cell) -> str:
    """Return the text of a cell without colour."""
    return text


def text_picture(
    scene: Scene, *, unicode: bool = False, width: int = 80, paint: Paint = unpainted
) -> str:
    """Draw a scene as text, each line terminated, and if possible no line wider than `width`.

    `paint(text, cell)` may colour the text of a cell; it must not change its width.
    """
    board = scene.game.board
    rows, columns = edge_names(board)
    numbered = not rows
    row_names = dict(rows)
    signs = {cell: _sign(cell, unicode) for cell in scene.cells}
    if numbered:
        signs = {cell: sign + cell.name for cell, sign in signs.items()}
    widest = max(map(len, [*signs.values(), *scene.game.signs]))
    edge = 0 if numbered else 2 + max(map(len, row_names.values()))
    width_of_board = 1 + max(column for _, column in board.places)
    span = widest + 1
    if board.lattice is TRIANGULAR:  # two places of the drawing have the width of one cell
        span = max(2, (widest + 2) // 2)
    walls = _walls(scene)
    if walls:
        span = widest + 3  # space for a wall, and for brackets on both sides of it
    elif edge + 1 + width_of_board * span > width and not numbered:
        span = widest
    lines = [] if numbered else [_heading(edge, columns, span)]
    for row in board.rows:
        cells = [scene.cells[cell] for cell in row]
        line = TextLine("" if numbered else row_names[cells[0].place[0]])
        for cell in cells:
            at = edge + 1 + cell.place[1] * span
            line.put(at, paint(signs[cell], cell), len(signs[cell]), cell.mark == ENTERED)
            if (cell.number, "right") in walls:
                line.wall(at + widest + 1)
        lines.append(line.text())
        below = [cell.place[1] for cell in cells if (cell.number, "bottom") in walls]
        if below:
            marks = {edge + 1 + column * span + at for column in below for at in range(widest)}
            lines.append("".join("-" if at in marks else " " for at in range(1 + max(marks))))
    if scene.beside:
        appearance = scene.game.appearance
        labelled = appearance is not None and (appearance.beside or appearance.stock)
        beside = scene.beside if labelled else [" ".join(scene.beside)]
        lines += ["", *(" " * (edge + 1) + words for words in beside)]
    return "".join(line.rstrip() + "\n" for line in lines)


class TextLine:
    """A line that is filled from left to right, with brackets around what is marked."""

    def __init__(self, text: str) -> None:
        self._parts = [text]
        self._filled = len(text)
        self._marked = False

    def put(self, at: int, text: str, width: int, marked: bool) -> None:
        """Write a text of a given width, in brackets if it is marked and there is space."""
        gap = at - self._filled
        if gap > 0:
            blank = list(" " * gap)
            if self._marked and not (marked and gap == 1):
                blank[0] = "]"
            if marked and not (self._marked and gap == 1):
                blank[-1] = "["
            self._parts.append("".join(blank))
        self._parts.append(text)
        self._filled = at + width
        self._marked = marked

    def wall(self, at: int) -> None:
        """Write a wall, after the bracket of what is before it."""
        gap = " " * (at - self._filled)
        self._parts.append(("]" + gap[1:] if self._marked else gap) + "|")
        self._filled, self._marked = at + 1, False

    def text(self) -> str:
        """Return the whole line."""
        return "".join(self._parts) + "]" * self._marked


def _walls(scene: Scene) -> set[tuple[int, str]]:
    """Return the walls between cells, each at the right or at the bottom of one."""
    board, appearance = scene.game.board, scene.game.appearance
    beyond = {"right": (0, 1), "bottom": (1, 0), "left": (0, -1), "top": (-1, 0)}
    found = set()
    for cell, side in appearance.walled if appearance else ():
        other = board.beyond(cell, beyond[side])
        if other is not None:
            found.add((cell, side) if side in ("right", "bottom") else (other, OPPOSITE[side]))
    return found


def _sign(cell: Cell, unicode: bool) -> str:
    if cell.goal and not cell.letter:
        return GOALS["unicode" if unicode else "ascii"]
    return (UNICODE if unicode else ASCII).get(cell.sign, cell.sign)


def _heading(edge: int, columns: list[tuple[int, str]], span: int) -> str:
    """Return the names of the columns, only their ends if there is not enough space."""
    line = " " * (edge + 1)
    for column, name in sorted(columns):
        line = line.ljust(edge + 1 + column * span) + name[-max(span - 1, 1) :]
    return line
