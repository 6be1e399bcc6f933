"""WebAssembly of a browser tab, where Python runs in Pyodide."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import js  # type: ignore[import-not-found]
from pyodide.ffi import JsException, to_js  # type: ignore[import-not-found]

from kibitz.solve.compiling.wasm_kernel import wasm_module
from kibitz.solve.compiling.word_kernel import WordKernel

PAGE = 1 << 16


def javascript(**items: object) -> Any:
    """Return an object of JavaScript."""
    return to_js(items, dict_converter=js.Object.fromEntries)


class TabHost:
    """A memory of its own in the tab; `compiled` are the modules of the browser, by content."""

    def __init__(self, compiled: dict[bytes, Any]) -> None:
        self._compiled = compiled
        self._memory = js.WebAssembly.Memory.new(javascript(initial=1))
        self._octets = js.Uint8Array.new(self._memory.buffer)

    def grow(self, size: int) -> None:
        """Enlarge the memory."""
        before = self._memory.buffer.byteLength
        try:
            self._memory.grow(-(-(size - before) // PAGE))
        except JsException as error:
            raise MemoryError from error
        self._octets = js.Uint8Array.new(self._memory.buffer)

    def load(self, module: bytes, base: int) -> dict[str, Callable[[int], object]]:
        """Load a module; the browser compiles it once."""
        wasm = js.WebAssembly
        if module not in self._compiled:
            self._compiled[module] = wasm.Module.new(to_js(module))
        given = javascript(
            memory=self._memory,
            __memory_base=wasm.Global.new(javascript(value="i32", mutable=False), base),
        )
        instance = wasm.Instance.new(self._compiled[module], javascript(env=given))
        return dict(js.Object.entries(instance.exports))

    def read(self, at: int, count: int) -> bytes:
        """Return some bytes of the memory."""
        content: bytes = self._octets.subarray(at, at + count).to_bytes()
        return content

    def write(self, at: int, content: bytes) -> None:
        """Write some bytes."""
        self._octets.subarray(at, at + len(content)).assign(content)

    def copy(self, to: int, at: int, count: int) -> None:
        """Copy some bytes to another place, which may overlap."""
        self._octets.copyWithin(to, at, at + count)

    def clear(self, at: int, count: int) -> None:
        """Write zeros."""
        self._octets.fill(0, at, at + count)


class TabWords:
    """Words in a memory of the tab (see `WordMemory`)."""

    threads = 1

    def __init__(self, words: int) -> None:
        self._host = TabHost({})
        self._host.grow(8 * words)
        self._kernels: dict[WordKernel, Callable[[int], object]] = {}

    def __getitem__(self, at: int) -> int:
        return int.from_bytes(self._host.read(8 * at, 8), "little")

    def write(self, at: int, words: array[int]) -> None:
        self._host.write(8 * at, words.tobytes())

    def run(self, kernel: WordKernel, rounds: Iterable[Sequence[int]]) -> None:
        if kernel not in self._kernels:
            code = wasm_module(kernel)
            if not js.WebAssembly.validate(to_js(code)):  # a browser without vector instructions
                code = wasm_module(kernel, vectors=False)
            self._kernels[kernel] = self._host.load(code, 0)["kernel"]
        for jobs in rounds:
            for job in jobs:
                self._kernels[kernel](job)
