"""Position and move of the Python API: a game and an integer, with a readable form.

    >>> import kibitz
    >>> p = kibitz.game("noughts").start
    >>> p = p.play("b2").play("a1")
    >>> print(p.text)
    O..-.X.-...
    >>> p.moves
    [Move('a2'), Move('a3'), Move('b1'), Move('b3'), Move('c1'), Move('c2'), Move('c3')]
    >>> p.outcome, p.moves[0].outcome
    (Draw(), Draw())

Rules, solvers and oracles see integers only.
"""

from __future__ import annotations

from operator import index

from kibitz.language.errors import KibitzError, NotationError, quoted
from kibitz.play.move_reader import read_move, read_moves
from kibitz.rules import MoveId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

    from kibitz.api.game import Game
    from kibitz.api.notebook import BoardWidget, Picture
    from kibitz.oracle.oracle import Oracle
    from kibitz.rules import PositionId
    from kibitz.rules.objectives.outcomes import Outcome


class Position:
    """A position of a game. It never changes: `play` returns another one.

    `number` is the integer that the rules see; `int(position)` is the same. Two positions are
    equal if their games have the same name and their numbers are equal. `str` draws the board, and
    a notebook shows it as a picture.

    Examples:
        >>> import kibitz
        >>> p = kibitz.game("peg:triangle").start
        >>> p
        kibitz.game('peg:triangle').position('o-oo-ooo-oooo-oo.oo')
        >>> p.play("4")
        Traceback (most recent call last):
        kibitz.language.errors.NotationError: ...
    """

    __slots__ = ("game", "number")
    game: Game
    number: PositionId

    def __init__(self, game: Game, number: int) -> None:
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "number", number)

    def __setattr__(self, name: str, value: object = None) -> NoReturn:
        raise AttributeError("a position never changes; play() returns another one")

    __delattr__ = __setattr__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.number == other.number and self.game.key == other.game.key

    def __hash__(self) -> int:
        return hash((self.game.key, self.number))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.number)

    def __int__(self) -> int:
        return self.number

    def __str__(self) -> str:
        return self.game.block(self.number).removesuffix("\n")

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()

    # Rules

    @property
    def text(self) -> str:
        """The position on one line; `Game.position` reads it."""
        return self.game.text(self.number)

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self.game.rules.is_over(self.number)

    @property
    def turn(self) -> str | None:
        """Who is to move: one of the game's two `players`, such as `X`; None in a puzzle.

        It is the player whom `text` shows as the one to move. Many games store a position as the
        player to move sees it, and its text always calls that player by the first name; a `Match`
        knows who began, and its `turn` is that of the match.
        """
        game = self.game
        return game.players[game.mover(self.number)] if game.rules.two_players else None

    @property
    def moves(self) -> list[Move]:
        """The legal moves, in the order of the rules."""
        return [Move(self, move) for move in self.game.rules.moves(self.number)]

    def play(self, move: str | int) -> Position:
        """Return the position after a move, given as a `Move`, as its text or as its number.

        In a puzzle a text may hold several moves. A `NotationError` says why a move cannot be
        played.
        """
        here = self
        for one in read_moves(self.game, self.number, move) if type(move) is str else [move]:
            here = here.move(one).position
        return here

    def move(self, move: str | int) -> Move:
        """Return a legal move of this position, given as its text or its number."""
        if isinstance(move, str):
            if isinstance(move, Move) and move.made_in == self:
                return move
            return Move(self, read_move(self.game, self.number, str(move)))
        if MoveId(move) not in self.game.rules.moves(self.number):
            raise NotationError("this move cannot be played here", str(move))
        return Move(self, move)

    # Analysis

    @property
    def outcome(self) -> Outcome:
        """What perfect play reaches from here, for the player to move."""
        return self.game.oracle.outcome(self.number)

    @property
    def grundy(self) -> int | None:
        """The Grundy value; None if the subgame is too large, or the rules are not `impartial`."""
        return self.game.oracle.grundy(self.number)

    @property
    def best(self) -> list[Move]:
        """The best moves; none if the game is over, or if they are unknown."""
        return [Move(self, move) for move in self.game.oracle.best(self.number)]

    @property
    def hint(self) -> Move | None:
        """One best move or, where none is proved, the best found so far (`best` is then empty).

        None if the game is over, or if nothing distinguishes the moves of a puzzle.
        """
        move = self.game.oracle.hint(self.number)
        return None if move is None else Move(self, move)

    @property
    def line(self) -> list[Move] | None:
        """A line of best play, to its end or its first repetition; None if unknown."""
        line = self.game.oracle.line(self.number)
        return None if line is None else self.follow(line)

    @property
    def answer(self) -> Answer:
        """The outcome, the moves best first, and the best line, together."""
        return Answer.by(self.game.oracle, self)

    def follow(self, line: Sequence[int]) -> list[Move]:
        """Return moves that are made one after the other from here, given their numbers."""
        moves: list[Move] = []
        here = self
        for number in line:
            moves.append(Move(here, number))
            here = moves[-1].position
        return moves

    def picture(self) -> Picture:
        """Return a picture of the position; `save("x.svg")` writes it to a file."""
        from kibitz.api.notebook import picture  # imported on first use

        return picture(self)

    def board(self, *, values: bool = True) -> BoardWidget:
        """Return a board that a notebook shows, to click or drag moves on, from this position on.

        The position itself does not change: the board plays a new match, its `match`. It needs the
        extra `notebook`. Without `values`, it does not say what the position and the moves are
        worth.
        """
        from kibitz.api.match import Match  # imported on first use

        return Match(self.game, self).board(values=values)


