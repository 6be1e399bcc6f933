"""Steps a second of many boards at once, against Gymnasium's `SyncVectorEnv`, in one run.

    .venv/bin/python benchmarks/vector.py [BOARDS [SECONDS]]

Every board makes a random legal action at each step, chosen from the masks of the step before; only
the steps are timed, not the choice. A ratio is to `SyncVectorEnv` of the same game. In a game for
two the opponent replies within the step; `self` stands for both players moved by the agent.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np

import kibitz
from kibitz.adapters.gymnasium import make

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("peg:triangle", {}),
    ("lights", {}),
    ("guarini", {}),
    ("lockout", {}),
    ("fifteen", {}),
    ("noughts", {"opponent": "random"}),
    ("noughts", {"opponent": "perfect"}),
    ("noughts", {"opponent": None}),
    ("four", {"opponent": "random"}),
    ("four:rows=6,columns=7", {"opponent": None}),
    ("lgame", {"opponent": "random"}),
    ("dobutsu_shogi", {"opponent": None}),
)
ROUNDS = 3


def chosen(masks: Any, chance: np.random.Generator) -> Any:
    """Return a random legal action for each board, 0 where there is none."""
    return (chance.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)


def masks_in(info: dict[str, Any]) -> Any:
    """Return the masks of all boards, which may be an array of arrays."""
    masks = info["action_mask"]
    return masks if masks.ndim == 2 else np.stack(masks)


def rate(env: Any, seconds: float) -> float:
    """Return how many steps of boards the environment makes in a second of its own."""
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    _, _, _, _, info = env.step(chosen(masks_in(info), chance))
    steps, spent = 0, 0.0
    while spent < seconds:
        actions = chosen(masks_in(info), chance)
        begin = perf_counter()
        _, _, _, _, info = env.step(actions)
        spent += perf_counter() - begin
        steps += 1
    return float(steps * env.num_envs / spent)


def main() -> None:
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    print(f"{boards} boards{'SyncVectorEnv':>26}{'vector_env':>14}{'ratio':>8}")
    for name, choices in GAMES:

        def single(name: str = name, choices: dict[str, Any] = choices) -> Any:
            return make(name, truth=False, **choices).unwrapped

        envs = (
            gymnasium.vector.SyncVectorEnv([single] * boards),
            kibitz.vector_env(name, boards, **choices),
        )
        theirs, ours = (max(rate(env, seconds) for _ in range(ROUNDS)) for env in envs)
        shown = f"{name} {choices['opponent'] or 'self'}" if choices else name
        print(f"{shown:<28}{theirs:>10,.0f}{ours:>14,.0f}{ours / theirs:>8.1f}", flush=True)


if __name__ == "__main__":
    main()
