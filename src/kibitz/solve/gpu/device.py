"""The card that kernels run on, or Numba's simulator of one; its memory, and sorting on it.

The simulator (`NUMBA_ENABLE_CUDASIM=1`) runs kernels as Python threads, for tests. It knows no
CuPy, so what CuPy does on a card NumPy does there.
"""

from __future__ import annotations

import os
import warnings
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter

from kibitz.language.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.rows import CardRow


FREED: Any = None  # in place of an array whose memory is given back
SIMULATED = float(1 << 40)  # bytes of a card that is none


class NoCard(KibitzError):
    """There is no card, or nothing is installed that could use it."""


@lru_cache
def cuda() -> Any:
    """Return Numba's module for cards; `NoCard` if there is no card, or no such module."""
    import numpy as np

    if find_spec("numba") is None:
        raise not_installed()
    if "row_stack" not in dir(np):  # numba-cuda 0.30 wants it, NumPy 2.5 has it no more
        np.row_stack = np.vstack
    config = settings()
    # Small layers are nothing to be warned of. Numba reads the variable again when another changes.
    os.environ["NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS"] = "0"
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
    with warnings.catch_warnings(action="ignore"):
        module: Any = import_module("numba.cuda")
    if not config.ENABLE_CUDASIM:
        if find_spec("cupy") is None:
            raise not_installed()
        try:
            present = module.is_available()
        except Exception:  # whatever a driver that does not work stumbles over
            present = False
        if not present:
            raise NoCard(
                "no GPU was found: solving on one takes an NVIDIA card and its driver; "
                "leave --on gpu out to solve on the processor"
            )
    return module


def not_installed() -> NoCard:
    """Return the error about a missing package."""
    return NoCard(
        "solving on a GPU needs numba-cuda and CuPy; install them with: pip install 'kibitz[gpu]'"
    )


def simulated() -> bool:
    """Tell whether the card is a simulated one."""
    return bool(settings().ENABLE_CUDASIM)


def settings() -> Any:
    """Return Numba's settings."""
    from kibitz.solve.compiling.compiler import numba  # which reads nothing of the current folder

    return numba.core.config


def free() -> float:
    """Return how many bytes of the card's memory can be had."""
    if simulated():
        return SIMULATED
    context = cuda().current_context()
    context.deallocations.clear()  # what is let go of is given back later, else
    octets: float = context.get_memory_info()[0]
    return octets


def name() -> str:
    """Return what the card is called."""
    if simulated():
        return "a simulated card"
    called = cuda().get_current_device().name
    return called.decode() if isinstance(called, bytes) else str(called)


def empty(length: int, kind: Any) -> CardRow:
    """Return an array on the card; `MemoryError` if there is no room for it."""
    module = cuda()
    try:
        made: CardRow = module.device_array(max(1, length), kind)
    except Exception as error:
        if "OUT_OF_MEMORY" in str(error).upper().replace(" ", "_"):
            raise MemoryError from error
        raise
    return made


class Compiling:
    """Counts the `seconds` that compiling kernels has taken in this process."""

    seconds = 0.0


def run(kernel: Any, blocks: int, threads: int, *arguments: Any) -> None:
    """Run a kernel; it is compiled when it is first run with arguments of some kind."""
    begin, known = perf_counter(), len(kernel.overloads)
    kernel[blocks, threads](*arguments)
    if len(kernel.overloads) > known:
        Compiling.seconds += perf_counter() - begin


def sort(row: CardRow) -> None:
    """Sort an array on the card; by the processor where the card has no room for that."""
    import numpy as np

    if simulated() or free() < 1.2 * row.nbytes:
        row.copy_to_device(np.sort(row.copy_to_host()))
        return
    import cupy

    cupy.asarray(row).sort()
    _give_back(cupy)


def _give_back(cupy: Any) -> None:
    """Let go of the memory that CuPy keeps for later."""
    cupy.get_default_memory_pool().free_all_blocks()
