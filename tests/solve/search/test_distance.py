"""Searching puzzles: the distances of a table, bounds that hold, and hints that keep their word."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import conformance
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources.search_sources import FromDistanceSearch
from kibitz.rules.objectives.outcomes import Bound, Solvable, Unsolvable
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.invalid_rules import InvalidRules
from kibitz.solve.search.line_search import shortest
from kibitz.solve.search.puzzle_distance import DistanceSearch
from kibitz.solve.store.table_store import TableStore
from kibitz.system.recent import Recent
from tests.solve.search.test_search import Graph, graphs
from tests.support.own_games import EXAMPLES
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kibitz.rules.rules import Rules

EXAMPLES_OF_LIES = 3_000 if EVERYTHING else 200
FIFTEEN = f"{EXAMPLES}/fifteen.py"
EXCHANGED = "1234-5678-9ABC-DFE."  # the last two tiles: Loyd's puzzle


def hinted(made: Graph, known: int, *, backwards: bool) -> Rules:
    """Return a graph as a puzzle that says distances up to a number, and what leads where."""
    rules = made.rules("shortest")
    lines = [shortest(rules, node) for node in range(len(made.follow))]
    away = [-1 if line is None else min(known, len(line)) for line in lines]

    def before(position: int) -> Iterator[int]:
        yield from (node for node, follow in enumerate(made.follow) if position in follow)

    def ends() -> Iterator[int]:
        yield from (node for node, worth in enumerate(made.worth) if worth == 1)

    if known >= 0:
        rules = rules.replace(lower_bound=lambda position: away[position])
    return rules.replace(predecessors=before, goals=ends) if backwards else rules


def made_up(chance: random.Random) -> Graph:
    """Return a puzzle whose moves lead a little forwards or back, so that its ways are long."""
    size = chance.randint(2, 40)
    follow = []
    for node in range(size):
        steps = chance.choices([-2, -1, 1, 2, 3, 4], k=chance.randint(2, 4))
        follow.append(sorted({min(max(node + step, 0), size - 1) for step in steps} - {node}))
    made = Graph(follow, [0] * size)
    for goal in chance.choices(range(size // 2, size), k=chance.randint(1, 2)):
        made.follow[goal] = []
        made.worth[goal] = 1
    return made


@pytest.mark.parametrize("nodes", [(4, 4), (16, 16), (2, 64)])
@pytest.mark.parametrize("backwards", [False, True])
def test_distances_and_bounds_of_made_up_puzzles(backwards: bool, nodes: tuple[int, int]) -> None:
    """With and without hints, from one end or both, with room for all positions or for few."""
    chance = random.Random(20)
    settled = 0
    for _ in range(150):
        made = made_up(chance)
        rules = hinted(made, chance.randint(-1, 12), backwards=backwards)
        search = DistanceSearch(rules, 0, nodes=nodes, compiled=False)
        with np.errstate(over="ignore"):
            try:
                search.run(Effort(positions=400).watch())
            except Exhausted:
                assert nodes[1] < 64
        line = shortest(rules, 0)
        true = Unsolvable() if line is None else Solvable(len(line))
        said = search.outcome
        if isinstance(said, Bound):
            assert said.best is not None
            assert true <= said.best
            assert said.worst is None or true >= said.worst
            continue
        assert said == true
        if line is not None:
            settled += 1
            way = search.solution
            assert way is not None
            assert len(way) == len(line) + 1
            assert all(after in made.follow[here] for here, after in pairwise(way))
    assert settled > 50


def test_a_hint_that_promises_too_much_is_noticed() -> None:
    made = Graph([[1], [2], [3], []], [0, 0, 0, 1])
    wrong = made.rules("shortest").replace(lower_bound=lambda position: (4, 1, 1, 0)[position])
    search = DistanceSearch(wrong, 0, compiled=False)
    with np.errstate(over="ignore"), pytest.raises(InvalidRules, match="lower_bound"):
        search.run(Effort().watch())


@pytest.mark.parametrize("lie", [3, -1])
def test_a_hint_that_hides_the_shorter_way_is_noticed(lie: int) -> None:
    """Two moves by way of 1, three by way of 2: too large a bound keeps 1 from being opened."""
    made = Graph([[1, 2], [4], [3], [4], []], [0, 0, 0, 0, 1])
    truth = made.rules("shortest").replace(lower_bound=lambda position: (2, 1, 2, 1, 0)[position])
    wrong = truth.replace(lower_bound=lambda position: (2, lie, 2, 1, 0)[position])
    right, search = (DistanceSearch(rules, 0, compiled=False) for rules in (truth, wrong))
    with np.errstate(over="ignore"):
        right.run(Effort().watch())
        assert right.outcome == Solvable(2)
        with pytest.raises(InvalidRules, match="lower_bound is more than a solution takes"):
            search.run(Effort().watch())


@pytest.mark.parametrize("which", ["predecessors", "goals"])
def test_a_way_back_that_leaves_something_out_is_noticed(which: str) -> None:
    """Also where too many positions follow to search again without hints."""
    rules = hinted(Graph([[1], [2], [3], []], [0, 0, 0, 1]), 1, backwards=True)
    wrong = rules.replace(**{which: lambda *given: iter(())})
    search = DistanceSearch(wrong, 0, compiled=False, confirmed=0)
    with np.errstate(over="ignore"), pytest.raises(InvalidRules, match="predecessors or goals"):
        search.run(Effort().watch())


@settings(max_examples=EXAMPLES_OF_LIES, deadline=None)
@given(
    graphs(st.sampled_from([0, 0, 1])),
    st.lists(st.integers(-1, 2), min_size=12, max_size=12),
    st.sets(st.integers(0, 11)),
    st.integers(0, 7),
)
def test_hints_that_lie_give_no_wrong_distance(
    graph: Graph, lies: list[int], left_out: set[int], which: int
) -> None:
    """Where a bound is off, or positions are left out, the result is right or refused."""
    for node, worth in enumerate(graph.worth):
        if worth == 1:
            graph.follow[node] = []
    true = hinted(graph, 99, backwards=True)
    assert true.lower_bound is not None
    assert true.predecessors is not None
    assert true.goals is not None
    known, before, ends = true.lower_bound, true.predecessors, true.goals
    rules = true.replace(
        lower_bound=(lambda node: max(-1, known(node) + lies[node])) if which & 1 else None,
        predecessors=(lambda node: (each for each in before(node) if each not in left_out))
        if which & 2
        else before,
        goals=(lambda: (each for each in ends() if each not in left_out)) if which & 4 else ends,
    )
    search = DistanceSearch(rules, 0, compiled=False)
    try:
        with np.errstate(over="ignore"):
            search.run(Effort().watch())
    except InvalidRules:
        assert which
        return
    line = shortest(graph.rules("shortest"), 0)
    assert search.outcome == (Unsolvable() if line is None else Solvable(len(line)))


@pytest.fixture
def oracle(tmp_path: Path) -> Oracle:
    pytest.importorskip("numba")
    return Oracle(kibitz.game(FIFTEEN), TableStore(str(tmp_path), shipped=""), Effort())


def test_one_of_korfs_positions_is_solved_and_shown(oracle: Oracle) -> None:
    """R. E. Korf 1985, number 79: 42 moves."""
    rules = oracle.rules
    answer = oracle.answer(rules.start)
    assert str(answer.outcome) == "solvable in 42 moves"
    assert {str(option.outcome) for option in answer.moves} <= {
        "solvable in 42 moves",
        "solvable in 44 moves",
    }
    position = rules.start
    assert answer.line
    for move in answer.line:
        assert move in rules.moves(position)
        position = rules.play(position, move)
    assert (len(answer.line), rules.worth(position)) == (42, 1)


def test_two_tiles_exchanged_are_never_put_right(oracle: Oracle) -> None:
    assert oracle.outcome(oracle.game.parse(EXCHANGED)) == Unsolvable()


def test_stopped_early_it_says_between_what_the_distance_is(oracle: Oracle) -> None:
    start = oracle.rules.start
    said = oracle.outcome(start, Effort(positions=25_000))
    assert isinstance(said, Bound)
    assert isinstance(said.best, Solvable)
    assert isinstance(said.worst, Solvable)
    least, most = said.best.distance, said.worst.distance
    assert least is not None
    assert most is not None
    assert oracle.rules.lower_bound is not None
    assert oracle.rules.lower_bound(start) <= least <= 42 <= most > least
    assert str(said) == f"solvable in {least} to {most} moves"
    assert said.as_json()["at_best"] == {"value": "solvable", "distance": least}
    assert said.as_json()["value"] == "solvable"
    assert oracle.outcome(start, Effort.lookup_only) == said, "it is remembered"
    assert oracle.outcome(start) == Solvable(42), "and goes on"


def test_memory_that_is_full_does_not_end_it() -> None:
    pytest.importorskip("numba")
    rules = kibitz.game(FIFTEEN).rules
    search = DistanceSearch(rules, rules.start, nodes=(1 << 13, 1 << 13))
    search.run(Effort().watch())
    assert search.outcome == Solvable(42)


def test_a_puzzle_without_hints_gets_bounds_too(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    game = kibitz.game(FIFTEEN)
    game.rules = game.rules.replace(lower_bound=None, predecessors=None, goals=None)
    oracle = Oracle(game, TableStore(str(tmp_path), shipped=""), Effort(positions=20_000))
    said = oracle.outcome(game.rules.start)
    assert isinstance(said, Bound)
    assert isinstance(said.best, Solvable)
    assert 10 < (said.best.distance or 0) <= 42


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"lower_bound": lambda position: 1}, "lower_bound is 1"),
        ({"lower_bound": lambda position: 0 if position % 2 else 9}, "lower_bound is"),
        ({"lower_bound": lambda position: -2}, "lower_bound is -2"),
        ({"goals": lambda: iter([0])}, "goals yields"),
        ({"predecessors": lambda position: iter(())}, "predecessors leaves out"),
        ({"predecessors": lambda position: iter([position])}, "predecessors"),
    ],
)
def test_the_doctor_looks_at_hints_for_puzzles(change: dict[str, object], complaint: str) -> None:
    game = kibitz.game(FIFTEEN)
    game.rules = game.rules.replace(**change)
    wrong = conformance.check(conformance.Promise.HINTS, conformance.Subject(game))
    assert complaint in str(wrong)


def test_what_leads_to_a_position_goes_with_the_ends() -> None:
    rules = kibitz.game(FIFTEEN).rules
    with pytest.raises(ValueError, match="both or neither"):
        rules.replace(goals=None)


@pytest.mark.parametrize(
    ("former", "name"),
    [
        ("least", "lower_bound"),
        ("before", "predecessors"),
        ("ends", "goals"),
        ("longest", "max_game_length"),
        ("maybe_least", "may_be_canonical"),
        ("moves_below", "distinct_moves"),
        ("goals_go_on", "goals_are_terminal"),
    ],
)
def test_the_former_name_of_a_hint_is_answered_with_the_new_one(former: str, name: str) -> None:
    rules = Graph([[1], []], [0, 1]).rules("shortest")
    assert hasattr(rules, name)
    with pytest.raises(ValueError, match=f"^{former} is now called {name}"):
        rules.replace(**{former: None})


def test_what_is_remembered_is_bounded_and_the_oldest_goes_first() -> None:
    few: Recent[str, int] = Recent(2)
    for key, value in (("a", 1), ("b", 2), ("a", 3), ("c", 4)):
        few[key] = value
    assert dict(few) == {"a": 3, "c": 4}
    heavy: Recent[str, str] = Recent(5, weigh=len)
    heavy["a"], heavy["b"] = "xxx", "yyyyyyy"
    assert dict(heavy) == {"b": "yyyyyyy"}, "the newest stays, whatever it weighs"
    heavy["c"] = "zzz"
    heavy["d"] = "zz"
    assert dict(heavy) == {"c": "zzz", "d": "zz"}


def test_a_shortest_way_that_is_half_forgotten_still_leads_to_the_end() -> None:
    rules = kibitz.game("eight:rows=2").rules
    source = FromDistanceSearch(rules, remembered=3)
    found = source.ask(rules.start, Effort(), None)
    assert found is not None
    assert found.distance == 14
    assert source.line(rules.start, Effort()) is None  # its beginning is forgotten
    known = list(source._next)
    assert len(known) == 3
    for left, here in zip((3, 2, 1), known, strict=True):
        assert len(source.line(here, Effort()) or ()) == left
