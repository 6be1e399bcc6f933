"""Base class of the builders of tables, and the usual builder: in memory.

`solve/table_making.py` drives a builder: it reports that work is resumed, writes a checkpoint on
interruption, saves the result, and discards the checkpoint.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic, Self, TypeVar

from kibitz.rules.rules import Rules
from kibitz.solve.compiling.compiled import Kernel
from kibitz.solve.effort import Meter
from kibitz.solve.memory.in_memory import solve_within
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.resources import Resources
from kibitz.solve.store.checkpoint import SUFFIX, Checkpoint, graph_of, keep_graph
from kibitz.solve.store.table import Table, table_from
from kibitz.solve.store.table_store import TableStore

Made = TypeVar("Made")
WORTH_KEEPING = 0.1  # share of the positions of a game above which a checkpoint is worth saving


class Builder(ABC, Generic[Made]):
    """Builds and saves a result; use it in a `with` block.

    `algorithms` are those that it tries, in order, each with the games that it suits; the manual
    prints them. `in_files` is whether the work is on disk, so that an `OSError` refers to it.
    """

    algorithms: ClassVar[Mapping[str, str]] = {}
    in_files = False

    @classmethod
    def serves(cls, rules: Rules) -> bool:
        """Return whether it builds the table of a game that its engine can solve."""
        return True

    @classmethod
    def check_rules(cls, rules: Rules) -> None:
        """Raise an error if the code of rules uses what the engine cannot run.

        The details of the error may be a `path` and a `line`.
        """

    def __init__(
        self, name: str, rules: Rules, store: TableStore, resources: Resources | None = None
    ) -> None:
        self.name = name
        self.rules = rules
        self.store = store
        self.resources = resources or Resources()

    def __enter__(self) -> Self:
        """Load the checkpoint of an interrupted call."""
        return self

    @property
    @abstractmethod
    def has_checkpoint(self) -> bool:
        """Whether there is a checkpoint to resume from."""

    @abstractmethod
    def run(self, watch: Meter) -> Made:
        """Do the work, or the rest of it."""

    @abstractmethod
    def checkpoint_work(self) -> bool:
        """Write a checkpoint for a later call; return whether there is anything to save.

        `OSError` if that fails.
        """

    def drop(self) -> bool:
        """Remove the checkpoint of a game that is too large; return whether there was one.

        A checkpoint that is worth its disk space stays.
        """
        return False

    @abstractmethod
    def keep(self, made: Made) -> Made:
        """Save the result and discard the checkpoint; return the object to use from now on.

        `OSError` if it cannot be saved; then nothing is discarded.
        """

    def fallback_if_unsaved(self, made: Made) -> Made | None:
        """Return the result to use if saving failed; None if it is usable from its file only."""
        return made

    def __exit__(self, *raised: object) -> None:
        """Release files, locks and machines."""


class InMemory(Builder[Table]):
    """Explores the whole game in memory; the explored part can be saved as a checkpoint."""

    algorithms: ClassVar = {
        "tiers": "games with tiers, if they are large",
        "moves": "all others",
    }

    def __init__(
        self, name: str, rules: Rules, store: TableStore, resources: Resources | None = None
    ) -> None:
        super().__init__(name, rules, store, resources)
        self.graph = Graph()
        self.checkpoint = Checkpoint(store.path(name, SUFFIX), rules)

    @property
    def has_checkpoint(self) -> bool:
        return bool(self.checkpoint.size)

    def run(self, watch: Meter) -> Table:
        if self.has_checkpoint:
            watch.need(self.checkpoint.size)
            self.graph = self.checkpoint.find(graph_of) or Graph()
        begin = time.perf_counter() - Kernel.preparing  # compile time does not count
        solution = solve_within(watch, self.rules, self.graph)
        return table_from(self.rules, solution, time.perf_counter() - Kernel.preparing - begin)

    def checkpoint_work(self) -> bool:
        if self.graph.begun:  # otherwise a checkpoint too large to be loaded would be overwritten
            keep_graph(self.checkpoint, self.name, self.graph)
        return self.graph.begun

    def drop(self) -> bool:
        estimate = self.graph.estimate
        if estimate is not None and self.graph.found >= WORTH_KEEPING * estimate.least:
            return False
        there_was = self.has_checkpoint
        self.checkpoint.forget()
        return there_was

    def keep(self, made: Table) -> Table:
        self.store.keep(self.name, made)
        return made
