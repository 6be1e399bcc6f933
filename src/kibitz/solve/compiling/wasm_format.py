"""Binary format of WebAssembly: numbers, names and sections, written and read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

HEAD = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, EXPORTS, CODE, DATA = 0, 1, 2, 3, 7, 10, 11


def unsigned(number: int) -> bytes:
    """Return a number in LEB128."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def signed(number: int) -> bytes:
    """Return a number in signed LEB128."""
    found = bytearray()
    while not -64 <= number < 64:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number & 127])


def vector(items: Sequence[bytes]) -> bytes:
    """Return some items after their number."""
    return unsigned(len(items)) + b"".join(items)


def name(text: str) -> bytes:
    """Return a name after its length."""
    return unsigned(len(text.encode())) + text.encode()


MEMORY = name("env") + name("memory") + bytes([2, 0, 1])  # an import


def section(number: int, content: bytes) -> bytes:
    """Return a section with its number and its length."""
    return bytes([number]) + unsigned(len(content)) + content


class WasmReader:
    """Reads numbers and names from bytes, one after the other."""

    def __init__(self, octets: bytes, at: int = 0, end: int | None = None) -> None:
        self.octets = octets
        self.at = at
        self.end = len(octets) if end is None else end

    @property
    def more(self) -> bool:
        """Whether the end is not reached."""
        return self.at < self.end

    def byte(self) -> int:
        """Read a byte."""
        self.at += 1
        return self.octets[self.at - 1]

    def bytes(self, count: int) -> bytes:
        """Read some bytes."""
        self.at += count
        return bytes(self.octets[self.at - count : self.at])

    def unsigned(self) -> int:
        """Read a number in LEB128."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def name(self) -> str:
        """Read a name."""
        return self.bytes(self.unsigned()).decode()

    def part(self) -> WasmReader:
        """Read a length, and return a reader of so many bytes."""
        length = self.unsigned()
        self.at += length
        return WasmReader(self.octets, self.at - length, self.at)


def sections(module: bytes) -> Iterator[tuple[int, WasmReader]]:
    """Yield the number of each section of a module, and a reader of its content."""
    whole = WasmReader(module, len(HEAD))
    while whole.more:
        number = whole.byte()
        yield number, whole.part()
