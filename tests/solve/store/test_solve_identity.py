"""Equal rules have equal identities, changed rules another, whatever changed and where."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.rules.rules import SOURCE, Rules
from kibitz.solve.store.fingerprint import (
    GENERATION,
    Digest,
    functions_of,
    identity,
    identity_of_code,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Literal

    from kibitz.rules.objectives.objective import Aim

GAMES = ["lgame", "noughts", "noughts:any", "noughts:oldest", "lockout:helpers=3", "peg:triangle"]

REPORT = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None  # neither may be needed
import kibitz
from kibitz.solve.store.fingerprint import identity
for name in sys.argv[1:]:
    print(identity(kibitz.game(name).rules))
"""


def in_another_process(seed: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", REPORT, *GAMES],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
    )
    return done.stdout.split()


def test_other_processes_agree_and_need_no_compiler() -> None:
    here = [identity(kibitz.game(name).rules) for name in GAMES]
    assert here == in_another_process("1") == in_another_process("2")
    assert len(set(here)) == len(GAMES)


def countdown(
    table: tuple[int, ...] = (1, 2, 3),
    first: int = 20,
    step: Callable[[int], int] = lambda n: n - 1,
    aim: Aim | Literal["fewest"] = "shortest",
) -> Rules:
    def moves(position: int) -> Iterator[int]:
        for taken in table:
            if taken <= position:
                yield taken

    def play(position: int, taken: int) -> int:
        return step(position) + 1 - taken

    def worth(position: int) -> int:
        return 1 if position == 0 else 0

    return Rules(aim=aim, start=first, moves=moves, play=play, worth=worth)


@pytest.mark.parametrize(
    "changed",
    [
        {"table": (1, 2, 4)},
        {"table": (1, 2)},
        {"first": 21},
        {"aim": "lowest"},
        {"step": lambda n: n - 2},
    ],
)
def test_a_change_of_anything_changes_the_identity(changed: dict[str, Any]) -> None:
    assert identity(countdown()) == identity(countdown())
    assert identity(countdown(**changed)) != identity(countdown())


def test_the_old_name_of_an_objective_works_and_stays_in_what_is_stored() -> None:
    old, new = countdown(aim="fewest"), countdown(aim="lowest")
    assert old.aim == new.aim == old.objective.name == "lowest"
    assert identity(old) == identity(new)
    kept = Digest()
    kept.add(("kibitz", GENERATION, "fewest", new.start, new.solved_at))
    for function in functions_of(new).values():
        kept.add(function)
    assert identity(new) == kept.text()


def function_from(source: str, name: str = "f", kept: bool = True) -> Callable[..., int]:
    """Return a function of a source, which is either kept or lost."""
    names: dict[str, Any] = {SOURCE: source} if kept else {}
    exec(compile(source, f"file of {len(source)} characters", "exec", dont_inherit=True), names)
    function: Callable[..., int] = names[name]
    return function


@pytest.mark.parametrize("kept", [True, False])
def test_a_constant_of_the_module_and_a_helper_of_a_helper_count(kept: bool) -> None:
    source = """
K = 3

def g(x):
    return x + K

def h(x):
    return g(x)

def f(x):
    return h(x)
"""
    texts = [
        source,
        source.replace("K = 3", "K = 4"),
        source.replace("x + K", "x - K"),
        source.replace("x + K", "x + KK", 1) + "KK = 3\n",
    ]
    assert len({identity_of_code(function_from(text, kept=kept)) for text in texts}) == 4


@pytest.mark.parametrize("kept", [True, False])
def test_places_comments_docstrings_and_annotations_do_not_count(kept: bool) -> None:
    plain = "def f(x):\n    z = x\n    return z + 1\n"
    other = """


# a comment
def f(x: int) -> "int":
    '''Add one.'''
    z: int = x
    return (z
            + 1)
"""
    first, second = (identity_of_code(function_from(text, kept=kept)) for text in (plain, other))
    assert first == second


def test_an_annotation_is_not_reached_by_a_rule() -> None:
    text = "D = {}\ndef f(x):\n    def g(y: D) -> D:\n        return y\n    return g(x)\n"
    plain = text.replace(": D", "").replace(" -> D", "")
    assert identity_of_code(function_from(text)) == identity_of_code(function_from(plain))


def test_a_function_that_calls_itself_has_an_identity() -> None:
    source = "def f(x):\n    return f(x - 1) if x else 0\n"
    assert identity_of_code(function_from(source)) == identity_of_code(function_from(source))


def test_numbers_and_their_grouping_are_told_apart() -> None:
    found = {
        identity_of_code(function_from(f"T = {table}\ndef f(x):\n    return T[x]\n"))
        for table in (
            "(1, 2)",
            "((1, 2),)",
            "((1,), (2,))",
            "(1, True)",
            "(1, 2, 0)",
            f"(1, {1 << 70})",
        )
    }
    assert len(found) == 6
