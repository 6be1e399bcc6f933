"""Game of the Python API: adds positions and an oracle, and is pickled by its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from os import PathLike
from typing import Any

from kibitz.api.position import Position
from kibitz.games import registry
from kibitz.games.registry import game_named, last_change
from kibitz.language.errors import KibitzError
from kibitz.oracle.oracle import Oracle
from kibitz.rules.base_game import BaseGame
from kibitz.rules.game_name import GameName
from kibitz.system.recent import Recent

MOST_PICKLED = 16  # size of the cache of pickled and unpickled games


class Game(BaseGame):
    """One game with its parameters settled. `name` is the text that the registry knows it by.

    `start` and `position` give its positions, `oracle` knows their outcomes. `rules`, `board`,
    `text`, `parse`, `move_text` and `parse_move` work with positions and moves as integers.

    A subclass defines the sign on each cell and the notation of moves; the rest follows. A sign is
    a letter for the kind of piece, optionally with a number that distinguishes pieces of one kind.
    The text of a move contains no white space.

    `players` are the names of the first and the second player. `goals` are the goal cells, which
    pictures mark, and `wide` the signs of pieces that cover several cells, which pictures join.
    `appearance` says what pictures look like, and with `tray` captured pieces are shown beside the
    board. `called` holds the names of kinds of pieces that are not called by their sign.

    Examples:
        >>> import kibitz
        >>> game = kibitz.game("noughts")
        >>> isinstance(game, kibitz.Game), game.players, game.text(game.rules.start)
        (True, ('X', 'O'), '...-...-...')
    """

    _oracle: Oracle | None = None

    @property
    def start(self) -> Position:
        """The starting position."""
        from kibitz.api.position import Position  # commands need no positions

        return Position(self, self.rules.start)

    def position(self, said: Position | str | int) -> Position:
        """Return a position, given as its text (on one line or as a block) or as its number."""
        from kibitz.api.position import position_of

        return position_of(self, said)

    def play(self, position: Position | str | int, move: str | int) -> Position:
        """Return the position after a legal move; a `NotationError` says why one is not legal."""
        return self.position(position).play(move)

    @property
    def oracle(self) -> Oracle:
        """The oracle of this game; it can be replaced by one with a larger effort."""
        if self._oracle is None:
            from kibitz.oracle.oracle import Oracle  # imported on first use

            self._oracle = Oracle(self)
        return self._oracle

    @oracle.setter
    def oracle(self, oracle: Oracle) -> None:
        self._oracle = oracle

    @property
    def key(self) -> object:
        """The key by which positions of two games are equal: the name, else the game itself."""
        return (self.name, self.path) if self.name else id(self)

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[str, ...]]:
        if not self.name:
            raise KibitzError(
                "a game made in Python has no name to be pickled by; write it to a file and open "
                "it by kibitz.game(FILE)"
            )
        name, path = str(self.name), self.path
        _pickled[name, path, last_change(path)] = self
        return reopened, (name, path)


def game(name: str | PathLike[str] | Game) -> Game:
    """Return the game that the text names: `peg:french,vacancy=d4`, `peg:mine.txt`, `mygame.py`.

    A game is returned as it is. A game in a file is run, so use only names that you trust.

    Examples:
        >>> import kibitz
        >>> kibitz.game("lgame").start.text
        'xAA.-.BA.-.BA.-.BBx'
    """
    return with_positions(game_named(name))


def with_positions(found: BaseGame) -> Game:
    """Return a game with positions and an oracle; a game that has them is returned unchanged.

    Every `OwnGame` has them. A built-in game has not, since its module may not import the oracle.
    So its object is created again, in a class that derives from `Game` and its own class.
    """
    if isinstance(found, Game):
        return found
    made: Game = object.__new__(_class_with_positions(type(found)))
    vars(made).update(vars(found))
    return made


@lru_cache(None)
def _class_with_positions(kind: type[BaseGame]) -> Any:
    return type(kind.__name__, (Game, kind), {"__doc__": kind.__doc__})


_pickled: Recent[tuple[str, str, int], Game] = Recent(MOST_PICKLED)


def reopened(name: str, path: str) -> Game:
    """Return the game that was pickled by that name, loaded from its file if it is in one.

    All pickles of a game give the same object until its file is edited: in the process that
    pickled it, the game itself.
    """
    key = name, path, last_change(path)
    known = _pickled.get(key)
    if known is not None:
        return known
    if path:
        from kibitz.games.gamefile import game_in  # only games in files need it

        found = game_in(path, GameName(name).choice)
        found.name = GameName(name)  # it may be a path from another folder
    else:
        found = registry.game(name)
    made = _pickled[key] = with_positions(found)
    return made
