"""Ways to keep a table in a file, to be measured against one another.

Each writes ascending positions and their codes to a path, opens the path again, and looks up the
code of a position. All but the present one are experiments and live here only.
"""

from __future__ import annotations

import lzma
import mmap
import os
import zlib
from abc import ABC, abstractmethod
from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import zstandard

from kibitz.solve.store import rowfile
from kibitz.solve.store.table import narrow

if TYPE_CHECKING:
    from collections.abc import Callable

    Look = Callable[[int], int]
    Octets = Callable[[bytes], bytes]


class Format(Protocol):
    """A way to keep a table."""

    def write(self, path: str, positions: Any, codes: Any) -> None: ...
    def open(self, path: str) -> Look: ...


class Present:
    """What Kibitz does: the narrowest plain integers, pages with checksums, a memory map."""

    def write(self, path: str, positions: Any, codes: Any) -> None:
        rowfile.write(path, {}, {"positions": narrow(positions), "codes": narrow(codes)})

    def open(self, path: str) -> Look:
        rows = rowfile.RowFile(path).rows
        positions, codes = rows["positions"], rows["codes"]
        return lambda position: codes[bisect_left(positions, position)]


class Plain:
    """Integers of 8 and 2 bytes in a memory map, and no checksum."""

    def write(self, path: str, positions: Any, codes: Any) -> None:
        keep(path, len(positions).to_bytes(8, "little") + bytes(positions) + bytes(codes))

    def open(self, path: str) -> Look:
        octets = mapped(path)
        length = int.from_bytes(octets[:8], "little")
        positions = octets[8 : 8 + 8 * length].cast("q")
        codes = octets[8 + 8 * length :].cast("h")
        return lambda position: codes[bisect_left(positions, position)]


class Blocks(ABC):
    """Positions and codes in blocks of so many, each packed on its own, and an index of blocks.

    The index, the first position of each block and where it begins, is read when opening.
    """

    def __init__(self, length: int) -> None:
        self.length = length

    def write(self, path: str, positions: Any, codes: Any) -> None:
        firsts, begins, packed = array("q"), array("q", [0]), bytearray()
        for at in range(0, len(positions), self.length):
            firsts.append(positions[at])
            packed += self.pack(positions[at : at + self.length], codes[at : at + self.length])
            begins.append(len(packed))
        head = array("q", [len(firsts)]) + firsts + begins
        keep(path, head.tobytes() + packed)

    def open(self, path: str) -> Look:
        octets = mapped(path)
        count = int.from_bytes(octets[:8], "little")
        index = octets[8 : 8 * (2 * count + 2)].cast("q").tolist()
        firsts, begins = index[:count], index[count:]
        packed = octets[8 * (2 * count + 2) :]

        def look(position: int) -> int:
            block = bisect_right(firsts, position) - 1
            return self.find(packed[begins[block] : begins[block + 1]], firsts[block], position)

        return look

    @abstractmethod
    def pack(self, positions: Any, codes: Any) -> bytes:
        """Return a block."""

    @abstractmethod
    def find(self, packed: memoryview, first: int, position: int) -> int:
        """Return the code of a position in a block."""


class Deltas(Blocks):
    """The difference to the position before, seven bits a byte; the code after it, one byte."""

    def pack(self, positions: Any, codes: Any) -> bytes:
        packed = bytearray()
        before = positions[0]
        for position, code in zip(positions, codes, strict=True):
            delta = position - before
            before = position
            while delta > 127:
                packed.append(delta & 127 | 128)
                delta >>= 7
            packed += bytes((delta, code & 255))
        return bytes(packed)

    def find(self, packed: memoryview, first: int, position: int) -> int:
        delta = shift = at = 0
        while True:
            octet = packed[at]
            at += 1
            delta |= (octet & 127) << shift
            shift += 7
            if octet < 128:
                first += delta
                if first == position:
                    code = packed[at]
                    return code - 256 if code > 127 else code
                delta = shift = 0
                at += 1


class Compressed(Blocks):
    """Differences and codes in the narrowest integers that hold a block's, compressed.

    Looking up does without NumPy: to import it takes longer than all that a player asks.
    """

    def __init__(self, length: int, compress: Octets, expand: Octets) -> None:
        super().__init__(length)
        self.compress = compress
        self.expand = expand

    def pack(self, positions: Any, codes: Any) -> bytes:
        deltas = np.diff(np.asarray(positions), prepend=positions[0])
        short, small = narrow(deltas), narrow(codes)
        sizes = bytes((short.itemsize, small.itemsize))
        return sizes + self.compress(bytes(short) + bytes(small))

    def find(self, packed: memoryview, first: int, position: int) -> int:
        octets = self.expand(bytes(packed[2:]))
        end = len(octets) // (packed[0] + packed[1]) * packed[0]
        deltas = array(rowfile.LETTERS[packed[0]], octets[:end])
        place = bisect_left(list(accumulate(deltas)), position - first)
        return memoryview(octets)[end:].cast("b" if packed[1] == 1 else "h")[place]


def keep(path: str, octets: bytes) -> None:
    """Write a file and see that it has reached the disk, as the present format does."""
    with open(path, "wb") as file:
        file.write(octets)
        file.flush()
        os.fsync(file.fileno())


def mapped(path: str) -> memoryview:
    """Return the octets of a file."""
    with open(path, "rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


_packers: dict[str, tuple[Octets, Octets]] = {
    "zlib": (zlib.compress, zlib.decompress),
    "zstd": (
        zstandard.ZstdCompressor(level=9).compress,
        zstandard.ZstdDecompressor().decompress,
    ),
    "lzma": (lzma.compress, lzma.decompress),
}

FORMATS: dict[str, Format] = {
    "present: narrowest integers, checked pages": Present(),
    "plain int64 and int16, unchecked": Plain(),
    "deltas, blocks of 128": Deltas(128),
    **{
        f"deltas, {name}, blocks of {length:,}": Compressed(length, *pair)
        for length in (256, 1024, 16384)
        for name, pair in _packers.items()
    },
}
