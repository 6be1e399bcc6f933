"""Runs compiled kernels in WebAssembly: a memory of their own, and calls of exports.

Kernels share no memory with Python. So, whatever rules do, they reach nothing but the arrays of
their own machine:

    | block of arguments | data of modules and arrays |

A memory exists as long as one of its arrays does.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from math import prod
from typing import NamedTuple
from weakref import ref

from kibitz.engines.wasm.emitter.failures import CompiledCodeFailed, places_of_module
from kibitz.engines.wasm.memory_arrays import ITEM_BYTES, MemoryArray, MemoryArrays
from kibitz.solve.compiling.wasm_format import CUSTOM, EXPORTS, sections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class Host(Protocol):
        """An instance of WebAssembly: a memory, and modules that are loaded into it."""

        def grow(self, size: int) -> None:
            """Enlarge the memory to a size in bytes; `MemoryError` if that is not possible."""
            ...

        def load(self, module: bytes, base: int) -> dict[str, Callable[[int], object]]:
            """Load a module whose data lie at an address; return its exports by name."""
            ...

        def read(self, at: int, count: int) -> bytes:
            """Return some bytes of the memory."""
            ...

        def write(self, at: int, content: bytes) -> None:
            """Write some bytes."""
            ...

        def copy(self, to: int, at: int, count: int) -> None:
            """Copy some bytes to another place, which may overlap."""
            ...

        def clear(self, at: int, count: int) -> None:
            """Write zeros."""
            ...


PAGE = 1 << 16
BLOCK = 1 << 10  # bytes, from address 0
FAILURE_WORD = BLOCK - 8  # in the block: where emitted code writes the number of a failure
ALIGNED = 64  # every array begins with a cache line
FIRST_SIZE = 1 << 20
MOST_BYTES = (1 << 32) - PAGE
GROWTH = 4  # the memory grows by at least a quarter


class Export(NamedTuple):
    """An export by its name, with the types of its arguments and results."""

    name: str
    arguments: str
    results: str


class Machine:
    """Kernels of loaded modules by name; `new_host` makes a memory with nothing in it."""

    def __init__(self, new_host: Callable[[], Host]) -> None:
        self._new_host = new_host
        self._modules: list[bytes] = []
        self._exports: dict[str, list[Export]] = {}
        self._memory: Callable[[], Memory | None] = lambda: None
        self._kernels: dict[Callable[..., Any], WasmKernel] = {}
        self.arrays = MemoryArrays(self)

    def load(self, module: bytes) -> None:
        """Load a module, unless it is loaded."""
        if module in self._modules:
            return
        self._modules.append(module)
        for name in exports_of(module):
            kernel, arguments, results = name.split(" ")
            self._exports.setdefault(kernel, []).append(Export(name, arguments, results))
        memory = self._memory()
        if memory is not None:
            memory.load(module)

    def module_of(self, export: Export) -> bytes:
        return next(one for one in self._modules if export.name in exports_of(one))

    def has(self, name: str) -> bool:
        """Return whether a kernel of that name is loaded."""
        return name in self._exports

    def kernel(self, name: str) -> WasmKernel:
        return WasmKernel(self, self._exports[name])

    def kernel_of(self, function: Callable[..., Any]) -> WasmKernel:
        """Return the kernel of a function that uses no rules."""
        if function not in self._kernels:
            from kibitz.solve.compiling.compiled import named

            self._kernels[function] = self.kernel(named(function)[0])
        return self._kernels[function]

    @property
    def memory(self) -> Memory:
        """The memory for new arrays."""
        memory = self._memory()
        if memory is None:
            memory = Memory(self, self._new_host())
            for module in self._modules:
                memory.load(module)
            self._memory = ref(memory)
        return memory

    def abandon(self) -> None:
        """Use another memory from now on: a call in this one has failed."""
        self._memory = lambda: None


class WasmKernel:
    """A compiled kernel, called as its function is."""

    def __init__(self, machine: Machine, exports: list[Export]) -> None:
        self._machine = machine
        self._exports = exports

    def __call__(self, *arguments: Any) -> Any:
        words: list[int] = []
        kinds: list[str | None] = []
        memory = None
        for each in arguments:
            if isinstance(each, MemoryArray):
                memory = each.memory
                words += (each.address, *each.shape)
                kinds.append(each.kind)
                continue
            kinds.append(None)
            if isinstance(each, tuple):  # of arrays
                for row in each:
                    words += (row.address, *row.shape)
            else:
                words.append(int(each))
        export = self._chosen(kinds)
        found = (memory or self._machine.memory).call(export, words)
        if len(found) > 1:
            return tuple(found)
        return found[0] if found else None

    def _chosen(self, kinds: list[str | None]) -> Export:
        """Return the export for arrays of these kinds."""
        for export in self._exports:
            if all(
                given is None or given == letter
                for given, letter in zip(kinds, export.arguments, strict=True)
            ):
                return export
        raise TypeError(f"{self._exports[0].name} was not compiled for {kinds}")


class Memory:
    """Memory of a machine with its modules, and the free parts of it."""

    def __init__(self, machine: Machine, host: Host) -> None:
        self.machine = machine
        self._host = host
        self._functions: dict[str, Callable[[int], object]] = {}
        self._bytes = FIRST_SIZE
        host.grow(FIRST_SIZE)
        # Free parts in ascending order: address and size.
        self._free = [(BLOCK, FIRST_SIZE - BLOCK)]
        self._data: list[int] = []
        self.read, self.write = host.read, host.write
        self.copy, self.clear = host.copy, host.clear

    def load(self, module: bytes) -> None:
        self._functions |= self._host.load(module, self.reserve(data_size(module)))

    def row(self, letter: str, shape: tuple[int, ...]) -> MemoryArray:
        """Return a new array, whose items are undefined."""
        size = prod(shape) * ITEM_BYTES[letter]
        span = Reserved(self, self.reserve(size), size)
        return MemoryArray(span, span.at, letter, shape)

    def call(self, export: Export, words: list[int]) -> list[int]:
        """Call a kernel with the words of its arguments; return its results."""
        self.write(0, array("q", words).tobytes())
        try:
            self._functions[export.name](0)
        except MemoryError:
            raise
        except Exception as error:  # the host's: an access outside the memory, a stack overflow
            self.machine.abandon()
            raise self._failure(export, error) from error
        count = len(export.results)
        return array("q", self.read(0, 8 * count)).tolist() if count else []

    def _failure(self, export: Export, error: Exception) -> CompiledCodeFailed:
        """Return the error of a call: the line of the rules, or the message of the host."""
        number = int.from_bytes(self.read(FAILURE_WORD, 8), "little")
        self.write(FAILURE_WORD, bytes(8))
        places = places_of_module(self.machine.module_of(export))
        if 0 < number <= len(places):
            return places[number - 1].error()
        return CompiledCodeFailed(
            "the compiled rules of this game failed: {reason}", reason=str(error)[:200]
        )

    def reserve(self, size: int) -> int:
        """Return the address of so many bytes, which are taken from now on."""
        size = rounded(size)
        for number, (at, free) in enumerate(self._free):
            if free >= size:
                self._free[number : number + 1] = [(at + size, free - size)] if free > size else []
                return at
        more = -(-max(size, self._bytes // GROWTH) // PAGE) * PAGE
        if self._bytes + more > MOST_BYTES:
            raise MemoryError
        self._host.grow(self._bytes + more)
        self._bytes += more
        self.release(self._bytes - more, more)
        return self.reserve(size)

    def release(self, at: int, size: int) -> None:
        """Free bytes, and merge them with adjacent free parts."""
        size = rounded(size)
        number = bisect(self._free, (at,))
        if number < len(self._free) and self._free[number][0] == at + size:
            size += self._free.pop(number)[1]
        if number and sum(self._free[number - 1]) == at:
            number -= 1
            before, length = self._free.pop(number)
            at, size = before, size + length
        self._free.insert(number, (at, size))


def data_size(module: bytes) -> int:
    """Return how many bytes of data a module has."""
    for number, reader in sections(module):
        if number == CUSTOM and reader.name() == "dylink.0":
            reader.byte()
            return reader.part().unsigned()
    return 0


def exports_of(module: bytes) -> list[str]:
    """Return the names of the exports of a module."""
    for number, reader in sections(module):
        if number == EXPORTS:
            found = []
            for _ in range(reader.unsigned()):
                found.append(reader.name())
                reader.byte()
                reader.unsigned()
            return found
    return []


def rounded(size: int) -> int:
    """Return a size that keeps what follows aligned."""
    return max(ALIGNED, -(-size // ALIGNED) * ALIGNED)


class Reserved:
    """Bytes of a memory that belong to one array and its views."""

    __slots__ = ("at", "memory", "size")

    def __init__(self, memory: Memory, at: int, size: int) -> None:
        self.memory = memory
        self.at = at
        self.size = size

    def __del__(self) -> None:
        self.memory.release(self.at, self.size)
