"""How large a game is, by sampling: close to known sizes, never far above them, and quick."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.solve.effort import UNLIMITED
from kibitz.solve.graph import Graph, itself
from own_games import EXAMPLES

if TYPE_CHECKING:
    from kibitz.rules.contract import Rules
    from kibitz.solve.explore_compiled import Explorer

pytest.importorskip("numba")

PATIENT = 60.0  # seconds


def explored(rules: Rules, most: int) -> Explorer:
    """Return an explorer that has found so many positions."""
    from kibitz.solve.explore_compiled import Explorer
    from kibitz.solve.team import Team

    graph = Graph()
    graph.seed([(rules.canonical or itself)(rules.start)])
    graph.make_compact()
    explorer = Explorer(rules, graph, Team(1), UNLIMITED.watch(), mirrored=True, keep_moves=True)
    explorer.run(lambda: graph.reached[1] >= most)
    return explorer


# Sizes by J. Tromp (four in a row, in full), A. Reinefeld (8-puzzle), shared facts (noughts).
@pytest.mark.parametrize(
    ("name", "symmetric", "size"),
    [
        (f"{EXAMPLES}/four.py", False, 161_029),
        (f"{EXAMPLES}/four.py:rows=4,columns=5", False, 3_945_711),
        (f"{EXAMPLES}/eight.py", True, 181_440),
        ("noughts:oldest,rows=3,columns=4,pieces=4", True, 4_565_489),
    ],
)
def test_known_sizes_are_in_the_range(name: str, symmetric: bool, size: int) -> None:
    from kibitz.solve.estimate import estimate

    rules = kibitz.game(name).rules
    if not symmetric:
        rules = rules.replace(canonical=None, orbit=None)
    explorer = explored(rules, 20_000)
    assert explorer.graph.reached[1] < size / 2, "else there is nothing to estimate"
    found = estimate(explorer, seconds=PATIENT)
    assert found.complete
    assert found.least <= found.positions <= found.most
    assert 0.6 * size < found.positions < 1.1 * size
    assert found.least < 1.05 * size, "what fits is not refused"
    assert found.most > 0.95 * size


def test_a_game_that_is_explored_already_is_as_large_as_it_is() -> None:
    from kibitz.solve.estimate import estimate

    explorer = explored(kibitz.game("noughts").rules, 1_000_000)
    assert explorer.graph.finished
    assert estimate(explorer).positions == 765


def test_without_time_the_estimate_says_that_it_is_not_complete() -> None:
    from kibitz.solve.estimate import estimate

    rules = kibitz.game("noughts:rows=4,columns=4,line=4").rules
    found = estimate(explored(rules, 20_000), seconds=0)
    assert not found.complete


def test_placements_are_counted() -> None:
    """P on one of 25 squares and k helpers on others: 265,650 for k = 4 (shared facts)."""
    from kibitz.solve.estimate import estimate_placements

    found = estimate_placements(kibitz.game("lockout:helpers=4").rules, seconds=PATIENT)
    assert found.complete
    assert found.least < 265_650 / 8 * 1.05
    assert found.most > 265_650 / 8


def test_sizes_are_told_in_two_digits() -> None:
    from kibitz.solve.estimate import rounded

    told = [rounded(n) for n in (7.2, 99, 100, 12_345, 9_960_000)]
    assert told == [7, 99, 100, 12_000, 10_000_000]


def test_the_cube_is_far_too_large() -> None:
    from kibitz.solve.estimate import estimate

    rules = kibitz.game(str(Path(__file__).parent / "cube3.py")).rules
    assert estimate(explored(rules, 50_000)).least > 50_000_000
