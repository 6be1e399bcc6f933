"""Executor on disk: arrays as files of a work folder, tasks as threads.

A task writes all its arrays into one file, in order; arrays and piles are read when the task needs
them. The checkpoint lists the files. It is replaced when a step is complete, and only then are
files removed that it no longer lists, so it always describes a consistent state.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from itertools import count
from typing import Any, NamedTuple, Self

import numpy as np

from kibitz.engines.shards.sharded_work import State, Task
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array
from kibitz.solve.store.checkpoint import Checkpoint, Found
from kibitz.solve.store.workfolder import WorkFolder
from kibitz.system.cache_files import create, open_cached
from kibitz.system.thread_pool import cores

CHECKPOINT = "checkpoint"  # name of its file
STATE = "state"


class Slice(NamedTuple):
    """Handle of an array in a file of the folder: offset in bytes, length and type."""

    file: str
    begin: int
    length: int
    kind: str

    def text(self) -> str:
        """Return the handle as a string."""
        return f"{self.file} {self.begin} {self.length} {self.kind}"

    @classmethod
    def parse(cls, text: str) -> Slice:
        """Return the handle for a string; `ValueError` if it is invalid."""
        file, begin, length, kind = text.split(" ")
        return cls(file, int(begin), int(length), kind)


class Folder(WorkFolder):
    """A work folder of arrays and one state; use it in a `with` block.

    Methods that write raise `OSError` on failure, as on a full disk.
    """

    def __enter__(self) -> Self:
        super().__enter__()
        self._numbers = count(self._last_number() + 1)
        return self

    def _last_number(self) -> int:
        numbers = [name.removesuffix(".rows") for name in os.listdir(self.path)]
        return max((int(number) for number in numbers if number.isdigit()), default=0)

    def write(self, arrays: Iterable[Array]) -> list[Slice]:
        """Write arrays into one new file; return their handles."""
        name = f"{next(self._numbers)}.rows"
        slices = []
        begin = 0
        path = os.path.join(self.path, name)
        try:
            with create(path) as file:
                for array in arrays:
                    file.write(np.ascontiguousarray(array).data)
                    slices.append(Slice(name, begin, len(array), array.dtype.str))
                    begin += array.nbytes
        except OSError:
            with suppress(OSError):  # on a full disk, a part of a file only takes space
                os.unlink(path)
            raise
        return slices

    def read(self, handle: Slice, first: int = 0, last: int | None = None) -> Array:
        """Return an array, or part of it."""
        end = handle.length if last is None else min(last, handle.length)
        row = np.empty(max(0, end - first), dtype=handle.kind)
        octets: memoryview = row.view(np.uint8).data
        # Arrays are many and most are short: np.fromfile would take twice as long for these.
        with open_cached(os.path.join(self.path, handle.file), buffering=0) as file:
            file.seek(handle.begin + first * row.itemsize)
            while octets and (filled := file.readinto(octets)):  # at most 2 GiB at a time
                octets = octets[filled:]
        return row if not octets else row[: -(-len(octets) // row.itemsize)]

    def keep(self, state: State, rules: Rules) -> None:
        """Write the state, then remove the files that it does not need."""
        needed: list[Slice] = []

        def named(handle: Slice) -> str:
            needed.append(handle)
            return handle.text()

        self.keep_work(rules, {STATE: asdict(state.with_handles(named))}, needed)

    def keep_work(self, rules: Rules, says: Mapping[str, Any], needed: Iterable[Slice]) -> None:
        """Write a checkpoint, then remove the files that it does not need."""
        self._checkpoint(rules).keep(says, {})
        names = {CHECKPOINT, *(handle.file for handle in needed)}
        for name in os.listdir(self.path):
            if name not in names:
                os.unlink(os.path.join(self.path, name))

    def find(self, rules: Rules) -> State | None:
        """Return the saved state, None if there is none for these rules."""
        return self.find_work(
            rules, lambda says: State.from_tree(says[STATE]).with_handles(self.handle)
        )

    def find_work(self, rules: Rules, read: Callable[[Any], Found]) -> Found | None:
        """Return what `read` makes of the checkpoint of these rules, None if it cannot be used."""
        return self._checkpoint(rules).find(lambda file: read(file.says))

    def _checkpoint(self, rules: Rules) -> Checkpoint:
        return Checkpoint(os.path.join(self.path, CHECKPOINT), rules)

    def handle(self, text: str) -> Slice:
        """Return the handle for a string; `OSError` or `ValueError` if there is no such array."""
        handle = Slice.parse(text)
        end = handle.begin + handle.length * np.dtype(handle.kind).itemsize
        if os.path.getsize(os.path.join(self.path, handle.file)) < end:
            raise ValueError("a file was cut short")
        return handle


class Pile:
    """Arrays in files, read one at a time on each iteration."""

    def __init__(self, folder: Folder, handles: Sequence[Slice]) -> None:
        self._folder = folder
        self._handles = handles

    def __iter__(self) -> Iterator[Array]:
        return (self._folder.read(handle) for handle in self._handles)


class OnDisk:
    """Executor whose arrays are files of a folder and whose tasks are threads of this process."""

    def __init__(self, folder: Folder, memory: int, size: int = 0) -> None:
        self.folder = folder
        self.size = size or cores()
        self.memory = memory // self.size

    def run(self, tasks: Sequence[Task], arrays: int) -> Iterator[tuple[Any, list[Slice]]]:
        def one(task: Task) -> tuple[Any, list[Slice]]:
            counts, rows = task.func(*map(self._argument, task.args))
            assert len(rows) == arrays
            return counts, self.folder.write(rows)

        with ThreadPoolExecutor(self.size) as threads:
            jobs = [threads.submit(one, task) for task in tasks]
            try:
                for job in jobs:
                    yield job.result()
            finally:
                for job in jobs:
                    job.cancel()

    def _argument(self, thing: Any) -> Any:
        if isinstance(thing, Slice):
            return self.folder.read(thing)
        if isinstance(thing, list) and (not thing or isinstance(thing[0], Slice)):
            return Pile(self.folder, thing)
        return thing

    def read(self, handle: Slice, first: int, last: int) -> Array:
        return self.folder.read(handle, first, last)

    def length(self, handle: Slice) -> int:
        return handle.length
