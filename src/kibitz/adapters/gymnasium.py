"""Puzzles as Gymnasium environments: importing this registers every one as `kibitz/…`.

    import gymnasium, kibitz.adapters.gymnasium
    env = gymnasium.make("kibitz/peg-triangle-v0")                # any parameter may be given:
    env = gymnasium.make("kibitz/peg-triangle-v0", side=6)
    env = kibitz.adapters.gymnasium.make("peg:triangle,side=6")   # the same

What is observed are the planes of the board, an action is the number of a move, and `info` holds

- `action_mask`: 1 for every legal action;
- `position`: the position on one line, as Kibitz reads and writes it;
- `value`: what perfect play reaches from here (`.value` and `.distance`), or `unknown`;
- `optimal`: the actions that keep it, None if unknown;
- `regret` and `delay`: what the last action gave away (see `Regret`), None if unknown;
- `illegal`: whether the last action was no legal one.

Solving a puzzle is worth 1 and each move costs 1 / step_limit; where the end has a score, it is
worth minus what it lacks to the best one. An illegal action changes nothing, is worth -1 and counts
as a step; nothing that an action can be raises an error. After `step_limit` steps the episode is
truncated.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kibitz.adapters.arena import RENDER_FPS, RENDER_MODES, STEP_LIMIT, Arena, arena, check_limit
from kibitz.adapters.catalogue import Entry, entries, located
from kibitz.rules.errors import KibitzError

ILLEGAL = -1.0
VERSION = 0


class PuzzleEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One puzzle, `game` its name; parameters are added to the name.

    `truth` says whether `info` holds what takes a table: value, optimal, regret and delay. A table
    is looked for when the first episode begins, and made if the puzzle is small.

    `reset(options={"position": …})` begins anywhere, at a position given by its text or number.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        step_limit: int = STEP_LIMIT,
        truth: bool = True,
        **parameters: int | str,
    ) -> None:
        self.arena: Arena = arena(game, **parameters)
        if self.arena.rules.aim == "win":
            raise not_for_one(self.arena.game.name)
        self.render_mode = render_mode
        self.step_limit = check_limit(step_limit)
        self.truth = truth
        self.action_space = spaces.Discrete(self.arena.actions.count)
        self.observation_space = spaces.Box(0, 1, self.arena.planes.shape, np.int8)
        self.position = self.arena.rules.start
        self.steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self.arena.position((options or {}).get("position"))
        self.steps = 0
        if self.render_mode == "human":
            self.render()
        return self.arena.planes.see(self.position), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[NDArray[np.int8], SupportsFloat, bool, bool, dict[str, Any]]:
        self.steps += 1
        over = self.arena.is_over(self.position)
        chosen = self._legal(action)
        if chosen is None:
            info = self._info() | {"illegal": True}
            reward = 0.0 if over else ILLEGAL
        else:
            before = self.position
            self.position = self.arena.rules.play(before, self.arena.actions.move(chosen))
            info = self._info() | self._regret(before, chosen) | {"illegal": False}
            over = self.arena.is_over(self.position)
            reward = self._reward(over)
        if self.render_mode == "human":
            self.render()
        truncated = not over and self.steps >= self.step_limit
        return self.arena.planes.see(self.position), reward, over, truncated, info

    def render(self) -> Any:
        return self.arena.render(self.render_mode, self.position, None)

    def _repr_svg_(self) -> str:
        return self.arena.svg(self.position, None)

    def _legal(self, action: object) -> int | None:
        """Return the action as a number if it is a legal one."""
        try:
            number = int(action)  # type: ignore[call-overload]
            whole = bool(number == action)
        except (TypeError, ValueError, OverflowError):
            return None
        return number if whole and number in self.arena.legal(self.position) else None

    def _reward(self, over: bool) -> float:
        """Return what a legal action is worth that has led to the present position."""
        rules = self.arena.rules
        if rules.aim == "shortest":
            return rules.worth(self.position) * over - 1 / self.step_limit
        return float(rules.solved_at - rules.worth(self.position)) if over else 0.0

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.arena.mask(self.position),
            "position": self.arena.game.text(self.position),
        }
        if self.truth:
            info["value"] = self.arena.value(self.position)
            info["optimal"] = self.arena.optimal(self.position)
        return info

    def _regret(self, before: int, action: int) -> dict[str, Any]:
        if not self.truth:
            return {}
        regret = self.arena.regret(before, action)
        if regret is None:
            return {"regret": None, "delay": None}
        return {"regret": float(regret.given), "delay": float(regret.delay)}


def make(name: str, **choices: Any) -> gymnasium.Env[NDArray[np.int8], np.int64]:
    """Return the environment of a puzzle that Kibitz knows by that name, as Gymnasium makes it."""
    entry, parameters = located(name)
    if entry.aim == "win":
        raise not_for_one(name)
    said: dict[str, Any] = {**parameters, **choices}
    return gymnasium.make(identifier(entry), **said)


def not_for_one(name: str) -> KibitzError:
    """Return the error for somebody who wants to play a game for two alone."""
    return KibitzError("{name} is a game for two; kibitz.adapters.pettingzoo has it", name=name)


def identifier(entry: Entry) -> str:
    """Return what Gymnasium calls a puzzle."""
    return f"kibitz/{entry.identifier('-')}-v{VERSION}"


def puzzles() -> list[Entry]:
    """Return every listed puzzle."""
    return [entry for entry in entries() if entry.aim != "win"]


def register() -> None:
    """Make every puzzle known to Gymnasium; those that it knows already stay as they are."""
    for entry in puzzles():
        if identifier(entry) not in gymnasium.registry:
            gymnasium.register(
                identifier(entry),
                entry_point=f"{__name__}:{PuzzleEnv.__name__}",
                kwargs={"game": entry.name},
            )


register()
