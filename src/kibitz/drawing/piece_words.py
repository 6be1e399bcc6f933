"""Words of a piece of an appearance, its colours, and parts that several pieces have."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from kibitz.drawing.inks import paint

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
