"""Opponents of an agent in a game for two, on one board or on many.

- `random` takes any legal action.
- `perfect` takes an action that keeps the outcome; a win comes soonest, a loss latest. It needs the
  table of the game.
- A policy is a function of observations and action masks, of as many boards as there are, that
  returns an action for each.

Numbers are drawn from one generator for each board, which compiled code, arrays and the interpreter
compute alike: the same seed and actions give the same game on one board and on many.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.adapters import board_kernels
from kibitz.adapters.arena import refused
from kibitz.export.expansion import Expansion
from kibitz.language.errors import KibitzError, listed
from kibitz.play.opponents import PERFECT, RANDOM
from kibitz.solve.compiling.compiled import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kibitz.adapters.arena import Arena
    from kibitz.adapters.gymnasium_vector import BoardVectorEnv
    from kibitz.adapters.position_view import View

Policy = Callable[[Any, Any], Any]  # observations and action masks to actions

# A linear congruential generator, of D. E. Knuth, The Art of Computer Programming, volume 2; the
# lowest 63 bits, so that int64 and Python's integers agree.
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
STATES = (1 << 63) - 1
MOST_KEPT = 1 << 20  # best actions of positions met
HIGH = 32  # the bits above are drawn; the lower ones repeat soon


def following(state: Any) -> Any:
    """Return the next state of a generator, or of an array of them."""
    return (state * MULTIPLIER + INCREMENT) & STATES


def seeded(seed: int) -> int:
    """Return the first state of a generator."""
    state: int = following((seed & STATES) ^ STATES >> 1)
    return int(following(state ^ state >> HIGH))


class Chance:
    """Generator of the numbers of one board."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, count: int) -> int:
        """Return a number from 0 to `count` - 1."""
        self.state = following(self.state)
        return (self.state >> HIGH) % count


class BoardOpponent(ABC):
    """The other player."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    @abstractmethod
    def choose(self, view: View, chance: Chance) -> int:
        """Return the action on one board."""

    @abstractmethod
    def choose_many(self, env: BoardVectorEnv, boards: NDArray[np.int64], chosen: Any) -> None:
        """Write the actions on some boards of many into `chosen`."""


class RandomOpponent(BoardOpponent):
    """Takes any legal action."""

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena)
        self._pick = kernel(board_kernels.pick)

    def choose(self, view: View, chance: Chance) -> int:
        legal = view.legal
        return legal[chance.below(len(legal))]

    def choose_many(self, env: BoardVectorEnv, boards: NDArray[np.int64], chosen: Any) -> None:
        self._pick(env.masks, env.counts, boards, env.draw(boards), chosen)


class PerfectOpponent(BoardOpponent):
    """Takes an action that keeps the outcome."""

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena)
        table = arena.oracle.table
        if table is None:
            raise KibitzError(
                "there is no table of {name}, so no opponent plays it perfectly: kibitz table "
                "{name} makes one",
                name=arena.game.name,
            )
        columns = table.columns()
        self._moves = None if columns is None else Expansion(columns, compiled=True)
        self._forget()

    def _forget(self) -> None:
        self._positions = np.zeros(0, dtype=np.int64)  # ascending
        self._first = np.zeros(0, dtype=np.int64)  # of each, in `_best`
        self._counts = np.zeros(0, dtype=np.int64)
        self._best = np.zeros(0, dtype=np.int64)  # actions that keep the outcome

    def choose(self, view: View, chance: Chance) -> int:
        best = view.optimal
        if not best:
            raise KibitzError(
                "the table of {name} does not have the position {position}",
                name=self.arena.game.name,
                position=view.text,
            )
        return best[chance.below(len(best))]

    def choose_many(self, env: BoardVectorEnv, boards: NDArray[np.int64], chosen: Any) -> None:
        positions = env.positions[boards]
        at = np.searchsorted(self._positions, positions)
        new = at == len(self._positions)
        new[~new] = self._positions[at[~new]] != positions[~new]
        if new.any():
            if len(self._best) > MOST_KEPT:
                self._forget()
                new[:] = True
            self._learn(np.unique(positions[new]))
            at = np.searchsorted(self._positions, positions)
        chosen[boards] = self._best[self._first[at] + env.draw(boards) % self._counts[at]]

    def _learn(self, positions: NDArray[np.int64]) -> None:
        """Find the best actions of positions, ascending."""
        if self._moves is None:
            found = [self.arena.at(one).optimal or () for one in positions.tolist()]
            counts = np.array([len(one) for one in found])
            actions = np.array([action for one in found for action in one], dtype=np.int64)
        else:
            moves = self._moves.moves_of(positions)
            rows = moves.rows[moves.best]
            actions = self.arena.actions.of_many(moves.numbers[moves.best])
            actions = actions[np.lexsort((actions, rows))]
            counts = np.bincount(rows, minlength=len(positions))
        where = np.searchsorted(self._positions, positions)
        first = len(self._best) + np.cumsum(counts) - counts
        self._positions = np.insert(self._positions, where, positions)
        self._first = np.insert(self._first, where, first)
        self._counts = np.insert(self._counts, where, counts)
        self._best = np.append(self._best, actions)


class PolicyOpponent(BoardOpponent):
    """Takes the actions of a function."""

    def __init__(self, arena: Arena, policy: Policy) -> None:
        super().__init__(arena)
        self.policy = policy

    def choose(self, view: View, chance: Chance) -> int:
        action = int(np.asarray(self.policy(view.planes()[None], view.mask[None]))[0])
        if not view.allows(action):
            raise illegal(action)
        return action

    def choose_many(self, env: BoardVectorEnv, boards: NDArray[np.int64], chosen: Any) -> None:
        masks = env.masks[boards]
        actions = np.asarray(self.policy(env.seen(env.positions[boards]), masks)).astype(np.int64)
        inside = (actions >= 0) & (actions < masks.shape[1])
        legal = inside & masks[np.arange(len(boards)), np.where(inside, actions, 0)].astype(bool)
        if not legal.all():
            raise illegal(int(actions[~legal][0]))
        chosen[boards] = actions


def illegal(action: int) -> KibitzError:
    """Return the error for an illegal action of a policy."""
    return KibitzError("action {action} of the opponent is not legal there", action=action)


def opponent_for(arena: Arena, opponent: str | Policy | None) -> BoardOpponent | None:
    """Return the opponent of a name, or one that follows a policy; None if there is none."""
    if opponent is None:
        return None
    if callable(opponent):
        return PolicyOpponent(arena, opponent)
    known = {RANDOM: RandomOpponent, PERFECT: PerfectOpponent}
    if opponent not in known:
        wrong = KibitzError(
            "an opponent of agents is {names}, a function or None, not {wrong}",
            names=listed(list(known)),
            wrong=str(opponent),
        )
        raise refused(arena.game.name, "opponent", opponent, wrong)
    return known[opponent](arena)


def check_side(arena: Arena, side: int | None) -> int | None:
    """Return the side of an agent, or raise an error."""
    name = arena.game.name
    if not arena.rules.two_players and side != 0:
        wrong = KibitzError("{name} is a puzzle for one; an agent has no side", name=name)
        raise refused(name, "side", side, wrong)
    if side not in (0, 1, None):
        wrong = KibitzError("the side of an agent is 0, 1 or None, not {wrong}", wrong=str(side))
        raise refused(name, "side", side, wrong)
    return side
