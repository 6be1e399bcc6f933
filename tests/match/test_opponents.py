"""Opponents: perfect play over every position of the small games, and rates of error."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.match.opponents import OPPONENTS, Opponent
from kibitz.objectives.outcomes import Draw
from kibitz.oracle.oracle import Oracle
from kibitz.solve.effort import Effort
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.store.table_store import TableStore
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from kibitz.core import ClassId, PositionId

SMALL = ["noughts", "noughts:any", "lgame", "noughts:rows=2,columns=4,line=3"]
if EVERYTHING:  # positions come again in noughts:any and lgame, too
    SMALL.append("noughts:oldest")


@cache
def known(name: str) -> Oracle:
    return Oracle(kibitz.game(name), TableStore("/nonexistent/kibitz"))


class Small:
    """A small game, all its positions up to symmetry, and what perfect may choose in each."""

    def __init__(self, name: str) -> None:
        self.game = kibitz.game(name)
        self.rules = self.game.rules
        oracle = known(name)
        self.perfect = Opponent("perfect", oracle, seed=1)
        self.least = cache(self.rules.class_of)
        self.children = cache(self._children)
        self.choices: dict[ClassId, list[PositionId]] = {}
        self.solution = solve(self.rules, tier="interpreter")
        self.code = cache(self._code)
        waiting = [self.least(self.rules.start)]
        while waiting:
            position = waiting.pop()
            if position not in self.choices:
                self.choices[position] = []
                waiting += [self.least(to) for to in self.children(position)]
        for position in self.choices:
            if any(True for _ in self.rules.moves(position)):
                moves = oracle.moves(position)
                self.choices[position] = [judged.to for judged in self.perfect.best(moves)]

    def _code(self, position: int) -> int:
        code = self.solution.code(self.least(position))
        assert code is not None
        return code

    def _children(self, position: int) -> list[int]:
        play, moves = self.rules.play, self.rules.moves
        return [play(position, move) for move in moves(position)]


@cache
def small(name: str) -> Small:
    return Small(name)


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_perfect_play_never_loses_what_is_not_lost(name: str) -> None:
    """By the rules alone: where can perfect play end lost, whatever the other does?"""
    one = small(name)
    before: dict[ClassId, set[ClassId]] = {}
    losing = []
    for position, choices in one.choices.items():
        if not choices and one.rules.worth(position) < 0:
            losing.append(position)
        for choice in choices:
            for reply in one.children(choice):
                before.setdefault(one.least(reply), set()).add(position)
    can_lose = set(losing)
    while losing:
        for position in before.get(losing.pop(), ()):
            if position not in can_lose:
                can_lose.add(position)
                losing.append(position)
    lost = {position for position in one.choices if one.code(position) < 0}
    assert can_lose == lost
    assert len(one.choices) == len(one.solution)


@pytest.mark.parametrize("name", SMALL)
def test_perfect_play_wins_in_time_and_holds_out_longest(name: str) -> None:
    one = small(name)
    for position, choices in one.choices.items():
        code = one.code(position)
        for choice in choices:
            after = one.code(choice)
            if code > 0:  # the other is lost one ply sooner, and whatever it does helps it nothing
                assert after == -(code - 1)
                assert all(0 < one.code(reply) <= code - 2 for reply in one.children(choice))
            elif code < 0:
                slowest = max(one.code(to) for to in one.children(position))
                assert after == slowest == -code - 1


@pytest.mark.parametrize("name", SMALL)
def test_perfect_play_of_a_draw_leaves_the_most_ways_to_go_wrong(name: str) -> None:
    one = small(name)

    @cache
    def ways_to_go_wrong(position: int) -> int:
        return sum(one.code(reply) > 0 for reply in one.children(position))

    drawn = [position for position in one.choices if one.code(position) == 0]
    for position in drawn:
        if one.choices[position]:
            equal = [to for to in one.children(position) if one.code(to) == 0]
            most = max(map(ways_to_go_wrong, equal))
            assert {ways_to_go_wrong(to) for to in one.choices[position]} == {most}
            assert all(one.code(to) == 0 for to in one.choices[position])


@pytest.mark.parametrize("name", list(OPPONENTS))
def test_errors_come_at_the_stated_rate(name: str) -> None:
    """In the start of the L-game, which is drawn, many moves lose."""
    oracle = known("lgame")
    start = oracle.rules.start
    opponent = Opponent(name, oracle, seed=11)
    moves = {judged.move: judged.outcome for judged in oracle.moves(start)}
    kinds = {outcome.value for outcome in moves.values()}
    assert kinds == {"draw", "loss"}
    tries = 600
    errors = sum(moves[opponent.choose(start)] != Draw() for _ in range(tries))
    rate = OPPONENTS[name]
    if rate is None:
        rate = sum(outcome != Draw() for outcome in moves.values()) / len(moves)
    spread = (rate * (1 - rate) / tries) ** 0.5
    assert abs(errors / tries - rate) <= 4 * spread


@pytest.mark.parametrize("name", list(OPPONENTS))
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    rules = known("lgame").rules

    def line(seed: int) -> list[int]:
        opponent = Opponent(name, known("lgame"), seed)
        position = rules.start
        chosen: list[int] = []
        while len(chosen) < 8 and any(True for _ in rules.moves(position)):
            chosen.append(opponent.choose(position))
            position = rules.play(position, chosen[-1])
        return chosen

    assert line(4) == line(4)
    assert len({tuple(line(seed)) for seed in range(6)}) > 1


def test_where_values_are_unknown_any_move_is_played() -> None:
    game = kibitz.game("noughts:rows=5,columns=5,line=4")
    oracle = Oracle(game, TableStore("/nonexistent/kibitz"), Effort(positions=100))
    perfect = Opponent("perfect", oracle, seed=2)
    chosen = {perfect.choose(game.rules.start) for _ in range(200)}
    assert chosen == set(game.rules.moves(game.rules.start))
