"""Parts shared by the looks of several games: solid pieces, shadows, words, planks."""

from collections.abc import Sequence
from html import escape

from kibitz.drawing.inks import paint
from kibitz.drawing.outlines import Point, hull


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
