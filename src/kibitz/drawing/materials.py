"""Boards: what is under the cells, and what a square and a goal on it look like."""

from __future__ import annotations

import re

from kibitz.drawing.inks import paint
from kibitz.drawing.look_parts import PALETTE, STEP, hull, mixed, rounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.drawing.look_parts import Point

    Box = tuple[float, float, float, float]  # left, top, right, bottom


class Material:
    """A plate of card; the base of the other boards."""

    rim = 12.0  # width of the board around the cells
    plate, edge = "frame", "frame-edge"  # its inks
    marked = "ink"  # the ink of marks on cells
    named = "quiet"  # the ink of names that are on the board
    ring = "tile-edge"  # the ink of rings that cells of smaller sizes are
    square = f"<path d='M0 0{rounded(28, 7)}' {paint('tile', 'tile-edge')} stroke-width='1.500'/>"
    goal = (
        f"<rect x='-23' y='-23' width='46' height='46' rx='6' {paint(stroke='brass')} "
        "stroke-width='3' stroke-dasharray='9 5'/>"
    )

    def base(self, box: Box, points: Sequence[Point]) -> str:
        """Draw the board under cells with these centres."""
        left, top, right, bottom = box
        size = f"width='{right - left:g}' height='{bottom - top:g}' rx='14'"
        return (
            f"<rect x='{left:g}' y='{top + 4:g}' {size} opacity='.15'/>"
            f"<rect x='{left:g}' y='{top:g}' {size} {paint(self.plate, self.edge)} "
            f"stroke-width='1.500'/>"
        )


class Nothing(Material):
    """No board."""

    def base(self, box: Box, points: Sequence[Point]) -> str:
        return ""


class Felt(Material):
    """A green cloth."""

    plate = "felt"
    marked = named = "#e8eeff"
    square = f"<path d='M-30 -30h60v60h-60z' {paint(stroke='felt-edge')} stroke-width='2'/>"


class Blue(Material):
    """A rack of blue plastic."""

    plate = "rack"
    marked = named = "#e8eeff"


class Stone(Material):
    """A floor of stone."""

    plate = "floor"
    square = f"<path d='M0 0{rounded(29, 4)}' {paint('tile', 'tile-edge')} stroke-width='1'/>"


class River(Material):
    """A river between two banks."""

    plate = "bank"

    def base(self, box: Box, points: Sequence[Point]) -> str:
        left, top, right, bottom = box
        middle, half = (left + right) / 2, STEP * 0.6
        size = f"width='{2 * half:g}' height='{bottom - top:g}'"
        waves = "".join(
            f"M{middle - 22:g} {y:g}q7 -7 14 0t14 0t14 0"
            for y in range(int(top) + 22, int(bottom), 34)
        )
        look = f"{paint(stroke='wave')} stroke-width='3' stroke-linecap='round'"
        return (
            f"{super().base(box, points)}"
            f"<rect x='{middle - half:g}' y='{top:g}' {size} {paint('water')}/>"
            f"<path d='{waves}' {look}/>"
        )


class Paper(Material):
    """Pale tiles in a wooden frame."""

    named = "engraved"

    def base(self, box: Box, points: Sequence[Point]) -> str:
        left, top, right, bottom = box
        reach = 20.0
        xs, ys = (left + reach, right - reach), (top + reach, bottom - reach)
        return plank([(x, y) for x in xs for y in ys], reach)


class Wood(Paper):
    """A wooden board with shallow squares."""

    ring = "engraved"
    square = (
        f"<path d='M0 0{rounded(28, 7)}' {paint('well', 'wood-edge')} stroke-width='1.500' "
        "fill-opacity='.6' stroke-opacity='.5'/>"
    )


class Plank(Wood):
    """A wooden board as wide as its cells need."""

    rim = -2.0
    goal = (
        f"<circle r='23.5' {paint(stroke='brass')} stroke-width='3'/>"
        f"<circle r='27' {paint(stroke='brass')} stroke-width='3' stroke-dasharray='1 6'/>"
    )

    def base(self, box: Box, points: Sequence[Point]) -> str:
        return plank(points, STEP / 2 + self.rim)


class Space(Material):
    """A starry sky, with a glowing goal."""

    plate, edge = "space", "space-low"
    marked = "#e8eeff"
    square = "<rect x='-28' y='-28' width='56' height='56' rx='10' fill='#fff' opacity='.085'/>"
    goal = (
        f"<circle r='40' {paint('url(#kz-glow)')}/>"
        f"<rect x='-17' y='-17' width='34' height='34' rx='7' {paint(stroke='#ffd76a')} "
        "stroke-width='3.500'/>"
    )

    def base(self, box: Box, points: Sequence[Point]) -> str:
        left, top, right, bottom = box
        size = f"width='{right - left:g}' height='{bottom - top:g}' rx='14'"
        stars = f"<rect x='{left:g}' y='{top:g}' {size} {paint('url(#kz-stars)')}/>"
        return super().base(box, points) + stars


