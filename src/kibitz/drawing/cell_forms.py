"""Forms of cells: for each its outline, what an empty cell looks like, and how pieces lie on it."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin

from kibitz.drawing.inks import paint
from kibitz.drawing.look_parts import OUTLINES, STEP, around, closed, polygon, rounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.drawing.look_parts import Point
    from kibitz.drawing.materials import Material

HEXAGON = STEP / 3**0.5  # radius of a hexagon whose neighbours are a step apart
BESIDE_LINE = 13.0  # a line can be hit this far from it
ALONG = (0.5, 0.42, 0.58, 0.36, 0.64, 0.3, 0.7)  # where on a line it may be marked
CLEAR = 12.0  # a mark on a line this far from other lines is clear


class SquareCell:
    """A square; the base of the other forms.

    `place` is its centre, for some forms more, in units of the drawing; `size` is that of pieces
    on it, 0 if it is not shown.
    """

    round = False
    reach = (STEP / 2, STEP / 2)  # of the cell to its sides, and up and down
    name_at = 21  # how far its name is below its centre

    def __init__(self, form: str, place: Sequence[float], size: float) -> None:
        self.form = form
        self.size = size
        self.place = [STEP * one for one in place]

    def move(self, right: float, down: float) -> None:
        """Move the cell in the drawing."""
        self.place[:2] = self.place[0] + right, self.place[1] + down

    @property
    def centre(self) -> Point:
        """The centre of the cell."""
        return self.place[0], self.place[1]

    def anchor(self, lines: Sequence[LineCell]) -> Point:
        """Return the point where the cell is marked; `lines` are the cells that are lines."""
        x, y = self.centre
        return round(x, 1), round(y, 1)

    def corners(self, inset: float = 0) -> list[Point]:
        """Return the corners of the cell."""
        (x, y), half = self.centre, STEP / 2 - inset
        return [(x + half * u, y + half * v) for u, v in ((1, -1), (1, 1), (-1, 1), (-1, -1))]

    def extent(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the cell."""
        (x, y), (wide, high) = self.centre, self.reach
        return x - wide, y - high, x + wide, y + high

    def turn(self, anchor: Point, dot: float) -> str:
        """Return the transform of pieces, which are drawn around the anchor of the cell.

        `dot` is the radius of the points at the ends of lines.
        """
        return "" if self.size == 1 else f"scale({self.size:g})"

    def frame(self, inset: float) -> str:
        """Return the outline of the cell, that much smaller than it; nothing if it is not shown."""
        if 0 < self.size < 1:
            return around(*self.centre, 26 * self.size + (2 if inset <= 0 else 0))
        return self.outline(inset) if self.size else ""

    def outline(self, inset: float) -> str:
        """Return the outline of a cell of full size."""
        x, y = self.centre
        if inset <= 0:
            return f"M{x - 30:g} {y - 30:g}h60v60h-60z"
        if self.round:
            return around(x, y, STEP / 2 - inset)
        return f"M{x:g} {y:g}{rounded(STEP / 2 - inset, 8)}"

    def drawn(self, material: Material) -> str:
        """Draw the empty cell."""
        part = self.ring(material.ring) if self.size < 1 else self.empty(material)
        (x, y) = self.centre
        return f"<g transform='translate({x:g} {y:g})'>{part}</g>" if self.size and part else ""

    def ring(self, ink: str) -> str:
        """Draw a smaller cell, around 0, 0."""
        look = f"{paint(stroke=ink)} stroke-width='1.500' stroke-dasharray='3 4' opacity='.4'"
        return f"<circle r='{26 * self.size:g}' {look}/>"

    def empty(self, material: Material) -> str:
        """Draw a cell of full size, around 0, 0."""
        return material.square


