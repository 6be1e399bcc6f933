"""A game solved in shards, on a disk or on a cluster, and kept as the table it would be anyway."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from kibitz.rules.errors import KibitzError
from kibitz.solve.compiled import available
from kibitz.solve.shards.budget import left_of
from kibitz.solve.shards.cluster import OnRay
from kibitz.solve.shards.folder import Folder, OnDisk
from kibitz.solve.shards.gather import merged, streams
from kibitz.solve.shards.sharded_solve import Crowded, ShardedSolve
from kibitz.solve.shards.state import State
from kibitz.solve.table import Table
from kibitz.solve.unfinished import GOING_ON, INTERRUPTED
from kibitz.solve.workfolder import SUFFIX, discard

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules.contract import Rules
    from kibitz.solve.graph import Progress
    from kibitz.solve.rowfile import Stream
    from kibitz.solve.shards.executor import Executor
    from kibitz.solve.shards.resources import Resources
    from kibitz.solve.shards.sharded_result import ShardedResult
    from kibitz.solve.shelf import Shelf
    from kibitz.solve.table import Census

    Notice = Callable[[str], None]

SHARDS_ON_DISK = 16  # to begin with; four times as many in little memory
LITTLE = 512 << 20
SHARDS_EACH = 2  # on a cluster, for every task at a time
MORE = 4  # times as many where they become too large
MOST_SHARDS = 256  # each sends to each, and this process knows where everything is


def solve_in_shards(
    name: str, rules: Rules, shelf: Shelf, resources: Resources, progress: Progress, notice: Notice
) -> Table:
    """Solve a game, keep its table, and return it. What is interrupted is gone on with later."""
    if not available():
        raise KibitzError("to solve in shards takes compiled code; pip install numba brings it")
    path = shelf.path(name, SUFFIX)
    if not resources.on_ray:
        assert resources.memory is not None
        free = left_of(resources.memory, rules)
        with Folder(path) as folder:
            on_disk = OnDisk(folder, free)
            shards = SHARDS_ON_DISK if free > LITTLE else MORE * SHARDS_ON_DISK
            task = Undertaking(name, rules, shelf, on_disk, shards, progress, notice)
            return task.on_disk(folder)
    with OnRay(resources.address, resources.workers, resources.memory) as executor:
        shards = 1 << (SHARDS_EACH * executor.size - 1).bit_length()
        task = Undertaking(name, rules, shelf, executor, shards, progress, notice)
        return task.on_ray(path, executor)


class Undertaking:
    """One game being solved at one executor; `state` is how far that has come."""

    def __init__(
        self,
        name: str,
        rules: Rules,
        shelf: Shelf,
        executor: Executor,
        shards: int,
        progress: Progress,
        notice: Notice,
    ) -> None:
        self.name = name
        self.rules = rules
        self.shelf = shelf
        self.executor = executor
        self.shards = shards
        self.progress = progress
        self.notice = notice
        self.begin = time.perf_counter()
        self.state: State | None = None

    def on_disk(self, folder: Folder) -> Table:
        """Solve with every finished step written down."""
        try:
            result = self._solve(folder.find(self.rules), lambda s: folder.keep(s, self.rules))
        except KeyboardInterrupt:
            self.notice(INTERRUPTED)
            raise
        try:
            self.shelf.keep(self.name, self._table(result))
        except OSError as error:
            raise KibitzError(
                "the table cannot be kept in {folder}: {reason}; nothing is lost: the same call "
                "goes on from here",
                folder=self.shelf.folder,
                reason=error.strerror,
            ) from None
        folder.remove()
        return self._kept()

    def on_ray(self, path: str, executor: OnRay) -> Table:
        """Solve on a cluster; the last finished step is written down if that is interrupted."""
        last: list[State] = []

        def remember(state: State) -> None:
            last[:] = [State.from_tree(state.as_tree(lambda handle: handle), lambda name: name)]

        try:
            result = self._solve(self._taken_up(path, executor), remember)
        except KeyboardInterrupt:
            self._put_aside(path, executor, last)
            raise
        try:
            self.shelf.keep(self.name, self._table(result))
        except OSError as error:
            self.notice(f"the table cannot be kept in {self.shelf.folder}: {error.strerror}")
            return self._in_memory(result)
        discard(path)
        return self._kept()

    def _solve(self, state: State | None, commit: Callable[[State], None]) -> ShardedResult:
        shards = self.shards
        if state is not None:
            self.notice(GOING_ON)
        while True:
            state = state or State.of(shards)
            self.state = state
            try:
                return ShardedSolve(self.rules, self.executor, state, self.progress, commit).run()
            except Crowded:
                shards = MORE * len(state.shards)
                if shards > MOST_SHARDS:
                    raise KibitzError(
                        "the game has more than {positions} positions up to symmetry, too many for "
                        "so little memory; begin again with twice as much",
                        positions=state.positions,
                    ) from None
                state = None

    def _taken_up(self, path: str, executor: OnRay) -> State | None:
        """Hand what an interrupted call left to the cluster."""
        if not os.path.isdir(path):
            return None
        with Folder(path) as folder:
            state = folder.find(self.rules)
            if state is not None:
                tree = state.as_tree(lambda handle: executor.put(folder.read(handle)))
                state = State.from_tree(tree, lambda name: name)
        return state

    def _put_aside(self, path: str, executor: OnRay, last: list[State]) -> None:
        if not last:
            return
        try:
            with Folder(path) as folder:
                tree = last[0].as_tree(lambda handle: folder.write([executor.read(handle)])[0])
                folder.keep(State.from_tree(tree, lambda name: name), self.rules)
            self.notice(INTERRUPTED)
        except KibitzError as error:
            self.notice(f"interrupted, and nothing can be kept: {error}")

    def _table(self, result: ShardedResult) -> Sharded:
        table = Sharded(self.rules, result.census(), streams(result, self.executor))
        table.seconds = time.perf_counter() - self.begin
        return table

    def _in_memory(self, result: ShardedResult) -> Table:
        import numpy as np

        rows = list(merged(result.runs, self.executor))
        positions, codes = (np.concatenate([row[which] for row in rows]) for which in (0, 1))
        table = Table(self.rules, positions, codes, result.census())
        table.seconds = time.perf_counter() - self.begin
        return table

    def _kept(self) -> Table:
        kept = self.shelf.find(self.name, self.rules)
        assert isinstance(kept, Table)
        return kept


class Sharded(Table):
    """A table whose rows are merged from shards while they are written."""

    def __init__(self, rules: Rules, census: Census, rows: dict[str, memoryview | Stream]) -> None:
        super().__init__(rules, (), (), census)
        self._rows = rows

    def rows(self) -> dict[str, memoryview | Stream]:
        return self._rows
