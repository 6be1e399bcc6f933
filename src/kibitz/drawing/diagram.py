"""Simple pictures of positions, from few kinds of shapes in few greys.

`adapters/raster.py` can rasterise them, and the French original has a style of its own. Pictures
for people are drawn by `drawing/picture.py`.
"""

from collections.abc import Iterator
from html import escape

from kibitz.drawing.scene import Cell, Scene, kind_of
from kibitz.rules.base_game import EMPTY, BaseGame
from kibitz.rules.board import TRIANGULAR, Board

Point = tuple[float, float]

INKS = (("light", "#fff", "#111"), ("dark", "#333", "#fff"), ("middling", "#bbb", "#111"))


class Style:
    """Size of a picture and appearance of its parts. Subclasses override some of it."""

    step = 48  # distance of neighbouring cells
    edge = 28  # margin around the board, for the names of rows and columns
    radius = 17  # of a piece

    def point(self, board: Board, row: int, column: int) -> Point:
        """Return the centre of the cell at a place."""
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
        height += self.edge if scene.stored else 0
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
        """Write the names of rows and columns, taken from the names of cells."""
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
        yield "</g>"

    def piece(self, scene: Scene, cell: Cell, x: float, y: float) -> Iterator[str]:
        """Draw a piece: in the shape of its letter, or as a disc with the letter."""
        name, fill, ink = ink_of(scene.game, cell.letter)
        reach = self.radius - 3
        if cell.covered:
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
        number = cell.sign[len(cell.letter) :]
        if number:
            yield (f"<circle class='badge' cx='{x:g}' cy='{y:g}' r='8' fill='#fff' stroke='#111'/>")
            yield label(x, y + 4.5, number, "#111", 13)

    def wide_piece(self, scene: Scene, cell: Cell, x: float, y: float) -> Iterator[str]:
        """Draw one cell of a piece that covers several, joined to the others."""
        name, fill, ink = ink_of(scene.game, cell.letter)
        half, inset = self.step / 2, 5
        steps = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
        block = next(cells for cells in scene.blocks if cell.number in cells)
        board = scene.game.board
        open_to = {way: board.beyond(cell.number, step) in block for way, step in steps.items()}
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

    def foot(self, scene: Scene) -> Iterator[str]:
        """Write the signs beside the board, and close the picture."""
        if scene.beside:
            width, height = self.size(scene.game.board)
            yield label(width / 2, height + self.edge / 2, " ".join(scene.beside), size=17)
        yield "</svg>"


def diagram(game: BaseGame, position: int, mover: int | None = None) -> str:
    """Draw a position as a diagram."""
    return draw(Scene(game, position, mover))


def draw(scene: Scene, style: Style | None = None) -> str:
    """Draw a scene in a style."""
    style = style or Style()
    parts = [*style.head(scene)]
    for cell in scene.cells:
        parts += style.cell(scene, cell)
    return "\n".join([*parts, *style.foot(scene)])


def ink_of(game: BaseGame, letter: str) -> tuple[str, str, str]:
    """Return the colour of a kind of piece, by its index among the signs of the game.

    A single kind is dark. Kinds that are numbers are all light: the numbers distinguish them.
    """
    if letter.isdigit():
        return INKS[0]
    letters = list(dict.fromkeys(kind_of(sign) for sign in game.signs if sign != EMPTY))
    return INKS[1] if len(letters) == 1 else INKS[letters.index(letter) % len(INKS)]


def label(x: float, y: float, text: str, ink: str = "#111", size: int = 14) -> str:
    """Write a word centred at a point."""
    return f"<text x='{x:g}' y='{y:g}' fill='{ink}' font-size='{size}'>{escape(text)}</text>"


def square(x: float, y: float, side: float, look: str) -> str:
    """Draw a square centred at a point."""
    corner = side / 2
    return (
        f"<rect x='{x - corner:g}' y='{y - corner:g}' width='{side:g}' height='{side:g}' {look}/>"
    )
