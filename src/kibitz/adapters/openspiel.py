"""Every game as an OpenSpiel game: importing this registers them as `kibitz_…`.

    import pyspiel, kibitz.adapters.openspiel
    game = pyspiel.load_game("kibitz_noughts_oldest")
    game = pyspiel.load_game("kibitz_noughts(rows=4,columns=4,line=4)")
    game = kibitz.adapters.openspiel.load("peg:triangle,side=4,vacancy=0")
    game = kibitz.adapters.openspiel.load("examples/nim.py")    # a game in a file

Parameters are those of the game, and `step_limit`, after which an unfinished game ends in a draw,
a puzzle unsolved. OpenSpiel parses a text of digits and dots as a number; quote such a text:
`kibitz_peg_triangle(vacancy='0')`.

A game for two returns 1 for a win, -1 for a loss, or the margin where players count points. A
puzzle to be solved returns 1 less the share of the step limit that it took, or 0; where the end has
a score, minus how far that is from solved, and an end that was not reached counts like every cell
left. Exact values are methods of the state, for the player to move: `state.value()` and
`state.optimal()`, and the loss by an action, `state.regret(action)` and `state.delay(action)`. All
are None or `unknown` if the value is not known.
"""

from typing import Any

import numpy as np
import pyspiel

from kibitz.adapters.arena import SMALL_GAME, STEP_LIMIT, Arena, arena, check_limit
from kibitz.adapters.environment_list import Entry, entries, located
from kibitz.adapters.position_view import View
from kibitz.language.errors import KibitzError, Name
from kibitz.rules.objectives.outcomes import Outcome

LIMIT = "step_limit"
QUOTE = "'"
MOST_KEPT = 200_000  # moments of a game that others refer to, about a kilobyte each
TERMINAL = int(pyspiel.PlayerId.TERMINAL)

_files: dict[str, str] = {}  # OpenSpiel names of games in files, and the files


def load(game: str, step_limit: int = STEP_LIMIT) -> pyspiel.Game:
    """Return the OpenSpiel game of a game by its name in Kibitz, listed or in a file."""
    entry, name = located(game)
    known = entry.family.parameters
    if LIMIT in known:
        raise KibitzError(
            "{word} is a parameter of {name} and, in OpenSpiel, of every game; rename that of the "
            "game",
            word=Name(LIMIT),
            name=entry.name,
        )
    if name.file:
        register_file(entry)
    said = [f"{LIMIT}={step_limit}"]
    for word, value in name.parameters.items():
        said.append(f"{word}={in_quotes(known[word].read(value))}")
    return pyspiel.load_game(f"{identifier(entry)}({','.join(said)})")


def in_quotes(value: int | str) -> int | str:
    """Return a text in quotes: OpenSpiel parses `345` as a number, and rejects an empty text."""
    return f"{QUOTE}{value}{QUOTE}" if isinstance(value, str) else value


def identifier(entry: Entry) -> str:
    """Return the OpenSpiel name of a game."""
    return f"kibitz_{entry.identifier('_')}"


class SharedGame:
    """What all states of a game share."""

    def __init__(self, arena: Arena, limit: int, worst: float) -> None:
        self.arena = arena
        self.limit = limit
        self.worst = worst
        self.moments: dict[tuple[int, int, int], Moment] = {}  # that others refer to
        start = arena.at(arena.rules.start)
        self.first = Moment(self, start, start.mover, 0)


class KibitzGame(pyspiel.Game):
    """A game with fixed parameters; `entry` is set by a subclass."""

    entry: Entry

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        entry = self.entry
        said = params or {}
        words = {name: str(value).strip(QUOTE) for name, value in said.items()}
        chosen = {
            name: words[name]
            for name, parameter in entry.family.parameters.items()
            if words.get(name) and words[name] != str(parameter.default)
        }
        self.arena: Arena = arena(entry.name, SMALL_GAME, chosen)
        self.step_limit = check_limit(self.arena, int(said.get(LIMIT, STEP_LIMIT)))
        two = self.arena.rules.two_players
        self.worst, best = self.arena.utilities
        self.first = SharedGame(self.arena, self.step_limit, self.worst).first
        info = pyspiel.GameInfo(
            num_distinct_actions=self.arena.actions.count,
            max_chance_outcomes=0,
            num_players=2 if two else 1,
            min_utility=self.worst,
            max_utility=best,
            utility_sum=0.0 if two else None,
            max_game_length=min(self.step_limit, self.arena.longest or self.step_limit),
        )
        super().__init__(game_type(entry), info, said)

    def new_initial_state(self) -> "KibitzState":
        return KibitzState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "PlanesObserver | Any":
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.arena, params)
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class Moment:
    """All that a state holds, immutable: OpenSpiel copies a state for each of its children.

    `player` is the player to move as OpenSpiel numbers them, also at the end of the game. A moment
    refers to those after it once they are met, so that a walk through all histories of a game makes
    each only once.
    """

    __slots__ = ("_after", "_legal", "game", "is_over", "mover", "player", "steps", "view")

    def __init__(self, game: SharedGame, view: View, mover: int, steps: int) -> None:
        self.game = game
        self.view = view
        self.mover = mover
        self.steps = steps
        self.is_over = view.is_over or steps >= game.limit
        self.player = TERMINAL if self.is_over else mover
        self._after: dict[int, Moment] = {}
        self._legal: list[int] | None = None

    def __deepcopy__(self, memo: dict[int, object]) -> "Moment":
        return self

    @property
    def legal(self) -> list[int]:
        """The legal actions, ascending; not to be changed."""
        found = self._legal
        if found is None:
            found = self._legal = self.view.legal
        return found

    def after(self, action: int) -> "Moment":
        """Return the moment after a legal action."""
        found = self._after.get(action)
        if found is None:
            game, view = self.game, self.view.after(action)
            mover, steps = self.view.mover_after(self.mover, action), self.steps + 1
            key = view.position, mover, steps
            found = game.moments.get(key) or Moment(game, view, mover, steps)
            if len(game.moments) < MOST_KEPT:
                game.moments[key] = self._after[action] = found
        return found


