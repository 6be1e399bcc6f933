"""Numba, imported so that it loads little and reads nothing of the current folder.

- Where SciPy is installed, Numba imports `scipy.linalg` before it compiles anything, only to know
  that it is there: a third of a second in every process. No rules multiply matrices.
- Numba reads `.numba_config.yaml` in the current folder, which may name a folder of compiled code.
  That code would be run.
- Compiled code is kept in `KIBITZ_CACHE` too, where that is set.
"""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import contextmanager
from importlib import import_module

from kibitz.solve.compiling.code_files import chosen_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LOOKING = "numba.np.arraymath"  # the module that looks for it
FOUND = "scipy.linalg"


@contextmanager
def hidden(module: str) -> Iterator[None]:
    """Make the import of a module fail for a while."""
    loaded = sys.modules.get(module)
    sys.modules[module] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[module]
        if loaded is not None:
            sys.modules[module] = loaded


if chosen_folder():
    os.environ["NUMBA_CACHE_DIR"] = chosen_folder()
with hidden("yaml"), warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about a file that is not read
    import numba as numba  # noqa: PLC0414 (for those who import it from here)
numba.core.config._config_fname = os.devnull  # it would be read before each compilation
if LOOKING not in sys.modules:
    with hidden(FOUND):
        import_module(LOOKING)
