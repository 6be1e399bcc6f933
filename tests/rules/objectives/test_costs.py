"""Puzzles whose solved positions go on, and whose moves cost more than others."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.conformance import examine
from kibitz.oracle.sources.search_sources import FromShortestSearch
from kibitz.play.match_history import MatchState
from kibitz.play.session import Session
from kibitz.play.wording import verdict
from kibitz.rules.objectives.outcomes import Solvable
from kibitz.rules.rules import Rules
from kibitz.solve import table_making
from kibitz.solve.effort import Effort, Pace
from kibitz.solve.invalid_rules import InvalidRules
from kibitz.solve.memory import in_memory
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.resources import Resources
from kibitz.solve.store.table import table_from
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.verify.verification import verify
from tests.support.own_games import EXAMPLES
from tests.support.random_games import RandomGame

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.solve.memory.in_memory import Mode

COUNT = 120
COSTS = (1, 2, 3, 9)


@pytest.mark.parametrize("costs", [(1,), COSTS])
@pytest.mark.parametrize("mode", ["interpreter", "compiled"])
def test_every_way_of_solving_agrees_with_the_oracle(costs: tuple[int, ...], mode: Mode) -> None:
    if mode == "compiled":
        pytest.importorskip("numba")
    for seed in range(20 if mode == "interpreter" else 1):
        puzzle = RandomGame(seed, COUNT, "shortest", costs=costs)
        solution = in_memory.solve(puzzle.rules(), mode=mode)
        assert dict(zip(solution.positions, solution.codes, strict=True)) == puzzle.least_costs()
        verify(table_from(puzzle.rules(), solution, 0))


@pytest.mark.parametrize("costs", [(1,), COSTS])
def test_tiers_know_costs_and_what_is_solved_and_goes_on(costs: tuple[int, ...]) -> None:
    pytest.importorskip("numba")
    puzzle = RandomGame(0, COUNT, "shortest", costs=costs)
    graph = Graph()
    solution = in_memory.solve(
        puzzle.rules(), mode="compiled", effort=Effort().at(Pace(measured=0)), graph=graph
    )
    assert graph.tiers.lower_tiers  # it went by tiers
    assert dict(zip(solution.positions, solution.codes, strict=True)) == puzzle.least_costs()


def test_a_search_stops_at_what_is_solved() -> None:
    puzzle = RandomGame(3, COUNT, "shortest")
    rules = puzzle.rules()
    found = FromShortestSearch(rules).ask(rules.start, Effort(compile=False), None)
    assert found == Solvable(puzzle.least_costs()[rules.start] - 1)


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    rules = RandomGame(3, COUNT, "shortest", costs=(0, 5)).rules()
    with pytest.raises(InvalidRules, match="from 1 to 1,000"):
        in_memory.solve(rules, mode="interpreter")
    with pytest.raises(InvalidRules, match="from 1 to 1,000"):
        table_making.make(
            "x", rules, TableStore(str(tmp_path)), resources=Resources(memory=1 << 33)
        )
    with pytest.raises(ValueError, match="aim shortest"):
        Rules(aim="win", start=0, moves=rules.moves, play=rules.play, worth=rules.worth, cost=min)


BRIDGE = f"{EXAMPLES / 'bridge'}.py"


def test_bridge_and_torch_takes_17_minutes() -> None:
    """G. Rote, Crossing the bridge at night, EATCS Bulletin 78, 2002: 1, 2, 5 and 10 need 17."""
    game = kibitz.game(BRIDGE)
    assert game.start.outcome == Solvable(17)
    assert kibitz.game(f"{BRIDGE}:times=1278").start.outcome == Solvable(15)
    assert kibitz.game(f"{BRIDGE}:times=2345").start.outcome == Solvable(16)
    line = game.start.line
    assert line is not None
    assert len(line) == 5
    session = Session(MatchState(game))
    assert str(verdict(session.match, session.outcome).detail) == "at a cost of 17"
    dear = max(game.start.moves, key=lambda move: move.outcome.distance or 0)
    session.play(dear.number)
    comment = session.comment()
    assert comment is not None
    assert comment.mark == "?!"
    assert [wrong for _, wrong in examine(game) if wrong] == []


def test_klotski_has_all_its_positions_where_one_plays_on() -> None:
    """Wikipedia, Klotski: 25,955 positions."""
    table = kibitz.table(f"{EXAMPLES / 'klotski'}.py:on=1")
    assert sum(count.positions for count in table.counts.values()) == 25_955
    assert table.start.outcome == Solvable(116)
    solved = table.where(distance=0)[0]
    assert solved.is_over


def test_a_cost_is_called_a_cost() -> None:
    bridge = kibitz.game("bridge")
    assert str(bridge.start.outcome) == "solvable at a cost of 17"
    first = bridge.start.best[0].position  # the two fastest cross in 2 minutes
    assert str(first.outcome) == "solvable at a cost of 15"
    assert str(pickle.loads(pickle.dumps(first.outcome))) == "solvable at a cost of 15"
    assert first.outcome == Solvable(15), "the wording is no part of the value"
