"""A match: a game in progress, with its whole history.

Whatever undo must restore is in here: the start, the moves and how many of them are made. A
half-made move, a cursor or an open menu is not.
"""

from __future__ import annotations

from kibitz.play.opponents import OPPONENTS
from kibitz.rules.errors import KibitzError, listed, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.rules.game import Game

HUMAN = "human"
MOST_PLIES = 5000


class MatchError(KibitzError):
    """A move that cannot be made, or a text that is not a match."""


class Match:
    """The moves of a game from its start, and the ply that is on the board.

    `moves` may go on beyond `ply`: that is what redo brings back. `players` says who plays first
    and second: `human` or the name of an opponent; a puzzle has one player.
    """

    def __init__(self, game: Game, start: int | None = None, players: Sequence[str] = ()) -> None:
        self.game = game
        self.start = game.rules.start if start is None else start
        self.first = mover_of(game, self.start)
        self._seats = 2 if game.rules.two_players else 1
        self.players = tuple(players) or (HUMAN,) * self._seats
        self._moves: list[int] = []
        self._positions = [self.start]
        self.ply = 0

    def __repr__(self) -> str:
        return f"<match of {self.game.name}, ply {self.ply} of {len(self._moves)}>"

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays first and second: `human` or the name of an opponent."""
        return self._players

    @players.setter
    def players(self, players: tuple[str, ...]) -> None:
        known = (HUMAN, *OPPONENTS) if self._seats == 2 else (HUMAN,)
        if len(players) != self._seats or not set(players) <= set(known):
            raise MatchError(
                "this game needs {seats} of these players: {known}",
                seats=self._seats,
                known=listed(known),
            )
        self._players = players

    # Where the match stands

    @property
    def position(self) -> int:
        """The position on the board."""
        return self._positions[self.ply]

    @property
    def positions(self) -> tuple[int, ...]:
        """Every position from the start to the end of the history, what redo brings included."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[int, ...]:
        """Every move of the history, what redo brings included."""
        return tuple(self._moves)

    @property
    def mover(self) -> int:
        """Who is to move: 0 the first player, 1 the second. In a puzzle always 0."""
        return self.mover_at(self.ply)

    def mover_at(self, ply: int) -> int:
        """Return who is to move at that ply."""
        return (self.first + ply) % len(self.players)

    @property
    def for_two(self) -> bool:
        """Whether two players take turns."""
        return self._seats == 2

    @property
    def player(self) -> str:
        """The player to move: `human` or the name of an opponent."""
        return self.players[self.mover]

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return next(self.game.rules.moves(self.position), None) is None

    @property
    def winner(self) -> int | None:
        """Who has won, 0 or 1; None while nobody has."""
        worth = self.game.rules.worth(self.position) if self.for_two and self.over else 0
        if not worth:
            return None
        return self.mover if worth > 0 else 1 - self.mover

    @property
    def occurrences(self) -> int:
        """How often the position on the board has been there, with the same player to move."""
        before = range(self.ply % len(self.players), self.ply + 1, len(self.players))
        return sum(self._positions[ply] == self.position for ply in before)

    # What can happen to it

    def play(self, move: int) -> None:
        """Make a legal move. What redo would have brought back is gone, unless it is this move."""
        if move not in self.game.rules.moves(self.position):
            raise MatchError("this move cannot be played here")
        if self.ply == MOST_PLIES:
            raise MatchError(
                plural(
                    "a match has at most {count} move",
                    "a match has at most {count} moves",
                    MOST_PLIES,
                )
            )
        if self._moves[self.ply : self.ply + 1] != [move]:
            del self._moves[self.ply :], self._positions[self.ply + 1 :]
            self._moves.append(move)
            self._positions.append(self.game.rules.play(self.position, move))
        self.ply += 1

    def undo(self, plies: int = 1) -> None:
        """Take back so many moves."""
        self.jump(self.ply - plies)

    def redo(self, plies: int = 1) -> None:
        """Make so many moves again that were taken back."""
        self.jump(self.ply + plies)

    def jump(self, ply: int) -> None:
        """Go to any ply of the history."""
        if not 0 <= ply <= len(self._moves):
            raise MatchError(
                "this match has the plies 0 to {last}, not {ply}", last=len(self._moves), ply=ply
            )
        self.ply = ply

    def move_text(self, ply: int) -> str:
        """Return the move made at that ply as a player of the game writes it."""
        return self.game.move_text(self._positions[ply], self._moves[ply])


def mover_of(game: Game, position: int) -> int:
    """Return which player is to move in a position that a match begins with.

    That is the one whom the text of the position calls so; the first player, where either would
    do.
    """
    if not game.rules.two_players:
        return 0
    told = game.to_move(position)
    if told is not None:
        return told
    signs = game.pieces(position)
    return 0 if game.pieces(position, 0) == signs or game.pieces(position, 1) != signs else 1
