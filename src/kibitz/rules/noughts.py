"""Noughts and crosses: m x n squares, k in a row, and the two variants with few pieces.

The players put their pieces on empty squares in turn; a line of `line` own pieces, straight or
diagonal, wins at once, and a full board without one is a draw. In the variants each player has
only so many pieces. When all of them lie on the board, a turn is to pick up an own piece and put
it on an empty square: `any` piece, or always the one that has lain longest (`oldest`).

In the plain game and in `any` a position is two sets of squares, as the player to move sees them:

    | theirs: one bit a square | mine: one bit a square |

In `oldest` the order matters. Each side is a row of slots, its oldest piece in the lowest, each
holding the number of a square from 1, or 0 while that piece has not been put down:

    | their slots: newest … oldest | my slots: newest … oldest |
"""

from __future__ import annotations

from kibitz.rules.board import Board
from kibitz.rules.contract import POSITION_BITS, Rules
from kibitz.rules.errors import NotationError, UnknownGame, quoted
from kibitz.rules.family import Family, Parameter
from kibitz.rules.notation import EMPTY, Game, numbered_lines
from kibitz.rules.symmetry import least_image, number, orbit_size, set_of_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.rules.family import Values
    from kibitz.rules.notation import Refuse

PLAYERS = "XO"
FEWEST_SQUARES = 3
MOST_SQUARES = POSITION_BITS // 2


def lines_on(board: Board, length: int) -> tuple[int, ...]:
    """Return every straight line of that many squares as a set of bits."""
    lines = []
    for square in range(len(board)):
        for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [board.beyond(square, step, count) for count in range(length)]
            if None not in line:
                lines.append(sum(1 << other for other in line if other is not None))
    return tuple(lines)


def rules(board: Board, line: int, pieces: int) -> Rules:
    """Return the rules with so many pieces a side, any of which may be picked up once all lie.

    With a piece for every square nothing is ever picked up: that is the plain game. A move is the
    square to put a piece on, plus, if it is picked up from another, the number of squares times
    (1 + that square).
    """
    squares = len(board)
    mine_mask = (1 << squares) - 1
    lines = lines_on(board, line)

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
        moves_below=squares if pieces >= squares else squares * (1 + squares),
    )


def rules_oldest(board: Board, line: int, pieces: int) -> Rules:
    """Return the rules with so many pieces a side, the oldest of which moves once all lie.

    A move is the square to put a piece on.
    """
    squares = len(board)
    bits = squares.bit_length()
    slot_mask = (1 << bits) - 1
    width = bits * pieces
    mine_mask = (1 << width) - 1
    lines = lines_on(board, line)

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
        moves_below=squares,
    )


class Noughts(Game):
    """The plain game and `any`. A move is a square, `b2`, or two, `a1-b2`, once pieces move.

    X moves first, so with as many crosses as noughts on the board X is to move, else O. Where the
    players only shift their pieces, the text of a position calls the player to move X.
    """

    title = "noughts and crosses"
    signs: Sequence[str] = (*PLAYERS, EMPTY)
    players = ("X", "O")

    def __init__(self, name: str, board: Board, line: int, pieces: int) -> None:
        super().__init__(name, self.rules_of(board, line, pieces), board)
        self.line = line
        self.each = pieces

    def rules_of(self, board: Board, line: int, pieces: int) -> Rules:
        """Return the rules of this variant."""
        return rules(board, line, pieces)

    def sides(self, position: int) -> tuple[list[int], list[int]]:
        """Return the squares of the player to move, and those of the other."""
        squares = range(len(self.board))
        theirs = position >> len(self.board)
        return [s for s in squares if position >> s & 1], [s for s in squares if theirs >> s & 1]

    def position_from(self, mine: list[int], theirs: list[int]) -> int:
        """Return the position with these squares taken."""
        return sum(1 << s for s in mine) | sum(1 << s for s in theirs) << len(self.board)

    def mark(self, player: str, age: int) -> str:
        """Return the sign of a player's piece, of that place in the order of age from 1."""
        return player

    def pieces(self, position: int, mover: int | None = None) -> list[str]:
        mine, theirs = self.sides(position)
        if mover is None:
            mover = len(theirs) - len(mine)
        pieces = [EMPTY] * len(self.board)
        for player, side in ((mover, mine), (1 - mover, theirs)):
            for age, square in enumerate(side, start=1):
                pieces[square] = self.mark(PLAYERS[player], age)
        return pieces

    def position_of(self, pieces: Sequence[str], refuse: Refuse) -> int:
        crosses, noughts = (self.side_of(pieces, player, refuse) for player in PLAYERS)
        if not 0 <= len(crosses) - len(noughts) <= 1:
            raise refuse(
                "X moves first, so there are as many X as O or one more, not {x} X and {o} O",
                x=len(crosses),
                o=len(noughts),
            )
        mine, theirs = (noughts, crosses) if len(crosses) > len(noughts) else (crosses, noughts)
        if any(line & sum(1 << s for s in mine) == line for line in self.lines()):
            raise refuse(
                "{player} has a line already, so the other cannot have moved last",
                mine[0],
                player=pieces[mine[0]][0],
            )
        return self.position_from(mine, theirs)

    def side_of(self, pieces: Sequence[str], player: str, refuse: Refuse) -> list[int]:
        """Return the squares of one player's pieces, the oldest first where that is told."""
        squares = [s for s, piece in enumerate(pieces) if piece.startswith(player)]
        if len(squares) > self.each:
            raise refuse(
                "{player} has {count} pieces, but there are {most} each",
                squares[self.each],
                player=player,
                count=len(squares),
                most=self.each,
            )
        return squares

    def lines(self) -> tuple[int, ...]:
        """Return the lines that win."""
        return lines_on(self.board, self.line)

    def move_text(self, position: int, move: int) -> str:
        origin, to = move // len(self.board) - 1, move % len(self.board)
        names = self.board.names
        return names[to] if origin < 0 else f"{names[origin]}-{names[to]}"

    def objection(self, position: int, text: str) -> NotationError:
        if next(self.rules.moves(position), None) is None:
            return NotationError("the game is over", text)
        mine, theirs = self.sides(position)
        origin, dash, to = text.strip().partition("-")
        lifts = "-" in self.move_text(position, next(self.rules.moves(position)))
        if lifts and not dash:
            return NotationError("all your pieces lie; write from-to, such as a1-b2", text)
        if dash and not lifts:
            return NotationError("write the square to put a piece on, such as b2", text)
        if dash and self.board.cell(origin, text) not in mine:
            return NotationError("{square} holds no piece of yours", text, square=quoted(origin))
        square = self.board.cell(to if dash else origin, text, len(origin) + 1 if dash else 0)
        if square in mine + theirs:
            return NotationError("{square} is taken", text, square=self.board.names[square])
        return NotationError("this piece may not be picked up now", text)

    def block(self, position: int, mover: int | None = None) -> str:
        return frame(self.board, self.pieces(position, mover), max(map(len, self.signs)))

    def parse_block(self, text: str) -> int:
        width = max(map(len, self.signs))
        rows = []
        for at, line in numbered_lines(text):
            inside = line.strip()
            if inside.startswith("|"):
                cells = inside.strip("|")
                row = []
                for start in range(0, len(cells), width):
                    sign = cells[start : start + width].strip().upper() or EMPTY
                    row.append((at + line.index("|") + 1 + start, sign))
                rows.append(self.translate(text, row, {sign: sign for sign in self.signs}))
        return self.assemble(text, rows)


