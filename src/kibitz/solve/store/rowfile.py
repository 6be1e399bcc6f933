"""Files of integer arrays: written atomically, memory-mapped, verified by page checksums.

    line 1   kibitz rows 1
    line 2   a checksum of line 3, 8 hexadecimal digits
    line 3   JSON: the writer's header, and the type and length of each row
             spaces up to the next page
    pages    the rows one after another, each from the beginning of a page
    checks   a checksum for every page, 4 bytes each

A page is verified when it is first read, so opening a file takes constant time, and damage is
detected before a damaged value is used. A damaged file can be renamed as soon as it is detected, so
that later calls do not open it.
"""

from __future__ import annotations

import mmap
import os
import sys
from contextlib import suppress
from zlib import crc32

from kibitz.language.errors import KibitzError
from kibitz.system.cache_files import PART, open_cached, replacing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, BinaryIO

MAGIC = b"kibitz rows 1\n"
DAMAGED = ".damaged"  # suffix of a renamed damaged file
PAGE = 1 << 12
SIZES = {"b": 1, "h": 2, "i": 4, "q": 8}  # signed integers, by the letters of `array`
LETTERS = {size: letter for letter, size in SIZES.items()}


class Damaged(KibitzError):
    """A file whose content is not what was written."""


def narrowest(least: int, most: int) -> str:
    """Return the type code of the narrowest integers that hold `least` to `most`."""
    for letter, size in SIZES.items():
        if -(1 << 8 * size - 1) <= least and most < 1 << 8 * size - 1:
            return letter
    raise OverflowError(f"{least} to {most}")


class Stream:
    """A row that is generated while it is written: its type, its length, and its parts in order."""

    def __init__(self, letter: str, length: int, parts: Iterable[memoryview]) -> None:
        self.letter = letter
        self.length = length
        self.parts = parts


def write(path: str, says: Mapping[str, Any], rows: Mapping[str, memoryview | Stream]) -> None:
    """Write a file atomically: the path holds either all of it or its former content.

    An `OSError` has the name of the file.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    _sweep(path)
    with replacing(path) as file:
        _write(file, says, rows)


def _sweep(path: str) -> None:
    """Remove temporary files of this path left by a killed writer."""
    folder, name = os.path.split(path)
    for other in os.listdir(folder):
        writer = other.removeprefix(f"{name}.").removesuffix(PART)
        if other == f"{name}.{writer}{PART}" and not is_being_written(other):
            with suppress(OSError):
                os.unlink(os.path.join(folder, other))


def is_being_written(name: str) -> bool:
    """Return whether a temporary file, NAME.THREAD.PROCESS.part, is of a running process."""
    process = name.removesuffix(PART).rpartition(".")[2]
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except (OSError, ValueError, OverflowError):  # of another user, or not a process number
        return True
    return True


def _write(
    file: BinaryIO, says: Mapping[str, Any], rows: Mapping[str, memoryview | Stream]
) -> None:
    streams = {name: _stream(row) for name, row in rows.items()}
    shapes = {name: (row.letter, row.length) for name, row in streams.items()}
    file.write(header(says, shapes))
    checks = bytearray()
    for row in streams.values():
        written = 0
        for page in _pages(row.parts):
            checks += crc32(page).to_bytes(4, "little")
            file.write(page)
            written += 1
        assert written == -(-row.length * SIZES[row.letter] // PAGE), "a row is as long as was said"
    file.write(checks)


def header(says: Mapping[str, Any], rows: Mapping[str, tuple[str, int]], least: int = 0) -> bytes:
    """Return the first pages of a file, of at least that many bytes."""
    import json  # a file is read without it

    head = json.dumps({"says": says, "rows": rows, "order": sys.byteorder}).encode()
    lead = len(MAGIC) + 9 + len(head) + 1
    if lead <= least - PAGE:  # the line itself is longer then: its end is where the rows begin
        head = head[:1] + b" " * (least - lead) + head[1:]
    lines = MAGIC + b"%08x\n" % crc32(head) + head + b"\n"
    return lines + b" " * (-len(lines) % PAGE)


def _stream(row: memoryview | Stream) -> Stream:
    return row if isinstance(row, Stream) else Stream(LETTERS[row.itemsize], len(row), [row])


def _pages(parts: Iterable[memoryview]) -> Iterable[bytes]:
    """Yield the bytes of all parts, page by page, the last one padded."""
    rest = b""
    for part in parts:
        octets = part.cast("B")
        begin = 0
        if rest:
            begin = PAGE - len(rest)
            rest += bytes(octets[:begin])
            if len(rest) < PAGE:
                continue
            yield rest
        end = begin + (len(octets) - begin) // PAGE * PAGE
        for at in range(begin, end, PAGE):
            yield bytes(octets[at : at + PAGE])
        rest = bytes(octets[end:])
    if rest:
        yield rest.ljust(PAGE, b"\0")


class Scanned:
    """How the scanner of `json` reads numbers, and what it makes of objects."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_int = int
    parse_float = parse_constant = float


