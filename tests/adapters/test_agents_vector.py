"""Many boards at once: `kibitz.vector_env` does what a `SyncVectorEnv` of single boards does."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz

gymnasium = pytest.importorskip("gymnasium")
agents = pytest.importorskip("kibitz.adapters.gymnasium")
pytestmark = pytest.mark.long


# A built-in game, one with numbered moves, one whose solved positions go on, scores, and a Layout.
@pytest.mark.parametrize(
    "name",
    ["peg:triangle", "lights:rows=2,columns=3", "bridge", "no_three_in_line:side=3", "guarini"],
)
def test_every_array_is_that_of_single_boards(name: str) -> None:
    boards, limit = 7, 9
    ours = kibitz.vector_env(name, boards, step_limit=limit)
    made = [lambda: agents.PuzzleEnv(name, truth=False, step_limit=limit) for _ in range(boards)]
    theirs = gymnasium.vector.SyncVectorEnv(made)
    chance = np.random.default_rng(1)
    seen, info = ours.reset(seed=1)
    other, other_info = theirs.reset(seed=1)
    for step in range(60):
        assert seen.dtype == other.dtype
        assert np.array_equal(seen, other), step
        assert np.array_equal(info["action_mask"], np.stack(other_info["action_mask"])), step
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


def test_what_cannot_be_a_vector_is_a_sentence() -> None:
    with pytest.raises(kibitz.KibitzError, match="noughts is a game for two"):
        kibitz.vector_env("noughts", 2)
    with pytest.raises(kibitz.KibitzError, match="1 to 1,048,576 boards, not 0"):
        kibitz.vector_env("peg:triangle", 0)
    with pytest.raises(kibitz.KibitzError, match="the step limit"):
        kibitz.vector_env("peg:triangle", 1, step_limit=0)


def test_numbers_that_are_no_actions_are_illegal() -> None:
    env = kibitz.vector_env("peg:triangle", 3)
    env.reset()
    before = env.positions.copy()
    _, rewards, _, _, info = env.step(np.array([-1, 10**6, 2**40]))
    assert rewards.tolist() == [-1.0] * 3
    assert info["illegal"].all()
    assert np.array_equal(env.positions, before)


def test_observations_are_right_after_memory_is_full() -> None:
    from kibitz.adapters.gymnasium_vector import SeenPositions

    env = kibitz.vector_env("peg:triangle", 4)
    seen = SeenPositions(env.arena)
    seen.most = 5
    for number in range(1, 60, 3):
        numbers = np.array([number, number + 1, 7, number], dtype=np.int64)
        expected = np.stack([env.arena.planes.see(one) for one in numbers.tolist()])
        assert np.array_equal(seen.of(numbers), expected)
        assert len(seen.numbers) <= 5
