"""Order of the test files: the slowest first, so that none is left at the end.

The seconds of every test are kept in pytest's cache (`.pytest_cache`) and used by the next run. A
file that has never run here, as all have in a fresh clone, is ranked by an estimate.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

KEPT = "kibitz/seconds"
# Seconds of a test, roughly: by the fixtures that it uses, by what its file imports, and as a part
# of the time that it allows itself.
BY_FIXTURE = {"cluster": 3.0, "two_nodes": 10.0, "browser": 2.0, "address": 1.0}
BY_IMPORT = {"subprocess": 0.8, "tests.support.console": 0.4, "tests.support.serving": 1.0}
OTHERWISE = 0.1
PART_OF_LIMIT = 1 / 120


class Order:
    """A plugin of pytest that sorts the files by what they took, and keeps what they take."""

    def __init__(self, config: pytest.Config) -> None:
        # Every process of a run must have the same order, so the first one reads for all.
        given: str | None = getattr(config, "workerinput", {}).get(KEPT)
        self._cache = getattr(config, "cache", None) if given is None else None
        self._before: dict[str, float] = json.loads(given or "{}")
        if self._cache:
            self._before = self._cache.get(KEPT, {})
        self._now: dict[str, float] = defaultdict(float)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[KEPT] = json.dumps(self._before)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        seconds = seconds_by_file(items, self._before)
        items.sort(key=lambda item: (-seconds[file_of(item.nodeid)], file_of(item.nodeid)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._now[report.nodeid] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._cache and not session.config.getoption("--quick"):  # which skips what takes long
            taken = {nodeid: round(seconds, 2) for nodeid, seconds in self._now.items()}
            self._cache.set(KEPT, self._before | taken)


def seconds_by_file(
    items: Sequence[pytest.Item], before: Mapping[str, float]
) -> Mapping[str, float]:
    """Return what each file is likely to take."""
    taken: dict[str, float] = defaultdict(float)
    for nodeid, seconds in before.items():
        taken[file_of(nodeid)] += seconds
    estimated: dict[str, float] = defaultdict(float)
    for item in items:
        estimated[file_of(item.nodeid)] += estimate(item)
    return estimated | taken


def estimate(item: pytest.Item) -> float:
    """Return roughly how long a test takes."""
    limits = [float(mark.args[0]) for mark in item.iter_markers("timeout") if mark.args]
    used = [BY_FIXTURE.get(fixture, 0) for fixture in getattr(item, "fixturenames", ())]
    part = PART_OF_LIMIT * max(limits, default=0)
    return max(OTHERWISE, imported(getattr(item, "module", None)), part, *used)


@cache
def imported(module: ModuleType | None) -> float:
    """Return how long a test of a module takes, by what the module imports."""
    values = vars(module).values() if module else ()
    named = {getattr(one, "__module__", None) or getattr(one, "__name__", "") for one in values}
    return max((BY_IMPORT[name] for name in BY_IMPORT.keys() & named), default=0)


def file_of(nodeid: str) -> str:
    """Return the file of a test."""
    return nodeid.partition("::")[0]
