"""Many boards at once: `kibitz.vector_env` does what a `SyncVectorEnv` of single boards does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kibitz

gymnasium = pytest.importorskip("gymnasium")
agents = pytest.importorskip("kibitz.adapters.gymnasium")
pytestmark = pytest.mark.long


def last_legal(seen: Any, masks: Any) -> Any:
    """Return the last legal action of each board: a policy."""
    assert seen.shape[0] == masks.shape[0]
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


# A built-in game, one with numbered moves, one whose solved positions go on, scores, and a Layout;
# of games for two: plain ones, one with numbered moves, one with the player to move beside the
# board, one with extra moves and points, one with many actions.
@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("peg:triangle", {}),
        ("lights:rows=2,columns=3", {}),
        ("bridge", {}),
        ("no_three_in_line:side=3", {}),
        ("guarini", {}),
        ("noughts", {}),
        ("noughts", {"opponent": None}),
        ("noughts", {"opponent": "perfect", "side": None}),
        ("noughts:oldest", {"opponent": "perfect", "side": 1}),
        ("four:rows=4,columns=4", {"side": None}),
        ("hexapawn", {"opponent": last_legal, "side": None}),
        ("dodgem", {"opponent": None}),
        ("dodgem:start=R..-...-.UU-U", {"opponent": "perfect", "side": 1}),  # U is to move
        ("dots_and_boxes:rows=1,columns=2", {"side": None}),
        ("dots_and_boxes:rows=1,columns=2", {"opponent": "perfect", "side": 1}),
        ("dots_and_boxes:rows=1,columns=2", {"opponent": None}),
        ("lgame", {"side": 1}),
    ],
)
def test_every_array_is_that_of_single_boards(name: str, choices: dict[str, Any]) -> None:
    boards, limit = 7, 9
    ours = kibitz.vector_env(name, boards, step_limit=limit, **choices)

    def single() -> Any:
        made = agents.make(name, truth=False, step_limit=limit, **choices)
        return made.unwrapped

    theirs = gymnasium.vector.SyncVectorEnv([single] * boards)
    chance = np.random.default_rng(1)
    seen, info = ours.reset(seed=1)
    other, other_info = theirs.reset(seed=1)
    for step in range(60):
        assert seen.dtype == other.dtype
        assert np.array_equal(seen, other), step
        assert np.array_equal(info["action_mask"], np.stack(other_info["action_mask"])), step
        if ours.two_players:
            assert np.array_equal(info["mover"], other_info["mover"]), step
        texts = [ours.arena.game.text(number) for number in info["number"].tolist()]
        assert texts == list(other_info["position"])
        actions = chance.integers(0, ours.arena.actions.count, boards)
        for board in range(boards):  # mostly legal ones
            legal = np.flatnonzero(info["action_mask"][board])
            if len(legal) and chance.random() < 0.9:
                actions[board] = chance.choice(legal)
        seen, rewards, over, cut, info = ours.step(actions)
        other, other_rewards, other_over, other_cut, other_info = theirs.step(actions)
        assert np.allclose(rewards, other_rewards), step
        assert np.array_equal(over, other_over), step
        assert np.array_equal(cut, other_cut), step
    assert seen in ours.observation_space


@pytest.mark.parametrize("opponent", [None, "random"])
def test_a_position_says_who_is_to_move_there(opponent: str | None) -> None:
    options = {"position": "UR.-...-...-U"}  # U drives off the board and wins
    side: dict[str, Any] = {"opponent": opponent, "side": 1}
    single = agents.make("dodgem", **side)
    seen, info = single.reset(seed=1, options=options)
    assert info["mover"] == 1
    assert info["value"] == kibitz.Win(2)
    many = kibitz.vector_env("dodgem", 2, **side)
    both, infos = many.reset(seed=1, options=options)
    assert infos["mover"].tolist() == [1, 1]
    assert np.array_equal(both, np.stack([seen, seen]))
    assert np.array_equal(infos["action_mask"][0], info["action_mask"])
    other, _ = single.reset(options={"position": "UR.-...-...-R"})
    if opponent is None:
        assert not np.array_equal(seen, other)


def play(env: Any, games: int) -> list[float]:
    """Return the rewards at the ends of games of random legal actions."""
    chance = np.random.default_rng(2)
    _, info = env.reset(seed=3)
    ends: list[float] = []
    while len(ends) < games:
        masks = info["action_mask"]
        actions = (chance.random(masks.shape) * masks).argmax(axis=1)
        _, rewards, over, _, info = env.step(actions)
        ends += rewards[over].tolist()
    return ends


def test_a_perfect_opponent_never_loses_a_game_that_is_not_lost() -> None:
    assert max(play(kibitz.vector_env("noughts", 64, opponent="perfect", side=None), 500)) == 0.0
    # The first player wins noughts:oldest: the opponent who begins wins every game.
    begun = kibitz.vector_env("noughts:oldest", 64, opponent="perfect", side=1)
    assert set(play(begun, 200)) == {-1.0}


def test_a_random_opponent_plays_every_reply_and_seeds_repeat_it() -> None:
    env = kibitz.vector_env("noughts", 500)
    openings = []
    for _ in range(2):
        env.reset(seed=5)
        _, _, _, _, info = env.step(np.full(500, 4))
        openings.append(info["number"])
    assert np.array_equal(*openings)
    assert len(set(openings[0].tolist())) == 8


def test_both_players_of_one_board_get_their_own_rewards() -> None:
    env = kibitz.vector_env("noughts", 1, opponent=None)
    env.reset(seed=1)
    rewards = [env.step(np.array([action]))[1][0] for action in (0, 3, 1, 4, 2)]
    assert rewards == [0.0, 0.0, 0.0, 0.0, 1.0]  # X, who moved, has the upper row


def test_what_cannot_be_a_vector_is_a_sentence() -> None:
    with pytest.raises(kibitz.KibitzError, match="1 to 1,048,576 boards, not 0"):
        kibitz.vector_env("peg:triangle", 0)
    with pytest.raises(kibitz.KibitzError, match="the step limit"):
        kibitz.vector_env("peg:triangle", 1, step_limit=0)
    with pytest.raises(kibitz.KibitzError, match="there is no opponent"):
        kibitz.vector_env("peg:triangle", 1, opponent="perfect")
    with pytest.raises(kibitz.KibitzError, match="an opponent of agents is random, perfect"):
        kibitz.vector_env("noughts", 1, opponent="easy")
    with pytest.raises(kibitz.KibitzError, match="0, 1 or None, not 2"):
        kibitz.vector_env("noughts", 1, side=2)
    with pytest.raises(kibitz.KibitzError, match="no opponent plays it perfectly"):
        kibitz.vector_env("noughts:rows=5,columns=5", 1, opponent="perfect")
    env = kibitz.vector_env("noughts", 2, opponent=lambda seen, masks: [4] * len(masks))
    env.reset()
    with pytest.raises(kibitz.KibitzError, match="action 4 of the opponent is not legal"):
        env.step(np.array([4, 4]))


def test_numbers_that_are_no_actions_are_illegal() -> None:
    env = kibitz.vector_env("peg:triangle", 3)
    env.reset()
    before = env.positions.copy()
    _, rewards, _, _, info = env.step(np.array([-1, 10**6, 2**40]))
    assert rewards.tolist() == [-1.0] * 3
    assert info["illegal"].all()
    assert np.array_equal(env.positions, before)


@pytest.mark.parametrize("name", ["peg:triangle", "pouring_jugs"])  # the second has no layout
def test_observations_are_those_of_each_position(name: str) -> None:
    env = kibitz.vector_env(name, 4)
    start = env.arena.rules.start
    numbers = [start, *(env.arena.rules.play(start, one) for one in env.arena.rules.moves(start))]
    for to_move in (True, False):
        expected = np.stack([env.arena.planes.see(one, to_move) for one in numbers])
        assert np.array_equal(env.seen(np.array(numbers), to_move), expected)
