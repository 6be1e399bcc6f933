"""Random games, with cycles, dead ends and every kind of end, against a naive oracle."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.rules.rules import Rules
from kibitz.solve.effort import Effort
from kibitz.solve.memory.explore_interpreted import explore_interpreted
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.memory.valuation import ValueTooLargeError, codes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.rules.objectives.objective import Aim
    from kibitz.solve.memory.in_memory import Tier
    from kibitz.solve.store.solution import Solution

    Moves = list[list[int]]  # the successors of every position
    Play = tuple[Aim, Moves, list[int]]

ENDS: dict[Aim, tuple[int, ...]] = {
    "win": (-1, 0, 1),
    "shortest": (0, 1),
    "lowest": (0, 1, 2, 7),
    "highest": (0, 1, 2, 7),
}
AIMS = sorted(ENDS)


@st.composite
def games(draw: st.DrawFn) -> Play:
    """Return an aim, the successors of every position, and what each is worth if finished."""
    aim = draw(st.sampled_from(AIMS))
    count = draw(st.integers(1, 14))
    position = st.integers(0, count - 1)
    successors = draw(st.lists(st.lists(position, max_size=4), min_size=count, max_size=count))
    worths = draw(st.lists(st.sampled_from(ENDS[aim]), min_size=count, max_size=count))
    return aim, successors, worths


def random_game(seed: int, aim: Aim, count: int) -> Play:
    chance = Random(seed)
    successors = [
        [chance.randrange(count) for _ in range(chance.choice((0, 1, 2, 3, 5)))]
        for _ in range(count)
    ]
    successors[0] = list(range(1, min(count, 30)))
    return aim, successors, [chance.choice(ENDS[aim]) for _ in range(count)]


def rules_of(aim: Aim, successors: Moves, worths: list[int]) -> Rules:
    starts = tuple(sum(map(len, successors[:at])) for at in range(len(successors) + 1))
    targets = tuple(to for tos in successors for to in tos)
    ends = tuple(worths)

    def moves(position: int) -> Iterator[int]:
        for move in range(starts[position + 1] - starts[position]):  # noqa: UP028
            yield move

    def play(position: int, move: int) -> int:
        return targets[starts[position] + move]

    def worth(position: int) -> int:
        return ends[position]

    return Rules(aim=aim, start=0, moves=moves, play=play, worth=worth, solved_at=2)


def reachable(successors: Moves, start: int = 0) -> list[int]:
    found = {start}
    while True:
        more = found | {to for at in found for to in successors[at]}
        if more == found:
            return sorted(found)
        found = more


def oracle(aim: Aim, successors: Moves, worths: list[int]) -> dict[int, int]:
    known = reachable(successors), successors, worths
    if aim in ("lowest", "highest"):
        return naive_score(*known, best=min if aim == "lowest" else max)
    return (naive_duel if aim == "win" else naive_path)(*known)


def naive_duel(positions: list[int], successors: Moves, worths: list[int]) -> dict[int, int]:
    """Return what can be forced within 0, 1, 2, … plies."""
    codes = {at: 0 if successors[at] else worths[at] for at in positions}
    for plies in range(1, len(positions) + 1):
        before = dict(codes)
        for at in positions:
            answers = [before[to] for to in successors[at]]
            if before[at] == 0 and any(code < 0 for code in answers):
                codes[at] = plies + 1
            elif before[at] == 0 and answers and all(code > 0 for code in answers):
                codes[at] = -(plies + 1)
    return codes


def naive_path(positions: list[int], successors: Moves, worths: list[int]) -> dict[int, int]:
    """Return what can be solved within 0, 1, 2, … moves."""
    codes = {at: int(not successors[at] and worths[at] == 1) for at in positions}
    for moves in range(1, len(positions) + 1):
        for at in positions:
            if codes[at] == 0 and any(codes[to] == moves for to in successors[at]):
                codes[at] = moves + 1
    return codes


def naive_score(
    positions: list[int], successors: Moves, worths: list[int], best: Callable[[list[int]], int]
) -> dict[int, int]:
    """Return the best of all the ends that can be reached."""
    codes = {}
    for at in positions:
        scores = [worths[end] for end in reachable(successors, at) if not successors[end]]
        codes[at] = 1 + best(scores) if scores else 0
    return codes


def found(solution: Solution) -> dict[int, int]:
    return dict(zip(solution.positions, solution.codes, strict=True))


@given(games())
@settings(max_examples=300, deadline=None)
def test_the_interpreter_agrees_with_the_oracle(game: Play) -> None:
    assert found(solve(rules_of(*game), tier="interpreter")) == oracle(*game)


@given(games())
@settings(max_examples=100, deadline=None)
def test_compiled_valuing_agrees_with_the_oracle(game: Play) -> None:
    pytest.importorskip("numba")
    graph = Graph()
    explore_interpreted(rules_of(*game), graph, Effort.unlimited.watch(), None)
    graph.make_compact()
    codes = codes_of(graph, rules_of(*game), Effort.unlimited.watch())
    assert dict(zip(graph.positions.tolist(), codes.tolist(), strict=True)) == oracle(*game)


@pytest.mark.parametrize("aim", AIMS)
def test_compiled_exploring_agrees_with_the_oracle(aim: Aim) -> None:
    pytest.importorskip("numba")
    game = random_game(17, aim, 200)
    expected = oracle(*game)
    assert len(expected) > 100
    assert len(set(expected.values())) > 2
    assert found(solve(rules_of(*game), tier="compiled")) == expected


def chain(length: int) -> Rules:
    def moves(position: int) -> Iterator[int]:
        if position:
            yield 0

    def play(position: int, move: int) -> int:
        return position - 1

    def worth(position: int) -> int:
        return 1 - 2 * (position < 0)

    return Rules(aim="shortest", start=length, moves=moves, play=play, worth=worth)


@pytest.mark.parametrize("tier", ["interpreter", "compiled"])
def test_a_value_too_large_for_the_table_is_refused_and_the_largest_is_not(tier: Tier) -> None:
    if tier == "compiled":
        pytest.importorskip("numba")
    assert max(solve(chain(32_766), tier=tier).codes) == 32_767
    with pytest.raises(ValueTooLargeError, match="32,766"):
        solve(chain(32_767), tier=tier)
