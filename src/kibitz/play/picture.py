"""Pictures of positions, as SVG: for any game, from its cells and what stands on them.

Everything can be told apart in grey: the first kind of piece is light and the second dark, crosses
and rings are shapes, a goal is a square in a square, a cell that the last move entered has a thick
edge and one that it left a broken one. Classes let a page restyle it; nothing has an id, so many
pictures can stand on one page.
"""

from __future__ import annotations

from html import escape

from kibitz.play.scene import ENTERED, LEFT, Scene
from kibitz.rules.board import TRIANGULAR
from kibitz.rules.game import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.play.scene import Arrow, Cell
    from kibitz.rules.board import Board
    from kibitz.rules.game import Game

    Point = tuple[float, float]

INKS = (("light", "#fff", "#111"), ("dark", "#333", "#fff"), ("middling", "#bbb", "#111"))


class Style:
    """How large a picture is, and what its parts look like. Another style overrides some of it."""

    step = 48  # from a cell to the next
    edge = 28  # around the board, with room for the names of rows and columns
    radius = 17  # of a piece

    def point(self, board: Board, row: int, column: int) -> Point:
        """Return the middle of the cell at a place."""
        across = self.step / 2 if board.lattice is TRIANGULAR else self.step
        return self.edge + self.step / 2 + column * across, self.edge + self.step * (row + 0.5)

    def size(self, board: Board) -> Point:
        """Return width and height of the picture of a board."""
        row, column = (max(place[axis] for place in board.places) for axis in (0, 1))
        x, y = self.point(board, row, column)
        return x + self.step / 2 + 10, y + self.step / 2 + 10

    def head(self, scene: Scene) -> Iterator[str]:
        """Open the picture."""
        width, height = self.size(scene.game.board)
        height += self.edge if scene.beside else 0
        yield (
            f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:g}' height='{height:g}' "
            f"viewBox='0 0 {width:g} {height:g}' role='img' font-family='sans-serif' "
            "text-anchor='middle'>"
        )
        yield f"<title>{escape(scene.title)}</title>"
        yield f"<rect class='board' width='{width:g}' height='{height:g}' fill='#fff'/>"
        if scene.game.board.lattice is not TRIANGULAR:
            yield from self.names_of_lines(scene.game.board)

    def names_of_lines(self, board: Board) -> Iterator[str]:
        """Write the names of rows and columns, as they are in the names of cells."""
        for row in board.rows:
            y = self.point(board, board.places[row[0]][0], 0)[1]
            name = board.names[row[0]].rstrip("0123456789")
            yield label(self.edge / 2, y + 5, name)
        for column in sorted({column for _, column in board.places}):
            yield label(self.point(board, 0, column)[0], self.edge - 9, str(column + 1))

    def cell(self, scene: Scene, cell: Cell) -> Iterator[str]:
        """Draw a cell and what stands on it."""
        x, y = self.point(scene.game.board, *cell.place)
        what = f"{cell.name} {cell.sign}" if cell.letter else cell.name
        yield f"<g class='cell' data-cell='{escape(cell.name)}'><title>{escape(what)}</title>"
        numbered = scene.game.board.lattice is TRIANGULAR
        if numbered:
            yield f"<circle class='square' cx='{x:g}' cy='{y:g}' r='21' fill='#eee' stroke='#888'/>"
        else:
            yield square(x, y, self.step, "class='square' fill='#eee' stroke='#888'")
        if cell.goal:
            for side in (0.8, 0.55):
                yield square(x, y, self.step * side, "class='goal' fill='none' stroke='#555'")
        if cell.letter:
            yield from self.piece(scene, cell, x, y)
        if numbered:
            dark = cell.letter and ink_of(scene.game, cell.letter)[0] == "dark"
            yield label(x, y + 5, cell.name, "#fff" if dark else "#111")
        yield from self.mark(cell, x, y, round_cell=numbered)
        yield "</g>"

    def mark(self, cell: Cell, x: float, y: float, *, round_cell: bool) -> Iterator[str]:
        """Mark a cell that the last move entered or left."""
        strokes = {ENTERED: "stroke-width='4'", LEFT: "stroke-width='2' stroke-dasharray='5 4'"}
        if cell.mark:
            look = f"class='{cell.mark}' fill='none' stroke='#000' {strokes[cell.mark]}"
            if round_cell:
                yield f"<circle cx='{x:g}' cy='{y:g}' r='22' {look}/>"
            else:
                yield square(x, y, self.step - 6, look)

    def piece(self, scene: Scene, cell: Cell, x: float, y: float) -> Iterator[str]:
        """Draw a piece: by the shape of its letter, or as a disc that bears it."""
        name, fill, ink = ink_of(scene.game, cell.letter)
        reach = self.radius - 3
        if cell.letter in scene.game.wide:
            yield from self.wide_piece(scene, cell, x, y)
        elif cell.letter == "X":
            yield (
                f"<path class='piece cross' d='M{x - reach:g} {y - reach:g}L{x + reach:g} "
                f"{y + reach:g}M{x - reach:g} {y + reach:g}L{x + reach:g} {y - reach:g}' "
                "stroke='#111' stroke-width='6' stroke-linecap='round'/>"
            )
        elif cell.letter == "O":
            yield (
                f"<circle class='piece ring' cx='{x:g}' cy='{y:g}' r='{reach:g}' fill='none' "
                "stroke='#111' stroke-width='6'/>"
            )
        else:
            plain = cell.letter == "o"
            yield (
                f"<circle class='piece {name}' cx='{x:g}' cy='{y:g}' r='{self.radius}' "
                f"fill='{fill}' stroke='#111' stroke-width='2'/>"
            )
            if not plain:
                yield label(x, y + 6, cell.sign, ink, 17)
            return
        if cell.number:
            yield (f"<circle class='badge' cx='{x:g}' cy='{y:g}' r='8' fill='#fff' stroke='#111'/>")
            yield label(x, y + 4.5, cell.number, "#111", 13)

    def wide_piece(self, scene: Scene, cell: Cell, x: float, y: float) -> Iterator[str]:
        """Draw one cell of a piece that covers several, joined to the others."""
        name, fill, ink = ink_of(scene.game, cell.letter)
        half, inset = self.step / 2, 5
        steps = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
        open_to = {way: scene.joined(cell, step) for way, step in steps.items()}
        x0, x1 = x - half + inset * (not open_to["left"]), x + half - inset * (not open_to["right"])
        y0, y1 = y - half + inset * (not open_to["up"]), y + half - inset * (not open_to["down"])
        yield (
            f"<rect class='piece {name}' x='{x0:g}' y='{y0:g}' width='{x1 - x0:g}' "
            f"height='{y1 - y0:g}' fill='{fill}'/>"
        )
        corners = {"left": (x0, y0, x0, y1), "right": (x1, y0, x1, y1)}
        corners |= {"up": (x0, y0, x1, y0), "down": (x0, y1, x1, y1)}
        for way, (from_x, from_y, to_x, to_y) in corners.items():
            if not open_to[way]:
                yield (
                    f"<path d='M{from_x:g} {from_y:g}L{to_x:g} {to_y:g}' stroke='#111' "
                    "stroke-width='2' stroke-linecap='square'/>"
                )
        yield label(x, y + 6, cell.sign, ink, 17)

    def arrow(self, scene: Scene, arrow: Arrow) -> Iterator[str]:
        """Draw an arrow from a cell to another."""
        places = scene.game.board.places
        (x0, y0), (x1, y1) = (self.point(scene.game.board, *places[cell]) for cell in arrow)
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        x0, y0, x1, y1 = x0 + 12 * ux, y0 + 12 * uy, x1 - 4 * ux, y1 - 4 * uy
        back_x, back_y = x1 - 16 * ux, y1 - 16 * uy
        shaft = f"M{x0:.1f} {y0:.1f}L{back_x:.1f} {back_y:.1f}"
        tip = (
            f"M{x1:.1f} {y1:.1f}L{back_x - 8 * uy:.1f} {back_y + 8 * ux:.1f}"
            f"L{back_x + 8 * uy:.1f} {back_y - 8 * ux:.1f}Z"
        )
        yield f"<path d='{shaft}' stroke='#fff' stroke-width='9' stroke-linecap='round'/>"
        yield f"<path class='arrow' d='{shaft}' stroke='#c33' stroke-width='5'/>"
        yield f"<path class='arrow' d='{tip}' fill='#c33' stroke='#fff' stroke-width='1'/>"

    def foot(self, scene: Scene) -> Iterator[str]:
        """Write what stands beside the board, and close the picture."""
        if scene.beside:
            width, height = self.size(scene.game.board)
            yield label(width / 2, height + self.edge / 2, " ".join(scene.beside), size=17)
        yield "</svg>"


