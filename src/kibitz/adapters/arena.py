"""Game data that all adapters share: actions, planes, outcomes and pictures."""

import warnings
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from math import prod
from typing import Any

from kibitz.adapters.environment_list import located
from kibitz.adapters.game_length import longest_game
from kibitz.adapters.position_view import View
from kibitz.adapters.raster import pixels
from kibitz.drawing.picture import picture
from kibitz.export.actions import Actions
from kibitz.export.planes import Planes
from kibitz.games.registry import game_named, last_change
from kibitz.language.errors import KibitzError, Name, Sentence
from kibitz.oracle.answer import outcome_for_mover
from kibitz.oracle.oracle import Oracle
from kibitz.rules import MoveId, PositionId
from kibitz.rules.base_game import BaseGame
from kibitz.rules.game_name import GameName
from kibitz.rules.objectives.outcomes import Outcome, Unknown
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore, kept_name
from kibitz.solve.structure import solver_of

STEP_LIMIT = 200
SMALL_GAME = Effort(positions=500_000)  # a game of this size is solved in advance, in seconds
UNKNOWN = (
    "there is no table of {name}, so the values of its positions are unknown: kibitz table {name} "
    "makes one, effort=kibitz.Effort(positions=…) searches each position, which is slow, and "
    "truth=False leaves the values out"
)
SEARCHED = (
    "there is no table of {name}, so each position is searched, which is slow: kibitz table {name} "
    "makes one"
)
NOT_SEARCHED = Unknown(
    Sentence("no table has this position, and agents search only with an effort of their own")
)
VIEWS_MEMORY = 64 << 20  # bytes, approximately, for the positions that an arena caches
MOST_SEARCHED = 100_000  # cached outcomes
RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 2


