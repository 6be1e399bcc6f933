"""Steps a second of many boards at once, against pgx on the same processor, in one run.

    .venv/bin/python benchmarks/vector_pgx.py PYTHON [BOARDS [SECONDS]]

PYTHON is an interpreter that has pgx and JAX, since they need not share an environment with Kibitz.
Both move for both players and begin again where a game is over. Every board takes a random legal
action at each step, chosen from the masks of the step before; only the steps are timed.
"""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter
from typing import Any

GAMES = (
    ("tic_tac_toe", "noughts"),
    ("connect_four", "four:rows=6,columns=7"),
    ("animal_shogi", "dobutsu_shogi"),
)
ROUNDS = 3


def chosen(masks: Any, chance: Any) -> Any:
    """Return a random legal action for each board, 0 where there is none."""
    return (chance.random(masks.shape, dtype="f4") * masks).argmax(axis=1)


def pgx_rate(game: str, boards: int, seconds: float) -> float:
    """Return how many steps of boards pgx makes in a second, compiled for all boards at once."""
    import jax
    import numpy as np
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(game)
    begin_all = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    chance = np.random.default_rng(1)
    keys = jax.random.split(jax.random.PRNGKey(1), boards)
    state = begin_all(keys)
    state = step(state, chosen(np.asarray(state.legal_action_mask), chance), keys)
    steps, spent = 0, 0.0
    while spent < seconds:
        actions = jax.numpy.asarray(chosen(np.asarray(state.legal_action_mask), chance))
        begin = perf_counter()
        state = step(state, actions, keys)
        jax.block_until_ready((state.observation, state.legal_action_mask, state.rewards))
        spent += perf_counter() - begin
        steps += 1
    return steps * boards / spent


def our_rate(game: str, boards: int, seconds: float) -> float:
    """Return how many steps of boards `kibitz.vector_env` makes in a second."""
    import numpy as np

    import kibitz

    env = kibitz.vector_env(game, boards, opponent=None)
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    _, _, _, _, info = env.step(chosen(info["action_mask"], chance))
    steps, spent = 0, 0.0
    while spent < seconds:
        actions = chosen(info["action_mask"], chance)
        begin = perf_counter()
        _, _, _, _, info = env.step(actions)
        spent += perf_counter() - begin
        steps += 1
    return steps * boards / spent


def main() -> None:
    if sys.argv[1] == "pgx":
        print(pgx_rate(sys.argv[2], int(sys.argv[3]), float(sys.argv[4])))
        return
    other = sys.argv[1]
    boards = sys.argv[2] if len(sys.argv) > 2 else "1024"
    seconds = sys.argv[3] if len(sys.argv) > 3 else "2"
    print(f"{boards} boards{'pgx':>20}{'vector_env':>14}{'ratio':>8}")
    for theirs, ours in GAMES:
        found, made = [], []
        for _ in range(ROUNDS):
            command = [other, __file__, "pgx", theirs, boards, seconds]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            found.append(float(said))
            made.append(our_rate(ours, int(boards), float(seconds)))
        print(f"{ours:<24}{max(found):>8,.0f}{max(made):>14,.0f}{max(made) / max(found):>8.1f}")


if __name__ == "__main__":
    main()
