"""A game with its parameters settled: rules, board and notation.

The one-line notation of a position is its rows of signs joined by `-`: `XO.-.X.-...`. It uses only
letters, digits, `.` and `-`, so it needs no quoting in a shell, a URL or a file name. The block
notation is the drawing that players use; a text that contains white space is read as a block.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.language.errors import (
    Name,
    NotationError,
    PlayerName,
    Sentence,
    phrase,
    plural,
    quoted,
)
from kibitz.rules import PositionId
from kibitz.rules.game_name import GameName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kibitz.rules import MoveId
    from kibitz.rules.appearance import Appearance
    from kibitz.rules.board import Board
    from kibitz.rules.game_text import About
    from kibitz.rules.layout import Layout
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.rules.rules import Rules

    Sign = tuple[int, str]  # its offset in the text, and the sign itself
    Refuse = Callable[..., NotationError]  # (sentence, cell, **details): an error at that cell

MOVES_OF_BOTH = phrase("The moves of both players are counted (plies).")
EMPTY = "."
ROW_END = "-"


class BaseGame(ABC):
    """A game with its parameters settled: rules, board and notation, in integers and strings.

    `name` is its name in the registry. `kibitz.Game` adds positions and an oracle.

    A subclass defines the sign on each cell and the notation of moves; the rest is derived. A sign
    is a letter for the kind of piece, optionally followed by a number that distinguishes pieces of
    one kind. The notation of a move contains no white space.
    """

    title: str
    signs: Sequence[str]
    players: tuple[str, str] = ("A", "B")  # names of the first and the second player
    goals: tuple[int, ...] = ()  # the target cells, marked in pictures
    wide: Sequence[str] = ()  # the signs of pieces that cover several cells, drawn joined
    appearance: Appearance | None = None  # how pictures draw the board
    tray: bool = False  # whether captured pieces are shown beside the board
    called: Mapping[str, str] = {}  # names of kinds of pieces that are not named by their sign
    description: str = ""  # the author's description of a game in a file
    chosen: Mapping[str, tuple[int | str, str]] = {}  # parameters of a file: values, meanings
    path: str = ""  # absolute path of the file of the game
    named_by_count = False  # whether the player to move is the second if they have fewer pieces
    instead: GameName | None = None  # a game to suggest if this one cannot be solved

    def __init__(self, name: str, rules: Rules, board: Board) -> None:
        self.name = GameName(name)
        self.rules = rules
        self.board = board

    def __repr__(self) -> str:
        return f"kibitz.game({str(self.name)!r})"

    def __copy__(self) -> BaseGame:
        return self  # it is immutable

    def __deepcopy__(self, memo: object) -> BaseGame:
        return self

    # Defined by each game

    @abstractmethod
    def pieces(self, position: int, mover: int | None = None) -> list[str]:
        """Return the sign on each cell.

        `mover` is the player to move, the first (0) or the second (1); with None the game names the
        players by the position alone.
        """

    @abstractmethod
    def position_of(self, pieces: Sequence[str], refuse: Refuse) -> int:
        """Return the position with these signs on its cells, or raise `refuse(sentence, cell)`."""

    @abstractmethod
    def move_text(self, position: int, move: int) -> str:
        """Return the notation of a legal move."""

    def sign_numbers(self) -> Layout | Callable[[int], Sequence[int]] | None:
        """Return how to find the signs of many positions at once, as the player to move sees them.

        That is a layout of the positions or a plain function, written like rules, that returns the
        place of the sign of each cell in `signs`. None: only `pieces` says it.
        """
        return None

    def beside(self, position: int) -> list[str]:
        """Return the signs of the fields beside the board, the player to move first."""
        return []

    def all_signs(self, position: int, mover: int | None = None) -> list[str]:
        """Return the sign on each cell, followed by those beside the board."""
        beside = self.beside(position)
        return self.pieces(position, mover) + (self.exchanged(beside) if mover == 1 else beside)

    def signs_beside(self) -> list[Sequence[str]]:
        """Return the signs that may stand at each place beside the board."""
        found: list[Sequence[str]] = [self.signs] * len(self.beside(self.rules.start))
        if self.to_move(self.rules.start) is not None:
            found[0] = self.players
        return found

    def to_move(self, position: int) -> int | None:
        """Return the player to move (0 or 1) if the position determines it, else None."""
        return None

    def player_name(self, side: int) -> PlayerName:
        """Return the name of a player in notation, with that where the board is drawn."""
        own = self.players[side]
        named = self.appearance and self.appearance.players
        return PlayerName(own, named[side] if named else own)

    def mover(self, position: int) -> int:
        """Return the player to move (0 or 1), as named in the notation of the position.

        It is the first player if the position does not determine it, and in a puzzle.
        """
        if not self.rules.two_players:
            return 0
        player = self.to_move(position)
        if player is not None:
            return player
        signs = self.pieces(position)
        first, second = self.pieces(position, 0), self.pieces(position, 1)
        return 0 if first == signs or second != signs else 1

    def points(self, position: int, move: int) -> Sequence[int] | None:
        """Return the cells to point at, in order, to make a move.

        An empty list means that the move has a button; None, that the cells are derived from the
        changes on the board.
        """
        return None

    @property
    def covers(self) -> bool:
        """Whether there are pieces that cover several cells."""
        return bool(self.wide)

    def blocks(self, pieces: Sequence[str]) -> list[list[int]]:
        """Return the cells of each piece that covers several, given the sign on each cell."""
        found = ([cell for cell, one in enumerate(pieces) if one == sign] for sign in self.wide)
        return [cells for cells in found if cells]

    def decisive(self, position: int) -> Sequence[int]:
        """Return the cells that decided a finished game, such as a line of pieces, in order."""
        return ()

    def objection(self, position: int, text: str) -> NotationError:
        """Return the reason why this text, which matches no legal move, cannot be played."""
        return NotationError("this move cannot be played here", text)

    def immobility(self, position: int, cell: int) -> Sentence | None:
        """Return why the piece on a cell cannot move, None if the game has no special reason."""
        return None

    def fitting(self, pieces: Sequence[str]) -> GameName:
        """Return the game of this family that has these pieces: by default, this one."""
        return self.name

    def exchanged(self, signs: Sequence[str]) -> list[str]:
        """Return the signs with those of the two players exchanged."""
        first, second = self.players
        other = {first: second, second: first}
        kinds = [sign.rstrip("0123456789") or sign for sign in signs]
        return [
            other.get(kind, kind) + sign[len(kind) :]
            for kind, sign in zip(kinds, signs, strict=True)
        ]

    def about(self) -> About:
        """Return what a newcomer should know: the aim, the rules, how to move."""
        from kibitz.rules.game_text import about_own  # where the rules are shown
        from kibitz.rules.move_forms import examples_of

        return about_own(
            self.rules,
            self.description,
            examples_of(self),
            derived=self.has_derived_notation,
            complete=not self.path,
        )

    @property
    def has_derived_notation(self) -> bool:
        """Whether a move is written by the cells that change, not in a way of the game itself."""
        return False

    def ending(self, position: int, moves: int, winner: str | None) -> Sentence:
        """Return how a match ended in a position, given its number of moves."""
        return self.rules.objective.ending(self.rules.worth(position), moves, winner)

    def to_go(self, position: int) -> Sentence | None:
        """Return what a solution from here takes, if every one takes the same."""
        return None

    def what_counts(self, outcome: Outcome) -> Sentence | None:
        """Return what the number in the words of an outcome counts, if they do not say it."""
        return Sentence(MOVES_OF_BOTH) if outcome.in_plies else None

    def features(self) -> list[Sentence]:
        """Return short phrases that distinguish this game from others of its family."""
        chosen = self.name.parameters.items()
        return [Sentence("{name} {value}", name=Name(name), value=value) for name, value in chosen]

    # Derived

    def text(self, position: int) -> str:
        """Return the position on one line."""
        pieces = self.pieces(position)
        return ROW_END.join("".join(pieces[cell] for cell in row) for row in self.board.rows)

    def block(self, position: int, mover: int | None = None) -> str:
        """Return the position as players draw it, each line terminated."""
        pieces = self.pieces(position, mover)
        width = max(map(len, self.signs))
        lines = []
        for row in self.board.rows:
            line = ""
            for cell in row:
                line = line.ljust(self.board.places[cell][1] * width) + pieces[cell]
            lines.append(line + "\n")
        return "".join(lines)

    def parse(self, text: str) -> PositionId:
        """Return the position for a text in one-line or block notation."""
        line = text.strip()
        if any(character.isspace() for character in line):
            return self.parse_block(text)
        rows = []
        at = len(text) - len(text.lstrip())
        for row in line.split(ROW_END):
            rows.append(self.spell(text, at, row))
            at += len(row) + len(ROW_END)
        return self.assemble(text, rows)

    def parse_block(self, text: str) -> PositionId:
        """Return the position for a drawing in the form of `block`."""
        rows = []
        for at, line in numbered_lines(text):
            if line.strip():
                rows.append(self.spell(text, at, line))
        return self.assemble(text, rows)

    @property
    def case_is_alike(self) -> bool:
        """Whether case is ignored: true unless a letter has a sign in each case."""
        return len({sign.lower() for sign in self.signs}) == len(self.signs)

    def spell(self, text: str, at: int, row: str) -> list[Sign]:
        """Split a row, found at `at` in the text, into signs; spaces between them are ignored.

        Case is ignored unless the game has signs of both.
        """
        signs = sorted(self.signs, key=len, reverse=True)
        alike = self.case_is_alike
        spelled = []
        here = 0
        while here < len(row):
            if row[here] == " ":
                here += 1
                continue
            for sign in signs:
                said = row[here : here + len(sign)]
                if said == sign or (alike and said.lower() == sign.lower()):
                    spelled.append((at + here, sign))
                    here += len(sign)
                    break
            else:
                raise self.no_sign(text, at + here, self.signs)
        return spelled

    def no_sign(self, text: str, at: int, signs: Iterable[str]) -> NotationError:
        """Return the error for a character that the game does not use."""
        return NotationError(
            "{sign} is not a sign of this game; the signs are {signs}",
            text,
            at,
            sign=quoted(text[at]),
            signs=" ".join(signs),
        )

    def translate(self, text: str, row: Iterable[Sign], meanings: Mapping[str, str]) -> list[Sign]:
        """Return the signs of a block as those of the one-line notation."""
        translated = []
        for at, sign in row:
            if sign not in meanings:
                raise self.no_sign(text, at, meanings)
            translated.append((at, meanings[sign]))
        return translated

    def widths(self) -> list[int]:
        """Return the number of signs in each row of the notation."""
        return [len(row) for row in self.board.rows]

    def assemble(self, text: str, rows: Sequence[Sequence[Sign]]) -> PositionId:
        """Return the position with these rows of signs, which were read from the text."""
        widths = self.widths()
        if len(rows) != len(widths):
            raise NotationError(
                plural(
                    "this board has {count} row, not {wrong}",
                    "this board has {count} rows, not {wrong}",
                    len(widths),
                    wrong=len(rows),
                ),
                text,
            )
        for number, (row, width) in enumerate(zip(rows, widths, strict=True), start=1):
            if len(row) != width:
                raise NotationError(
                    plural(
                        "row {row} of this board has {count} place, not {wrong}",
                        "row {row} of this board has {count} places, not {wrong}",
                        width,
                        row=number,
                        wrong=len(row),
                    ),
                    text,
                    row[0][0] if row else 0,
                )
        signs = [sign for row in rows for sign in row]

        def refuse(
            sentence: str | Sentence, cell: int | None = None, **details: object
        ) -> NotationError:
            return NotationError(sentence, text, signs[cell or 0][0], **details)

        return PositionId(self.position_of([sign for _, sign in signs], refuse))

    def parse_move(self, position: int, text: str) -> MoveId:
        """Return the legal move for a text; case is ignored, and separators may be left out."""
        if not self.plain_move(text):
            raise NotationError("a move is missing", text)
        written = {self.move_text(position, move): move for move in self.rules.moves(position)}
        if text.strip() in written:
            return written[text.strip()]
        for form in (self.plain_move, alphanumeric):
            alike = [move for word, move in written.items() if form(word) == form(text)]
            if alike and (form == self.plain_move or len(alike) == 1):
                return alike[0]
        raise self.stuck(position, text) or self.objection(position, text)

    def stuck(self, position: int, text: str) -> NotationError | None:
        """Return why a piece that is named by its cell alone cannot move, None if it can."""
        from kibitz.rules.immobile import TAKEN, immobile_pieces  # after a wrong move only

        names = [name.lower() for name in self.board.names]
        named = text.strip().lower()
        if named not in names or self.rules.is_over(position):
            return None
        pieces = immobile_pieces(self, position, self.mover(position))
        reason = pieces.get(names.index(named))
        return None if reason is None or reason is TAKEN else NotationError(reason, text)

    def line_of(self, position: int, moves: Iterable[int]) -> Iterator[tuple[str, PositionId]]:
        """Yield the notation of each move of a line, and the position after it."""
        for move in moves:
            text = self.move_text(position, move)
            position = self.rules.play(position, move)
            yield text, position

    def plain_move(self, text: str) -> str:
        """Return the normalised notation of a move, equal for all its spellings."""
        return text.strip().lower()


def alphanumeric(text: str) -> str:
    """Return the letters and digits of a move, in lower case."""
    return "".join(filter(str.isalnum, text.lower()))


def numbered_lines(text: str) -> Iterable[tuple[int, str]]:
    """Yield each line without its terminator, and its offset in the text."""
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line.rstrip("\r\n")
        at += len(line)
