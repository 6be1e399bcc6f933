"""The known figures of the games, and the same values whichever way they are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.rules import ClassId, PositionId
from kibitz.rules.rules import PARTS, Rules
from kibitz.solve.memory.in_memory import solve

if TYPE_CHECKING:
    from kibitz.solve.memory.in_memory import Mode
    from kibitz.solve.store.solution import Solution

SMALL = [
    "noughts",
    "noughts:any",
    "noughts:oldest",
    "lgame",
    "lockout:helpers=1",
    "lockout:helpers=2",
    "lockout:helpers=3",
    "peg:triangle",
    "peg:triangle,vacancy=0",
    "peg:triangle,vacancy=4",
    "peg:triangle,vacancy=0,finish=0",
    "peg:drawn,board=_oo-oo.-oooo",
]

ODD_LOCKOUT = "lockout:rows=3,columns=4,goal=a1,helpers=4"


def rows(solution: Solution) -> list[list[int]]:
    return [row.tolist() for row in (solution.positions, solution.codes, solution.images)]


def solved(name: str, mode: Mode | None = None) -> Solution:
    return solve(kibitz.game(name).rules, mode=mode)


@pytest.mark.parametrize("name", SMALL)
def test_interpreter_and_compiled_code_agree(name: str) -> None:
    pytest.importorskip("numba")
    assert rows(solved(name, mode="interpreter")) == rows(solved(name, mode="compiled"))


@pytest.mark.parametrize("name", ["lockout:helpers=1", ODD_LOCKOUT, "lights:rows=2,columns=3"])
def test_placements_have_indices(name: str) -> None:
    rules = kibitz.game(name).rules
    assert rules.placements is not None
    assert rules.placement_at is not None
    placed = sorted(rules.placements())
    assert sorted(map(rules.placement_at, range(len(placed)))) == placed
    assert {rules.placement_at(len(placed) + more) for more in (0, 1, 1000)} == {-1}


def without(rules: Rules, *names: str) -> Rules:
    parts = {name: getattr(rules, name) for name in PARTS}
    return Rules(**parts | dict.fromkeys(names))


@pytest.mark.parametrize("name", SMALL)
def test_counts_in_full_are_those_found_without_symmetry(name: str) -> None:
    rules = kibitz.game(name).rules
    full = solve(without(rules, "canonical", "orbit"))
    folded = solve(rules)
    assert folded.histogram(in_full=True) == full.histogram(in_full=False)
    assert full.histogram(in_full=True) == full.histogram(in_full=False)
    if "lgame" not in name:
        uncounted = solve(without(rules, "orbit"))
        assert rows(uncounted) == rows(folded)


@pytest.mark.parametrize("name", ["lgame", "lockout:helpers=2", "peg:triangle"])
def test_compiled_code_counts_without_being_told_the_number_of_images(name: str) -> None:
    pytest.importorskip("numba")
    rules = without(kibitz.game(name).rules, "orbit")
    assert rows(solve(rules, mode="compiled")) == rows(solved(name))


def test_noughts_and_crosses() -> None:
    rules = kibitz.game("noughts").rules
    solution = solve(rules)
    assert len(solution) == 765
    assert sum(solution.images) == 5_478
    assert solution.code(solution.start) == 0
    ends = [
        images
        for position, images in zip(solution.positions, solution.images, strict=True)
        if next(rules.moves(position), None) is None
    ]
    assert sum(ends) == 958


def test_the_l_game() -> None:
    solution = solved("lgame")
    assert len(solution) == 2_296
    assert sum(solution.images) == 18_368
    assert solution.code(solution.start) == 0
    classes = solution.histogram(in_full=False)
    assert {code - 1: count for code, count in classes.items() if code > 0} == {
        1: 768, 3: 27, 5: 81, 7: 11, 9: 119,
    }  # fmt: skip
    assert classes[0] == 1_261
    assert classes[-1] == 15
    assert sum(count for code, count in classes.items() if code < 0) == 29
    assert min(classes) == -(8 + 1)
    full = solution.histogram(in_full=True)
    assert sum(count for code, count in full.items() if code > 0) == 8_048
    assert sum(count for code, count in full.items() if code < 0) == 232
    assert full[0] == 10_088


@pytest.mark.parametrize(
    ("helpers", "positions", "solvable", "longest"),
    [(1, 600, 32, 1), (2, 6_900, 516, 2), (3, 50_600, 5_948, 5), (4, 265_650, 60_590, 12)],
)
def test_lunar_lockout(helpers: int, positions: int, solvable: int, longest: int) -> None:
    if helpers > 3:
        pytest.importorskip("numba")
    full = solved(f"lockout:helpers={helpers}").histogram(in_full=True)
    assert sum(full.values()) == positions
    assert positions - full[0] == solvable
    assert max(full) == longest + 1
    if helpers == 3:
        assert full == {0: 44_652, 1: 2_024, 2: 1_764, 3: 1_328, 4: 580, 5: 212, 6: 40}


@pytest.mark.parametrize(("vacancy", "reachable"), [(0, 3_016), (12, 4_237)])
def test_the_triangle(vacancy: int, reachable: int) -> None:
    solution = solved(f"peg:triangle,vacancy={vacancy}")
    assert sum(solution.images) == reachable
    assert solution.code(solution.start) == 1 + 1


def test_a_position_that_does_not_belong_to_the_game_has_no_code() -> None:
    assert solved("noughts").code(ClassId(PositionId((1 << 18) - 1))) is None
