"""Tables: the value of every position of a game, in memory or in a file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import namedtuple
from itertools import islice

from kibitz.language.errors import KibitzError
from kibitz.rules import PositionId
from kibitz.rules.objectives.objective import Code
from kibitz.solve.store import rowfile
from kibitz.solve.store.rowfile import SIZES, narrowest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from kibitz.language.errors import Sentence
    from kibitz.rules.objectives.objective import Objective
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.arrays import ReadArray
    from kibitz.solve.effort import Meter
    from kibitz.solve.store.columns import Columns
    from kibitz.solve.store.rowfile import RowFile, Stream
    from kibitz.solve.store.solution import Solution

    Text = Callable[[int], str]


class NotInTable(KibitzError, KeyError):
    """A position that is not reachable in the game of a table."""


class Count(namedtuple("Count", ["positions", "classes"])):  # typing.NamedTuple is slow to import
    """Number of positions of some kind: all of them, and up to symmetry."""

    __slots__ = ()
    positions: int
    classes: int

    def __repr__(self) -> str:
        return f"Count({self.positions}, {self.classes})"


class Census:
    """Number of positions with each value: `in_full`, and `classes` up to symmetry.

    Both are by code. `hardest` has one position for at least the least and the greatest code,
    `start` is the code of the start.
    """

    def __init__(
        self,
        in_full: Mapping[int, int],
        classes: Mapping[int, int],
        hardest: Mapping[int, int],
        start: int,
    ) -> None:
        self.in_full = in_full
        self.classes = classes
        self.hardest = hardest
        self.start = start

    @classmethod
    def of_counts(
        cls,
        objective: Objective,
        in_full: Mapping[int, int],
        classes: Mapping[int, int],
        first_of: Mapping[int, int],
        start: int,
    ) -> Census:
        """Return the census of counts, given the least position for at least the extreme codes."""
        hardest = {code: first_of[code] for code in objective.hardest_codes(classes)}
        return cls(dict(sorted(in_full.items())), dict(sorted(classes.items())), hardest, start)

    def as_json(self) -> dict[str, Any]:
        """Return the JSON form that `from_json` reads."""
        return {name: getattr(self, name) for name in ("in_full", "classes", "hardest", "start")}

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Census:
        """Return the census from its JSON form, in which codes as keys are strings.

        `ValueError` or a similar error if it is invalid.
        """
        in_full, classes, hardest = (
            {int(code): whole(count) for code, count in said[name].items()}
            for name in ("in_full", "classes", "hardest")
        )
        if in_full.keys() != classes.keys() or not {min(in_full), max(in_full)} <= hardest.keys():
            raise ValueError("codes are missing")
        return cls(in_full, classes, hardest, int(said["start"]))


def whole(number: object) -> int:
    """Return a number from JSON, if it is a non-negative integer."""
    if type(number) is not int or number < 0:
        raise ValueError(number)
    return number


class Table(ABC):
    """Base class of tables: the outcomes of the positions of a game."""

    kind: str  # of the file
    by_cell: tuple[str, ...] = ()  # fields of the summary that map the index of a cell to a number
    lists_positions = True  # whether it can be iterated over

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        # How long solving took, None if unknown. It is not part of `rows` and `says`: a table is
        # the same file whenever and however it was built.
        self.seconds: float | None = None

    @property
    def rounded_seconds(self) -> float | None:
        """How long solving took, for a summary."""
        return None if self.seconds is None else round(self.seconds, 4)

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of reachable positions, up to symmetry."""

    @abstractmethod
    def look_up(self, position: PositionId) -> Outcome | None:
        """Return the outcome of a position, None if the table does not hold it."""

    def __contains__(self, position: PositionId) -> bool:
        return self.look_up(position) is not None

    def __iter__(self) -> Iterator[PositionId]:
        """Yield the positions in canonical form, ascending; `TypeError` if none are listed."""
        raise TypeError("this table does not list its positions")

    def position_at(self, number: int) -> PositionId:
        """Return the position with that index, from 0, in the same order."""
        return next(islice(self, number, None))

    def with_outcome(self, outcome: Outcome) -> Iterator[PositionId]:
        """Yield the positions with an outcome, in the same order."""
        return iter(self)

    @abstractmethod
    def histogram(self) -> dict[Outcome, Count]:
        """Return the number of positions with each outcome, best first."""

    def counts(self) -> dict[str, Count]:
        """Return the number of positions of each kind: `win` to `loss`, or `solvable` and not.

        A kind without positions is included.
        """
        found = dict.fromkeys(self.rules.objective.kinds, Count(0, 0))
        for outcome, count in self.histogram().items():
            before = found[outcome.kind]
            found[outcome.kind] = Count(
                before.positions + count.positions, before.classes + count.classes
            )
        return found

    @abstractmethod
    def hardest(self) -> dict[Outcome, PositionId]:
        """Return one position for each of the longest or worst outcomes.

        That is one outcome for a puzzle, and at most a win and a loss for two players.
        """

    def columns(self) -> Columns | None:
        """Return its positions and outcomes as arrays; None if it does not list positions."""
        return None

    @abstractmethod
    def chart(self) -> list[tuple[str, int]]:
        """Return the bars of a chart of the table: label and length."""

    @abstractmethod
    def summary(self, text: Text) -> dict[str, Any]:
        """Return a summary in numbers, as JSON: `positions` in full, `classes` up to symmetry.

        `text` formats a position on one line. The fields named in `by_cell` map the index of a cell
        to a number, or are None.
        """

    @abstractmethod
    def verify(self, watch: Meter | None = None) -> list[Sentence]:
        """Check all of it against the rules; return what was checked, or raise `Fault`."""

    @abstractmethod
    def rows(self) -> dict[str, memoryview | Stream]:
        """Return the rows of the file of this table."""

    def write(self, path: str, says: Mapping[str, Any]) -> None:
        """Write the file of this table atomically, with that header."""
        rowfile.write(path, says, self.rows())

    @abstractmethod
    def says(self) -> dict[str, Any]:
        """Return the header of that file, except the fingerprint of the rules."""


