"""Puzzles whose solved positions go on, and whose moves cost more than others."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.conformance import examine
from kibitz.core.rules import Rules
from kibitz.language.errors import KibitzError
from kibitz.match.match_history import MatchState
from kibitz.match.session import Session
from kibitz.match.wording import verdict
from kibitz.objectives.outcomes import Solvable
from kibitz.oracle.sources.shortest_source import FromShortestSearch
from kibitz.solve import table_making
from kibitz.solve.effort import Effort, Pace
from kibitz.solve.invalid_rules import InvalidRules
from kibitz.solve.memory import in_memory
from kibitz.solve.resources import Resources
from kibitz.solve.store.table import table_from
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.verify.verification import verify
from tests.support.own_games import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kibitz.solve.memory.in_memory import Tier

COUNT = 120
COSTS = (1, 2, 3, 9)


class Puzzle:
    """A random graph of moves with costs, where solved positions have moves too."""

    def __init__(self, seed: int, count: int = COUNT, *, costs: tuple[int, ...] = (1,)) -> None:
        chance = Random(seed)
        self.edges = [
            [(chance.randrange(count), chance.choice(costs)) for _ in range(chance.randrange(4))]
            for _ in range(count)
        ]
        self.edges[0] += [(to, chance.choice(costs)) for to in range(1, 30)]
        self.solved = [int(chance.random() < 0.04) for _ in range(count)]
        self.solved[0] = 0
        self.priced = costs != (1,)

    def rules(self) -> Rules:
        starts = tuple(sum(map(len, self.edges[:at])) for at in range(len(self.edges) + 1))
        targets = tuple(to for some in self.edges for to, _ in some)
        prices = tuple(price for some in self.edges for _, price in some)
        solved = tuple(self.solved)

        def moves(position: int) -> Iterator[int]:
            for move in range(starts[position + 1] - starts[position]):  # noqa: UP028
                yield move

        def play(position: int, move: int) -> int:
            return targets[starts[position] + move]

        def worth(position: int) -> int:
            return solved[position]

        def cost(position: int, move: int) -> int:
            return prices[starts[position] + move]

        return Rules(
            aim="shortest",
            start=0,
            moves=moves,
            play=play,
            worth=worth,
            goals_are_terminal=False,
            cost=cost if self.priced else None,
        )

    def least(self) -> dict[int, int]:
        """Return 1 more than the least cost to a solved position, 0 if there is no way."""
        found, new = {0}, {0}
        while new:
            new = {to for at in new for to, _ in self.edges[at]} - found
            found |= new
        far = 10**6
        costs = {at: 0 if self.solved[at] else far for at in found}
        for _ in found:
            for at in found:
                costs[at] = min([costs[at], *(costs[to] + price for to, price in self.edges[at])])
        return {at: costs[at] + 1 if costs[at] < far else 0 for at in found}


@pytest.mark.parametrize("costs", [(1,), COSTS])
@pytest.mark.parametrize("tier", ["interpreter", "compiled"])
def test_every_way_of_solving_agrees_with_the_oracle(costs: tuple[int, ...], tier: Tier) -> None:
    if tier == "compiled":
        pytest.importorskip("numba")
    for seed in range(20 if tier == "interpreter" else 1):
        puzzle = Puzzle(seed, costs=costs)
        solution = in_memory.solve(puzzle.rules(), tier=tier)
        assert dict(zip(solution.positions, solution.codes, strict=True)) == puzzle.least()
        verify(table_from(puzzle.rules(), solution, 0))


def test_tiers_know_what_is_solved_and_goes_on() -> None:
    pytest.importorskip("numba")
    puzzle = Puzzle(0)

    def tier(position: int) -> int:
        return 0

    by_tiers = Effort().at(Pace(measured=0))
    rules = puzzle.rules().replace(tier=tier)
    solution = in_memory.solve(rules, tier="compiled", effort=by_tiers)
    assert dict(zip(solution.positions, solution.codes, strict=True)) == puzzle.least()


def test_a_search_stops_at_what_is_solved() -> None:
    puzzle = Puzzle(3)
    rules = puzzle.rules()
    found = FromShortestSearch(rules).ask(rules.start, Effort(compile=False), None)
    assert found == Solvable(puzzle.least()[0] - 1)


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    rules = Puzzle(3, costs=(0, 5)).rules()
    with pytest.raises(InvalidRules, match="from 1 to 1,000"):
        in_memory.solve(rules, tier="interpreter")
    with pytest.raises(KibitzError, match="cannot solve games with moves of different cost"):
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
