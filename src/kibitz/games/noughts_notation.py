"""Notation of noughts and crosses: positions, moves, and the original's drawing."""

from __future__ import annotations

from kibitz.language.errors import NotationError, Sentence, plural, quoted
from kibitz.rules.appearance import Appearance
from kibitz.rules.base_game import EMPTY, BaseGame, numbered_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.base_game import Refuse
    from kibitz.rules.board import Board
    from kibitz.rules.game_text import About
    from kibitz.rules.layout import Layout
    from kibitz.rules.rules import Rules

PLAYERS = "XO"
USUAL = 3  # rows, columns, pieces in a row, pieces of each player
HISTORY = (
    "Also called tic-tac-toe; in print since the 19th century. The plain game is a draw, which "
    "many have found, and textbooks count its 5,478 positions. The variants in which few pieces "
    "move are like three men's morris; their values are computed here."
)


class Noughts(BaseGame):
    """The plain game and `any`. A move is a square, `b2`, or two, `a1-b2`, once pieces move.

    X moves first, so with as many crosses as noughts on the board X is to move, else O. Once the
    players only move pieces, the notation names the player to move X.
    """

    title = "noughts and crosses"
    appearance = Appearance(board="paper", pieces={"X": "cross", "O": "ring"})
    signs: Sequence[str] = (*PLAYERS, EMPTY)
    players = ("X", "O")

    def __init__(self, rules: Rules, board: Board, line: int, pieces: int) -> None:
        super().__init__("", rules, board)
        self.line = line
        self.each = pieces

    def about(self) -> About:
        from kibitz.rules.game_text import About  # where the rules are shown

        return About(
            Sentence(
                "Be the first with {line} in a row: across, down or diagonally.", line=self.line
            ),
            [Sentence("Two players, X and O, take turns. X begins."), *self.turns()],
            self.pointing() if self.few else Sentence("Choose an empty square."),
            self.writing(),
            HISTORY,
        )

    def writing(self) -> Sentence:
        """Return how a move is written."""
        if self.few:
            return Sentence(
                "A move is a square, such as b2; from one square to another it is a1-b2."
            )
        return Sentence("A move is a square, such as b2.")

    @property
    def few(self) -> bool:
        """Whether the players have fewer pieces than there are squares, so that pieces move."""
        return self.each < len(self.board)

    def turns(self) -> list[Sentence]:
        """Return the sentence on what a player does in a turn."""
        if not self.few:
            return [
                Sentence("On your turn, put one of your pieces on an empty square."),
                Sentence("If the board is full and neither player has a row, the game is a draw."),
            ]
        return [
            plural("Each player has {count} piece.", "Each player has {count} pieces.", self.each),
            Sentence("While you still have pieces in hand, put one of them on an empty square."),
            self.moving(),
            Sentence(
                "If neither player can force a row, the game is a draw: it may go on forever."
            ),
        ]

    def moving(self) -> Sentence:
        """Return the sentence on what a player does once all their pieces are on the board."""
        return Sentence(
            "Once all your pieces are on the board, move any one of them to any empty square."
        )

    def pointing(self) -> Sentence:
        """Return the sentence on how to point at a move of a piece."""
        return Sentence(
            "Choose an empty square. Later, choose one of your pieces and then an empty square, or "
            "drag the piece there."
        )

    def features(self) -> list[Sentence]:
        rows, columns = len(self.board.rows), len(self.board.rows[0])
        found = [self.variant()] if self.few else []
        if (rows, columns) != (USUAL, USUAL):
            found.append(Sentence("{rows} × {columns}", rows=rows, columns=columns))
        if self.line != USUAL:
            found.append(Sentence("{line} in a row", line=self.line))
        if self.few and self.each != USUAL:
            found.append(plural("{count} piece each", "{count} pieces each", self.each))
        return found

    def variant(self) -> Sentence:
        """Return the movable piece, as the name of the variant."""
        return Sentence("any piece moves")

    def sides(self, position: int) -> tuple[list[int], list[int]]:
        """Return the squares of the player to move, and those of the other."""
        squares = range(len(self.board))
        theirs = position >> len(self.board)
        return [s for s in squares if position >> s & 1], [s for s in squares if theirs >> s & 1]

    def position_from(self, mine: list[int], theirs: list[int]) -> int:
        """Return the position with these squares taken."""
        return sum(1 << s for s in mine) | sum(1 << s for s in theirs) << len(self.board)

    def decisive(self, position: int) -> list[int]:
        _, theirs = self.sides(position)
        taken = sum(1 << square for square in theirs)
        found = [line for line in self.board.lines(self.line) if taken & line == line]
        return [s for s in range(len(self.board)) if found and found[0] >> s & 1]

    def mark(self, player: str, age: int) -> str:
        """Return the sign of a player's piece, `age` being its rank by age from 1."""
        return player

    named_by_count = True

    def sign_numbers(self) -> Layout | Callable[[int], Sequence[int]]:
        from kibitz.rules.layout import Layout, cells  # for many positions at once

        mine, theirs = (cells(*named) for named in zip(("mine", "theirs"), PLAYERS, strict=True))
        return Layout(self.board, mine, theirs, symmetries=())

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
        if any(line & sum(1 << s for s in mine) == line for line in self.board.lines(self.line)):
            raise refuse(
                "{player} has a line already, so the other cannot have moved last",
                mine[0],
                player=pieces[mine[0]][0],
            )
        return self.position_from(mine, theirs)

    def side_of(self, pieces: Sequence[str], player: str, refuse: Refuse) -> list[int]:
        """Return the squares of one player's pieces, the oldest first if ages are given."""
        squares = [s for s, piece in enumerate(pieces) if piece.startswith(player)]
        if len(squares) > self.each:
            raise refuse(
                plural(
                    "{player} has {count} piece, but each player has at most {most}",
                    "{player} has {count} pieces, but each player has at most {most}",
                    len(squares),
                    player=player,
                    most=self.each,
                ),
                squares[self.each],
            )
        return squares

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
            return NotationError(
                "all your pieces are on the board; write from-to, for example a1-b2", text
            )
        if dash and not lifts:
            return NotationError("write the square to put a piece on, such as b2", text)
        if dash and self.board.cell(origin, text) not in mine:
            return NotationError(
                "there is no piece of yours on {square}", text, square=quoted(origin)
            )
        square = self.board.cell(to if dash else origin, text, len(origin) + 1 if dash else 0)
        if square in mine + theirs:
            return NotationError("{square} is occupied", text, square=self.board.names[square])
        return NotationError("this piece may not be picked up now", text)

    def block(self, position: int, mover: int | None = None) -> str:
        return frame(self.board, self.pieces(position, mover), max(map(len, self.signs)))

    def parse_block(self, text: str) -> PositionId:
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
    """The variant `oldest`: a piece is written with its rank by age, X1 being the oldest X."""

    def __init__(self, rules: Rules, board: Board, line: int, pieces: int) -> None:
        marks = [self.mark(player, age + 1) for player in PLAYERS for age in range(pieces)]
        self.signs = (*marks, EMPTY)
        super().__init__(rules, board, line, pieces)

    few = True  # the oldest piece moves, however many there are

    def moving(self) -> Sentence:
        return Sentence(
            "Once all your pieces are on the board, move the one that has been there longest to "
            "any empty square. You must move that piece and no other."
        )

    def pointing(self) -> Sentence:
        return Sentence(
            "Choose an empty square. Later, choose your oldest piece and then an empty square, or "
            "drag the piece there."
        )

    def writing(self) -> Sentence:
        return Sentence(
            "A move is a square, such as b2; from one square to another it is a1-b2. Pieces are "
            "numbered by age: X1 is the oldest X."
        )

    def variant(self) -> Sentence:
        return Sentence("the oldest piece moves")

    def mark(self, player: str, age: int) -> str:
        return f"{player}{age}"

    def sides(self, position: int) -> tuple[list[int], list[int]]:
        bits = len(self.board).bit_length()
        slots = [position >> slot * bits & (1 << bits) - 1 for slot in range(2 * self.each)]
        mine, theirs = slots[: self.each], slots[self.each :]
        return [slot - 1 for slot in mine if slot], [slot - 1 for slot in theirs if slot]

    def sign_numbers(self) -> Callable[[int], Sequence[int]]:
        squares, each = len(self.board), self.each
        bits = squares.bit_length()
        slot_mask = (1 << bits) - 1

        def numbers(position: int) -> list[int]:
            found = [2 * each] * squares  # the empty sign comes last
            for slot in range(2 * each):
                square = position >> slot * bits & slot_mask
                if square:
                    found[square - 1] = slot
            return found

        return numbers

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

    def parse_move(self, position: int, text: str) -> MoveId:
        mine, _ = self.sides(position)
        # Only one piece can move, so its square is omitted.
        if len(mine) == self.each and "-" not in text:
            text = f"{self.board.names[mine[0]]}-{text.strip()}"
        return super().parse_move(position, text)


def frame(board: Board, pieces: Sequence[str], width: int) -> str:
    """Draw the board of the Swedish original: rows between bars, and its two uneven rules."""
    lines = [" " + "_" * (width * len(board.rows[0]) + 1)]
    for row in board.rows:
        cells = [(" " if pieces[cell] == EMPTY else pieces[cell]).ljust(width) for cell in row]
        lines.append("|" + "".join(cells) + "|")
    lines.append(" " + "-" * (width * len(board.rows[0])))
    return "\n".join(lines) + "\n"
