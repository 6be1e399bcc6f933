"""What every adapter needs of a game, in one place: actions, planes, outcomes and pictures."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property, lru_cache
from math import prod

from kibitz.adapters.length import longest_game
from kibitz.adapters.raster import pixels
from kibitz.adapters.view import View
from kibitz.objectives.objective import LARGEST_MARGIN
from kibitz.objectives.outcomes import Margin
from kibitz.play.actions import Actions
from kibitz.play.diagram import diagram
from kibitz.play.naming import game as game_named
from kibitz.play.oracle import Oracle
from kibitz.play.picture import picture
from kibitz.play.planes import Planes
from kibitz.rules.errors import KibitzError
from kibitz.rules.game_name import GameName
from kibitz.solve.effort import Effort
from kibitz.solve.making import find
from kibitz.solve.shelf import Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kibitz.objectives.outcomes import Outcome, Regret
    from kibitz.rules.game import Game

STEP_LIMIT = 200
AGENT_EFFORT = Effort(positions=500_000)  # some seconds of work, once, before agents begin
VIEWS_MEMORY = 64 << 20  # bytes, about, for the positions that an arena remembers
RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 2


class Arena:
    """A game with its moves numbered and its positions made visible; nothing in it changes.

    The table is looked for, or made, when something is first asked that it takes; `effort` limits
    that.
    """

    def __init__(self, game: Game, effort: Effort = AGENT_EFFORT) -> None:
        self.game = game
        self.effort = effort
        self.rules = game.rules
        self.actions = Actions(game)
        self.planes = Planes(game)
        size = 1000 + self.actions.count + 2 * prod(self.planes.shape)
        self.at: Callable[[int], View] = lru_cache(VIEWS_MEMORY // size + 1)(self._view)

    def __deepcopy__(self, memo: dict[int, Any]) -> Arena:
        return self

    def __reduce__(self) -> tuple[Callable[..., Arena], tuple[str, Effort]]:
        # Rules are functions, which cannot be pickled.
        return arena, (self.game.name, self.effort)

    def _view(self, position: int) -> View:
        return View(self, position)

    @cached_property
    def oracle(self) -> Oracle:
        """What knows the outcomes of the game."""
        oracle = Oracle(self.game, effort=self.effort)
        oracle.prepare()
        return oracle

    @cached_property
    def longest(self) -> int | None:
        """How many moves a game from the start takes at most; None if there is no known limit."""
        return longest_game(self.rules)

    @cached_property
    def most_points(self) -> float:
        """A number of points that no margin exceeds: the greatest in the table, if there is one."""
        table = find(self.game.name, self.rules, Shelf()) if self.oracle else None
        margins = table.histogram() if table else {Margin(LARGEST_MARGIN): None}
        return float(max(abs(one.measure or 0) for one in margins))

    def legal(self, position: int) -> list[int]:
        """Return the legal actions, ascending."""
        return self.at(position).legal

    def is_over(self, position: int) -> bool:
        """Tell whether no move is left."""
        return self.at(position).is_over

    def value(self, position: int) -> Outcome:
        """Return the outcome of a position for the player to move."""
        return self.at(position).value()

    def optimal(self, position: int) -> tuple[int, ...] | None:
        """Return the best actions, ascending; None if unknown."""
        return self.at(position).optimal

    def regret(self, position: int, action: int) -> Regret | None:
        """Return what a legal action gives away; None if unknown."""
        return self.at(position).regret(action)

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
            return pixels(diagram(self.game, position, mover))
        text = self.game.block(position, mover)
        if mode == "human":
            print(text)
            return None
        return text if mode == "ansi" else None


def arena(name: str, effort: Effort = AGENT_EFFORT, **parameters: int | str) -> Arena:
    """Return the arena of a game; parameters are added to its name."""
    settled = game_named(GameName(name).adding(**parameters)).name
    return _arena(settled, last_change(settled), effort)


@lru_cache(maxsize=64)
def _arena(name: str, changed: int, effort: Effort) -> Arena:
    return Arena(game_named(name), effort)


def last_change(name: GameName) -> int:
    """Return when the file that a game is in was last written; 0 for a game that is in no file."""
    with suppress(OSError):
        return os.stat(name.file).st_mtime_ns if name.file else 0
    return 0


def check_limit(step_limit: int) -> int:
    """Return the limit if it is one."""
    if step_limit < 1:
        raise KibitzError("the step limit is 1 or more, not {limit}", limit=step_limit)
    return step_limit