class KibitzState(pyspiel.State):
    """A position, the player to move, and the number of moves made."""

    def __init__(self, game: KibitzGame) -> None:
        super().__init__(game)
        self.now = game.first

    @property
    def game(self) -> SharedGame:
        """What all states of this game share."""
        return self.now.game

    @property
    def arena(self) -> Arena:
        return self.now.game.arena

    @property
    def view(self) -> View:
        """The current position with its parts."""
        return self.now.view

    @property
    def mover(self) -> int:
        """The player to move, also when the game is over."""
        return self.now.mover

    @property
    def steps(self) -> int:
        """The number of moves made."""
        return self.now.steps

    @property
    def position(self) -> int:
        """The current position, as a number."""
        return self.now.view.position

    def current_player(self) -> int:
        return self.now.player

    def is_terminal(self) -> bool:
        return self.now.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.now.legal

    def _apply_action(self, action: int) -> None:
        self.now = self.now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.arena.game.move_text(self.position, self.arena.actions.move(action))

    def returns(self) -> list[float]:
        rules, over = self.arena.rules, self.view.is_over
        reward = self.arena.reward(rules.worth(self.position)) if over else 0.0
        if rules.objective.players == 2:
            return [reward, -reward] if self.mover == 0 else [-reward, reward]
        if rules.objective.by_distance:
            return [reward - self.steps / (1 + self.game.limit) if reward else 0.0]
        if over:
            return [max(self.game.worst, reward)]
        return [self.game.worst if self.is_terminal() else 0.0]

    def value(self) -> Outcome:
        """Return the outcome of the position for the player to move."""
        return self.view.value()

    def optimal(self) -> tuple[int, ...] | None:
        """Return the best actions, ascending; None if unknown."""
        return self.view.optimal

    def hint(self) -> int | None:
        """Return the action of a best move or, where none is proved, of the best found so far."""
        return self.view.hint

    def regret(self, action: int) -> float | None:
        """Return by how much a legal action makes the result worse; None if unknown."""
        regret = self.view.regret(action)
        return None if regret is None else regret.given

    def delay(self, action: int) -> float | None:
        """Return how many moves a legal action loses if it keeps the result; None if unknown."""
        regret = self.view.regret(action)
        return None if regret is None else regret.delay

    def __str__(self) -> str:
        return self.arena.game.block(self.position, self._mover())

    def _repr_svg_(self) -> str:
        return self.arena.svg(self.position, self._mover())

    def _mover(self) -> int | None:
        return self.mover if self.arena.rules.two_players else None


class PlanesObserver:
    """Observer that returns the planes of the position (`export/planes.py`)."""

    def __init__(self, arena: Arena, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"the board is observed as it is, without {params}")
        self.arena = arena
        self.tensor = np.zeros(int(np.prod(arena.planes.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(arena.planes.shape)}

    def set_from(self, state: KibitzState, player: int) -> None:
        """Set the observation of a state for a player."""
        seen = self.dict["observation"]
        seen.fill(0)
        self.arena.planes.fill(seen, state.position, player == state.mover)

    def string_from(self, state: KibitzState, player: int) -> str:
        """Return the observation of a state for a player, as text."""
        return self.arena.game.block(state.position, 0 if player == state.mover else 1)


def game_type(entry: Entry) -> pyspiel.GameType:
    """Return the OpenSpiel type of a game."""
    two = entry.two_players
    parameters = {
        name: in_quotes(parameter.default)
        for name, parameter in entry.family.parameters.items()
        if not parameter.only or entry.variant in parameter.only
    }
    kinds = pyspiel.GameType
    return kinds(
        short_name=identifier(entry),
        long_name=f"Kibitz: {entry.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if two else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2 if two else 1,
        min_num_players=2 if two else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=entry.ready,
        parameter_specification={**parameters, LIMIT: STEP_LIMIT},
    )


def register() -> None:
    """Register every game in OpenSpiel; existing registrations are kept."""
    known = set(pyspiel.registered_names())
    for entry in entries():
        if identifier(entry) not in known and LIMIT not in entry.family.parameters:
            register_entry(entry)


def register_entry(entry: Entry) -> None:
    """Register one game in OpenSpiel."""
    kind = type(KibitzGame.__name__, (KibitzGame,), {"entry": entry})
    pyspiel.register_game(game_type(entry), kind)


def register_file(entry: Entry) -> None:
    """Register a game in a file in OpenSpiel, in its current version."""
    first = _files.setdefault(identifier(entry), entry.name)
    if first != entry.name:
        raise KibitzError(
            "{first} and {second} would have the same name in OpenSpiel; rename one of them",
            first=first,
            second=entry.name,
        )
    register_entry(entry)


register()
