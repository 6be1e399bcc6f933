"""Odd but legal Python: each compiler does what the interpreter does, or names file and line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kibitz
from kibitz.engines.gpu.gpu_functions import compiling, lowered
from kibitz.engines.gpu.lowering import NotLowered
from kibitz.engines.wasm.emitter.emitted_module import emitted
from kibitz.engines.wasm.emitter.failures import NotEmitted
from kibitz.solve.array_backend import on_machine
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.compiling.not_compiled import Uncompilable
from kibitz.solve.memory import game_kernels
from tests.support.odd_rules import FILE, MIN_MAX, ODD
from tests.support.wasmtime_host import expanded, new_machine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kibitz.rules.rules import Rules

POSITIONS = range(64)
ROOM = 16  # moves of a position
FILE_AND_LINE = re.compile(r"odd\.py, line (\d+): ")

# What a compiler may refuse; it compiles all the others.
NOT_NATIVE = {
    "tuples of unequal length",
    "default arguments",
    "a walrus",
    "unpacking with a star",
    "a call with a star",
    "a generator that returns at once",
    "yield from a generator, and from a tuple",
    "a sum of a generator expression",
    "a try statement",
    "annotated and starred variables, deleted",
}
NOT_IN_TAB = {
    "nested helpers",
    "a helper inside that changes a variable",
    "tuples of unequal length",
    "any number of arguments",
    "unpacking with a star",
    "a call with a star",
    "a lambda in a loop",
    "slices",
    "a match statement",
    "a try statement",
    "annotated and starred variables, deleted",
    "an integer and nothing",
}
NOT_ON_GPU = {
    "nested helpers",
    "a helper inside that changes a variable",
    "tuples of unequal length",
    "tuples of numbers and tuples",
    "three levels of tuples",
    "default arguments",
    "any number of arguments",
    "a walrus",
    "unpacking with a star",
    "a call with a star",
    "a generator over a generator",
    "a sum of a generator expression",
    "a lambda in a loop",
    "slices",
    "a try statement",
    "annotated and starred variables, deleted",
}


@pytest.fixture(params=ODD)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def rules(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rules:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.py").write_text(FILE.format(code=ODD[name].strip()))
    return kibitz.game("./odd.py").rules


def agrees(name: str, rules: Rules, refused: set[str], ask: Callable[[], Any]) -> None:
    """Check that a compiler gives the moves of the interpreter, or refuses them in a sentence."""
    said = ""
    try:
        found = ask()
    except (Uncompilable, NotEmitted, NotLowered) as error:
        said = str(error)
    if not said:
        assert found == [list(rules.moves(position)) for position in POSITIONS]
        return
    assert name in refused, said
    assert "\n" not in said
    place = FILE_AND_LINE.match(said)
    assert place, said
    begins = FILE[: FILE.index("{code}")].count("\n")
    assert begins < int(place[1]) <= begins + ODD[name].count("\n")


def test_numba(name: str, rules: Rules) -> None:
    pytest.importorskip("numba")

    def ask() -> list[list[int]]:
        positions = np.array(POSITIONS, dtype=np.int64)
        degrees, numbers, children = np.zeros((3, len(POSITIONS) * ROOM), dtype=np.int64)
        listing = kernel(game_kernels.list_moves, rules)
        listing(positions, 0, len(POSITIONS), degrees, numbers, children)
        left = iter(numbers.tolist())
        return [[next(left) for _ in range(degree)] for degree in degrees[: len(POSITIONS)]]

    agrees(name, rules, NOT_NATIVE, ask)


def test_webassembly(name: str, rules: Rules) -> None:
    def ask() -> list[list[int]]:
        machine = new_machine(emitted(rules))
        with on_machine(machine):
            _, children, degrees, _ = expanded(rules, list(POSITIONS), compiled=True)
        left = iter(children)
        return [[next(left) - at for _ in range(degree)] for at, degree in enumerate(degrees)]

    agrees(name, rules, NOT_IN_TAB, ask)


class Card:
    """Stands for a GPU, of which a compiler only asks this."""

    compute_capability = (8, 0)


def test_cuda(name: str, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text for a GPU means the same, and its compiler takes it; no GPU is needed for that."""
    cuda = pytest.importorskip("numba.cuda")
    if name == MIN_MAX:
        pytest.skip("numba-cuda has min and max, which the target in Numba itself lacks")
    from numba import types
    from numba.cuda import dispatcher
    from numba.cuda.compiler import compile_cuda
    from numba.cuda.cudadrv import nvvm

    if not nvvm.is_available():
        pytest.skip("NVIDIA's compiler libNVVM is not installed")
    monkeypatch.setattr(dispatcher, "get_current_device", Card)

    def ask() -> list[list[int]]:
        source = lowered(rules)
        names: dict[str, Any] = {"device": cuda.jit(device=True)}
        exec(compile(source.text, "<rules>", "exec"), names)
        number, row = types.int64, types.int64[:]
        shapes = [np.array(each).ndim for each in source.rows] or [1]
        rows = types.Tuple([types.Array(number, shape, "C") for shape in shapes])
        with compiling(source, "<rules>"):
            for which, takes in (("count_moves", ()), ("list_moves", (row, number))):
                function = names[source.names[which]].py_func
                compile_cuda(function, None, (number, *takes, rows), cc=Card.compute_capability)
        plain: dict[str, Any] = {"device": lambda function: function}
        exec(source.text, plain)
        found = []
        for position in POSITIONS:
            out = [0] * ROOM
            found.append(out[: plain[source.names["list_moves"]](position, out, 0, source.rows)])
            assert plain[source.names["count_moves"]](position, source.rows) == len(found[-1])
        return found

    agrees(name, rules, NOT_ON_GPU, ask)
