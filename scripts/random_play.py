"""Random play against perfect play in twenty games: the table of docs/language-models.md.

    .venv/bin/python scripts/random_play.py [GAME...]

For each game: the mean reward of random and of perfect replies to TASKS tasks of the kind `move`,
and over MATCHES whole matches against a perfect opponent (of a puzzle: whole attempts) the mean
reward of both, the mean regret of random play and the share that kept the result. Random replies
to tasks are not drawn: their reward is the exact mean over all legal moves. Seeds are fixed, so the
table is always the same.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

import kibitz
from kibitz.tasksets.graded_match import GradedMatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Chooser = Callable[[GradedMatch], int]

GAMES = (
    "noughts", "noughts:oldest", "lgame", "nim", "wythoff", "chomp", "four", "hexapawn",
    "dodgem", "mu_torere", "tsoro_yematatu", "hare_and_hounds", "dots_and_boxes", "kalah",
    "lockout", "peg:triangle", "eight", "hanoi", "frogs_and_toads", "no_three_in_line",
)  # fmt: skip
TASKS, MATCHES = 200, 100
HEAD = (
    "| game | tasks: random | perfect | matches: random | perfect | regret of random | kept |",
    "|---|--:|--:|--:|--:|--:|--:|",
)


def of_tasks(game: str) -> tuple[float, float]:
    """Return the mean reward of random and of perfect replies."""
    random_play = perfect = 0.0
    for task in kibitz.tasks(game, TASKS):
        random_play += task.metadata["random_reward"]
        perfect += kibitz.score(task.metadata, task.answers[0]).reward
    return random_play / TASKS, perfect / TASKS


def of_matches(game: str, choose: Chooser) -> tuple[float, float, float]:
    """Return the mean reward, the mean regret and the share that kept the result."""
    reward = regret = kept = 0.0
    for seed in range(MATCHES):
        match = GradedMatch(game, seed=seed, first=seed % 2 == 0)
        while not match.is_over:
            match.play(match.game.move_text(match.position, choose(match)))
        reward += match.reward
        regret += match.figures["regret"]
        kept += match.figures["kept"]
    return reward / MATCHES, regret / MATCHES, kept / MATCHES


def row(game: str) -> str:
    """Return the row of a game."""
    rng = random.Random(0)
    tasks = of_tasks(game)
    by_chance = of_matches(
        game, lambda match: rng.choice(list(match.game.rules.moves(match.position)))
    )
    perfect = of_matches(game, lambda match: match.oracle.best(match.position)[0])
    assert perfect[1:] == (0, 1), "perfect play gives nothing away and keeps every result"
    reward, regret, kept = by_chance
    figures = (*tasks, reward, perfect[0], regret, kept)
    return f"| `{game}` | {' | '.join(f'{one:.2f}' for one in figures)} |"


def lines(games: tuple[str, ...] = GAMES) -> Iterator[str]:
    """Yield the lines of the table."""
    yield from HEAD
    for game in games:
        yield row(game)


if __name__ == "__main__":
    for line in lines(tuple(sys.argv[1:]) or GAMES):
        print(line, flush=True)
