"""The tasks of Inspect, run with its own mock model."""

from __future__ import annotations

import gc
import random
from typing import TYPE_CHECKING, Any

import pytest

from kibitz.games.registry import game_named

pytest.importorskip("inspect_ai", reason="needs kibitz[inspect]")

import inspect_ai
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.util import registry_info

from kibitz.adapters import inspect_ai as adapter
from kibitz.tasksets.graded_match import GradedMatch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from inspect_ai.dataset import Sample

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
OPTIONS: dict[str, Any] = {"game": "noughts:oldest", "kind": "move", "count": 6}


def run(folder: Path, task: Any, answer: Callable[[list[Any]], str]) -> Any:
    """Return the log of an evaluation in which `answer` gives the reply to a chat."""

    def reply(messages: list[Any], *rest: object) -> ModelOutput:
        made = ModelOutput.from_content("mockllm/model", answer(messages))
        made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return made  # without usage, a tokenizer would be fetched

    model = get_model("mockllm/model", custom_outputs=reply)
    (log,) = inspect_ai.eval(task, model=model, log_dir=str(folder), display="none")
    gc.collect()  # streams that Inspect leaves open warn here, where that is ignored
    assert log.status == "success", log.error
    return log


def evaluated(folder: Path, answer: Callable[[Sample], str], **options: Any) -> Any:
    """Return the log of an evaluation in which `answer` gives the reply to each sample."""
    task = adapter.tasks(**OPTIONS | options)
    replies = {sample.input: answer(sample) for sample in task.dataset}
    return run(folder, task, lambda messages: f"Answer: {replies[messages[-1].text]}")


def means(log: Any) -> dict[str, float]:
    return {score.name: score.metrics["mean"].value for score in log.results.scores}


def test_a_perfect_model_has_the_whole_reward(tmp_path: Path) -> None:
    found = means(evaluated(tmp_path, lambda sample: sample.target[0]))
    assert found["reward"] == found["exact"] == found["keeps"] == found["legal"] == 1
    assert 0 < found["random"] < 1


def test_a_random_model_has_the_reward_of_its_moves(tmp_path: Path) -> None:
    game, rng = game_named(OPTIONS["game"]), random.Random(1)

    def any_move(sample: Sample) -> str:
        position = game.parse((sample.metadata or {})["position"])
        return game.move_text(position, rng.choice(list(game.rules.moves(position))))

    log = evaluated(tmp_path, any_move)
    found = means(log)
    assert found["legal"] == 1
    assert found["reward"] < 1
    for sample in log.samples:
        answer = sample.output.completion.removeprefix("Answer: ")
        exact = sample.scores["exact_grade"].value["exact"]
        assert bool(exact) == (answer in sample.target)


def test_a_reply_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    log = evaluated(tmp_path, lambda sample: "nothing", count=1)
    assert means(log)["legal"] == 0
    assert log.samples[0].scores["exact_grade"].explanation


def test_the_package_registers_the_task() -> None:
    """`inspect eval kibitz/tasks` finds it by an entry point."""
    from importlib.metadata import entry_points

    (point,) = entry_points(group="inspect_ai", name="kibitz")
    assert point.load() is adapter
    assert registry_info(adapter.tasks).name == "kibitz/tasks"


# Whole matches


def played(folder: Path, chosen: Callable[[GradedMatch], str], **options: Any) -> Any:
    """Return the log of matches in which `chosen` gives the move, as a model that sees the chat.

    The replies so far are made again in a match of its own, which must show the same prompt.
    """
    task = adapter.play(**options)
    matches = {sample.input[1].text: sample.metadata["match"] for sample in task.dataset}
    assert len(matches) == len(task.dataset), "the openings differ"

    def answer(messages: list[Any]) -> str:
        match = GradedMatch(**matches[messages[1].text])
        assert messages[0].text == match.instructions
        match.replay(one.text for one in messages if one.role == "assistant")
        assert messages[-1].text == match.prompt
        return f"Answer: {chosen(match)}"

    return run(folder, task, answer)


def best(match: GradedMatch) -> str:
    return match.game.move_text(match.position, match.oracle.best(match.position)[0])


def test_a_perfect_model_gives_nothing_away(tmp_path: Path) -> None:
    options = {"game": "noughts:oldest", "opponent": "easy", "count": 4, "opening": 3}
    log = played(tmp_path, best, **options)
    found = means(log)
    assert (found["reward"], found["regret"], found["kept"], found["illegal"]) == (1, 0, 1, 0)
    assert 0 < found["random"] < 1
    assert log.samples[0].scores["exact_regret"].answer


def test_a_random_model_has_the_regret_of_its_moves(tmp_path: Path) -> None:
    rng = random.Random(1)

    def any_move(match: GradedMatch) -> str:
        moves = list(match.game.rules.moves(match.position))
        return match.game.move_text(match.position, rng.choice(moves))

    log = played(tmp_path, any_move, game="nim", count=4, opening=2)
    for sample in log.samples:
        replies = [one.text for one in sample.messages if one.role == "assistant"]
        match = GradedMatch(**sample.metadata["match"]).replay(replies)
        assert match.is_over
        value = sample.scores["exact_regret"].value
        assert value["reward"] == match.reward
        assert {name: value[name] for name in match.figures} == match.figures
    assert means(log)["regret"] > 0


def test_a_model_that_does_not_play_forfeits(tmp_path: Path) -> None:
    log = played(tmp_path, lambda match: "I resign", game="nim", count=1)
    found = means(log)
    assert (found["reward"], found["illegal"], found["moves"]) == (0, 2, 0)
    assert len(log.samples[0].messages) == 5, "the rules, a prompt, a reply, a prompt, a reply"
