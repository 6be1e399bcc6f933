"""Searching a game of two players: what is proved of a position, as far as an effort goes."""

from __future__ import annotations

from functools import cached_property, lru_cache

from kibitz.objectives import Code
from kibitz.objectives.outcomes import Bound, Draw, Loss, Win
from kibitz.solve.compiling.compiled import is_ready, kernel, take_turns
from kibitz.solve.invalid_rules import goes_on_longer, wrong_wins
from kibitz.solve.search import search_kernels as searching
from kibitz.solve.search.transposition_table import MOST, copy, empty_table
from kibitz.system.thread_pool import Team, cores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.core.rules import Rules
    from kibitz.objectives.outcomes import Outcome
    from kibitz.solve.effort import Meter
    from kibitz.solve.rows import Row

    Proved = tuple[int, int]  # the least and the greatest outcome possible, as the kernel counts

NOTHING_PROVED = (-MOST, MOST)
STEP = 1 << 16  # positions searched before limits and Ctrl-C are looked at
FIRST_STEP = 1 << 14
ALONE = 1 << 16  # positions that one thread searches before others join it
MIRRORED = 6  # plies whose positions are mirrored: farther down that costs more than it saves
FEWEST_ENTRIES = 1 << 14
MOST_ENTRIES = 1 << 26  # of 16 bytes: 1 GiB
GROWTH = 4  # how much larger the next table is
FULL = 2  # positions searched for each entry, after which there should be more
WIDTH = 32  # moves of a position that there is room for at first
FEW_MOVES = 40  # of a position, up to which looking at all replies to all moves pays
FARTHEST = 1 << 10  # plies, in a game that does not say how long it takes at most


@lru_cache(maxsize=64)
def with_hints(rules: Rules) -> Rules:
    """Return rules that can tell whether the player to move wins at once, and order moves.

    A game that does not say looks a ply ahead, unless it has too many moves for that, and leaves
    the order to the search.
    """
    wins = rules.wins if rules.objective.by_distance else unknown_win
    if wins is None:
        few = sum(1 for _ in rules.moves(rules.start)) <= FEW_MOVES
        wins = winning_at_once(rules) if few else unknown_win
    return rules.replace(wins=wins, order=rules.order or in_any_order)


def unknown_win(position: int) -> int:
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


def outcome_of_proof(proved: Proved, rules: Rules | None = None) -> Outcome:
    """Return the outcome between the least and the greatest that are possible, in some rules."""
    least, greatest = proved
    if least == greatest:
        return _exact(least, rules)
    worst = None if least <= 1 - MOST else _exact(least, rules)
    best = None if greatest >= MOST - 1 else _exact(greatest, rules)
    return Bound(best, worst)


def _exact(value: int, rules: Rules | None) -> Outcome:
    if rules is not None and not rules.objective.by_distance:
        return rules.objective.outcome(Code(value))
    return Draw() if not value else Win(MOST - value) if value > 0 else Loss(value + MOST)


class SearchRows:
    """Where a thread writes: its state, its stack, the children on it, and what moves did well."""

    def __init__(self, plies: int, width: int) -> None:
        import numpy as np

        self.state = np.zeros(searching.CELLS, dtype=np.int64)
        self.stack = np.zeros((plies, searching.COLUMNS), dtype=np.int64)
        children = np.zeros((plies, searching.OF_CHILD * width), dtype=np.int64)
        ranks = np.zeros((plies, width), dtype=np.int64)
        self.history = np.zeros(2 * searching.HISTORY, dtype=np.int64)
        self.all = (self.state, self.stack, children, ranks, self.history)

    def wider(self) -> SearchRows:
        """Return the same with room for twice as many moves of a position."""
        other = SearchRows(len(self.stack), 2 * self.all[3].shape[1])
        other.state[:] = self.state
        other.begin(int(self.stack[0, searching.POSITION]))
        return other

    def begin(self, position: int) -> None:
        """Let the search begin, with what is proved already, at a position."""
        self.state[searching.PLY] = self.state[searching.ENTERED] = 0
        self.state[searching.STATUS] = searching.RUNNING
        self.stack[0, searching.POSITION] = position
        self.stack[0, searching.BEST] = 0

    def follow(self, first: SearchRows, number: int) -> None:
        """Join the search of another thread, in an order of moves of its own.

        Where it is open whether to ask who wins soon or who wins at all, every other thread begins
        with the other question.
        """
        import numpy as np

        self.state[:] = first.state
        self.state[searching.SEARCHED] = 0
        self.state[searching.UNTIL] = self.state[searching.PATIENCE]
        self.state[searching.DEEPENING] = (first.state[searching.DEEPENING] + number) % 2
        self.history[:] = np.random.default_rng(number).integers(1 << 6, size=len(self.history))
        self.begin(int(first.stack[0, searching.POSITION]))


