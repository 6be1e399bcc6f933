"""Position as the adapters show it, with parts that are computed once, on first use.

Agents visit the same positions repeatedly, so an arena caches the views of recent ones.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from kibitz.rules.objectives.outcomes import regret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kibitz.adapters.arena import Arena
    from kibitz.rules.objectives.outcomes import Outcome, Regret


class View:
    """A position of an arena. The arrays that it returns belong to the caller."""

    def __init__(self, arena: Arena, position: int) -> None:
        self.position = position
        self._arena = arena
        self._seen: list[NDArray[np.int8] | None] = [None, None]

    def __deepcopy__(self, memo: dict[int, object]) -> View:
        return self  # immutable; OpenSpiel copies all that a state holds for each child of it

    @property
    def legal(self) -> list[int]:
        """The legal actions, ascending."""
        return self._legal.copy()

    @cached_property
    def _legal(self) -> list[int]:
        return self._arena.actions.legal(self.position)

    @property
    def mask(self) -> NDArray[np.int8]:
        """1 for every legal action, 0 for the others."""
        return self._mask.copy()

    @cached_property
    def _mask(self) -> NDArray[np.int8]:
        mask = np.zeros(self._arena.actions.count, dtype=np.int8)
        mask[self._legal] = 1
        return mask

    @cached_property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self._arena.rules.is_over(self.position)

    @cached_property
    def mover(self) -> int:
        """The player to move, 0 or 1, that the position names; 0 if it names none."""
        return self._arena.game.mover(self.position)

    @cached_property
    def text(self) -> str:
        """The position on one line."""
        return self._arena.game.text(self.position)

    @cached_property
    def optimal(self) -> tuple[int, ...] | None:
        """The actions that are proved to keep the outcome, ascending; None if there is no proof."""
        best = self.value()
        if not best.known:
            return None
        arena, here = self._arena, self.position
        actions = [
            arena.actions.of(move)
            for move in arena.rules.moves(here)
            if arena.value_of_move(here, move).is_best(best)
        ]
        return tuple(sorted(actions)) if actions or self.is_over else None

    @cached_property
    def hint(self) -> int | None:
        """The action of a best move or, where none is proved, of the best found so far.

        None at the end, or if nothing distinguishes the moves of a puzzle.
        """
        move = self._arena.hint(self.position)
        return None if move is None else self._arena.actions.of(move)

    def planes(self, to_move: bool = True) -> NDArray[np.int8]:
        """Return the planes for the player to move, or for the other player."""
        seen = self._seen[to_move]
        if seen is None:
            seen = self._seen[to_move] = self._arena.planes.see(self.position, to_move)
        return seen.copy()

    def value(self, to_move: bool = True) -> Outcome:
        """Return the outcome for the player to move, or for the other player."""
        return self._values[to_move]

    @cached_property
    def _values(self) -> tuple[Outcome, Outcome]:
        outcome = self._arena.value(self.position)
        return outcome.for_other(), outcome

    def allows(self, action: int) -> bool:
        """Return whether an action is a legal one."""
        return 0 <= action < self._arena.actions.count and bool(self._mask[action])

    def regret(self, action: int) -> Regret | None:
        """Return the regret and the delay of a legal action; None if unknown."""
        best, arena = self.value(), self._arena
        if not best.known:
            return None
        return regret(best, arena.value_of_move(self.position, arena.actions.move(action)))

    def mover_after(self, mover: int, action: int) -> int:
        """Return who is to move after a legal action of the player `mover`; 0 in a puzzle."""
        arena = self._arena
        return arena.rules.mover_after(mover, self.position, arena.actions.move(action))

    def after(self, action: int) -> View:
        """Return the position that a legal action leads to."""
        arena = self._arena
        return arena.at(arena.rules.play(self.position, arena.actions.move(action)))
