"""Pieces of appearances that cover several cells, such as blocks, cars and dominoes."""

from __future__ import annotations

from kibitz.drawing.inks import paint
from kibitz.drawing.look_parts import PALETTE, STROKED, USUAL, circle, is_light, label, mixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class WidePiece:
    """A block of a colour; the base of the other wide pieces.

    In the body, {d} is replaced by the outline of the cells that the piece covers.
    """

    def __init__(self, colour: str, name: str) -> None:
        self.colour = colour
        self.name = name
        self.fill, self.edge, self.mark = PALETTE[colour]

    @property
    def body(self) -> str:
        """The piece itself."""
        return solid(self.fill, self.edge)

    @property
    def stud(self) -> str:
        """The decoration on each cell."""
        return ""

    @property
    def caps(self) -> tuple[str, ...]:
        """The decorations on the first and last cell and in the middle, if there are any.

        The first two lie along a row; they are turned where the piece is upright.
        """
        return ()


class Domino(WidePiece):
    """A domino."""

    @property
    def stud(self) -> str:
        return circle(7, paint(self.mark))


class Brick(WidePiece):
    """A shaded block, with a knob on each cell if it is light, and with a hollow if it is dark."""

    @property
    def body(self) -> str:
        return solid(f"url(#kz-brick-{self.colour})", self.edge)

    @property
    def stud(self) -> str:
        if is_light(self.fill):
            return circle(9, "opacity='.22'", 0, 1.5) + circle(9, paint(mixed(self.fill, 1.12)))
        look = f"stroke='{self.mark}' stroke-opacity='.6' stroke-width='2'"
        return circle(8, f"fill-opacity='.4' {look}")


class Car(WidePiece):
    """A car with its letter."""

    @property
    def caps(self) -> tuple[str, ...]:
        glass = paint(mixed(self.fill, 0.4))
        wheels = f"<path d='M-9 -26.500h18v4h-18zM-9 22.500h18v4h-18z' {paint('#15191b')}/>"
        rear = f"<path d='M-13 -15q-3 15 0 30l7 -3v-24z' {glass}/>"
        front = (
            f"<path d='M-2 -13l8 -4q6 17 0 34l-8 -4z' {glass}/>"
            f"<path d='M21 -19v9M21 10v9' {paint(stroke='#fff3b8')} stroke-width='4' {STROKED}/>"
        )
        letter = label(0, 0, self.name, "", self.edge if is_light(self.fill) else "#fff", 20)
        return wheels + rear, wheels + front, letter


FORMS = {"block": WidePiece, "brick": Brick, "car": Car, "domino": Domino}


def wide_piece(words: Sequence[str], kind: str, index: int) -> WidePiece:
    """Return the piece of these words; without a colour, that of a kind with this number."""
    colours = [word for word in words if word in PALETTE]
    usual = "brown" if words[:1] == ("domino",) else USUAL[index % len(USUAL)]
    form = FORMS.get(words[0], WidePiece) if words else WidePiece
    return form(colours[0] if colours else usual, kind)


def solid(colour: str, edge: str) -> str:
    """Return a solid piece of a colour, with its shadow; {d} is replaced by its outline."""
    return (
        "<path d='{d}' transform='translate(3 5)' opacity='.28'/>"
        f"<path d='{{d}}' {paint(edge, edge)} stroke-width='3'/>"
        f"<path d='{{d}}' {paint(colour)}/>"
    )