def read_json(text: str) -> object:
    """Parse a text that `json.dumps` wrote; `ValueError` if it is not one.

    Only the scanner is imported, which is written in C: the module `json` and the regular
    expressions that it needs would take longer than all the rest of looking a position up.
    """
    try:
        from _json import make_scanner
    except ImportError:  # another Python
        from json import loads

        return loads(text)
    try:
        said, end = make_scanner(Scanned)(text, 0)  # type: ignore[arg-type]  # it reads attributes
    except StopIteration:
        end = None
    if end != len(text):
        raise ValueError("not JSON")
    return said


def _as_dict(said: object) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise TypeError(said)
    return said


def _shapes(said: object) -> dict[str, tuple[str, int]]:
    """Return the type and length of each row; raises an error if the header is invalid."""
    shapes = {}
    for name, (letter, length) in _as_dict(said).items():
        if letter not in SIZES or type(length) is not int or length < 0:
            raise ValueError(name)
        shapes[name] = letter, length
    return shapes


class RowFile:
    """An open file of rows; `says` is the writer's header, `rows` the rows by name."""

    def __init__(
        self, path: str, access: int = mmap.ACCESS_READ, *, set_aside: bool = False
    ) -> None:
        """Open a file; `Damaged` if it is invalid or truncated, `OSError` if it does not exist.

        With `ACCESS_COPY` arrays of its rows are writable, without changing the file. With
        `set_aside` a file found to be damaged, now or later, is renamed.
        """
        self.path = path
        self._sets_aside = set_aside
        with open_cached(path) as file:
            self._status = os.fstat(file.fileno())
            if self._status.st_size < len(MAGIC):
                raise self.damaged()
            self.map = mmap.mmap(file.fileno(), 0, access=access)
        self._octets = memoryview(self.map)
        self._sound: set[int] = set()
        try:
            head, begin = self._head()
            shapes = _shapes(head["rows"])
            self.says = _as_dict(head["says"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self.damaged() from None
        self._first_page = begin // PAGE
        pages = sum(-(-length * SIZES[letter] // PAGE) for letter, length in shapes.values())
        self._checks = begin + pages * PAGE
        if self._status.st_size != self._checks + 4 * pages:
            raise self.damaged()
        self.rows: dict[str, MappedRow] = {}
        for name, (letter, length) in shapes.items():
            self.rows[name] = MappedRow(self, begin, letter, length)
            begin += -(-length * SIZES[letter] // PAGE) * PAGE

    def _head(self) -> tuple[dict[str, Any], int]:
        """Return the header, and the offset of the data."""
        end = self.map.find(b"\n", len(MAGIC) + 9)
        if not self.map[: len(MAGIC)] == MAGIC or end < 0:
            raise ValueError("no rows")
        line = self.map[len(MAGIC) + 9 : end]
        if int(self.map[len(MAGIC) : len(MAGIC) + 8], 16) != crc32(line):
            raise ValueError("another checksum")
        head = _as_dict(read_json(line.decode()))
        if head["order"] != sys.byteorder:
            raise ValueError("written by another kind of machine")
        return head, -(-(end + 1) // PAGE) * PAGE

    def damaged(self) -> Damaged:
        """Return the error for a damaged file, after renaming it if requested."""
        aside = self.path + DAMAGED
        try:
            if self._sets_aside and os.path.samestat(os.stat(self.path), self._status):
                os.replace(self.path, aside)
                return Damaged(
                    "the file {path} is damaged and was set aside as {aside}",
                    path=self.path,
                    aside=os.path.basename(aside),
                )
        except OSError:  # it keeps its name
            pass
        return Damaged("the file {path} is damaged", path=self.path)

    def check_all(self) -> None:
        """Verify every page."""
        for page in range(self._first_page, self._checks // PAGE):
            self.check(page)

    def check(self, page: int) -> None:
        """Verify a page (counted from the beginning of the file)."""
        if page not in self._sound:
            at = self._checks + 4 * (page - self._first_page)
            written = int.from_bytes(self._octets[at : at + 4], "little")
            if crc32(self._octets[page * PAGE : (page + 1) * PAGE]) != written:
                raise self.damaged()
            self._sound.add(page)

    def view(self, begin: int, letter: str, length: int) -> memoryview:
        """Return a row of the file without verification."""
        octets: memoryview = self._octets[begin : begin + length * SIZES[letter]]
        view: memoryview = octets.cast(letter)  # type: ignore[call-overload]
        return view


class MappedRow:
    """A memory-mapped row of integers; every read is verified."""

    def __init__(self, file: RowFile, begin: int, letter: str, length: int) -> None:
        self._file = file
        self._first_page = begin // PAGE
        self._on_page = PAGE // SIZES[letter]
        self._view = file.view(begin, letter, length)

    def __len__(self) -> int:
        return len(self._view)

    def __getitem__(self, at: int) -> int:
        page = self._first_page + at // self._on_page
        if page not in self._file._sound:
            self._file.check(page)
        return self._view[at]

    def unchecked(self) -> memoryview:
        """Return the whole row without verification."""
        return self._view

    def whole(self) -> memoryview:
        """Return the whole row, verified."""
        for at in range(0, len(self._view), self._on_page):
            self._file.check(self._first_page + at // self._on_page)
        return self._view
