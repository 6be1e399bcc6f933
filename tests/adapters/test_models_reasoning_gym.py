"""The data set of reasoning-gym, by the conventions of its own tests."""

from __future__ import annotations

import random

import pytest

from kibitz.games.registry import game_named
from kibitz.tasksets.task_kinds import KINDS
from kibitz.tasksets.task_sets import kinds_for

pytest.importorskip("reasoning_gym", reason="needs kibitz[reasoning-gym]")

import reasoning_gym
from reasoning_gym.composite import DatasetSpec

from kibitz.adapters.reasoning_gym import KibitzConfig, KibitzCurriculum, KibitzDataset

GAMES = ("noughts", "peg:triangle", "lockout")


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "x"}, {"size": 0}, {"split": "x"}, {"min_distance": 5, "max_distance": 3}],
)
def test_a_wrong_option_is_an_assertion_error(wrong: dict[str, object]) -> None:
    with pytest.raises(AssertionError):
        reasoning_gym.create_dataset("kibitz", **wrong)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_items_are_deterministic_and_scored_exactly(game: str, kind: str) -> None:
    if kind not in kinds_for(game_named(game)):
        pytest.skip(f"tasks of the kind {kind} make no sense for {game}")
    made = [
        reasoning_gym.create_dataset("kibitz", game=game, kind=kind, seed=42, size=5)
        for _ in range(2)
    ]
    assert made[0].category == "games"
    items = list(made[0])
    assert len(items) == len(made[0]) == 5
    for index, item in enumerate(items):
        assert item == made[1][index]
        assert item["metadata"]["source_dataset"] == "kibitz"
        assert item["metadata"]["source_index"] == index
        assert "difficulty" in item["metadata"]
        assert made[0].score_answer(item["answer"], item) == 1.0
        for empty in (None, "", "nonsense"):
            assert made[0].score_answer(empty, item) == 0.0


def test_a_random_model_has_the_reward_that_the_metadata_state() -> None:
    """The mean over many random legal moves comes near the exact mean of the tasks."""
    data = reasoning_gym.create_dataset("kibitz", game="noughts", seed=1, size=300)
    game, rng = game_named("noughts"), random.Random(3)
    got, expected = 0.0, 0.0
    for item in data:
        position = game.parse(item["metadata"]["position"])
        move = rng.choice(list(game.rules.moves(position)))
        got += data.score_answer(game.move_text(position, move), item)
        expected += item["metadata"]["random_reward"]
    assert abs(got - expected) / 300 < 0.1


def test_the_curriculum_raises_the_distance() -> None:
    curriculum = reasoning_gym.factory.create_curriculum("kibitz")
    assert isinstance(curriculum, KibitzCurriculum)
    base = {"size": 5, "seed": 1, "game": "lockout", "kind": "solve"}
    first: KibitzConfig = curriculum.generate_configuration(base)
    assert (first.min_distance, first.max_distance) == (1, 3)
    curriculum.increment_attr_level("distance")
    second: KibitzConfig = curriculum.generate_configuration(base)
    assert (second.min_distance, second.max_distance) == (1, 5)
    for item in KibitzDataset(second):
        assert 1 <= item["metadata"]["difficulty"]["measure"] <= 5


def test_it_goes_into_a_composite_data_set() -> None:
    data = reasoning_gym.create_dataset(
        "composite",
        size=8,
        seed=1,
        datasets=[
            DatasetSpec(name="kibitz", weight=1, config={"game": "nim"}),
            DatasetSpec(name="leg_counting", weight=1, config={}),
        ],
    )
    assert all(data.score_answer(item["answer"], item) == 1.0 for item in data)
