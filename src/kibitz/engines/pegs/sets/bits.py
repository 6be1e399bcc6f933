"""Bit operations on words in compiled code, and the decorators of all peg kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from kibitz.solve.compiling.code_files import are_kept, keep_in_files
from kibitz.solve.compiling.compiler import numba

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

Kernel = TypeVar("Kernel", bound="Callable[..., Any]")

CHUNK = 11  # bits per lookup of a linear map: 33 holes are three chunks of 16 KiB


def fingerprint() -> str:
    """Return a value that changes with any source of this package.

    Numba identifies a kernel by its own file alone, and would go on using compiled code with an old
    copy of a function that has changed in another file.
    """
    digest = sha256()
    for source in sorted(Path(__file__).parent.parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


FINGERPRINT = fingerprint()


def kernel(function: Kernel) -> Kernel:
    """Compile a function of arrays without side effects elsewhere.

    The compiled code is cached next to the source (or, if that is read-only, in the user's cache
    folder), and releases the GIL, so that threads can share the work.
    """
    function.__qualname__ += f"_{FINGERPRINT}"
    compiled = numba.njit(cache=True, nogil=True)(function)
    keep_in_files(compiled)
    return cast("Kernel", compiled)


def is_compiled(function: Callable[..., Any]) -> bool:
    """Return whether the compiled code of a kernel is cached, judging by its file."""
    return are_kept(cast("Any", function).stats.cache_path, function.__qualname__)


def inner(function: Kernel) -> Kernel:
    """Compile a small function that kernels call."""
    return cast("Kernel", numba.njit(nogil=True)(function))


def word_operation(operation: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """Return a function of compiled code for an operation on a 64-bit word (an LLVM name)."""

    def typed(typing_context: object, word: object) -> object:
        def generate(context: object, builder: Any, signature: object, words: Any) -> object:
            return operation(builder, words[0])

        return types.uint64(types.uint64), generate

    return cast("Callable[[Any], Any]", intrinsic(typed))


count_ones = word_operation(lambda builder, word: builder.ctpop(word))
reversed_bits = word_operation(lambda builder, word: builder.bitreverse(word))
# The result for 0 is undefined; every caller tests for 0 first.
lowest_one = word_operation(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 1)))


def linear_map(images: Sequence[int]) -> Words:
    """Return the tables of a map that is linear over GF(2), given the image of each input bit."""
    chunks = max(1, -(-len(images) // CHUNK))
    tables = np.zeros((chunks, 1 << CHUNK), np.uint64)
    for bit, image in enumerate(images):
        chunk, place = divmod(bit, CHUNK)
        for content in range(1 << place, 2 << place):
            tables[chunk, content] = tables[chunk, content ^ 1 << place] ^ np.uint64(image)
    # Contents with bits beyond the last input bit are never looked up.
    return tables


@inner
def look_up(tables: Words, word: np.uint64) -> np.uint64:
    """Return the image of a word under a linear map."""
    image: np.uint64 = tables[0, word & np.uint64(2047)]
    for chunk in range(1, tables.shape[0]):
        word >>= np.uint64(11)
        image ^= tables[chunk, word & np.uint64(2047)]
    return image
