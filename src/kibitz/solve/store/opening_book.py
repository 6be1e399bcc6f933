"""Opening book: proved bounds of the first positions of a game of two players, in a small file.

    line 1   kibitz book 1 FINGERPRINT    of the rules
    rest     compressed by zlib, all numbers little-endian:
             count       of different bounds, 2 bytes
             bounds      the least and the greatest possible outcome, as numbers of the search, 2
                         bytes each
             positions   canonical, ascending; each as its difference from the one before, 8 bytes
             numbers     of the bounds of each position, 2 bytes

Each of the last three has the lowest bytes of all its numbers first, then the next ones, which
makes the file smaller by a third. A book is read into memory in milliseconds, without NumPy.
`scripts/make_book.py` makes books.
"""

from __future__ import annotations

import os
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate
from operator import sub

from kibitz.rules.objectives.outcomes import Loss, Outcome, Win
from kibitz.rules.rules import Rules
from kibitz.solve.search.two_player_search import Proved, outcome_of_proof
from kibitz.solve.store.fingerprint import identity
from kibitz.solve.store.rowfile import Damaged
from kibitz.system.cache_files import open_cached, replacing

MAGIC = b"kibitz book 1 "
MOST_BYTES = 1 << 28  # of a book in memory


class OpeningBook:
    """Proved bounds by position; the positions are canonical."""

    def __init__(self, rules: Rules, proved: Mapping[int, Proved]) -> None:
        self.rules = rules
        self._bounds = sorted(set(proved.values()))
        numbers = {bounds: number for number, bounds in enumerate(self._bounds)}
        self._positions = array("q", sorted(proved))
        self._numbers = array("H", (numbers[proved[position]] for position in self._positions))

    @classmethod
    def read(cls, path: str, rules: Rules) -> OpeningBook | None:
        """Return the book in a file; None if it was made for other rules.

        Raises `Damaged` if the file is invalid, `OSError` if it cannot be read.
        """
        with open_cached(path) as file:
            heading, packed = file.readline(len(MAGIC) + 64), file.read(MOST_BYTES)
        if heading.startswith(MAGIC) and heading[len(MAGIC) :].strip() != identity(rules).encode():
            return None
        book = cls(rules, {})
        try:
            if not heading.startswith(MAGIC):
                raise ValueError(heading)
            inflate = zlib.decompressobj()
            data = inflate.decompress(packed, MOST_BYTES)
            if not inflate.eof:
                raise ValueError("not the whole of it")
            book._fill(data)
        except (zlib.error, ValueError, OverflowError):
            raise Damaged("the file {path} is damaged", path=path) from None
        return book

    def _fill(self, data: bytes) -> None:
        """Take over the data of a file; `ValueError` if they are invalid."""
        count = int.from_bytes(data[:2], "little")
        bounds = _column("h", data[2 : 2 + 4 * count])
        self._bounds = list(zip(bounds[::2], bounds[1::2], strict=True))
        data = data[2 + 4 * count :]
        length, rest = divmod(len(data), 10)
        self._positions = array("q", accumulate(_column("q", data[: 8 * length])))
        self._numbers = _column("H", data[8 * length :])
        if rest or len(self._bounds) != count or max(self._numbers, default=0) > max(0, count - 1):
            raise ValueError("other lengths")

    def write(self, path: str) -> None:
        """Write the book atomically; `OSError` if that fails."""
        before = [0, *self._positions[:-1]]
        steps = array("q", map(sub, self._positions, before))
        bounds = array("h", (value for pair in self._bounds for value in pair))
        data = len(self._bounds).to_bytes(2, "little") + b"".join(
            map(_octets, (bounds, steps, self._numbers))
        )
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with replacing(path) as file:
            file.write(MAGIC + identity(self.rules).encode() + b"\n" + zlib.compress(data, 9))

    def __len__(self) -> int:
        return len(self._positions)

    def items(self) -> Iterator[tuple[int, Proved]]:
        """Yield the positions, ascending, with their bounds."""
        return zip(self._positions, map(self._bounds.__getitem__, self._numbers), strict=True)

    def proved(self, position: int) -> Proved | None:
        """Return the proved bounds of a canonical position, None if it is not in the book."""
        at = bisect_left(self._positions, position)
        if at == len(self._positions) or self._positions[at] != position:
            return None
        return self._bounds[self._numbers[at]]

    def look_up(self, position: int) -> Outcome | None:
        """Return the outcome of a canonical position, None if it is not in the book.

        If only the result is proved, it is a `Win` or a `Loss` without a distance.
        """
        proved = self.proved(position)
        if proved is None:
            return None
        least, greatest = proved
        if self.rules.objective.by_distance and least != greatest:
            if least > 0:
                return Win()
            if greatest < 0:
                return Loss()
        return outcome_of_proof(proved, self.rules)


def _octets(column: array[int]) -> bytes:
    """Return the bytes of a column, the lowest of all its numbers first."""
    octets, size = _swapped(column).tobytes(), column.itemsize
    return b"".join(octets[at::size] for at in range(size))


def _column(letter: str, data: bytes) -> array[int]:
    """Return the column with these bytes; `ValueError` if their number is wrong."""
    column = array(letter)
    length = len(data) // column.itemsize
    octets = bytearray(len(data))
    for at in range(column.itemsize):
        octets[at :: column.itemsize] = data[at * length : (at + 1) * length]
    column.frombytes(bytes(octets))
    return _swapped(column)


def _swapped(column: array[int]) -> array[int]:
    """Return a column with the bytes of its numbers swapped where the machine is big-endian."""
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return column
