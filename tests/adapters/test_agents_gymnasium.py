"""Every puzzle passes Gymnasium's own check, and no action makes it raise."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kibitz
import kibitz.adapters.gymnasium as adapter
from kibitz.adapters.environment_list import entries
from kibitz.games.registry import BUILT_IN
from kibitz.rules.objectives.outcomes import Solvable
from kibitz.solve.effort import Effort
from tests.support import every_game
from tests.support.scope import EVERYTHING

pytestmark = [
    pytest.mark.usefixtures("tables_apart"),
    pytest.mark.filterwarnings("ignore:there is no table of:UserWarning"),
]
PUZZLES = [name for name in every_game.names() if every_game.game(name).rules.aim != "win"]
DRAWN = "peg:drawn,board=oo.oooooooooo"
LITTLE = Effort(positions=100)  # the truth itself is in test_agents_truth.py
# Games whose exact values are checked at every step; how they are given is the same for all.
WITH_TRUTH = PUZZLES if EVERYTHING else ["lockout", "peg:triangle", "peg:english"]


def test_every_listed_puzzle_is_tested() -> None:
    tested = {every_game.game(name).name for name in PUZZLES}
    puzzles = [entry for entry in entries() if not entry.two_players]
    for entry in puzzles:
        assert (adapter.identifier(entry) in gymnasium.registry) == entry.ready
        assert entry.name in tested or not entry.ready or entry.family.name not in BUILT_IN
    assert [entry.name for entry in puzzles if not entry.ready] == ["peg:drawn"]
    assert DRAWN in tested


@pytest.mark.parametrize("name", PUZZLES)
def test_the_project_s_own_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = adapter.make(name, effort=LITTLE).unwrapped
    assert env.spec is not None
    check_env(env)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_random_episode_ends_and_stays_within_its_spaces(name: str) -> None:
    env = adapter.make(name, step_limit=50, effort=LITTLE, truth=name in WITH_TRUTH)
    observation, info = env.reset(seed=3)
    env.action_space.seed(3)
    game = every_game.game(name)
    position = game.rules.start
    for step in range(1, 51):
        assert env.observation_space.contains(observation)
        assert info["position"] == game.text(position)
        legal = list(game.rules.moves(position))
        assert sorted(legal) == np.flatnonzero(info["action_mask"]).tolist()
        action = env.action_space.sample(info["action_mask"])
        position = game.rules.play(position, int(action))
        observation, reward, terminated, truncated, info = env.step(action)
        assert not info["illegal"]
        over = not list(game.rules.moves(position))
        assert (terminated, truncated) == (over, not over and step == 50)
        if over and game.rules.aim == "lowest":
            assert reward == game.rules.solved_at - game.rules.worth(position)
        if terminated or truncated:
            return
    pytest.fail("the episode went on beyond its limit")


def test_whatever_is_registered_can_be_made() -> None:
    registered = [name for name in gymnasium.registry if name.startswith("kibitz/")]
    assert "kibitz/lockout-v0" in registered
    for name in registered:
        gymnasium.make(name, truth=False).reset()
    drawn = adapter.make("peg:drawn,board=oo.", truth=False)
    assert drawn.reset()[1]["position"] == "oo."
    with pytest.raises(kibitz.KibitzError, match="needs a drawing"):
        adapter.make("peg:drawn")


@pytest.mark.parametrize("name", ["lockout", "peg:triangle"])
def test_masks_as_maskable_ppo_asks_for_them(name: str) -> None:
    env: Any = adapter.make(name, truth=False)
    _, info = env.reset()
    for _ in range(5):
        masks = env.get_wrapper_attr("action_masks")()  # as its vectors of environments do
        assert masks.dtype == np.bool_
        assert masks.shape == (env.action_space.n,)
        game = env.unwrapped.arena.game
        assert np.flatnonzero(masks).tolist() == sorted(
            game.rules.moves(game.parse(info["position"]))
        )
        _, _, terminated, _, info = env.step(np.flatnonzero(masks)[0])
        if terminated:
            assert not env.get_wrapper_attr("action_masks")().any()
            return


def test_what_was_returned_belongs_to_the_caller() -> None:
    env = adapter.PuzzleEnv("lockout")
    observation, info = env.reset()
    before = observation.copy(), info["action_mask"].copy()
    observation[:] = 9
    info["action_mask"][:] = 9
    observation, info = env.reset()
    assert np.array_equal(observation, before[0])
    assert np.array_equal(info["action_mask"], before[1])


NO_ACTIONS: list[Any] = [
    -1, 10**30, 0.5, "1", "", None, float("nan"), float("inf"), [1, 2], np.array([1, 2]), {}, b"1",
]  # fmt: skip


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_whatever_is_no_action_changes_nothing_and_raises_nothing(action: Any) -> None:
    env = adapter.PuzzleEnv("peg:triangle")
    before, info_before = env.reset()
    after, reward, terminated, truncated, info = env.step(action)
    assert np.array_equal(before, after)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, False, False, True)
    assert info["position"] == info_before["position"]
    assert info["regret"] is info["delay"] is None


def test_an_illegal_action_costs_a_step() -> None:
    env = adapter.PuzzleEnv("lockout", step_limit=3)
    _, info = env.reset()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    ends = [env.step(np.int64(illegal))[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]


def test_nothing_happens_after_the_end() -> None:
    env = adapter.PuzzleEnv("peg:drawn", board="oo.")
    _, info = env.reset()
    (action,) = info["optimal"]
    assert env.hint() == action
    _, reward, terminated, _, info = env.step(action)
    assert (reward, terminated, info["optimal"]) == (0.0, True, ())
    assert info["value"] == Solvable(score=1)
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["illegal"]) == (0.0, True, False, True)


def test_best_actions_solve_in_as_many_slides_as_the_value_says() -> None:
    env = adapter.make("lockout")
    _, info = env.reset()
    value = info["value"]
    assert value.value == "solvable"
    total, terminated, slides = 0.0, False, 0
    while not terminated:
        _, reward, terminated, _, info = env.step(info["optimal"][0])
        assert (info["regret"], info["delay"]) == (0.0, 0.0)
        total += float(reward)
        slides += 1
    assert slides == value.distance
    assert total == pytest.approx(1 - slides / 200)


def test_it_begins_wherever_it_is_told_to() -> None:
    env = adapter.PuzzleEnv("peg:triangle")
    text = "o-oo-.o.-....-....."
    _, info = env.reset(options={"position": text})
    assert info["position"] == text
    position = env.arena.game.parse(text)
    assert env.reset(options={"position": position})[1]["position"] == text


@pytest.mark.parametrize("opponent", ["random", "perfect", None])
def test_a_game_for_two(opponent: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    env = adapter.make("noughts:oldest", opponent=opponent, side=1 if opponent else 0).unwrapped
    check_env(env)
    capsys.readouterr()
    _, info = env.reset(seed=1)
    assert info["mover"] == (1 if opponent else 0)
    for _ in range(40):  # the values are those of the agent, who plays perfectly
        assert info["value"].known
        best = info["optimal"]
        assert set(best) <= set(np.flatnonzero(info["action_mask"]).tolist())
        _, reward, over, _, info = env.step(best[0])
        assert info["regret"] == 0
        if over:
            break
    assert reward == {"perfect": -1.0}.get(str(opponent), reward)  # who begins wins this game
    assert over


def test_parameters_and_games_that_do_not_fit() -> None:
    assert gymnasium.make("kibitz/peg-triangle-v0", side=4).observation_space.shape == (2, 4, 7)
    by_module = gymnasium.make("kibitz.adapters.gymnasium:kibitz/lockout-v0")
    assert by_module.observation_space.shape == (3, 5, 5)
    for wrong in ("noughts", "lgame"):
        with pytest.raises(kibitz.KibitzError, match="game for two"):
            adapter.PuzzleEnv(wrong)
    with pytest.raises(kibitz.KibitzError, match="step limit"):
        adapter.PuzzleEnv("lockout", step_limit=0)
    with pytest.raises(kibitz.KibitzError, match="side"):
        adapter.PuzzleEnv("peg:triangle", side=0)


def test_without_the_truth_no_table_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    env = adapter.PuzzleEnv("lockout:helpers=3", truth=False)
    monkeypatch.setattr("kibitz.adapters.arena.Oracle", None)
    _, info = env.reset()
    assert set(info) == {"action_mask", "position"}
    _, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert set(info) == {"action_mask", "position", "illegal"}


def test_many_at_once() -> None:
    envs = gymnasium.make_vec("kibitz/peg-triangle-v0", num_envs=3, vectorization_mode="sync")
    _, infos = envs.reset(seed=1)
    assert infos["value"].tolist() == [Solvable(score=1)] * 3
    for _ in range(30):
        legal = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in infos["action_mask"]]
        _, _, _, _, infos = envs.step(np.array(legal))
    envs.close()


def test_pictures() -> None:
    env = adapter.PuzzleEnv("lockout", render_mode="ansi")
    env.reset()
    assert env.render() == env.arena.game.block(env.position)
    env = adapter.PuzzleEnv("lockout", render_mode="rgb_array")
    env.reset()
    assert env.render().shape == (353, 353, 3)  # five squares of 60, the labels and the rim
    assert adapter.PuzzleEnv("lockout").render() is None
    assert env._repr_svg_().startswith("<svg")
