"""Games as Gymnasium environments: importing this registers them as `kibitz/…`.

    import gymnasium, kibitz.adapters.gymnasium
    env = gymnasium.make("kibitz/peg-triangle-v0")                # any parameter may be given:
    env = gymnasium.make("kibitz/peg-triangle-v0", side=6)
    env = kibitz.adapters.gymnasium.make("peg:triangle,side=6")   # the same
    env = kibitz.adapters.gymnasium.make("examples/lights.py")    # a puzzle in a file

What follows is about puzzles; `gymnasium_game.py` has games for two. A keyword that an environment
takes itself (`OWN_PARAMETERS`) is never a parameter of the game: that is part of the game's name.

Observations are the planes of the position (`export/planes.py`), an action is the number of a move,
and `info` holds

- `action_mask`: 1 for every legal action;
- `position`: the position on one line, as Kibitz reads and writes it;
- `value`: what perfect play reaches from here (`.value` and `.distance`), or `unknown`;
- `optimal`: the actions that keep it, None if unknown;
- `regret` and `delay`: the cost of the last action (see `Regret`); None if it is unknown,
  before the first action, and after an illegal one;
- `illegal`: whether the last action was illegal.

Solving a puzzle is worth 1 and each move costs 1 / step_limit; where the end has a score, it is
worth minus how far that is from solved. An illegal action changes nothing, is worth -1 and counts
as a step; no action raises an error. After `step_limit` steps the episode is truncated.
`action_masks()` is for learners that call it for the mask.
"""

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from numpy.typing import NDArray

from kibitz.adapters.arena import RENDER_FPS, RENDER_MODES, STEP_LIMIT, Arena, arena, check_limit
from kibitz.adapters.environment_list import Entry, entries, located
from kibitz.adapters.step_info import with_values
from kibitz.language.errors import KibitzError
from kibitz.rules.objectives.outcomes import Regret
from kibitz.solve.effort import Effort

ILLEGAL = -1.0
VERSION = 0
PUZZLE_ENV = f"{__name__}:PuzzleEnv"
GAME_ENV = "kibitz.adapters.gymnasium_game:GameEnv"


class PuzzleEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One puzzle, `game` its name; parameters are added to the name.

    With `truth`, `info` holds the entries that need a table: value, optimal, regret and delay. The
    table is loaded when the first episode begins, and built if the puzzle is small. Positions that
    are not in it are unknown, unless an `effort` is given: then each is searched, which is slow.

    `reset(options={"position": …})` begins anywhere, at a position given by its text or number.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012
    players = 1

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
        self.arena: Arena = arena(game, effort, parameters)
        if self.arena.rules.objective.players != self.players:
            raise self._wrong_players(self.arena.game.name)
        self.render_mode = render_mode
        self.step_limit = check_limit(self.arena, step_limit)
        self.truth = truth
        self.action_space = spaces.Discrete(self.arena.actions.count)
        self.observation_space = spaces.Box(0, 1, self.arena.planes.shape, np.int8)
        self._view = self.arena.at(self.arena.rules.start)
        self.steps = 0

    @property
    def position(self) -> int:
        """The current position, as a number."""
        return self._view.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        self._view = self.arena.at(self.arena.position((options or {}).get("position")))
        self.steps = 0
        if self.render_mode == "human":
            self.render()
        return self._view.planes(), self._info(None)

    def step(
        self, action: np.int64
    ) -> tuple[NDArray[np.int8], SupportsFloat, bool, bool, dict[str, Any]]:
        self.steps += 1
        chosen = self._legal(action)
        regret = None
        if chosen is None:
            reward = 0.0 if self._view.is_over else ILLEGAL
        else:
            if self.truth:
                regret = self._view.regret(chosen)
            reward = self._take(chosen)
        info = self._info(regret)
        info["illegal"] = chosen is None
        if self.render_mode == "human":
            self.render()
        over = self._view.is_over
        truncated = not over and self.steps >= self.step_limit
        return self._observe(), reward, over, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions, for MaskablePPO of sb3-contrib."""
        return self._view.mask.astype(np.bool_)

    def render(self) -> Any:
        return self.arena.render(self.render_mode, self.position, None)

    def _repr_svg_(self) -> str:
        return self.arena.svg(self.position, None)

    def hint(self) -> int | None:
        """Return the action of a best move; None if nothing distinguishes the moves."""
        return self._view.hint

    def _wrong_players(self, name: str) -> KibitzError:
        """Return the error for a game of as many players as this is not for."""
        if self.players == 2:
            return no_opponent(name)
        return KibitzError("{name} is a game for two; GameEnv is its environment", name=name)

    def _legal(self, action: object) -> int | None:
        """Return the action as a number if it is legal, else None."""
        try:
            number = int(action)  # type: ignore[call-overload]
            whole = bool(number == action)
        except (TypeError, ValueError, OverflowError):
            return None
        return number if whole and self._allows(number) else None

    def _allows(self, action: int) -> bool:
        return self._view.allows(action)

    def _observe(self) -> NDArray[np.int8]:
        return self._view.planes()

    def _take(self, action: int) -> float:
        """Take a legal action, and return its reward."""
        self._view = self._view.after(action)
        rules, over = self.arena.rules, self._view.is_over
        reward = self.arena.reward(rules.worth(self.position)) if over else 0.0
        return reward - 1 / self.step_limit if rules.objective.by_distance else reward

    def _info(self, regret: Regret | None) -> dict[str, Any]:
        """Return the info of the current position; `regret` is that of the last action."""
        view = self._view
        info: dict[str, Any] = {"action_mask": view.mask, "position": view.text}
        return with_values(info, view, regret) if self.truth else info


def make(game: str, **choices: Any) -> gymnasium.Env[NDArray[np.int8], np.int64]:
    """Return the environment of a game as Gymnasium makes it.

    `game` is its name in Kibitz: a listed one, or a file. What `PuzzleEnv` or `GameEnv` do not take
    themselves are parameters of the game.
    """
    entry, name = located(game)
    return gymnasium.make(specification(entry, name), **choices)


def no_opponent(name: str) -> KibitzError:
    """Return the error for an opponent in a puzzle."""
    return KibitzError("{name} is a puzzle for one; there is no opponent", name=name)


def identifier(entry: Entry) -> str:
    """Return the Gymnasium id of a game."""
    return f"kibitz/{entry.identifier('-')}-v{VERSION}"


def specification(entry: Entry, name: str) -> EnvSpec:
    """Return the Gymnasium specification of a game, given its whole name."""
    entry_point = GAME_ENV if entry.two_players else PUZZLE_ENV
    return EnvSpec(identifier(entry), entry_point=entry_point, kwargs={"game": name})


def register() -> None:
    """Register every game without required parameters in Gymnasium.

    Existing registrations are kept.
    """
    for entry in entries():
        if entry.ready and identifier(entry) not in gymnasium.registry:
            spec = specification(entry, entry.name)
            gymnasium.register(spec.id, entry_point=spec.entry_point, kwargs=spec.kwargs)


register()
