"""Rows of integers as NumPy arrays, and operations on them.

`engines/wasm/memory_rows.py` has the same for a browser tab, where there is no NumPy, and
`solve/row_backend.py` returns those that are in use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from kibitz.solve.rows import Row

CACHE_LINE = 64  # bytes


def serves(algorithm: str) -> bool:
    """Return whether an algorithm of the solver in memory works on these rows: all do."""
    return True


def wrapping() -> AbstractContextManager[object]:
    """Let integers wrap around within a block, as those of a hash do, without a warning."""
    return np.errstate(over="ignore")


def empty(shape: int | tuple[int, ...], kind: str) -> Row:
    """Return a row whose items are undefined."""
    return np.empty(shape, dtype=kind)


def zeros(shape: int | tuple[int, ...], kind: str) -> Row:
    """Return a row of zeros."""
    return np.zeros(shape, dtype=kind)


def filled(length: int, value: int, kind: str) -> Row:
    """Return a row whose items are all the same."""
    return np.full(length, value, dtype=kind)


def of(numbers: Sequence[int] | Row, kind: str) -> Row:
    """Return a row of these numbers."""
    return np.asarray(numbers, dtype=kind)


def joined(rows: Sequence[Row]) -> Row:
    """Return the items of rows of one type, one row after the other."""
    return np.concatenate(rows)


def resized(row: Row, length: int) -> Row:
    """Return a row of that length that begins with another; the rest is undefined."""
    longer = np.empty(length, dtype=row.dtype)
    longer[: len(row)] = row[:length]
    return longer


def cache_lines(length: int) -> Row:
    """Return a row of 64-bit zeros that begins with a cache line."""
    words = np.zeros(length + CACHE_LINE // 8, dtype=np.int64)
    skipped = -words.ctypes.data % CACHE_LINE // 8
    return words[skipped : skipped + length]


def is_ascending(row: Row) -> bool:
    """Return whether each item is greater than the one before."""
    return bool((row[:-1] < row[1:]).all())


def ascending(row: Row) -> Row:
    """Return the items in ascending order."""
    return np.sort(row)


def order(row: Row, *, stable: bool = False) -> Row:
    """Return the places of the items in ascending order, if `stable` equal items in their order."""
    return row.argsort(kind="stable" if stable else None)


def taken(row: Row, places: Row) -> Row:
    """Return the items at some places, in their order."""
    return row[places]


def extremes(row: Row) -> tuple[int, int]:
    """Return the least and the greatest item of a row, which is not empty."""
    return int(row.min()), int(row.max())


def total(row: Row) -> int:
    """Return the sum of all items."""
    return int(row.sum(dtype="int64"))


def occurrences(row: Row, value: int) -> int:
    """Return how many items have a value."""
    return int((row == value).sum())


def first_below(row: Row, value: int) -> int | None:
    """Return the first item below a value; None if there is none."""
    if not len(row) or row.min() >= value:
        return None
    return int(row[row < value][0])


def has_goal(degrees: Row, worths: Row, go_on: bool) -> bool:
    """Return whether a position is solved; if solved positions `go_on`, they may have moves."""
    return bool((((degrees == 0) | go_on) & (worths == 1)).any())


def first_end_outside(degrees: Row, worths: Row, least: int, most: int) -> int | None:
    """Return the first position without moves whose worth is outside a range."""
    ends = (degrees == 0).nonzero()[0]
    worth_ends = worths[ends]
    wrong = ends[(worth_ends < least) | (worth_ends > most)]
    return int(wrong[0]) if len(wrong) else None


def complement(row: Row, marks: Row) -> None:
    """Complement the marked items."""
    row[marks] = ~row[marks]


def tallied(numbers: Row, length: int) -> Row:
    """Return how often each number occurs, at least 1, without negative ones."""
    known = numbers[numbers >= 0]
    return np.maximum(np.bincount(known, minlength=length), 1).astype(np.int16)


def content(row: Row) -> memoryview:
    """Return the items, which are not copied."""
    return row.data
