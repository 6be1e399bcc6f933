"""Appearance of a game: what its cells, pieces and counts look like, as plain data.

`drawing/look.py` draws it, for pictures, notebooks and the page alike. It is not part of the
rules: tables, notation and fingerprints do not depend on it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NoReturn

    Place = tuple[float, ...]

CELLS = (
    "square", "hexagon", "triangle", "leaf", "corner", "point", "hole", "socket", "line", "pocket",
    "pole", "layer", "lamp", "bare",
)  # fmt: skip
BOARDS = (
    "card", "wood", "paper", "plank", "felt", "blue", "stone", "river", "space", "none",
)  # fmt: skip
SIDES = ("top", "bottom", "left", "right")
WHOLE = ("cells", "columns", "places")
PIECES = (
    "disc", "ring", "cross", "stone", "man", "dot", "line", "box", "tile", "block", "brick", "car",
    "slab", "pancake", "crate", "worker", "sticker", "seeds", "number", "pin", "coin", "bite",
    "poison", "domino", "pawn", "knight", "king", "queen", "fox", "hound", "hare", "lion",
    "giraffe", "elephant", "chick", "hen", "person", "missionary", "cannibal", "farmer", "wolf",
    "goat", "cabbage", "racer", "lit", "boat", "torch", "frog", "toad", "water", "rook", "bishop",
    "counter", "marble", "pebble", "rocket", "saucer",
)  # fmt: skip
NAMED = ("box", "counter")  # pieces on which a name can be written
PIECE_WORDS = ("down", "right", "min")  # besides colours and numbers
COLOURS = (
    "black", "white", "red", "yellow", "blue", "green", "orange", "purple", "brown", "grey", "sky",
    "pink", "teal", "lime", "first", "second",
)  # fmt: skip


class Appearance:
    """How pictures draw the board of a game.

    `board` is the board under the cells: "card", "wood", "paper" (tiles in a wooden frame), "plank"
    (wood as wide as the cells need), "felt", "blue", "stone", "river", "space" or "none". `cells`
    is the form of the cells, one for all or one for each: "square", "hexagon", "triangle", "leaf"
    (between two arcs), "corner" (what a leaf leaves of a square), "point", "hole", "socket" (a
    hole drilled into wood), "line" (between two points), "pocket", "pole", "layer" (of a stack),
    "lamp" or "bare" (nothing is drawn).

    `at` are the places of the cells as (x, y), in widths of a cell, or (x, y, x, y) for the ends of
    a line; without it they are where the board has them. A leaning cell, such as one on the side of
    a cube, has six numbers: its centre, and its two sides as vectors; those of a triangle are its
    base, and the way from the middle of the base to the tip. `sizes` makes the pieces on single
    cells smaller; a cell of size 0 is not shown. With `fold`, a single row of more cells than that
    is drawn in several lines, as text is; a line joins the end of each to the start of the next.

    `pieces` names the piece of each sign: its form, then a colour, a number or the side that it
    looks to ("disc red", "slab 3", "pawn white", "car blue", "lion black down"). A counter may have
    a name of up to three signs ("counter red A"), and a box one sign. "line blue 2" is a double
    line. A marble without a colour has one by the cell that it stands on. A sign without words is
    drawn by its letter; "X" and "O" are crosses and rings, and digits tiles.

    `borders` are the colours of the sides of the board ({"top": "red"}), `gaps` are cells and the
    sides where the board is open, such as an exit. With `chequered`, squares alternate. With
    `walls=True`, a wall surrounds the cells; a list such as [(4, "right"), (7, "top")] has walls at
    single sides of cells, between a cell and its neighbour. `names` are (x, y, "a"): words at
    places of your own, such as the name of a pole that moves refer to; with `names=True`, each cell
    has its name below it unless rows and columns are named. `dots` are the names of the
    points at the ends of lines, in the order of their first use. With `steered`, the arrow keys
    make moves, each a step of one piece to a neighbouring cell. `whole` says what is pointed at as
    one: "cells", "columns", or "places" for cells at the same place.

    `beside` are the labels of the signs beside the board, without the side to move, in which
    {player} and {other} are the player to move and the other one, {first} and {second} the players
    in their order. `stores` are the places of these signs if they are drawn as pieces too, such as
    seeds in a store, or a boat at a bank.

    `owned` are the signs of pieces that belong to the player who put them, where a position does
    not tell whose they are. Of a sign “B”, “B1” and “B2” are then the pieces of the two players.

    `players` are what the players are called where the board is drawn, if it does not show the
    letters that the notation calls them by: ("Red", "Yellow").

    `held` are the pieces that the signs beside the board count, one for each label, with the first
    player to move: pictures draw them as the hands of the players, the second one's above the board
    and the first one's below. `stock` says how many pieces of a sign there are, those of the first
    player first; of each size, if cells have several. Those that are not on the board are in hand.

    Examples:
        >>> import kibitz
        >>> kibitz.Appearance(board="blue", cells="hole", pieces={"X": "disc red"}).cells
        'hole'
        >>> kibitz.Appearance(pieces={"X": "dics red"})
        Traceback (most recent call last):
        ValueError: an appearance has no piece “dics”
    """

    def __init__(
        self,
        *,
        board: str = "card",
        cells: str | Sequence[str] = "square",
        at: Sequence[Place] = (),
        sizes: Sequence[float] = (),
        fold: int = 0,
        pieces: Mapping[str, str] | None = None,
        borders: Mapping[str, str] | None = None,
        gaps: Sequence[tuple[int, str]] = (),
        chequered: bool = False,
        walls: bool | Sequence[tuple[int, str]] = False,
        names: bool | Sequence[tuple[float, float, str]] = (),
        dots: Sequence[str] = (),
        whole: str = "cells",
        steered: bool = False,
        owned: Sequence[str] = (),
        players: Sequence[str] = (),
        beside: Sequence[str] = (),
        stores: Sequence[Place] = (),
        held: Sequence[str] = (),
        stock: Mapping[str, int] | None = None,
    ) -> None:
        drawn = {sign: tuple(words.split()) for sign, words in (pieces or {}).items()}
        check("board", [board], BOARDS)
        check("cell", [cells] if isinstance(cells, str) else cells, CELLS)
        check("piece", [words[0] if words else "" for words in drawn.values()], PIECES)
        unnamed = [words for words in drawn.values() if words[0] not in NAMED]
        more = (word for words in unnamed for word in words[1:] if not word.isdigit())
        check("word for a piece", more, (*COLOURS, *PIECE_WORDS))
        walled = () if isinstance(walls, bool) else tuple(walls)
        check("side", [*(borders or {}), *(side for _, side in (*gaps, *walled))], SIDES)
        check("colour", (borders or {}).values(), COLOURS)
        check("whole", [whole], WHOLE)
        if len(players) not in (0, 2):
            raise ValueError("an appearance names two players, or none")
        vars(self).update(
            board=board,
            cells=cells if isinstance(cells, str) else tuple(cells),
            at=tuple(tuple(place) for place in at),
            sizes=tuple(sizes),
            fold=fold,
            pieces=drawn,
            borders=dict(borders or {}),
            gaps=tuple(gaps),
            chequered=chequered,
            walls=walls is True,
            walled=walled,
            names=() if isinstance(names, bool) else tuple(names),
            named=names is True,
            dots=tuple(dots),
            whole=whole,
            steered=steered,
            owned=tuple(owned),
            players=tuple(players),
            beside=tuple(beside),
            stores=tuple(tuple(place) for place in stores),
            held=tuple(held),
            stock=dict(stock or {}),
        )

    if TYPE_CHECKING:
        board: str
        cells: str | tuple[str, ...]
        at: tuple[Place, ...]
        sizes: tuple[float, ...]
        fold: int
        pieces: dict[str, tuple[str, ...]]
        borders: dict[str, str]
        gaps: tuple[tuple[int, str], ...]
        chequered: bool
        walls: bool
        walled: tuple[tuple[int, str], ...]
        names: tuple[tuple[float, float, str], ...]
        named: bool
        dots: tuple[str, ...]
        whole: str
        steered: bool
        owned: tuple[str, ...]
        players: tuple[str, ...]
        beside: tuple[str, ...]
        stores: tuple[Place, ...]
        held: tuple[str, ...]
        stock: dict[str, int]

    def __setattr__(self, name: str, value: object = None) -> NoReturn:
        raise AttributeError("an appearance never changes")

    __delattr__ = __setattr__

    def cell(self, number: int) -> str:
        """Return the form of a cell."""
        return self.cells if isinstance(self.cells, str) else self.cells[number]

    def size(self, number: int) -> float:
        """Return the size of the pieces on a cell, 1 unless given."""
        return self.sizes[number] if self.sizes else 1.0

    @property
    def owned_signs(self) -> list[str]:
        """The signs of pieces that belong to a player, by their first sign."""
        return [f"{sign}{number}" for sign in self.owned for number in (1, 2)]

    def count(self, sign: str) -> int | None:
        """Return the number that a sign stands for, None if it is not a number."""
        if sign == ".":
            return 0
        words = self.pieces.get(sign, (sign,))
        return next((int(word) for word in words if word.isdigit()), None)


def check(what: str, given: object, known: Sequence[str]) -> None:
    """Raise an error for a word that an appearance does not have."""
    for word in given:  # type: ignore[attr-defined]
        if word not in known:
            raise ValueError(f"an appearance has no {what} “{word}”")
