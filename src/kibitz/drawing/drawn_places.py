"""Places of an appearance: where cells are drawn, how pieces lie on them, and what can be hit.

A line between two points turns the piece on it, and a cell of another size shrinks it: `turns`
holds these transforms.
"""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin

from kibitz.drawing.hands import Hand
from kibitz.drawing.look import LABEL, PAD, ROW, STEP, TRAY, Look
from kibitz.drawing.look_parts import rounded
from kibitz.drawing.piece_words import OUTLINES, SHAPED
from kibitz.drawing.scene import edge_names, kind_of
from kibitz.rules.appearance import Appearance
from kibitz.rules.base_game import EMPTY, BaseGame
from kibitz.rules.board import TRIANGULAR

Point = tuple[float, float]
Edge = tuple[int, Point, Point, Point]  # a cell, the ends of an edge of it, and its normal

InHand = tuple[str, float, float, float, float]  # sign, size, x, y, scale

HAND = 56.0  # height of the pieces in hand and their label
IN_HAND = 0.58  # scale of a piece in hand
RIM = 12.0  # width of the board around the cells
HEXAGON = STEP / 3**0.5  # radius of a hexagon whose neighbours are a step apart
BESIDE_LINE = 13.0  # a line can be hit this far from it
DOT = 8.0  # radius of the points at the ends of lines
ALONG = (0.5, 0.42, 0.58, 0.36, 0.64, 0.3, 0.7)  # where on a line it may be marked
FOLDED = 1.6  # distance of the lines of a folded row, in widths of a cell
CLEAR = 12.0  # a mark on a line this far from other lines is clear
# The sides of cells that do not lean: a triangle with its tip above, a leaf and a corner.
LEVEL = (float(STEP), 0.0, 0.0, float(STEP))
UNTURNED: dict[str, tuple[float, ...]] = {
    "triangle": (STEP, 0.0, 0.0, -STEP * 3**0.5 / 2),
    "leaf": LEVEL,
    "corner": LEVEL,
}
EXTENTS = {
    "hexagon": (STEP / 2, HEXAGON),
    "pole": (80.0, 15.0),
    "layer": (90.0, 15.0),
    "point": (26.0, 26.0),
}


