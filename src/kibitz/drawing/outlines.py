"""Outlines: shapes of pieces, a hull around points, and a square with rounded corners."""

from collections.abc import Sequence
from math import cos, pi, sin

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