class PlayersSearch:
    """Searches positions of one game, and remembers what it has proved of all on the way.

    A question that takes long is searched by several threads, as a rule one for each core. They
    search the same position with one table, each in an order of its own, so each finds in the table
    what the others have proved. What is proved does not depend on who proves it first. Where
    positions are limited one thread searches, so that the bounds are the same each time too. The
    others join it after `alone` positions: to start them takes longer than most questions.
    """

    def __init__(
        self,
        rules: Rules,
        width: int = WIDTH,
        threads: int | None = None,
        alone: int = ALONE,
    ) -> None:
        self._rules = with_hints(rules)
        self._width = width
        self._threads = threads or cores()
        self._alone = alone
        self._table: Row | None = None
        self._rows: list[SearchRows] = []
        self.searched = 0  # in all

    @property
    def ready(self) -> bool:
        """Whether no compiler has to be started."""
        return "_kernel" in self.__dict__ or is_ready(searching.search, self._rules)

    @cached_property
    def _kernel(self) -> Callable[..., None]:
        return kernel(searching.search, self._rules)

    def prove(self, position: int, proved: Proved, watch: Meter) -> Proved:
        """Search until the outcome is proved; return the least and the greatest possible.

        `proved` is what is known already. Whatever ends the search early, `proof` has what it
        found.
        """
        self.proof = proved
        longest = self._rules.max_game_length
        if not self._rows:
            self._rows = [SearchRows(2 + (FARTHEST if longest is None else longest), self._width)]
        first = self._rows[0]
        state = first.state
        state[:] = 0
        state[searching.PROVED_LEAST], state[searching.PROVED_GREATEST] = proved
        state[searching.REACH] = 2
        state[searching.PATIENCE] = state[searching.UNTIL] = searching.FIRST_PATIENCE
        state[searching.DEEPENING] = 1
        state[searching.LONGEST] = -1 if longest is None else longest
        state[searching.POINTS] = not self._rules.objective.by_distance
        first.begin(position)
        limited = self._threads == 1 or watch.effort.positions is not None
        if self._run(1, watch, None, None if limited else self._alone):
            return self.proof
        with Team(self._threads) as team:
            for number in range(1, self._threads):
                if number == len(self._rows):
                    self._rows.append(SearchRows(*self._rows[0].all[3].shape))
                self._rows[number].follow(self._rows[0], number)
            self._run(self._threads, watch, team, None)
        return self.proof

    def _run(self, threads: int, watch: Meter, team: Team | None, pause: int | None) -> bool:
        """Search with so many threads; return whether it is done, not only at its `pause`."""
        step = FIRST_STEP if team is None else STEP
        searched = 0
        while pause is None or searched < pause:
            most = watch.effort.positions
            budget = step if most is None else min(step, most + 1 - searched)
            table = self._grown(watch)
            shares = [(*rows.all, table, MIRRORED, budget) for rows in self._rows[:threads]]
            if team is None:
                self._kernel(*shares[0])
            else:
                team.run(self._kernel, shares)
            before, searched = searched, self._gather(threads)
            self.searched += searched - before
            statuses = {int(rows.state[searching.STATUS]) for rows in self._rows[:threads]}
            if searching.WRONG_WINS in statuses:
                raise wrong_wins(self._rules)
            if searching.TOO_DEEP in statuses and self._rules.max_game_length is not None:
                raise goes_on_longer(self._rules)
            if searching.TOO_MANY_MOVES in statuses:
                self._rows = [rows.wider() for rows in self._rows]
            elif statuses != {searching.RUNNING}:
                return True
            watch("searching", searched, None)
            step = min(STEP, 4 * step)
        return False

    def _gather(self, threads: int) -> int:
        """Let every thread know what one has proved; return how many positions all searched."""
        states = [rows.state for rows in self._rows[:threads]]
        least = max(int(state[searching.PROVED_LEAST]) for state in states)
        greatest = min(int(state[searching.PROVED_GREATEST]) for state in states)
        for state in states:
            state[searching.PROVED_LEAST], state[searching.PROVED_GREATEST] = least, greatest
        self.proof = least, greatest
        return sum(int(state[searching.SEARCHED]) for state in states)

    def _grown(self, watch: Meter) -> Row:
        """Return the table, with more room if it has filled and there is memory for that."""
        if self._table is None:
            self._table = empty_table(FEWEST_ENTRIES)
        entries = len(self._table) // 2
        larger = GROWTH * entries
        full = self.searched > FULL * entries and larger <= MOST_ENTRIES
        if full and watch.spare() > 32 * larger:
            table = empty_table(larger)
            kernel(copy)(self._table, table)
            self._table = table
        return self._table
