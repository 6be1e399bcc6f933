"""What every way of making a table has in common, and the usual way: in memory.

`solve/table_making.py` drives a strategy: it says that the work goes on, puts it aside when it is
interrupted, keeps what was made, and discards what was unfinished.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from kibitz.solve.compiling.compiled import Kernel
from kibitz.solve.memory.in_memory import solve_within
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.store import checkpoint
from kibitz.solve.store.table import Table, table_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from kibitz.core.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.store.table_store import TableStore

Made = TypeVar("Made")
WORTH_KEEPING = 0.1  # of the positions of a game: with more memory, the rest may be explored too


class Strategy(ABC, Generic[Made]):
    """One way to make something that is kept; use it in a `with` block.

    `in_files` says that the work lies on the disk, so an `OSError` is about that.
    """

    in_files = False

    def __enter__(self) -> Self:
        """Take up what an interrupted call has left."""
        return self

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Whether there is something to go on from."""

    @abstractmethod
    def run(self, watch: Meter) -> Made:
        """Do the work, or the rest of it."""

    @abstractmethod
    def checkpoint_work(self) -> bool:
        """Write down what is done, for a later call; say whether there is anything.

        `OSError` if that fails.
        """

    def drop(self) -> bool:
        """Remove what an interrupted call has left of something too large; say whether there was.

        What may be worth more than its place on the disk stays.
        """
        return False

    @abstractmethod
    def keep(self, made: Made) -> Made:
        """Keep what was made, discard what was unfinished; return what to use from now on.

        `OSError` if it cannot be kept; then nothing is discarded.
        """

    def unkept(self, made: Made) -> Made | None:
        """Return what to use if it could not be kept; None if it can be used from its file only."""
        return made

    def __exit__(self, *raised: object) -> None:
        """Let go of files, locks and machines."""


class InMemory(Strategy[Table]):
    """Explores the whole game in memory; what was explored can be put aside."""

    def __init__(self, name: str, rules: Rules, store: TableStore) -> None:
        self.name = name
        self.rules = rules
        self.store = store
        self.graph = Graph()
        self.left = checkpoint.size(store, name, rules)

    @property
    def begun(self) -> bool:
        return bool(self.left)

    def run(self, watch: Meter) -> Table:
        if self.left:
            watch.need(self.left)
            self.graph = checkpoint.find(self.store, self.name, self.rules) or Graph()
        begin = time.perf_counter() - Kernel.preparing  # compiling is not solving
        solution = solve_within(watch, self.rules, self.graph)
        return table_from(self.rules, solution, time.perf_counter() - Kernel.preparing - begin)

    def checkpoint_work(self) -> bool:
        if self.graph.begun:  # else a file that was too large to be read would be written over
            checkpoint.keep(self.store, self.name, self.rules, self.graph)
        return self.graph.begun

    def drop(self) -> bool:
        estimate = self.graph.estimate
        hopeless = estimate is None or self.graph.found < WORTH_KEEPING * estimate.least
        if self.left and hopeless:
            checkpoint.forget(self.store, self.name)
        return bool(self.left) and hopeless

    def keep(self, made: Table) -> Table:
        self.store.keep(self.name, made)
        return made
