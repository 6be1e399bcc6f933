"""Parts shared by the looks of several games: outlines, solid pieces, shadows, words, planks."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin

from kibitz.drawing.inks import paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Point = tuple[float, float]


def polygon(corners: int, radius: float, turn: float = 0.0, inner: float = 0.0) -> str:
    """Return a regular polygon around 0, 0 with a corner above, or a star with `inner` corners."""
    count = 2 * corners if inner else corners
    points = []
    for corner in range(count):
        far = inner if inner and corner % 2 else radius
        angle = 2 * pi * corner / count + turn
        points.append(f"{far * sin(angle):.1f} {-far * cos(angle):.1f}")
    return f"M{'L'.join(points)}Z"


def rounded(half: float, corner: float) -> str:
    """Return a square with rounded corners around the current point, in relative path commands."""
    side, arc = 2 * (half - corner), f"a{corner:g} {corner:g} 0 0 1 "
    return (
        f"m{corner - half:g} {-half:g}h{side:g}{arc}{corner:g} {corner:g}v{side:g}"
        f"{arc}{-corner:g} {corner:g}h{-side:g}{arc}{-corner:g} {-corner:g}v{-side:g}"
        f"{arc}{corner:g} {-corner:g}z"
    )


def disc(radius: float) -> str:
    """Return a circle around 0, 0."""
    arc = f"a{radius:g} {radius:g} 0 1 1 "
    return f"M{-radius:g} 0{arc}{2 * radius:g} 0{arc}{-2 * radius:g} 0z"


# Shapes that distinguish kinds of pieces besides their colours.
SHAPES = (
    disc(21),
    f"M0 0{rounded(19, 5)}",
    polygon(4, 25),
    polygon(3, 25),
    polygon(6, 23, pi / 6),
    polygon(5, 25, inner=14),
    "M-8 -22h16v14h14v16h-14v14h-16v-14h-14v-16h14z",
    "M-19 -20h38v16q0 16 -19 26q-19 -10 -19 -26z",
)


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

    around = half(ordered) + half(ordered[::-1]) or ordered
    return f"M{'L'.join(f'{x:g} {y:g}' for x, y in around)}Z"


def solid(colour: str, edge: str) -> str:
    """Return a solid piece of a colour, with its shadow; {d} is replaced by its outline."""
    return (
        "<path d='{d}' transform='translate(3 5)' opacity='.28'/>"
        f"<path d='{{d}}' {paint(edge, edge)} stroke-width='3'/>"
        f"<path d='{{d}}' {paint(colour)}/>"
    )


def mixed(colour: str, part: float) -> str:
    """Return a colour mixed with black; `part` of it remains."""
    parts = (round(int(colour[at : at + 2], 16) * part) for at in (1, 3, 5))
    return "#" + "".join(f"{one:02x}" for one in parts)


def shade(radius: float, *, square: bool = False) -> str:
    """Return the shadow of a piece of this size."""
    if square:
        box = (
            f"x='{2 - radius:g}' y='{4 - radius:g}' width='{2 * radius:g}' height='{2 * radius:g}'"
        )
        return f"<rect {box} rx='8' opacity='.25'/>"
    return f"<ellipse cx='3' cy='6' rx='{radius:g}' ry='{radius - 1:g}' opacity='.28'/>"


def cross() -> str:
    """Draw a cross."""
    path = "M-16 -16L16 16M-16 16L16 -16"
    return f"<path d='{path}' {paint(stroke='cross')} stroke-width='10' stroke-linecap='round'/>"


def ring() -> str:
    """Draw a ring."""
    return f"<circle r='17' {paint(stroke='ring')} stroke-width='9'/>"


def man(kind: str) -> str:
    """Draw a man on a point: a disc with a cross or a ring on it."""
    ink = "cross" if kind == "X" else "ring"
    look = f"{paint(stroke='paper')} stroke-width='4' stroke-linecap='round'"
    sign = f"<path d='M-7 -7L7 7M-7 7L7 -7' {look}/>" if kind == "X" else f"<circle r='8' {look}/>"
    return f"{shade(20)}<circle r='20.5' {paint(ink)}/>{sign}"


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


def plank(points: Sequence[Point], reach: float, *, groove: bool = True) -> str:
    """Return a wooden board around points, with or without a groove along its edge."""
    path = hull(points)

    def layer(ink: str, wide: float, more: str = "") -> str:
        look = f"{paint(ink, ink)} stroke-width='{2 * wide:g}' stroke-linejoin='round'"
        return f"<path d='{path}' {look} stroke-linecap='round' {more}/>"

    return (
        layer("#000", reach, "transform='translate(0 4)' opacity='.15'")
        + layer("wood-edge", reach)
        + layer("url(#kz-wood)", reach - 2.5)
        + (layer("wood-edge", reach - 9, "opacity='.4'") if groove else "")
        + (layer("url(#kz-wood)", reach - 12) if groove else "")
        + layer("url(#kz-grain)", reach - 2.5)
    )
