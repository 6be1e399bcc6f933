"""A table: the value of every position of a game, in memory or in a file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import namedtuple
from itertools import islice

from kibitz.core import PositionId
from kibitz.language.errors import KibitzError
from kibitz.objectives import Code
from kibitz.solve.store.rowfile import SIZES, narrowest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from kibitz.core.rules import Rules
    from kibitz.language.errors import Sentence
    from kibitz.objectives.outcomes import Outcome
    from kibitz.solve.effort import Meter
    from kibitz.solve.rows import ReadRow
    from kibitz.solve.store.columns import Columns
    from kibitz.solve.store.rowfile import RowFile, Stream
    from kibitz.solve.store.solution import Solution

    Text = Callable[[int], str]


class NotInTable(KibitzError, KeyError):
    """A position that cannot be reached in the game that a table is of."""


class Count(namedtuple("Count", ["positions", "classes"])):  # typing.NamedTuple is slow to import
    """How many positions there are of some kind: in full, and mirror images counted once."""

    __slots__ = ()
    positions: int
    classes: int

    def __repr__(self) -> str:
        return f"Count({self.positions}, {self.classes})"


class Census:
    """How many positions have each value: `in_full`, and `classes` of mirror images.

    Both are by code. `hardest` is one position for the least and the greatest code at least,
    `start` the code of the start.
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

    def as_json(self) -> dict[str, Any]:
        """Return what `from_json` takes."""
        return {name: getattr(self, name) for name in ("in_full", "classes", "hardest", "start")}

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Census:
        """Return the census that was written so; JSON makes texts of numbers that are names.

        `ValueError`, or another error of that kind, if it is not one that can have been written.
        """
        in_full, classes, hardest = (
            {int(code): whole(count) for code, count in said[name].items()}
            for name in ("in_full", "classes", "hardest")
        )
        if in_full.keys() != classes.keys() or not {min(in_full), max(in_full)} <= hardest.keys():
            raise ValueError("codes are missing")
        return cls(in_full, classes, hardest, int(said["start"]))


def whole(number: object) -> int:
    """Return a number that JSON gave, if it is a whole one and not negative."""
    if type(number) is not int or number < 0:
        raise ValueError(number)
    return number


