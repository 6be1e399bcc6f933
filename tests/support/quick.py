"""The quick run, `./test quick`: unit tests, with no browser, no compiler and no other process.

No list says which tests these are. A file of tests that imports a package beyond PLAIN, itself or
through a helper, is not collected. A test that starts a process or loads the compiler is skipped
at that moment, whatever asked for it, and the summary counts those tests.
"""

from __future__ import annotations

import ast
import multiprocessing.util
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

HOME = Path(__file__).parents[2]
PLAIN = {*sys.stdlib_module_names, "kibitz", "tests", "pytest", "hypothesis", "numpy"}
PROCESSES = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty", "os.system", "os.exec"}
COMPILERS = {"numba", "llvmlite"}


class Quick:
    """A plugin of pytest that leaves out whatever is no unit test."""

    def __init__(self) -> None:
        self._watches = False
        sys.addaudithook(self._hear)
        multiprocessing.util.spawnv_passfds = self._spawn  # of which no hook hears

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        is_test = collection_path.suffix == ".py" and collection_path.name.startswith("test_")
        return True if is_test and needs(collection_path) - PLAIN else None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, Any, Any]:
        return (yield from self._watched())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        return (yield from self._watched())

    def _watched(self) -> Generator[None, Any, Any]:
        self._watches = True
        try:
            return (yield)
        finally:
            self._watches = False

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._watches:
            return
        if event in PROCESSES:
            leave_out("it starts a process")
        if event == "import" and arguments[0] in COMPILERS:
            leave_out("it needs the compiler")

    def _spawn(self, *_: object) -> int:
        leave_out("it starts a process")
        return 0


def leave_out(why: str) -> None:
    """Skip the test, or the file that is being imported."""
    raise pytest.skip.Exception(f"not a quick test: {why}", allow_module_level=True)


@cache
def needs(file: Path) -> set[str]:
    """Return the packages that a file of the tests imports when it is imported."""
    found = set()
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            found.add(name.partition(".")[0])
            if name.startswith("tests."):
                found |= needs(helper(name))
    return found


def helper(name: str) -> Path:
    """Return the file of a module of the tests, or of a name in it."""
    file = HOME.joinpath(*name.split(".")).with_suffix(".py")
    return file if file.exists() else file.parent.with_suffix(".py")
