"""Poster of a game on an A3 sheet: the complete strategy of a player, or the line of a puzzle.

A game whose moves put a piece on a square has boards inside squares (`drawing/nested_boards.py`).
Any other has numbered boards, each position once, with the number of the next board for every move
of the other player. Where these numbers do not fit on the sheet, the boards are shown without them,
in the order of their notation, to be looked up. Lengths are in millimetres.
"""

from __future__ import annotations

import re
from html import escape
from math import ceil
from typing import NamedTuple

from kibitz.drawing.look import look_of
from kibitz.drawing.look_parts import STEP
from kibitz.drawing.nested_boards import (
    LEAST_TEXT,
    SIGNS,
    WIDE,
    Nest,
    draw_nest,
    extent,
    has_squares,
    named_by,
    nest_of,
)
from kibitz.drawing.picture import above_cells, mark_on, piece_in, words_below
from kibitz.drawing.scene import Scene, arrows_of
from kibitz.games.game_facts import heading
from kibitz.language.errors import KibitzError, Sentence
from kibitz.rules.base_game import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.drawing.look import Look
    from kibitz.language.languages import Language
    from kibitz.oracle.oracle import Oracle
    from kibitz.oracle.perfect_play import ChosenMove, PlayerStrategy, Reply
    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome

SHEET = (420, 297)
MARGIN = 10
COLUMN = 106  # width of the words beside boards inside boards
TITLE, WORDS = 7.0, 4.2  # sizes of text
SIZES = (4.0, 3.5, 3.0, 2.6, 2.3, 2.0, 1.8, 1.65, LEAST_TEXT)  # of text at boards
LEAST_SQUARE = 1.4  # side of the squares of a board
LARGEST = 110  # width of a board
LARGEST_NAME = 32  # of text in a board, in the units of its look
LONG = 120  # characters of an element that is worth being defined once
MOVED_ALONG = "fill='none' stroke='#d11507' stroke-width='7' stroke-linejoin='round'"
MOVED_TO = "fill='#d11507' stroke='#fff' stroke-width='3'"
MOST_MARKED = 3  # cells that change when one piece moves or jumps
HEAD, LINE = 1.35, 1.25  # heights of a heading and of a line, in terms of the size of text


