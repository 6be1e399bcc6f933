"""Solving that is interrupted goes on where it was and comes to the same end."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.solve.compiling import compiled
from kibitz.solve.effort import Effort, Pace
from kibitz.solve.memory import explore_interpreted as exploring
from kibitz.solve.memory.explore_interpreted import explore_interpreted
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.memory.move_graph import Graph
from kibitz.system.interrupts import signals_deferred
from tests.support.console import environment

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.solve.memory.in_memory import Mode
    from kibitz.solve.store.solution import Solution


OFTEN = Effort().at(Pace(span=64))  # progress is reported after each span
SOON_COMPILED = Effort().at(Pace(interpreted=500))


class Impatience:
    """Interrupts at the nth report of progress, and remembers what was reported."""

    def __init__(self, after: int) -> None:
        self.left = after
        self.reports: list[tuple[str, int, int | None]] = []

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        self.reports.append((phase, done, total))
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def rows(solution: Solution) -> list[list[int]]:
    return [row.tolist() for row in (solution.positions, solution.codes, solution.images)]


@pytest.mark.parametrize("name", ["noughts:oldest", "lockout:helpers=2", "peg:triangle"])
@pytest.mark.parametrize("mode", ["interpreter", "compiled"])
def test_the_end_is_the_same(name: str, mode: Mode) -> None:
    if mode == "compiled":
        pytest.importorskip("numba")
    rules = kibitz.game(name).rules
    patience = Impatience(-1)
    undisturbed = solve(rules, mode=mode, progress=patience, effort=OFTEN)
    reports = len(patience.reports)
    for after in sorted({1, reports // 3, reports // 2, reports} - {0}):
        graph = Graph()
        with pytest.raises(KeyboardInterrupt):
            solve(rules, mode=mode, graph=graph, progress=Impatience(after), effort=OFTEN)
        again = solve(rules, mode=mode, graph=pickle.loads(pickle.dumps(graph)), effort=OFTEN)
        assert rows(again) == rows(undisturbed)


def test_an_interruption_in_the_middle_of_a_position_leaves_a_whole_graph() -> None:
    rules = kibitz.game("noughts:any").rules
    calls = 0

    def play(position: int, move: int) -> int:
        nonlocal calls
        calls += 1
        if calls % 701 == 0:
            raise KeyboardInterrupt
        return rules.play(position, move)

    hasty = rules.replace(play=play)
    graph = Graph()
    interruptions = 0
    while not graph.finished:
        try:
            explore_interpreted(hasty, graph, Effort.unlimited.watch(), None)
        except KeyboardInterrupt:
            interruptions += 1
    assert interruptions > 3
    assert rows(solve(rules, mode="interpreter", graph=graph)) == rows(solve(rules))


def test_exploring_is_not_done_twice() -> None:
    rules = kibitz.game("noughts:oldest").rules
    graph = Graph()
    with pytest.raises(KeyboardInterrupt):
        solve(rules, mode="interpreter", graph=graph, progress=Impatience(40))
    before = graph.reached[0]
    rest = Impatience(-1)
    solve(rules, mode="interpreter", graph=graph, progress=rest)
    assert before > 1000
    assert min(done for phase, done, _ in rest.reports if phase == "exploring") > before


def test_a_large_game_moves_over_to_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    rules = kibitz.game("noughts:any").rules
    expected = rows(solve(rules, mode="interpreter"))
    monkeypatch.setattr(exploring, "is_ready", lambda kernel, rules: False)
    graph = Graph()
    assert rows(solve(rules, graph=graph, effort=SOON_COMPILED)) == expected
    assert graph.compact


def test_without_a_compiler_it_stays_in_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = kibitz.game("noughts:any").rules
    monkeypatch.setattr(compiled, "available", lambda: False)
    graph = Graph()
    assert len(solve(rules, graph=graph, effort=SOON_COMPILED)) == 540
    assert not graph.compact


INTERRUPTED_BY_LLVM = """
import signal
from numba.core import codegen
from kibitz.solve.memory import numbering
from kibitz.solve.compiling.compiled import kernel

hook = codegen.CPUCodeLibrary._object_compiled_hook.__func__

def interrupted(cls, module, code):
    signal.raise_signal(signal.SIGINT)
    hook(cls, module, code)

codegen.CPUCodeLibrary._object_compiled_hook = classmethod(interrupted)
for _ in range(2):
    try:
        print(kernel(numbering.home)(5, 0))
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_an_interruption_waits_for_the_compiler(tmp_path: Path) -> None:
    """LLVM calls back into Python, where an exception would be lost, and what should be kept."""
    pytest.importorskip("numba")
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_BY_LLVM],
        env=environment({"NUMBA_CACHE_DIR": str(tmp_path)}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("interrupted\n0\n", "")


def test_signals_that_are_held_back_have_their_usual_effect_afterwards() -> None:
    done = []

    @signals_deferred()
    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) == before
    with ThreadPoolExecutor(1) as pool, signals_deferred():
        assert pool.submit(in_a_thread).result() == "done"


def in_a_thread() -> str:
    with signals_deferred():
        return "done"
