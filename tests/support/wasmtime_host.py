"""WebAssembly in a test process: a host of `engines/wasm/machine.py` by wasmtime."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

import wasmtime

from kibitz.engines.wasm.machine import PAGE, Machine
from kibitz.solve.array_backend import arrays
from kibitz.solve.compiling.compiled import bound, kernel
from kibitz.solve.memory import game_kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kibitz.rules.rules import Rules
    from kibitz.solve.store.solution import Solution


@lru_cache(maxsize=1)
def engine() -> wasmtime.Engine:
    return wasmtime.Engine()


@lru_cache(maxsize=256)
def compiled(module: bytes) -> wasmtime.Module:
    return wasmtime.Module(engine(), module)


class WasmtimeHost:
    def __init__(self) -> None:
        self.store = wasmtime.Store(engine())
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(wasmtime.Limits(1, 65535)))

    def grow(self, size: int) -> None:
        pages = -(-size // PAGE) - self.memory.size(self.store)
        try:
            self.memory.grow(self.store, pages)
        except wasmtime.WasmtimeError as error:
            raise MemoryError from error

    def load(self, module: bytes, base: int) -> dict[str, Callable[[int], object]]:
        word = wasmtime.ValType.i32()
        given: dict[str, wasmtime.Memory | wasmtime.Global] = {
            "memory": self.memory,
            "__memory_base": wasmtime.Global(
                self.store, wasmtime.GlobalType(word, mutable=False), wasmtime.Val.i32(base)
            ),
        }
        made = compiled(module)
        imports = [given[str(each.name)] for each in made.imports]
        exports = wasmtime.Instance(self.store, made, imports).exports(self.store)
        return {name: self.called(exports[name]) for name in exports}

    def called(self, function: object) -> Callable[[int], object]:
        assert isinstance(function, wasmtime.Func)
        return lambda at: function(self.store, at)

    def address(self, at: int) -> int:
        base = ctypes.cast(self.memory.data_ptr(self.store), ctypes.c_void_p).value
        return (base or 0) + at

    def read(self, at: int, count: int) -> bytes:
        return ctypes.string_at(self.address(at), count)

    def write(self, at: int, content: bytes) -> None:
        ctypes.memmove(self.address(at), content, len(content))

    def copy(self, to: int, at: int, count: int) -> None:
        ctypes.memmove(self.address(to), self.address(at), count)

    def clear(self, at: int, count: int) -> None:
        ctypes.memset(self.address(at), 0, count)


def digest(solution: Solution) -> list[int | str]:
    """Return the size of a solution and a digest of its rows."""
    rows = solution.positions, solution.codes, solution.images
    return [len(solution), sha256(b"".join(map(bytes, rows))).hexdigest()]


def new_machine(*modules: bytes) -> Machine:
    """Return a machine with these modules."""
    machine = Machine(WasmtimeHost)
    for module in modules:
        machine.load(module)
    return machine


def expanded(rules: Rules, positions: Sequence[int], *, compiled: bool) -> list[list[int]]:
    """Return the children, degrees and worths that `expand` writes."""
    room = len(positions)
    if compiled:
        given = arrays().of(positions, "int64")
        children = arrays().zeros(1 << 12, "int64")
        degrees, worths = arrays().zeros(room, "int32"), arrays().zeros(room, "int32")
    else:
        given, children, degrees, worths = positions, [0] * (1 << 12), [0] * room, [0] * room
    function = (kernel if compiled else bound)(game_kernels.expand, rules)
    stopped, filled = function(given, 0, room, True, children, degrees, worths)
    return [
        [stopped, filled],
        *([int(one) for one in each] for each in (children, degrees, worths)),
    ]
