"""Searching puzzles with costs, or with scores and a bound: naive values, bounds that hold."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

import kibitz
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.plan import solving_sources
from kibitz.rules.objectives.objective import Code
from kibitz.rules.objectives.outcomes import Bound, Solvable
from kibitz.rules.rules import Rules
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.invalid_rules import InvalidRules
from kibitz.solve.search.puzzle_distance import DistanceSearch
from kibitz.solve.store.table_store import TableStore
from tests.support.random_games import RandomGame
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kibitz.rules.objectives.objective import Aim

SEEDS = 200 if EVERYTHING else 20
KINDS: dict[str, tuple[Aim, tuple[int, ...]]] = {
    "costs": ("shortest", (1, 2, 7, 30)),
    "lowest": ("lowest", (1,)),
    "highest": ("highest", (1,)),
}
TIMES = "123456789A234567"  # of the bridge for sixteen


def codes_of(game: RandomGame) -> dict[int, Code]:
    """Return the naive codes of a puzzle."""
    codes = game.least_costs() if game.aim == "shortest" else game.scores()
    return {position: Code(code) for position, code in codes.items()}


def bounded(game: RandomGame, loosest: int | None) -> Rules:
    """Return the rules with a bound: the true value, or `loosest` where that is looser."""
    rules, codes = game.rules(), codes_of(game)
    known = [codes.get(at, 0) - 1 for at in range(len(game.edges))]
    if loosest is not None:
        looser = max if game.aim == "highest" else min
        known = [-1 if best < 0 else looser(best, loosest) for best in known]
    values = tuple(known)

    def bound(position: int) -> int:
        return values[position]

    return rules.replace(**{str(rules.objective.bound_name): bound})


def searched(
    rules: Rules, effort: Effort, nodes: tuple[int, int], *, compiled: bool = False
) -> DistanceSearch:
    """Return a search from the start, as far as an effort goes."""
    search = DistanceSearch(rules, rules.start, nodes=nodes, compiled=compiled)
    with np.errstate(over="ignore"):
        try:
            search.run(effort.watch())
        except Exhausted:
            assert effort.positions is not None
    return search


@pytest.mark.parametrize("nodes", [(4, 4), (16, 16), (2, 1024)])
@pytest.mark.parametrize("kind", KINDS)
def test_random_puzzles_have_their_naive_values(kind: str, nodes: tuple[int, int]) -> None:
    """With a tight or a loose bound, with room for all positions or for few."""
    aim, costs = KINDS[kind]
    for seed in range(SEEDS):
        game = RandomGame(seed, 150, aim, costs=costs)
        codes, loosest = codes_of(game), random.Random(seed).choice([None, 0, 2, 5, 8])
        rules = bounded(game, loosest)
        search = searched(rules, Effort(), nodes)
        assert search.outcome == rules.objective.outcome(codes[rules.start])
        for position, total in zip(search.solution or (), search.totals, strict=True):
            assert search.outcome_of(total) == rules.objective.outcome(codes[position])
        for here, after in pairwise(search.solution or ()):
            assert after in (to for to, _ in game.edges[here])


@pytest.mark.parametrize("nodes", [(4, 4), (2, 1024)])
def test_costs_without_a_bound_are_searched_by_dijkstra(nodes: tuple[int, int]) -> None:
    for seed in range(SEEDS):
        game = RandomGame(seed, 150, costs=(1, 3, 100), aim="shortest")
        search = searched(game.rules(), Effort(), nodes)
        code = codes_of(game)[len(game.edges) - 1]
        assert search.outcome == game.rules().objective.outcome(code)


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_that_is_stopped_has_bounds_that_hold(kind: str) -> None:
    aim, costs = KINDS[kind]
    bounds = 0
    for seed in range(SEEDS):
        game = RandomGame(seed, 150, aim, costs=costs)
        rules = bounded(game, random.Random(seed).choice([0, 2, 5, 8]))
        true = rules.objective.outcome(codes_of(game)[rules.start])
        for most in (1, 5, 25):
            said = searched(rules, Effort(positions=most), (4, 4)).outcome
            if isinstance(said, Bound):
                bounds += 1
                assert said.best is None or true <= said.best
                assert said.worst is None or true >= said.worst
            else:
                assert said in (None, true)
    assert bounds


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_bound_gives_no_wrong_value(kind: str) -> None:
    """A bound that excludes something is noticed, or changes nothing."""
    aim, costs = KINDS[kind]
    refused = 0
    for seed in range(SEEDS):
        game = RandomGame(seed, 150, aim, costs=costs)
        true = bounded(game, None)
        assert true.bound is not None
        known, lies = true.bound, random.Random(seed).choices((0, 0, 0, -1, 1, 9), k=150)
        values = tuple(max(-1, known(at) + lie) for at, lie in enumerate(lies))
        wrong = true.replace(**{str(true.objective.bound_name): lambda at, v=values: v[at]})
        try:
            said = searched(wrong, Effort(), (1 << 13, 1 << 13)).outcome
        except InvalidRules:
            refused += 1
            continue
        assert said == true.objective.outcome(codes_of(game)[true.start])
    assert refused


@pytest.mark.parametrize("nodes", [(64, 64), (1 << 13, 1 << 13)])
@pytest.mark.parametrize("name", [f"bridge:times={TIMES}", "no_three_in_line:side=6"])
def test_compiled_and_interpreted_searches_are_the_same(name: str, nodes: tuple[int, int]) -> None:
    pytest.importorskip("numba")
    rules, effort = kibitz.game(name).rules, Effort(positions=2_000 if EVERYTHING else 400)
    one, other = (searched(rules, effort, nodes, compiled=each) for each in (False, True))
    assert isinstance(one.outcome, Bound)
    assert (one.outcome, one.searched) == (other.outcome, other.searched)
    assert (one.solution, one.totals) == (other.solution, other.totals)


def least_minutes(times: list[int]) -> int:
    """Return the least time of the bridge by the formula of G. Rote, EATCS Bulletin 78, 2002."""
    one, two, *rest = times = sorted(times)
    count = len(times)
    return min(
        (count - 2 - pairs) * one
        + (2 * pairs + 1) * two
        + sum(rest)
        - sum(times[count - 2 * pair] for pair in range(1, pairs + 1))
        for pairs in range(count // 2)
    )


def asked(name: str, folder: Path, effort: Effort) -> Oracle:
    """Return the oracle of a game without a table."""
    pytest.importorskip("numba")
    return Oracle(kibitz.game(name), TableStore(str(folder), shipped=""), effort)


def test_sixteen_cross_the_bridge_as_fast_as_the_formula_says(tmp_path: Path) -> None:
    oracle = asked(f"bridge:times={TIMES}", tmp_path, Effort())
    rules, best = oracle.rules, least_minutes([int(digit, 11) for digit in TIMES])
    assert oracle.outcome(rules.start) == Solvable(best)
    line, position, minutes = oracle.line(rules.start), rules.start, 0
    assert line
    for move in line:
        minutes += rules.cost_of(position, move)
        position = rules.play(position, move)
    assert (minutes, rules.worth(position)) == (best, 1)


def test_the_most_stones_are_put_down_without_a_table(tmp_path: Path) -> None:
    """Dudeney's problem on 6 × 6 squares, which has 12 stones (OEIS A000769)."""
    oracle = asked("no_three_in_line:side=6", tmp_path, Effort(positions=100_000))
    start = oracle.rules.start
    assert str(oracle.outcome(start)) == "12 stones at best"
    assert len(oracle.line(start) or ()) == 12