class HexagonCell(SquareCell):
    """A hexagon with a corner above."""

    reach = (STEP / 2, HEXAGON)

    def corners(self, inset: float = 0) -> list[Point]:
        (x, y), far = self.centre, HEXAGON - inset
        return [(x + far * sin(pi * at / 3), y - far * cos(pi * at / 3)) for at in range(6)]

    def outline(self, inset: float) -> str:
        return closed(self.corners(inset))

    def empty(self, material: Material) -> str:
        return f"<path d='{polygon(6, HEXAGON)}' {paint('tile', 'tile-edge')} stroke-width='2'/>"


class PointCell(SquareCell):
    """A point, at which lines may meet."""

    round = True
    reach = (26.0, 26.0)
    name_at = 30

    def empty(self, material: Material) -> str:
        return f"<circle r='6' {paint('tile', 'engraved')} stroke-width='3'/>"


class HoleCell(SquareCell):
    """A hole in a rack."""

    round = True

    def empty(self, material: Material) -> str:
        return f"<circle r='24.500' {paint('paper', 'rack-edge')} stroke-width='2.500'/>"


class SocketCell(SquareCell):
    """A hole drilled into wood."""

    round = True
    name_at = 30

    def empty(self, material: Material) -> str:
        return (
            f"<circle r='16.500' {paint('url(#kz-hole)')}/>"
            f"<path d='M-15.600 5.400A16.500 16.500 0 0 0 15.600 5.400' {paint(stroke='rim')} "
            "stroke-width='1.600' opacity='.75'/>"
        )


class LampCell(SquareCell):
    """A lamp that is off."""

    round = True

    def empty(self, material: Material) -> str:
        return (
            f"<circle r='20' {paint('lamp', 'lamp-edge')} stroke-width='2'/>"
            f"<path d='M-7 -2l4 6h6l4 -6' {paint(stroke='lamp-edge')} stroke-width='2.500'/>"
        )


class PocketCell(SquareCell):
    """A pocket for seeds."""

    round = True

    def empty(self, material: Material) -> str:
        return (
            f"<circle r='28' {paint('pocket', 'wood-edge')} stroke-width='2'/>"
            f"<path d='M-24 12a27 27 0 0 0 48 0' {paint(stroke='rim')} stroke-width='2' "
            f"opacity='.6'/>"
        )


class BareCell(SquareCell):
    """A square of which nothing is drawn."""

    def drawn(self, material: Material) -> str:
        return ""


class PoleCell(BareCell):
    """A place on a pole."""

    reach = (80.0, 15.0)

    def outline(self, inset: float) -> str:
        (x, y), half = self.centre, self.reach[0] - 1
        return f"M{x - half:g} {y - 15:g}h{2 * half:g}v30h{-2 * half:g}z"


class LayerCell(PoleCell):
    """A layer of a stack."""

    reach = (90.0, 15.0)


