"""Look of the board and the pieces of a game: parts that pictures and the page assemble.

It is drawn from the appearance of the game, or from a plain one. A part is the text of SVG
elements. Pieces are drawn around the point 0, 0 and translated to their cells, so the same few
parts serve every position, every picture and the page. A part may refer to a gradient or pattern
of the ground by `#kz-…`; a page with several boards renames these ids.

    ground   the board with all that never changes       pieces   of each sign
    points   the places of the cells                     wide     of each sign that covers several
    frames   the outlines of the cells                   joints   outlines of cells and between them
    targets  the part of each cell that can be hit       tints    the colour of a piece, by its cell
    turns    the transform of pieces on each cell        tray     where captured pieces go
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from math import atan2, degrees

from kibitz.drawing.cell_forms import LineCell, SquareCell, cell_of
from kibitz.drawing.inks import paint
from kibitz.drawing.look_parts import (
    LABEL,
    PAD,
    PALETTE,
    ROW,
    SHAPED,
    SIDES,
    STEP,
    around,
    label,
    rounded,
)
from kibitz.drawing.materials import MATERIALS, defs_of
from kibitz.drawing.piece_shapes import drawn_piece, lettered_piece
from kibitz.drawing.scene import edge_names, kind_of
from kibitz.rules.appearance import Appearance
from kibitz.rules.base_game import EMPTY
from kibitz.rules.board import TRIANGULAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.drawing.hands import Hand
    from kibitz.drawing.look_parts import Point
    from kibitz.drawing.wide_pieces import WidePiece
    from kibitz.rules.base_game import BaseGame

    InHand = tuple[str, float, float, float, float]  # sign, size, x, y, scale
    Edge = tuple[int, Point, Point, Point]  # a cell, the ends of an edge of it, and its normal
    Captured = tuple[str, str, float, float]  # sign, colour, x, y

TRAY = 46  # height of a tray
IN_TRAY = 0.5  # scale of a piece in the tray
HAND = 56.0  # height of the pieces in hand and their label
IN_HAND = 0.58  # scale of a piece in hand
BESIDE_LINE = 13.0  # a line can be hit this far from it
DOT, NAMED_DOT = 8.0, 13.0  # radius of the points at the ends of lines
FOLDED = 1.6  # distance of the lines of a folded row, in widths of a cell
MOST_LOOKS = 50  # kept
# Colours of marbles. A jump goes over two holes, so a marble only ever visits every second hole of
# every second row: marbles that can stand in the same holes have the same colour.
GLASS = ("#2f7fb8", "#c98a1f", "#7d55b3", "#2b9a86")


@lru_cache(MOST_LOOKS)
def look_of(game: BaseGame) -> Look:
    """Return the look of a game."""
    board = game.board
    pointed = board.edges or board.lattice is TRIANGULAR
    plain = Appearance(cells="point" if pointed else "square", names=True)
    return Look(game, game.appearance or plain)


class Look:
    """The look of a game."""

    def __init__(self, game: BaseGame, appearance: Appearance) -> None:
        self.game = game
        self.appearance = appearance
        self.material = MATERIALS[appearance.board]
        self.marked = self.material.marked  # the ink of marks on cells
        self.steered = appearance.steered  # whether the arrow keys make moves
        self.kinds = list(dict.fromkeys(kind_of(sign) for sign in game.signs if sign != EMPTY))
        places = appearance.at or self.lattice()
        self.cells = [
            cell_of(appearance.cell(number), place, appearance.size(number))
            for number, place in enumerate(places)
        ]
        forms = [cell.form for cell in self.cells]
        self.shapes = [form if form in SHAPED else "" for form in forms]
        self.round = self.cells[0].round  # whether marks on cells are round
        unfolded = appearance.board == "none" and forms[0] == "bare"  # its cells have no names
        plain = not (appearance.at or unfolded or self.folded) or forms[0] == "hexagon"
        self.rows, self.columns = edge_names(game.board) if plain else ([], [])
        self.place_board()
        lines = [cell for cell in self.cells if isinstance(cell, LineCell)]
        self.points = [cell.anchor(lines) for cell in self.cells]
        self.dot = NAMED_DOT if appearance.dots else DOT
        turns = [
            cell.turn(point, self.dot) for cell, point in zip(self.cells, self.points, strict=True)
        ]
        self.turns = turns if any(turns) else []
        self.frames = [cell.frame(2) for cell in self.cells]
        self.targets = [self.target(cell, point) for cell, point in self.anchored()]
        self.order = self.order_of()  # the cells from below to above, if pieces cover one another
        self.groups = self.groups_of()  # of each cell, those that are pointed at as one

    def anchored(self) -> list[tuple[SquareCell, Point]]:
        """Return the cells with the points where they are marked."""
        return list(zip(self.cells, self.points, strict=True))

    # Places

    def lattice(self) -> Sequence[Sequence[float]]:
        """Return the places of the cells on the lattice of the board, in widths of a cell."""
        places = self.game.board.places
        if self.game.board.lattice is TRIANGULAR:
            return [(column / 2, row * ROW / STEP) for row, column in places]
        if self.folded:
            wide = len(self.folded[0])
            return [(cell % wide, FOLDED * (cell // wide)) for cell in range(len(places))]
        return [(column, row) for row, column in places]

    @cached_property
    def folded(self) -> list[range]:
        """The cells in each line of a single row that is folded, else nothing."""
        count, fold = len(self.game.board), self.appearance.fold
        if self.appearance.at or not fold or count <= fold or len(self.game.board.rows) > 1:
            return []
        wide = max(fold, round((2 * count) ** 0.5))  # about twice as wide as high
        wide = -(-count // -(-count // wide))  # lines of about the same length
        return [range(first, min(first + wide, count)) for first in range(0, count, wide)]

    def place_board(self) -> None:
        """Set the size of the drawing, and move everything into it."""
        appearance = self.appearance
        boxes = [cell.extent() for cell in self.cells]
        stores = [(STEP * x, STEP * y) for x, y in appearance.stores]
        names = [(STEP * x, STEP * y, name, 14) for x, y, name in appearance.names]
        if appearance.named and not self.rows:
            names = [
                (cell.place[0], cell.place[1] + cell.name_at, name, 10)
                for cell, name in zip(self.cells, self.game.board.names, strict=True)
            ]
        boxes += [(x - 34, y - 50, x + 34, y + 50) for x, y in stores]
        boxes += [(x - 9, y - 9, x + 9, y + 9) for x, y, _, _ in names]
        if appearance.walls:
            boxes += [(x0 - STEP, y0 - STEP, x1 + STEP, y1 + STEP) for x0, y0, x1, y1 in boxes]
        least_x, least_y = (min(box[axis] for box in boxes) for axis in (0, 1))
        most_x, most_y = (max(box[axis] for box in boxes) for axis in (2, 3))
        rim = self.material.rim + (8 if appearance.borders else 0)
        margin = PAD + rim + (LABEL if self.rows else 0)
        above = HAND if appearance.held or appearance.stock else 0.0
        least_y -= LABEL if self.folded else 0  # the names of the first line
        right, down = margin - least_x, margin - least_y + above
        for cell in self.cells:
            cell.move(right, down)
        self.stores = [(round(x + right, 1), round(y + down, 1)) for x, y in stores]
        self.names = [
            (round(x + right, 1), round(y + down, 1), name, size) for x, y, name, size in names
        ]
        top = margin - rim + above
        self.box = margin - rim, top, most_x + right + rim, most_y + down + rim
        self.width, self.height = self.box[2] + PAD, self.box[3] + PAD + above
        if self.game.tray:
            self.tray = self.height + TRAY / 2 - 4  # its middle
            self.height += TRAY

    def target(self, cell: SquareCell, point: Point) -> str:
        """Return what can be hit of a cell; cells at the same place share it by size."""
        inner = [
            other.size
            for other, place in self.anchored()
            if place == point and 0 < other.size < cell.size
        ]
        x, y = point
        if cell.form == "bare" and any(form.form == "line" for form in self.cells):
            half = STEP / 2 - BESIDE_LINE  # what is near a line is the line's
            return f"M{x - half:g} {y - half:g}h{2 * half:g}v{2 * half:g}h{-2 * half:g}z"
        path = cell.frame(0)
        return path + around(x, y, 26 * max(inner) + 2) if inner and path else path

    def order_of(self) -> list[int]:
        """Return the cells by size: larger pieces cover smaller ones."""
        if not self.appearance.sizes:
            return []
        return sorted(range(len(self.cells)), key=self.appearance.size)

    def groups_of(self) -> list[int]:
        """Return the group of each cell that is pointed at as one; empty if none is."""
        if self.appearance.whole == "columns":
            return [column for _, column in self.game.board.places]
        if self.appearance.whole == "places":
            return [self.points.index(point) for point in self.points]
        return []

    # The board

    @cached_property
    def ground(self) -> str:
        """The board with nothing on it, and the gradients and patterns of the whole drawing."""
        return f"<defs>{self.defs}</defs>{self.slab}{self.labels}"

    @property
    def defs(self) -> str:
        """The gradients and patterns of the ground and of the pieces."""
        pieces = [*self.pieces.values(), *(wide.body for wide in self.wide.values())]
        return defs_of("".join([self.slab, *pieces]), self.width, self.height)

    @cached_property
    def slab(self) -> str:
        """The board and its cells."""
        points = [cell.centre for cell in self.cells]
        parts = [
            self.material.base(self.box, points),
            self.rail(),
            self.wall(),
            self.border(),
            self.chequers(),
            *(self.gap(cell, side) for cell, side in self.appearance.gaps),
            self.poles(),
            self.lines(),
            *(self.empty(cell) for cell in self.cells),
            self.walls(),
            self.dots(),
            *(self.store_at(place) for place in self.stores),
        ]
        goals = [
            f"<g transform='translate({x:g} {y:g})'>{self.material.goal}</g>"
            for x, y in (self.points[cell] for cell in self.game.goals)
        ]
        return f"<g class='slab'>{''.join(parts)}</g>{''.join(goals)}"

    def empty(self, cell: SquareCell) -> str:
        """Draw an empty cell."""
        chequered = self.appearance.chequered and cell.form == "square" and cell.size == 1
        return "" if chequered else cell.drawn(self.material)

    def square_at(self, row: int, column: int) -> str:
        """Return the outline of a square of the lattice, which need not be a cell."""
        (x0, y0), (row0, column0) = self.cells[0].centre, self.game.board.places[0]
        x, y = x0 + STEP * (column - column0), y0 + STEP * (row - row0)
        return f"M{x - 30:g} {y - 30:g}h60v60h-60z"

    def chequers(self) -> str:
        """Draw light and dark squares over the whole rectangle of the board.

        The square at the bottom left is dark, as in chess; if it is not a cell, the first cell is.
        """
        if not self.appearance.chequered:
            return ""
        places = self.game.board.places
        last, right = (max(place[axis] for place in places) for axis in (0, 1))
        corner = (last, 0)
        dark = sum(corner if corner in places else places[0]) % 2
        drawn = {"dark-square": "", "light-square": ""}
        for row in range(1 + last):
            for column in range(1 + right):
                name = "dark-square" if (row + column) % 2 == dark else "light-square"
                drawn[name] += self.square_at(row, column)
        return "".join(f"<path d='{path}' {paint(ink)}/>" for ink, path in drawn.items() if path)

    def wall(self) -> str:
        """Draw the wall around the cells: a brick on each place beside one that is not a cell."""
        if not self.appearance.walls:
            return ""
        places = set(self.game.board.places)
        beside = {
            (row + down, column + right)
            for row, column in places
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        }
        bricks = "".join(self.square_at(*place) for place in sorted(beside - places))
        joints = bricks.replace("h60v60h-60z", "m0 20h60m-60 20h60m-40 -40v20m20 0v20m-20 0v20")
        return (
            f"<path d='{bricks}' {paint('brick', 'brick-edge')} stroke-width='2'/>"
            f"<path d='{joints}' {paint(stroke='brick-edge')} stroke-width='2'/>"
        )

    def walls(self) -> str:
        """Draw the walls at single sides of cells."""
        half, path = STEP / 2, ""
        for cell, side in self.appearance.walled:
            (x, y), (right, down) = self.cells[cell].centre, SIDES[side]
            path += f"M{x + half * (right - down):g} {y + half * (down - right):g}"
            path += f"L{x + half * (right + down):g} {y + half * (down + right):g}"
        look = f"{paint(stroke='ink')} stroke-width='7' stroke-linecap='round'"
        return f"<g class='kz-walls'><path d='{path}' {look}/></g>" if path else ""

    def border(self) -> str:
        """Draw the sides of the board in the colours of their players."""
        drawn = dict.fromkeys(self.appearance.borders, "")
        places = self.game.board.places
        last = max(row for row, _ in places)
        for cell, (x0, y0), (x1, y1), (right, down) in self.edges() if drawn else ():
            row = places[cell][0]
            side = "top" if row == 0 and down < -1 else "bottom" if row == last and down > 1 else ""
            side = side or ("left" if right < 0 else "right")
            if side in drawn:
                drawn[side] += f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
        found = ""
        for side, path in drawn.items():
            fill, edge, mark = PALETTE[self.appearance.borders[side]]
            for colour, wide in ((edge, 21), (fill, 17)):
                look = f"{paint(stroke=colour)} stroke-width='{wide}' stroke-linecap='round'"
                found += f"<path d='{path}' {look}/>"
            if self.appearance.borders[side] == "second":  # not by its colour alone
                dashes = "stroke-dasharray='2 9' stroke-linecap='round'"
                look = f"{paint(stroke=mark)} stroke-width='15' {dashes} opacity='.6'"
                found += f"<path d='{path}' {look}/>"
        return found

    def edges(self) -> list[Edge]:
        """Return the outer edges of the cells."""
        found: dict[Point, list[Edge]] = {}
        for number, cell in enumerate(self.cells):
            corners, (x, y) = cell.corners(), cell.centre
            for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
                middle = (round((one[0] + other[0]) / 2), round((one[1] + other[1]) / 2))
                normal = (middle[0] - x, middle[1] - y)
                found.setdefault(middle, []).append((number, one, other, normal))
        return [shared[0] for shared in found.values() if len(shared) == 1]

    def gap(self, cell: int, side: str) -> str:
        """Draw a gap in the rim at a side of a cell, with an arrow."""
        (x, y), (right, down) = self.cells[cell].centre, SIDES[side]
        angle = degrees(atan2(down, right))
        return (
            f"<g transform='translate({x:g} {y:g}) rotate({angle:g})'>"
            f"<path d='M24 -28h20v56h-20z' {paint('tile')}/>"
            f"<path d='M32 -6l6 6l-6 6' {paint(stroke='brass')} stroke-width='4' "
            "stroke-linecap='round' stroke-linejoin='round'/></g>"
        )

    def poles(self) -> str:
        """Draw a pole for each column of cells that are poles, on one base."""
        columns: dict[float, list[float]] = {}
        for cell in self.cells:
            if cell.form == "pole":
                columns.setdefault(cell.place[0], []).append(cell.place[1])
        if not columns:
            return ""
        bottom = max(max(ys) for ys in columns.values()) + 15
        left, right = min(columns) - 80, max(columns) + 80
        sticks = "".join(
            f"<path d='M{x:g} {bottom:g}V{min(ys) - 14:g}'/>" for x, ys in columns.items()
        )
        return (
            f"<g {paint(stroke='pole')} stroke-width='9' stroke-linecap='round'>{sticks}</g>"
            f"<rect x='{left:g}' y='{bottom:g}' width='{right - left:g}' height='10' rx='5' "
            f"{paint('pole')}/>"
        )

    def lines(self) -> str:
        """Draw the lines between points, and those between the cells of a folded row."""
        edges = self.game.board.edges or [(line[0] - 1, line[0]) for line in self.folded[1:]]
        path = "".join(self.line(one, other) for one, other in edges)
        ink = self.material.named if self.folded else "engraved"
        look = f"{paint(stroke=ink)} stroke-width='4' stroke-linecap='round'"
        return f"<path d='{path}' {look}/>" if path else ""

    def line(self, one: int, other: int) -> str:
        """Return the path of a line between two cells; in a folded row it may lead to the next."""
        (x0, y0), (x1, y1) = self.points[one], self.points[other]
        if not self.folded or y0 == y1:
            return f"M{x0:g} {y0:g}L{x1:g} {y1:g}"
        between = y0 + 0.5 * STEP + 9
        ends = self.box[0] + 5, self.box[2] - 5
        return (
            f"M{x0:g} {y0:g}H{ends[1] - 8:g}q8 0 8 8V{between - 8:g}q0 8 -8 8H{ends[0] + 8:g}"
            f"q-8 0 -8 8V{y1 - 8:g}q0 8 8 8H{x1:g}"
        )

    def dots(self) -> str:
        """Draw the points at the ends of lines, with their names."""
        lines = [cell.place for cell in self.cells if isinstance(cell, LineCell)]
        ends = [end for x0, y0, x1, y1 in lines for end in ((x0, y0), (x1, y1))]
        found = dict.fromkeys((round(x, 1), round(y, 1)) for x, y in ends)
        drawn = "".join(
            f"<circle cx='{x:g}' cy='{y:g}' r='{self.dot:g}' {paint('ink')}/>" for x, y in found
        )
        pairs = zip(found, self.appearance.dots, strict=False)
        return drawn + "".join(label(x, y, name, "", "paper", 15) for (x, y), name in pairs)

    def store_at(self, place: Point) -> str:
        """Draw an empty store, if it is not drawn on the board."""
        if not any(cell.form == "pocket" for cell in self.cells):
            return ""
        x, y = place
        box = f"x='{x - 30:g}' y='{y - 46:g}' width='60' height='92' rx='28'"
        return f"<rect {box} {paint('pocket', 'wood-edge')} stroke-width='2'/>"

    @property
    def labels(self) -> str:
        """The names of rows beside their first cell, and those of columns above it.

        The cells of a folded row have their own names above them.
        """
        named = self.material.named
        if self.folded:
            pairs = zip(self.cells, self.game.board.names, strict=True)
            return "".join(
                label(cell.place[0], cell.place[1] - 39, name, "kz-name", named, 12)
                for cell, name in pairs
            )
        left, top = self.box[0] - LABEL / 2, self.box[1] - LABEL / 2
        slanted = self.cells[0].form == "hexagon"
        parts = [label(x, y, name, "kz-name", named, size) for x, y, name, size in self.names]
        for row, name in self.rows:
            x, y = self.first_in(row, 0)
            parts.append(label(x - 50 if slanted else left, y, name, "kz-edge", "quiet", 12))
        for column, name in self.columns:
            x, y = self.first_in(column, 1)
            parts.append(label(x, y - 54 if slanted else top, name, "kz-edge", "quiet", 12))
        return "".join(parts)

    def first_in(self, number: int, axis: int) -> Point:
        """Return the leftmost point of a row (axis 0), or the topmost of a column (axis 1)."""
        pairs = zip(self.game.board.places, self.cells, strict=True)
        points = [cell.centre for place, cell in pairs if place[axis] == number]
        return min(points, key=lambda point: point[axis])

    # The tray

    def rail(self) -> str:
        """Draw the tray for captured pieces."""
        if not self.game.tray:
            return ""
        x = self.in_tray(0) - 18
        box = f"x='{x:g}' y='{self.tray - 15:g}' width='{self.width - 2 * x:g}' height='30' rx='15'"
        return f"<rect {box} {paint('well', 'tile-edge')} stroke-width='2'/>"

    @cached_property
    def began(self) -> Counter[tuple[str, str]]:
        """How many pieces of each sign and colour a game begins with."""
        return self.on_board(self.game.pieces(self.game.rules.start))

    def on_board(self, signs: Sequence[str]) -> Counter[tuple[str, str]]:
        """Return how many pieces of each sign and colour are on the board."""
        tints = self.tints or [""] * len(signs)
        pairs = zip(signs, tints, strict=True)
        return Counter((sign, tint) for sign, tint in pairs if sign != EMPTY)

    def in_tray(self, number: int) -> float:
        """Return the x coordinate of a captured piece."""
        most = self.began.total() - 1
        step = min(26.0, (self.width - 2 * PAD - 36) / max(1, most))
        return round((self.width - step * most) / 2, 1) + number * round(step, 2)

    def captured(self, signs: Sequence[str]) -> list[Captured]:
        """Return sign, colour and place of each piece of the start that has left the board."""
        if not self.game.tray:
            return []
        gone = (self.began - self.on_board(signs)).elements()
        return [
            (sign, tint, self.in_tray(number), self.tray)
            for number, (sign, tint) in enumerate(gone)
        ]

    # The pieces

    def words(self, sign: str) -> tuple[str, ...]:
        """Return the words of a piece, by its sign or else by its kind; () if it has none."""
        pieces, kind = self.appearance.pieces, kind_of(sign)
        pointed = bool(self.game.board.edges)
        usual: dict[str, tuple[str, ...]] = {
            "X": ("man", "first") if pointed else ("cross",),
            "O": ("man", "second") if pointed else ("ring",),
        }
        if kind.isdigit():
            usual[kind] = ("tile", kind)
        return pieces.get(sign) or pieces.get(kind) or usual.get(kind, ())

    @cached_property
    def pieces(self) -> dict[str, str]:
        """The piece of each sign; "triangle X" is the piece of X on a cell of that shape."""
        signs = [sign for sign in self.game.signs if sign != EMPTY] + self.appearance.owned_signs
        found = {sign: self.piece(sign) for sign in signs}
        for shape in sorted({*self.shapes} - {""}):
            for sign in signs:
                found[f"{shape} {sign}"] = drawn_piece([*self.words(sign), shape])
        return found

    def piece(self, sign: str) -> str:
        """Draw a piece; the numbers of signs of one kind are written at the piece."""
        words, kind = self.words(sign), kind_of(sign)
        numbers = [self.appearance.count(one) or 0 for one in self.appearance.pieces]
        drawn = (
            drawn_piece(words, max(numbers, default=0))
            if words
            else lettered_piece(kind, self.kinds.index(kind))
        )
        number = sign[len(kind) :]
        if number and sign not in self.appearance.pieces:
            faint = self.strength(kind, int(number))
            drawn = f"<g opacity='{faint:.2f}'>{drawn}</g>" if faint < 1 else drawn
            drawn += label(21, 20, number, "kz-age", "quiet", 11)
        return drawn

    def strength(self, kind: str, number: int) -> float:
        """Return the opacity of a piece; it rises with the numbers of one kind."""
        numbers = [int(one[len(kind) :] or 0) for one in self.game.signs if kind_of(one) == kind]
        return 0.36 + 0.64 * numbers.index(number) / max(1, len(numbers) - 1)

    def piece_on(self, cell: int, sign: str) -> str:
        """Return the piece of a sign on a cell, turned as the cell turns it."""
        shape = self.shapes[cell]
        drawn = self.pieces.get(f"{shape} {sign}" if shape else sign, "")
        turn = self.turns[cell] if self.turns else ""
        return f"<g transform='{turn}'>{drawn}</g>" if turn else drawn

    @cached_property
    def tints(self) -> list[str]:
        """The `currentColor` of pieces, by cell; empty if it is the same on all cells."""
        if ("marble",) not in self.appearance.pieces.values():
            return []
        skewed = self.game.board.lattice is TRIANGULAR
        return [
            GLASS[row % 2 * 2 + ((column - row) // 2 if skewed else column) % 2]
            for row, column in self.game.board.places
        ]

    @cached_property
    def wide(self) -> dict[str, WidePiece]:
        """The piece of each kind that can cover several cells."""
        kinds = [kind for kind in self.kinds if is_domino(self.words(kind))]
        kinds += self.game.wide or (self.kinds if self.game.covers else [])
        if not kinds:
            return {}
        from kibitz.drawing.wide_pieces import wide_piece

        return {kind: wide_piece(self.words(kind), kind, self.kinds.index(kind)) for kind in kinds}

    @cached_property
    def joints(self) -> list[tuple[list[int], str]]:
        """Parts of outlines of wide pieces: of each cell, and between two or four of them.

        A piece has each part whose cells it covers.
        """
        board, half, far = self.game.board, 25.0, STEP
        parts = {
            ((0, 0),): rounded(half, 11),
            ((0, 0), (0, 1)): f"m0 {-half:g}h{far}v{2 * half:g}h{-far}z",
            ((0, 0), (1, 0)): f"m{-half:g} 0h{2 * half:g}v{far}h{-2 * half:g}z",
            ((0, 0), (0, 1), (1, 0), (1, 1)): f"m0 0h{far}v{far}h{-far}z",
        }
        found = []
        for (row, column), (x, y) in zip(board.places, self.points, strict=True):
            for steps, path in parts.items():
                cells = [board.at(row + down, column + right) for down, right in steps]
                if None not in cells:
                    found.append(
                        ([cell for cell in cells if cell is not None], f"M{x:g} {y:g}{path}")
                    )
        return found if self.wide else []

    def outline(self, cells: Sequence[int]) -> str:
        """Return the outline of a piece that covers these cells."""
        return "".join(path for joined, path in self.joints if {*joined} <= {*cells})

    # Pieces in hand

    def hand_places(self, hand: Hand) -> list[InHand]:
        """Return sign, size, place and scale of each piece in a hand, in one row."""
        y = HAND * 0.65 if hand.owner else self.height - HAND * 0.65
        wide: list[tuple[str, float, float]] = []
        for sign, size, count in hand.held:
            wide += [(sign, size, 2 * 28 * size * IN_HAND)] * count
        kinds = sum(count > 0 for _, _, count in hand.held)
        gap = 8.0
        total = sum(width for _, _, width in wide) + gap * max(0, kinds - 1)
        shrink = min(1.0, (self.width - 2 * PAD) / total) if total else 1.0
        x = (self.width - total * shrink) / 2
        found = []
        for at, (sign, size, width) in enumerate(wide):
            if at and (sign, size) != wide[at - 1][:2]:
                x += gap * shrink
            middle = round(x + width * shrink / 2, 1)
            found.append((sign, size, middle, round(y, 1), round(IN_HAND * size * shrink, 3)))
            x += width * shrink
        return found

    def hand_label(self, hand: Hand) -> Point:
        """Return the place of the label of a hand."""
        return self.width / 2, 11 if hand.owner else self.height - 11


def is_domino(words: Sequence[str]) -> bool:
    """Return whether a piece is a domino on two cells; a turned one is of one cell."""
    return words[:1] == ("domino",) and not {"down", "right"} & set(words)
