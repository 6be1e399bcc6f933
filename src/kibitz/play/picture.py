"""Pictures of positions and of tables, as SVG."""

from __future__ import annotations

from html import escape

from kibitz.rules.board import TRIANGULAR
from kibitz.rules.notation import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.rules.notation import Game

CELL = 40
EDGE = 10
STYLE = "font-family='sans-serif' text-anchor='middle'"


def picture(game: Game, position: int, mover: int | None = None) -> str:
    """Draw a position: a cell for each place of the board, and the sign of what stands on it."""
    slanted = game.board.lattice is TRIANGULAR
    across = CELL / 2 if slanted else CELL
    rows = 1 + max(row for row, _ in game.board.places)
    columns = 1 + max(column for _, column in game.board.places)
    width, height = columns * across + CELL / 2 * slanted, rows * CELL
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width + 2 * EDGE:g}' "
        f"height='{height + 2 * EDGE:g}' role='img'>",
        f"<title>{escape(game.name)}: {escape(game.text(position))}</title>",
        "<rect width='100%' height='100%' fill='white'/>",
    ]
    signs = zip(game.board.places, game.board.names, game.pieces(position, mover), strict=True)
    for (row, column), name, sign in signs:
        x, y = EDGE + column * across + CELL / 2, EDGE + row * CELL + CELL / 2
        parts.append(f"<g><title>{escape(name)}</title>")
        parts += cell(x, y, "" if sign == EMPTY else sign)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"])


def cell(x: float, y: float, sign: str) -> list[str]:
    """Draw one cell: a square, and in it, if it is not empty, a disc with its sign."""
    half = CELL / 2
    parts = [
        f"<rect x='{x - half:g}' y='{y - half:g}' width='{CELL}' height='{CELL}' "
        "fill='#eee' stroke='#888'/>"
    ]
    if sign:
        fill, ink = ("#222", "white") if sign[0] in DARK else ("white", "black")
        parts.append(
            f"<circle cx='{x:g}' cy='{y:g}' r='{half - 4:g}' fill='{fill}' stroke='black'/>"
        )
        parts.append(
            f"<text x='{x:g}' y='{y + 6:g}' fill='{ink}' font-size='16' {STYLE}>"
            f"{escape(sign)}</text>"
        )
    return parts


DARK = "OBo"  # the signs drawn white on black, so that two sides differ in grey


def bars(title: str, counts: Sequence[tuple[str, int]]) -> str:
    """Draw how many positions there are of each value, one bar a value."""
    most = max((count for _, count in counts), default=1)
    height = 20 * len(counts) + 40
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='520' height='{height}' role='img' "
        "font-family='sans-serif' font-size='13'>",
        "<rect width='100%' height='100%' fill='white'/>",
        f"<text x='10' y='22' font-weight='bold'>{escape(title)}</text>",
    ]
    for line, (label, count) in enumerate(counts):
        y = 20 * line + 36
        parts.append(f"<text x='100' y='{y + 13}' text-anchor='end'>{escape(label)}</text>")
        parts.append(
            f"<rect x='110' y='{y + 2}' width='{300 * count / most:.1f}' height='14' fill='#468'/>"
        )
        parts.append(f"<text x='{115 + 300 * count / most:.1f}' y='{y + 13}'>{count:,}</text>")
    return "\n".join([*parts, "</svg>"])
