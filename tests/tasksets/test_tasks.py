"""Tasks for language models: exact, reproducible, split by mirror image, graded finely."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.cli.commands import tasks_command
from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError
from kibitz.rules.objectives.outcomes import Draw, Endless, Leaves, Loss, Win, finite_regrets
from kibitz.tasksets.task_grades import grades_of
from kibitz.tasksets.task_kinds import KINDS
from kibitz.tasksets.task_sets import kinds_for
from tests.support.naive import Place, has_line, noughts

if TYPE_CHECKING:
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome

GAMES = ("noughts", "lgame", "peg:triangle", "lockout:helpers=3", "nim", "kalah", "bridge")


def cases() -> list[tuple[str, str]]:
    """Return games and kinds; in `bridge` every move keeps it solvable, so nothing is asked."""
    made = [(name, kind) for name in GAMES for kind in kinds_for(game_named(name))]
    return [one for one in made if one != ("bridge", "keeping")]


@pytest.mark.parametrize(("name", "kind"), cases())
def test_right_answers_have_the_whole_reward(name: str, kind: str) -> None:
    for task in kibitz.tasks(name, 8, seed=3, kind=kind):
        assert json.loads(json.dumps(task.as_json())) == task.as_json(), "plain JSON"
        for answer in task.answers[:3]:
            grade = kibitz.score(task.metadata, f"I think so.\n\nAnswer: {answer}")
            assert (grade.reward, grade.exact) == (1.0, True), (task.prompt, answer, grade)
        assert 0 <= task.metadata["random_reward"] < 1


def test_the_command_names_every_kind() -> None:
    assert tuple(KINDS) == tasks_command.KINDS


def test_every_kind_serves_some_game() -> None:
    assert {kind for _, kind in cases()} == set(KINDS)


@pytest.mark.parametrize(("name", "kind"), cases())
def test_mirror_images_are_never_in_both_splits(name: str, kind: str) -> None:
    """Bridge has too few positions for a split of its own."""
    if name == "bridge":
        pytest.skip("few positions")
    game = game_named(name)
    asked: dict[str, set[int]] = {}
    for split in ("train", "test"):
        made = kibitz.tasks(name, 30, seed=1, kind=kind, split=split)
        asked[split] = {game.rules.class_of(game.parse(t.metadata["position"])) for t in made}
    assert asked["train"]
    assert asked["test"]
    assert not asked["train"] & asked["test"]


def test_a_seed_and_an_index_name_a_task() -> None:
    """Any task can be made alone, and the seed and the index matter."""
    made = list(kibitz.tasks("lgame", 6, seed=5, kind="outcome"))
    again = [kibitz.task("lgame", 5, index, kind="outcome") for index in (3, 0, 5)]
    assert [t.as_json() for t in again] == [made[index].as_json() for index in (3, 0, 5)]
    assert len({t.metadata["position"] for t in made}) > 1
    other = list(kibitz.tasks("lgame", 6, seed=6, kind="outcome"))
    assert [t.prompt for t in other] != [t.prompt for t in made]


def naive_outcome(board: str) -> str:
    """Return the outcome of noughts and crosses by the naive rules of the tests, in words."""
    grid = {divmod(at, 3): sign for at, sign in enumerate(board)}
    value, distance = naive_value(
        tuple(grid.items()), "O" if board.count("X") > board.count("O") else "X"
    )
    if value == 0:
        return "draw"
    return f"{'wins' if value > 0 else 'loses'} in {distance} move{'s' * (distance > 1)}"


@lru_cache(None)
def naive_value(items: tuple[tuple[Place, str], ...], player: str) -> tuple[int, int]:
    grid = dict(items)
    other = "O" if player == "X" else "X"
    if has_line(grid, other, 3):
        return -1, 0
    after = [
        naive_value(tuple(one.items()), other) for one in noughts(grid, player, 3, 9, "classic")
    ]
    if not after:
        return 0, 0
    mine = [(-value, distance + 1) for value, distance in after]
    return max(mine, key=lambda one: (one[0], -one[0] * one[1]))


def test_answers_agree_with_a_naive_program() -> None:
    """Noughts and crosses by the naive second implementation of the rules."""
    for task in kibitz.tasks("noughts", 40, seed=2, kind="outcome"):
        board = task.metadata["position"].replace("-", "")
        assert task.answers == [naive_outcome(board)], board


def test_outcomes_are_balanced() -> None:
    """Each kind of outcome that has something to ask is about as frequent as the others."""
    found = [
        t.metadata["difficulty"]["outcome"] for t in kibitz.tasks("lgame", 150, kind="outcome")
    ]
    assert {kind: found.count(kind) > 30 for kind in set(found)} == dict.fromkeys(
        ("win", "draw", "loss"), True
    )


def test_difficulty_can_be_chosen() -> None:
    for task in kibitz.tasks("lgame", 10, kind="move", distance=range(3, 8), keeping=range(1, 3)):
        hard = task.metadata["difficulty"]
        assert hard["measure"] in range(3, 8)
        assert hard["keeping"] in (1, 2)
        assert hard["best"] < hard["legal"], "where every move is right, nothing is asked"
    for task in kibitz.tasks("four", 10, kind="keeping", traps=range(2, 4)):
        hard = task.metadata["difficulty"]
        assert hard["traps"] in (2, 3)
        assert hard["traps"] + hard["keeping"] == hard["legal"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("col:snort=1", ["snort (1 for Snort, 0 for Col) is 1", ".: empty"]),
        ("hare_and_hounds", ["The lines of the board join a2-a3, ", "H: hare; h: hound"]),
        ("sokoban", ["+: goal", "Goals: a2, c1.", "as a capital letter if a crate is pushed"]),
        ("noughts:oldest", ["X1 is the oldest X", "from one square to another it is a1-b2"]),
        ("kalah", ["with that player's pits in row b", "greatest margin"]),
    ],
)
def test_a_prompt_is_enough_to_answer(name: str, parts: list[str]) -> None:
    """What a picture shows a person and the rules alone do not say."""
    prompt = kibitz.task(name, 1, 1).prompt
    for part in (*parts, "For example: " if ":oldest" not in name else "such as b2"):
        assert part in prompt


# Grades


def grades(best: Outcome, made: list[Outcome]) -> list[float]:
    return [grade.reward for grade in grades_of(finite_regrets(best, made))]


def test_result_first_then_time() -> None:
    """Four fifths for the result, one fifth for the time of a kept one."""
    made = [Win(3), Win(7), Win(5), Draw(), Loss(2)]
    assert grades(Win(3), made) == [1.0, 0.8, 0.9, 0.4, 0.0]


def test_only_the_delay_counts_where_nothing_can_be_spoilt() -> None:
    assert grades(Loss(8), [Loss(8), Loss(6), Loss(4)]) == [1.0, 0.5, 0.0]


def test_points_count_as_points_and_play_without_end_is_worst() -> None:
    assert grades(Leaves(2), [Leaves(2), Leaves(3), Endless()]) == [1.0, 0.4, 0.0]


def test_a_longer_solution_has_less_and_an_illegal_one_nothing() -> None:
    task = kibitz.task("lockout:helpers=3", 0, 1, kind="solve", distance=range(2, 9))
    game = game_named(task.metadata["game"])
    here = game.parse(task.metadata["position"])
    best = task.answers[0].split()
    assert kibitz.score(task.metadata, " ".join(best)).exact
    assert kibitz.score(task.metadata, " ".join([*best[:-1], "P-x"])).reward == 0
    partial = kibitz.score(task.metadata, best[0])
    assert 0 < partial.reward < 1
    assert partial.why == "it is not solved yet"
    detour = longer_solution(game, here, len(best))
    assert detour
    grade = kibitz.score(task.metadata, " ".join(detour))
    assert (grade.reward, grade.exact) == (round(len(best) / len(detour), 6), False)


def longer_solution(game: BaseGame, start: PositionId, shortest: int) -> list[str]:
    """Return a solution that is longer than the shortest, of at most twice its length."""
    lines: list[tuple[list[str], PositionId]] = [([], start)]
    for length in range(2 * shortest):
        after: list[tuple[list[str], PositionId]] = []
        for line, here in lines[:500]:
            for move in game.rules.moves(here):
                to = game.rules.play(here, move)
                text = [*line, game.move_text(here, move)]
                if game.rules.worth(to) == 1 and length + 1 > shortest:
                    return text
                if game.rules.worth(to) != 1:
                    after.append((text, to))
        lines = after
    return []


# Replies


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("", "there is no answer"),
        ("Answer: a1 or b2", "the reply names more than one move"),
        ("Answer: d4", None),
        ("x" * 200_000, "the reply is too long"),
    ],
)
def test_an_ambiguous_or_illegal_reply_scores_nothing(reply: str, why: str | None) -> None:
    task = kibitz.task("noughts", 0, 0, kind="move")
    start = {**task.metadata, "position": "...-...-..."}
    grade = kibitz.score(start, reply)
    assert (grade.reward, grade.legal) == (0, False)
    assert grade.why == why if why else grade.why


def test_score_refuses_what_is_no_metadata() -> None:
    with pytest.raises(KibitzError, match="not the metadata"):
        kibitz.score({"kind": "move"}, "a1")
    task = kibitz.task("noughts")
    with pytest.raises(KibitzError, match="have changed"):
        kibitz.score({**task.metadata, "rules": "0" * 32}, "a1")


# Files


def test_files_and_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON lines and Parquet hold the same tasks, and another process can score them."""
    import pyarrow.parquet as pq

    from kibitz.cli import main

    lines, columns = tmp_path / "t.jsonl", tmp_path / "t.parquet"
    words = ["tasks", "lgame", "--count", "5", "--seed", "4", "--kind", "keeping"]
    assert main([*words, "--to", str(lines)]) == 0
    assert main([*words, "--to", str(columns)]) == 0
    tasks = [json.loads(line) for line in lines.read_text().splitlines()]
    rows = pq.read_table(columns).to_pylist()
    assert tasks == [{**row, "metadata": json.loads(row["metadata"])} for row in rows]
    mean = sum(task["metadata"]["random_reward"] for task in tasks) / 5
    assert f"**{mean:.3f}**" in Path(f"{lines}.md").read_text()
    code = (
        "import json, sys, kibitz\n"
        "for line in open(sys.argv[1]):\n"
        "    task = json.loads(line)\n"
        "    print(kibitz.score(task['metadata'], task['answers'][0]).reward)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, lines], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1.0"] * 5


@pytest.mark.parametrize(
    "words",
    [
        ["lgame", "--to", "t.txt"],
        ["lgame", "--to", "t.jsonl", "--kind", "guess"],
        ["lgame", "--to", "t.jsonl", "--kind", "solve"],
        ["lgame", "--to", "t.jsonl", "--distance", "a-b"],
        ["lgame", "--to", "t.jsonl", "--distance", "50-60"],
        ["lgame", "--to", "t.jsonl", "--split", "validation"],
    ],
)
def test_wrong_options_are_one_sentence(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    from kibitz.cli import main

    monkeypatch.chdir(tmp_path)
    assert main(["tasks", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert not list(tmp_path.iterdir()), "no file is left"


def test_variants() -> None:
    """Tasks about other games of the family; a puzzle's variants are puzzles."""
    made = list(kibitz.tasks("hanoi", 8, kind="move", variants=3))
    names = {task.metadata["game"] for task in made}
    assert len(names) > 1
    assert "hanoi" not in names
    assert all(kibitz.score(task.metadata, task.answers[0]).exact for task in made)
