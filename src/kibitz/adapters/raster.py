"""Rasteriser for the SVG pictures of `drawing/diagram.py`.

It paints filled and outlined rectangles and circles, straight strokes, and short texts of letters
and digits, and raises an error for any other element, so that no part is lost silently.
"""

from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.uint8]
Colour = tuple[int, int, int]

NAMED = {"white": "#fff", "black": "#000"}
UNPAINTED = {"svg", "g", "title"}

# Three columns by five rows, one octal digit a row: 2 5 7 5 5 is .#. #.# ### #.# #.#
GLYPHS = {
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717",
    "6": "74757", "7": "71111", "8": "75757", "9": "75717", "A": "25755", "B": "65656",
    "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553", "H": "55755",
    "I": "72227", "J": "11152", "K": "55655", "L": "44447", "M": "57755", "N": "65555",
    "O": "25552", "P": "65644", "Q": "25573", "R": "65655", "S": "34216", "T": "72222",
    "U": "55557", "V": "55552", "W": "55775", "X": "55255", "Y": "55222", "Z": "71247",
}  # fmt: skip
NO_GLYPH = "77777"
LARGE, SMALL = 3, 2  # pixels for a dot of a capital or digit, and of a small letter


def pixels(svg: str) -> Canvas:
    """Return a picture as an array of height x width x 3 bytes: red, green, blue."""
    root = ElementTree.fromstring(svg)
    canvas = np.zeros((round(float(root.get("height", "0"))), length(root, "width"), 3), np.uint8)
    for element in root.iter():
        kind = element.tag.rpartition("}")[2]
        if kind == "rect":
            paint_rectangle(canvas, element)
        elif kind == "circle":
            paint_circle(canvas, element)
        elif kind == "path":
            paint_strokes(canvas, element)
        elif kind == "text":
            paint_text(canvas, element)
        elif kind not in UNPAINTED:
            raise ValueError(f"a picture with a {kind} in it cannot be made into pixels")
    return canvas


def length(element: ElementTree.Element, name: str, whole: int = 0) -> int:
    """Return a length of an element in pixels; `whole` is the length of 100%."""
    text = element.get(name, "0")
    return whole if text == "100%" else round(float(text))


def colour(text: str | None) -> Colour | None:
    """Return the red, green and blue of `#eee` or `#e0e0e0`; None if nothing is to be painted."""
    if text is None or text == "none":
        return None
    digits = NAMED.get(text, text).removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def paint_rectangle(canvas: Canvas, element: ElementTree.Element) -> None:
    """Paint a rectangle and its outline."""
    height, width = canvas.shape[:2]
    left, top = length(element, "x"), length(element, "y")
    right = left + length(element, "width", width)
    bottom = top + length(element, "height", height)
    fill, stroke = colour(element.get("fill", "black")), colour(element.get("stroke"))
    if fill is not None:
        canvas[top:bottom, left:right] = fill
    if stroke is not None:
        wide = max(1, round(float(element.get("stroke-width", "1"))))
        first, last = wide // 2, wide - wide // 2  # outside and inside the edge
        x0, x1, y0, y1 = max(left - first, 0), right + last, max(top - first, 0), bottom + last
        for edge in (top, bottom):
            canvas[max(edge - first, 0) : edge + last, x0:x1] = stroke
        for edge in (left, right):
            canvas[y0:y1, max(edge - first, 0) : edge + last] = stroke


def paint_circle(canvas: Canvas, element: ElementTree.Element) -> None:
    """Paint a disc and its outline."""
    x, y, radius = (float(element.get(name, "0")) for name in ("cx", "cy", "r"))
    rows, columns = np.ogrid[: canvas.shape[0], : canvas.shape[1]]
    away = np.sqrt((rows - y) ** 2 + (columns - x) ** 2)
    fill, stroke = colour(element.get("fill", "black")), colour(element.get("stroke"))
    half = float(element.get("stroke-width", "1")) / 2
    if fill is not None:
        canvas[away <= radius] = fill
    if stroke is not None:
        canvas[abs(away - radius) <= half] = stroke


def paint_strokes(canvas: Canvas, element: ElementTree.Element) -> None:
    """Paint the straight strokes of a path: `M` goes to a point, `L` draws a line to the next."""
    ink = colour(element.get("stroke")) or colour(element.get("fill"))
    half = float(element.get("stroke-width", "1")) / 2
    rows, columns = np.ogrid[: canvas.shape[0], : canvas.shape[1]]
    for stroke in element.get("d", "").replace("Z", "").split("M")[1:]:
        points = [tuple(map(float, point.split())) for point in stroke.split("L")]
        for (x0, y0), (x1, y1) in pairwise(points):
            across, down = x1 - x0, y1 - y0
            along = ((columns - x0) * across + (rows - y0) * down) / (across**2 + down**2)
            along = np.clip(along, 0, 1)
            away = (columns - x0 - along * across) ** 2 + (rows - y0 - along * down) ** 2
            if ink is not None:
                canvas[away <= half**2] = ink


def paint_text(canvas: Canvas, element: ElementTree.Element) -> None:
    """Paint a text centred above the point of the element."""
    text = element.text or ""
    ink = colour(element.get("fill", "black"))
    x, y = length(element, "x"), length(element, "y")
    dots = [SMALL if character.islower() else LARGE for character in text]
    if len(text) > 1:
        dots = [SMALL] * len(text)
    left = x - (sum(4 * dot for dot in dots) - dots[-1]) // 2 if dots else x
    for character, dot in zip(text, dots, strict=True):
        paint_glyph(canvas, GLYPHS.get(character.upper(), NO_GLYPH), left, y, dot, ink)
        left += 4 * dot


def paint_glyph(
    canvas: Canvas, glyph: str, left: int, bottom: int, dot: int, ink: Colour | None
) -> None:
    """Paint one letter; `dot` is the size of its dots in pixels."""
    top = bottom - 6 - 5 * dot // 2  # the baseline is 6 pixels below the middle
    for row, digit in enumerate(glyph):
        for column in range(3):
            if int(digit, 8) >> (2 - column) & 1 and ink is not None:
                x, y = left + column * dot, top + row * dot
                canvas[max(y, 0) : y + dot, max(x, 0) : x + dot] = ink
