"""What every adapter needs of a game, in one place: actions, planes, the truth, and pictures."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kibitz.adapters.actions import Actions
from kibitz.adapters.planes import Planes
from kibitz.adapters.raster import pixels
from kibitz.adapters.truth import Truth, is_over
from kibitz.play.naming import game as game_named
from kibitz.play.picture import picture
from kibitz.rules.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import NDArray

    from kibitz.adapters.truth import Regret
    from kibitz.rules.game import Game
    from kibitz.solve.answer import Value

STEP_LIMIT = 200
RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 2


class Arena:
    """A game with its moves numbered and its positions made visible; nothing in it changes.

    The table is looked for, or made, when something is first asked that it takes.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self.actions = Actions(game)
        self.planes = Planes(game)
        self._truth: Truth | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Arena:
        return self

    def __reduce__(self) -> tuple[Callable[[str], Arena], tuple[str]]:
        return _arena, (self.game.name,)  # rules are functions, which cannot be pickled

    @property
    def truth(self) -> Truth:
        """The truth about the game."""
        if self._truth is None:
            self._truth = Truth(self.game)
        return self._truth

    def legal(self, position: int) -> list[int]:
        """Return the legal actions, ascending."""
        return self.actions.legal(position)

    def mask(self, position: int) -> NDArray[np.int8]:
        """Return 1 for every legal action, 0 for the others."""
        mask = np.zeros(self.actions.count, dtype=np.int8)
        mask[self.legal(position)] = 1
        return mask

    def is_over(self, position: int) -> bool:
        """Tell whether no move is left."""
        return is_over(self.rules, position)

    def value(self, position: int) -> Value:
        """Return the exact value of a position for the player to move, or `unknown`."""
        return self.truth.value(position)

    def optimal(self, position: int) -> tuple[int, ...] | None:
        """Return the best actions, ascending; None if unknown."""
        moves = self.truth.optimal(position)
        return None if moves is None else tuple(sorted(map(self.actions.of, moves)))

    def regret(self, position: int, action: int) -> Regret | None:
        """Return what a legal action gives away; None if unknown."""
        return self.truth.regret(position, self.actions.move(action))

    def position(self, wanted: int | str | None) -> int:
        """Return a position given as a number or as its text; the start if None."""
        if wanted is None:
            return self.rules.start
        return self.game.parse(wanted) if isinstance(wanted, str) else int(wanted)

    def svg(self, position: int, mover: int | None) -> str:
        """Return the picture of a position."""
        return picture(self.game, position, mover)

    def render(self, mode: str | None, position: int, mover: int | None) -> Any:
        """Return a position as the mode wants it: text, or pixels. `human` prints it."""
        if mode == "rgb_array":
            return pixels(self.svg(position, mover))
        text = self.game.block(position, mover)
        if mode == "human":
            print(text)
            return None
        return text if mode == "ansi" else None


def arena(name: str, **parameters: int | str) -> Arena:
    """Return the arena of a game; parameters are added to its name."""
    if parameters:
        added = ",".join(f"{word}={value}" for word, value in parameters.items())
        name = f"{name}{',' if ':' in name else ':'}{added}"
    return _arena(game_named(name).name)


@lru_cache(maxsize=64)
def _arena(name: str) -> Arena:
    return Arena(game_named(name))


def check_limit(step_limit: int) -> int:
    """Return the limit if it is one."""
    if step_limit < 1:
        raise KibitzError("the step limit is 1 or more, not {limit}", limit=step_limit)
    return step_limit
