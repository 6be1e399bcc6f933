"""Builders that solve a game in shards, on a disk or on a cluster."""

from __future__ import annotations

import os
import shutil
import time
from abc import ABC, abstractmethod
from contextlib import ExitStack, suppress
from typing import ClassVar, Self

from kibitz.engines.shards.explore_steps import ShardFull
from kibitz.engines.shards.memory_budget import memory_left
from kibitz.engines.shards.ray_cluster import OnRay
from kibitz.engines.shards.shard_files import Folder, OnDisk, Slice
from kibitz.engines.shards.sharded_result import Sharded, ShardedResult
from kibitz.engines.shards.sharded_solve import ShardedSolve
from kibitz.engines.shards.sharded_work import Executor, Handle, State
from kibitz.language.errors import KibitzError
from kibitz.rules.rules import Rules
from kibitz.solve.builder import Builder
from kibitz.solve.compiling.compiled import available
from kibitz.solve.effort import USUAL_PACE, Effort, Meter
from kibitz.solve.estimate import refuse_on_disk
from kibitz.solve.memory.explore_compiled import measured
from kibitz.solve.memory.explore_interpreted import EXPLORING
from kibitz.solve.resources import Resources
from kibitz.solve.store.table import Table
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.store.workfolder import SUFFIX

SHARDS_ON_DISK = 16  # initially; four times as many with little memory
LITTLE = 512 << 20
SHARDS_EACH = 2  # on a cluster, per concurrent task
MORE = 4  # growth factor if shards become too large
MOST_SHARDS = 256  # each sends to each, and this process holds all handles
POSITION = 8  # bytes of a position in a file
TABLE_ROW = POSITION + 1  # the least number of bytes of a position and its code in a table
MEASURED = 512  # bytes of memory for each position explored before an estimate


class InShards(Builder[Table], ABC):
    """A sharded solve on an executor; `state` is its progress."""

    executor: Executor
    shards: int  # initial number
    most_measured = USUAL_PACE.measured  # positions explored in memory before an estimate

    def __init__(self, name: str, rules: Rules, store: TableStore, resources: Resources) -> None:
        if not available():
            raise KibitzError(
                "solving in shards needs compiled code; pip install numba installs it"
            )
        super().__init__(name, rules, store, resources)
        self.path = store.path(name, SUFFIX)
        self.state: State | None = None
        self._stack = ExitStack()

    @property
    def has_checkpoint(self) -> bool:
        return self.state is not None

    @abstractmethod
    def commit(self, state: State) -> None:
        """Record a finished step."""

    def run(self, watch: Meter) -> Table:
        begin = time.perf_counter()
        result = self._solve(watch if self.has_checkpoint else self._looking_ahead(watch))
        table = Sharded(self.rules, result, self.executor)
        table.seconds = time.perf_counter() - begin
        return table

    def _looking_ahead(self, watch: Meter) -> Meter:
        """Return a meter that passes on to another, and estimates a game that proves to be large.

        A game that does not fit on the disk is then rejected.
        """
        looked = False

        def progress(phase: str, done: int, total: int | None) -> None:
            nonlocal looked
            watch(phase, done, total)
            if not looked and phase == EXPLORING and done >= watch.effort.pace.measured:
                looked = True
                found = measured(self.rules, min(watch.effort.pace.measured, self.most_measured))
                refuse_on_disk(found, self.bytes_on_disk, space_at(self.path), done)

        return Effort.unlimited.watch(progress)

    @property
    def bytes_on_disk(self) -> int:
        """The least number of bytes that a position takes on the disk of this machine."""
        return TABLE_ROW

    def _solve(self, watch: Meter) -> ShardedResult:
        shards, state = self.shards, self.state
        while True:
            state = state or State.of(shards)
            try:
                return ShardedSolve(self.rules, self.executor, state, watch, self.commit).run()
            except ShardFull:
                shards = MORE * len(state.shards)
                if shards > MOST_SHARDS:
                    raise KibitzError(
                        "the game has more than {positions} positions up to symmetry, too many for "
                        "so little memory; begin again with twice as much",
                        positions=state.positions,
                    ) from None
                state = None

    def keep(self, made: Table) -> Table:
        self.store.keep(self.name, made)
        kept = self.store.find(self.name, self.rules)
        assert kept is not None
        return kept

    def __exit__(self, *raised: object) -> None:
        self._stack.close()


