"""Compilation of the kernels of games before questions need them.

A process of its own compiles those of a game, at low priority, and writes the code to the disk
(`compilations.py`). Meanwhile the interpreter answers. Then `load_kernels` loads the code, which
takes a fraction of a second.
"""

from __future__ import annotations

import random
from contextlib import suppress

from kibitz.rules import PositionId
from kibitz.rules.base_game import BaseGame
from kibitz.rules.rules import Rules
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import MOST_INTERPRETED, Effort, Exhausted, Pace
from kibitz.solve.structure import solver_of
from kibitz.system.parent import Parent

TRIAL = Effort(positions=2_000).at(Pace(interpreted=0, head_start=0.0))
LONGEST = 400  # plies of the match whose end is solved
LAST = 4  # plies of its end
KEPT, NOT_NEEDED = "kept", "not needed"  # what becomes of the kernels


def compile_kernels(rules: Rules) -> None:
    """Compile, or load from disk, the kernels that questions about a game need.

    Each engine works on a small part of the game. The search comes first: it gives the first proved
    bounds of a large game.
    """
    with suppress(Exhausted):
        _search(rules)
    if not solver_of(rules).has_sources:
        for start in (late_position(rules), rules.start):
            with suppress(Exhausted):
                _solve(rules, start)


def _search(rules: Rules) -> None:
    start = rules.class_of(rules.start)
    if serves("search", rules):
        from kibitz.solve.search.two_player_search import NOTHING_PROVED, PlayersSearch

        PlayersSearch(rules, threads=1).prove(start, NOTHING_PROVED, TRIAL.watch())
    elif serves("best", rules):
        from kibitz.solve.search.puzzle_distance import DistanceSearch

        DistanceSearch(rules, start).run(TRIAL.watch())


def _solve(rules: Rules, start: PositionId) -> None:
    from kibitz.solve.memory.in_memory import solve

    subgame = rules.replace(placements=None).starting_at(start)
    solve(subgame, mode="compiled", effort=TRIAL)


def late_position(rules: Rules) -> PositionId:
    """Return a position some plies before the end of a random match."""
    chance = random.Random(0)
    line = [rules.start]
    while len(line) < LONGEST and (moves := list(rules.moves(line[-1]))):
        line.append(rules.play(line[-1], chance.choice(moves)))
    return line[max(0, len(line) - 1 - LAST)]


def load_kernels(rules: Rules) -> bool:
    """Load the kernels of a game from disk; return False if one has to be compiled."""
    from kibitz.solve.compiling.compiled import Kernel, NotKept, available

    if not available():
        return False
    try:
        with Kernel.only_loading():
            compile_kernels(rules)
    except NotKept:
        return False
    return True


def needs_kernels(game: BaseGame) -> bool:
    """Return whether questions about a game may need compiled code: it is not small, without table.

    The interpreter solves a small game.
    """
    from kibitz.oracle.oracle import Oracle

    small = Oracle(game, effort=Effort(positions=MOST_INTERPRETED, compile=False))
    return not small.outcome(game.rules.start).known


def main() -> None:
    """Compile the kernels of the games that the parent names, of a collection or a game alone."""
    from kibitz.games.collection import Collection

    parent = Parent(low_priority=True)
    for name, files in parent:
        games = Collection([name] if files is None else files)
        game = games.game(games.chosen[0] if files is None else name)
        needed = needs_kernels(game)
        if needed:
            compile_kernels(game.rules)
        parent.tell(KEPT if needed else NOT_NEEDED)
        parent.tell(None)


if __name__ == "__main__":
    main()
