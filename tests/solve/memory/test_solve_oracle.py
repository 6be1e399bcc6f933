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
from tests.support.random_games import RandomGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules.objectives.objective import Aim
    from kibitz.solve.memory.in_memory import Mode
    from kibitz.solve.store.solution import Solution

ENDS: dict[Aim, tuple[int, ...]] = {
    "win": (-1, 0, 1),
    "shortest": (0, 1),
    "lowest": (0, 1, 2, 7),
    "highest": (0, 1, 2, 7),
}
AIMS = sorted(ENDS)


class MadeGame(RandomGame):
    """A game with these successors of every position; it begins with the last one."""

    def __init__(self, aim: Aim, successors: list[list[int]], worths: list[int]) -> None:
        self.aim, self.worths = aim, worths
        self.edges = [[(to, False) for to in some] for some in successors]
        self.costs = [[1 for _ in some] for some in successors]
        self.goes_on = self.priced = False

    def rules(self) -> Rules:
        return super().rules().replace(tier=None, same_mover=None)


@st.composite
def games(draw: st.DrawFn) -> MadeGame:
    """Return a game with any successors of every position, and any worths."""
    aim = draw(st.sampled_from(AIMS))
    count = draw(st.integers(1, 14))
    position = st.integers(0, count - 1)
    successors = draw(st.lists(st.lists(position, max_size=4), min_size=count, max_size=count))
    worths = draw(st.lists(st.sampled_from(ENDS[aim]), min_size=count, max_size=count))
    return MadeGame(aim, successors, worths)


def random_game(seed: int, aim: Aim, count: int) -> MadeGame:
    chance = Random(seed)
    successors = [
        [chance.randrange(count) for _ in range(chance.choice((0, 1, 2, 3, 5)))]
        for _ in range(count)
    ]
    successors[-1] = list(range(min(count - 1, 30)))
    return MadeGame(aim, successors, [chance.choice(ENDS[aim]) for _ in range(count)])


def found(solution: Solution) -> dict[int, int]:
    return dict(zip(solution.positions, solution.codes, strict=True))


@given(games())
@settings(max_examples=300, deadline=None)
def test_the_interpreter_agrees_with_the_oracle(game: MadeGame) -> None:
    assert found(solve(game.rules(), mode="interpreter")) == game.naive_codes()


@given(games())
@settings(max_examples=100, deadline=None)
def test_compiled_valuing_agrees_with_the_oracle(game: MadeGame) -> None:
    pytest.importorskip("numba")
    graph = Graph()
    explore_interpreted(game.rules(), graph, Effort.unlimited.watch(), None)
    graph.make_compact()
    codes = codes_of(graph, game.rules(), Effort.unlimited.watch())
    assert dict(zip(graph.positions.tolist(), codes.tolist(), strict=True)) == game.naive_codes()


@pytest.mark.parametrize("aim", AIMS)
def test_compiled_exploring_agrees_with_the_oracle(aim: Aim) -> None:
    pytest.importorskip("numba")
    game = random_game(17, aim, 200)
    expected = game.naive_codes()
    assert len(expected) > 100
    assert len(set(expected.values())) > 2
    assert found(solve(game.rules(), mode="compiled")) == expected


def chain(length: int) -> Rules:
    def moves(position: int) -> Iterator[int]:
        if position:
            yield 0

    def play(position: int, move: int) -> int:
        return position - 1

    def worth(position: int) -> int:
        return 1 - 2 * (position < 0)

    return Rules(aim="shortest", start=length, moves=moves, play=play, worth=worth)


@pytest.mark.parametrize("mode", ["interpreter", "compiled"])
def test_a_value_too_large_for_the_table_is_refused_and_the_largest_is_not(mode: Mode) -> None:
    if mode == "compiled":
        pytest.importorskip("numba")
    assert max(solve(chain(32_766), mode=mode).codes) == 32_767
    with pytest.raises(ValueTooLargeError, match="32,766"):
        solve(chain(32_767), mode=mode)
