"""Word kernels give the same memory in Python, by LLVM and in WebAssembly."""

from __future__ import annotations

import random
import subprocess
from array import array
from collections import namedtuple
from typing import TYPE_CHECKING

import pytest

from kibitz.solve.compiling.wasm_format import signed, unsigned
from kibitz.solve.compiling.wasm_kernel import wasm_module
from kibitz.solve.compiling.word_kernel import WORD, independent, lowest
from kibitz.solve.compiling.word_memory import NativeMemory

if TYPE_CHECKING:
    from collections.abc import MutableSequence
    from pathlib import Path

WORDS, FIRST = 64, 3
Fields = namedtuple("Fields", "one other")
IN_NODE = """
const fs = require("fs");
const [, module, memory] = process.argv;
const pages = new WebAssembly.Memory({initial: 1});
const words = fs.readFileSync(memory);
new Uint8Array(pages.buffer).set(words);
const compiled = new WebAssembly.Module(fs.readFileSync(module));
new WebAssembly.Instance(compiled, {env: {memory: pages}}).exports.kernel(8);
fs.writeFileSync(memory, new Uint8Array(pages.buffer, 0, words.length));
"""


def mixed(m: MutableSequence[int], at: int) -> None:
    """Use every operation of word kernels on the words from a place on."""
    for i in range(5):
        for j in range(i, 5 + i):
            word = m[at + i * 4 + j]
            up, down = word & 63, 63 - (word & 63)
            m[at + j] ^= (word << up & WORD) >> down | m[j]
            bits = word
            while bits != 0:
                m[at + 40] += lowest(bits) * (i + 200) - 1
                m[at + 40] &= WORD
                bits &= bits - 1
    m[at + 41] = 123456789
    f = Fields(*m[FIRST : FIRST + 2])
    if f.one != f.other:
        m[at + 42] = f.one ^ FIRST
        if (f.other & 63) < FIRST:  # it is not
            m[at + 43] = f.other
    for i in independent(7):
        new = m[at + i] >> 3 & 12345 | (m[at + 10 + i] << up & WORD)
        m[at + 20 + i] ^= new ^ down
    for other in range(6):
        for i in independent(6):
            m[at + 30 + i] ^= m[at + (i ^ other)] & WORD


@pytest.fixture
def before() -> array[int]:
    return array("Q", random.Random(3).randbytes(8 * WORDS))


@pytest.fixture
def after(before: array[int]) -> array[int]:
    words = before.tolist()
    mixed(words, 8)
    return array("Q", words)


def test_by_llvm(before: array[int], after: array[int]) -> None:
    memory = NativeMemory(WORDS)
    memory.write(0, before)
    memory.run(mixed, [[8]])
    assert [memory[at] for at in range(WORDS)] == after.tolist()


@pytest.mark.parametrize("vectors", [True, False])
def test_in_webassembly(
    before: array[int], after: array[int], tmp_path: Path, vectors: bool
) -> None:
    driver = pytest.importorskip("playwright._impl._driver")
    node, _ = driver.compute_driver_executable()  # Playwright has Node.js with it
    module, memory = tmp_path / "kernel.wasm", tmp_path / "memory"
    module.write_bytes(wasm_module(mixed, vectors=vectors))
    memory.write_bytes(before.tobytes())
    subprocess.run([node, "-e", IN_NODE, str(module), str(memory)], check=True, timeout=60)
    assert array("Q", memory.read_bytes()) == after


def test_numbers_in_webassembly() -> None:
    # From the specification of LEB128 in DWARF 4, figures 22 and 23.
    assert [unsigned(n) for n in (2, 127, 128, 12857)] == [b"\2", b"\x7f", b"\x80\1", b"\xb9\x64"]
    numbers = (2, -2, 127, -127, 128, -129)
    assert b" ".join(map(signed, numbers)) == b"\2 \x7e \xff\0 \x81\x7f \x80\1 \xff\x7e"
