"""Random play by agents: moves a second, against OpenSpiel, PettingZoo and `SyncVectorEnv`.

    .venv/bin/python benchmarks/agents.py [SECONDS]

"interpreter" is `random.choice` over the rules as they are written, "compiled" the same rules under
a kernel that Numba compiles. Each kind plays whole games for so many seconds, in turn and several
times, and its best round counts. A ratio is to the tic-tac-toe at the head of its table, in the
same run. "with truth" tells the value, the best actions and the regret at every step.

Then many boards at once, against Gymnasium's `SyncVectorEnv`: every board makes a random legal
action at each step, chosen from the masks of the step before; only the steps are timed, not the
choice. In a game for two the opponent replies within the step.
"""

from __future__ import annotations

import random
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import open_spiel.python.games  # noqa: F401  # registers them
import pyspiel
from pettingzoo.classic import tictactoe_v3 as ttt

import kibitz
import kibitz.adapters.openspiel  # registers ours
import kibitz.adapters.pettingzoo
from kibitz.adapters.gymnasium import make
from kibitz.solve.compiling.compiled import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.rules.rules import Rules

    Play = Callable[[int], int]  # plays so many games, returns how many moves they took

    def moves(position: int) -> Iterator[int]: ...
    def play(position: int, move: int) -> int: ...


ROUNDS = 5
BOARDS = 1024
VECTORS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("peg:triangle", {}),
    ("fifteen", {}),
    ("noughts", {"opponent": "random"}),
    ("noughts", {"opponent": "perfect"}),
    ("four", {"opponent": "random"}),
    ("four:rows=6,columns=7", {"opponent": None}),
    ("lgame", {"opponent": "random"}),
    ("dobutsu_shogi", {"opponent": None}),
)
BASE = "python_tic_tac_toe"


def through_openspiel(name: str) -> Play:
    """Return random play of a game registered with OpenSpiel."""
    game = pyspiel.load_game(name)
    chance = random.Random(1)

    def run(games: int) -> int:
        made = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
                made += 1
        return made

    return run


def through_pettingzoo(env: Any) -> Play:
    """Return random play of a PettingZoo environment, in the loop that its pages show."""
    chance = random.Random(1)

    def run(games: int) -> int:
        made = 0
        for _ in range(games):
            env.reset()
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                action = None
                if not termination and not truncation:
                    action = chance.choice(observation["action_mask"].nonzero()[0])
                    made += 1
                env.step(action)
        return made

    return run


def in_interpreter(rules: Rules) -> Play:
    """Return random play through rules as they are."""
    legal, after, choice = rules.moves, rules.play, random.Random(1).choice

    def run(games: int) -> int:
        made = 0
        for _ in range(games):
            position = rules.start
            while options := list(legal(position)):
                position = after(position, choice(options))
                made += 1
        return made

    return run


def random_games(start: int, games: int, seed: int, row: Any) -> int:
    """Play at random; compiled, with `moves` and `play` those of some rules."""
    made = 0
    state = seed
    for _ in range(games):
        position = start
        while True:
            count = 0
            for move in moves(position):
                row[count] = move
                count += 1
            if not count:
                break
            state ^= (state << 13) & 0x7FFFFFFFFFFFFFFF  # Marsaglia's xorshift
            state ^= state >> 7
            state ^= (state << 17) & 0x7FFFFFFFFFFFFFFF
            position = play(position, row[state % count])
            made += 1
    return made


def compiled(rules: Rules) -> Play:
    """Return random play through rules under a compiled kernel."""
    run = kernel(random_games, rules)
    row = np.zeros(4096, dtype=np.int64)
    return lambda games: int(run(rules.start, games, 88172645463325252, row))


def rate(run: Play, seconds: float) -> float:
    """Return how many moves a second are made, in games enough to take so long."""
    games = 1
    while True:
        begin = perf_counter()
        made = run(games)
        took = perf_counter() - begin
        if took >= seconds:
            return made / took
        games = max(2 * games, int(1.2 * games * seconds / max(took, 1e-9)))


def compare(title: str, kinds: dict[str, Play], seconds: float) -> None:
    """Print how fast each kind is, and its ratio to the first."""
    best = dict.fromkeys(kinds, 0.0)
    for run in kinds.values():
        run(1)  # compiles
    for _ in range(ROUNDS):
        for kind, run in kinds.items():
            best[kind] = max(best[kind], rate(run, seconds))
    base = next(iter(best.values()))
    print(f"{title:<38}{'moves/s':>14}{'ratio':>9}")
    for kind, moves_a_second in best.items():
        print(f"{kind:<38}{moves_a_second:>14,.0f}{moves_a_second / base:>9.2f}")


def chosen(masks: Any, chance: np.random.Generator) -> Any:
    """Return a random legal action for each board, 0 where there is none."""
    return (chance.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)


def masks_in(info: dict[str, Any]) -> Any:
    """Return the masks of all boards, which may be an array of arrays."""
    masks = info["action_mask"]
    return masks if masks.ndim == 2 else np.stack(masks)


def vector_rate(env: Any, seconds: float) -> float:
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


def compare_vectors(seconds: float) -> None:
    """Print how many steps of boards `SyncVectorEnv` and `vector_env` make in a second."""
    print(f"{BOARDS} boards{'SyncVectorEnv':>26}{'vector_env':>14}{'ratio':>8}")
    for name, choices in VECTORS:

        def single(name: str = name, choices: dict[str, Any] = choices) -> Any:
            return make(name, truth=False, **choices).unwrapped

        envs = (
            gymnasium.vector.SyncVectorEnv([single] * BOARDS),
            kibitz.vector_env(name, BOARDS, **choices),
        )
        theirs, ours = (max(vector_rate(env, seconds) for _ in range(ROUNDS)) for env in envs)
        shown = f"{name} {choices['opponent'] or 'self'}" if choices else name
        print(f"{shown:<28}{theirs:>10,.0f}{ours:>14,.0f}{ours / theirs:>8.1f}", flush=True)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    ours = kibitz.adapters.pettingzoo.env
    environments: dict[str, Play] = {"PettingZoo tictactoe_v3": through_pettingzoo(ttt.env())}
    for name in ("noughts", "noughts:oldest", "lgame"):
        environments[f"{name}, with truth"] = through_pettingzoo(ours(name))
        environments[f"{name}, without"] = through_pettingzoo(ours(name, truth=False))
    compare("PettingZoo", environments, seconds)
    print()
    rules = kibitz.game("noughts").rules
    kinds: dict[str, Play] = {
        f"OpenSpiel {BASE}": through_openspiel(BASE),
        "OpenSpiel kibitz_noughts (adapter)": through_openspiel("kibitz_noughts"),
        "OpenSpiel tic_tac_toe (C++)": through_openspiel("tic_tac_toe"),
        "kibitz noughts, interpreter": in_interpreter(rules),
        "kibitz noughts, compiled": compiled(rules),
    }
    for name in ("noughts:oldest", "lgame"):
        kinds[f"kibitz {name}, interpreter"] = in_interpreter(kibitz.game(name).rules)
        kinds[f"kibitz {name}, compiled"] = compiled(kibitz.game(name).rules)
    compare("OpenSpiel, and the rules alone", kinds, seconds)
    print()
    compare_vectors(seconds)


if __name__ == "__main__":
    main()
