"""Parts of `engines/wasm/`: what the linker refuses, memory given out, versions that fit."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from kibitz.engines.wasm import building
from kibitz.engines.wasm.building import CannotBuild, check_versions
from kibitz.engines.wasm.linking import NotLinkable, linked
from kibitz.engines.wasm.machine import BLOCK, FIRST_SIZE, MOST_BYTES, STACK, Machine, rounded
from kibitz.solve.compiling.wasm_format import (
    CODE,
    CUSTOM,
    DATA,
    HEAD,
    IMPORTS,
    TYPES,
    WasmReader,
    name,
    padded,
    section,
    signed,
    unsigned,
    vector,
)
from tests.support.wasmtime_host import WasmtimeHost

if TYPE_CHECKING:
    from kibitz.engines.wasm.machine import Memory

FUNCTION_IMPORT = name("env") + name("malloc") + b"\0\0"
NO_SYMBOLS = section(CUSTOM, name("linking") + unsigned(2))
UNDEFINED_DATUM = section(
    CUSTOM, name("linking") + unsigned(2) + section(8, vector([b"\1\x10" + name("missing")]))
)
EMPTY = section(TYPES, vector([])) + section(IMPORTS, vector([])) + section(CODE, vector([]))


def relocation(kind: int) -> bytes:
    """Return a section with one relocation of a kind, at 0 and of the first symbol."""
    entry = bytes([kind, 0, 0]) + (b"\0" if kind in (4, 11) else b"")
    return section(CUSTOM, name("reloc.CODE") + unsigned(3) + vector([entry]))


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (
            section(TYPES, vector([])) + section(IMPORTS, vector([FUNCTION_IMPORT])) + NO_SYMBOLS,
            "malloc is not defined",
        ),
        (EMPTY + NO_SYMBOLS + section(CUSTOM, name("reloc.DATA")), "data that contain addresses"),
        (EMPTY + NO_SYMBOLS + relocation(4), "a relocation of the kind 4"),
        (EMPTY + UNDEFINED_DATUM + relocation(11), "data that are not defined"),
        (EMPTY + section(DATA, vector([b"\1\0"])) + NO_SYMBOLS, "without a constant place"),
    ],
)
def test_the_linker_refuses_what_it_does_not_support(parts: bytes, said: str) -> None:
    with pytest.raises(NotLinkable, match=said):
        linked(HEAD + parts, [])


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 300, (1 << 31) - 1, 1 << 40])
def test_numbers_are_read_as_they_were_written(number: int) -> None:
    assert WasmReader(unsigned(number)).unsigned() == number
    for one in (number, -number, -number - 1):
        assert WasmReader(signed(one)).signed() == one
    if number < 1 << 31:
        assert len(padded(number)) == 5
        assert WasmReader(padded(number)).signed() == number


def memory() -> Memory:
    return Machine(WasmtimeHost).memory


def test_reserved_bytes_never_overlap_and_all_come_back() -> None:
    space = memory()
    chance = random.Random(7)
    taken: dict[int, int] = {}
    for _ in range(400):
        if taken and chance.random() < 0.45:
            at = chance.choice([*taken])
            space.release(at, taken.pop(at))
            continue
        size = chance.randrange(40_000)
        at = space.reserve(size)
        assert at >= STACK + BLOCK
        assert at % 64 == 0
        for other, length in taken.items():
            assert at + rounded(size) <= other or other + rounded(length) <= at
        taken[at] = size
    for at, size in taken.items():
        space.release(at, size)
    whole = space.reserve(FIRST_SIZE // 2)  # one part again: nothing is left in pieces
    assert whole == STACK + BLOCK


def test_more_memory_than_there_is_ends_in_a_memory_error() -> None:
    space = memory()
    with pytest.raises(MemoryError):
        space.reserve(MOST_BYTES)
    assert space.reserve(8) >= STACK + BLOCK


def test_rows_give_their_memory_back() -> None:
    machine = Machine(WasmtimeHost)
    first = machine.memory.row("Q", (1000,))
    place = first.address
    view = first[10:20]
    del first
    second = machine.memory.row("Q", (1000,))
    assert second.address != place  # a view holds it
    del view
    assert machine.memory.row("Q", (1000,)).address == place


def test_a_version_that_was_not_tested_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(check_versions()) == len(building.TESTED)
    monkeypatch.setattr(building, "TESTED", {"numba": ("0.1",)})
    with pytest.raises(CannotBuild, match=r"was tested with numba 0\.1, not \d"):
        check_versions()
    monkeypatch.setattr(building, "TESTED", {"no-such-compiler": ("1",)})
    with pytest.raises(CannotBuild, match="needs no-such-compiler, which is not installed"):
        check_versions()
