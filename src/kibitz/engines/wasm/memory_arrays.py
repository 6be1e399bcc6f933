"""Arrays of integers in the memory of a machine, with the operations of `solve/numpy_arrays.py`."""

from __future__ import annotations

from array import array
from contextlib import nullcontext
from math import prod

from kibitz.engines.wasm import array_kernels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

    from kibitz.engines.wasm.machine import Machine, Memory, Reserved

LETTERS = {"int64": "Q", "int32": "I", "int16": "H", "bool": "B"}  # of `signatures.py`
TYPE_CODES = {"Q": "q", "I": "i", "H": "h", "B": "b"}  # of `array`
ITEM_BYTES = {"Q": 8, "I": 4, "H": 2, "B": 1}
MATRICES = {"Q": "M", "I": "L"}


class MemoryArray:
    """An array, or a matrix, in the memory of a machine; a slice of it is a view."""

    __slots__ = ("_span", "address", "letter", "memory", "shape")

    def __init__(self, span: Reserved, address: int, letter: str, shape: tuple[int, ...]) -> None:
        self._span = span  # its memory is free when the last array in it is gone
        self.memory: Memory = span.memory
        self.address = address
        self.letter = letter
        self.shape = shape

    @property
    def kind(self) -> str:
        """The letter of its type in the signature of a kernel."""
        return self.letter if len(self.shape) == 1 else MATRICES[self.letter]

    @property
    def itemsize(self) -> int:
        """The size of an item in bytes."""
        return ITEM_BYTES[self.letter]

    @property
    def nbytes(self) -> int:
        """Its size in bytes."""
        return self.itemsize * prod(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def tobytes(self) -> bytes:
        """Return its content."""
        return self.memory.read(self.address, self.nbytes)

    def items(self) -> array[int]:
        """Return its items as an array in Python's memory."""
        return array(TYPE_CODES[self.letter], self.tobytes())

    def tolist(self) -> list[int]:
        return self.items().tolist()

    def copy(self) -> MemoryArray:
        made = self.memory.row(self.letter, self.shape)
        self.memory.copy(made.address, self.address, self.nbytes)
        return made

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            first, last, _ = at.indices(len(self))
            size = self.itemsize * prod(self.shape[1:])
            shape = (max(0, last - first), *self.shape[1:])
            return MemoryArray(self._span, self.address + first * size, self.letter, shape)
        content = self.memory.read(self._place(at), self.itemsize)
        return int.from_bytes(content, "little", signed=True)

    def __setitem__(self, at: Any, value: Any) -> None:
        if not isinstance(at, slice):
            content = int(value).to_bytes(self.itemsize, "little", signed=True)
            self.memory.write(self._place(at), content)
            return
        part = self[at]
        if isinstance(value, MemoryArray):
            assert (value.shape, value.letter) == (part.shape, part.letter)
            self.memory.copy(part.address, value.address, value.nbytes)
        elif value:
            self.memory.machine.kernel_of(array_kernels.fill)(part, value)
        else:
            self.memory.clear(part.address, part.nbytes)

    def _place(self, at: int | tuple[int, int]) -> int:
        """Return the address of an item."""
        number = at[0] * self.shape[1] + at[1] if isinstance(at, tuple) else at
        number += prod(self.shape) if number < 0 else 0
        if not 0 <= number < prod(self.shape):
            raise IndexError("an item outside a row")
        return self.address + number * self.itemsize


class MemoryArrays:
    """Makes arrays in the memory of a machine, and computes with them."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def _kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return self._machine.kernel_of(function)

    def serves(self, algorithm: str) -> bool:
        """Return whether an algorithm of the solver in memory works on these arrays."""
        return algorithm == "moves"

    def wrapping(self) -> AbstractContextManager[object]:
        """Do nothing within a block: integers of kernels wrap around."""
        return nullcontext()

    def empty(self, shape: int | tuple[int, ...], kind: str) -> MemoryArray:
        """Return an array whose items are undefined."""
        lengths = shape if isinstance(shape, tuple) else (shape,)
        return self._machine.memory.row(LETTERS[kind], lengths)

    def zeros(self, shape: int | tuple[int, ...], kind: str) -> MemoryArray:
        made = self.empty(shape, kind)
        made.memory.clear(made.address, made.nbytes)
        return made

    def filled(self, length: int, value: int, kind: str) -> MemoryArray:
        """Return an array whose items are all the same."""
        made = self.empty(length, kind)
        made[:] = value
        return made

    def of(self, numbers: Iterable[int] | MemoryArray, kind: str) -> MemoryArray:
        """Return an array of these numbers."""
        if isinstance(numbers, MemoryArray):
            assert numbers.letter == LETTERS[kind]
            return numbers
        items = array(TYPE_CODES[LETTERS[kind]], numbers)
        made = self.empty(len(items), kind)
        made.memory.write(made.address, items.tobytes())
        return made

    def joined(self, rows: Sequence[MemoryArray]) -> MemoryArray:
        """Return the items of arrays of one type, one array after the other."""
        made = self._machine.memory.row(rows[0].letter, (sum(map(len, rows)),))
        at = 0
        for row in rows:
            made[at : at + len(row)] = row
            at += len(row)
        return made

    def resized(self, row: MemoryArray, length: int) -> MemoryArray:
        """Return an array of that length that begins with another; the rest is undefined."""
        made = row.memory.row(row.letter, (length,))
        made[: len(row)] = row[:length]
        return made

    def cache_lines(self, length: int) -> MemoryArray:
        """Return an array of 64-bit zeros that begins with a cache line, as all arrays do here."""
        return self.zeros(length, "int64")

    def is_ascending(self, row: MemoryArray) -> bool:
        """Return whether each item is greater than the one before."""
        return bool(self._kernel(array_kernels.is_ascending)(row))

    def ascending(self, row: MemoryArray) -> MemoryArray:
        """Return the items in ascending order."""
        return self.taken(row, self.order(row))

    def order(self, row: MemoryArray, *, stable: bool = False) -> MemoryArray:
        """Return the places of the items in ascending order; it is always stable."""
        sort = self._kernel(array_kernels.sort_pass)
        places, spare = self.empty(len(row), "int32"), self.empty(len(row), "int32")
        counts = self.empty(array_kernels.BUCKETS, "int32")
        self._kernel(array_kernels.number_places)(places)
        for shift in range(0, 63, array_kernels.DIGIT):
            if sort(row, places, spare, counts, shift):
                places, spare = spare, places
        return places

    def taken(self, row: MemoryArray, places: MemoryArray) -> MemoryArray:
        """Return the items at some places, in their order."""
        made = row.memory.row(row.letter, (len(places),))
        self._kernel(array_kernels.take)(row, places, made)
        return made

    def extremes(self, row: MemoryArray) -> tuple[int, int]:
        """Return the least and the greatest item of an array, which is not empty."""
        least, greatest = self._kernel(array_kernels.extremes)(row)
        return least, greatest

    def total(self, row: MemoryArray) -> int:
        """Return the sum of all items."""
        return int(self._kernel(array_kernels.total)(row))

    def occurrences(self, row: MemoryArray, value: int) -> int:
        """Return how many items have a value."""
        return int(self._kernel(array_kernels.occurrences)(row, value))

    def first_below(self, row: MemoryArray, value: int) -> int | None:
        """Return the first item below a value; None if there is none."""
        at = self._kernel(array_kernels.first_below)(row, value)
        return None if at < 0 else row[at]

    def has_goal(self, degrees: MemoryArray, worths: MemoryArray, go_on: bool) -> bool:
        """Return whether a position is solved; if solved positions `go_on`, they may have moves."""
        return bool(self._kernel(array_kernels.has_goal)(degrees, worths, go_on))

    def first_end_outside(
        self, degrees: MemoryArray, worths: MemoryArray, least: int, most: int
    ) -> int | None:
        """Return the first position without moves whose worth is outside a range."""
        at = self._kernel(array_kernels.first_end_outside)(degrees, worths, least, most)
        return None if at < 0 else at

    def complement(self, row: MemoryArray, marks: MemoryArray) -> None:
        """Complement the marked items."""
        self._kernel(array_kernels.complement)(row, marks)

    def tallied(self, numbers: MemoryArray, length: int) -> MemoryArray:
        """Return how often each number occurs, at least 1, without negative ones."""
        counts = self.zeros(length, "int16")
        self._kernel(array_kernels.count_numbers)(numbers, counts)
        return counts

    def content(self, row: MemoryArray) -> memoryview:
        """Return the items in Python's memory."""
        return memoryview(row.items())
