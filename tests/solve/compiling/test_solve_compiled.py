"""Compiled code is found again by another process, and never once the rules have changed."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from kibitz.solve.compiling import compiled
from kibitz.solve.compiling.code_files import are_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
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
from kibitz.rules.rules import Rules

def moves(position):
    for taken in range(1, limit(position) + 1):
        yield taken

def play(position, taken):
    return position - taken

def worth(position):
    return -1

rules = Rules(aim="win", start=40, moves=moves, play=play, worth=worth)
"""

# Each line asks for a process. All are forked from one: to load the compiler takes a second.
PROCESSES = """
import os, sys
import numba
import numpy as np
from kibitz.solve.compiling import compiled
from kibitz.solve.memory import game_kernels

numba.njit(lambda: 0)()
for _ in sys.stdin:
    if os.fork():
        assert os.wait()[1] == 0
        continue
    from game import rules
    kernel = compiled.kernel(game_kernels.expand, rules)
    children, degrees, worths = np.zeros(9, int), np.zeros(1, int), np.zeros(1, int)
    kernel(np.array([40]), 0, 1, False, children, degrees, worths)
    stats = kernel.dispatcher.stats
    loaded, compiled = sum(stats.cache_hits.values()), sum(stats.cache_misses.values())
    print(loaded, compiled, children[:degrees[0]].tolist(), flush=True)
    os._exit(0)
"""


@pytest.fixture
def report(tmp_path: Path) -> Iterator[Callable[[], str]]:
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "helper.py").write_text(HELPER)
    path = ":".join(filter(None, [str(tmp_path), *sys.path]))
    with subprocess.Popen(
        [sys.executable, "-B", "-c", PROCESSES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
    ) as processes:
        asking, answers = processes.stdin, processes.stdout
        assert asking is not None
        assert answers is not None

        def another() -> str:
            asking.write("\n")
            asking.flush()
            return answers.readline().strip()

        yield another


def test_a_second_process_loads_and_a_changed_helper_compiles(
    report: Callable[[], str], tmp_path: Path
) -> None:
    assert report() == "0 1 [39, 38, 37]"
    kept = {file.name.rpartition("_")[0] for file in (tmp_path / "cache").rglob("*.code")}
    assert kept == {"game_kernels.expand", "bound_names.same_position"}, (
        "a helper that needs no rules has a file too"
    )
    assert report() == "1 0 [39, 38, 37]"
    (tmp_path / "helper.py").write_text(HELPER.replace("MOST = 3", "MOST = 4"))
    assert report() == "0 1 [39, 38, 37, 36]"
    (tmp_path / "helper.py").write_text(HELPER)
    assert report() == "1 0 [39, 38, 37]"


LINEAR_ALGEBRA = """
import sys
import numpy as np
from kibitz.solve.compiling.compiler import numba

assert numba.njit(lambda number: number + 1)(1) == 2
print("scipy.linalg" in sys.modules)
print(numba.njit(lambda row: np.dot(row, row))(np.array([3.0, 4.0])))
"""


def test_the_compiler_loads_linear_algebra_only_for_those_who_use_it() -> None:
    pytest.importorskip("scipy")
    done = subprocess.run(
        [sys.executable, "-c", LINEAR_ALGEBRA], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "25.0"]


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