class LineCell(SquareCell):
    """A line between two points, which are its place."""

    def __init__(self, form: str, place: Sequence[float], size: float) -> None:
        super().__init__(form, place if len(place) == 4 else [*place, *place], size)

    def move(self, right: float, down: float) -> None:
        x0, y0, x1, y1 = self.place
        self.place = [x0 + right, y0 + down, x1 + right, y1 + down]

    @property
    def centre(self) -> Point:
        x0, y0, x1, y1 = self.place
        return (x0 + x1) / 2, (y0 + y1) / 2

    def extent(self) -> tuple[float, float, float, float]:
        x0, y0, x1, y1 = self.place
        return min(x0, x1) - 20, min(y0, y1) - 20, max(x0, x1) + 20, max(y0, y1) + 20

    def anchor(self, lines: Sequence[LineCell]) -> Point:
        x0, y0, x1, y1 = self.place

        def clear(along: float) -> float:
            point = (x0 + along * (x1 - x0), y0 + along * (y1 - y0))
            return min([CLEAR, *(line.distance(point) for line in lines if line is not self)])

        best = max(ALONG, key=clear)
        return round(x0 + best * (x1 - x0), 1), round(y0 + best * (y1 - y0), 1)

    def distance(self, point: Point) -> float:
        """Return how far a point is from the line."""
        (x, y), (x0, y0, x1, y1) = point, self.place
        long = (x1 - x0) ** 2 + (y1 - y0) ** 2 or 1
        along = min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / long))
        return hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0))

    def turn(self, anchor: Point, dot: float) -> str:
        x0, y0, x1, y1 = self.place
        (x, y), (middle_x, middle_y) = anchor, self.centre
        long = (hypot(x1 - x0, y1 - y0) - 2 * dot - 2) / STEP
        return (
            f"translate({middle_x - x:.1f} {middle_y - y:.1f}) "
            f"rotate({degrees(atan2(y1 - y0, x1 - x0)):.1f}) scale({long:.3f} 1)"
        )

    def outline(self, inset: float) -> str:
        x0, y0, x1, y1 = self.place
        long = hypot(x1 - x0, y1 - y0)
        ux, uy, half = (x1 - x0) / long, (y1 - y0) / long, 4 if inset > 0 else BESIDE_LINE
        ends = ((x0 + 14 * ux, y0 + 14 * uy, 1), (x1 - 14 * ux, y1 - 14 * uy, -1))
        return closed(
            [
                (px - side * turn * uy * half, py + side * turn * ux * half)
                for px, py, turn in ends
                for side in (1, -1)
            ]
        )

    def drawn(self, material: Material) -> str:
        x0, y0, x1, y1 = self.place
        look = f"{paint(stroke='tile-edge')} stroke-width='3' stroke-dasharray='2 7'"
        return f"<path d='M{x0:g} {y0:g}L{x1:g} {y1:g}' {look} stroke-linecap='round'/>"


class LeaningCell(SquareCell):
    """A cell that leans: its place is its centre and its two sides."""

    UNTURNED = (1.0, 0.0, 0.0, 1.0)

    def __init__(self, form: str, place: Sequence[float], size: float) -> None:
        super().__init__(form, place if len(place) == 6 else [*place, *self.UNTURNED], size)

    def corners(self, inset: float = 0) -> list[Point]:
        scale = 0.94 if inset > 0 else 1
        x, y, *sides = self.place
        ax, ay, bx, by = (scale * one for one in sides)
        corners = OUTLINES.get(self.form, OUTLINES["square"])
        return [(x + u * ax + v * bx, y + u * ay + v * by) for u, v in corners]

    def extent(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.corners(), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def turn(self, anchor: Point, dot: float) -> str:
        return f"matrix({' '.join(f'{one / STEP:.4f}' for one in self.place[2:])} 0 0)"

    def outline(self, inset: float) -> str:
        return closed(self.corners(inset))

    def drawn(self, material: Material) -> str:
        look = f"{paint('tile', 'tile-edge')} stroke-width='2' stroke-linejoin='round'"
        return f"<path d='{self.frame(1)}' {paint() if self.form == 'bare' else look}/>"


class TriangleCell(LeaningCell):
    """A triangle; without sides of its own, its tip is above."""

    UNTURNED = (1.0, 0.0, 0.0, -(3**0.5) / 2)


FORMS: dict[str, type[SquareCell]] = {
    "square": SquareCell,
    "hexagon": HexagonCell,
    "triangle": TriangleCell,
    "leaf": LeaningCell,
    "corner": LeaningCell,
    "point": PointCell,
    "hole": HoleCell,
    "socket": SocketCell,
    "line": LineCell,
    "pocket": PocketCell,
    "pole": PoleCell,
    "layer": LayerCell,
    "lamp": LampCell,
    "bare": BareCell,
}


def cell_of(form: str, place: Sequence[float], size: float) -> SquareCell:
    """Return the cell of a form at a place, in widths of a cell."""
    kind = FORMS[form]
    leans = len(place) == 6 and not issubclass(kind, LeaningCell)
    return (LeaningCell if leans else kind)(form, place, size)
