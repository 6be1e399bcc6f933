"""SVG pictures of positions for any game, assembled from the parts of its look.

Colour is never the only difference: kinds of pieces differ in shape, and players in lightness too;
a cell that the last move entered has a thick edge and one that it left a dashed one. A picture
follows the light or dark mode of the page, and is light in print. Its ids are derived from its
contents, so one page can show many pictures.
"""

from collections.abc import Iterator, Sequence
from html import escape
from zlib import crc32

from kibitz.drawing.inks import paint, style_of_picture
from kibitz.drawing.look import IN_TRAY, Look, look_of
from kibitz.drawing.look_parts import LABEL, label
from kibitz.drawing.scene import ENTERED, LEFT, Arrow, Cell, Scene
from kibitz.drawing.wide_pieces import WidePiece
from kibitz.rules.base_game import EMPTY, BaseGame

STROKES = {
    ENTERED: "stroke-width='3' opacity='.8'",
    LEFT: "stroke-width='2.500' stroke-dasharray='5 5' opacity='.7'",
}


def picture(
    game: BaseGame, position: int, mover: int | None = None, arrows: Sequence[Arrow] = ()
) -> str:
    """Draw a position. `mover` is the player to move, for games whose signs depend on it."""
    scene = Scene(game, position, mover)
    scene.arrows += arrows
    return draw(scene)


def draw(scene: Scene) -> str:
    """Draw a scene."""
    look = look_of(scene.game)
    cells = [scene.cells[cell] for cell in look.order] or scene.cells
    body = "\n".join(
        [
            look.ground,
            *(part for cell in cells for part in cell_with_piece(look, scene, cell)),
            *above_cells(look, scene),
        ]
    )
    written, height = words_below(look, scene)
    body += written
    name = f"kz{crc32((scene.title + body).encode()):08x}-"
    body = body.replace("#kz-", f"#{name}").replace("id='kz-", f"id='{name}")
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' class='kz' width='{look.width:g}' "
        f"height='{height:g}' viewBox='0 0 {look.width:g} {height:g}' role='img' "
        "font-family='system-ui, sans-serif' text-anchor='middle'>"
    )
    style = f"<style>{style_of_picture(body)}</style>"
    return "\n".join([head, f"<title>{escape(scene.title)}</title>", style, body, "</svg>"])


def above_cells(look: Look, scene: Scene) -> Iterator[str]:
    """Draw what covers several cells or none."""
    yield from (block(look, scene, cells) for cells in scene.blocks)
    yield from tray(look, scene)
    yield from stores(look, scene)
    yield from hands(look, scene)
    yield from line_through(look, scene.line)
    yield from (part for arrow in scene.arrows for part in arrow_between(look, arrow))


def words_below(look: Look, scene: Scene) -> tuple[str, float]:
    """Return the words below the board, and the height of the picture with them."""
    drawn, height = "", look.height
    named = look.game.appearance is not None and look.game.appearance.beside
    for words in scene.written if named else [" ".join(scene.written)] * bool(scene.written):
        height += LABEL + 6
        size = min(17, int(1.8 * look.width / len(words)))
        drawn += "\n" + label(look.width / 2, height - 13, words, "", "ink", size)
    return drawn, height


def cell_with_piece(look: Look, scene: Scene, cell: Cell) -> Iterator[str]:
    """Draw a cell and a piece that covers it alone."""
    x, y = look.points[cell.number]
    what = f"{cell.name} {cell.sign}" if cell.letter else cell.name
    yield f"<g class='cell' data-cell='{escape(cell.name)}' transform='translate({x:g} {y:g})'>"
    yield f"<title>{escape(what)}</title>{piece_in(look, cell)}</g>"
    yield mark_on(look, cell)


def piece_in(look: Look, cell: Cell) -> str:
    """Draw the piece that covers a cell alone, around 0, 0."""
    if not cell.letter or cell.covered:
        return ""
    tint = f" color='{look.tints[cell.number]}'" if look.tints else ""
    return f"<g class='piece'{tint}>{look.piece_on(cell.number, cell.sign)}</g>"


def mark_on(look: Look, cell: Cell) -> str:
    """Draw the mark of a cell that the last move changed."""
    if not cell.mark or cell.covered:
        return ""
    ink = paint(stroke=look.marked)
    return f"<path d='{look.frames[cell.number]}' {ink} {STROKES[cell.mark]}/>"