class DrawnPlaces(Look):
    """Where the cells of an appearance are, how pieces lie on them, and what can be hit."""

    def __init__(self, game: BaseGame, appearance: Appearance) -> None:
        self.game = game
        self.appearance = appearance
        self.steered = appearance.steered
        self.kinds = list(dict.fromkeys(kind_of(sign) for sign in game.signs if sign != EMPTY))
        self.forms = [appearance.cell(cell) for cell in range(len(game.board))]
        self.round = self.forms[0] in ("point", "hole", "lamp", "pocket")
        if appearance.board in ("felt", "blue"):
            self.marked = self.named = "#e8eeff"
        elif appearance.board in ("wood", "paper"):
            self.named = "engraved"
        places = [tuple(STEP * one for one in place) for place in appearance.at or self.lattice()]
        self.sides = [
            place[2:] if len(place) == 6 else UNTURNED.get(form, ())
            for place, form in zip(places, self.forms, strict=True)
        ]
        self.folded = self.lines_of_row() if appearance.fold and not appearance.at else []
        self.shapes = [form if form in SHAPED else "" for form in self.forms]
        places = [place[:2] if len(place) == 6 else place for place in places]
        unfolded = appearance.board == "none" and self.forms[0] == "bare"  # its cells have no names
        plain = not (appearance.at or unfolded or self.folded) or self.forms[0] == "hexagon"
        self.rows, self.columns = edge_names(game.board) if plain else ([], [])
        self.ends = [place if len(place) == 4 else (*place, *place) for place in places]
        centres = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in self.ends]
        self.place_board(centres)
        self.points = [self.anchor(cell) for cell in range(len(centres))]
        self.turns = self.turns_of()
        self.frames = [self.frame(cell, 2) for cell in range(len(centres))]
        self.targets = [self.target(cell) for cell in range(len(centres))]
        self.order = self.order_of()
        self.groups = self.groups_of()

    def lattice(self) -> list[Point]:
        """Return the places of the cells on the lattice of the board."""
        if self.game.board.lattice is TRIANGULAR:
            return [(c / 2, r * ROW / STEP) for r, c in self.game.board.places]
        folded = self.lines_of_row()
        if folded:
            wide = len(folded[0])
            return [(cell % wide, FOLDED * (cell // wide)) for cell in range(len(self.forms))]
        return [(float(column), float(row)) for row, column in self.game.board.places]

    def lines_of_row(self) -> list[range]:
        """Return the cells in each line of a single row that is folded, else nothing."""
        count, fold = len(self.forms), self.appearance.fold
        if not fold or count <= fold or len(self.game.board.rows) > 1:
            return []
        wide = max(fold, round((2 * count) ** 0.5))  # about twice as wide as high
        wide = -(-count // -(-count // wide))  # lines of about the same length
        return [range(first, min(first + wide, count)) for first in range(0, count, wide)]

    def place_board(self, centres: list[Point]) -> None:
        """Set the size of the drawing, and move everything into it."""
        boxes = []
        for cell, (form, (x, y), (x0, y0, x1, y1)) in enumerate(
            zip(self.forms, centres, self.ends, strict=True)
        ):
            wide, high = EXTENTS.get(form, (STEP / 2, STEP / 2))
            if self.sides[cell]:
                corners = self.corners(cell, x, y, 1)
                boxes.append((*map(min, *corners), *map(max, *corners)))
            elif form == "line":
                boxes.append(
                    (min(x0, x1) - 20, min(y0, y1) - 20, max(x0, x1) + 20, max(y0, y1) + 20)
                )
            else:
                boxes.append((x - wide, y - high, x + wide, y + high))
        for x, y in self.appearance.stores:
            boxes.append((STEP * x - 34, STEP * y - 50, STEP * x + 34, STEP * y + 50))
        for x, y, _ in self.appearance.names:
            boxes.append((STEP * x - 9, STEP * y - 9, STEP * x + 9, STEP * y + 9))
        if self.appearance.walls:
            boxes += [(x0 - STEP, y0 - STEP, x1 + STEP, y1 + STEP) for x0, y0, x1, y1 in boxes]
        least_x, least_y = min(box[0] for box in boxes), min(box[1] for box in boxes)
        most_x, most_y = max(box[2] for box in boxes), max(box[3] for box in boxes)
        rim = RIM + (8 if self.appearance.borders else 0)
        margin = PAD + rim + (LABEL if self.rows else 0)
        above = HAND if self.appearance.held or self.appearance.stock else 0.0
        least_y -= LABEL if self.folded else 0  # the names of the first line
        shift_x, shift_y = margin - least_x, margin - least_y + above
        self.centres = [(x + shift_x, y + shift_y) for x, y in centres]
        self.ends = [
            (x0 + shift_x, y0 + shift_y, x1 + shift_x, y1 + shift_y) for x0, y0, x1, y1 in self.ends
        ]
        self.stores = [
            (round(STEP * x + shift_x, 1), round(STEP * y + shift_y, 1))
            for x, y in self.appearance.stores
        ]
        self.names = [
            (round(STEP * x + shift_x, 1), round(STEP * y + shift_y, 1), name)
            for x, y, name in self.appearance.names
        ]
        self.box = (
            margin - rim,
            margin - rim + above,
            most_x + shift_x + rim,
            most_y + shift_y + rim,
        )
        self.width, self.height = self.box[2] + PAD, self.box[3] + PAD + above
        self.tray = self.tray_of()
        if self.tray:
            self.height += TRAY

    def corners(self, cell: int, x: float, y: float, scale: float) -> list[Point]:
        """Return the corners of a leaning cell around a point."""
        ax, ay, bx, by = (scale * one for one in self.sides[cell])
        found = OUTLINES.get(self.forms[cell], OUTLINES["square"])
        return [(x + u * ax + v * bx, y + u * ay + v * by) for u, v in found]

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

    def anchor(self, cell: int) -> Point:
        """Return the point of a cell: its centre, or where a line is clear of others."""
        if self.forms[cell] != "line":
            x, y = self.centres[cell]
            return round(x, 1), round(y, 1)
        x0, y0, x1, y1 = self.ends[cell]
        others = [
            ends for at, ends in enumerate(self.ends) if at != cell and self.forms[at] == "line"
        ]

        def clear(along: float) -> float:
            point = (x0 + along * (x1 - x0), y0 + along * (y1 - y0))
            return min([CLEAR, *(distance(point, ends) for ends in others)])

        best = max(ALONG, key=clear)
        return round(x0 + best * (x1 - x0), 1), round(y0 + best * (y1 - y0), 1)

    def edges(self) -> list[Edge]:
        """Return the outer edges of cells that are hexagons or squares."""
        found: dict[Point, list[Edge]] = {}
        for cell, (x, y) in enumerate(self.centres):
            count, radius, turn = (
                (6, HEXAGON, 0.0) if self.forms[cell] == "hexagon" else (4, STEP / 2**0.5, pi / 4)
            )
            corners = [
                (
                    x + radius * sin(turn + 2 * pi * at / count),
                    y - radius * cos(turn + 2 * pi * at / count),
                )
                for at in range(count)
            ]
            for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
                middle = (round((one[0] + other[0]) / 2), round((one[1] + other[1]) / 2))
                normal = (middle[0] - x, middle[1] - y)
                found.setdefault(middle, []).append((cell, one, other, normal))
        return [shared[0] for shared in found.values() if len(shared) == 1]

    def turns_of(self) -> list[str]:
        """Return the transform of the pieces on each cell; empty if no cell has one."""
        found = []
        for cell, form in enumerate(self.forms):
            size = self.appearance.size(cell)
            if self.sides[cell]:
                sides = " ".join(f"{one / STEP:.4f}" for one in self.sides[cell])
                found.append(f"matrix({sides} 0 0)")
            elif form == "line":
                x0, y0, x1, y1 = self.ends[cell]
                (x, y), (middle_x, middle_y) = self.points[cell], self.centres[cell]
                big = 13 if self.appearance.dots else DOT
                long = (hypot(x1 - x0, y1 - y0) - 2 * big - 2) / STEP
                angle = degrees(atan2(y1 - y0, x1 - x0))
                found.append(
                    f"translate({middle_x - x:.1f} {middle_y - y:.1f}) rotate({angle:.1f}) "
                    f"scale({long:.3f} 1)"
                )
            else:
                found.append("" if size == 1 else f"scale({size:g})")
        return found if any(found) else []

    def order_of(self) -> list[int]:
        """Return the cells by size: larger pieces cover smaller ones."""
        return (
            sorted(range(len(self.forms)), key=self.appearance.size)
            if self.appearance.sizes
            else []
        )

    def target(self, cell: int) -> str:
        """Return what can be hit of a cell; cells at the same place share it by size."""
        size = self.appearance.size
        inner = [
            size(other)
            for other, point in enumerate(self.points)
            if point == self.points[cell] and 0 < size(other) < size(cell)
        ]
        x, y = self.points[cell]
        if self.forms[cell] == "bare" and "line" in self.forms:  # what is near a line is the line's
            half = STEP / 2 - BESIDE_LINE
            return f"M{x - half:g} {y - half:g}h{2 * half:g}v{2 * half:g}h{-2 * half:g}z"
        path = self.frame(cell, 0)
        return path + around(x, y, 26 * max(inner) + 2) if inner and path else path

    def frame(self, cell: int, inset: float) -> str:
        """Return the outline of a cell, that much smaller than the cell."""
        form, size = self.forms[cell], self.appearance.size(cell)
        x, y = self.centres[cell]
        if not size:
            return ""
        if self.sides[cell]:
            around_it = self.corners(cell, x, y, 0.94 if inset > 0 else 1)
            return f"M{'L'.join(f'{px:.1f} {py:.1f}' for px, py in around_it)}Z"
        if form == "line":
            x0, y0, x1, y1 = self.ends[cell]
            long = hypot(x1 - x0, y1 - y0)
            ux, uy, half = (x1 - x0) / long, (y1 - y0) / long, 4 if inset > 0 else BESIDE_LINE
            ends = ((x0 + 14 * ux, y0 + 14 * uy, 1), (x1 - 14 * ux, y1 - 14 * uy, -1))
            corners = [
                (px - side * turn * uy * half, py + side * turn * ux * half)
                for px, py, turn in ends
                for side in (1, -1)
            ]
            return f"M{'L'.join(f'{px:.1f} {py:.1f}' for px, py in corners)}Z"
        if size < 1:
            return around(x, y, 26 * size + (2 if inset <= 0 else 0))
        if form == "hexagon":
            radius = HEXAGON - inset
            corners = [
                (x + radius * sin(pi * at / 3), y - radius * cos(pi * at / 3)) for at in range(6)
            ]
            return f"M{'L'.join(f'{px:.1f} {py:.1f}' for px, py in corners)}Z"
        if form == "pole":
            return f"M{x - 79:g} {y - 15:g}h158v30h-158z"
        if form == "layer":
            return f"M{x - 88:g} {y - 15:g}h176v30h-176z"
        if self.round and inset > 0:
            return around(x, y, STEP / 2 - inset)
        if inset > 0:
            return f"M{x:g} {y:g}{rounded(STEP / 2 - inset, 8)}"
        return f"M{x - 30:g} {y - 30:g}h60v60h-60z"

    def groups_of(self) -> list[int]:
        """Return the group of each cell that is pointed at as one; empty if none is."""
        if self.appearance.whole == "columns":
            return [column for _, column in self.game.board.places]
        if self.appearance.whole == "places":
            return [self.centres.index(point) for point in self.centres]
        return []


def around(x: float, y: float, radius: float) -> str:
    """Return a circle around a point."""
    arc = f"a{radius:g} {radius:g} 0 1 1 "
    return f"M{x - radius:g} {y:g}{arc}{2 * radius:g} 0{arc}{-2 * radius:g} 0z"


def distance(point: Point, ends: tuple[float, ...]) -> float:
    """Return how far a point is from a line between two points."""
    (x, y), (x0, y0, x1, y1) = point, ends
    long = (x1 - x0) ** 2 + (y1 - y0) ** 2 or 1
    along = min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / long))
    return hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0))
