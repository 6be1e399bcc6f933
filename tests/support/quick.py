"""Quick run, `./test quick`: unit tests without a browser, a compiler or another process.

The tests are not listed anywhere. A file of tests that imports a package beyond PLAIN, itself or
through a helper, is not collected. A test that starts a process or loads the compiler is skipped at
that moment, and the summary counts those tests. Only a test that runs for seconds in the
interpreter is marked, as `long`.
"""

from __future__ import annotations

import ast
import multiprocessing.util
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

HOME = Path(__file__).parents[2]
PLAIN = {*sys.stdlib_module_names, "kibitz", "tests", "pytest", "hypothesis", "numpy"}
PROCESSES = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty", "os.system", "os.exec"}
COMPILERS = {"numba", "llvmlite"}
NOT_QUICK = "not a quick test: "


class Quick:
    """A plugin of pytest that deselects tests that are no unit tests."""

    def __init__(self, config: pytest.Config) -> None:
        # What is skipped midway leaves files open.
        for warning in ("ResourceWarning", "pytest.PytestUnraisableExceptionWarning"):
            config.addinivalue_line("filterwarnings", f"ignore::{warning}")
        self._watches = False
        self._why = ""
        sys.addaudithook(self._hear)
        # There is no audit hook for this one.
        multiprocessing.util.spawnv_passfds = self._spawn  # type: ignore[assignment]

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        is_test = collection_path.suffix == ".py" and collection_path.name.startswith("test_")
        return True if is_test and needs(collection_path) - PLAIN else None

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, Any, Any]:
        return (yield from self._watched())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        return (yield from self._watched())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, Any, pytest.TestReport]:
        report: pytest.TestReport = yield
        if self._why and (report.when == "call" or report.failed):  # the exception got lost
            report.outcome, report.longrepr = "skipped", ("", 0, f"Skipped: {self._why}")
        if (
            report.skipped
            and isinstance(report.longrepr, tuple)
            and NOT_QUICK in report.longrepr[2]
        ):
            report.longrepr = (__file__, 0, report.longrepr[2])  # so that the summary counts them
        return report

    def _watched(self) -> Generator[None, Any, Any]:
        self._watches, self._why = True, ""
        try:
            return (yield)
        finally:
            self._watches = False

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._watches:
            return
        if event in PROCESSES:
            self._leave_out("it starts a process")
        if event == "import" and arguments[0] in COMPILERS:
            self._leave_out("it needs the compiler")

    def _spawn(self, *_: object) -> NoReturn:
        self._leave_out("it starts a process")

    def _leave_out(self, why: str) -> NoReturn:
        """Skip the test, or the file that is being imported."""
        self._why = f"{NOT_QUICK}{why}"
        raise pytest.skip.Exception(self._why, allow_module_level=True)


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
