"""Gymnasium `VectorEnv` of a puzzle: all boards make their moves in one call of compiled rules.

Observations, rewards and ends are those of `PuzzleEnv` without truth. `info` holds `action_mask`,
`number`, the position as an integer, and `illegal`, one entry for each board.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kibitz.adapters import board_kernels
from kibitz.adapters.arena import Arena, arena, check_limit
from kibitz.adapters.gymnasium import ILLEGAL, not_for_one
from kibitz.export.position_encoder import PositionEncoder
from kibitz.language.errors import KibitzError
from kibitz.solve.compiling.compiled import kernel

MOST_BOARDS = 1 << 20
REMEMBERED = 64 << 20  # bytes of observations that are kept


class PuzzleVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Boards of one puzzle; `positions` are their positions, as integers."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game: str, boards: int, *, step_limit: int, **parameters: int | str) -> None:
        if not 1 <= boards <= MOST_BOARDS:
            raise KibitzError(
                "a vector of environments has 1 to {most} boards, not {boards}",
                most=MOST_BOARDS,
                boards=boards,
            )
        self.arena: Arena = arena(game, None, **parameters)
        self.rules = self.arena.rules
        if self.rules.two_players:
            raise not_for_one(self.arena.game.name)
        self.step_limit = check_limit(step_limit)
        self.num_envs = boards
        planes, actions = self.arena.planes, self.arena.actions
        self.single_action_space = spaces.Discrete(actions.count)
        self.single_observation_space = spaces.Box(0, 1, planes.shape, np.int8)
        self.action_space = batch_space(self.single_action_space, boards)
        self.observation_space = batch_space(self.single_observation_space, boards)
        self._seen = SeenPositions(self.arena)
        self._moves = np.array(
            [] if actions.are_moves else [actions.move(one) for one in range(actions.count)],
            dtype=np.int64,
        )
        self._make = kernel(board_kernels.make_moves, self.rules)
        self._look = kernel(board_kernels.look, self.rules)
        self.positions = np.full(boards, self.rules.start, dtype=np.int64)
        self.steps = np.zeros(boards, dtype=np.int64)
        self._mask = np.zeros((boards, actions.count), dtype=np.int8)
        self._over, self._worths, self._legal = (np.zeros(boards, np.int64) for _ in range(3))
        self._done = np.zeros(boards, dtype=bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed if not isinstance(seed, list) else seed[0], options=options)
        self.positions[:] = self.arena.position((options or {}).get("position"))
        self.steps[:] = 0
        self._done[:] = False
        self._note()
        return self._seen.of(self.positions), self._info(np.zeros(self.num_envs, dtype=bool))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.int8], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        again = self._done  # these boards begin again, and their actions do not count
        was_over = self._over.astype(bool)
        wanted = self._wanted(actions)
        wanted[again] = -1
        self._make(self.positions, wanted, self._legal)
        legal = self._legal.astype(bool)
        self.steps += 1
        self.positions[again] = self.rules.start
        self.steps[again] = 0
        self._note()
        over = self._over.astype(bool)
        rewards = np.where(was_over, 0.0, ILLEGAL)
        rewards[legal] = self._rewards(legal)
        rewards[again] = 0.0
        terminated = over & ~again
        truncated = ~over & (self.steps >= self.step_limit) & ~again
        self._done = terminated | truncated
        info = self._info(~legal & ~again)
        return self._seen.of(self.positions), rewards, terminated, truncated, info

    def _wanted(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the moves of actions, -1 for an invalid action."""
        numbers = np.asarray(actions, dtype=np.int64)
        inside = (numbers >= 0) & (numbers < self.arena.actions.count)
        safe = np.where(inside, numbers, 0)
        moves = self._moves[safe] if len(self._moves) else safe
        return np.where(inside, moves, -1)

    def _note(self) -> None:
        """Find the legal actions of all boards, and which are over."""
        self._look(self.positions, self._moves, self._mask, self._over, self._worths)

    def _rewards(self, legal: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return the rewards of the boards on which a legal move was made."""
        objective = self.rules.objective
        found = np.zeros(int(legal.sum()))
        ends = np.flatnonzero(self._over[legal])
        worths = self._worths[legal][ends]
        for worth in np.unique(worths).tolist():
            found[ends[worths == worth]] = float(objective.reward(worth))
        return found - 1 / self.step_limit if objective.by_distance else found

    def _info(self, illegal: NDArray[np.bool_]) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, dtype=bool)
        info: dict[str, Any] = {
            "action_mask": self._mask.copy(),
            "number": self.positions.copy(),
            "illegal": illegal,
        }
        return info | {f"_{name}": everywhere for name in info}


class SeenPositions:
    """Cache of the observations of positions, bounded in size: boards visit the same ones again."""

    def __init__(self, arena: Arena) -> None:
        self.encoder = PositionEncoder(arena.game, arena.planes, count=1 << 62)
        self.shape = arena.planes.shape
        self.most = max(1, REMEMBERED // int(np.prod(self.shape)))
        self._forget()

    def _forget(self) -> None:
        self.numbers = np.zeros(0, dtype=np.int64)  # ascending
        self.at = np.zeros(0, dtype=np.int64)  # the row of each in `planes`
        self.planes = np.zeros((0, *self.shape), dtype=np.int8)

    def of(self, positions: NDArray[np.int64]) -> NDArray[np.int8]:
        """Return the planes of positions, an array that belongs to the caller."""
        at = np.searchsorted(self.numbers, positions)
        known = at < len(self.numbers)
        known[known] = self.numbers[at[known]] == positions[known]
        if not known.all():
            self._learn(np.unique(positions[~known]))
            if len(self.numbers) > self.most:
                found = self.encoder.planes_of(positions).astype(np.int8)
                self._forget()
                return found
            at = np.searchsorted(self.numbers, positions)
        return self.planes[self.at[at]]

    def _learn(self, new: NDArray[np.int64]) -> None:
        added = self.encoder.planes_of(new).astype(np.int8)
        rows = np.arange(len(self.numbers), len(self.numbers) + len(new))
        if rows[-1] >= len(self.planes):  # twice the room, so that copies stay rare
            larger = np.zeros((2 * int(rows[-1]) + 2, *self.shape), dtype=np.int8)
            larger[: len(self.planes)] = self.planes
            self.planes = larger
        self.planes[rows] = added
        where = np.searchsorted(self.numbers, new)
        self.numbers = np.insert(self.numbers, where, new)
        self.at = np.insert(self.at, where, rows)
