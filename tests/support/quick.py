"""Quick run, `./test quick`: unit tests without a browser, a compiler or another process.

The tests are not listed anywhere. A file of tests that imports a package beyond PLAIN, itself or
through a helper, is not collected. A test that starts a process or loads the compiler is skipped at
that moment, and the summary counts those tests; pytest's cache remembers it, so the next run does
not begin it again until its file has changed. Only a test that runs for seconds in the interpreter
is marked, as `long`.
"""

from __future__ import annotations

import ast
import json
import multiprocessing.util
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

HOME = Path(__file__).parents[2]
TESTS = HOME / "tests"
PLAIN = {*sys.stdlib_module_names, "kibitz", "tests", "pytest", "hypothesis", "numpy"}
PROCESSES = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty", "os.system", "os.exec"}
COMPILERS = {"numba", "llvmlite"}
NOT_QUICK = "not a quick test: "
REMEMBERED = "kibitz/not-quick"
FOR_WORKERS = "kibitz/quick"
VERSION = "version_of_file"
EXAMPLES = 25  # of Hypothesis for a property, where a test does not say how many


class Quick:
    """A plugin of pytest that deselects tests that are no unit tests."""

    def __init__(self, config: pytest.Config) -> None:
        # What is skipped midway leaves files open.
        for warning in ("ResourceWarning", "pytest.PytestUnraisableExceptionWarning"):
            config.addinivalue_line("filterwarnings", f"ignore::{warning}")
        hypothesis.settings.register_profile("quick", max_examples=EXAMPLES, deadline=None)
        hypothesis.settings.load_profile("quick")
        # The first process reads the cache and the sources for all.
        given: str | None = getattr(config, "workerinput", {}).get(FOR_WORKERS)
        self._cache = getattr(config, "cache", None) if given is None else None
        if given is not None:
            self._ignored, self._remembered = json.loads(given)
        else:
            files = filter(is_test, TESTS.rglob("*.py"))
            self._ignored = [str(file) for file in files if needs(file) - PLAIN]
            self._remembered = self._cache.get(REMEMBERED, {}) if self._cache else {}
        self._watches = False
        self._why = ""
        sys.addaudithook(self._hear)
        # There is no audit hook for this one.
        multiprocessing.util.spawnv_passfds = self._spawn  # type: ignore[assignment]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[FOR_WORKERS] = json.dumps([self._ignored, self._remembered])

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        if collection_path.is_relative_to(TESTS):
            return True if str(collection_path) in self._ignored else None
        return True if is_test(collection_path) and needs(collection_path) - PLAIN else None

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        quick: list[pytest.Item] = []
        others: list[pytest.Item] = []
        for item in items:
            known = self._remembered.get(item.nodeid) == version(item.path)
            (others if known or item.get_closest_marker("long") else quick).append(item)
        config.hook.pytest_deselected(items=others)
        items[:] = quick

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and NOT_QUICK in str(report.longrepr):
            self._remembered[report.nodeid] = getattr(report, VERSION)

    def pytest_sessionfinish(self) -> None:
        if self._cache:
            self._cache.set(REMEMBERED, self._remembered)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, Any, Any]:
        return (yield from self._watched())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        return (yield from self._watched())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, Any, pytest.TestReport]:
        report: pytest.TestReport = yield
        setattr(report, VERSION, version(item.path))  # for the process that has the cache
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


def is_test(path: Path) -> bool:
    """Return whether a file holds tests."""
    return path.suffix == ".py" and path.name.startswith("test_")


@cache
def version(file: Path) -> int:
    """Return what changes with a file of tests: when it was written."""
    return file.stat().st_mtime_ns


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
