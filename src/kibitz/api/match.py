"""Match of the Python API: moves in notation, an opponent who replies, readable results."""

from __future__ import annotations

from os import fspath

from kibitz.api.game import game as game_named
from kibitz.api.game import with_positions
from kibitz.api.position import Move, Position
from kibitz.games.registry import game_by_stranger
from kibitz.play.match_history import HUMAN, MatchState
from kibitz.play.match_record import link_of, match_from, text_of
from kibitz.play.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Any

    from kibitz.api.game import Game
    from kibitz.api.notebook import BoardWidget
    from kibitz.play.session import Comment
    from kibitz.rules.objectives.outcomes import Outcome


class Match:
    """A game in progress: its players, its moves, and what is known about them.

    `players` are the first and the second player: `human`, or the name of an opponent (`perfect`,
    `hard`, `easy`, `random`). By default, all players are human. If a person plays, opponents
    reply within about half a second, by what is proved until then; where outcomes are proved, the
    same `seed` makes the same replies. `start` is the starting position. `names` are those of the
    people on both sides, if they have any.

    Two matches are equal if `text` is the same. A pickle or a copy holds that text, and opponents
    go on in it as they would in the original.

    Examples:
        >>> import kibitz
        >>> m = kibitz.Match("noughts", players=("human", "perfect"), seed=1)
        >>> m.play("a1")
        Move('b2')
        >>> m.play("c3") in {"a2", "b1", "b3", "c2"}
        True
        >>> m.undo()
        >>> m.position.text, m.moves
        ('X..-.O.-...', [Move('a1'), Move('b2')])
        >>> m.outcome
        Draw()
    """

    def __init__(
        self,
        game: Game | str | PathLike[str],
        start: Position | str | int | None = None,
        players: Sequence[str] = (),
        *,
        seed: int | None = None,
        names: Sequence[str] = (),
    ) -> None:
        game = game_named(game)
        begin = None if start is None else game.position(start).number
        self._begin(game, MatchState(game, begin, players, names=names), seed)

    def _begin(self, game: Game, match: MatchState, seed: int | None) -> None:
        self._hold(game, match, seed)
        if not match.ply:
            self._answers()

    def _hold(self, game: Game, match: MatchState, seed: int | None) -> None:
        self.game = game
        self._boards: list[BoardWidget] = []  # those in a notebook that show it
        self._match = match
        self._session = Session(match, game.oracle, seed)

    def __reduce__(self) -> tuple[Any, ...]:
        session = self._session
        chances = {name: one.chance.getstate() for name, one in session.opponents.items()}
        return _unpickled, (type(self), self.game, self.text, session.seed, chances)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.start == other.start and self.text == other.text

    __hash__ = None  # type: ignore[assignment]  # a match changes

    @classmethod
    def load(
        cls, text: str, game: str | PathLike[str] | None = None, *, seed: int | None = None
    ) -> Match:
        """Parse a match from its `text` or `link`.

        Every move is replayed, so the match is legal. If its game is in a file, name that file by
        `game`: the text is untrusted, so it cannot name a file to run.
        """
        loaded = cls.__new__(cls)
        trusted = None if game is None else fspath(game)
        match = match_from(text, lambda name: game_by_stranger(name, trusted))
        loaded._begin(with_positions(match.game), match, seed)
        return loaded

    def __repr__(self) -> str:
        against = "" if self.players == (HUMAN,) else f", {' against '.join(self.players)}"
        made = f", {' '.join(self.moves)}" if self.moves else ""
        return f"<match of {self.game.name}{against}{made}>"

    def __str__(self) -> str:
        return self.game.block(self._match.position, self._match.mover).removesuffix("\n")

    def _repr_svg_(self) -> str:
        from kibitz.drawing.picture import draw
        from kibitz.drawing.scene import scene_of

        return draw(scene_of(self._match))

    def board(self, *, values: bool = True) -> BoardWidget:
        """Return the match as a board that a notebook shows, to click or drag moves on.

        It plays in this match, and shows every change of it. It needs the extra `notebook`.
        Without `values`, it shows no outcomes.
        """
        from kibitz.api.notebook import board_of_match  # imported on first use

        board = board_of_match(self, values)
        self._boards.append(board)
        return board

    # Changes

    def play(self, move: str | int) -> Move | None:
        """Make a move, and let the opponent reply; return the reply, None if there is none.

        An error says why a move cannot be played.
        """
        self._session.play(self.position.move(move).number)
        self._show()  # before the reply, which takes a moment
        answer = self._answers()
        self._judge()
        return answer

    def reply(self) -> Move | None:
        """Let the opponent whose turn it is make one move; None if it is a person's, or the end."""
        if not self._session.reply():
            return None
        self._show()
        self._judge()
        return self.moves[-1]

    def _answers(self) -> Move | None:
        """Let opponents move until it is a person's turn, if any person plays."""
        answer = None
        while HUMAN in self.players and self._session.reply():
            self._show()
            answer = self.moves[-1]
        return answer

    def undo(self, count: int = 1) -> None:
        """Take back moves until it is a person's turn, `count` times."""
        self._session.undo_turn(count)
        self._show()
        self._judge()

    def redo(self, count: int = 1) -> None:
        """Make moves that were taken back again, until it is a person's turn, `count` times."""
        self._session.redo_turn(count)
        self._show()
        self._judge()

    def _jump(self, ply: int) -> None:
        """Go to a ply of the line on the board."""
        self._match.jump(ply)
        self._show()
        self._judge()

    def _show(self) -> None:
        """Show a change on the boards of the match."""
        for board in self._boards:
            board.show()

    def _judge(self) -> None:
        """Update the verdict and the comment on the boards of the match."""
        for board in self._boards:
            board.judge()

    # State

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays first and second; of a puzzle, who plays."""
        return self._match.players

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the people on both sides; () if they have none."""
        return self._match.names

    @property
    def called(self) -> tuple[str, ...]:
        """What the players are called: `strong` in place of `perfect` where nothing is proved."""
        return self._session.called()

    @property
    def start(self) -> Position:
        """The starting position."""
        return Position(self.game, self._match.start)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return Position(self.game, self._match.position)

    @property
    def turn(self) -> str | None:
        """Who is to move: one of the game's two `players`, such as `X`; None in a puzzle."""
        return self.game.players[self._match.mover] if self._match.for_two else None

    @property
    def moves(self) -> list[Move]:
        """The moves made so far."""
        return self.start.follow(self._match.moves[: self._match.ply])

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self._match.over

    @property
    def winner(self) -> int | None:
        """The winner: 0 for the first player, 1 for the second, None if there is none yet."""
        return self._match.winner

    @property
    def text(self) -> str:
        """The match as lines of text, what `kibitz play` saves and loads."""
        return text_of(self._match)

    @property
    def link(self) -> str:
        """The same on one line, as a link to the page holds it."""
        return link_of(self._match)

    # Analysis

    @property
    def outcome(self) -> Outcome:
        """The outcome of the position on the board, for the player to move."""
        return self._session.outcome

    @property
    def hint(self) -> Move | None:
        """One best move or, where none is proved, the best found so far; None if there is none."""
        hint = self._session.hint()
        return None if hint is None else self.position.move(hint)

    @property
    def comment(self) -> Comment | None:
        """What the last move of a person did to the outcome; None before there is one."""
        plies = range(self._match.ply - 1, -1, -1)
        person = (ply for ply in plies if self._match.players[self._match.mover_at(ply)] == HUMAN)
        ply = next(person, None)
        return None if ply is None else self._session.comment(ply)


def _unpickled(
    kind: type[Match],
    game: Game,
    text: str,
    seed: int | None,
    chances: Mapping[str, tuple[Any, ...]],
) -> Match:
    """Return a match as it was pickled: its record, and the random state of its opponents."""
    match = kind.__new__(kind)
    match._hold(game, match_from(text, lambda _: game), seed)
    for name, chance in chances.items():
        match._session.opponent(name).chance.setstate(chance)
    return match
