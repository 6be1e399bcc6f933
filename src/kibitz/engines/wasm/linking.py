"""Linker for one object file of position-independent WebAssembly, as LLVM writes it.

Functions, types and globals keep their numbers. Data get addresses relative to `__memory_base`, and
functions are exported by name. The module imports from `env`: the memory, `__memory_base` and
`__stack_pointer`; a section `dylink.0` holds the size of its data, as in the tool conventions
(https://github.com/WebAssembly/tool-conventions: Linking.md, DynamicLinking.md).
"""

from __future__ import annotations

from kibitz.solve.compiling.wasm_format import (
    CODE,
    CUSTOM,
    DATA,
    EXPORTS,
    FUNCTIONS,
    HEAD,
    IMPORTS,
    MEMORY,
    PADDED,
    TYPES,
    WasmReader,
    name,
    padded,
    section,
    sections,
    unsigned,
    vector,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SEGMENT_INFO, SYMBOL_TABLE = 5, 8  # parts of the section "linking"
FUNCTION, DATUM, SECTION = 0, 1, 3  # kinds of symbols
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40  # flags of symbols
FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX, RELATIVE_ADDRESS = 0, 6, 7, 11  # kinds of relocations
WITH_ADDEND = {3, 4, 5, 9, 11, 14, 15, 16, 17}
OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)  # kinds of imports
HAS_MOST = 1  # flag of a table or a memory
I32, CONSTANT, END, GET_GLOBAL = 0x7F, 0x41, 0x0B, 0x23
MEMORY_INFO = 1  # part of the section "dylink.0"
BASE = "__memory_base"


class NotLinkable(Exception):
    """An object file uses something that this linker does not support."""


def linked(code: bytes, exports: Iterable[str]) -> bytes:
    """Return a module with these functions as exports."""
    return _ObjectFile(code).linked(exports)


class _ObjectFile:
    """Sections and symbols of an object file."""

    def __init__(self, code: bytes) -> None:
        self.parts: dict[int, bytearray] = {}
        self.custom: dict[str, WasmReader] = {}
        for number, reader in sections(code):
            if number == CUSTOM:
                self.custom[reader.name()] = reader
            else:
                self.parts[number] = bytearray(reader.bytes(reader.end - reader.at))
        self.alignments: list[int] = []  # of data segments, as powers of 2
        self.functions: dict[str, int] = {}
        self.symbols: list[tuple[int, int]] = []  # of data: segment and offset
        self.read_symbols()
        self.starts: list[int] = []
        self.image = self.laid_out()

    def read_symbols(self) -> None:
        """Read which functions and data have names, and how data are aligned."""
        linking = self.custom["linking"]
        linking.unsigned()  # version
        while linking.more:
            kind, part = linking.byte(), linking.part()
            if kind == SEGMENT_INFO:
                for _ in range(part.unsigned()):
                    part.name()
                    self.alignments.append(part.unsigned())
                    part.unsigned()
            elif kind == SYMBOL_TABLE:
                for _ in range(part.unsigned()):
                    self.symbols.append(self.symbol(part))

    def symbol(self, part: WasmReader) -> tuple[int, int]:
        """Read a symbol; return segment and offset of data."""
        kind, flags = part.byte(), part.unsigned()
        if kind == DATUM:
            part.name()
            if flags & UNDEFINED:
                return -1, 0
            place = part.unsigned(), part.unsigned()
            part.unsigned()
            return place
        number = part.unsigned()
        if kind != SECTION and (not flags & UNDEFINED or flags & EXPLICIT_NAME):
            called = part.name()
            if kind == FUNCTION:
                self.functions[called] = number
        return -1, 0

    def laid_out(self) -> bytes:
        """Return the data of all segments, one after the other, aligned."""
        image = bytearray()
        if DATA in self.parts:
            reader = WasmReader(bytes(self.parts[DATA]))
            for number in range(reader.unsigned()):
                if reader.unsigned() or reader.byte() != CONSTANT:
                    raise NotLinkable("a data segment without a constant place")
                reader.signed()
                if reader.byte() != END:
                    raise NotLinkable("a data segment without a constant place")
                image += bytes(-len(image) % (1 << self.alignments[number]))
                self.starts.append(len(image))
                image += reader.bytes(reader.unsigned())
        return bytes(image)

    def linked(self, exports: Iterable[str]) -> bytes:
        """Return the module."""
        if "reloc.DATA" in self.custom:
            raise NotLinkable("data that contain addresses")
        self.relocate()
        imports, base = self.imports()
        listed = [name(each) + b"\0" + unsigned(self.functions[each]) for each in exports]
        align = max(self.alignments, default=0)
        sizes = b"".join(unsigned(each) for each in (len(self.image), align, 0, 0))
        about = name("dylink.0") + section(MEMORY_INFO, sizes)
        module = HEAD + section(CUSTOM, about) + section(TYPES, bytes(self.parts[TYPES]))
        module += section(IMPORTS, imports) + section(FUNCTIONS, bytes(self.parts[FUNCTIONS]))
        module += section(EXPORTS, vector(listed)) + section(CODE, bytes(self.parts[CODE]))
        if self.image:
            place = bytes([0, GET_GLOBAL]) + unsigned(base) + bytes([END])
            module += section(DATA, vector([place + unsigned(len(self.image)) + self.image]))
        return module

    def relocate(self) -> None:
        """Write the relative addresses of data into the code."""
        reader = self.custom.get("reloc.CODE")
        if reader is None:
            return
        reader.unsigned()  # which section
        for _ in range(reader.unsigned()):
            kind, at, which = reader.byte(), reader.unsigned(), reader.unsigned()
            addend = reader.signed() if kind in WITH_ADDEND else 0
            if kind == RELATIVE_ADDRESS:
                segment, offset = self.symbols[which]
                if segment < 0:
                    raise NotLinkable("data that are not defined")
                self.parts[CODE][at : at + PADDED] = padded(self.starts[segment] + offset + addend)
            elif kind not in (FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX):
                raise NotLinkable(f"a relocation of the kind {kind}")

    def imports(self) -> tuple[bytes, int]:
        """Return the imports of the module, and the number of the global `__memory_base`."""
        reader, kept, base, globals_ = WasmReader(bytes(self.parts[IMPORTS])), [], None, 0
        for _ in range(reader.unsigned()):
            begin = reader.at
            reader.name()
            called, kind = reader.name(), reader.byte()
            if kind == OF_FUNCTION:
                raise NotLinkable(f"{called} is not defined")
            if kind == OF_GLOBAL:
                reader.bytes(2)
                base = globals_ if called == BASE else base
                globals_ += 1
                kept.append(bytes(reader.octets[begin : reader.at]))
                continue
            if kind == OF_TABLE:
                reader.byte()
            most = reader.unsigned() & HAS_MOST
            for _ in range(1 + most):
                reader.unsigned()
            if kind == OF_MEMORY:
                kept.append(MEMORY)
        if base is None:
            base = globals_
            kept.append(name("env") + name(BASE) + bytes([OF_GLOBAL, I32, 0]))
        return vector(kept), base


def data_of(module: bytes) -> tuple[int, int]:
    """Return how many bytes of data a module has, and their alignment."""
    for number, reader in sections(module):
        if number == CUSTOM and reader.name() == "dylink.0":
            reader.byte()
            part = reader.part()
            return part.unsigned(), 1 << part.unsigned()
    return 0, 1


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
