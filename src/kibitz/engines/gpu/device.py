"""The GPU or Numba's simulator of one: its memory, and sorting on it.

The simulator (`NUMBA_ENABLE_CUDASIM=1`) runs kernels as Python threads, for tests. It does not
support CuPy, so NumPy replaces CuPy there.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from kibitz.language.errors import KibitzError
from kibitz.solve.arrays import GPUArray
from kibitz.system.extras import install

FREED: Any = None  # in place of an array whose memory is given back
SIMULATED = float(1 << 40)  # memory of the simulated device in bytes


class NoGPU(KibitzError):
    """There is no GPU, or a package to use it is missing."""


@lru_cache
def cuda() -> Any:
    """Return Numba's CUDA module; `NoGPU` if there is no GPU or no such module."""
    import numpy as np

    if find_spec("numba") is None:
        raise not_installed()
    if "row_stack" not in dir(np):  # required by numba-cuda 0.30, removed in NumPy 2.5
        np.row_stack = np.vstack
    config = settings()
    # Small layers do not deserve a warning. Numba reads the variable again when another changes.
    os.environ["NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS"] = "0"
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
    with warnings.catch_warnings(action="ignore"):
        module: Any = import_module("numba.cuda")
    if not config.ENABLE_CUDASIM:
        if find_spec("cupy") is None:
            raise not_installed()
        try:
            present = module.is_available()
        except Exception:  # any error of a driver that does not work
            present = False
        if not present:
            raise NoGPU(
                "no GPU was found: solving on one takes an NVIDIA card and its driver; "
                "leave --on gpu out to solve on the processor"
            )
    return module


def not_installed() -> NoGPU:
    """Return the error about a missing package."""
    return NoGPU(
        "solving on a GPU needs numba-cuda and CuPy; install them with: {install}",
        install=install("gpu"),
    )


def simulated() -> bool:
    """Return whether the device is simulated."""
    return bool(settings().ENABLE_CUDASIM)


def settings() -> Any:
    """Return Numba's settings."""
    from kibitz.solve.compiling.compiler import numba  # ignores files of the current folder

    return numba.core.config


def free() -> float:
    """Return the free device memory in bytes."""
    if simulated():
        return SIMULATED
    context = cuda().current_context()
    context.deallocations.clear()  # otherwise freed memory is returned later
    octets: float = context.get_memory_info()[0]
    return octets


def name() -> str:
    """Return the name of the device."""
    if simulated():
        return "a simulated GPU"
    called = cuda().get_current_device().name
    return called.decode() if isinstance(called, bytes) else str(called)


def empty(length: int, kind: Any) -> GPUArray:
    """Return an array in device memory; `MemoryError` if it does not fit."""
    module = cuda()
    try:
        made: GPUArray = module.device_array(max(1, length), kind)
    except Exception as error:
        if "OUT_OF_MEMORY" in str(error).upper().replace(" ", "_"):
            raise MemoryError from error
        raise
    return made


class Compiling:
    """Counts the `seconds` spent on compiling kernels in this process."""

    seconds = 0.0


def run(kernel: Any, blocks: int, threads: int, *arguments: Any) -> None:
    """Run a kernel; it is compiled on its first run with arguments of these types."""
    begin, known = perf_counter(), len(kernel.overloads)
    kernel[blocks, threads](*arguments)
    if len(kernel.overloads) > known:
        Compiling.seconds += perf_counter() - begin


def launch(function: Callable[..., None], blocks: int, threads: int, *arguments: Any) -> None:
    """Run a function as a kernel."""
    run(_kernel(function), blocks, threads, *arguments)


@lru_cache
def _kernel(function: Callable[..., None]) -> Any:
    return cuda().jit(function)


def sort(row: GPUArray) -> None:
    """Sort an array on the device, or on the CPU if device memory does not suffice."""
    import numpy as np

    if simulated() or free() < 1.2 * row.nbytes:
        row.copy_to_device(np.sort(row.copy_to_host()))
        return
    import cupy

    cupy.asarray(row).sort()
    _free_cupy_cache(cupy)


def _free_cupy_cache(cupy: Any) -> None:
    """Free the memory that CuPy caches."""
    cupy.get_default_memory_pool().free_all_blocks()