class Move(str):
    """A legal move of a position: its notation, and the position that it leads to.

    It is a text, so moves can be compared with texts, joined and printed. `made_in` is the
    position that it is a move of, and `number` the integer that the rules see.

    Examples:
        >>> import kibitz
        >>> move = kibitz.game("noughts").start.moves[0]
        >>> move, move == "a1", move.number
        (Move('a1'), True, 0)
        >>> move.position.text
        'X..-...-...'
    """

    __slots__ = ("_outcome", "made_in", "number")
    made_in: Position
    number: MoveId
    _outcome: Outcome | None

    def __new__(cls, made_in: Position, number: int, outcome: Outcome | None = None) -> Move:
        """Return the move of that number; `outcome` is its outcome, if that is known already."""
        move = super().__new__(cls, made_in.game.move_text(made_in.number, number))
        object.__setattr__(move, "made_in", made_in)
        object.__setattr__(move, "number", number)
        object.__setattr__(move, "_outcome", outcome)
        return move

    def __setattr__(self, name: str, value: object = None) -> NoReturn:
        raise AttributeError("a move never changes")

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (self.made_in, self.number, self._outcome)

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    @property
    def text(self) -> str:
        """The move as a player of the game writes it."""
        return str(self)

    @property
    def position(self) -> Position:
        """The position that the move leads to."""
        made_in = self.made_in
        return Position(made_in.game, made_in.game.rules.play(made_in.number, self.number))

    @property
    def outcome(self) -> Outcome:
        """The outcome of the move, for the player who makes it."""
        if self._outcome is not None:
            return self._outcome
        return self.made_in.game.oracle.outcome_of_move(self.made_in.number, self.number)


class Answer:
    """Analysis of a position: its outcome, its moves best first, and the best line.

    `line` ends early where the rest of it is not known, and is None where not even its first move
    is. A notebook shows the position.

    Examples:
        >>> import kibitz
        >>> answer = kibitz.game("noughts").position("XO.-.X.-...").answer
        >>> answer
        <loses in 4 moves: c3 a3 b1 b3 c1 c2>
        >>> answer.moves[0].text, answer.moves[0].outcome
        ('c3', Loss(4))
    """

    __slots__ = ("line", "moves", "outcome", "position")

    def __init__(
        self, position: Position, outcome: Outcome, moves: list[Move], line: list[Move] | None
    ) -> None:
        self.position = position
        self.outcome = outcome
        self.moves = moves
        self.line = line

    @classmethod
    def by(cls, oracle: Oracle, position: Position) -> Answer:
        """Return the analysis of a position by an oracle."""
        known = oracle.answer(position.number)
        moves = [Move(position, option.move, option.outcome) for option in known.moves]
        line = None if known.line is None else position.follow(known.line)
        return cls(position, known.outcome, moves, line)

    def __repr__(self) -> str:
        return f"<{self.outcome}: {' '.join(self.moves)}>" if self.moves else f"<{self.outcome}>"

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()


def position_of(game: Game, said: Position | str | int) -> Position:
    """Return the position that is given as itself, as its text or as its number."""
    if isinstance(said, Position):
        if said.game is game or said == Position(game, said.number):
            return said
        raise NotationError(
            "this is a position of {other}, not of {name}",
            said.text,
            other=quoted(said.game.name),
            name=quoted(game.name),
        )
    if isinstance(said, str):
        return Position(game, game.parse(said))
    try:
        number = index(said)  # NumPy has integer types of its own
    except TypeError:
        raise KibitzError(
            "a position is given as itself, as its text or as its number, not as {value}",
            value=repr(said),
        ) from None
    if not 0 <= number < 1 << 63:
        raise NotationError("the number of a position is from 0 to 2**63 - 1", str(said))
    return Position(game, number)
