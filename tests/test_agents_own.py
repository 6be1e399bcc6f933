"""The adapters take a game in a file as they take a registered one."""

from __future__ import annotations

import pytest

from own_games import EXAMPLES


@pytest.mark.usefixtures("tables_apart")
def test_a_game_for_two_in_a_file() -> None:
    from kibitz.adapters import pettingzoo

    env = pettingzoo.env(str(EXAMPLES / "nim.py:heaps=123"))
    env.reset()
    assert env.infos["player_0"]["value"].value == "loss"  # the nim-sum of 1, 2 and 3 is 0
    while not any(env.terminations.values()):
        env.step(env.infos[env.agent_selection]["optimal"][0])
    assert env.rewards == {"player_0": -1, "player_1": 1}


@pytest.mark.usefixtures("tables_apart")
def test_a_puzzle_in_a_file() -> None:
    from kibitz.adapters import gymnasium

    env = gymnasium.PuzzleEnv(str(EXAMPLES / "hanoi.py:discs=3"))
    _, info = env.reset(seed=1)
    moves = 0
    over = False
    while not over:
        _, _, over, _, info = env.step(info["optimal"][0])
        moves += 1
    assert moves == 2**3 - 1
