"""Tier-by-tier solver on disk: one tier in memory, all others in files.

The algorithm is that of `solve/memory/tiers.py`. If a tier and those that its moves lead to do not
fit into the memory limit, the game is solved in shards instead.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from functools import partial
from typing import Any, ClassVar, Self

from kibitz.engines.shards.shard_builders import InShardsOnDisk
from kibitz.engines.shards.shard_files import Folder, Slice
from kibitz.engines.shards.sharded_result import ShardedResult
from kibitz.engines.shards.sharded_solve import all_images_belong
from kibitz.engines.shards.value_steps import finish
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array
from kibitz.solve.capabilities import goes_by_tiers
from kibitz.solve.effort import Effort, Exhausted, Meter
from kibitz.solve.memory.move_graph import Tiers
from kibitz.solve.memory.tiers import TierSolver
from kibitz.system.resident_memory import resident
from kibitz.system.thread_pool import Team

ROWS = ("found", "codes", "seeds")


class FileRow:
    """The length of a row in a file."""

    def __init__(self, length: int) -> None:
        self._length = length

    def __len__(self) -> int:
        return self._length


class FileRows(MutableMapping[int, "Array"]):
    """Rows by number, each in a file: written when set, read when accessed."""

    def __init__(self, folder: Folder, handles: dict[int, Slice] | None = None) -> None:
        self.folder = folder
        self.handles = handles or {}

    def __getitem__(self, number: int) -> Array:
        return self.folder.read(self.handles[number])

    def __setitem__(self, number: int, row: Array) -> None:
        (self.handles[number],) = self.folder.write([row])

    def __delitem__(self, number: int) -> None:
        del self.handles[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self.handles)

    def __len__(self) -> int:
        return len(self.handles)

    def values(self) -> Any:
        """Return objects with the lengths of the rows, without reading them."""
        return [FileRow(handle.length) for handle in self.handles.values()]


class TiersOnDisk(InShardsOnDisk):
    """Solves by tiers; finished tiers and the checkpoint of an interrupted call are files."""

    algorithms: ClassVar = {
        "tiers": "games with tiers whose images can be counted, if a tier fits into memory"
    }

    @classmethod
    def serves(cls, rules: Rules) -> bool:
        return goes_by_tiers(rules)

    tiers: Tiers | None = None

    def __enter__(self) -> Self:
        super().__enter__()
        if self.state is None:
            self.tiers = self.folder.find_work(self.rules, self._resumed)
        return self

    @property
    def has_checkpoint(self) -> bool:
        return super().has_checkpoint or (self.tiers is not None and bool(self.tiers.found))

    def _solve(self, watch: Meter) -> ShardedResult:
        if self.state is None and all_images_belong(self.rules):
            try:
                return self._by_tiers(watch)
            except Exhausted as stopped:
                if stopped.limit != "memory":
                    raise
                self.tiers = None
        return super()._solve(watch)

    def _by_tiers(self, watch: Meter) -> ShardedResult:
        within = Effort(memory=resident() + self.memory).watch(watch)
        if self.tiers is None:
            self.tiers = in_files(self.folder)
        with Team() as team:
            solver = TierSolver(self.rules, self.tiers, team, within)
            solver.down()
            self._keep()
            solver.up(self._keep)
            return self._finished()

    def _finished(self) -> ShardedResult:
        """Return the tiers as ascending runs, with their census."""
        assert self.tiers is not None
        result = ShardedResult()
        found: Any = self.tiers.found
        codes: Any = self.tiers.codes
        tasks = [
            partial(finish, self.rules, handle.length, [handle], codes.handles[tier], None)
            for tier, handle in sorted(found.handles.items())
        ]
        for counts, (positions, values) in self.executor.run(tasks, 2):
            result.add(counts, positions, values)
        return result

    def checkpoint_work(self) -> bool:
        if self.state is None and self.tiers is not None:
            self._keep()
        return super().checkpoint_work()

    # Checkpoint

    def _keep(self) -> None:
        tiers = self.tiers
        assert tiers is not None
        if not isinstance(tiers.seeds, FileRows):
            seeds = FileRows(self.folder)
            for tier, row in tiers.seeds.items():
                seeds[tier] = row
            tiers.seeds = seeds  # type: ignore[assignment]
        rows: dict[str, dict[int, Slice]] = {name: getattr(tiers, name).handles for name in ROWS}
        says = {
            name: {str(tier): handle.text() for tier, handle in handles.items()}
            for name, handles in rows.items()
        }
        leads = [[tier, *sorted(to)] for tier, to in tiers.lower_tiers.items()]
        needed = [handle for handles in rows.values() for handle in handles.values()]
        self.folder.keep_work(self.rules, {"leads": leads, **says}, needed)

    def _resumed(self, says: dict[str, Any]) -> Tiers:
        tiers = in_files(self.folder)
        tiers.lower_tiers = {tier: set(to) for tier, *to in says["leads"]}
        for name in ROWS:
            handles = {int(tier): self.folder.handle(text) for tier, text in says[name].items()}
            setattr(tiers, name, FileRows(self.folder, handles))
        return tiers


def in_files(folder: Folder) -> Tiers:
    """Return tiers whose rows are files."""
    tiers = Tiers()
    tiers.found = FileRows(folder)  # type: ignore[assignment]
    tiers.codes = FileRows(folder)  # type: ignore[assignment]
    return tiers
