"""Look of a game with an appearance: the board, its cells and its pieces, drawn from data.

Everything that never changes is part of the slab; so a cell by itself has no part.
"""

from __future__ import annotations

from functools import cached_property
from math import atan2, degrees

from kibitz.drawing.drawn_places import DOT, HEXAGON, DrawnPlaces, Point
from kibitz.drawing.inks import paint
from kibitz.drawing.look import LABEL, STEP
from kibitz.drawing.look_parts import label, mixed, plank, polygon, rounded, solid
from kibitz.drawing.materials import wood
from kibitz.drawing.piece_shapes import drawn_piece
from kibitz.drawing.piece_words import PALETTE, circle
from kibitz.drawing.scene import kind_of

SIDES = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
PLATES = {"card": "frame", "river": "bank", "felt": "felt", "blue": "rack", "stone": "floor"}


class DrawnLook(DrawnPlaces):
    """The look that an appearance describes."""

    thick = 25.0

    # The board

    @property
    def defs(self) -> str:
        return wood(self.width, self.height) if self.appearance.board in ("wood", "paper") else ""

    @cached_property
    def slab(self) -> str:
        return "".join(
            [
                self.base(),
                self.rail,
                self.river(),
                self.wall(),
                self.border(),
                self.chequers(),
                *(self.gap(cell, side) for cell, side in self.appearance.gaps),
                self.poles(),
                self.lines(),
                *(self.cell_at(cell) for cell in range(len(self.forms))),
                self.walls(),
                self.dots(),
                *(self.store_at(place) for place in self.stores),
            ]
        )

    @property
    def cell(self) -> str:
        return ""

    def base(self) -> str:
        """Draw the board under the cells."""
        board, (left, top, right, bottom) = self.appearance.board, self.box
        if board == "none":
            return ""
        if board in ("wood", "paper"):
            reach = 20.0
            corners = [
                (x, y) for x in (left + reach, right - reach) for y in (top + reach, bottom - reach)
            ]
            return plank(corners, reach, groove=False)
        box = f"width='{right - left:g}' height='{bottom - top:g}' rx='14'"
        return (
            f"<rect x='{left:g}' y='{top + 4:g}' {box} opacity='.15'/>"
            f"<rect x='{left:g}' y='{top:g}' {box} {paint(PLATES[board], 'frame-edge')} "
            f"stroke-width='1.500'/>"
        )

    def river(self) -> str:
        """Draw the river between two banks."""
        if self.appearance.board != "river":
            return ""
        left, top, right, bottom = self.box
        middle, half = (left + right) / 2, STEP * 0.6
        box = f"width='{2 * half:g}' height='{bottom - top:g}'"
        waves = "".join(
            f"M{middle - 22:g} {y:g}q7 -7 14 0t14 0t14 0"
            for y in range(int(top) + 22, int(bottom), 34)
        )
        return (
            f"<rect x='{middle - half:g}' y='{top:g}' {box} {paint('water')}/>"
            f"<path d='{waves}' {paint(stroke='wave')} stroke-width='3' stroke-linecap='round'/>"
        )

    def cell_at(self, cell: int) -> str:
        """Draw an empty cell."""
        form, size = self.forms[cell], self.appearance.size(cell)
        x, y = self.centres[cell]
        move = f"<g transform='translate({x:g} {y:g})'>"
        if not size:
            return ""
        if self.sides[cell]:
            look = f"{paint('tile', 'tile-edge')} stroke-width='2' stroke-linejoin='round'"
            return f"<path d='{self.frame(cell, 1)}' {paint() if form == 'bare' else look}/>"
        if form in ("bare", "pole", "layer"):
            return ""
        if size < 1:
            ink = "engraved" if self.appearance.board == "wood" else "tile-edge"
            look = f"{paint(stroke=ink)} stroke-width='1.500' stroke-dasharray='3 4' opacity='.4'"
            return f"{move}<circle r='{26 * size:g}' {look}/></g>"
        if form == "line":
            x0, y0, x1, y1 = self.ends[cell]
            look = f"{paint(stroke='tile-edge')} stroke-width='3' stroke-dasharray='2 7'"
            return f"<path d='M{x0:g} {y0:g}L{x1:g} {y1:g}' {look} stroke-linecap='round'/>"
        if form == "hexagon":
            part = (
                f"<path d='{polygon(6, HEXAGON)}' {paint('tile', 'tile-edge')} stroke-width='2'/>"
            )
        elif form == "point":
            part = f"<circle r='6' {paint('tile', 'engraved')} stroke-width='3'/>"
        elif form == "hole":
            part = f"<circle r='24.500' {paint('paper', 'rack-edge')} stroke-width='2.500'/>"
        elif form == "lamp":
            part = (
                f"<circle r='20' {paint('lamp', 'lamp-edge')} stroke-width='2'/>"
                f"<path d='M-7 -2l4 6h6l4 -6' {paint(stroke='lamp-edge')} stroke-width='2.500'/>"
            )
        elif form == "pocket":
            part = (
                f"<circle r='28' {paint('pocket', 'wood-edge')} stroke-width='2'/>"
                f"<path d='M-24 12a27 27 0 0 0 48 0' {paint(stroke='rim')} stroke-width='2' "
                f"opacity='.6'/>"
            )
        else:
            part = self.square(cell)
        return f"{move}{part}</g>"

    def square(self, cell: int) -> str:
        """Draw a square cell, as the board has it."""
        board = self.appearance.board
        if self.appearance.chequered:
            return ""
        if board == "felt":
            return f"<path d='M-30 -30h60v60h-60z' {paint(stroke='felt-edge')} stroke-width='2'/>"
        if board == "stone":
            return f"<path d='M0 0{rounded(29, 4)}' {paint('tile', 'tile-edge')} stroke-width='1'/>"
        edge, ink = ("wood-edge", "well") if board == "wood" else ("tile-edge", "tile")
        faint = " fill-opacity='.6' stroke-opacity='.5'" if board == "wood" else ""
        return f"<path d='M0 0{rounded(28, 7)}' {paint(ink, edge)} stroke-width='1.500'{faint}/>"

    def chequers(self) -> str:
        """Draw light and dark squares over the whole rectangle of the board.

        The square at the bottom left is dark, as in chess; if it is not a cell, the first cell is.
        """
        if not self.appearance.chequered:
            return ""
        places = self.game.board.places
        (x0, y0), (row0, column0) = self.centres[0], places[0]
        corner = (max(row for row, _ in places), 0)
        dark = sum(corner if corner in places else places[0]) % 2
        drawn = {"dark-square": "", "light-square": ""}
        for row in range(1 + max(row for row, _ in places)):
            for column in range(1 + max(column for _, column in places)):
                x, y = x0 + STEP * (column - column0), y0 + STEP * (row - row0)
                name = "dark-square" if (row + column) % 2 == dark else "light-square"
                drawn[name] += f"M{x - 30:g} {y - 30:g}h60v60h-60z"
        return "".join(f"<path d='{path}' {paint(ink)}/>" for ink, path in drawn.items() if path)

    def wall(self) -> str:
        """Draw the wall around the cells: a brick on each place beside one that is not a cell."""
        if not self.appearance.walls:
            return ""
        places = set(self.game.board.places)
        around = {
            (row + down, column + right)
            for row, column in places
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        }
        (x0, y0), (row0, column0) = self.centres[0], self.game.board.places[0]
        bricks = ""
        for row, column in sorted(around - places):
            x, y = x0 + STEP * (column - column0), y0 + STEP * (row - row0)
            bricks += f"M{x - 30:g} {y - 30:g}h60v60h-60z"
        joints = bricks.replace("h60v60h-60z", "m0 20h60m-60 20h60m-40 -40v20m20 0v20m-20 0v20")
        return (
            f"<path d='{bricks}' {paint('brick', 'brick-edge')} stroke-width='2'/>"
            f"<path d='{joints}' {paint(stroke='brick-edge')} stroke-width='2'/>"
        )

    def walls(self) -> str:
        """Draw the walls at single sides of cells."""
        half, path = STEP / 2, ""
        for cell, side in self.appearance.walled:
            (x, y), (right, down) = self.centres[cell], SIDES[side]
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
            found += (
                f"<path d='{path}' {paint(stroke=edge)} stroke-width='21' stroke-linecap='round'/>"
            )
            found += (
                f"<path d='{path}' {paint(stroke=fill)} stroke-width='17' stroke-linecap='round'/>"
            )
            if self.appearance.borders[side] == "second":  # not by its colour alone
                dashes = "stroke-dasharray='2 9' stroke-linecap='round'"
                found += (
                    f"<path d='{path}' {paint(stroke=mark)} stroke-width='15' {dashes} "
                    f"opacity='.6'/>"
                )
        return found

    def gap(self, cell: int, side: str) -> str:
        """Draw a gap in the rim at a side of a cell, with an arrow."""
        (x, y), (right, down) = self.centres[cell], SIDES[side]
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
        for (x, y), form in zip(self.centres, self.forms, strict=True):
            if form == "pole":
                columns.setdefault(x, []).append(y)
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
        path = "".join(self.line(one, other) for one, other in self.game.board.edges)
        if self.folded and not self.game.board.edges:
            path = "".join(self.line(line[0] - 1, line[0]) for line in self.folded[1:])
        ink = self.named if self.folded else "engraved"
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
        found: dict[Point, None] = {}
        for form, (x0, y0, x1, y1) in zip(self.forms, self.ends, strict=True):
            if form == "line":
                for x, y in ((x0, y0), (x1, y1)):
                    found[round(x, 1), round(y, 1)] = None
        names = self.appearance.dots
        big = 13 if names else DOT
        drawn = "".join(
            f"<circle cx='{x:g}' cy='{y:g}' r='{big:g}' {paint('ink')}/>" for x, y in found
        )
        pairs = zip(found, names, strict=False)
        return drawn + "".join(label(x, y, name, "", "paper", 15) for (x, y), name in pairs)

    def store_at(self, place: Point) -> str:
        """Draw an empty store."""
        if "pocket" not in self.forms:
            return ""  # what is there is drawn on the board
        x, y = place
        box = f"x='{x - 30:g}' y='{y - 46:g}' width='60' height='92' rx='28'"
        return f"<rect {box} {paint('pocket', 'wood-edge')} stroke-width='2'/>"

    @property
    def labels(self) -> str:
        """The names of rows beside their first cell, and those of columns above it.

        The cells of a folded row have their own names above them.
        """
        if self.folded:
            names = zip(self.centres, self.game.board.names, strict=True)
            return "".join(
                label(x, y - 39, name, "kz-name", self.named, 12) for (x, y), name in names
            )
        first: dict[tuple[str, int], Point] = {}
        for (row, column), (x, y) in zip(self.game.board.places, self.centres, strict=True):
            for key, at in ((("row", row), x), (("column", column), y)):
                if key not in first or at < first[key][key[0] == "column"]:
                    first[key] = (x, y)
        left, top = self.box[0] - LABEL / 2, self.box[1] - LABEL / 2
        slanted = self.forms[0] == "hexagon"
        parts = [label(x, y, name, "kz-name", self.named, 14) for x, y, name in self.names]
        for row, name in self.rows:
            x, y = first["row", row]
            parts.append(label(x - 50 if slanted else left, y, name, "kz-edge", "quiet", 12))
        for column, name in self.columns:
            x, y = first["column", column]
            parts.append(label(x, y - 54 if slanted else top, name, "kz-edge", "quiet", 12))
        return "".join(parts)

    # The pieces

    def words(self, sign: str) -> tuple[str, ...]:
        pieces = self.appearance.pieces
        return pieces.get(sign) or pieces.get(kind_of(sign), ())

    def piece(self, sign: str) -> str:
        words = self.words(sign)
        if not words:
            return super().piece(sign)
        numbers = [self.appearance.count(one) or 0 for one in self.appearance.pieces]
        return drawn_piece(words, max(numbers))

    def shaped_piece(self, sign: str, shape: str) -> str:
        words = self.words(sign)
        return drawn_piece([*words, shape]) if words else super().shaped_piece(sign, shape)

    @cached_property
    def blocks(self) -> dict[str, str]:
        dominoes = [kind for kind in self.kinds if self.is_domino(kind)]
        return {kind: self.block(kind) for kind in dominoes} | super().blocks

    def is_domino(self, kind: str) -> bool:
        """Return whether a kind of piece is a domino on two cells; a turned one is of one cell."""
        words = self.words(kind)
        return words[:1] == ("domino",) and not {"down", "right"} & set(words)

    def block(self, kind: str) -> str:
        words = [*self.words(kind), *(["brown"] if self.is_domino(kind) else [])]
        colour = next((word for word in words if word in PALETTE), "")
        return solid(*PALETTE[colour][:2]) if colour else super().block(kind)

    def stud(self, kind: str) -> str:
        if not self.is_domino(kind):
            return super().stud(kind)
        colour = next((word for word in self.words(kind) if word in PALETTE), "brown")
        return circle(7, paint(PALETTE[colour][2]))

    def caps(self, kind: str) -> tuple[str, ...]:
        """Return the rear, the front and the letter of a car."""
        words = self.words(kind)
        if "car" not in words:
            return ()
        fill, edge, _ = PALETTE[words[1]]
        glass = paint(mixed(fill, 0.4))
        wheels = f"<path d='M-9 -26.500h18v4h-18zM-9 22.500h18v4h-18z' {paint('#15191b')}/>"
        rear = f"<path d='M-13 -15q-3 15 0 30l7 -3v-24z' {glass}/>"
        front = (
            f"<path d='M-2 -13l8 -4q6 17 0 34l-8 -4z' {glass}/>"
            f"<path d='M21 -19v9M21 10v9' {paint(stroke='#fff3b8')} stroke-width='4' "
            f"stroke-linecap='round'/>"
        )
        light = sum(int(fill[at : at + 2], 16) for at in (1, 3, 5)) > 420
        letter = label(0, 0, kind, "", edge if light else "#fff", 20)
        return wheels + rear, wheels + front, letter
