"""Memory of 64-bit words on which word kernels run: of this process, or of a browser tab."""

from __future__ import annotations

import mmap
import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Protocol

from kibitz.solve.compiling.word_kernel import WordKernel
from kibitz.system.thread_pool import Team, cores


class WordMemory(Protocol):
    """A number of words, 0 at first."""

    threads: int

    def __getitem__(self, at: int) -> int:
        """Return a word."""
        ...

    def write(self, at: int, words: array[int]) -> None:
        """Write some words from a place on."""
        ...

    def run(self, kernel: WordKernel, rounds: Iterable[Sequence[int]]) -> None:
        """Run a kernel for the jobs of each round, whose places in the memory it takes."""
        ...


FIRST_LLVMLITE = (0, 45)


class NativeMemory:
    """Memory of this process; kernels are compiled by LLVM and run in threads."""

    def __init__(self, words: int) -> None:
        self._octets = mmap.mmap(-1, 8 * words)
        with suppress(AttributeError, OSError):  # a system without huge pages
            self._octets.madvise(mmap.MADV_HUGEPAGE)
        self._words = memoryview(self._octets).cast("Q")
        self.threads = cores()

    def __getitem__(self, at: int) -> int:
        return self._words[at]

    def write(self, at: int, words: array[int]) -> None:
        self._words[at : at + len(words)] = memoryview(words)

    def run(self, kernel: WordKernel, rounds: Iterable[Sequence[int]]) -> None:
        import ctypes

        from kibitz.solve.compiling.llvm_kernel import machine_code

        code = machine_code(kernel)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._octets))
        with Team(self.threads) as team:
            for jobs in rounds:
                team.run(code, [(address, job) for job in jobs])


def memory_kind() -> Callable[[int], WordMemory] | None:
    """Return the memory of this platform; None if no word kernel can be compiled here."""
    if sys.platform == "emscripten":
        from kibitz.solve.compiling.tab_host import TabWords

        return TabWords
    from kibitz.solve.compiling.compiled import available

    if not available():
        return None
    import llvmlite

    # Earlier ones have another notation of pointers.
    version = tuple(map(int, llvmlite.__version__.split(".")[:2]))
    return NativeMemory if version >= FIRST_LLVMLITE else None
