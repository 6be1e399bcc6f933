"""Storage of the sets and rows of a peg game, in memory or in files, and its checkpoints.

Files are memory-mapped, so kernels use them like arrays. Mapped pages count as resident once
touched, so files are processed in slices, and each is released when it is done.
"""

from __future__ import annotations

import mmap
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

import numpy as np

from kibitz.language.errors import KibitzError
from kibitz.rules.rules import Rules
from kibitz.solve.store import rowfile
from kibitz.solve.store.checkpoint import Checkpoint

if TYPE_CHECKING:
    from kibitz.engines.pegs.sets.bits import Words

    Piece = Callable[[int, int], Words]

SLICE = 1 << 17  # words: 1 MiB, a multiple of the page size of a file
MEBI = 1 << 20
WORDS = "words"
SETS = REACHABLE, WINNING = "reachable", "winning"
FIGURES = "figures"


class SetStorage:
    """Storage in memory. `sets` are the finished ones, by name, which are not computed again."""

    holds_two_sets = True  # whether two sets may be in memory at once

    def __init__(self, sets: dict[str, Words] | None = None) -> None:
        self.sets = sets or {}

    def found(self, name: str) -> Words | None:
        """Return a set that was finished before."""
        return self.sets.get(name)

    def made(self, name: str, size: int, piece: Piece) -> Words:
        """Return a set of `size` words, computed piece by piece, each a range of words."""
        self.sets[name] = self.scratch(size, piece)
        return self.sets[name]

    def scratch(self, size: int, piece: Piece) -> Words:
        """Return words computed piece by piece, for temporary use."""
        return piece(0, size)

    def zeros(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """Return an array of zeros."""
        return np.zeros(shape, kind)

    def slices(self, size: int) -> list[tuple[int, int]]:
        """Divide `size` words into slices that may be touched before they are released."""
        return [(0, size)]

    def most(self, least: int) -> int:
        """Return the number of bytes that may be accessed at random before releasing them.

        Raise an error if that is less than `least`.
        """
        return sys.maxsize

    def release(self) -> None:
        """Release memory that can be read from files again."""


class Budget(NamedTuple):
    """The memory limit in bytes, and how many of them are still available."""

    memory: int
    spare: int

    def need(self, octets: int) -> None:
        """Raise an error if `octets` bytes are not available."""
        if octets > self.spare:
            least = self.memory - self.spare + octets
            raise KibitzError(
                "{memory} MiB of memory is too little: this game needs at least {least} MiB",
                memory=self.memory // MEBI,
                least=-(-least // (4 * MEBI)) * 4,  # rounded up, because processes differ
            )


class Files(SetStorage):
    """Storage in a work folder; at most one whole set should be touched at a time.

    Any method may raise `OSError`, as on a full disk.
    """

    holds_two_sets = False

    def __init__(self, folder: str, rules: Rules, budget: Budget) -> None:
        super().__init__()
        self.folder = folder
        self.rules = rules
        self.budget = budget
        self._maps: WeakSet[mmap.mmap] = WeakSet()

    def found(self, name: str) -> Words | None:
        if name not in self.sets:
            words = self._checkpoint(name).find(lambda file: self._mapped(file, check=True))
            if words is not None:
                self.sets[name] = words
        return self.sets.get(name)

    def _checkpoint(self, name: str) -> Checkpoint:
        return Checkpoint(os.path.join(self.folder, name), self.rules)

    def _mapped(self, file: rowfile.RowFile, *, check: bool) -> Words:
        """Return the set in a file."""
        self._maps.add(file.map)
        row = file.rows[WORDS]
        words: Words = np.asarray(row.whole() if check else row.unchecked()).view(np.uint64)
        self.release()
        return words

    def made(self, name: str, size: int, piece: Piece) -> Words:
        checkpoint = self._checkpoint(name)
        write_set(checkpoint, size, self._pieces(size, piece))
        # A check would load all of it.
        self.sets[name] = self._mapped(checkpoint.open(), check=False)
        return self.sets[name]

    def _pieces(self, size: int, piece: Piece) -> Iterator[Words]:
        for first, end in self.slices(size):
            yield piece(first, end)
            self.release()

    def scratch(self, size: int, piece: Piece) -> Words:
        words: Words = self.zeros(size, np.uint64)
        for first, end in self.slices(size):
            words[first:end] = piece(first, end)
            self.release()
        return words

    def zeros(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        octets = int(np.prod(shape)) * np.dtype(kind).itemsize
        if not octets:
            return np.zeros(shape, kind)
        # The file has no name, so it is removed after its last use. Its disk space is reserved now:
        # a full disk is an error here, instead of a fatal signal on a later write.
        with tempfile.TemporaryFile(dir=self.folder) as file:
            os.posix_fallocate(file.fileno(), 0, octets)
            mapped = mmap.mmap(file.fileno(), octets)
        self._maps.add(mapped)
        return np.frombuffer(mapped, kind).reshape(shape)

    def slices(self, size: int) -> list[tuple[int, int]]:
        return [(first, min(first + SLICE, size)) for first in range(0, size, SLICE)]

    def most(self, least: int) -> int:
        self.budget.need(least)
        return self.budget.spare

    def release(self) -> None:
        for mapped in list(self._maps):
            mapped.madvise(mmap.MADV_DONTNEED)


def write_set(checkpoint: Checkpoint, size: int, pieces: Iterable[Words]) -> None:
    """Write a set atomically."""
    views = (memoryview(words.view(np.int64)) for words in pieces)  # type: ignore[arg-type]
    checkpoint.keep({}, {WORDS: rowfile.Stream("q", size, views)})


class Stages:
    """The finished sets of a game, in a `SetStorage`, and the figures known so far.

    With a `folder` every stage is written as soon as it is finished.
    """

    def __init__(
        self,
        rules: Rules,
        storage: SetStorage | None = None,
        folder: str | None = None,
        said: dict[str, Any] | None = None,
    ) -> None:
        said = said or {}
        self.rules = rules
        self.storage = storage or SetStorage()
        self.folder = folder
        self.figures: dict[str, Any] = said.get("figures", {})
        self.seconds: float = said.get("seconds", 0.0)

    @classmethod
    def in_memory(cls, rules: Rules, folder: str) -> Stages:
        """Return the stages that an interrupted call left in a folder, read into memory."""
        files = Files(folder, rules, Budget(0, 0))  # the data is copied anyway
        found = {name: files.found(name) for name in SETS}
        sets = {name: np.array(words) for name, words in found.items() if words is not None}
        return cls(rules, SetStorage(sets), None, _figures(rules, folder))

    @classmethod
    def in_files(cls, rules: Rules, folder: str, budget: Budget) -> Stages:
        """Return the stages in a folder, to be resumed there."""
        storage = Files(folder, rules, budget)
        for name in SETS:
            storage.found(name)
        return cls(rules, storage, folder, _figures(rules, folder))

    @property
    def begun(self) -> bool:
        """Whether there is anything to resume."""
        return bool(self.storage.sets)

    def note(self, seconds: float) -> None:
        """Record the figures, and the time taken so far."""
        self.seconds = seconds
        if self.folder is not None:
            self._write_figures(self.folder)

    def keep(self, folder: str) -> None:
        """Write the stages in memory to a folder; `OSError` if that fails."""
        for name, words in self.storage.sets.items():
            write_set(Checkpoint(os.path.join(folder, name), self.rules), len(words), [words])
        self._write_figures(folder)

    def _write_figures(self, folder: str) -> None:
        says = {"figures": self.figures, "seconds": self.seconds}
        Checkpoint(os.path.join(folder, FIGURES), self.rules).keep(says, {})


def _figures(rules: Rules, folder: str) -> dict[str, Any]:
    """Return the figures saved in the folder, empty if they cannot be used."""
    return Checkpoint(os.path.join(folder, FIGURES), rules).find(lambda file: file.says) or {}
