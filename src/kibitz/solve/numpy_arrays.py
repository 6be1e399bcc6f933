"""Arrays of integers by NumPy, and operations on them.

`engines/wasm/memory_arrays.py` has the same for a browser tab, where there is no NumPy, and
`solve/array_backend.py` returns those that are in use.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

import numpy as np

from kibitz.solve.arrays import Array

CACHE_LINE = 64  # bytes


def serves(algorithm: str) -> bool:
    """Return whether an algorithm of the solver in memory works on these arrays: all do."""
    return True


def wrapping() -> AbstractContextManager[object]:
    """Let integers wrap around within a block, as those of a hash do, without a warning."""
    return np.errstate(over="ignore")


def empty(shape: int | tuple[int, ...], kind: str) -> Array:
    """Return an array whose items are undefined."""
    return np.empty(shape, dtype=kind)


def zeros(shape: int | tuple[int, ...], kind: str) -> Array:
    """Return an array of zeros."""
    return np.zeros(shape, dtype=kind)


def filled(length: int, value: int, kind: str) -> Array:
    """Return an array whose items are all the same."""
    return np.full(length, value, dtype=kind)


def of(numbers: Sequence[int] | Array, kind: str) -> Array:
    """Return an array of these numbers."""
    return np.asarray(numbers, dtype=kind)


def joined(arrays: Sequence[Array]) -> Array:
    """Return the items of arrays of one type, one array after the other."""
    return np.concatenate(arrays)


def resized(array: Array, length: int) -> Array:
    """Return an array of that length that begins with another; the rest is undefined."""
    longer = np.empty(length, dtype=array.dtype)
    longer[: len(array)] = array[:length]
    return longer


def cache_lines(length: int) -> Array:
    """Return an array of 64-bit zeros that begins with a cache line."""
    words = np.zeros(length + CACHE_LINE // 8, dtype=np.int64)
    skipped = -words.ctypes.data % CACHE_LINE // 8
    return words[skipped : skipped + length]


def is_ascending(array: Array) -> bool:
    """Return whether each item is greater than the one before."""
    return bool((array[:-1] < array[1:]).all())


def ascending(array: Array) -> Array:
    """Return the items in ascending order."""
    return np.sort(array)


def order(array: Array, *, stable: bool = False) -> Array:
    """Return the places of the items in ascending order, if `stable` equal items in their order."""
    return array.argsort(kind="stable" if stable else None)


def taken(array: Array, places: Array) -> Array:
    """Return the items at some places, in their order."""
    return array[places]


def extremes(array: Array) -> tuple[int, int]:
    """Return the least and the greatest item of an array, which is not empty."""
    return int(array.min()), int(array.max())


def total(array: Array) -> int:
    """Return the sum of all items."""
    return int(array.sum(dtype="int64"))


def occurrences(array: Array, value: int) -> int:
    """Return how many items have a value."""
    return int((array == value).sum())


def first_below(array: Array, value: int) -> int | None:
    """Return the first item below a value; None if there is none."""
    if not len(array) or array.min() >= value:
        return None
    return int(array[array < value][0])


def has_goal(degrees: Array, worths: Array, go_on: bool) -> bool:
    """Return whether a position is solved; if solved positions `go_on`, they may have moves."""
    return bool((((degrees == 0) | go_on) & (worths == 1)).any())


def first_end_outside(degrees: Array, worths: Array, least: int, most: int) -> int | None:
    """Return the first position without moves whose worth is outside a range."""
    ends = (degrees == 0).nonzero()[0]
    worth_ends = worths[ends]
    wrong = ends[(worth_ends < least) | (worth_ends > most)]
    return int(wrong[0]) if len(wrong) else None


def complement(array: Array, marks: Array) -> None:
    """Complement the marked items."""
    array[marks] = ~array[marks]


def tallied(numbers: Array, length: int) -> Array:
    """Return how often each number occurs, at least 1, without negative ones."""
    known = numbers[numbers >= 0]
    return np.maximum(np.bincount(known, minlength=length), 1).astype(np.int16)


def content(array: Array) -> memoryview:
    """Return the items, which are not copied."""
    return array.data
