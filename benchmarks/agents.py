"""Random play: how many moves a second, against OpenSpiel's and PettingZoo's own tic-tac-toe.

    .venv/bin/python benchmarks/agents.py [SECONDS]

"interpreter" is `random.choice` over the rules as they are written, "compiled" the same rules under
a kernel that Numba compiles. Each kind plays whole games for so many seconds, in turn and several
times, and its best round counts. A ratio is to the tic-tac-toe at the head of its table, in the
same run. "with truth" tells the value, the best actions and the regret at every step.
"""

from __future__ import annotations

import random
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import open_spiel.python.games  # noqa: F401  # registers them
import pyspiel
from pettingzoo.classic import tictactoe_v3 as ttt

import kibitz
import kibitz.adapters.openspiel  # registers ours
import kibitz.adapters.pettingzoo
from kibitz.solve.compiling.compiled import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.rules.rules import Rules

    Play = Callable[[int], int]  # plays so many games, returns how many moves they took

    def moves(position: int) -> Iterator[int]: ...
    def play(position: int, move: int) -> int: ...


ROUNDS = 5
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


if __name__ == "__main__":
    main()
