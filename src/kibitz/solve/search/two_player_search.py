"""Search in a game of two players: proved bounds of a position, within an effort."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import islice

from kibitz.rules.objectives.objective import Code
from kibitz.rules.objectives.outcomes import Bound, Draw, Loss, Outcome, Win
from kibitz.rules.rules import Rules
from kibitz.solve.array_backend import arrays
from kibitz.solve.array_backend import threads as machine_threads
from kibitz.solve.arrays import Array
from kibitz.solve.bound_names import take_turns
from kibitz.solve.compiling.compiled import HeadStart, bound, is_ready, kernel
from kibitz.solve.effort import SEARCHING, Meter, StepSizes
from kibitz.solve.invalid_rules import game_too_long_error, wrong_wins
from kibitz.solve.search import search_kernels as searching
from kibitz.solve.search.transposition_table import MOST, copy, empty_table
from kibitz.system.thread_pool import Team

# The least and the greatest possible outcome, as numbers of the kernel.
Proved = tuple[int, int]

NOTHING_PROVED = (-MOST, MOST)
MOST_STEP = 1 << 16  # positions between two checks of limits and Ctrl-C
FIRST_STEP = 1 << 8
ALONE = 1 << 16  # positions that one thread searches before others join it
MIRRORED = 6  # plies with canonical positions: deeper, that costs more than it saves
FEWEST_ENTRIES = 1 << 14
MOST_ENTRIES = 1 << 26  # of 16 bytes: 1 GiB
GROWTH = 4  # growth factor of the table
FULL = 2  # positions searched per entry before the table grows
WIDTH = 32  # initial space for the moves of a position
FEW_MOVES = 40  # of a position, up to which checking all replies to all moves pays
FARTHEST = 1 << 10  # limit on plies in a game without `max_game_length`


@lru_cache(maxsize=64)
def with_hints(rules: Rules) -> Rules:
    """Return rules with the hints `wins` and `order`.

    The default of `wins` looks a ply ahead, unless there are too many moves for that; the default
    of `order` leaves it to the search.
    """
    wins = rules.wins if rules.objective.by_distance else unknown_win
    if wins is None:
        first = islice(rules.moves(rules.start), FEW_MOVES + 1)  # rules may never end
        few = sum(1 for _ in first) <= FEW_MOVES
        wins = winning_at_once(rules) if few else unknown_win
    return rules.replace(wins=wins, order=rules.order or in_any_order)


def unknown_win(position: int) -> int:
    """Return -1: unknown whether a move wins immediately."""
    return -1


def in_any_order(position: int, move: int) -> int:
    """Return 0: `order` of rules that do not define it."""
    return 0


def winning_at_once(rules: Rules) -> Callable[[int], int]:
    """Return the function that tests whether some move of a position wins immediately."""
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
    """Return the outcome or bound for the least and the greatest possible outcome."""
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


class SearchArrays:
    """Arrays of one thread: its state, its stack with children, and its history table."""

    def __init__(self, plies: int, width: int) -> None:
        make = arrays()
        self.state = make.zeros(searching.CELLS, "int64")
        self.stack = make.zeros((plies, searching.COLUMNS), "int64")
        children = make.zeros((plies, searching.OF_CHILD * width), "int64")
        ranks = make.zeros((plies, width), "int64")
        self.history = make.zeros(2 * searching.HISTORY, "int64")
        self.all = (self.state, self.stack, children, ranks, self.history)

    def wider(self) -> SearchArrays:
        """Return the same with space for twice as many moves of a position."""
        other = SearchArrays(len(self.stack), 2 * self.all[3].shape[1])
        other.state[:] = self.state
        other.begin(int(self.stack[0, searching.POSITION]))
        return other

    def begin(self, position: int) -> None:
        """Start the search at a position, with the bounds already proved."""
        self.state[searching.PLY] = self.state[searching.ENTERED] = 0
        self.state[searching.STATUS] = searching.RUNNING
        self.stack[0, searching.POSITION] = position
        self.stack[0, searching.BEST] = 0

    def follow(self, first: SearchArrays, number: int) -> None:
        """Join the search of another thread, with a different move order.

        While both kinds of questions are open, every other thread begins with the other kind. In a
        game of unlimited length there is only one: without a limit, a search would not end.
        """
        import numpy as np

        self.state[:] = first.state
        self.state[searching.SEARCHED] = 0
        self.state[searching.UNTIL] = self.state[searching.PATIENCE]
        if first.state[searching.LONGEST] >= 0:
            self.state[searching.DEEPENING] = (first.state[searching.DEEPENING] + number) % 2
        self.history[:] = np.random.default_rng(number).integers(1 << 6, size=len(self.history))
        self.begin(int(first.stack[0, searching.POSITION]))


class PlayersSearch:
    """Search of positions of one game, with a transposition table that is kept between calls.

    A long search uses several threads, by default one per core. They search the same position with
    a shared table, each in its own move order, so each finds in the table what the others have
    proved. Proved results do not depend on the order of threads. If positions are limited, one
    thread searches, so that the bounds are deterministic too. The others join after `alone`
    positions: starting them takes longer than most searches.

    It begins in the interpreter, whose steps are the same, and goes on in compiled code once there
    is some. A compiler is started after a moment, if the effort allows it.

    Several searches of the same game can share a `table`, each in its own thread.
    """

    def __init__(
        self,
        rules: Rules,
        width: int = WIDTH,
        threads: int | None = None,
        alone: int = ALONE,
        table: Array | None = None,
    ) -> None:
        self._rules = with_hints(rules)
        self._width = width
        self._threads = threads or machine_threads()
        self._alone = alone
        self._table = table
        self._grows = table is None
        self._rows: list[SearchArrays] = []
        self.searched = 0  # in all

    @property
    def ready(self) -> bool:
        """Whether no compiler has to be started."""
        return is_ready(searching.search, self._rules)

    @cached_property
    def _plain(self) -> Callable[..., None]:
        return bound(searching.search, self._rules)

    @cached_property
    def _kernel(self) -> Callable[..., None]:
        return kernel(searching.search, self._rules)

    def prove(
        self, position: int, proved: Proved, watch: Meter, wanted: int | None = None
    ) -> Proved:
        """Search until the outcome is proved; return the least and the greatest possible.

        `proved` are bounds known already. If the search ends early, `proof` has what it found. With
        `wanted`, it ends as soon as it is proved whether the outcome is at least that.
        """
        self.proof = proved
        longest = self._rules.max_game_length
        if not self._rows:
            self._rows = [SearchArrays(2 + (FARTHEST if longest is None else longest), self._width)]
        first = self._rows[0]
        state = first.state
        state[:] = 0
        state[searching.PROVED_LEAST], state[searching.PROVED_GREATEST] = proved
        state[searching.REACH] = 2
        state[searching.PATIENCE] = state[searching.UNTIL] = searching.FIRST_BUDGET
        state[searching.DEEPENING] = 1
        state[searching.LONGEST] = -1 if longest is None else longest
        state[searching.POINTS] = not self._rules.objective.by_distance
        state[searching.ONLY] = 0 if wanted is None else searching.NOTHING + wanted
        first.begin(position)
        limited = self._threads == 1 or watch.effort.positions is not None
        if self._run(1, watch, None, None if limited else self._alone):
            return self.proof
        with Team(self._threads) as team:
            for number in range(1, self._threads):
                if number == len(self._rows):
                    self._rows.append(SearchArrays(*self._rows[0].all[3].shape))
                self._rows[number].follow(self._rows[0], number)
            self._run(self._threads, watch, team, None)
        return self.proof

    def _run(self, threads: int, watch: Meter, team: Team | None, pause: int | None) -> bool:
        """Search with several threads; return whether it is done, not only at its `pause`."""
        searched = 0
        head_start = HeadStart(searching.search, self._rules)
        in_interpreter, compiled = StepSizes(1, MOST_STEP), StepSizes(FIRST_STEP, MOST_STEP)
        while pause is None or searched < pause:
            most = watch.effort.positions
            interpreted = team is None and not head_start.is_over(watch.effort)
            steps = in_interpreter if interpreted else compiled
            table = self._grown(watch)
            budget = min(steps.size, self._before_growth)
            budget = budget if most is None else min(budget, most + 1 - searched)
            steps.begin()
            shares = [(*rows.all, table, MIRRORED, budget) for rows in self._rows[:threads]]
            if interpreted:
                with arrays().wrapping():  # a hash
                    self._plain(*shares[0])
            elif team is None:
                self._kernel(*shares[0])
            else:
                team.run(self._kernel, shares)
            before, searched = searched, self._gather(threads)
            self.searched += searched - before
            statuses = {int(rows.state[searching.STATUS]) for rows in self._rows[:threads]}
            if searching.WRONG_WINS in statuses:
                raise wrong_wins(self._rules)
            if searching.TOO_DEEP in statuses and self._rules.max_game_length is not None:
                raise game_too_long_error(self._rules, count=self._rules.max_game_length)
            if searching.TOO_MANY_MOVES in statuses:
                self._rows = [rows.wider() for rows in self._rows]
            elif statuses != {searching.RUNNING}:
                return True
            steps.end(budget)
            watch(SEARCHING, searched, None)
        return False

    def _gather(self, threads: int) -> int:
        """Share the bounds proved by each thread; return the positions searched by all."""
        states = [rows.state for rows in self._rows[:threads]]
        least = max(int(state[searching.PROVED_LEAST]) for state in states)
        greatest = min(int(state[searching.PROVED_GREATEST]) for state in states)
        for state in states:
            state[searching.PROVED_LEAST], state[searching.PROVED_GREATEST] = least, greatest
        self.proof = least, greatest
        return sum(int(state[searching.SEARCHED]) for state in states)

    @property
    def _before_growth(self) -> int:
        """How many positions to search before the table may grow: that does not depend on time."""
        assert self._table is not None
        left = FULL * (len(self._table) // 2) + 1 - self.searched
        return left if self._grows and left > 0 else MOST_STEP

    def _grown(self, watch: Meter) -> Array:
        """Return the table, enlarged if it has filled and memory allows."""
        if self._table is None:
            self._table = empty_table(FEWEST_ENTRIES)
        entries = len(self._table) // 2
        larger = GROWTH * entries
        full = self._grows and self.searched > FULL * entries and larger <= MOST_ENTRIES
        if full and watch.spare() > 32 * larger:
            table = empty_table(larger)
            kernel(copy)(self._table, table)
            self._table = table
        return self._table
