"""A table: the value of every position of a game, in memory or in a file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left

from kibitz.rules.errors import KibitzError
from kibitz.solve.answer import Value, answer, value_of
from kibitz.solve.codes import outcome_of
from kibitz.solve.rowfile import SIZES, narrowest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Protocol

    from kibitz.rules.contract import Rules
    from kibitz.solve.answer import Answer
    from kibitz.solve.outcome import Outcome
    from kibitz.solve.rowfile import RowFile, Stream
    from kibitz.solve.solution import Solution

    class Row(Protocol):
        """A row of integers, in memory or in a file."""

        def __len__(self) -> int: ...
        def __getitem__(self, at: int, /) -> int: ...


class NotInTable(KibitzError):
    """A position that cannot be reached in the game that a table is of."""


class Census:
    """How many positions have each value: `in_full`, and `classes` of mirror images.

    Both are by code. `hardest` is one position for the least and the greatest code, `start` the
    code of the start.
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


class Answers(ABC):
    """What is known of a game: the value of its positions, each by its code."""

    kind: str  # of file

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        # How long solving took, None if that is not known. It is no part of what `rows` and `says`
        # return: a table is the same file whenever and however it was made.
        self.seconds: float | None = None

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of positions that the game can reach, mirror images counted once."""

    @abstractmethod
    def find(self, position: int) -> int | None:
        """Return the code of a position, None if it is not known."""

    @abstractmethod
    def rows(self) -> dict[str, memoryview | Stream]:
        """Return what a file of these answers holds."""

    @abstractmethod
    def says(self) -> dict[str, Any]:
        """Return what the head of such a file says, beside which rules made it."""

    @abstractmethod
    def look_up(self, position: int) -> Outcome | None:
        """Return the outcome that the table holds of a position, None if it holds none."""

    def __contains__(self, position: int) -> bool:
        return self.look_up(position) is not None

    def __getitem__(self, position: int) -> Answer:
        """Return the value of a position, its moves with theirs, and one best line."""
        return answer(self.rules, position, self.code)

    def value(self, position: int) -> Value:
        """Return the value of a position."""
        return value_of(self.rules.aim, self.code(position))

    def code(self, position: int) -> int:
        """Return the value of a position as one number."""
        code = self.find(position)
        if code is None:
            raise NotInTable("this position cannot be reached in this game, so its table lacks it")
        return code


class Table(Answers):
    """Answers for every position that the game can reach.

    `positions` are ascending, each the least of its mirror images, and `codes` their values.
    """

    kind = "table"

    def __init__(self, rules: Rules, positions: Row, codes: Row, census: Census) -> None:
        super().__init__(rules)
        self.positions = positions
        self.codes = codes
        self.census = census

    @classmethod
    def from_file(cls, rules: Rules, file: RowFile) -> Table:
        """Return the table that a file holds; an error if it holds none."""
        census = Census.from_json(file.says["census"])
        positions, codes = file.rows["positions"], file.rows["codes"]
        if not len(positions) == len(codes) == sum(census.classes.values()):
            raise ValueError("rows of different lengths")
        return cls(rules, positions, codes, census)

    def rows(self) -> dict[str, memoryview | Stream]:
        return {"positions": narrow(self.positions), "codes": narrow(self.codes)}

    def says(self) -> dict[str, Any]:
        return {"aim": self.rules.aim, "census": self.census.as_json()}

    def __len__(self) -> int:
        return len(self.positions)

    def look_up(self, position: int) -> Outcome | None:
        code = self.find(position)
        return None if code is None else outcome_of(self.rules, code)

    def __iter__(self) -> Iterator[int]:
        """Yield the positions, ascending."""
        return (int(self.positions[at]) for at in range(len(self.positions)))

    def find(self, position: int) -> int | None:
        canonical = self.rules.canonical
        least = canonical(position) if canonical else position
        at = bisect_left(self.positions, least)
        if at == len(self.positions) or self.positions[at] != least:
            return None
        return int(self.codes[at])


def table_from(rules: Rules, solution: Solution, seconds: float) -> Table:
    """Return the table of a solution that took so long to find."""
    in_full, classes = solution.histogram(in_full=True), solution.histogram(in_full=False)
    codes = solution.codes.tolist()
    hardest = {code: solution.positions[codes.index(code)] for code in {min(codes), max(codes)}}
    start = solution.code(solution.start)
    assert start is not None
    census = Census(in_full, classes, hardest, start)
    table = Table(rules, solution.positions, solution.codes, census)
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
