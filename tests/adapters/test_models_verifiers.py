"""The environments of verifiers, run by its own commands with a scripted model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.games.registry import game_named
from kibitz.tasksets.graded_match import GradedMatch
from kibitz.tasksets.task_prompt import drawing
from tests.support.scripted_model import scripted_model

if find_spec("verifiers") is None:
    pytest.skip("needs kibitz[verifiers]", allow_module_level=True)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.scripted_model import Messages

PROGRAMS = Path(sys.executable).parent
COUNT = 4


def run_command(program: str, folder: Path, *words: str) -> None:
    """Run a command of verifiers, with the programs of this Python first on the path."""
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [PROGRAMS / program, *words, "--output-dir", folder, "--no-rich"],
        check=False,
        env={**os.environ, "PATH": path, "SCRIPTED_KEY": "none"},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-3000:]


def evaluated(
    environment: str, folder: Path, answer: Callable[[Messages], str], *words: str
) -> dict[int, dict[str, Any]]:
    """Return the trace of each task of `vf-eval`, by its index."""
    with scripted_model(answer) as address:
        client = ("--client.base-url", address, "--client.api-key-var", "SCRIPTED_KEY")
        run_command("vf-eval", folder, environment, *words, *client, "-m", "scripted", "--no-push")
    (file,) = folder.rglob("traces.jsonl")
    traces = {}
    for line in file.read_text().splitlines():
        episode = json.loads(line)
        (trace,) = episode["traces"]
        assert trace["ok"], trace["errors"]
        traces[episode["task"]["data"]["idx"]] = trace
    return traces


def test_a_reply_to_a_task_has_its_exact_reward(tmp_path: Path) -> None:
    """A perfect model for two tasks, one that says the last legal move for the others."""
    made = list(kibitz.tasks("lockout", COUNT, kind="move", split="train"))
    replies = {}
    for index, task in enumerate(made):
        position = kibitz.game("lockout").position(task.metadata["position"])
        move = task.answers[0] if index < 2 else position.answer.moves[-1]
        replies[task.prompt] = f"I see.\nAnswer: {move}"
    traces = evaluated(
        "kibitz-tasks",
        tmp_path,
        lambda messages: replies[messages[-1]["content"]],
        *("--env.taskset.game", "lockout", "-n", str(COUNT)),
    )
    assert set(traces) == set(range(COUNT))
    for index, task in enumerate(made):
        grade = kibitz.score(task.metadata, replies[task.prompt])
        assert traces[index]["rewards"]["reward"]["score"] == grade.reward
        assert traces[index]["metrics"]["exact"] == float(index < 2)
        assert traces[index]["metrics"]["random_reward"] == task.metadata["random_reward"]


def test_a_match_is_played_and_its_regret_is_exact(tmp_path: Path) -> None:
    """Nim: the model that moves first plays perfectly, the one that moves second the first move."""
    game = game_named("nim")
    shown: dict[str, tuple[str, str]] = {}
    found, waiting = {game.rules.start}, [game.rules.start]
    oracle = GradedMatch("nim").oracle
    while waiting:
        here = waiting.pop()
        if game.rules.is_over(here):
            continue
        moves = list(game.rules.moves(here))
        best = oracle.best(here)[0]
        texts = game.move_text(here, best), game.move_text(here, moves[0])
        for mover in (0, 1):
            shown[drawing(game, here, mover)] = texts
        for move in moves:
            to = game.rules.play(here, move)
            if to not in found:
                found.add(to)
                waiting.append(to)

    def reply(messages: Messages) -> str:
        board = messages[-1]["content"].split("The position:\n")[1]
        perfect, first = shown[board.split("\n\nWhat is your move?")[0]]
        began = "has moved" not in messages[1]["content"]
        return f"Answer: {perfect if began else first}"

    traces = evaluated("kibitz-play", tmp_path, reply, "--env.taskset.game", "nim", "-n", "2")
    for index, choice in ((0, 0), (1, 1)):
        match = GradedMatch("nim", seed=index, first=index == 0)
        while not match.is_over:
            board = match.prompt.split("The position:\n")[1].split("\n\nWhat is your move?")[0]
            match.play(shown[board][choice])
        assert traces[index]["rewards"]["play"]["score"] == pytest.approx(match.reward)
        for name, figure in match.figures.items():
            assert traces[index]["metrics"][name] == figure, name
    assert traces[0]["rewards"]["play"]["score"] == 1


def test_the_modules_are_found_as_verifiers_finds_them() -> None:
    """In a process of its own: verifiers changes what a test would see."""
    code = (
        "from verifiers.v1.utils.loaders import environment_class, load_taskset\n"
        "from verifiers.v1.utils.loaders import taskset_class, taskset_config_type\n"
        "for name in ('kibitz-tasks', 'kibitz-play'):\n"
        "    config = taskset_config_type(name)(id=name, game='nim')\n"
        "    rows = [t.data for t in load_taskset(config).take(3)]\n"
        "    print(environment_class(name).__name__, len(rows), rows[0].prompt is not None)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["TasksEnv 3 True", "PlayEnv 3 True"], done.stderr


def test_validation_accepts_every_answer(tmp_path: Path) -> None:
    """`vf-validate` asks each task whether its own answer has the whole reward."""
    run_command(
        "vf-validate", tmp_path, "kibitz-tasks", "--only-gold", "-n", "3", "--runtime.type",
        "subprocess",
    )  # fmt: skip
    (file,) = tmp_path.rglob("results.jsonl")
    rows = [json.loads(line) for line in islice(file.read_text().splitlines(), 10)]
    assert [row["valid"] for row in rows] == [True] * 3
