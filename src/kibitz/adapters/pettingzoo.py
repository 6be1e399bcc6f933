"""Games for two as PettingZoo environments: agents that take turns, with action masks.

    from kibitz.adapters import pettingzoo
    env = pettingzoo.env("noughts:oldest")
    env = pettingzoo.env("examples/nim.py")    # a game in a file

The agent to move observes the planes of the position (`export/planes.py`) and `action_mask`. The
reward is 1 for a win, -1 for a loss, 0 for a draw; where players count points, it is the margin. An
illegal action ends the game with -1 for that agent, as in PettingZoo's own classic games. After
`step_limit` plies the game is truncated, with 0 for both. `infos[agent]` holds

- `position`: the position on one line, as Kibitz reads and writes it;
- `value`: what perfect play reaches for that agent (`.value` and `.distance`), or `unknown`;
- `optimal`: the actions that keep it, None if unknown; none for the agent that is not to move;
- `regret` and `delay`: the cost of the agent's own last action (see `Regret`); None if it is
  unknown, and before its first action.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from kibitz.adapters.arena import RENDER_FPS, RENDER_MODES, STEP_LIMIT, Arena, arena, check_limit
from kibitz.adapters.environment_list import Entry, entries
from kibitz.adapters.step_info import with_values
from kibitz.language.errors import KibitzError
from kibitz.rules.objectives.outcomes import Regret
from kibitz.solve.effort import Effort

AGENTS = ["player_0", "player_1"]
ILLEGAL = -1.0

Observation = dict[str, Any]


def env(game: str, **choices: Any) -> AECEnv[str, Observation, int]:
    """Return a game for two that behaves like PettingZoo's classic games; see `raw_env`."""
    return wrappers.OrderEnforcingWrapper(GuardedEnv(game, **choices))


def games() -> list[Entry]:
    """Return every listed game for two."""
    return [entry for entry in entries() if entry.two_players]


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801  # PettingZoo's name for it
    """One game for two, `game` its name; parameters are added to the name.

    With `truth`, `infos` hold the entries that need a table: value, optimal, regret and delay. The
    table is loaded when the first game begins, and built if the game is small. Positions that are
    not in it are unknown, unless an `effort` is given: then each is searched, which is slow.

    `reset(options={"position": …})` begins anywhere, at a position given by its text or number. The
    player whom it names is to move there, `player_0` if it names none.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        step_limit: int = STEP_LIMIT,
        truth: bool = True,
        effort: Effort | None = None,
        **parameters: int | str,
    ) -> None:
        super().__init__()
        self.arena: Arena = arena(game, effort, parameters)
        if not self.arena.rules.two_players:
            raise KibitzError(
                "{name} is a puzzle for one; kibitz.adapters.gymnasium has it",
                name=self.arena.game.name,
            )
        self.metadata = {**self.metadata, "name": self.arena.game.name}
        self.render_mode = render_mode
        self.step_limit = check_limit(self.arena, step_limit)
        self.truth = truth
        self.possible_agents = list(AGENTS)
        count = self.arena.actions.count
        self.action_spaces = {agent: spaces.Discrete(count) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, self.arena.planes.shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self._empty_mask = np.zeros(count, dtype=np.int8)
        self._view = self.arena.at(self.arena.rules.start)
        self.mover = 0
        self.steps = 0

    @property
    def position(self) -> int:
        """The current position, as a number."""
        return self._view.position

    def hint(self) -> int | None:
        """Return the action of a best move or, where none is proved, of the best found so far."""
        return self.arena.at(self.position).hint

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._view = self.arena.at(self.arena.position((options or {}).get("position")))
        self.mover = self._view.mover
        self.steps = 0
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[self.mover]
        over = self._view.is_over
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self._regrets: dict[str, Regret | None] = dict.fromkeys(AGENTS)
        self._inform()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        to_move = agent == AGENTS[self.mover]
        legal = to_move and not self.terminations.get(agent) and not self.truncations.get(agent)
        return {
            "observation": self._view.planes(to_move),
            "action_mask": self._view.mask if legal else self._empty_mask.copy(),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._play(agent, int(action))
        over = self._view.is_over
        worth = float(self.arena.rules.worth(self.position)) if over else 0.0
        self.rewards = {AGENTS[1 - self.mover]: -worth, AGENTS[self.mover]: worth}
        self.terminations = dict.fromkeys(AGENTS, over)
        limit = not over and self.steps >= self.step_limit
        self.truncations = dict.fromkeys(AGENTS, limit)
        self.agent_selection = AGENTS[self.mover]
        self._accumulate_rewards()
        self._inform()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self.arena.render(self.render_mode, self.position, self.mover)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _repr_svg_(self) -> str:
        return self.arena.svg(self.position, self.mover)

    def __str__(self) -> str:
        return self.arena.game.name

    def _play(self, agent: str, action: int) -> None:
        """Make a move, and record its regret."""
        if not self._view.allows(action):
            raise KibitzError("action {action} is not legal here", action=action)
        if self.truth:
            self._regrets[agent] = self._view.regret(action)
        self.mover = self._view.mover_after(self.mover, action)
        self._view = self._view.after(action)
        self.steps += 1

    def _inform(self) -> None:
        """Set the infos of both agents, with exact values from the viewpoint of each."""
        view = self._view
        for player, agent in enumerate(AGENTS):
            info: dict[str, Any] = {"position": view.text}
            if self.truth:
                to_move = player == self.mover
                info = with_values(info, view, self._regrets[agent], to_move=to_move)
            self.infos[agent] = info


class GuardedEnv(raw_env):
    """The same, but an illegal action ends the game, and one out of range is refused.

    It replaces PettingZoo's `TerminateIllegalWrapper` and `AssertOutOfBoundsWrapper`, in which
    attribute look-ups through both wrappers take longer than the game.
    """

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if not self.terminations[agent] and not self.truncations[agent]:
            assert self.action_spaces[agent].contains(action), "action is not in action space"
            assert action is not None
            if not self._view.allows(int(action)):
                self._end_by_illegal_action(agent)
                return
        super().step(action)

    def _end_by_illegal_action(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL}
        self._accumulate_rewards()
        self._deads_step_first()
