"""Tasks for language models: how many are made and scored in a second of one core's time.

    .venv/bin/python benchmarks/tasks.py [COUNT] [GAME...]

Each game's table is warm: it has been read, and a few tasks have been made. Then COUNT tasks of
each kind are made, and a right answer to each is scored in a second pass, as a trainer does long
after. Processor time counts. What is promised is 500 tasks and 1,000 scores a second; the last line
says whether that holds, and the exit status is 1 if not.
"""

from __future__ import annotations

import sys
from time import process_time

import kibitz
from kibitz.games.registry import game_named
from kibitz.tasksets.task_kinds import NothingToAsk
from kibitz.tasksets.task_sets import kinds_for
from report import add, in_columns

GAMES = (
    "noughts", "noughts:oldest", "lgame", "lockout", "peg:triangle", "four", "eight",
    "dots_and_boxes",
)  # fmt: skip
COUNT = 300
LEAST_TASKS, LEAST_SCORES = 500, 1_000
WARMING = 20  # tasks
SEED, OTHER_SEED = 0, 1


def rates(game: str, count: int, kind: str) -> tuple[float, float, float]:
    """Return the tasks and the scores in a second, and the mean reward of random play."""
    for task in kibitz.tasks(game, WARMING, seed=OTHER_SEED, kind=kind):
        kibitz.score(task.metadata, task.answers[0])
    begun = process_time()
    made = list(kibitz.tasks(game, count, seed=SEED, kind=kind))
    making = process_time() - begun
    replies = [(task.metadata, f"Answer: {task.answers[-1]}") for task in made]
    begun = process_time()
    grades = [kibitz.score(metadata, reply) for metadata, reply in replies]
    scoring = process_time() - begun
    assert all(grade.exact for grade in grades)
    random = sum(task.metadata["random_reward"] for task in made) / count
    return count / making, count / scoring, random


def main(words: list[str]) -> int:
    """Print the table; return whether a game is slower than promised."""
    count = int(words[0]) if words else COUNT
    rows = [["game", "kind", "tasks/s", "scores/s", "reward of random play"]]
    slow = []
    for game in words[1:] or GAMES:
        for kind in kinds_for(game_named(game)):
            try:
                tasks, scores, random = rates(game, count, kind)
            except NothingToAsk:
                continue
            rows.append([game, kind, f"{tasks:,.0f}", f"{scores:,.0f}", f"{random:.3f}"])
            add("tasks", f"{game} {kind}", f"{tasks:,.0f} tasks/s, {scores:,.0f} scores/s")
            if tasks < LEAST_TASKS or scores < LEAST_SCORES:
                slow.append(f"{game} {kind}")
    print(in_columns(rows))
    promised = f"{LEAST_TASKS} tasks and {LEAST_SCORES:,} scores a second"
    print(f"Slower than {promised}: {', '.join(slow)}." if slow else f"All reach {promised}.")
    return bool(slow)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
