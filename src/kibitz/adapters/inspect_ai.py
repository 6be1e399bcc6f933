"""Tasks and whole matches as tasks of Inspect, with exact scorers.

    inspect eval kibitz/tasks -T game=lgame -T kind=outcome -T count=50 --model …
    inspect eval kibitz/play -T game=noughts:oldest -T opponent=hard -T count=50 --model …

The score of a task has the parts `reward`, `exact`, `keeps` and `legal`, as `kibitz.score` gives
them; that of a match has `reward`, the mean reward of its moves, their exact regret, and the other
figures of `GradedMatch`. Both have `random`, the reward of random play, beside which they are to be
read.
"""

from typing import Literal

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from kibitz.tasksets.graded_match import (
    MOST_MOVES,
    RETRIES,
    GradedMatch,
    match_options,
    reward_of_random_play,
)
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


@solver
def match_turns() -> Solver:
    """Return the solver that plays a match: a reply for each move."""

    async def played(state: TaskState, generate: Generate) -> TaskState:
        match = GradedMatch(**state.metadata["match"])
        while not state.completed:
            state = await generate(state)
            match.play(state.output.completion)
            if match.is_over:
                break
            state.messages.append(ChatMessageUser(content=match.prompt))
        return state

    return played


@scorer(metrics={"*": [mean(), stderr()]})
def exact_regret() -> Scorer:
    """Return the scorer of the matches, which makes the moves of the replies again."""

    async def scored(state: TaskState, target: Target) -> Score:
        replies = [one.text for one in state.messages if isinstance(one, ChatMessageAssistant)]
        match = GradedMatch(**state.metadata["match"]).replay(replies)
        by_chance = float(state.metadata["random_reward"])
        value = {"reward": match.reward, **match.figures, "random": by_chance}
        return Score(value=value, answer=match.line, explanation=match.note or None)

    return scored


@task
def play(
    game: str = "noughts",
    opponent: Literal["perfect", "hard", "easy", "random"] = "perfect",
    count: int = 100,
    seed: int = 0,
    opening: int = 0,
    most_moves: int = MOST_MOVES,
    retries: int = RETRIES,
) -> Task:
    """Return matches against one opponent; the model has the first move in every other one."""
    by_chance = reward_of_random_play(game, opponent, opening, most_moves)
    samples = []
    for index in range(count):
        options = match_options(index, game, opponent, seed, opening, most_moves, retries)
        match = GradedMatch(**options)
        samples.append(
            Sample(
                input=[
                    ChatMessageSystem(content=match.instructions),
                    ChatMessageUser(content=match.prompt),
                ],
                metadata={"match": options, "random_reward": by_chance},
                id=f"{game} {opponent} {index}",
            )
        )
    return Task(
        dataset=MemoryDataset(samples, name=f"{game} {opponent}"),
        solver=match_turns(),
        scorer=exact_regret(),
    )