class Tile:
    """A board on the sheet: its heading, what is written in its cells and below it.

    `named` are attributes for programs.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.heading = ""
        self.named = ""
        self.inside: dict[int, str] = {}
        self.below: list[str] = []
        self.over: list[str] = []  # elements above the board


class Grid(NamedTuple):
    """Sizes at which tiles fill an area: text, width of a board, and the height of each row."""

    size: float
    wide: float
    columns: int
    rows: list[float]


class Page:
    """An A3 sheet that is being drawn. Elements that recur are defined once."""

    def __init__(self, look: Look, title: str) -> None:
        self.look = look
        self.title = title
        self.parts: list[str] = []
        self._defined: dict[str, str] = {}

    def reuse(self, drawn: str) -> str:
        """Return an element that draws these elements, which are defined once."""
        name = self._defined.setdefault(drawn, f"u{len(self._defined)}")
        return f"<use href='#{name}'/>"

    def write(self, x: float, y: float, words: str, size: float, look: str = "") -> None:
        """Write a line that begins at a point."""
        look = look or "fill='#1d2528'"
        at = f"x='{x:.2f}' y='{y:.2f}' font-size='{size:g}'"
        self.parts.append(f"<text {at} {look}>{escape(words)}</text>")

    def paragraph(self, x: float, y: float, wide: float, words: str, size: float) -> float:
        """Write words in lines below a point; return the y coordinate below them."""
        for line in wrapped(words.split(), wide, size):
            y += LINE * size
            self.write(x, y, line, size)
        return y

    def text(self) -> str:
        """Return the whole sheet as SVG."""
        width, height = SHEET
        defs = "\n".join(f"<g id='{name}'>{drawn}</g>" for drawn, name in self._defined.items())
        return "\n".join(
            [
                f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}mm' height='{height}mm' "
                f"viewBox='0 0 {width} {height}' font-family='system-ui, sans-serif'>",
                f"<title>{escape(self.title)}</title>",
                "<style>@page{size:420mm 297mm;margin:0}</style>",
                f"<defs>{self.look.defs}\n{defs}</defs>",
                f"<rect width='{width}' height='{height}' fill='#fff'/>",
                *self.parts,
                "</svg>\n",
            ]
        )


def wrapped(words: Sequence[str], wide: float, size: float) -> list[str]:
    """Return words in lines of a width."""
    most = max(1, int(wide / (WIDE * size)))
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


# A game


def name_of(game: BaseGame, language: Language) -> str:
    """Return the name of a game; of one in a file, its title."""
    return heading(game, language) if game.name.file else game.name


def strategy_poster(strategy: PlayerStrategy, language: Language) -> str:
    """Draw the strategy of a player."""
    game = strategy.game
    look = look_of(game)
    title = language.tell(
        Sentence(
            "{name}: the strategy of {player}",
            name=name_of(game, language),
            player=language.plain(game.player_name(strategy.player).drawn),
        )
    )
    page = Page(look, str(title))
    outcome = Sentence("From the start: {outcome}.", outcome=strategy.outcome.words)
    side = SHEET[1] - 2.0 * MARGIN
    nest = nest_of(strategy, look, side)
    if nest is not None:
        draw_nested(page, strategy, nest, language, outcome)
        return page.text()
    tiles = numbered_tiles(strategy)
    how = Sentence(
        "Each board shows the position after a best move, which is marked and written above it. "
        "For every move of the other player, the number in its square or after its name is that of "
        "the next board, which may be turned or mirrored."
    )
    signs = Sentence("At the end of a game, + is a win, = a draw and − a loss.")
    said = [outcome, how, signs]
    if any(reply.moves == () for choice in strategy.choices for reply in choice.replies):
        said.append(Sentence("After an arrow without a move, the same player moves again."))
    if not draw_tiles(page, tiles, language, said):
        how = Sentence(
            "Find the position on the board here, perhaps turned or mirrored; the red line, dot or "
            "cross shows a best move. The boards are in the order of their notation."
        )
        if not draw_tiles(page, found_tiles(strategy, look), language, [outcome, how], bare=True):
            raise strategy.too_large()
    return page.text()


def draw_nested(
    page: Page, strategy: PlayerStrategy, nest: Nest, language: Language, outcome: Sentence
) -> None:
    """Draw boards inside boards, with instructions beside them."""
    look = page.look
    left, top, width, height = extent(look)
    side = SHEET[1] - 2.0 * MARGIN
    scale = side / max(width, height)
    how = [
        outcome,
        Sentence(
            "The marked piece is a best move. Each free square holds the board after the other "
            "player moves there, with the reply: go on inside it."
        ),
        Sentence(
            "Where that board is too small, the square names the last reply, underlined if it wins."
        ),
        Sentence("At the end of a game, + is a win, = a draw and − a loss."),
    ]
    y = write_title(page, MARGIN, COLUMN)
    words = [str(language.tell(sentence)) for sentence in how]
    size = largest_text(words, COLUMN - 8, SHEET[1] - MARGIN - y)
    for paragraph in words:
        y = page.paragraph(MARGIN, y + size, COLUMN - 8, paragraph, size)
    x, y = SHEET[0] - MARGIN - width * scale, (SHEET[1] - height * scale) / 2
    place = f"translate({x - left * scale:g} {y - top * scale:g}) scale({scale:g})"
    named = named_by(strategy.game, nest.choice)
    page.parts.append(f"<g class='board'{named} text-anchor='middle' transform='{place}'>")
    page.parts += draw_nest(strategy, look, nest, scale, page.reuse)
    page.parts.append("</g>")
    for row, name in look.rows:
        page.write(x - 5, y + (row + 0.5) * STEP * scale, name, 4)
    for column, name in look.columns:
        page.write(x + (column + 0.5) * STEP * scale - 1, y - 2, name, 4)


def largest_text(paragraphs: Sequence[str], wide: float, high: float) -> float:
    """Return the largest size of text with which paragraphs fill a column, at least the usual."""
    size = TITLE
    while size > WORDS:
        lines = sum(len(wrapped(words.split(), wide, size)) for words in paragraphs)
        if (LINE * lines + len(paragraphs)) * size <= high:
            break
        size -= 0.2
    return max(size, WORDS)


def write_title(page: Page, x: float, wide: float) -> float:
    """Write the title in lines of a width; return the y coordinate below it."""
    y = MARGIN - 2.0
    for line in wrapped(page.title.split(), wide, TITLE * 0.92):
        y += LINE * TITLE
        page.write(x, y, line, TITLE, "fill='#1d2528' font-weight='bold'")
    return y


def numbered_tiles(strategy: PlayerStrategy) -> list[Tile]:
    """Return a tile for each choice: the board after it, and where each reply leads."""
    game, player = strategy.game, strategy.player
    tiles = []
    for number, choice in enumerate(strategy.choices, start=1):
        again = choice.move is not None and game.rules.moves_again(choice.position, choice.move)
        tile = tile_after(
            game, choice.position, choice.move, player if again else 1 - player, player
        )
        tile.heading = f"{number}  {tile.heading}{sign_of(choice.end)}"
        tile.inside, tile.below = replies_on(strategy, choice)
        tile.named = named_by(game, choice)
        tiles.append(tile)
    return tiles


def tile_after(
    game: BaseGame, position: PositionId, move: MoveId | None, mover: int, player: int
) -> Tile:
    """Return the tile of the position after a move of `player`; `mover` is to move then."""
    after = position if move is None else game.rules.play(position, move)
    tile = Tile(Scene(game, after, mover))
    if move is not None:
        tile.heading = game.move_text(position, move)
        tile.scene.mark_move(game.pieces(position, player))
        if sum(bool(cell.mark) for cell in tile.scene.cells) <= MOST_MARKED:
            tile.scene.arrows += arrows_of(game, position, move, player)
    return tile


def sign_of(end: Outcome | None) -> str:
    """Return the sign of the end of a game, after a space."""
    return "" if end is None else f" {SIGNS[end.tone]}"


def replies_on(strategy: PlayerStrategy, choice: ChosenMove) -> tuple[dict[int, str], list[str]]:
    """Return what is written in the cells of a board and below it: where each reply leads."""
    game = strategy.game
    signs = game.pieces(choice.after, 1 - strategy.player)
    leads = [(reply, lead_of(strategy, reply)) for reply in choice.replies]
    inside: dict[int, str] = {}
    for reply, lead in leads:
        after = game.pieces(reply.to, strategy.player)
        entered = [c for c, sign in enumerate(signs) if sign == EMPTY and after[c] != EMPTY]
        if len(reply.moves) == 1 and len(entered) == 1 and entered[0] not in inside:
            inside[entered[0]] = lead
    if len(inside) == len(leads):
        return inside, []
    groups: dict[str, list[str]] = {}
    for reply, lead in leads:
        groups.setdefault(lead, []).append(reply_text(strategy, choice, reply))
    below: list[str] = []
    for lead, names in groups.items():
        below += [*names[:-1], f"{names[-1]}→{lead}"]
    return {}, below


def lead_of(strategy: PlayerStrategy, reply: Reply) -> str:
    """Return the number of the next board, or the sign of the end."""
    if reply.end is not None:
        return SIGNS[reply.end.tone]
    return str(strategy.number_of(reply.to) + 1)


def reply_text(strategy: PlayerStrategy, choice: ChosenMove, reply: Reply) -> str:
    """Return the notation of a reply."""
    line = strategy.game.line_of(choice.after, reply.moves)
    return ",".join(text for text, _ in line)


def found_tiles(strategy: PlayerStrategy, look: Look) -> list[Tile]:
    """Return a tile for each choice: the board before it, with the move in red.

    A line shows where a piece goes, a dot where it arrives, a cross which piece is removed.
    """
    game, player = strategy.game, strategy.player
    choices = [choice for choice in strategy.choices if choice.move is not None]
    tiles = []
    for choice in sorted(choices, key=lambda choice: game.text(choice.position)):
        assert choice.move is not None
        scene = Scene(game, choice.position, player)
        tile = Tile(scene)
        tile.named = named_by(game, choice)
        after = Scene(game, choice.after, 1 - player)
        new = [cells for cells in after.blocks if cells not in scene.blocks]
        lines = [around(look, cells) for cells in new]
        arrows = arrows_of(game, choice.position, choice.move, player)
        sources = {arrow[0] for arrow in arrows}
        for arrow in arrows:
            if not after.cells[arrow[1]].covered:
                (x0, y0), (x1, y1) = (look.points[cell] for cell in arrow)
                lines.append(f"M{x0:g} {y0:g}L{x1:g} {y1:g}")
        for cell, before in zip(after.cells, scene.cells, strict=True):
            x, y = look.points[cell.number]
            if cell.letter not in ("", before.letter) and not cell.covered:
                tile.over.append(f"<circle cx='{x:g}' cy='{y:g}' r='13' {MOVED_TO}/>")
            elif before.letter and not (cell.letter or before.covered or cell.number in sources):
                lines.append(f"M{x - 20:g} {y - 20:g}l40 40m0 -40l-40 40")
        tile.over[:0] = [f"<path d='{line}' {MOVED_ALONG}/>" for line in lines]
        tiles.append(tile)
    return tiles


def around(look: Look, cells: Sequence[int]) -> str:
    """Return a line through the cells of a piece, each joined to its neighbours among them."""
    board = look.game.board
    path = ""
    for cell in cells:
        row, column = board.places[cell]
        x, y = look.points[cell]
        for beside in (board.at(row, column + 1), board.at(row + 1, column)):
            if beside is not None and beside in cells:
                path += f"M{x:g} {y:g}L{look.points[beside][0]:g} {look.points[beside][1]:g}"
    return path or look.outline(cells)


# A puzzle


def solution_poster(oracle: Oracle, language: Language) -> str:
    """Draw the best line of a puzzle as a row of boards."""
    game = oracle.game
    start = game.rules.start
    line = oracle.line(start)
    if line is None:
        raise KibitzError(
            "the best line of {name} is not known; {command} may find it",
            name=game.name,
            command=f"kibitz table {game.name}",
        )
    if not line:
        raise KibitzError("{name} has no solution to draw", name=game.name)
    tiles = [tile_after(game, start, None, 0, 0)]
    tiles[0].heading = "0"
    position = start
    for number, move in enumerate(line, start=1):
        tile = tile_after(game, position, move, 0, 0)
        tile.heading = f"{number}  {tile.heading}"
        tiles.append(tile)
        position = game.rules.play(position, move)
    page = Page(
        look_of(game),
        str(language.tell(Sentence("{name}: a best line", name=name_of(game, language)))),
    )
    outcome = Sentence("From the start: {outcome}.", outcome=oracle.outcome(start).words)
    how = Sentence(
        "The boards are in the order of play; above each is the move that leads to it, which is "
        "marked."
    )
    if not draw_tiles(page, tiles, language, [outcome, how]):
        raise KibitzError("the best line of {name} is too long for one sheet", name=game.name)
    return page.text()


# Boards in rows


def draw_tiles(
    page: Page,
    tiles: Sequence[Tile],
    language: Language,
    how: Sequence[Sentence],
    *,
    bare: bool = False,
) -> bool:
    """Draw the title, the words and the tiles, as large as they fit; return whether they do.

    If `bare`, the boards are drawn without the names of their cells.
    """
    wide = SHEET[0] - 2.0 * MARGIN
    words = " ".join(str(language.tell(sentence)) for sentence in how)
    under = MARGIN + LINE * TITLE + LINE * WORDS * len(wrapped(words.split(), wide, WORDS)) + 7
    left, top, across, down = region(page.look, bare=bare)
    if not bare:
        down = max(words_below(page.look, tile.scene)[1] for tile in tiles)
    grid = grid_of(tiles, (wide, SHEET[1] - MARGIN - under), across, down, bare=bare)
    if grid is None:
        return False
    page.paragraph(MARGIN, write_title(page, MARGIN, wide) + 2, wide, words, WORDS)
    scale = grid.wide / across
    y = under
    for row, high in enumerate(grid.rows):
        for column, tile in enumerate(tiles[row * grid.columns : (row + 1) * grid.columns]):
            x = MARGIN + column * (grid.wide + gap_of(grid.size))
            bottom = y
            if tile.heading:
                bottom += HEAD * grid.size
                number, _, rest = tile.heading.partition("  ")
                page.write(x, y + grid.size, number, grid.size, "font-weight='bold'")
                page.write(x + (len(number) + 1) * WIDE * grid.size, y + grid.size, rest, grid.size)
            place = f"translate({x - left * scale:.3f} {bottom - top * scale:.3f})"
            page.parts.append(
                f"<g class='board'{tile.named} text-anchor='middle' "
                f"transform='{place} scale({scale:.5g})'>"
            )
            page.parts += board_parts(page, tile, scale, grid.size, bare=bare)
            page.parts.append("</g>")
            bottom += down * scale
            page.paragraph(x, bottom, grid.wide - grid.size, " ".join(tile.below), grid.size)
        y += high + gap_of(grid.size)
    return True


def region(look: Look, *, bare: bool) -> tuple[float, float, float, float]:
    """Return left, top, width and height of what is drawn of a board.

    If it is `bare` and its cells are squares, these are the cells alone.
    """
    return extent(look) if bare and has_squares(look) else (0, 0, look.width, look.height)


def gap_of(size: float) -> float:
    """Return the distance between boards at a size of text."""
    return 0.2 + size * 0.5


def grid_of(
    tiles: Sequence[Tile], area: tuple[float, float], across: float, down: float, *, bare: bool
) -> Grid | None:
    """Return the largest text, and the largest boards at that, with which tiles fill an area.

    `across` and `down` are the size of a board in the units of its look. If `bare`, there is no
    text in it. None if nothing fits.
    """
    wide, high = area
    most = max((len(text) for tile in tiles for text in tile.inside.values()), default=0)
    long = max(len(word) for tile in tiles for word in [tile.heading, *tile.below])
    for size in SIZES[-1:] if bare else SIZES:
        gap = gap_of(size)
        for columns in range(1, len(tiles) + 1):
            width = min((wide - (columns - 1) * gap) / columns, LARGEST)
            square = STEP * width / across
            narrow = (long * WIDE + 1) * size > width or most * WIDE * size > 0.9 * square
            least_scale = LEAST_SQUARE / STEP if bare else LEAST_TEXT / LARGEST_NAME
            if narrow or width / across < least_scale:
                break
            board = down * width / across
            head = HEAD * size if tiles[0].heading else 0
            least = board + head + gap
            if ceil(len(tiles) / columns) * least - gap > high:
                continue
            rows = []
            for first in range(0, len(tiles), columns):
                row = tiles[first : first + columns]
                lines = max(len(wrapped(tile.below, width - size, size)) for tile in row)
                rows.append(head + board + lines * LINE * size + (lines > 0) * 0.9 * size)
            if sum(rows) + gap * (len(rows) - 1) <= high:
                return Grid(size, width, columns, rows)
    return None


def board_parts(page: Page, tile: Tile, scale: float, size: float, *, bare: bool) -> Iterator[str]:
    """Draw the board of a tile in the units of its look; `size` is that of its text."""
    look, scene = page.look, tile.scene
    written, down = words_below(look, scene)
    left, top, across, high = region(look, bare=bare)
    down = high if bare else down
    tight = bare and has_squares(look)
    yield (
        f"<rect class='edge' x='{left:g}' y='{top:g}' width='{across:g}' height='{down:g}' "
        f"fill='{'#e3d8c3' if tight else 'none'}'/>"
    )
    if not tight:
        yield page.reuse(look.slab + ("" if bare else legible(look.labels, scale)))
    for cell in [scene.cells[number] for number in look.order] or scene.cells:
        x, y = look.points[cell.number]
        square = look.cells[cell.number].empty(look.material) if tight else ""
        drawn = square + piece_in(look, cell)
        if drawn:
            used = page.reuse(legible(drawn, scale))
            yield f"{used[:-2]} transform='translate({x:g} {y:g})'/>"
        yield mark_on(look, cell)
    for part in above_cells(look, scene):
        drawn = legible(part, scale)
        yield page.reuse(drawn) if len(drawn) > LONG else drawn
    if not bare:
        yield legible(written, scale)
    yield from tile.over
    halo = "stroke='#fffd' stroke-width='.3em' stroke-linejoin='round' paint-order='stroke'"
    for number, text in tile.inside.items():
        x, y = look.points[number]
        at = f"x='{x:g}' y='{y:g}' dy='.35em' font-size='{size / scale:.4g}'"
        yield f"<text class='next' {at} fill='#1d2528' {halo}>{escape(text)}</text>"


def legible(drawn: str, scale: float) -> str:
    """Return elements of a board with their text no smaller than can be read on the sheet."""

    def enlarged(found: re.Match[str]) -> str:
        return f"font-size='{max(float(found[1]), LEAST_TEXT / scale):.4g}'"

    return re.sub(r"font-size='([\d.]+)'", enlarged, drawn)
