"""Drawing of the French original."""

from __future__ import annotations

from kibitz.rules.base_game import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.base_game import BaseGame


def svg(game: BaseGame, position: int) -> str:
    """Draw a page of 600 by 600: pegs white, empty holes black, each with its number."""
    drawn = "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='600'>\n"
    drawn += "<rect width='600' height='600' fill='white'/>\n"
    board = game.board
    for (row, column), name, sign in zip(
        board.places, board.names, game.pieces(position), strict=True
    ):
        x, y = 100 + 50 * column, 100 + 100 * row
        fill, ink = ("black", "white") if sign == EMPTY else ("white", "black")
        drawn += (
            f"<circle cx='{x}' cy='{y - 10}' fill='{fill}' stroke='black' r='20'/>\n"
            f"<text x='{x}' y='{y}' fill='{ink}' text-anchor='middle' font-size='30'>"
            f"{name}</text>\n"
        )
    return drawn + "</svg>\n"
