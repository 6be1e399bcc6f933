"""One attempt of Kibitz or a peer at noughts and crosses, in a process of its own.

    python benchmarks/peer_attempts.py NAME VARIANT

Prints JSON: `seconds`, and `counts` (won, drawn, lost, as the player to move sees it) where every
position is valued, or `says` where less is found.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PIECES = {"classic": 9, "any": 3}
DEEP = 100_000
WARM_ROUNDS = 20
DEEPEST = 30  # for easyAI, in plies; no depth is enough for a draw by endless play
RAISED = ", recursion limit raised"
SIGNS = {"x": 1, "o": -1}


def kibitz(variant: str, *, tier: Any, warm: bool) -> dict[str, Any]:
    """Solve with Kibitz; cold, with all that is imported."""
    begin = perf_counter()
    from kibitz import game
    from kibitz.solve.memory.in_memory import solve

    rules = game(f"noughts:{variant}").rules
    solution = solve(rules, tier=tier)
    took = perf_counter() - begin
    if warm:
        for _ in range(WARM_ROUNDS):
            begin = perf_counter()
            solution = solve(rules, tier=tier)
            took = min(took, perf_counter() - begin)
    histogram = solution.histogram(in_full=True)
    return {"seconds": took, "counts": tally(histogram)}


def tally(histogram: Mapping[int, int]) -> list[int]:
    """Return how many are won, drawn and lost."""
    won = sum(count for code, count in histogram.items() if code > 0)
    lost = sum(count for code, count in histogram.items() if code < 0)
    return [won, histogram.get(0, 0), lost]


def spiel_game(variant: str) -> Any:
    """Return OpenSpiel's own game, or ours for it."""
    import pyspiel

    import noughts_openspiel

    return pyspiel.load_game("tic_tac_toe" if variant == "classic" else noughts_openspiel.NAME)


def spiel_states(variant: str, *, limit: int) -> dict[str, Any]:
    """List all states with OpenSpiel."""
    from open_spiel.python.algorithms.get_all_states import get_all_states

    game = spiel_game(variant)
    sys.setrecursionlimit(limit or sys.getrecursionlimit())
    begin = perf_counter()
    states = get_all_states(game, -1, True, False, to_string=str)
    took = perf_counter() - begin
    seen = {as_mover_sees(text)[0] for text in states}
    return {"seconds": took, "says": f"{len(states)} states, {len(seen)} as the mover sees them"}


def spiel_values(variant: str, *, limit: int, cyclic: bool) -> dict[str, Any]:
    """Value all states with OpenSpiel."""
    from open_spiel.python.algorithms.value_iteration import value_iteration

    game = spiel_game(variant)
    sys.setrecursionlimit(limit or sys.getrecursionlimit())
    begin = perf_counter()
    values = value_iteration(game, -1, 0.01, cyclic)
    took = perf_counter() - begin
    seen: dict[str, int] = {}
    for text, value in values.items():
        board, mover = as_mover_sees(text)
        mine = round(value) * mover
        assert seen.setdefault(board, mine) == mine, board
    histogram = {worth: list(seen.values()).count(worth) for worth in (1, 0, -1)}
    return {"seconds": took, "counts": tally(histogram)}


def as_mover_sees(text: str) -> tuple[str, int]:
    """Return the board with `x` for the player to move, and 1 if that is X, else -1."""
    board = text.replace("\n", "")
    mover = board[9:] or ("x" if board.count("x") == board.count("o") else "o")
    board = board[:9]
    if mover == "o":
        board = board.translate(str.maketrans("xo", "ox"))
    return board, SIGNS[mover]


def easy_depth_first(variant: str, *, limit: int, deepest: int) -> dict[str, Any]:
    """Value the start with easyAI's depth-first search."""
    from easyAI import TranspositionTable
    from easyAI.AI.solving import solve_with_depth_first_search

    from noughts_easyai import WIN, Noughts

    table = TranspositionTable()
    game = Noughts(PIECES[variant])
    sys.setrecursionlimit(limit or sys.getrecursionlimit())
    begin = perf_counter()
    value = solve_with_depth_first_search(game, WIN, maxdepth=deepest, tt=table)
    took = perf_counter() - begin
    return {"seconds": took, "says": f"value of the start {value}; {len(table.d)} positions met"}


def easy_deepening(variant: str, *, depths: int) -> dict[str, Any]:
    """Value the start with easyAI's iterative deepening."""
    from easyAI import TranspositionTable
    from easyAI.AI.solving import solve_with_iterative_deepening

    from noughts_easyai import WIN, Noughts

    table = TranspositionTable()
    game = Noughts(PIECES[variant])
    begin = perf_counter()
    result, depth, _ = solve_with_iterative_deepening(
        game, range(2, depths + 1), win_score=WIN, tt=table, verbose=False
    )
    took = perf_counter() - begin
    return {
        "seconds": took,
        "says": f"{result} after depth {depth} (0: a draw, or not deep enough); "
        f"{len(table.d)} positions met",
    }


ATTEMPTS: dict[str, Callable[[str], dict[str, Any]]] = {
    "kibitz, compiled, warm": partial(kibitz, tier="compiled", warm=True),
    "kibitz, interpreter, warm": partial(kibitz, tier="interpreter", warm=True),
    "kibitz, cold": partial(kibitz, tier=None, warm=False),
    "kibitz, cold, code from its cache": partial(kibitz, tier="compiled", warm=False),
    "kibitz, cold, compiling": partial(kibitz, tier="compiled", warm=False),
    "OpenSpiel get_all_states": partial(spiel_states, limit=0),
    f"OpenSpiel get_all_states{RAISED}": partial(spiel_states, limit=DEEP),
    "OpenSpiel value_iteration": partial(spiel_values, limit=0, cyclic=False),
    "OpenSpiel value_iteration, cyclic": partial(spiel_values, limit=0, cyclic=True),
    f"OpenSpiel value_iteration, cyclic{RAISED}": partial(spiel_values, limit=DEEP, cyclic=True),
    "easyAI depth first": partial(easy_depth_first, limit=0, deepest=50),
    f"easyAI depth first{RAISED}": partial(easy_depth_first, limit=DEEP, deepest=DEEP // 2),
    "easyAI iterative deepening to 9": partial(easy_deepening, depths=9),
    f"easyAI iterative deepening to {DEEPEST}": partial(easy_deepening, depths=DEEPEST),
}
# a game that ends by itself needs neither
FOR_CYCLES_ONLY = [name for name in ATTEMPTS if name.endswith((RAISED, f"deepening to {DEEPEST}"))]


if __name__ == "__main__":
    print(json.dumps(ATTEMPTS[sys.argv[1]](sys.argv[2])))
