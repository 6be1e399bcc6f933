"""Tasks and whole matches as environments of verifiers.

    vf-eval kibitz-tasks --env.taskset.game lgame --env.taskset.kind outcome -n 50
    vf-eval kibitz-play --env.taskset.game noughts:oldest --env.taskset.opponent hard -n 50

verifiers finds an environment by the name of a module at the top level, so `kibitz_tasks` and
`kibitz_play` export what is here. The model answers by chat alone: the harness `null` has no tools
and runs in a local process. The reward is that of `kibitz.score`; of a match, it is the mean reward
of the moves, and their exact regret is among the metrics.
"""

import itertools
from collections.abc import Iterator
from typing import Any, Literal

import verifiers.v1 as vf

from kibitz.tasksets.graded_match import (
    MOST_MOVES,
    RETRIES,
    GradedMatch,
    match_options,
    reward_of_random_play,
)
from kibitz.tasksets.task_grades import Grade
from kibitz.tasksets.task_sets import score, task

BY_CHAT = vf.AgentConfig.model_validate(
    {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}}
)


class TaskRow(vf.TaskData):
    """A task of Kibitz: a right answer, and the metadata that scoring needs."""

    answer: str
    info: dict[str, Any]


class ScoredTask(vf.Task[TaskRow, vf.State, vf.TaskConfig]):
    """A question about a position, and the exact reward of a reply."""

    def grade(self, trace: vf.Trace) -> Grade:
        """Return the grade of the last reply."""
        return score(self.data.info, trace.last_reply)

    @vf.reward
    async def reward(self, trace: vf.Trace) -> float:
        """Return the reward of the last reply."""
        return self.grade(trace).reward

    @vf.metric
    async def parts(self, trace: vf.Trace) -> dict[str, float]:
        """Return what the grade consists of, and the reward of random play."""
        grade = self.grade(trace)
        return {
            "exact": float(grade.exact),
            "keeps": float(grade.keeps),
            "legal": float(grade.legal),
            "random_reward": self.data.info["random_reward"],
        }

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Return whether the answer has the whole reward: `vf-validate` asks."""
        return score(self.data.info, self.data.answer).exact


class TasksConfig(vf.TasksetConfig):
    """Options of `kibitz.tasks`; both limits of the distance are included."""

    game: str = "noughts"
    kind: str = "move"
    split: Literal["train", "test"] = "train"
    seed: int = 0
    least_distance: int = 0
    most_distance: int | None = None
    legal_moves: bool = False


class KibitzTaskset(vf.Taskset[ScoredTask, TasksConfig]):
    """Tasks about the positions of a game, without end."""

    INFINITE = True

    def load(self) -> Iterator[ScoredTask]:
        """Yield the tasks in the order of their indices."""
        asked = self.config
        distance = None
        if asked.most_distance is not None:
            distance = range(asked.least_distance, asked.most_distance + 1)
        for index in itertools.count():
            made = task(
                asked.game,
                asked.seed,
                index,
                kind=asked.kind,
                split=asked.split,
                distance=distance,
                legal_moves=asked.legal_moves,
            )
            row = TaskRow(
                name=f"{asked.game} {asked.kind} {index}",
                prompt=made.prompt,
                answer=made.answers[0],
                info=made.metadata,
            )
            yield ScoredTask(row, asked.task)


class TasksEnvConfig(vf.EnvConfig):
    """One model that answers by chat."""

    agent: vf.AgentConfig = BY_CHAT


class TasksEnv(vf.Env[TasksEnvConfig]):
    """One reply to each task."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Ask the model once."""
        await agents.agent.run(task)


class MatchRow(vf.TaskData):
    """A match: what `GradedMatch` is made of."""

    info: dict[str, Any]


class MatchTask(vf.Task[MatchRow, vf.State, vf.TaskConfig]):
    """A match; the environment plays and scores it."""


class PlayConfig(vf.TasksetConfig):
    """Options of a match (`GradedMatch`); the model has the first move in every other one."""

    game: str = "noughts"
    opponent: Literal["perfect", "hard", "easy", "random"] = "perfect"
    seed: int = 0
    opening: int = 0
    most_moves: int = MOST_MOVES
    retries: int = RETRIES


class PlayTaskset(vf.Taskset[MatchTask, PlayConfig]):
    """Matches of a game against one opponent, without end."""

    INFINITE = True

    def load(self) -> Iterator[MatchTask]:
        """Yield the matches; each has its own seed."""
        asked = self.config
        for index in itertools.count():
            info = match_options(
                index,
                asked.game,
                asked.opponent,
                asked.seed,
                asked.opening,
                asked.most_moves,
                asked.retries,
            )
            match = GradedMatch(**info)
            row = MatchRow(
                name=f"{asked.game} {asked.opponent} {index}",
                prompt=match.prompt,
                system_prompt=match.instructions,
                info=info,
            )
            yield MatchTask(row, asked.task)


class PlayEnvConfig(vf.EnvConfig):
    """One model that plays by chat."""

    player: vf.AgentConfig = BY_CHAT


class PlayEnv(vf.Env[PlayEnvConfig]):
    """A whole match: a reply for each move."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Play until the match is over or the model stops."""
        match = GradedMatch(**task.data.info)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                match.play(segment.last_reply)
                if match.is_over:
                    break
                segment = await interaction.turn(match.prompt)
        played = task.data.info
        by_chance = reward_of_random_play(
            played["game"], played["opponent"], played["opening"], played["most_moves"]
        )
        interaction.trace.record_reward("play", match.reward)
        interaction.trace.record_metrics({**match.figures, "random_reward": by_chance})
