"""The memory of `engines/wasm/`: what is given out, and comes back."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from kibitz.engines.wasm.machine import BLOCK, FIRST_SIZE, MOST_BYTES, Machine, rounded
from tests.support.wasmtime_host import WasmtimeHost

if TYPE_CHECKING:
    from kibitz.engines.wasm.machine import Memory


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
        assert at >= BLOCK
        assert at % 64 == 0
        for other, length in taken.items():
            assert at + rounded(size) <= other or other + rounded(length) <= at
        taken[at] = size
    for at, size in taken.items():
        space.release(at, size)
    whole = space.reserve(FIRST_SIZE // 2)  # one part again: nothing is left in pieces
    assert whole == BLOCK


def test_more_memory_than_there_is_ends_in_a_memory_error() -> None:
    space = memory()
    with pytest.raises(MemoryError):
        space.reserve(MOST_BYTES)
    assert space.reserve(8) >= BLOCK


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
