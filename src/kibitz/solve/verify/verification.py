"""Verification of a table against the rules alone; shares no code with the solvers.

If every value follows from the values of its successors, the table is correct. For wins and losses
this is proved by induction over their distance; in a position marked as drawn, the player to move
always has a move to another drawn position and none to a position lost for the other player, so
neither side can force a result. Shortest solutions likewise. A best score must also be reachable:
if every move clears a bit of the position, as in peg solitaire, no position repeats and that
follows too; otherwise it is checked by propagation from the ends.

Margins follow by induction if no position can repeat. If one can, both players can still hold the
other to the margin of a position, since they have moves to equal ones; and a margin that is not 0
must be forced. That is checked by propagation from the ends: a position is grounded if its margin
is above 0 and one of its moves leads to an equal margin in a grounded position, or if its margin is
below 0 and all its moves lead to grounded positions. The order in which positions are grounded
leads to an end, so play does not go in circles.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from kibitz.language.errors import KibitzError, Sentence, phrase, plural
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Ints, ReadArray
from kibitz.solve.compiling.compiled import available, bound, kernel
from kibitz.solve.compiling.not_compiled import Uncompilable
from kibitz.solve.effort import Effort, Meter
from kibitz.solve.invalid_rules import different_answer, game_too_long_error, spread
from kibitz.solve.store.table import Census, PositionTable
from kibitz.solve.verify.verify_kernels import (
    AIMS,
    MISSING,
    NOT_LEAST,
    NOT_ORDERED,
    QUEUED,
    RIGHT,
    WRONG,
    check_positions,
    count_back,
    count_ways,
    enqueue_found,
    find_reached,
    first_open,
    ground,
    ground_margins,
    list_back,
    list_ends,
    mark_placements,
    peel,
    place_of,
    shrinks,
)
from kibitz.system.thread_pool import Team, spans

ROWS, INT, OBJECT = 4, 8, 40  # arrays in memory, and bytes per number
LEAST_SHARE = 1_000  # positions that are worth a thread, or compiled code
BATCH = 1 << 16
CHECKING, REACHING = phrase("checking"), phrase("reaching")
MOST_IN_FULL = 250_000  # limit on positions explored without symmetry in the interpreter

FAULTS = {
    NOT_ORDERED: phrase("it stands out of order"),
    NOT_LEAST: phrase("it is not the least of its mirror images"),
    MISSING: phrase("a position that can follow it is missing"),
    WRONG: phrase("its value does not follow from the values of what can follow it"),
}


class Fault(KibitzError):
    """An error in a table, at one position or (if that is None) in the table as a whole."""

    def __init__(self, sentence: str | Sentence, position: int | None = None) -> None:
        super().__init__(sentence)
        self.position = position


def verify(table: PositionTable, watch: Meter | None = None) -> list[Sentence]:
    """Check all of a table; return what was checked, one sentence each, or raise `Fault`.

    It takes eight bytes per position and value, and twice as many for marks.
    """
    watch = watch or Effort().watch()
    watch.need(ROWS * (INT if available() else OBJECT) * len(table))
    try:
        return PositionVerification(table, watch).run()
    except Uncompilable:
        return PositionVerification(table, watch, compiles=False).run()


def check_sample(table: PositionTable, least: int = 8, most: int = 64) -> None:
    """Ask the rules again at positions of a table; `InvalidRules` if the table does not follow.

    Beyond `least` of them, that takes at most a hundredth of the time that solving took.
    """
    rules, count = table.rules, len(table)
    check, aim = bound(check_positions, rules), AIMS[rules.aim]
    rows = Integers(table.positions), Integers(table.codes)
    until = perf_counter() + (table.seconds or 0.0) / 100
    for number, at in enumerate(spread(min(most, count), count)):
        if check(*rows, aim, at, at + 1)[0] != RIGHT:
            raise different_answer(rules, rows[0][at])
        if number + 1 >= least and perf_counter() > until:
            break
    most_moves = rules.max_game_length if rules.cost is None else None
    distances = (outcome.distance or 0 for outcome in table.histogram())
    if most_moves is not None and max(distances) > most_moves:
        raise game_too_long_error(rules, count=most_moves)


class Integers:
    """An array whose numbers are integers of Python, of any width."""

    def __init__(self, row: ReadArray) -> None:
        self._row = row

    def __len__(self) -> int:
        return len(self._row)

    def __getitem__(self, at: int) -> int:
        return int(self._row[at])


class Verification(ABC):
    """The verification of one table, however it holds its positions.

    `codes` are the values, and an index is the place of a position's value among them. `checker` is
    the kernel that checks a span of them, given `rows`; it returns a fault, its position, and the
    number of moves. `kind` is the type of the numbers in compiled code, None for that of the table.
    """

    checker: Callable[..., Any]
    rows: tuple[Any, ...]
    kind: str | None = None

    def __init__(
        self, rules: Rules, census: Census, codes: Any, watch: Meter, *, compiles: bool = True
    ) -> None:
        self.rules, self.census, self.watch = rules, census, watch
        self.compact = compiles and available() and len(codes) > LEAST_SHARE
        self.codes = self._row(codes)

    def run(self) -> list[Sentence]:
        """Check everything; return what was checked."""
        moves = self._values()
        said = [
            plural(
                "the {count} move leads to a position of the table",
                "all {count} moves lead to positions of the table",
                moves,
            ),
            Sentence("every value follows from the values of what can follow"),
        ]
        return [*said, *self._further(moves), self._named()]

    @abstractmethod
    def _spans(self, team: Team) -> Iterator[list[tuple[Any, ...]]]:
        """Yield spans of indices in order, some for each thread at a time."""

    @abstractmethod
    def _index_of(self, position: int) -> int:
        """Return the index of a position, -1 if it is missing."""

    @abstractmethod
    def _further(self, moves: int) -> Iterator[Sentence]:
        """Check what follows from more than the values after each move, and the counts."""

    def _code_at(self, at: int) -> int:
        """Return the code at an index."""
        return int(self.codes[at])

    def _row(self, row: Any) -> Ints:
        """Return an array as the checks need it: a list, or an array for compiled ones."""
        whole = row.whole() if hasattr(row, "whole") else memoryview(row)
        if not self.compact:
            return whole.tolist()
        import numpy as np

        return np.asarray(whole) if self.kind is None else np.asarray(whole).astype(self.kind)

    def _function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return kernel(function, self.rules) if self.compact else bound(function, self.rules)

    def _team(self) -> Team:
        """Return a pool with one thread per core, or with one thread for the interpreter."""
        return Team(None if self.compact else 1)

    def _values(self) -> int:
        """Check that every value follows from those after each move; return the moves."""
        check, moves = self._function(self.checker), 0
        with self._team() as team:
            for some in self._spans(team):
                for fault, position, met in team.run(check, [(*self.rows, *span) for span in some]):
                    if fault != RIGHT:
                        raise Fault(FAULTS[fault], int(position))
                    moves += int(met)
                self.watch(CHECKING, some[-1][-1], len(self.codes))
        return moves

    def _counts_agree(self, classes: dict[int, int], in_full: dict[int, int]) -> Sentence:
        """Check the census against the counts by code, up to symmetry and in full."""
        if classes != dict(self.census.classes):
            raise Fault("the counts up to symmetry are wrong")
        if in_full != dict(self.census.in_full):
            raise Fault("the counts in full are wrong")
        return Sentence(
            "the counts are right, in full ({positions}) and up to symmetry",
            positions=sum(in_full.values()),
        )

    def _named(self) -> Sentence:
        """Check the positions that the census names: the start and the hardest ones."""
        census = self.census
        if not self._has(self.rules.class_of(self.rules.start), census.start):
            raise Fault("the value of the start is wrong")
        if not self.rules.objective.hardest_codes(census.classes) <= census.hardest.keys():
            raise Fault("one of the hardest positions is missing")
        if not all(self._has(position, code) for code, position in census.hardest.items()):
            raise Fault("a position that is listed as a hardest one is not")
        return Sentence("the value of the start and the hardest positions are those of the table")

    def _has(self, position: int, code: int) -> bool:
        at = self._index_of(position)
        return at >= 0 and self._code_at(at) == code


class PositionVerification(Verification):
    """The verification of a table of positions and codes."""

    checker = staticmethod(check_positions)
    kind = "int64"

    def __init__(self, table: PositionTable, watch: Meter, *, compiles: bool = True) -> None:
        super().__init__(table.rules, table.census, table.codes, watch, compiles=compiles)
        self.positions = self._row(table.positions)
        self.rows = self.positions, self.codes, AIMS[self.rules.aim]

    def run(self) -> list[Sentence]:
        """Check everything; return what was checked."""
        in_order = plural(
            "{count} position is in order, the least of its mirror images",
            "{count} positions are in order, each the least of its mirror images",
            len(self.positions),
        )
        return [in_order, *super().run()]

    def _further(self, moves: int) -> Iterator[Sentence]:
        if self.rules.objective.by_margin:
            yield self._margins(moves)
        if self.rules.objective.by_score:
            yield self._grounded()
        yield self._complete()
        yield self._counts()

    def _zeros(self, count: int | None = None) -> Ints:
        """Return as many zeros as there are positions, or `count` of them."""
        count = len(self.positions) if count is None else count
        if not self.compact:
            return [0] * count
        import numpy as np

        return np.zeros(count, dtype=np.int64)

    def _spans(self, team: Team) -> Iterator[list[tuple[Any, ...]]]:
        count = len(self.positions)
        for first in range(0, count, team.size * BATCH):
            yield spans(first, min(first + team.size * BATCH, count), team.size, LEAST_SHARE)

    def _index_of(self, position: int) -> int:
        return place_of(self.positions, position)

    def _margins(self, moves: int) -> Sentence:
        """Check that every margin can be forced."""
        if self._ends():
            return Sentence("no position can recur, so every margin is reached")
        count = len(self.positions)
        self.watch.need((INT if self.compact else OBJECT) * (moves + 3 * count))
        starts, sources, open_moves = self._zeros(count + 2), self._zeros(moves), self._zeros()
        queue, rows = self._zeros(), (self.positions, self.codes, starts)
        parts = [(first, min(first + BATCH, count)) for first in range(0, count, BATCH)]
        for part in parts:
            self._function(count_back)(*rows, open_moves, *part)
        head, tail = 0, self._function(list_ends)(starts, open_moves, queue)
        for part in parts:
            self._function(list_back)(*rows, sources, *part)
        walk = self._function(ground_margins)
        while head < tail:
            head, tail = walk(starts, sources, open_moves, queue, head, tail, BATCH)
            self.watch(CHECKING, head, count)
        unforced = self._function(first_open)(self.codes, open_moves)
        if unforced >= 0:
            raise Fault("a margin is claimed that cannot be forced", int(self.positions[unforced]))
        return Sentence("every margin can be forced, though positions can recur")

    def _ends(self) -> bool:
        """Return whether no position can repeat."""
        ways, queue = self._zeros(), self._zeros()
        count, taken = self._function(count_ways), self._function(peel)
        for first in range(0, len(ways), BATCH):
            count(self.positions, ways, first, min(first + BATCH, len(ways)))
        tail = 0
        for at in range(len(ways)):
            if not ways[at]:
                queue[tail] = at
                tail += 1
        head = 0
        while head < tail:
            head, tail = taken(self.positions, ways, queue, head, tail, BATCH)
            self.watch(CHECKING, head, len(ways))
        return tail == len(ways)

    def _grounded(self) -> Sentence:
        """Check that every best score is reachable."""
        if self._function(shrinks)(self.positions):
            return Sentence(
                "every move takes something off the position, so every score is reached"
            )
        walk = self._function(ground)
        reached = self._zeros()
        while walk(self.positions, self.codes, reached):
            self.watch(CHECKING, sum(reached), len(reached))
        for at in range(len(reached)):
            if self.codes[at] and not reached[at]:
                raise Fault("a score is claimed that cannot be reached", int(self.positions[at]))
        return Sentence("every score is reached by a line of moves")

    def _complete(self) -> Sentence:
        """Check that the table holds the positions of the game and no others."""
        marks = self._zeros()
        if self.rules.placements is not None:
            if not self._function(mark_placements)(self.positions, marks):
                raise Fault("a placement is missing")
            self.tally = self._tally(marks)
            said = Sentence("the positions are all the placements")
        else:
            self._reach(marks)
            said = Sentence("the positions are those that can be reached from the start")
        left_out = self._first_zero(marks)
        if left_out is not None:
            raise Fault("a position is not one of this game", int(self.positions[left_out]))
        return said

    def _first_zero(self, marks: Ints) -> int | None:
        if not self.compact:
            return marks.index(0) if 0 in marks else None
        at = int(marks.astype(bool).argmin())
        return None if marks[at] else at

    def _reach(self, marks: Ints) -> None:
        """Mark the positions reachable from the start."""
        least = self.rules.canonical or int
        at = place_of(self.positions, least(self.rules.start))
        if at < 0:
            raise Fault("the start is missing")
        find, enqueue = self._function(find_reached), self._function(enqueue_found)
        queue = self._zeros()
        queue[0], marks[at] = at, QUEUED
        head, tail = 0, 1
        with self._team() as team:
            lists = [self._zeros(BATCH) for _ in range(team.size)]
            while head < tail:
                last = min(tail, head + team.size * BATCH)
                waiting = spans(head, last, team.size, LEAST_SHARE)
                while waiting:
                    rows = self.positions, marks, queue
                    shares = [
                        (*rows, *span, found) for span, found in zip(waiting, lists, strict=False)
                    ]
                    done = team.run(find, shares)
                    for (_, filled), found in zip(done, lists, strict=False):
                        tail = enqueue(marks, found, filled, queue, tail)
                    stops = [(stop, end) for (stop, _), (_, end) in zip(done, waiting, strict=True)]
                    waiting = [(stop, end) for stop, end in stops if stop < end]
                head = last
                self.watch(REACHING, tail, len(self.positions))

    def _tally(self, marks: Ints | None = None) -> dict[int, int]:
        """Return the number of positions with each code, weighted by their marks, or by 1."""
        counts: dict[int, int] = {}
        if self.compact:
            import numpy as np

            least = int(self.codes.min())
            found = np.bincount(self.codes - least, weights=marks)  # exact up to 2 ** 53
            return {int(at) + least: int(found[at]) for at in np.flatnonzero(found)}
        for at, code in enumerate(self.codes):
            counts[code] = counts.get(code, 0) + (1 if marks is None else marks[at])
        return counts

    def _counts(self) -> Sentence:
        """Check the census against the table."""
        classes = self._tally()
        if self.rules.placements is None:
            if self.rules.canonical is None:
                self.tally = classes  # without symmetry, both counts are equal
            elif sum(self.census.in_full.values()) > MOST_IN_FULL:
                self._counts_agree(classes, dict(self.census.in_full))
                self._counts_are_possible()
                return Sentence(
                    "the counts up to symmetry are right; NOT CHECKED: the counts in full"
                )
            else:
                self.tally = self._explore_in_full()
        return self._counts_agree(classes, self.tally)

    def _counts_are_possible(self) -> None:
        """Check that no value has fewer positions in total than up to symmetry."""
        in_full, classes = self.census.in_full, self.census.classes
        if in_full.keys() != classes.keys() or any(in_full[c] < classes[c] for c in classes):
            raise Fault("the counts in full are wrong")

    def _explore_in_full(self) -> dict[int, int]:
        """Return the number of positions with each code, explored without symmetry."""
        rules = self.rules
        code_of = dict(zip(map(int, self.positions), map(int, self.codes), strict=True))
        canonical = rules.class_of
        reached = [rules.start]
        known = {rules.start}
        counts: dict[int, int] = {}
        for position in reached:  # it grows during the iteration
            code = code_of[canonical(position)]
            counts[code] = counts.get(code, 0) + 1
            for move in rules.moves(position):
                there = rules.play(position, move)
                if there not in known:
                    known.add(there)
                    reached.append(there)
        return counts
