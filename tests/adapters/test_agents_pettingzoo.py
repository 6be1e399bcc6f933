"""Every game for two passes PettingZoo's own tests, and illegal actions are punished."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import kibitz
from kibitz.adapters import pettingzoo as adapter
from kibitz.games.registry import BUILT_IN
from kibitz.rules.objectives.outcomes import Loss, Win
from kibitz.solve.effort import Effort
from tests.support import every_game

pytestmark = [
    pytest.mark.usefixtures("tables_apart"),
    pytest.mark.filterwarnings("ignore:there is no table of:UserWarning"),
    # PettingZoo's tests know by name which games observe a mask beside the board.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]
UNSOLVED = Effort(positions=0)  # the truth itself is in test_agents_truth.py
GAMES = [name for name in every_game.names() if every_game.game(name).rules.aim == "win"]


def test_every_listed_game_is_tested() -> None:
    assert all(entry.ready for entry in adapter.games())
    tested = {every_game.game(name).name for name in GAMES}
    built_in = {one.name for one in adapter.games() if one.family.name in BUILT_IN}
    assert built_in <= tested


@pytest.mark.parametrize("name", GAMES)
def test_the_project_s_own_tests(name: str) -> None:
    env = partial(adapter.env, name, effort=UNSOLVED)
    api_test(env(), num_cycles=60)
    seed_test(env, num_cycles=30)
    render_test(env)


def test_no_mask_without_a_legal_move() -> None:
    env = adapter.env("noughts")
    env.reset()
    assert env.observe("player_0")["action_mask"].tolist() == [1] * 9
    assert env.observe("player_1")["action_mask"].tolist() == [0] * 9
    env.step(4)
    assert env.observe("player_1")["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]


def test_either_player_sees_the_own_pieces_first() -> None:
    env = adapter.env("noughts")
    env.reset()
    env.step(4)
    mine, theirs, empty = env.observe("player_0")["observation"]
    assert mine[1, 1] == 1
    assert not theirs.any()
    assert empty.sum() == 8
    mine, theirs, _ = env.observe("player_1")["observation"]
    assert theirs[1, 1] == 1
    assert not mine.any()


def test_the_winner_gets_1_and_the_loser_minus_1() -> None:
    env = adapter.env("noughts")
    env.reset()
    for square in (0, 3, 1, 4, 2):
        env.step(square)
    unwrapped = env.unwrapped
    assert unwrapped.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.infos["player_0"]["value"] == Win(0)
    assert env.infos["player_1"]["value"] == Loss(0)


def test_an_illegal_action_loses() -> None:
    env = adapter.env("noughts")
    env.reset()
    env.step(4)
    env.step(4)
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": 0, "player_1": -1.0}
    assert [env.step(None) for _ in range(2)] == [None, None]
    assert env.agents == []


def test_an_illegal_action_is_refused_without_the_wrappers() -> None:
    env = adapter.raw_env("noughts", truth=False)
    env.reset()
    env.step(4)
    with pytest.raises(kibitz.KibitzError, match="action 4 is not legal"):
        env.step(4)


def test_an_action_that_does_not_exist_is_refused() -> None:
    env = adapter.env("noughts")
    env.reset()
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(9)


def test_games_without_an_end_are_cut_off() -> None:
    env = adapter.raw_env("lgame", step_limit=4)
    env.reset()
    for _ in range(4):
        assert not any(env.truncations.values())
        optimal = env.infos[env.agent_selection]["optimal"]
        env.step(optimal[0])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_a_hint_is_a_move_where_nothing_is_proved() -> None:
    """X has three in a row with both ends open; only a look ahead is needed to see it."""
    few = Effort(positions=100, compile=False)
    env = adapter.env("noughts:rows=5,columns=5,line=4", truth=False, effort=few)
    env.reset(options={"position": ".XXX.-OOO..-.....-.....-....."})
    raw = env.unwrapped
    chosen = raw.hint()
    assert chosen in (0, 4)
    assert raw.hint() == chosen


def test_infos_tell_what_the_own_last_move_gave_away() -> None:
    env = adapter.env("noughts")
    env.reset()
    assert env.infos["player_0"]["regret"] is None
    env.step(0)
    reported = env.infos["player_0"]
    assert (reported["regret"], reported["delay"]) == (0.0, 0.0)
    assert env.infos["player_1"]["optimal"] == (4,)
    assert env.unwrapped.hint() == 4
    env.step(1)  # beside the corner: lost
    assert env.infos["player_1"]["regret"] == 1.0
    assert env.infos["player_0"]["regret"] == 0.0
    assert env.infos["player_0"]["value"].value == "win"
    assert env.infos["player_1"]["value"].value == "loss"
    assert env.infos["player_1"]["optimal"] == ()


def test_perfect_play_of_oldest_wins_in_as_many_plies_as_the_value_says() -> None:
    env = adapter.env("noughts:oldest")
    env.reset()
    value = env.infos["player_0"]["value"]
    assert value.value == "win"
    plies = 0
    while not any(env.terminations.values()):
        env.step(env.infos[env.agent_selection]["optimal"][0])
        plies += 1
    assert plies == value.distance


def test_it_begins_wherever_it_is_told_to() -> None:
    env = adapter.raw_env("noughts")
    env.reset(options={"position": "XX.-OO.-..."})
    assert env.infos["player_0"]["optimal"] == (2,)
    assert env.infos["player_0"]["position"] == "XX.-OO.-..."


def test_the_player_whom_the_position_names_begins_there() -> None:
    env = adapter.raw_env("dodgem")
    env.reset(options={"position": "UR.-...-...-U"})
    assert env.agent_selection == "player_1"
    assert env.infos["player_1"]["value"] == Win(2)
    seen = env.observe("player_1")
    assert seen["action_mask"].any()
    assert not env.observe("player_0")["action_mask"].any()
    env.reset(options={"position": "UR.-...-...-R"})
    assert env.agent_selection == "player_0"
    assert env.infos["player_0"]["value"] == Loss(3)
    assert not np.array_equal(env.observe("player_0")["observation"], seen["observation"])


def test_puzzles_are_for_one() -> None:
    with pytest.raises(kibitz.KibitzError, match="puzzle for one"):
        adapter.env("lockout")
    with pytest.raises(kibitz.KibitzError, match="step limit"):
        adapter.env("noughts", step_limit=0)


def test_without_the_truth_no_table_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    env = adapter.raw_env("noughts:rows=2,columns=5", truth=False)
    monkeypatch.setattr("kibitz.adapters.arena.Oracle", None)
    env.reset()
    env.step(0)
    assert env.infos == {agent: {"position": "X....-....."} for agent in adapter.AGENTS}


def test_pictures() -> None:
    env = adapter.raw_env("noughts", render_mode="ansi")
    env.reset()
    env.step(4)
    assert env.render() == " ____\n|   |\n| X |\n|   |\n ---\n"
    env = adapter.raw_env("noughts", render_mode="rgb_array")
    env.reset()
    blank = env.render()
    env.step(4)
    assert blank.dtype == np.uint8
    assert blank.shape == (233, 233, 3)  # three squares of 60, the labels and the rim
    assert not np.array_equal(blank, env.render())
    assert "kz-s-cross" in env._repr_svg_()