MATERIALS = {
    "card": Material(),
    "wood": Wood(),
    "paper": Paper(),
    "felt": Felt(),
    "blue": Blue(),
    "stone": Stone(),
    "river": River(),
    "plank": Plank(),
    "space": Space(),
    "none": Nothing(),
}


def plank(points: Sequence[Point], reach: float) -> str:
    """Return a wooden board around points."""
    path = hull(points)

    def layer(ink: str, wide: float, more: str = "") -> str:
        look = f"{paint(ink, ink)} stroke-width='{2 * wide:g}' stroke-linejoin='round'"
        return f"<path d='{path}' {look} stroke-linecap='round' {more}/>"

    return (
        layer("#000", reach, "transform='translate(0 4)' opacity='.15'")
        + layer("wood-edge", reach)
        + layer("url(#kz-wood)", reach - 2.5)
        + layer("url(#kz-grain)", reach - 2.5)
    )


# Gradients and patterns that parts refer to by `#kz-…`; {width} and {height} are of the drawing.
DEFS = {
    "wood": "<linearGradient id='kz-wood' gradientUnits='userSpaceOnUse' x2='{width:g}' "
    f"y2='{{height:g}}'><stop {paint(stop='wood')}/><stop offset='1' {paint(stop='wood-low')}/>"
    "</linearGradient>",
    "grain": "<pattern id='kz-grain' width='260' height='64' patternUnits='userSpaceOnUse'>"
    f"<g {paint(stroke='grain')} stroke-width='1.3' opacity='.17'>"
    "<path d='M0 7C60 1 110 15 160 8S230 3 260 7M0 20C70 27 100 13 150 21S220 27 260 20'/>"
    "<path d='M0 33C50 29 90 39 140 34S210 28 260 33M0 51C80 44 120 60 180 50S240 48 260 51' "
    "stroke-width='2.2'/><path d='M30 42C70 39 90 45 130 42M150 58C190 55 200 61 240 58'/>"
    "</g></pattern>",
    "gloss": "<radialGradient id='kz-gloss' cx='.34' cy='.28' r='.8'>"
    "<stop stop-color='#fff' stop-opacity='.95'/>"
    "<stop offset='.16' stop-color='#fff' stop-opacity='.5'/>"
    "<stop offset='.5' stop-color='#fff' stop-opacity='0'/>"
    "<stop offset='.85' stop-opacity='.12'/><stop offset='1' stop-opacity='.42'/></radialGradient>",
    "hole": "<radialGradient id='kz-hole' cx='.44' cy='.36' r='.7'>"
    f"<stop offset='.5' {paint(stop='hole')}/><stop offset='1' {paint(stop='hole-edge')}/>"
    "</radialGradient>",
    "glow": "<radialGradient id='kz-glow'><stop stop-color='#ffe08a'/>"
    "<stop offset='.45' stop-color='#ffb84d' stop-opacity='.45'/>"
    "<stop offset='1' stop-color='#ffb84d' stop-opacity='0'/></radialGradient>",
    "stars": "<pattern id='kz-stars' width='173' height='149' patternUnits='userSpaceOnUse'>"
    "<path d='M14 22h0M61 9h0M118 31h0M160 64h0M33 78h0M88 61h0M140 110h0M52 127h0M9 139h0"
    "M104 141h0' stroke='#fff' stroke-width='1.6' stroke-linecap='round' opacity='.55'/>"
    "<path d='M38 45h0M97 96h0M150 15h0M76 113h0' stroke='#cfe0ff' stroke-width='2.8' "
    "stroke-linecap='round' opacity='.8'/></pattern>",
}
DEFS |= {
    f"brick-{name}": f"<linearGradient id='kz-brick-{name}' gradientUnits='userSpaceOnUse' "
    f"y2='{{height:g}}'><stop stop-color='{colour}'/>"
    f"<stop offset='1' stop-color='{mixed(colour, 0.85)}'/></linearGradient>"
    for name, (colour, _, _) in PALETTE.items()
}


def defs_of(drawn: str, width: float, height: float) -> str:
    """Return the gradients and patterns that a drawing uses."""
    used = dict.fromkeys(re.findall(r"url\(#kz-([\w-]+)\)", drawn))
    return "".join(DEFS[name].format(width=width, height=height) for name in used)