class InShardsOnDisk(InShards):
    """Writes a checkpoint after every step."""

    algorithms: ClassVar = {"shards": "all others"}

    in_files = True

    memory: int  # for the rows

    def __enter__(self) -> Self:
        self.memory = self.memory_for_rows()
        self.folder = self._stack.enter_context(Folder(self.path))
        self.executor = OnDisk(self.folder, self.memory)
        shards = self.resources.shards or SHARDS_ON_DISK
        self.shards = shards if self.memory > LITTLE else MORE * shards
        self.most_measured = self.memory // MEASURED
        self.state = self.folder.find(self.rules)
        return self

    @property
    def bytes_on_disk(self) -> int:
        # While the table is written, the rows that it is merged from are there as well.
        return TABLE_ROW + POSITION + self.rules.objective.code_bytes

    def memory_for_rows(self) -> int:
        """Return how many bytes the work may take, beside Python and the compiled code."""
        assert self.resources.memory is not None
        return memory_left(self.resources.memory, self.rules)

    def commit(self, state: State) -> None:
        self.folder.keep(state, self.rules)

    def checkpoint_work(self) -> bool:
        return True  # every finished step is on disk already

    def keep(self, made: Table) -> Table:
        kept = super().keep(made)
        self.folder.remove()
        return kept

    def drop(self) -> bool:
        self.folder.remove()
        return False  # only new work is estimated

    def fallback_if_unsaved(self, made: Table) -> None:
        """Return None, leaving it to a later call: the table may not fit into memory."""


class InShardsOnRay(InShards):
    """Solves on a cluster; on interruption, the last finished step is written to disk."""

    algorithms: ClassVar = {"shards": "all others"}
    executor: OnRay

    _last: State | None = None

    def __init__(self, name: str, rules: Rules, store: TableStore, resources: Resources) -> None:
        super().__init__(name, rules, store, resources)
        self._folder: Folder | None = None  # ours from the first checkpoint on
        self._written: dict[Handle, Slice] = {}  # arrays of the cluster that are on disk

    def __enter__(self) -> Self:
        asked = self.resources
        with ExitStack() as stack:
            cluster = stack.enter_context(OnRay(asked.address, asked.workers, asked.memory))
            self.executor = cluster
            shards = asked.shards or SHARDS_EACH * cluster.size
            self.shards = 1 << (shards - 1).bit_length()
            if os.path.isdir(self.path):
                with suppress(OSError):
                    self._folder = stack.enter_context(Folder(self.path))
                    self.state = self._resumed(self._folder)
            self._stack = stack.pop_all()
        return self

    def _resumed(self, folder: Folder) -> State | None:
        """Copy the checkpoint of an interrupted call to the cluster."""
        state = folder.find(self.rules)
        if state is not None:
            return state.with_handles(lambda handle: self._copied(folder, handle))
        return None

    def _copied(self, folder: Folder, there: Slice) -> Handle:
        """Copy an array from the disk to the cluster."""
        handle = self.executor.put(folder.read(there))
        self._written[handle] = there
        return handle

    def commit(self, state: State) -> None:
        self._last = state.with_handles(lambda handle: handle)

    def checkpoint_work(self) -> bool:
        if self._last is None:
            return False
        if self._folder is None:
            self._folder = self._stack.enter_context(Folder(self.path))
        needed: list[Handle] = []
        self._last.with_handles(needed.append)
        new = [handle for handle in needed if handle not in self._written]
        slices = self._folder.write(map(self.executor.read, new))
        written = self._written | dict(zip(new, slices, strict=True))
        self._written = {handle: written[handle] for handle in needed}
        self._folder.keep(self._last.with_handles(self._written.__getitem__), self.rules)
        return True

    def keep(self, made: Table) -> Table:
        kept = super().keep(made)
        if self._folder is not None:
            self._folder.remove()
        return kept

    def drop(self) -> bool:
        if self._folder is not None:
            self._folder.remove()
        return False

    def fallback_if_unsaved(self, made: Table) -> Table:
        assert isinstance(made, Sharded)
        return made.in_memory()


def space_at(path: str) -> int:
    """Return the free disk space at a folder, which may not exist yet, and what it occupies."""
    path = os.path.abspath(path)
    held = sum(file.stat().st_size for file in os.scandir(path)) if os.path.isdir(path) else 0
    while not os.path.exists(path):
        path = os.path.dirname(path)
    return shutil.disk_usage(path).free + held