class Table(ABC):
    """What is known of a game: the outcomes of its positions. It says itself what it holds."""

    kind: str  # of file
    by_cell: tuple[str, ...] = ()  # figures of the summary by the numbers of cells
    lists_positions = True  # whether it can be iterated over

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        # How long solving took, None if that is not known. It is not part of what `rows` and `says`
        # return: a table is the same file whenever and however it was made.
        self.seconds: float | None = None

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of positions that the game can reach, mirror images counted once."""

    @abstractmethod
    def look_up(self, position: PositionId) -> Outcome | None:
        """Return the outcome that the table holds of a position, None if it holds none."""

    def __contains__(self, position: PositionId) -> bool:
        return self.look_up(position) is not None

    @abstractmethod
    def __iter__(self) -> Iterator[PositionId]:
        """Yield the positions, ascending, of mirror images the least."""

    def position_at(self, number: int) -> PositionId:
        """Return the position of that number, from 0 on, in the same order."""
        return next(islice(self, number, None))

    @abstractmethod
    def with_outcome(self, outcome: Outcome) -> Iterator[PositionId]:
        """Yield the positions that have an outcome, in the same order."""

    @abstractmethod
    def histogram(self) -> dict[Outcome, Count]:
        """Return how many positions have each outcome, best first."""

    def counts(self) -> dict[str, Count]:
        """Return how many positions there are of each kind, `win` to `loss` or `solvable` or not.

        A kind without positions is counted too.
        """
        kinds = ("win", "draw", "loss") if self.rules.two_players else ("solvable", "unsolvable")
        found = dict.fromkeys(kinds, Count(0, 0))
        for outcome, count in self.histogram().items():
            before = found[outcome.kind]
            found[outcome.kind] = Count(
                before.positions + count.positions, before.classes + count.classes
            )
        return found

    @abstractmethod
    def hardest(self) -> dict[Outcome, PositionId]:
        """Return one position of the outcomes that take longest, or are the worst.

        It is one outcome of a puzzle, and of a game at most a win and a loss.
        """

    def columns(self) -> Columns | None:
        """Return its positions and outcomes as arrays; None if it does not list positions."""
        return None

    @abstractmethod
    def chart(self) -> list[tuple[str, int]]:
        """Return the bars of a chart of the table: what each stands for, and how long it is."""

    @abstractmethod
    def summary(self, text: Text) -> dict[str, Any]:
        """Return what the table holds in numbers, as JSON says it.

        `text` puts a position into a line of text. The figures named in `by_cell` are numbers by
        the numbers of cells, or None.
        """

    @abstractmethod
    def verify(self, watch: Meter | None = None) -> list[Sentence]:
        """Check all of it against the rules; return what was checked, or raise `Fault`."""

    @abstractmethod
    def rows(self) -> dict[str, memoryview | Stream]:
        """Return what a file of this table holds."""

    @abstractmethod
    def says(self) -> dict[str, Any]:
        """Return what the head of such a file says, beside which rules made it."""


class PositionTable(Table):
    """The outcome of every position that the game can reach.

    `positions` are ascending, each the least of its mirror images, and `codes` their values.
    """

    kind = "table"

    def __init__(self, rules: Rules, positions: ReadRow, codes: ReadRow, census: Census) -> None:
        super().__init__(rules)
        self.positions = positions
        self.codes = codes
        self.census = census

    @classmethod
    def from_file(cls, rules: Rules, file: RowFile) -> PositionTable:
        """Return the table that a file holds; an error if it holds none."""
        census = Census.from_json(file.says["census"])
        positions, codes = file.rows["positions"], file.rows["codes"]
        if not len(positions) == len(codes) == sum(census.classes.values()):
            raise ValueError("rows of different lengths")
        return cls(rules, positions, codes, census)

    def rows(self) -> dict[str, memoryview | Stream]:
        return {"positions": narrow(self.positions), "codes": narrow(self.codes)}

    def says(self) -> dict[str, Any]:
        return {"aim": self.rules.objective.stored_name, "census": self.census.as_json()}

    def __len__(self) -> int:
        return len(self.positions)

    def look_up(self, position: PositionId) -> Outcome | None:
        least = self.rules.class_of(position)
        at = bisect_left(self.positions, least)
        if at == len(self.positions) or self.positions[at] != least:
            return None
        return self.rules.objective.outcome(Code(int(self.codes[at])))

    def __iter__(self) -> Iterator[PositionId]:
        return map(self.position_at, range(len(self.positions)))

    def position_at(self, number: int) -> PositionId:
        return PositionId(int(self.positions[number]))

    def with_outcome(self, outcome: Outcome) -> Iterator[PositionId]:
        rules, codes = self.rules, self.codes
        wanted = next(
            (
                code
                for code in self.census.classes
                if rules.objective.outcome(Code(code)) == outcome
            ),
            None,
        )
        return (
            PositionId(int(self.positions[at])) for at in range(len(codes)) if codes[at] == wanted
        )

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

    def columns(self) -> Columns:
        from kibitz.solve.store.columns import Columns  # needs NumPy

        return Columns(self.rules, self.positions, self.codes)

    def chart(self) -> list[tuple[str, int]]:
        return [(str(outcome), count.positions) for outcome, count in self.histogram().items()]

    def summary(self, text: Text) -> dict[str, Any]:
        from kibitz.solve.store.summary import summary

        return summary(self, text)

    def verify(self, watch: Meter | None = None) -> list[Sentence]:
        from kibitz.solve.verify.verification import verify  # for those who check

        return verify(self, watch)


def table_from(rules: Rules, solution: Solution, seconds: float) -> PositionTable:
    """Return the table of a solution that took so long to find."""
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


MANY = 100_000  # below that, NumPy need not be imported


def narrow(row: Any) -> memoryview:
    """Return a row in the narrowest integers that hold it."""
    view = memoryview(row)
    if len(view) > MANY:
        import numpy as np

        long = np.asarray(view)
        letter = narrowest(int(long.min()), int(long.max()))
        short: Any = long.astype(f"i{SIZES[letter]}")
        return memoryview(short)
    from array import array

    letter = narrowest(min(view, default=0), max(view, default=0))
    return memoryview(array(letter, view))
