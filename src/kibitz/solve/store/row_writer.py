"""Writer of a large file of rows: part by part, in place, with the header last.

The content is known when the last part is written, so the header is too. Space is left for it. A
writer that was interrupted is resumed by reading again what is in the file; its digest says whether
that is what was written.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from kibitz.solve.store.rowfile import PAGE, SIZES, header
from kibitz.system.cache_files import create, open_cached

HEADER_PAGES = 1 << 5  # enough for the counts of about 3,000 codes
COPIED = 1 << 24  # bytes at a time


class RowWriter:
    """A file that is being written; `rows` are its rows in order, by type and length."""

    def __init__(
        self, path: str, rows: Mapping[str, tuple[str, int]], pages: int = HEADER_PAGES
    ) -> None:
        self.path = path
        self.rows = rows
        self._room = pages * PAGE
        try:
            self._file = open_cached(path, "r+b")
        except FileNotFoundError:
            self._file = create(path, "w+b")
        self._at = self._room
        self._checks = bytearray()
        self._rest = b""  # the part of a page that is not complete yet

    @property
    def digest(self) -> int:
        """A checksum of everything so far."""
        return crc32(self._rest, crc32(self._checks))

    def append(self, part: memoryview) -> None:
        """Write the next part of a row."""
        octets = part.cast("B")
        self._file.seek(self._at)
        self._file.write(octets)
        self._take(octets)

    def end_row(self) -> None:
        """Fill the last page of a row."""
        self.append(memoryview(bytes(-len(self._rest) % PAGE)))

    def read_again(self, octets: int) -> memoryview:
        """Take the next part of a row from the file; it is shorter if the file is."""
        self._file.seek(self._at)
        found = memoryview(self._file.read(octets))
        self._take(found)
        return found

    def _take(self, octets: memoryview) -> None:
        self._at += len(octets)
        begin = min(len(octets), -len(self._rest) % PAGE)
        self._rest += bytes(octets[:begin])
        if len(self._rest) == PAGE:
            self._checks += crc32(self._rest).to_bytes(4, "little")
            self._rest = b""
        end = begin + (len(octets) - begin) // PAGE * PAGE
        for at in range(begin, end, PAGE):
            self._checks += crc32(octets[at : at + PAGE]).to_bytes(4, "little")
        self._rest += bytes(octets[end:])

    def state(self) -> tuple[int, int, bytes]:
        """Return what `go_back` needs."""
        return self._at, len(self._checks), self._rest

    def go_back(self, state: tuple[int, int, bytes]) -> None:
        """Forget everything since that state."""
        self._at, checks, self._rest = state
        del self._checks[checks:]

    def flush(self) -> None:
        """Flush the written data to the system."""
        self._file.flush()

    def finish(self, says: Mapping[str, Any]) -> None:
        """Write the checksums and the header; the file is complete then."""
        assert self._at - self._room == sum(
            -(-length * SIZES[letter] // PAGE) * PAGE for letter, length in self.rows.values()
        ), "rows are as long as was said"
        lead = header(says, self.rows, self._room)
        if len(lead) > self._room:
            self._move_by(len(lead) - self._room)
        self._file.seek(self._at)
        self._file.write(self._checks)
        self._file.truncate()
        self._file.seek(0)
        self._file.write(lead)
        self._file.flush()
        os.fsync(self._file.fileno())
        self.close()

    def _move_by(self, octets: int) -> None:
        """Move the rows towards the end of the file: the header needs more space."""
        end = self._at
        while end > self._room:
            begin = max(self._room, end - COPIED)
            self._file.seek(begin)
            some = self._file.read(end - begin)
            self._file.seek(begin + octets)
            self._file.write(some)
            end = begin
        self._at += octets

    def close(self) -> None:
        self._file.close()
