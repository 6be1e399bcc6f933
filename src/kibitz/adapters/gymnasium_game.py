"""Games for two as Gymnasium environments: an agent against an opponent, or for both players.

    env = kibitz.adapters.gymnasium.make("noughts", opponent="perfect", side=1)

Observations, actions and `info` are those of a puzzle (`gymnasium.py`), as the agent sees them, and
`info["mover"]` is the player to move, 0 or 1: after `reset(options=…)` the one whom the position
names. The reward is 1 for a win, -1 for a loss, 0 for a draw; where players count points, it is the
margin. After `step_limit` moves of both players the episode is truncated.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.adapters.board_opponents import Chance, Policy, check_side, opponent_for, seeded
from kibitz.adapters.gymnasium import PuzzleEnv
from kibitz.adapters.step_info import with_values
from kibitz.play.opponents import RANDOM
from kibitz.rules.objectives.outcomes import Regret


class GameEnv(PuzzleEnv):
    """One game for two, `game` its name; parameters are added to the name.

    The `opponent` is `"random"`, `"perfect"` or a function of observations and action masks, each
    with one row; `side` is 0 if the agent begins, 1 if the opponent does, None to draw one for each
    game. Without an opponent the agent moves for both players, and a reward is that of the player
    who moved. The other choices are those of `PuzzleEnv`.
    """

    players = 2

    def __init__(
        self,
        game: str,
        *,
        opponent: str | Policy | None = RANDOM,
        side: int | None = 0,
        **choices: Any,
    ) -> None:
        super().__init__(game, **choices)
        self.opponent = opponent_for(self.arena, opponent)
        self._drawn_side = check_side(self.arena, side)
        self.side = self._drawn_side or 0
        self.mover = 0
        self._chance: Chance | None = None
        self._no_mask = np.zeros(self.arena.actions.count, dtype=np.int8)

    @property
    def _agent(self) -> int:
        """The player that the agent moves for."""
        return self.mover if self.opponent is None else self.side

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super(PuzzleEnv, self).reset(seed=seed)
        if seed is not None:
            self._chance = Chance(seeded(seed))
        elif self._chance is None:
            self._chance = Chance(int(self.np_random.integers(1 << 62)))
        self._view = self.arena.at(self.arena.position((options or {}).get("position")))
        self.steps = 0
        self.mover = self._view.mover
        if self.opponent is not None:
            drawn = self._drawn_side
            self.side = self._chance.below(2) if drawn is None else drawn
        self._reply()
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info(None)

    def render(self) -> Any:
        return self.arena.render(self.render_mode, self.position, self.mover)

    def _repr_svg_(self) -> str:
        return self.arena.svg(self.position, self.mover)

    def action_masks(self) -> NDArray[np.bool_]:
        return self._mask().astype(np.bool_)

    def hint(self) -> int | None:
        return self._view.hint if self.mover == self._agent else None

    def _take(self, action: int) -> float:
        agent = self._agent
        self._play(action)
        self._reply()
        if not self._view.is_over:
            return 0.0
        reward = self.arena.reward(self.arena.rules.worth(self.position))
        return reward if self.mover == agent else 0.0 - reward

    def _play(self, action: int) -> None:
        self.mover = self._view.mover_after(self.mover, action)
        self._view = self._view.after(action)

    def _reply(self) -> None:
        """Let the opponent move while it is to move."""
        if self.opponent is None:
            return
        assert self._chance is not None
        while self.mover != self.side and not self._view.is_over and self.steps < self.step_limit:
            self._play(self.opponent.choose(self._view, self._chance))
            self.steps += 1

    def _allows(self, action: int) -> bool:
        return self.mover == self._agent and self._view.allows(action)

    def _observe(self) -> NDArray[np.int8]:
        return self._view.planes(self.mover == self._agent)

    def _mask(self) -> NDArray[np.int8]:
        return self._view.mask if self.mover == self._agent else self._no_mask.copy()

    def _info(self, regret: Regret | None) -> dict[str, Any]:
        view, to_move = self._view, self.mover == self._agent
        info: dict[str, Any] = {
            "action_mask": self._mask(),
            "position": view.text,
            "mover": self.mover,
        }
        return with_values(info, view, regret, to_move=to_move) if self.truth else info