def picture(
    game: Game, position: int, mover: int | None = None, arrows: Sequence[Arrow] = ()
) -> str:
    """Draw a position. `mover` says who is to move, for games that call the players by it."""
    scene = Scene(game, position, mover)
    scene.arrows += arrows
    return draw(scene)


def draw(scene: Scene, style: Style | None = None) -> str:
    """Draw a scene in a style."""
    style = style or Style()
    parts = [*style.head(scene)]
    for cell in scene.cells:
        parts += style.cell(scene, cell)
    for arrow in scene.arrows:
        parts += style.arrow(scene, arrow)
    return "\n".join([*parts, *style.foot(scene)])


def ink_of(game: Game, letter: str) -> tuple[str, str, str]:
    """Return the look of a kind of piece, by its turn among the signs of the game.

    Where there is only one kind, it is dark. Kinds that are numbers are all light: their numbers
    tell them apart.
    """
    if letter.isdigit():
        return INKS[0]
    letters = list(dict.fromkeys(sign.rstrip("0123456789") or sign for sign in game.signs))
    letters.remove(EMPTY)
    return INKS[1] if len(letters) == 1 else INKS[letters.index(letter) % len(INKS)]


def label(x: float, y: float, text: str, ink: str = "#111", size: int = 14) -> str:
    """Write a word with its middle there."""
    return f"<text x='{x:g}' y='{y:g}' fill='{ink}' font-size='{size}'>{escape(text)}</text>"


def square(x: float, y: float, side: float, look: str) -> str:
    """Draw a square with its middle there."""
    corner = side / 2
    return (
        f"<rect x='{x - corner:g}' y='{y - corner:g}' width='{side:g}' height='{side:g}' {look}/>"
    )
