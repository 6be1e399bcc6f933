"""Import of Numba with less start-up time, ignoring files of the current folder.

- If SciPy is installed, Numba imports `scipy.linalg` before it compiles anything, only to see
  that it exists: a third of a second in every process. Rules need no linear algebra.
- Numba reads `.numba_config.yaml` in the current folder, which may name a folder of compiled code.
  That code would be run.
- Compiled code is cached in `KIBITZ_CACHE` too, if that is set.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from kibitz.solve.compiling.code_files import chosen_folder

IMPORTER = "numba.np.arraymath"  # the module that imports it
FOUND = "scipy.linalg"


@contextmanager
def hidden(module: str) -> Iterator[None]:
    """Make the import of a module fail within the block."""
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
    warnings.simplefilter("ignore")  # about the configuration file that is ignored
    import numba as numba  # noqa: PLC0414 (re-exported)
numba.core.config._config_fname = os.devnull  # otherwise read before each compilation
if IMPORTER not in sys.modules:
    with hidden(FOUND):
        import_module(IMPORTER)
