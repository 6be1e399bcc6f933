"""Games for two as PettingZoo environments: agents that take turns, with action masks.

    from kibitz.adapters import pettingzoo
    env = pettingzoo.env("noughts:oldest")

The agent to move observes the planes of the board, its own pieces in those of the first player,
and `action_mask`. A win is worth 1, a loss -1, a draw nothing. An illegal action ends the game with
-1 for whoever tried it, as in PettingZoo's own classic games. After `step_limit` plies the game is
truncated, with nothing for either. `infos[agent]` holds

- `position`: the position on one line, as Kibitz reads and writes it;
- `value`: what perfect play reaches for that agent (`.value` and `.distance`), or `unknown`;
- `optimal`: the actions that keep it, none for the agent that is not to move, None if unknown;
- `regret` and `delay`: what the agent's own last action gave away (see `Regret`), None if unknown.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kibitz.adapters.arena import RENDER_FPS, RENDER_MODES, STEP_LIMIT, Arena, arena, check_limit
from kibitz.adapters.catalogue import Entry, entries
from kibitz.rules.errors import KibitzError
from kibitz.solve.answer import LOSS, WIN, Value

AGENTS = ["player_0", "player_1"]
ILLEGAL = -1.0
TURNED = {WIN: LOSS, LOSS: WIN}

Observation = dict[str, Any]


def env(game: str, **choices: Any) -> AECEnv[str, Observation, int]:
    """Return a game for two, wrapped as PettingZoo's classic games are; see `raw_env`."""
    wrapped: Any = raw_env(game, **choices)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    ordered: AECEnv[str, Observation, int] = wrappers.OrderEnforcingWrapper(wrapped)
    return ordered


def games() -> list[Entry]:
    """Return every listed game for two."""
    return [entry for entry in entries() if entry.aim == "win"]


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801  # PettingZoo's name for it
    """One game for two, `game` its name; parameters are added to the name.

    `truth` says whether `infos` hold what takes a table: value, optimal, regret and delay. A table
    is looked for when the first game begins, and made if the game is small.

    `reset(options={"position": …})` begins anywhere, at a position given by its text or number;
    `player_0` is to move there.
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
        **parameters: int | str,
    ) -> None:
        super().__init__()
        self.arena: Arena = arena(game, **parameters)
        if self.arena.rules.aim != "win":
            raise KibitzError(
                "{name} is a puzzle for one; kibitz.adapters.gymnasium has it",
                name=self.arena.game.name,
            )
        self.metadata = {**self.metadata, "name": self.arena.game.name}
        self.render_mode = render_mode
        self.step_limit = check_limit(step_limit)
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
        self.position = self.arena.rules.start
        self.mover = 0
        self.steps = 0

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = self.arena.position((options or {}).get("position"))
        self.mover = 0
        self.steps = 0
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[0]
        over = self.arena.is_over(self.position)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._inform()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        to_move = agent == AGENTS[self.mover]
        legal = to_move and not self.terminations.get(agent) and not self.truncations.get(agent)
        empty = np.zeros(self.arena.actions.count, dtype=np.int8)
        return {
            "observation": self.arena.planes.see(self.position, to_move),
            "action_mask": self.arena.mask(self.position) if legal else empty,
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._play(agent, int(action))
        over = self.arena.is_over(self.position)
        worth = float(self.arena.rules.worth(self.position)) if over else 0.0
        self.rewards = {agent: -worth, AGENTS[self.mover]: worth}
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
        """Leave nothing behind: there is nothing to close."""

    def _repr_svg_(self) -> str:
        return self.arena.svg(self.position, self.mover)

    def __str__(self) -> str:
        return self.arena.game.name

    def _play(self, agent: str, action: int) -> None:
        """Make a move, and note what it gave away."""
        before = self.position
        if self.truth:
            regret = self.arena.regret(before, action)
            self.infos[agent]["regret"] = None if regret is None else float(regret.given)
            self.infos[agent]["delay"] = None if regret is None else float(regret.delay)
        self.position = self.arena.rules.play(before, self.arena.actions.move(action))
        self.mover = 1 - self.mover
        self.steps += 1

    def _inform(self) -> None:
        """Tell both agents where they are, and the truth of it as each of them sees it."""
        text = self.arena.game.text(self.position)
        value = self.arena.value(self.position) if self.truth else None
        optimal = self.arena.optimal(self.position) if self.truth else None
        for player, agent in enumerate(AGENTS):
            info = {**self.infos[agent], "position": text}
            if value is not None:
                to_move = player == self.mover
                info["value"] = value if to_move else seen_by_other(value)
                info["optimal"] = optimal if to_move or optimal is None else ()
                info.setdefault("regret", None)
                info.setdefault("delay", None)
            self.infos[agent] = info


def seen_by_other(value: Value) -> Value:
    """Return a value as the player sees it who is not to move."""
    return Value(TURNED.get(str(value.value), value.value), value.distance)
