"""The plain-Python searches, on small made-up games whose answers are found another way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.rules import ClassId, PositionId
from kibitz.rules.rules import Rules
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.search.line_search import first_line, shortest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules.objectives.objective import Aim


class Graph:
    """A game that is nothing but a graph: position n may be followed by each of `follow[n]`."""

    def __init__(self, follow: list[list[int]], worth: list[int]) -> None:
        self.follow = follow
        self.worth = worth

    def rules(self, aim: Aim) -> Rules:
        def moves(position: int) -> Iterator[int]:
            yield from range(len(self.follow[position]))

        return Rules(
            aim=aim,
            start=0,
            moves=moves,
            play=lambda position, move: self.follow[position][move],
            worth=lambda position: self.worth[position],
        )

    def ends(self) -> list[int]:
        return [n for n, follow in enumerate(self.follow) if not follow]


@st.composite
def graphs(draw: st.DrawFn, worth: st.SearchStrategy[int]) -> Graph:
    size = draw(st.integers(1, 12))
    node = st.integers(0, size - 1)
    follow = draw(st.lists(st.lists(node, max_size=4, unique=True), min_size=size, max_size=size))
    return Graph(follow, draw(st.lists(worth, min_size=size, max_size=size)))


def reachable(graph: Graph) -> set[int]:
    found = {0}
    while more := {there for here in found for there in graph.follow[here]} - found:
        found |= more
    return found


@settings(max_examples=500, deadline=None)
@given(graphs(st.sampled_from([-1, 0, 1])))
def test_solving_agrees_with_the_definition_of_win_and_loss(graph: Graph) -> None:
    """Won in n, lost in n: by induction on n over all positions, however slow."""
    known: dict[int, int] = {n: graph.worth[n] for n in graph.ends() if graph.worth[n]}
    for plies in range(1, 2 * len(graph.follow) + 2):
        new = {}
        for n, follow in enumerate(graph.follow):
            if n in known or not follow:
                continue
            values = [known.get(there, 0) for there in follow]
            if any(value < 0 for value in values):
                new[n] = plies + 1
            elif all(value > 0 for value in values):
                new[n] = -(plies + 1)
        known |= new
    solution = solve(graph.rules("win"), mode="interpreter")
    assert len(solution) == len(reachable(graph))
    for n in reachable(graph):
        assert solution.code(ClassId(PositionId(n))) == known.get(n, 0)


@settings(max_examples=500, deadline=None)
@given(graphs(st.just(0)), st.integers(0, 11))
def test_shortest_is_as_short_as_it_gets(graph: Graph, goal: int) -> None:
    goal %= len(graph.follow)
    graph.follow[goal] = []
    graph.worth[goal] = 1
    away = {goal: 0}
    for distance in range(1, len(graph.follow) + 1):
        for n, follow in enumerate(graph.follow):
            if n not in away and any(away.get(there) == distance - 1 for there in follow):
                away[n] = distance
    line = shortest(graph.rules("shortest"), 0)
    if line is None:
        assert 0 not in away
        return
    assert len(line) == away[0]
    here = 0
    for move in line:
        here = graph.follow[here][move]
    assert here == goal


@settings(max_examples=500, deadline=None)
@given(graphs(st.integers(1, 5)), st.integers(1, 5))
def test_first_line_leads_to_the_score_where_any_line_does(graph: Graph, score: int) -> None:
    line = first_line(graph.rules("lowest").replace(solved_at=score), 0)
    good = {n for n in graph.ends() if graph.worth[n] <= score} & reachable(graph)
    assert (line is not None) == bool(good)
    here = 0
    for move in line or []:
        here = graph.follow[here][move]
    assert line is None or here in good
