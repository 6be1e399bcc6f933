"""Choice of the arrays that compiled code works on: NumPy's here, those of a machine in a tab."""

from __future__ import annotations

from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Protocol

    class CodeMachine(Protocol):
        """A machine that runs compiled kernels on arrays of its own, such as that of a tab."""

        arrays: Any

        def has(self, name: str) -> bool:
            """Return whether a kernel is there."""

        def kernel(self, name: str) -> Callable[..., Any]:
            """Return a kernel as a function."""


_machine: CodeMachine | None = None


def machine() -> CodeMachine | None:
    """Return the machine that runs compiled code; None where Numba compiles for the processor."""
    return _machine


def use_machine(chosen: CodeMachine | None) -> None:
    """Run compiled code in a machine from now on."""
    global _machine  # noqa: PLW0603 (one for the process, as the processor is)
    _machine = chosen


@contextmanager
def on_machine(chosen: CodeMachine) -> Iterator[None]:
    """Run compiled code in a machine within the block."""
    before = _machine
    use_machine(chosen)
    try:
        yield
    finally:
        use_machine(before)


@lru_cache(maxsize=1)
def has_numpy() -> bool:
    """Return whether NumPy is installed; a browser tab lacks it."""
    return find_spec("numpy") is not None


def threads() -> int:
    """Return how many threads compiled code may run in."""
    from kibitz.system.thread_pool import cores

    return cores() if _machine is None else 1


def arrays() -> Any:
    """Return the operations on arrays: those of `solve/numpy_arrays.py`, or of a machine."""
    if _machine is not None:
        return _machine.arrays
    from kibitz.solve import numpy_arrays

    return numpy_arrays
