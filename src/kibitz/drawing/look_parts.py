"""Measures, colours and parts that all drawings share, and the words of a piece."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin

from kibitz.drawing.inks import paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Point = tuple[float, float]

STEP = 60  # distance of neighbouring cells
ROW = 54  # distance of rows on the triangular lattice
LABEL = 17  # margin for the names of rows and columns
PAD = 6  # margin for a shadow
SIDES = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
# Colours by name: the piece, its edge, and marks on it. They differ in lightness.
PALETTE = {
    "black": ("#22282b", "#000000", "#8d979b"),
    "white": ("#f8f5ec", "#8a8272", "#b3ab98"),
    "red": ("#cf2f34", "#6e0f14", "#ffd9d6"),
    "yellow": ("#f7cf3d", "#8a6a05", "#a37f0c"),
    "blue": ("#24489c", "#0f2352", "#c4d6ff"),
    "green": ("#2c8f4e", "#0e4a25", "#d0f2da"),
    "orange": ("#ef8b2c", "#854308", "#7d3f06"),
    "purple": ("#6f3fa0", "#351a54", "#e5d2ff"),
    "brown": ("#8a5a34", "#45290f", "#ecd3ba"),
    "grey": ("#8c969a", "#4a5357", "#e8edef"),
    "sky": ("#7cc0ea", "#245d80", "#1d4f6e"),
    "pink": ("#eba0bb", "#8c3b5a", "#7b2f4d"),
    "teal": ("#157a70", "#083f39", "#c9f1eb"),
    "lime": ("#b6d53f", "#5b7009", "#4b5d06"),
    "first": ("#b8326f", "#5e1036", "#ffe3ef"),
    "second": ("#2b8f92", "#0b4547", "#e0fbfa"),
}
# Colours of kinds of pieces that have none.
USUAL = ("blue", "orange", "teal", "yellow", "red", "sky", "pink", "brown")
# Outlines of leaning cells around their centres, in widths of the cell. A leaf lies between two
# quarters of circles, and a corner is what one of these leaves of the square.
QUARTER = [(sin(pi / 16 * at), 1 - cos(pi / 16 * at)) for at in range(9)]
MIDDLE = 0.2234  # distance of the centre of a corner from its two straight sides
OUTLINES = {
    "square": [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
    "triangle": [(-0.5, -1 / 3), (0.5, -1 / 3), (0.0, 2 / 3)],
    "leaf": [(x - 0.5, y - 0.5) for x, y in QUARTER]
    + [(y - 0.5, x - 0.5) for x, y in QUARTER[-2:0:-1]],
    "corner": [(x - 1 + MIDDLE, y - MIDDLE) for x, y in [*QUARTER, (1, 0)]],
}
SHAPED = ("triangle", "leaf", "corner")  # cells that shape the pieces on them
STROKED = "stroke-linecap='round' stroke-linejoin='round'"


def polygon(corners: int, radius: float, turn: float = 0.0, inner: float = 0.0) -> str:
    """Return a regular polygon around 0, 0 with a corner above, or a star with `inner` corners."""
    count = 2 * corners if inner else corners
    points = []
    for corner in range(count):
        far = inner if inner and corner % 2 else radius
        angle = 2 * pi * corner / count + turn
        points.append((far * sin(angle), -far * cos(angle)))
    return closed(points)


def closed(points: Sequence[Point]) -> str:
    """Return a closed line through points."""
    return f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in points)}Z"


def rounded(half: float, corner: float) -> str:
    """Return a square with rounded corners around the current point, in relative path commands."""
    side, arc = 2 * (half - corner), f"a{corner:g} {corner:g} 0 0 1 "
    return (
        f"m{corner - half:g} {-half:g}h{side:g}{arc}{corner:g} {corner:g}v{side:g}"
        f"{arc}{-corner:g} {corner:g}h{-side:g}{arc}{-corner:g} {-corner:g}v{-side:g}"
        f"{arc}{corner:g} {-corner:g}z"
    )


def around(x: float, y: float, radius: float) -> str:
    """Return a circle around a point."""
    arc = f"a{radius:g} {radius:g} 0 1 1 "
    return f"M{x - radius:g} {y:g}{arc}{2 * radius:g} 0{arc}{-2 * radius:g} 0z"


def hull(points: Sequence[Point]) -> str:
    """Return the convex hull of points."""
    ordered = sorted(set(points))

    def half(row: Sequence[Point]) -> list[Point]:
        line: list[Point] = []
        for x, y in row:
            while len(line) > 1:
                (x0, y0), (x1, y1) = line[-2:]
                if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0:
                    break
                line.pop()
            line.append((x, y))
        return line[:-1]

    corners = half(ordered) + half(ordered[::-1]) or ordered
    return f"M{'L'.join(f'{x:g} {y:g}' for x, y in corners)}Z"


def mixed(colour: str, part: float) -> str:
    """Return a colour mixed with black; `part` of it remains. More than 1 makes it lighter."""
    parts = (min(255, round(int(colour[at : at + 2], 16) * part)) for at in (1, 3, 5))
    return "#" + "".join(f"{one:02x}" for one in parts)


def is_light(colour: str) -> bool:
    """Return whether a colour is light."""
    return sum(int(colour[at : at + 2], 16) for at in (1, 3, 5)) > 420


def label(x: float, y: float, words: str, name: str, ink: str, size: int) -> str:
    """Write a word centred at a point; `name` is a CSS class."""
    look = paint(ink)
    if name:
        look = (
            look.replace("class='", f"class='{name} ")
            if "class=" in look
            else f"class='{name}' {look}"
        )
    at = f"x='{x:g}' y='{y:g}' dy='.35em'"
    return f"<text {at} {look} font-size='{size}'>{escape(words)}</text>"


class Words:
    """The words of a piece: its form, colour, number, name and direction, the shape of its cell."""

    def __init__(self, words: Sequence[str], most: int = 0) -> None:
        self.form = words[0]
        self.colour = next((word for word in words if word in PALETTE), "")
        self.number = next((int(word) for word in words if word.isdigit()), 0)
        others = {*PALETTE, *SHAPED, "down", "right", "min"}
        self.name = next((word for word in words[1:] if word not in others), "")
        self.down, self.right = "down" in words, "right" in words
        self.minutes = "min" in words  # what the number of a person counts
        self.shape = next((word for word in words if word in SHAPED), "")  # of the cell
        self.most = max(most, self.number, 1)

    def inks(self, default: str = "grey") -> tuple[str, str, str]:
        """Return the colours of the piece, of its edge, and of marks on it."""
        return PALETTE[self.colour or default]


def shadow(path: str) -> str:
    """Return the shadow of a shape."""
    return f"<path d='{path}' transform='translate(1.500 3)' opacity='.28'/>"


def circle(radius: float, look: str, x: float = 0, y: float = 0) -> str:
    """Draw a circle."""
    at = (f"cx='{x:g}' " if x else "") + (f"cy='{y:g}' " if y else "")
    return f"<circle {at}r='{radius:g}' {look}/>"


def flat(radius: float, inks: tuple[str, str, str]) -> str:
    """Draw a flat round piece with its shadow and rim."""
    fill, edge, _ = inks
    return (
        f"<ellipse cx='1.500' cy='3.500' rx='{radius:g}' ry='{radius:g}' opacity='.28'/>"
        + circle(radius, f"{paint(fill, edge)} stroke-width='1.500'")
    )
