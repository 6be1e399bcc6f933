"""Actions: numbering of the moves of a game from 0, the same in every position.

Learners need a fixed number of actions. If the rules declare it (`Rules.distinct_moves`), the
actions are the moves. Otherwise all moves that occur are collected and numbered, which needs a game
small enough to visit every position. For a larger one, a table can give the moves of its positions;
without one, an error says what to declare.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kibitz.language.errors import KibitzError
from kibitz.rules.base_game import BaseGame
from kibitz.rules.reach import MOST_VISITED


class TooManyPositions(KibitzError):
    """A game with too many positions to collect its moves."""


class Actions:
    """The actions of a game. `count` is their number, at least 1.

    If the rules do not declare it, the moves of all positions are collected, of at most `most`; if
    there are more, the actions are the `moves` given.
    """

    def __init__(
        self, game: BaseGame, most: int = MOST_VISITED, moves: Iterable[int] | None = None
    ) -> None:
        self.rules = game.rules
        self._numbered: Sequence[int] | None = None
        self._numbers: Mapping[int, int] = {}
        below = game.rules.distinct_moves
        if below is None:
            try:
                self._numbered = occurring_moves(game, most)
            except TooManyPositions:
                if moves is None:
                    raise
                self._numbered = sorted(moves)
            self._numbers = {move: action for action, move in enumerate(self._numbered)}
            below = len(self._numbered)
        self.count = max(1, below)

    @property
    def are_moves(self) -> bool:
        """Whether the actions are the moves themselves."""
        return self._numbered is None

    def of(self, move: int) -> int:
        return move if self._numbered is None else self._numbers[move]

    def of_many(self, moves: Any) -> Any:
        """Return the same for an array of moves."""
        if self._numbered is None:
            return moves
        import numpy as np

        return np.searchsorted(np.asarray(self._numbered), moves)

    def move(self, action: int) -> int:
        """Return the move of an action that is legal in some position."""
        return action if self._numbered is None else self._numbered[action]

    def legal(self, position: int) -> list[int]:
        """Return the actions that are legal in a position, ascending."""
        moves = self.rules.moves(position)
        return sorted(moves if self._numbered is None else map(self._numbers.__getitem__, moves))


def occurring_moves(game: BaseGame, most: int) -> list[int]:
    """Return every move that is legal in some position of the game, ascending."""
    rules = game.rules
    seen = {rules.start}
    if rules.placements is not None:
        for placement in rules.placements():
            seen.add(placement)
            if len(seen) > most:
                break
    waiting = list(seen)
    found: set[int] = set()
    while waiting and len(seen) <= most:
        position = waiting.pop()
        for move in rules.moves(position):
            found.add(move)
            after = rules.play(position, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    if len(seen) > most:
        below = 1 + max(found, default=0)
        raise TooManyPositions(
            "{name} has more than {most} positions, too many to collect its moves; give its Rules "
            "distinct_moves, a number greater than every move (distinct_moves={below}, if {last} "
            "is the greatest)",
            name=game.name,
            most=most,
            below=str(below),
            last=str(below - 1),
        )
    return sorted(found)
