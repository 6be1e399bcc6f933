"""Drawing of the French original, as a style of the diagrams that every game has."""

from __future__ import annotations

from kibitz.drawing.diagram import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.drawing.scene import Cell, Scene
    from kibitz.rules.board import Board


class Original(Style):
    """A page of 600 by 600: pegs are white discs, empty holes black ones, each with its number."""

    def point(self, board: Board, row: int, column: int) -> tuple[int, int]:
        return 100 + 50 * column, 100 + 100 * row

    def head(self, scene: Scene) -> Iterator[str]:
        yield "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='600'>"
        yield "<rect width='600' height='600' fill='white'/>"

    def cell(self, scene: Scene, cell: Cell) -> Iterator[str]:
        x, y = self.point(scene.game.board, *cell.place)
        fill, ink = ("white", "black") if cell.letter else ("black", "white")
        yield f"<circle cx='{x}' cy='{y - 10}' fill='{fill}' stroke='black' r='20'/>"
        yield (
            f"<text x='{x}' y='{y}' fill='{ink}' text-anchor='middle' font-size='30'>"
            f"{cell.name}</text>"
        )

    def foot(self, scene: Scene) -> Iterator[str]:
        yield "</svg>"
        yield ""