class CensusTable(Table):
    """Base class of tables with the exact outcome of every position, counted by a census."""

    def __init__(self, rules: Rules, census: Census) -> None:
        super().__init__(rules)
        self.census = census

    def says(self) -> dict[str, Any]:
        return {"aim": self.rules.objective.stored_name, "census": self.census.as_json()}

    def __len__(self) -> int:
        return sum(self.census.classes.values())

    def histogram(self) -> dict[Outcome, Count]:
        classes = self.census.classes
        found = {
            self.rules.objective.outcome(Code(code)): Count(count, classes[code])
            for code, count in self.census.in_full.items()
        }
        return dict(sorted(found.items(), key=lambda item: item[0], reverse=True))

    def hardest(self) -> dict[Outcome, PositionId]:
        objective = self.rules.objective
        found = {
            objective.outcome(Code(code)): PositionId(at)
            for code, at in self.census.hardest.items()
        }
        return {outcome: found[outcome] for outcome in objective.hardest(found)}

    def chart(self) -> list[tuple[str, int]]:
        return [(str(outcome), count.positions) for outcome, count in self.histogram().items()]

    def summary(self, text: Text) -> dict[str, Any]:
        counts = {outcome: count.positions for outcome, count in self.histogram().items()}
        hardest, objective = self.hardest(), self.rules.objective

        def described(outcome: Outcome | None) -> dict[str, Any] | None:
            """Return one position with that outcome."""
            if outcome is None:
                return None
            return {"position": text(hardest[outcome]), **outcome.as_json()}

        return {
            "positions": sum(counts.values()),
            "classes": len(self),
            **objective.summary(counts, described),
            "start": objective.outcome(Code(self.census.start)).as_json(),
            "seconds": self.rounded_seconds,
        }


