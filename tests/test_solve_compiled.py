"""Compiled code is found again by another process, and never once the rules have changed."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from kibitz.solve import compiled
from kibitz.solve.codefiles import are_kept

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytest.importorskip("numba")

HELPER = """
from enum import IntEnum

LARGEST = 9

class Take(IntEnum):
    MOST = 3

def limit(position):
    return min(position, LARGEST, Take.MOST + 0)
"""

GAME = """
from helper import limit
from kibitz.rules.contract import Rules

def moves(position):
    for taken in range(1, limit(position) + 1):
        yield taken

def play(position, taken):
    return position - taken

def worth(position):
    return -1

rules = Rules(aim="win", start=40, moves=moves, play=play, worth=worth)
"""

REPORT = """
from game import rules
from kibitz.solve import compiled, kernels
from kibitz.solve.in_memory import solve

solution = solve(rules, tier="compiled")
kernel = compiled.kernel(kernels.expand, rules)
stats = kernel.dispatcher.stats
loaded, compiled = sum(stats.cache_hits.values()), sum(stats.cache_misses.values())
print(loaded, compiled, [at for at, code in enumerate(solution.codes) if code < 0][:4])
"""


@pytest.fixture
def report(tmp_path: Path) -> Callable[[], str]:
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "helper.py").write_text(HELPER)

    def run() -> str:
        path = ":".join(filter(None, [str(tmp_path), *sys.path]))
        done = subprocess.run(
            [sys.executable, "-B", "-c", REPORT],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        )
        return done.stdout.strip()

    return run


def test_a_second_process_loads_and_a_changed_helper_compiles(
    report: Callable[[], str], tmp_path: Path
) -> None:
    assert report() == "0 1 [0, 4, 8, 12]"
    assert report() == "1 0 [0, 4, 8, 12]"
    (tmp_path / "helper.py").write_text(HELPER.replace("MOST = 3", "MOST = 4"))
    assert report() == "0 1 [0, 5, 10, 15]"
    (tmp_path / "helper.py").write_text(HELPER)
    assert report() == "1 0 [0, 4, 8, 12]"


def tripling(position: int) -> int:
    return 3 * position


def test_a_full_disk_does_no_harm() -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    kernel = compiled.kernel(tripling)
    files = kernel.dispatcher._cache._cache_file  # type: ignore[attr-defined]
    files.flush()
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))  # no file may become larger
    try:
        assert kernel(14) == 42
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not are_kept(files.folder, files.name)


def quadrupling(position: int) -> int:
    return 4 * position


def test_without_a_folder_to_keep_it_in_code_is_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from numba.core import caching

    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    assert compiled.kernel(quadrupling)(14) == 56


def test_with_little_address_space_it_stays_in_the_interpreter(tmp_path: Path) -> None:
    """Loading the compiler there would never end."""
    command = [sys.executable, "-m", "kibitz", "table", "noughts:oldest", "--fresh", "--json"]
    done = subprocess.run(
        ["bash", "-c", 'ulimit -v 500000; exec "$@"', "bash", *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
        env={**os.environ, "KIBITZ_CACHE": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["classes"] == 9190