def test_a_best_score_that_is_not_settled_is_bounded() -> None:
    pytest.importorskip("numba")
    rules = kibitz.game("no_three_in_line:side=6").rules
    said = searched(rules, Effort(positions=1_000), (1 << 13, 1 << 13), compiled=True).outcome
    assert isinstance(said, Bound)
    assert isinstance(said.worst, kibitz.Reaches)
    assert said.best == kibitz.Reaches(12, True)
    assert 5 < said.worst.score < 12
    assert str(said) == f"a best score of {said.worst.score} to 12"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Bound(kibitz.Leaves(2), kibitz.Leaves(5)), "a best score of 2 to 5"),
        (Bound(Solvable(score=1), kibitz.Leaves(4)), "a best score of 1 to 4"),
        (Bound(Solvable(score=1)), "a best score of at least 1"),
        (Bound(kibitz.Reaches(9, True)), "a best score of at most 9"),
        (Bound(kibitz.Leaves(2)), "unsolvable"),
    ],
)
def test_bounds_of_scores_in_words(said: Bound, words: str) -> None:
    assert str(said) == words


def counting(target: int, most: int) -> Rules:
    """Return a puzzle on the numbers below `most`: to reach a target by +1, -1 and doubling."""

    def moves(position: int) -> Iterator[int]:
        for move in range(3):
            if (move != 1 or position) and (move != 2 or 2 * position < most):
                yield move

    def play(position: int, move: int) -> int:
        if move == 2:
            return 2 * position
        return position - 1 if move == 1 else position + 1

    def cost(position: int, move: int) -> int:
        return 5 if move == 2 else 2

    def worth(position: int) -> int:
        return 1 if position == target else 0

    return Rules(
        aim="shortest",
        start=1,
        moves=moves,
        play=play,
        worth=worth,
        cost=cost,
        goals_are_terminal=False,
    )


