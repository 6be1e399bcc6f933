"""A simulated GPU that does what a real one may do, and Numba's simulator does not.

- Blocks, and threads within a block, run in a random order, and threads interrupt each other.
- A number that another thread has written since the last barrier may still be read as it was, even
  if a number written later is already read as it is. Only atomic operations see what is.
- New memory is filled with random bits.
- Numbers have a width. Numba's `int` keeps that of its argument, and negating a number, or taking
  its absolute value, is done in that width: the least one of 32 bits is its own negative.
"""

from __future__ import annotations

import random
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

SWITCHING = 1e-5  # seconds after which another thread may run


class GPUInt(int):
    """An integer as Numba compiles it: all but negation is done in 64 bits."""

    bits: int

    def __new__(cls, value: Any = 0) -> GPUInt:
        made = super().__new__(cls, value)
        narrow = isinstance(value, np.signedinteger)
        made.bits = 8 * value.itemsize if narrow else getattr(value, "bits", 64)
        return made

    def __neg__(self) -> int:
        least = 1 << self.bits - 1
        return (least - int(self)) % (2 * least) - least

    def __abs__(self) -> int:
        return -self if self < 0 else int(self)


class Allocations(dict[Any, Any]):
    """Shared memory of a block, by the line that asks for it: one thread makes it, others wait.

    Numba's simulator looks, and then makes it. Two threads that did so at once had one each.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def get(self, key: Any, default: Any = None) -> Any:
        self._lock.acquire()
        found = super().get(key, default)
        if found is not None:
            self._lock.release()
        return found

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self._lock.release()


@contextmanager
def hostile(seed: int) -> Iterator[None]:
    """Run kernels on such a GPU; the seed decides what can be decided."""
    from numba.cuda.simulator import kernel, kernelapi
    from numba.cuda.simulator.cudadrv import devicearray

    from kibitz.engines.gpu import device, gpu_functions

    chance = random.Random(seed)
    rows: list[Any] = []  # of the kernel that runs
    written: set[tuple[int, int, int]] = set()  # row, index and thread, since the last barrier

    class Shuffled:
        """NumPy for the simulator, which goes through blocks and threads by it."""

        def __getattr__(self, name: str) -> Any:
            return getattr(np, name)

        def ndindex(self, *shape: int) -> list[tuple[int, ...]]:
            points = list(np.ndindex(*shape))
            return chance.sample(points, len(points))

    plain: Any = devicearray.FakeWithinKernelCUDAArray

    class StaleRow(plain):  # type: ignore[misc]
        """A row in a kernel."""

        def __init__(self, item: Any) -> None:
            super().__init__(item)
            self.__dict__["now"] = plain(item)
            self.__dict__["before"] = item._ary.copy()
            rows.append(self)

        def __getitem__(self, at: Any) -> Any:
            own = (id(self), int(at), threading.get_ident()) in written
            stale = not own and chance.random() < 0.5
            return self.before[at] if stale else self.now[at]

        def __setitem__(self, at: Any, value: Any) -> None:
            written.add((id(self), int(at), threading.get_ident()))
            self.now[at] = value

    class Atomic(kernelapi.FakeCUDAAtomic):  # type: ignore[misc]
        """Atomic operations."""

        def __getattribute__(self, name: str) -> Any:
            operation = getattr(kernelapi.FakeCUDAAtomic, name)

            def on_the_row(row: Any, at: int, *arguments: Any) -> Any:
                if isinstance(row, StaleRow):
                    written.add((id(row), int(at), threading.get_ident()))
                    row = row.now
                return operation(self, row, at, *arguments)

            return on_the_row

    wait, call = kernel.BlockThread.syncthreads, kernel.FakeCUDAKernel.__call__

    def passed_barrier(thread: Any) -> None:
        """Wait; everything written before is seen by all."""
        wait(thread)
        for row in rows:
            np.copyto(row.before, row.now._item._ary)

    def launched(self: Any, *arguments: Any) -> Any:
        if not self._device:
            rows.clear()
            written.clear()
            arguments = tuple(map(stale, arguments))
        return call(self, *arguments)

    def stale(argument: Any) -> Any:
        """Return a tuple with such rows: Numba's simulator takes those of a tuple as they are."""
        if isinstance(argument, tuple):
            return tuple(map(stale, argument))
        return StaleRow(argument) if isinstance(argument, devicearray.FakeCUDAArray) else argument

    share = kernelapi.FakeCUDAShared.__init__

    def shared(self: Any, *arguments: Any) -> None:
        share(self, *arguments)
        self._allocations = Allocations()

    empty = device.empty

    def filled_at_random(length: int, kind: Any) -> Any:
        row: Any = empty(length, kind)
        bits = row._ary.view(np.uint8)
        bits[:] = np.frombuffer(chance.randbytes(bits.size), np.uint8)
        return row

    bound = gpu_functions.Functions._bound

    def with_widths(self: Any, function: Any, home: dict[str, Any] | None = None) -> Any:
        found = bound(self, function, home)
        found.__globals__["int"] = GPUInt
        return found

    changes = [
        (kernel, "np", Shuffled()),
        (kernel, "FakeWithinKernelCUDAArray", StaleRow),
        (kernelapi, "FakeCUDAAtomic", Atomic),
        (kernelapi.FakeCUDAShared, "__init__", shared),
        (kernel.BlockThread, "syncthreads", passed_barrier),
        (kernel.FakeCUDAKernel, "__call__", launched),
        (device, "empty", filled_at_random),
        (gpu_functions.Functions, "_bound", with_widths),
    ]
    usual = [getattr(where, name) for where, name, _ in changes]
    interval = sys.getswitchinterval()
    for where, name, changed in changes:
        setattr(where, name, changed)
    gpu_functions._ready.clear()
    gpu_functions._general.clear()
    sys.setswitchinterval(SWITCHING)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)
        for (where, name, _), former in zip(changes, usual, strict=True):
            setattr(where, name, former)
        gpu_functions._ready.clear()
        gpu_functions._general.clear()
