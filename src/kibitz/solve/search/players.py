"""Searching a game of two players: what is proved of a position, as far as an effort goes."""

from __future__ import annotations

from functools import cached_property

from kibitz.solve.compiled import is_ready, kernel, take_turns
from kibitz.solve.outcome import Bound, Draw, Loss, Win
from kibitz.solve.search import search_kernels as searching
from kibitz.solve.search.search_kernels import MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules.contract import Rules
    from kibitz.solve.effort import Watch
    from kibitz.solve.graph import Row
    from kibitz.solve.outcome import Outcome

    Proved = tuple[int, int]  # the least and the greatest outcome possible, as the kernel counts

NOTHING_PROVED = (-MOST, MOST)
STEP = 1 << 16  # positions searched before limits and Ctrl-C are looked at
FIRST_STEP = 1 << 10
MIRRORED = 6  # plies whose positions are mirrored: farther down that costs more than it saves
FEWEST_ENTRIES = 1 << 14
MOST_ENTRIES = 1 << 26  # of 16 bytes: 1 GiB
WIDTH = 32  # moves of a position that there is room for at first
FEW_MOVES = 40  # of a position, up to which looking at all replies to all moves pays
FARTHEST = 1 << 10  # plies, in a game that does not say how long it takes at most


def with_hints(rules: Rules) -> Rules:
    """Return rules that can tell whether the player to move wins at once, and order moves.

    A game that does not say looks a ply ahead, unless it has too many moves for that, and leaves
    the order to the search.
    """
    wins = rules.wins
    if wins is None:
        few = sum(1 for _ in rules.moves(rules.start)) <= FEW_MOVES
        wins = winning_at_once(rules) if few else not_telling
    return rules.replace(wins=wins, order=rules.order or in_any_order)


def not_telling(position: int) -> int:
    """Return -1: nobody has looked whether a move wins at once."""
    return -1


def in_any_order(position: int, move: int) -> int:
    """Return 0: no move is known to be better than another."""
    return 0


def winning_at_once(rules: Rules) -> Callable[[int], int]:
    """Return the function that tells whether some move of a position wins at once."""
    moves, play, worth = rules.moves, rules.play, rules.worth
    same_mover = rules.same_mover or take_turns

    def wins(position: int) -> int:
        for move in moves(position):
            after = play(position, move)
            ended = True
            for _ in moves(after):
                ended = False
                break
            if ended and worth(after) * (1 if same_mover(position, move) else -1) > 0:
                return 1
        return 0

    return wins


def outcome_of_proof(proved: Proved) -> Outcome:
    """Return the outcome between the least and the greatest that are possible."""
    least, greatest = proved
    if least == greatest:
        return _exact(least)
    worst = None if least <= 1 - MOST else _exact(least)
    best = None if greatest >= MOST - 1 else _exact(greatest)
    return Bound(best, worst)


def _exact(value: int) -> Outcome:
    return Draw() if not value else Win(MOST - value) if value > 0 else Loss(value + MOST)


class Rows:
    """Where a search writes: its state, its stack, the children on it, and what moves did well."""

    def __init__(self, plies: int, width: int) -> None:
        import numpy as np

        self.state = np.zeros(searching.CELLS, dtype=np.int64)
        self.stack = np.zeros((plies, searching.COLUMNS), dtype=np.int64)
        children = np.zeros((plies, 2 * width), dtype=np.int64)
        ranks = np.zeros((plies, width), dtype=np.int64)
        history = np.zeros(2 * searching.HISTORY, dtype=np.int64)
        self.all = (self.state, self.stack, children, ranks, history)

    def wider(self) -> Rows:
        """Return the same with room for twice as many moves of a position."""
        other = Rows(len(self.stack), 2 * self.all[3].shape[1])
        other.state[:] = self.state
        return other


class PlayersSearch:
    """Searches positions of one game, and remembers what it has proved of all on the way."""

    def __init__(self, rules: Rules, width: int = WIDTH) -> None:
        self._rules = with_hints(rules)
        self._width = width
        self._table: Row | None = None
        self._rows: Rows | None = None
        self.searched = 0  # in all

    @property
    def ready(self) -> bool:
        """Whether no compiler has to be started."""
        return "_kernel" in self.__dict__ or is_ready(searching.search, self._rules)

    @cached_property
    def _kernel(self) -> Callable[..., None]:
        return kernel(searching.search, self._rules)

    def prove(self, position: int, proved: Proved, watch: Watch) -> Proved:
        """Search until the outcome is proved; return the least and the greatest possible.

        `proved` is what is known already. Whatever ends the search early, `proof` has what it
        found.
        """
        self.proof = proved
        longest = self._rules.longest
        plies = 2 + (FARTHEST if longest is None else longest)
        if self._rows is None:
            self._rows = Rows(plies, self._width)
        state = self._rows.state
        state[:] = 0
        state[searching.PROVED_LEAST], state[searching.PROVED_GREATEST] = proved
        state[searching.REACH] = 2
        state[searching.PATIENCE] = state[searching.UNTIL] = searching.FIRST_PATIENCE
        state[searching.DEEPENING] = 1
        state[searching.LONGEST] = -1 if longest is None else longest
        while True:
            status = self._run(position, self._rows, watch)
            if status != searching.TOO_MANY_MOVES:
                return self.proof
            self._rows = self._rows.wider()

    def _run(self, position: int, rows: Rows, watch: Watch) -> int:
        """Search until the state says why not to go on, and return that."""
        state = rows.state
        state[searching.PLY] = state[searching.ENTERED] = state[searching.STATUS] = 0
        rows.stack[0, searching.POSITION] = position
        rows.stack[0, searching.BEST] = 0
        search = self._kernel
        step = FIRST_STEP
        while True:
            before = int(state[searching.SEARCHED])
            most = watch.effort.positions
            budget = step if most is None else min(step, most + 1 - before)
            search(*rows.all, self._grown(watch), MIRRORED, budget)
            status, searched = int(state[searching.STATUS]), int(state[searching.SEARCHED])
            self.searched += searched - before
            self.proof = (
                int(state[searching.PROVED_LEAST]),
                int(state[searching.PROVED_GREATEST]),
            )
            if status != searching.RUNNING:
                return status
            watch("searching", searched, None)
            step = min(STEP, 4 * step)

    def _grown(self, watch: Watch) -> Row:
        """Return the table, with more room if it has filled and there is memory for that."""
        import numpy as np

        if self._table is None:
            self._table = np.zeros(2 * FEWEST_ENTRIES, dtype=np.int64)
        entries = len(self._table) // 2
        larger = 8 * entries
        full = self.searched > entries // 2 and larger <= MOST_ENTRIES
        if full and watch.spare() > 32 * larger:
            table = np.zeros(2 * larger, dtype=np.int64)
            kernel(searching.copy)(self._table, table)
            self._table = table
        return self._table