class PositionTable(CensusTable):
    """The outcome of every reachable position.

    `positions` are ascending and in canonical form, and `codes` their values.
    """

    kind = "table"

    def __init__(
        self, rules: Rules, positions: ReadArray, codes: ReadArray, census: Census
    ) -> None:
        super().__init__(rules, census)
        self.positions = positions
        self.codes = codes

    @classmethod
    def from_file(cls, rules: Rules, file: RowFile) -> PositionTable:
        """Return the table in a file; raises an error if there is none."""
        census = Census.from_json(file.says["census"])
        positions, codes = file.rows["positions"], file.rows["codes"]
        if not len(positions) == len(codes) == sum(census.classes.values()):
            raise ValueError("rows of different lengths")
        return cls(rules, positions, codes, census)

    def rows(self) -> dict[str, memoryview | Stream]:
        return {"positions": narrow(self.positions), "codes": narrow(self.codes)}

    def look_up(self, position: PositionId) -> Outcome | None:
        at = self._index_of(position)
        if at is None:  # most are asked for by their canonical form, which takes longest to find
            at = self._index_of(self.rules.class_of(position))
        return None if at is None else self.rules.objective.outcome(Code(int(self.codes[at])))

    def _index_of(self, canonical: PositionId) -> int | None:
        at = bisect_left(self.positions, canonical)
        return at if at < len(self.positions) and self.positions[at] == canonical else None

    def __iter__(self) -> Iterator[PositionId]:
        return map(self.position_at, range(len(self.positions)))

    def position_at(self, number: int) -> PositionId:
        return PositionId(int(self.positions[number]))

    def with_outcome(self, outcome: Outcome) -> Iterator[PositionId]:
        outcome_of = self.rules.objective.outcome
        for code in self.census.classes:
            if outcome_of(Code(code)) == outcome:
                yield from map(self.position_at, indices(self.codes, code))

    def columns(self) -> Columns:
        from kibitz.solve.store.columns import Columns  # needs NumPy

        return Columns(self.rules, self.positions, self.codes)

    def verify(self, watch: Meter | None = None) -> list[Sentence]:
        from kibitz.solve.verify.verification import verify  # imported on demand

        return verify(self, watch)


def table_from(rules: Rules, solution: Solution, seconds: float) -> PositionTable:
    """Return the table of a solution, given the time it took."""
    in_full, classes = solution.histogram(in_full=True), solution.histogram(in_full=False)
    codes = solution.codes.tolist()
    extremes = rules.objective.hardest_codes(classes)
    hardest = {code: solution.positions[codes.index(code)] for code in extremes}
    start = solution.code(solution.start)
    assert start is not None
    census = Census(in_full, classes, hardest, start)
    table = PositionTable(rules, solution.positions, solution.codes, census)
    table.seconds = seconds
    return table


NUMPY_ABOVE = 100_000  # below that, NumPy is not imported
AT_ONCE = 1 << 20  # rows that NumPy compares at a time


def _by_numpy(row: ReadArray | memoryview) -> bool:
    """Return whether a row is so long that importing NumPy pays, if it is installed."""
    if len(row) <= NUMPY_ABOVE:
        return False
    from kibitz.solve.array_backend import has_numpy

    return has_numpy()


def indices(row: ReadArray, wanted: int) -> Iterator[int]:
    """Yield the indices of a row at which a number stands, ascending."""
    if not _by_numpy(row):
        yield from (at for at in range(len(row)) if row[at] == wanted)
        return
    import numpy as np

    from kibitz.solve.store.columns import numpy_array

    long = numpy_array(row)  # which is not copied: it may be larger than memory
    for first in range(0, len(row), AT_ONCE):
        yield from (first + np.flatnonzero(long[first : first + AT_ONCE] == wanted)).tolist()


def narrow(row: Any) -> memoryview:
    """Return a row in the narrowest integers that hold it."""
    view = memoryview(row)
    if _by_numpy(view):
        import numpy as np

        long = np.asarray(view)
        letter = narrowest(int(long.min()), int(long.max()))
        short: Any = long.astype(f"i{SIZES[letter]}")
        return memoryview(short)
    from array import array

    letter = narrowest(min(view, default=0), max(view, default=0))
    return memoryview(array(letter, view))