class Arena:
    """A game with numbered moves and encoded positions; immutable.

    Outcomes are looked up in the table of the game. It is loaded, or built for a small game, when
    the first outcome is needed. Positions that are not in it are unknown or, with an `effort`,
    searched within that; the effort then limits building the table, too. Without one, `small` does.
    A large peg board where a sweep decides every position needs no table: no value is unknown.
    """

    def __init__(
        self, game: BaseGame, effort: Effort | None = None, *, small: Effort = SMALL_GAME
    ) -> None:
        self.game = game
        self.effort = effort
        self._small = small
        self.rules = game.rules
        self.actions = Actions(game)
        self.planes = Planes(game)
        self._fresh = lru_cache(1)(self._oracle_for)
        self._search = lru_cache(MOST_SEARCHED)(self._searched)
        self._search_moves = lru_cache(MOST_SEARCHED // 100)(self._searched_moves)
        self._warned = False
        size = 1000 + self.actions.count + 2 * prod(self.planes.shape)
        self.at: Callable[[int], View] = lru_cache(VIEWS_MEMORY // size + 1)(self._view)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Arena":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Arena"], tuple[str, Effort | None]]:
        # Rules are functions, which cannot be pickled.
        return arena, (self.game.name, self.effort)

    def _view(self, position: int) -> View:
        return View(self, position)

    @cached_property
    def lookup(self) -> Effort:
        """The effort of a look-up: none, or a sweep where that decides every position at once."""
        solver = solver_of(self.rules)
        at_once = not solver.lists_positions and solver.decides_at_once
        return Effort.unlimited if at_once else Effort.lookup_only

    @cached_property
    def oracle(self) -> Oracle:
        """Oracle that only looks outcomes up."""
        maker = Oracle(self.game, effort=self.effort or self._small)
        if self.lookup == Effort.lookup_only:
            maker.prepare()
        return Oracle(self.game, effort=self.lookup, table=maker.table)

    @cached_property
    def longest(self) -> int | None:
        """The maximum length of a game from the start; None if there is no known limit."""
        return longest_game(self.rules)

    @cached_property
    def most_points(self) -> float:
        """An upper bound of scores and margins: the greatest in the table, if there is one."""
        table = self.oracle.table
        if table is None:
            return float(self.rules.objective.most_worth)
        return float(max(abs(one.measure or 0) for one in table.histogram()))

    @property
    def utilities(self) -> tuple[float, float]:
        """The least and the greatest reward.

        Where ends have scores, a puzzle that is not played to its end is worth the least.
        """
        objective = self.rules.objective
        if objective.name == "score":
            return -self.most_points, self.most_points
        if objective.name == "lowest":
            return self.reward(len(self.game.board) + 1), 0.0
        if objective.name == "highest":
            return self.reward(-1), self.most_points - objective.solved_at
        return -1.0 if self.rules.two_players else 0.0, 1.0

    def reward(self, worth: int) -> float:
        """Return the reward at an end with this worth; of two players, that of the one to move."""
        objective = self.rules.objective
        if not objective.by_score:
            return float(worth)
        return float((worth - objective.solved_at) * (-1 if objective.name == "lowest" else 1))

    def hint(self, position: int) -> int | None:
        """Return a best move or, where none is proved, the best found so far.

        Like values, it does not depend on earlier questions.
        """
        fresh = Oracle(self.game, effort=self.lookup, table=self.oracle.table)
        return fresh.hint(PositionId(position))

    def value(self, position: int) -> Outcome:
        """Return the outcome of a position for the player to move.

        It does not depend on earlier questions. So each search starts from scratch: results of
        one would settle others that are not proved within the effort.
        """
        outcome = self.oracle.outcome(PositionId(position), self.lookup)
        if outcome.known:
            return outcome
        if not outcome.proved and self.oracle.table is None and not self._warned:
            self._warned = True
            sentence = UNKNOWN if self.effort is None else SEARCHED
            warnings.warn(sentence.format(name=self.game.name), stacklevel=2)
        if self.effort is not None:
            return self._search(position)
        return outcome if outcome.proved else NOT_SEARCHED

    def _searched(self, position: int) -> Outcome:
        return self._fresh(position).outcome(PositionId(position))

    def value_of_move(self, position: int, move: int) -> Outcome:
        """Return the outcome of a legal move for the player who makes it, in the same way."""
        after = self.oracle.outcome(self.rules.play(position, move), self.lookup)
        if not after.known and self.effort is not None:
            return self._search_moves(position)[move]
        return outcome_for_mover(self.rules, PositionId(position), MoveId(move), after)

    def _searched_moves(self, position: int) -> dict[int, Outcome]:
        options = self._fresh(position).moves(PositionId(position))
        return {option.move: option.outcome for option in options}

    def _oracle_for(self, position: int) -> Oracle:
        """Return a fresh oracle for one position."""
        assert self.effort is not None
        return Oracle(self.game, effort=self.effort)

    def position(self, wanted: int | str | None) -> int:
        """Return a position given as a number or as its text; the start if None."""
        if wanted is None:
            return self.rules.start
        return self.game.parse(wanted) if isinstance(wanted, str) else int(wanted)

    def svg(self, position: int, mover: int | None) -> str:
        return picture(self.game, position, mover)

    def render(self, mode: str | None, position: int, mover: int | None) -> Any:
        """Render a position in a mode: text, or pixels. `human` prints it."""
        if mode == "rgb_array":
            return pixels(self.svg(position, mover))
        text = self.game.block(position, mover)
        if mode == "human":
            print(text)
            return None
        return text if mode == "ansi" else None


def arena(
    name: str, effort: Effort | None = None, parameters: Mapping[str, int | str] | None = None
) -> "Arena":
    """Return the arena of a game; parameters are added to its name."""
    game = game_named(GameName(name).adding(**parameters or {}))
    settled = game.name
    if not isinstance(effort, Effort | None):
        wrong = KibitzError("an effort is a kibitz.Effort or None, not {wrong}", wrong=repr(effort))
        raise refused(settled, "effort", effort, wrong)
    changed = last_change(settled.file), TableStore().stamp(kept_name(settled, game.rules))
    return _arena(settled, changed, effort)


@lru_cache(maxsize=64)
def _arena(name: str, changed: tuple[object, ...], effort: Effort | None) -> "Arena":
    return Arena(game_named(name), effort)


def check_limit(arena: Arena, step_limit: int) -> int:
    """Return the step limit; raise an error if it is below 1."""
    if step_limit < 1:
        wrong = KibitzError("the step limit is 1 or more, not {limit}", limit=step_limit)
        raise refused(arena.game.name, "step_limit", step_limit, wrong)
    return step_limit


def refused(name: GameName, word: str, value: object, error: KibitzError) -> KibitzError:
    """Return the error for a wrong value of what an environment takes, one of `OWN_PARAMETERS`.

    If the game has a parameter of that name, it says where that is given.
    """
    if word in name.parameters or word not in located(name)[0].family.parameters:
        return error
    return KibitzError(
        "{error}; the {word} of {game} is part of its name: {name}",
        error=error,
        word=Name(word),
        game=name,
        name=name.adding(**{word: str(value)}),
    )
