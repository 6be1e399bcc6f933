"""Look of the board and the pieces of a game: parts that pictures and the page assemble.

A part is the text of SVG elements. Parts of a cell are drawn around the point 0, 0 and translated
to the cell; so the same few parts serve every position, every picture and the page. A part may
refer to a gradient or pattern in `defs` by `#kz-…`; a page with several boards renames these ids.

    defs     gradients and patterns              goal     on a cell that the aim is about
    slab     the board under the cells           pieces   of each sign
    cell     an empty cell                       blocks   of a sign that covers several cells
    labels   names at the edges, or on cells     tints    the colour of a piece, by its cell
                                                 tray     where captured pieces go
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from kibitz.drawing.inks import paint
from kibitz.drawing.look_parts import (
    SHAPES,
    cross,
    label,
    man,
    mixed,
    ring,
    rounded,
    shade,
    solid,
)
from kibitz.drawing.scene import edge_names, kind_of
from kibitz.rules.base_game import EMPTY, BaseGame
from kibitz.rules.board import TRIANGULAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.drawing.hands import Hand

STEP = 60  # distance of neighbouring cells
ROW = 54  # distance of rows on the triangular lattice
LABEL = 17  # margin for the names of rows and columns
PAD = 6  # margin for a shadow
TRAY = 46  # height of a tray
TRAY_SCALE = 0.5  # of a piece in the tray

# Colours of pieces without a shape of their own, one per kind; they differ in lightness too.
COLOURS = (
    ("#3a56b0", "#fff"), ("#e2752b", "#221003"), ("#14806f", "#fff"), ("#f5dc5c", "#241c00"),
    ("#a82c58", "#fff"), ("#7fc4f0", "#04202f"), ("#6c3f9c", "#fff"), ("#8a5a34", "#fff"),
)  # fmt: skip


class Look:
    """The look of a game that names no material: tiles, and pieces of many shapes and colours."""

    reach = 36.0  # how far the slab extends beyond the centres of the outermost cells
    round = False  # whether marks on cells are round
    marked = "ink"  # the ink of marks on cells
    lined = "quiet"  # the ink of lines between points
    named = "quiet"  # the ink of names that are on the cells
    thick = 22.0  # half the width of a piece that covers several cells
    turns: Sequence[str] = ()  # the transform of the pieces on each cell, if they have one
    shapes: Sequence[str] = ()  # the form of each cell that shapes the pieces on it, else ""
    frames: Sequence[str] = ()  # the outline of each cell, unless all are squares or circles
    targets: Sequence[str] = ()  # the part of each cell that can be hit, unless all are squares
    order: Sequence[int] = ()  # the cells from below to above, if pieces cover one another
    groups: Sequence[int] = ()  # the group of each cell that is pointed at as one
    steered = False  # whether the arrow keys make moves
    stores: Sequence[tuple[float, float]] = ()  # where signs beside the board are drawn

    def __init__(self, game: BaseGame) -> None:
        self.game = game
        board = game.board
        self.round = self.round or bool(board.edges) or board.lattice is TRIANGULAR
        self.rows, self.columns = edge_names(board)
        self.left = self.top = PAD + self.reach
        if self.rows:
            self.left += LABEL
            self.top += LABEL
        triangular = board.lattice is TRIANGULAR
        across, down = (STEP / 2, ROW) if triangular else (STEP, STEP)
        self.points = [
            (self.left + column * across, self.top + row * down) for row, column in board.places
        ]
        self.width = max(x for x, _ in self.points) + self.reach + PAD
        self.height = max(y for _, y in self.points) + self.reach + PAD
        self.kinds = list(dict.fromkeys(kind_of(sign) for sign in game.signs if sign != EMPTY))
        self.tray = self.tray_of()
        if self.tray:
            self.height += TRAY

    # The board

    @property
    def defs(self) -> str:
        """Gradients and patterns that the parts use."""
        return ""

    @property
    def slab(self) -> str:
        """The board under the cells."""
        return self.plate("frame", 20) + self.lines()

    def plate(self, ink: str, corner: float) -> str:
        """Return a plate under the whole board."""
        x, y = self.left - self.reach, self.top - self.reach
        width = self.width - PAD - x
        height = max(y for _, y in self.points) + self.reach - y
        box = f"width='{width:g}' height='{height:g}' rx='{corner:g}'"
        shadow = f"<rect x='{x:g}' y='{y + 4:g}' {box} {paint('#000')} opacity='.15'/>"
        return shadow + f"<rect x='{x:g}' y='{y:g}' {box} {paint(ink)}/>"

    def lines(self) -> str:
        """Return the lines between points, where the board has them."""
        path = "".join(
            f"M{self.points[one][0]:g} {self.points[one][1]:g}"
            f"L{self.points[other][0]:g} {self.points[other][1]:g}"
            for one, other in self.game.board.edges
        )
        look = f"{paint(stroke=self.lined)} stroke-width='4' stroke-linecap='round'"
        return f"<path d='{path}' {look}/>" if path else ""

    @property
    def cell(self) -> str:
        """An empty cell."""
        if self.round:
            return f"<circle r='6' {paint('tile', self.lined)} stroke-width='3'/>"
        return f"<rect x='-28' y='-28' width='56' height='56' rx='8' {paint('tile', 'tile-edge')}/>"

    @property
    def goal(self) -> str:
        """The mark of a goal cell."""
        look = f"{paint(stroke='brass')} stroke-width='3'"
        return (
            f"<rect x='-23' y='-23' width='46' height='46' rx='6' {look} stroke-dasharray='9 5'/>"
        )

    @property
    def labels(self) -> str:
        """The names of rows and columns at the edges; else the name of each cell."""
        if self.rows:
            at = PAD / 2 + LABEL / 2
            places = [(at, self.top + STEP * row, name) for row, name in self.rows]
            places += [(self.left + STEP * column, at, name) for column, name in self.columns]
            return "".join(label(x, y, name, "kz-edge", "quiet", 12) for x, y, name in places)
        down = 30 if self.round else 21
        names = zip(self.points, self.game.board.names, strict=True)
        return "".join(
            label(x, y + down, name, "kz-name", self.named, 10) for (x, y), name in names
        )

    def tray_of(self) -> dict[str, float] | None:
        """Return the tray of captured pieces: first place, step to the next, and count."""
        if not self.game.tray:
            return None
        most = sum(self.on_board(self.game.pieces(self.game.rules.start)).values())
        room = self.width - 2 * PAD - 36
        step = min(26.0, room / max(1, most - 1))
        return {
            "x": round((self.width - step * (most - 1)) / 2, 1),
            "y": self.height + TRAY / 2 - 4,
            "step": round(step, 2),
            "scale": TRAY_SCALE,
        }

    def on_board(self, signs: Sequence[str]) -> Counter[tuple[str, str]]:
        """Return how many pieces of each sign and colour are on the board."""
        tints = self.tints or [""] * len(signs)
        pairs = zip(signs, tints, strict=True)
        return Counter((sign, tint) for sign, tint in pairs if sign != EMPTY)

    def captured(self, signs: Sequence[str]) -> list[tuple[str, str]]:
        """Return sign and colour of each piece of the start that is no longer on the board."""
        if not self.tray:
            return []
        began = self.on_board(self.game.pieces(self.game.rules.start))
        return list((began - self.on_board(signs)).elements())

    @property
    def rail(self) -> str:
        """Return the tray for captured pieces."""
        if not self.tray:
            return ""
        x, y = self.tray["x"] - 18, self.tray["y"]
        long = self.width - 2 * x
        box = f"x='{x:g}' y='{y - 15:g}' width='{long:g}' height='30' rx='15'"
        return f"<rect {box} {paint('well', 'tile-edge')} stroke-width='2'/>"

    # The pieces

    @cached_property
    def pieces(self) -> dict[str, str]:
        """The piece of each sign; "triangle X" is the piece of X on a cell of that shape."""
        signs = [sign for sign in self.game.signs if sign != EMPTY]
        signs += self.game.appearance.owned_signs if self.game.appearance else []
        found = {sign: self.piece(sign) for sign in signs}
        for shape in sorted({*self.shapes} - {""}):
            found |= {f"{shape} {sign}": self.shaped_piece(sign, shape) for sign in signs}
        return found

    def shaped_piece(self, sign: str, shape: str) -> str:
        """Draw a piece on a cell that shapes it."""
        return self.piece(sign)

    def piece_on(self, cell: int, sign: str) -> str:
        """Return the piece of a sign on a cell, turned as the cell turns it."""
        shape = self.shapes[cell] if self.shapes else ""
        drawn = self.pieces.get(f"{shape} {sign}" if shape else sign, "")
        turn = self.turns[cell] if self.turns else ""
        return f"<g transform='{turn}'>{drawn}</g>" if turn else drawn

    @cached_property
    def blocks(self) -> dict[str, str]:
        """The piece of each kind that can cover several cells; {d} is replaced by its outline."""
        kinds = self.kinds if self.game.covers else []
        return {kind: self.block(kind) for kind in self.game.wide or kinds}

    @cached_property
    def tints(self) -> list[str]:
        """The `currentColor` of pieces, by cell; empty if it is the same on all cells."""
        return []

    def hand_places(self, hand: Hand) -> list[tuple[str, float, float, float, float]]:
        """Return sign, size, place and scale of each piece in a hand."""
        return []

    def hand_label(self, hand: Hand) -> tuple[float, float]:
        """Return the place of the label of a hand."""
        return 0.0, 0.0

    def strength(self, sign: str) -> float:
        """Return the opacity of a piece; it rises with the numbers of one kind."""
        kind = kind_of(sign)
        numbers = [int(one[len(kind) :] or 0) for one in self.game.signs if kind_of(one) == kind]
        if len(numbers) < 2:
            return 1
        return 0.36 + 0.64 * numbers.index(int(sign[len(kind) :] or 0)) / (len(numbers) - 1)

    def piece(self, sign: str) -> str:
        """Draw a piece."""
        kind = kind_of(sign)
        drawn = self.shape_of(kind)
        number = sign[len(kind) :]
        if number and drawn:
            faint = self.strength(sign)
            drawn = f"<g opacity='{faint:.2f}'>{drawn}</g>" if faint < 1 else drawn
            drawn += label(21, 20, number, "kz-age", "quiet", 11)
        return drawn

    def shape_of(self, kind: str) -> str:
        """Draw a kind of piece."""
        if kind in ("X", "O"):
            return man(kind) if self.game.board.edges else cross() if kind == "X" else ring()
        if kind.isdigit():
            box = "x='-22' y='-22' width='44' height='44' rx='8'"
            tile = f"<rect {box} {paint('#efe4cd', '#6b5836')} stroke-width='2'/>"
            return shade(22, square=True) + tile + label(0, 0, kind, "", "#33270f", 24)
        colour, letters = self.colour_of(kind)
        shape = SHAPES[self.kinds.index(kind) % len(SHAPES)]
        name = "" if kind == "o" else label(0, 0, kind, "", letters, 18)
        look = f"{paint(colour, '#0009')} stroke-width='1.5' stroke-linejoin='round'"
        shadow = f"<path d='{shape}' transform='translate(2 3)' opacity='.25'/>"
        return f"{shadow}<path d='{shape}' {look}/>{name}"

    def colour_of(self, kind: str) -> tuple[str, str]:
        """Return the colour of a kind of piece, and that of letters on it."""
        return COLOURS[self.kinds.index(kind) % len(COLOURS)]

    def block(self, kind: str) -> str:
        """Draw a piece that covers several cells."""
        colour, _ = self.colour_of(kind)
        return solid(colour, mixed(colour, 0.55))

    def stud(self, kind: str) -> str:
        """Return the decoration on each cell of such a piece."""
        return ""

    def caps(self, kind: str) -> tuple[str, ...]:
        """Return the decorations on its first and last cell and in its middle, if it has any.

        The first two lie along a row; they are turned where the piece is upright.
        """
        return ()

    @cached_property
    def outline(self) -> dict[str, str]:
        """Parts of the outline of such a piece: its cells, and the joints of two or four."""
        half, far = self.thick, STEP
        return {
            "cell": rounded(half, 11),
            "right": f"m0 {-half:g}h{far}v{2 * half:g}h{-far}z",
            "down": f"m{-half:g} 0h{2 * half:g}v{far}h{-2 * half:g}z",
            "middle": f"m0 0h{far}v{far}h{-far}z",
        }
