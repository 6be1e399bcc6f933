"""Actions: numbering of the moves of a game from 0, the same in every position.

Learners want a fixed number of actions. A game that says how many there are
(`Rules.distinct_moves`) has its moves for actions. Of a game that does not say, all moves that
occur are collected and numbered, which takes a game small enough to visit every position of it. A
larger one must say, and is told what to add.
"""

from __future__ import annotations

from kibitz.language.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from kibitz.core.base_game import BaseGame

MOST_VISITED = 50_000


class Actions:
    """The actions of a game. `count` is how many there are, one at least.

    Where the rules do not say it, the moves of all positions are collected, of `most` at most.
    """

    def __init__(self, game: BaseGame, most: int = MOST_VISITED) -> None:
        self.rules = game.rules
        self._numbered: Sequence[int] | None = None
        self._numbers: Mapping[int, int] = {}
        below = game.rules.distinct_moves
        if below is None:
            self._numbered = occurring_moves(game, most)
            self._numbers = {move: action for action, move in enumerate(self._numbered)}
            below = len(self._numbered)
        self.count = max(1, below)

    def of(self, move: int) -> int:
        """Return the action that a move is."""
        return move if self._numbered is None else self._numbers[move]

    def of_many(self, moves: Any) -> Any:
        """Return the same for an array of moves."""
        if self._numbered is None:
            return moves
        import numpy as np

        return np.searchsorted(np.asarray(self._numbered), moves)

    def move(self, action: int) -> int:
        """Return the move that an action, which is legal somewhere, stands for."""
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
        raise KibitzError(
            "{name} has more than {most} positions, too many to collect its moves; give its Rules "
            "distinct_moves, a number greater than every move (distinct_moves={below}, if {last} "
            "is the greatest)",
            name=game.name,
            most=most,
            below=str(below),
            last=str(below - 1),
        )
    return sorted(found)
