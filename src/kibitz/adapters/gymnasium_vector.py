"""Gymnasium `VectorEnv` of a game: all boards make their moves in one call of compiled rules.

Observations, rewards and ends are those of `PuzzleEnv` and `GameEnv` without truth. `info` holds
`action_mask`, `number`, the position as an integer, `illegal` and, of a game for two, `mover`, one
entry for each board.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kibitz.adapters import board_kernels
from kibitz.adapters.arena import Arena, arena, check_limit
from kibitz.adapters.board_kernels import AGAIN, NOTHING
from kibitz.adapters.board_opponents import (
    HIGH,
    Policy,
    check_side,
    following,
    opponent_for,
    seeded,
)
from kibitz.adapters.gymnasium import ILLEGAL, no_opponent
from kibitz.export.position_encoder import PositionEncoder
from kibitz.language.errors import KibitzError
from kibitz.play.opponents import RANDOM
from kibitz.solve.compiling.compiled import kernel

MOST_BOARDS = 1 << 20
REMEMBERED = 128 << 20  # bytes of masks that are kept
MANY_ACTIONS = 100
WAIT = -3  # this board is left alone


class BoardVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Boards of one game; `positions` are their positions, as integers.

    In a game for two, `movers` are the players to move, and `sides` the players that the agent
    plays; without an opponent, that is always the player to move.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        boards: int,
        *,
        step_limit: int,
        opponent: str | Policy | None = RANDOM,
        side: int | None = 0,
        **parameters: int | str,
    ) -> None:
        if not 1 <= boards <= MOST_BOARDS:
            raise KibitzError(
                "a vector of environments has 1 to {most} boards, not {boards}",
                most=MOST_BOARDS,
                boards=boards,
            )
        self.arena: Arena = arena(game, None, parameters)
        self.rules = self.arena.rules
        self.two_players = self.rules.two_players
        if not self.two_players and opponent not in (RANDOM, None):
            raise no_opponent(self.arena.game.name)
        self.opponent = opponent_for(self.arena, opponent) if self.two_players else None
        self.side = check_side(self.arena, side)
        self.step_limit = check_limit(self.arena, step_limit)
        self.num_envs = boards
        planes, actions = self.arena.planes, self.arena.actions
        self.single_action_space = spaces.Discrete(actions.count)
        self.single_observation_space = spaces.Box(0, 1, planes.shape, np.int8)
        self.action_space = batch_space(self.single_action_space, boards)
        self.observation_space = batch_space(self.single_observation_space, boards)
        self._encoder = PositionEncoder(self.arena.game, planes, count=1 << 62)
        self._moves = np.array(
            [] if actions.are_moves else [actions.move(one) for one in range(actions.count)],
            dtype=np.int64,
        )
        self._advance = kernel(board_kernels.advance, self.rules)
        self._look = kernel(board_kernels.look, self.rules)
        self.positions = np.full(boards, self.rules.start, dtype=np.int64)
        self._first = self.arena.at(self.rules.start).mover
        self.movers, self.sides, self.steps = (np.zeros(boards, np.int64) for _ in range(3))
        self.masks = np.zeros((boards, actions.count), dtype=np.int8)
        self._over, self._worths, self.counts = (np.zeros(boards, np.int64) for _ in range(3))
        # What is legal is kept where there are many actions: listing them takes longer.
        many = actions.count >= MANY_ACTIONS
        rows = 1 << (REMEMBERED // actions.count).bit_length() - 1 if many else 0
        kept, kept_masks = np.zeros((rows, 4), np.int64), np.zeros((rows, actions.count), np.int8)
        self._noted = (self.masks, self.counts, self._over, self._worths, kept, kept_masks)
        self._done = np.zeros(boards, dtype=bool)
        self._chances: NDArray[np.int64] | None = None
        self._boards = np.arange(boards)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        seeds = seeds_of(seed, self.num_envs)
        assert len(seeds) == self.num_envs, "there is one seed for each board"
        super().reset(seed=seeds[0], options=options)
        if self.opponent is not None:
            self._seed(seeds)
        position = self.arena.position((options or {}).get("position"))
        self.positions[:] = position
        self.movers[:] = self.arena.at(position).mover
        self.steps[:] = 0
        self._done[:] = False
        self._look(self._moves, self.positions, *self._noted)
        self._seat(self._boards)
        self._reply()
        return self._observe(), self._info(np.zeros(self.num_envs, dtype=bool))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.int8], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        again = self._done  # these boards begin again, and their actions do not count
        was_over = self._over.astype(bool)
        chosen = self._legal(actions)
        legal = (chosen >= 0) & ~again
        chosen[again] = AGAIN
        actors = self.sides if self.opponent is not None else self.movers.copy()
        self._take(chosen)
        self._seat(np.flatnonzero(again))
        self._reply()
        over = self._over.astype(bool)
        rewards = np.where(was_over, 0.0, ILLEGAL)
        rewards[legal] = self._rewards(legal, actors)
        rewards[again] = 0.0
        terminated = over & ~again
        truncated = ~over & (self.steps >= self.step_limit) & ~again
        self._done = terminated | truncated
        return self._observe(), rewards, terminated, truncated, self._info(~legal & ~again)

    def draw(self, boards: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return a number drawn on each of some boards."""
        assert self._chances is not None
        states: NDArray[np.int64] = following(self._chances[boards])
        self._chances[boards] = states
        return states >> HIGH

    def _seed(self, seeds: list[int | None]) -> None:
        """Seed the generators of the boards; those without a seed go on."""
        if self._chances is None:
            self._chances = self.np_random.integers(1 << 62, size=self.num_envs)
        for at, seed in enumerate(seeds):
            if seed is not None:
                self._chances[at] = seeded(seed)

    def _seat(self, boards: NDArray[np.int64]) -> None:
        """Say which side the agent plays on boards that begin."""
        if self.opponent is None or not len(boards):
            return
        self.sides[boards] = self.draw(boards) % 2 if self.side is None else self.side

    def _take(self, chosen: NDArray[np.int64]) -> None:
        self._advance(
            chosen,
            self.rules.start,
            self._first,
            self._moves,
            self.positions,
            self.movers,
            self.steps,
            *self._noted,
        )

    def _reply(self) -> None:
        """Let the opponent move wherever it is to move."""
        if self.opponent is None:
            return
        while True:
            waiting = (self.movers != self.sides) & (self._over == 0)
            boards = np.flatnonzero(waiting & (self.steps < self.step_limit))
            if not len(boards):
                return
            chosen = np.full(self.num_envs, WAIT, dtype=np.int64)
            self.opponent.choose_many(self, boards, chosen)
            self._take(chosen)

    def _legal(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the actions, `NOTHING` in place of one that is not legal."""
        numbers = np.asarray(actions).astype(np.int64)
        inside = (numbers >= 0) & (numbers < self.arena.actions.count)
        safe = np.where(inside, numbers, 0)
        return np.where(inside & (self.masks[self._boards, safe] == 1), safe, NOTHING)

    def _rewards(self, legal: NDArray[np.bool_], actors: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the rewards of the boards on which a legal action was taken."""
        found = np.zeros(int(legal.sum()))
        ends = np.flatnonzero(self._over[legal])
        worths = self._worths[legal][ends]
        for worth in set(worths.tolist()):
            found[ends[worths == worth]] = self.arena.reward(worth)
        if self.two_players:
            return np.where(self.movers[legal] == actors[legal], found, 0.0 - found)
        return found - 1 / self.step_limit if self.rules.objective.by_distance else found

    def _observe(self) -> NDArray[np.int8]:
        seen = self.seen(self.positions)
        if self.opponent is not None:
            other = np.flatnonzero(self.movers != self.sides)  # only where the game has ended
            if len(other):
                seen[other] = self.seen(self.positions[other], to_move=False)
        return seen

    def seen(self, positions: NDArray[np.int64], to_move: bool = True) -> NDArray[np.int8]:
        """Return the observations of positions, an array that belongs to the caller."""
        if self._encoder.is_fast:
            return self._encoder.planes_of(positions, to_move)
        return np.stack([self.arena.at(one).planes(to_move) for one in positions.tolist()])

    def _info(self, illegal: NDArray[np.bool_]) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, dtype=bool)
        masks = self.masks.copy()
        info: dict[str, Any] = {"number": self.positions.copy(), "illegal": illegal}
        if self.two_players:
            info["mover"] = self.movers.copy()
        if self.opponent is not None:
            masks[self.movers != self.sides] = 0
        info["action_mask"] = masks
        return info | {f"_{name}": everywhere for name in info}


def seeds_of(seed: Any, boards: int) -> list[int | None]:
    """Return the seed of each board, as Gymnasium counts them: from a number, or as listed."""
    if seed is None:
        return [None] * boards
    if np.ndim(seed) == 0:
        return [int(seed) + at for at in range(boards)]
    return [None if one is None else int(one) for one in seed]
