"""Compilation of the kernels of a game before a question needs them.

A process of its own compiles them, at low priority, and writes the code to the disk. Meanwhile the
interpreter answers. When the process has ended, `load_kernels` loads the code, which takes a
fraction of a second.

    python -m kibitz.oracle.compile_ahead GAME [FILE]…

compiles the kernels of one game, and ends early when its standard input does. The files are those
of a `Collection`; without them, the game may be in a file itself.
"""

from __future__ import annotations

import os
import random
import sys
import threading
from contextlib import contextmanager, suppress

from kibitz.solve.capabilities import serves
from kibitz.solve.effort import MOST_INTERPRETED, Effort, Exhausted, Pace
from kibitz.solve.structure import solver_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.rules import Rules

NICENESS = 10  # nice value of the process
UNNEEDED = 3  # exit status for a game whose questions need no compiled code
TRIAL = Effort(positions=2_000).at(Pace(interpreted=0, head_start=0.0))
LOADING = "loading kernels"  # name of the thread
ENDING_SECONDS = 0.1  # seconds for it to end after the process
LONGEST = 400  # plies of the match whose end is solved
LAST = 4  # plies of its end


def command(name: str, files: Sequence[str] = ()) -> list[str]:
    """Return the command that compiles the kernels of a game."""
    return [sys.executable, "-P", "-m", "kibitz.oracle.compile_ahead", name, *files]


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
    solve(subgame, tier="compiled", effort=TRIAL)


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


class Preparation:
    """Compilation of the kernels of a game in another process, and a thread that then loads them.

    Nothing waits for it. `loaded` is called in the thread once the code is loaded.
    """

    def __init__(
        self, name: str, rules: Rules, loaded: Callable[[], object] = lambda: None
    ) -> None:
        import subprocess

        self._rules = rules
        self._loaded = loaded
        self._process = subprocess.Popen(
            command(name),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C at the terminal is for the match
        )
        self._thread = threading.Thread(target=self._load, name=LOADING, daemon=True)
        self._thread.start()

    def _load(self) -> None:
        if self._process.wait() == 0 and load_kernels(self._rules):
            self._loaded()

    def stop(self) -> None:
        """End the process; a thread that loads code goes on."""
        self._process.kill()
        self._thread.join(ENDING_SECONDS)
        self._process.communicate()


@contextmanager
def compiled_ahead(name: str, rules: Rules) -> Iterator[None]:
    """Compile the kernels of a game in another process within the block, and then load them.

    The block ends at once, also while they are loaded (`is_loading`).
    """
    from kibitz.solve.compiling.compiled import available

    if not available():
        yield
        return
    preparation = Preparation(name, rules)
    try:
        yield
    finally:
        preparation.stop()


def is_loading() -> bool:
    """Return whether a thread loads compiled code; Python cannot end in order before it does."""
    return any(thread.name == LOADING for thread in threading.enumerate())


def needs_kernels(game: BaseGame) -> bool:
    """Return whether questions about a game may need compiled code: it is not small, without table.

    The interpreter solves a small game.
    """
    from kibitz.oracle.oracle import Oracle

    small = Oracle(game, effort=Effort(positions=MOST_INTERPRETED, compile=False))
    return not small.outcome(game.rules.start).known


def main(name: str, files: Sequence[str]) -> int:
    """Compile the kernels of a game, as long as standard input is open."""
    from kibitz.games.collection import Collection

    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=end_with_input, daemon=True).start()
    games = Collection(files or [name])
    game = games.game(name if files else games.chosen[0])
    if not needs_kernels(game):
        return UNNEEDED
    compile_kernels(game.rules)
    return 0


def end_with_input() -> None:
    """End this process when the other end of its standard input is closed."""
    while os.read(0, 1 << 10):
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