class NoughtsOldest(Noughts):
    """The variant `oldest`: a piece is written with its place in the order, X1 the oldest X."""

    def __init__(self, name: str, board: Board, line: int, pieces: int) -> None:
        marks = [self.mark(player, age + 1) for player in PLAYERS for age in range(pieces)]
        self.signs = (*marks, EMPTY)
        super().__init__(name, board, line, pieces)

    def rules_of(self, board: Board, line: int, pieces: int) -> Rules:
        return rules_oldest(board, line, pieces)

    def mark(self, player: str, age: int) -> str:
        return f"{player}{age}"

    def sides(self, position: int) -> tuple[list[int], list[int]]:
        bits = len(self.board).bit_length()
        slots = [position >> slot * bits & (1 << bits) - 1 for slot in range(2 * self.each)]
        mine, theirs = slots[: self.each], slots[self.each :]
        return [slot - 1 for slot in mine if slot], [slot - 1 for slot in theirs if slot]

    def position_from(self, mine: list[int], theirs: list[int]) -> int:
        bits = len(self.board).bit_length()
        slots = [(slot, square + 1) for slot, square in enumerate(mine)]
        slots += [(self.each + slot, square + 1) for slot, square in enumerate(theirs)]
        return sum(square << slot * bits for slot, square in slots)

    def side_of(self, pieces: Sequence[str], player: str, refuse: Refuse) -> list[int]:
        squares = super().side_of(pieces, player, refuse)
        squares.sort(key=lambda square: int(pieces[square][1:]))
        for age, square in enumerate(squares, start=1):
            if pieces[square] != self.mark(player, age):
                raise refuse(
                    "the pieces of {player} are numbered from 1, the oldest, without a gap",
                    square,
                    player=player,
                )
        return squares

    def move_text(self, position: int, move: int) -> str:
        mine, _ = self.sides(position)
        names = self.board.names
        return names[move] if len(mine) < self.each else f"{names[mine[0]]}-{names[move]}"

    def parse_move(self, position: int, text: str) -> int:
        mine, _ = self.sides(position)
        if len(mine) == self.each and "-" not in text:  # what is picked up goes without saying
            text = f"{self.board.names[mine[0]]}-{text.strip()}"
        return super().parse_move(position, text)


def frame(board: Board, pieces: Sequence[str], width: int) -> str:
    """Draw the board of the Swedish original: its rows between bars, its two rules uneven."""
    lines = [" " + "_" * (width * len(board.rows[0]) + 1)]
    for row in board.rows:
        cells = [(" " if pieces[cell] == EMPTY else pieces[cell]).ljust(width) for cell in row]
        lines.append("|" + "".join(cells) + "|")
    lines.append(" " + "-" * (width * len(board.rows[0])))
    return "\n".join(lines) + "\n"


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
        return Noughts(values.name(), board, line, len(board))
    pieces = values.whole("pieces")
    if values.variant == "any":
        return Noughts(values.name(), board, line, pieces)
    most = POSITION_BITS // (2 * len(board).bit_length())
    if pieces > most:
        raise UnknownGame("on this board each player may have {most} pieces", most=most)
    return NoughtsOldest(values.name(), board, line, pieces)


NOUGHTS = Family(
    "noughts",
    "noughts and crosses: get so many of your pieces in a row",
    build,
    variants={
        "classic": "the plain game",
        "any": "few pieces each; once they lie, any own piece is picked up and put elsewhere",
        "oldest": "few pieces each; once they lie, the one that has lain longest moves",
    },
    parameters=[
        Parameter.whole("rows", 3, 1, MOST_SQUARES, "of the board"),
        Parameter.whole("columns", 3, 1, MOST_SQUARES, "of the board"),
        Parameter.whole("line", 3, 1, MOST_SQUARES, "how many in a row win"),
        Parameter.whole("pieces", 3, 1, MOST_SQUARES, "of each player", only="any oldest"),
    ],
    plain="classic",
)
