"""Noughts and crosses: m x n squares, k in a row, and two variants with few pieces.

The players put their pieces on empty squares in turn; a line of `line` own pieces, straight or
diagonal, wins at once, and a full board without one is a draw. In the variants each player has only
a few pieces. Once all of them are on the board, a player moves one of their own pieces to an empty
square: `any` piece, or always the one that has been there longest (`oldest`).

In the plain game and in `any` a position is two sets of squares, from the point of view of the
player to move:

    | theirs: one bit a square | mine: one bit a square |

In `oldest` the order matters. Each side is a sequence of slots, the oldest piece in the lowest,
each holding the number of a square from 1, or 0 while that piece is not on the board:

    | their slots: newest … oldest | my slots: newest … oldest |

The notation is in `noughts_notation.py`.
"""

from __future__ import annotations

from kibitz.games.noughts_notation import Noughts, NoughtsOldest
from kibitz.language.errors import UnknownGame, plural
from kibitz.rules.board import Board
from kibitz.rules.family import Family, Parameter
from kibitz.rules.rules import POSITION_BITS, Rules
from kibitz.rules.symmetry import least_image, number, orbit_size, set_of_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules.family import Values

FEWEST_SQUARES = 3
MOST_SQUARES = POSITION_BITS // 2


def rules(board: Board, line: int, pieces: int) -> Rules:
    """Return the rules with `pieces` a side, any of which may move once all are placed.

    With a piece for every square no piece ever moves: that is the plain game. A move is the target
    square, plus, if a piece moves from another square, the number of squares times (1 + that
    square).
    """
    squares = len(board)
    mine_mask = (1 << squares) - 1
    lines = board.lines(line)

    def has_line(side: int) -> bool:
        for straight in lines:
            if side & straight == straight:
                return True
        return False

    def moves(position: int) -> Iterator[int]:
        mine, theirs = position & mine_mask, position >> squares
        if not has_line(theirs):
            lying = 0
            for square in range(squares):
                lying += mine >> square & 1
            if lying < pieces:
                for to in range(squares):
                    if not (mine | theirs) >> to & 1:
                        yield to
            else:
                for origin in range(squares):
                    if mine >> origin & 1:
                        for to in range(squares):
                            if not (mine | theirs) >> to & 1:
                                yield to + squares * (1 + origin)

    def play(position: int, move: int) -> int:
        mine, theirs = position & mine_mask, position >> squares
        origin, to = move // squares - 1, move % squares
        if origin >= 0:
            mine ^= 1 << origin
        return theirs | (mine | 1 << to) << squares

    def worth(position: int) -> int:
        return -1 if has_line(position >> squares) else 0

    def tier(position: int) -> int:
        free = squares
        while position:
            position &= position - 1
            free -= 1
        return free

    symmetries = board.symmetries()
    mirrored = set_of_cells(0, symmetries, squares) + set_of_cells(squares, symmetries, squares)
    return Rules(
        aim="win",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        canonical=least_image(mirrored),
        orbit=orbit_size(mirrored),
        tier=tier,
        distinct_moves=squares if pieces >= squares else squares * (1 + squares),
        max_game_length=squares if pieces >= squares else None,
    )


def rules_oldest(board: Board, line: int, pieces: int) -> Rules:
    """Return the rules with `pieces` a side, the oldest of which moves once all are placed.

    A move is the target square.
    """
    squares = len(board)
    bits = squares.bit_length()
    slot_mask = (1 << bits) - 1
    width = bits * pieces
    mine_mask = (1 << width) - 1
    lines = board.lines(line)

    def squares_of(side: int) -> int:
        occupied = 0
        while side:
            occupied |= 1 << ((side & slot_mask) - 1)
            side >>= bits
        return occupied

    def has_line(side: int) -> bool:
        occupied = squares_of(side)
        for straight in lines:
            if occupied & straight == straight:
                return True
        return False

    def moves(position: int) -> Iterator[int]:
        mine, theirs = position & mine_mask, position >> width
        if not has_line(theirs):
            occupied = squares_of(mine) | squares_of(theirs)
            for to in range(squares):
                if not occupied >> to & 1:
                    yield to

    def play(position: int, to: int) -> int:
        mine, theirs = position & mine_mask, position >> width
        slot = 0
        while slot < width and mine >> slot & slot_mask:
            slot += bits
        if slot == width:
            mine >>= bits
            slot -= bits
        return theirs | (mine | (to + 1) << slot) << width

    def worth(position: int) -> int:
        return -1 if has_line(position >> width) else 0

    shifted = [(0, *(square + 1 for square in image)) for image in board.symmetries()]
    slots = [number(slot * bits, bits, shifted) for slot in range(2 * pieces)]
    return Rules(
        aim="win",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        canonical=least_image(slots),
        orbit=orbit_size(slots),
        distinct_moves=squares,
    )


def build(values: Values) -> Noughts:
    """Return the plain game or one of its variants."""
    rows, columns, line = (values.whole(name) for name in ("rows", "columns", "line"))
    board = Board.rectangle(rows, columns)
    if not FEWEST_SQUARES <= len(board) <= MOST_SQUARES:
        raise UnknownGame(
            "the board may have {least} to {most} squares, not {squares}",
            least=FEWEST_SQUARES,
            most=MOST_SQUARES,
            squares=len(board),
        )
    if line > max(rows, columns):
        raise UnknownGame("a line of {line} does not fit on this board", line=line)
    if values.variant == "classic":
        return Noughts(rules(board, line, len(board)), board, line, len(board))
    pieces = values.whole("pieces")
    if values.variant == "any":
        return Noughts(rules(board, line, pieces), board, line, pieces)
    most = POSITION_BITS // (2 * len(board).bit_length())
    if pieces > most:
        raise UnknownGame(
            plural(
                "on this board each player may have at most {count} piece",
                "on this board each player may have at most {count} pieces",
                most,
            )
        )
    return NoughtsOldest(rules_oldest(board, line, pieces), board, line, pieces)


NOUGHTS = Family(
    "noughts",
    "noughts and crosses: get three of your pieces in a row (or another number)",
    build,
    kind="row",
    aliases=(
        "tic tac toe, tick tack toe, noughts and crosses, xs and os, three in a row, morpion, "
        "oxo, τρίλιζα, trips-traps-trull, x și 0, x și o, tripp trapp trull, tre i rad, "
        "luffarschack"
    ),
    variants={
        "classic": "the plain game",
        "any": "few pieces each; once all are placed, a player moves any one of their pieces to "
        "another square",
        "oldest": "few pieces each; once all are placed, a player must move the piece that has "
        "been there longest",
    },
    parameters=[
        Parameter.whole("rows", 3, 1, MOST_SQUARES, "of the board"),
        Parameter.whole("columns", 3, 1, MOST_SQUARES, "of the board"),
        Parameter.whole("line", 3, 1, MOST_SQUARES, "how many in a row win"),
        Parameter.whole("pieces", 3, 1, MOST_SQUARES, "of each player", only="any oldest"),
    ],
    plain="classic",
)
