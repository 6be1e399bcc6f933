"""The `any` variant of noughts and crosses as a game for OpenSpiel.

Three pieces each; once they lie, the player to move picks up any of the own ones and puts it on
an empty square. The text of a state names the player to move, for the board alone does not tell.
"""

from __future__ import annotations

from typing import Any

import pyspiel

SQUARES = 9
PIECES = 3
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EMPTY = "."
SIGNS = "xo"
NAME = "noughts_any"
LONGEST_GAME = 1_000_000  # OpenSpiel wants a bound, and this game has none

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Noughts and crosses with three pieces each",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=SQUARES * (1 + SQUARES),
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=LONGEST_GAME,
)


class NoughtsAny(pyspiel.Game):  # type: ignore[misc]
    """The game."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self, state: Any = None) -> State:
        """Return the empty board."""
        return State(self)


class State(pyspiel.State):  # type: ignore[misc]
    """A board and who is to move. An action is a square, plus 9 times one more than the origin."""

    def __init__(self, game: NoughtsAny) -> None:
        super().__init__(game)
        self.board = [EMPTY] * SQUARES
        self.mover = 0
        self.won = False

    def current_player(self) -> int:
        """Return the player to move."""
        return int(pyspiel.PlayerId.TERMINAL) if self.won else self.mover

    def _legal_actions(self, player: int) -> list[int]:
        empty = [square for square in range(SQUARES) if self.board[square] == EMPTY]
        mine = [square for square in range(SQUARES) if self.board[square] == SIGNS[player]]
        if len(mine) < PIECES:
            return empty
        return [to + SQUARES * (1 + origin) for origin in mine for to in empty]

    def _apply_action(self, action: int) -> None:
        sign = SIGNS[self.mover]
        origin, to = action // SQUARES - 1, action % SQUARES
        if origin >= 0:
            self.board[origin] = EMPTY
        self.board[to] = sign
        self.won = any(all(self.board[square] == sign for square in line) for line in LINES)
        self.mover = 1 - self.mover

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{SIGNS[player]}{action}"

    def is_terminal(self) -> bool:
        """Return whether one of the players has won."""
        return self.won

    def returns(self) -> list[float]:
        """Return what the end is worth for each player."""
        score = (-1.0 if self.mover == 0 else 1.0) if self.won else 0.0
        return [score, -score]

    def __str__(self) -> str:
        return "".join(self.board) + SIGNS[self.mover]


pyspiel.register_game(TYPE, NoughtsAny)
