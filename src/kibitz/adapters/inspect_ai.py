"""Tasks as a task of Inspect, with an exact scorer.

    inspect eval kibitz/tasks -T game=lgame -T kind=outcome -T count=50 --model …

The score has the parts `reward`, `exact`, `keeps` and `legal`, as `kibitz.score` gives them, and
`random`, the reward of random play, beside which they are to be read.
"""

from typing import Literal

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from kibitz.tasksets.task_sets import score
from kibitz.tasksets.task_sets import tasks as tasks_of


@scorer(metrics={"*": [mean(), stderr()]})
def exact_grade() -> Scorer:
    """Return the scorer of the tasks."""

    async def scored(state: TaskState, target: Target) -> Score:
        grade = score(state.metadata, state.output.completion)
        value = {
            "reward": grade.reward,
            "exact": float(grade.exact),
            "keeps": float(grade.keeps),
            "legal": float(grade.legal),
            "random": float(state.metadata["random_reward"]),
        }
        return Score(value=value, answer=state.output.completion, explanation=grade.why or None)

    return scored


@task
def tasks(
    game: str = "noughts",
    kind: str = "move",
    count: int = 100,
    seed: int = 0,
    split: Literal["train", "test"] = "test",
    least_distance: int = 0,
    most_distance: int | None = None,
    legal_moves: bool = False,
) -> Task:
    """Return tasks about the positions of a game; the options are those of `kibitz.tasks`."""
    made = tasks_of(
        game,
        count,
        seed,
        kind=kind,
        split=split,
        distance=None if most_distance is None else range(least_distance, most_distance + 1),
        legal_moves=legal_moves,
    )
    samples = [
        Sample(
            input=one.prompt,
            target=one.answers,
            metadata=one.metadata,
            id=f"{game} {kind} {one.metadata['index']}",
        )
        for one in made
    ]
    return Task(
        dataset=MemoryDataset(samples, name=f"{game} {kind}"),
        solver=generate(),
        scorer=exact_grade(),
    )
