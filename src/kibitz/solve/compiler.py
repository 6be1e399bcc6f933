"""The compiler, Numba, without the linear algebra that it would load.

Where SciPy is installed, Numba loads `scipy.linalg` before it compiles anything, only to know that
it is there: a third of a second in every process. No rules multiply matrices. So it is not found
for as long as that one module of Numba is imported; whatever needs it later, finds it.
"""

from __future__ import annotations

import sys
from importlib import import_module

import numba as numba  # noqa: PLC0414 (for those who import it from here)

LOOKING = "numba.np.arraymath"  # the module that looks for it
FOUND = "scipy.linalg"


def load_alone() -> None:
    """Import the module, and let it not find what it looks for, unless that is loaded already."""
    if LOOKING in sys.modules or FOUND in sys.modules:
        return
    sys.modules[FOUND] = None  # type: ignore[assignment]  # this makes an import fail
    try:
        import_module(LOOKING)
    finally:
        del sys.modules[FOUND]


load_alone()