def test_a_cheapest_way_is_found_where_positions_cannot_be_listed() -> None:
    """From 1 to 23 by 2, 3, 6, 12 and 24: two steps up, three doublings, one step down."""
    pytest.importorskip("numba")
    rules = counting(23, 1 << 40)
    game = kibitz.OwnGame(rules, kibitz.Board.rectangle(1, 1), lambda position: ".", signs=".")
    oracle = Oracle(game, effort=Effort(), sources=[*solving_sources(rules, None, Effort())])
    assert oracle.outcome(rules.start) == Solvable(2 * 2 + 3 * 5 + 2)
    assert oracle.line(rules.start) == [0, 0, 2, 2, 2, 1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cost": lambda position, move: 0}, "a move costs 0 at position 1"),
        ({"cost": lambda position, move: 1_001}, "a move costs 1001 at position 1"),
    ],
)
def test_a_wrong_cost_is_one_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidRules, match=sentence):
        searched(counting(23, 64).replace(**change), Effort(), (16, 16))


@pytest.mark.parametrize("nodes", [(16, 16), (4, 4)])
def test_a_score_out_of_range_is_one_sentence(nodes: tuple[int, int]) -> None:
    rules = bounded(RandomGame(1, 150, "lowest"), 0).replace(worth=lambda position: 32_767)
    with pytest.raises(InvalidRules, match="worth gives 32767 at the end position"):
        searched(rules, Effort(), nodes)


def test_a_bound_belongs_to_its_aim() -> None:
    lowest, highest = (RandomGame(1, 99, aim).rules() for aim in ("lowest", "highest"))
    for rules, name in ((lowest, "upper_bound"), (highest, "lower_bound")):
        with pytest.raises(ValueError, match=f"{name} does not belong to a game with the aim"):
            rules.replace(**{name: lambda position: 0})
        assert not serves("best", rules)
    assert serves("best", lowest.replace(lower_bound=lambda position: 0))
    assert serves("best", highest.replace(upper_bound=lambda position: 8))


def test_a_score_without_a_bound_says_why_it_is_not_searched() -> None:
    rules = RandomGame(1, 99, "lowest").rules()
    sources = list(solving_sources(rules, None, Effort(positions=20_000)))
    assert not any(type(source).__name__ == "FromDistanceSearch" for source in sources)
    assert any(source.ask(rules.start, Effort(), None) for source in sources)