def block(look: Look, scene: Scene, cells: Sequence[int]) -> str:
    """Draw a piece that covers several cells."""
    piece = look.wide[scene.cells[cells[0]].letter]
    studs = "".join(
        f"<g transform='translate({look.points[cell][0]:g} {look.points[cell][1]:g})'>"
        f"{piece.stud}</g>"
        for cell in cells
        if piece.stud
    )
    body = piece.body.replace("{d}", look.outline(cells))
    return f"<g class='piece'>{body}{studs}{caps(look, piece, cells)}</g>"


def caps(look: Look, piece: WidePiece, cells: Sequence[int]) -> str:
    """Draw the decorations at the ends and in the middle of a piece that covers several cells."""
    if not piece.caps:
        return ""
    (x0, y0), (x1, y1) = look.points[cells[0]], look.points[cells[-1]]
    turn = " rotate(90)" if abs(y1 - y0) > abs(x1 - x0) else ""
    places = (
        f"translate({x0:g} {y0:g}){turn}",
        f"translate({x1:g} {y1:g}){turn}",
        f"translate({(x0 + x1) / 2:g} {(y0 + y1) / 2:g})",
    )
    return "".join(
        f"<g transform='{place}'>{part}</g>" for place, part in zip(places, piece.caps, strict=True)
    )


def tray(look: Look, scene: Scene) -> Iterator[str]:
    """Draw the pieces that have been captured."""
    for sign, tint, x, y in look.captured([cell.sign for cell in scene.cells]):
        place = f"translate({x:g} {y:g}) scale({IN_TRAY})"
        yield f"<g class='taken' color='{tint}' transform='{place}'>{look.pieces[sign]}</g>"


def stores(look: Look, scene: Scene) -> Iterator[str]:
    """Draw the signs beside the board that have a place in the drawing."""
    for (x, y), sign in zip(look.stores, scene.stored, strict=False):
        if sign != EMPTY:
            yield f"<g class='stored' transform='translate({x:g} {y:g})'>{look.pieces[sign]}</g>"


def hands(look: Look, scene: Scene) -> Iterator[str]:
    """Draw the pieces in hand, with a label."""
    for hand in scene.hands:
        for sign, _, x, y, scale in look.hand_places(hand):
            place = f"translate({x:g} {y:g}) scale({scale:g})"
            yield f"<g class='held' transform='{place}'>{look.pieces[sign]}</g>"
        if hand.count:
            yield label(*look.hand_label(hand), hand.label, "kz-edge", "quiet", 12)


def line_through(look: Look, cells: Sequence[int]) -> Iterator[str]:
    """Draw a line through the cells that decided the game."""
    if len(cells) > 1:
        path = "M" + "L".join(
            f"{look.points[cell][0]:g} {look.points[cell][1]:g}" for cell in cells
        )
        ends = "fill='none' stroke-linecap='round'"
        yield f"<path d='{path}' stroke='#fff' stroke-width='13' {ends}/>"
        yield f"<path class='line' d='{path}' stroke='#1d7546' stroke-width='8' {ends}/>"


def arrow_between(look: Look, arrow: Arrow) -> Iterator[str]:
    """Draw an arrow from a cell to another."""
    (x0, y0), (x1, y1) = (look.points[cell] for cell in arrow)
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    x0, y0, x1, y1 = x0 + 14 * ux, y0 + 14 * uy, x1 - 6 * ux, y1 - 6 * uy
    back_x, back_y = x1 - 17 * ux, y1 - 17 * uy
    shaft = f"M{x0:.1f} {y0:.1f}L{back_x:.1f} {back_y:.1f}"
    tip = (
        f"M{x1:.1f} {y1:.1f}L{back_x - 9 * uy:.1f} {back_y + 9 * ux:.1f}"
        f"L{back_x + 9 * uy:.1f} {back_y - 9 * ux:.1f}Z"
    )
    ends = "stroke-linecap='round'"
    yield f"<path d='{shaft}' {paint(stroke='#fff')} stroke-width='11' {ends}/>"
    yield f"<path d='{tip}' {paint('#fff', '#fff')} stroke-width='4' stroke-linejoin='round'/>"
    yield f"<path class='arrow' d='{shaft}' fill='none' stroke='#0e6466' stroke-width='7' {ends}/>"
    yield f"<path class='arrow' d='{tip}' fill='#0e6466'/>"
