"""Solving tier by tier gives the table that solving at once gives, from less memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kibitz
from kibitz.solve import builder, table_making
from kibitz.solve.effort import Effort, Exhausted, Pace
from kibitz.solve.invalid_rules import InvalidRules
from kibitz.solve.memory import backward, in_memory, tiers
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.resources import Resources
from kibitz.solve.store.checkpoint import Checkpoint, graph_of, keep_graph
from kibitz.solve.store.table_store import TableStore
from tests.support.own_games import EXAMPLES
from tests.support.random_games import KINDS, SPAN, RandomGame
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.rules.rules import Rules
    from kibitz.solve.store.solution import Solution

# Games that say their tier: two players and scores, with moves inside a tier and without.
TIERED = [
    "noughts",
    "peg:triangle,vacancy=1",
    FOUR := f"{EXAMPLES / 'four'}.py:rows=3,columns=4,line=3",
    MORRIS := f"{EXAMPLES / 'mens_morris'}.py:men=3",
]
if EVERYTHING:  # moves inside a tier, as in mens_morris
    TIERED.append("noughts:any,columns=4")
PLENTY = Resources(memory=8 << 30)
BY_TIERS = Effort().at(Pace(measured=0))  # small games, too
FLAT = ["noughts:oldest", f"{EXAMPLES / 'hanoi'}.py", "peg:triangle,side=4"]


def solve(rules: Rules, effort: Effort = BY_TIERS, **more: Any) -> Solution:
    """Solve by tiers, where there are any."""
    return in_memory.solve(rules, mode="compiled", effort=effort, **more)


def rules_of(name: str) -> Rules:
    return kibitz.game(name).rules


def flat(position: int) -> int:
    return 0


def rows(solution: Solution) -> list[bytes]:
    return [bytes(row) for row in (solution.positions, solution.codes, solution.images)]


@pytest.mark.parametrize("name", TIERED)
def test_the_solution_is_the_same_with_tiers(name: str) -> None:
    rules = rules_of(name)
    assert rules.tier is not None
    graph = Graph()
    solution = solve(rules, graph=graph)
    assert graph.tiers.lower_tiers  # it went by tiers
    assert rows(solution) == rows(solve(rules.replace(tier=None)))


@pytest.mark.parametrize("name", FLAT)
def test_one_tier_for_all_positions_is_allowed(name: str) -> None:
    rules = rules_of(name).replace(tier=None)
    solution = solve(rules.replace(tier=flat))
    assert rows(solution) == rows(solve(rules))


def valued_by_tiers(game: RandomGame) -> dict[int, int]:
    """Return the codes of a random game, tier by tier as the solver finds them."""
    rules, codes = game.rules(), dict[int, int]()
    for tier in range(len(game.edges) // SPAN):
        here = [at for at in game.reachable() if at // SPAN == tier]
        numbers = {at: number for number, at in enumerate(here)}
        moves = [move for at in here for move in game.edges[at]]
        valuing = tiers.TierValuing(rules, len(here), Effort.unlimited.watch())
        valuing.degrees[:] = [len(game.edges[at]) for at in here]
        valuing.worths[:] = [game.worths[at] for at in here]
        again = np.array([same for _, same in moves], bool) & (rules.same_mover is not None)
        costs = np.array([price for at in here for price in game.costs[at]], np.int32)
        below = [0 if to in numbers else codes[to] for to, _ in moves]
        targets = np.array([numbers.get(to, backward.LOWER) for to, _ in moves], np.int32)
        lower = np.array(below, valuing.codes.dtype)
        valuing.enter(slice(None), targets, lower, again, costs)
        valuing.keep_moves(targets, again, costs)
        codes |= zip(here, valuing.run().tolist(), strict=True)
    return codes


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_random_game_has_the_codes_of_a_naive_method(kind: str) -> None:
    for seed in range(12):
        game = RandomGame(seed, 5 * SPAN, **KINDS[kind])
        assert valued_by_tiers(game) == game.naive_codes(), seed


def test_the_table_is_the_same_file_with_tiers(tmp_path: Path) -> None:
    rules = rules_of(FOUR)
    files: list[bytes] = []
    for each in (rules, rules.replace(tier=None)):
        store = TableStore(str(tmp_path / str(len(files))))
        made = builder.InMemory("four", each, store)
        table = made.run(Effort().at(Pace(interpreted=0, measured=0)).watch())
        table.seconds = 0.0
        made.keep(table)
        (file,) = (tmp_path / str(len(files))).glob("*.table")
        files.append(file.read_bytes())
    assert files[0] == files[1]


@pytest.mark.parametrize("phase", ["exploring", "valuing"])
def test_interrupted_it_goes_on_from_a_file(tmp_path: Path, phase: str) -> None:
    rules = rules_of(MORRIS)
    whole = solve(rules)
    graph, checkpoint = Graph(), Checkpoint(str(tmp_path / "morris"), rules)
    calls = 0

    def interrupt(now: str, done: int, total: int | None) -> None:
        nonlocal calls
        calls += now == phase
        if calls == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(rules, graph=graph, progress=interrupt)
    keep_graph(checkpoint, "morris", graph)
    again = checkpoint.find(graph_of)
    assert again is not None
    assert again.begun
    assert {*again.tiers.found} == {*graph.tiers.found} != set()
    done: list[int] = []
    solver = tiers.TierSolver.__dict__["_valued" if phase == "valuing" else "_explore"]

    def noted(self: tiers.TierSolver, tier: int, *more: object) -> object:
        done.append(tier)
        return solver(self, tier, *more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tiers.TierSolver, solver.__name__, noted)
        solution = solve(rules, graph=again)
    assert rows(solution) == rows(whole)
    complete = graph.tiers.codes if phase == "valuing" else graph.tiers.found
    assert done
    assert not {*done} & {*complete}


def table_file(folder: Path, rules: Rules, resources: Resources | None, **more: object) -> bytes:
    store = TableStore(str(folder))
    table_making.make("morris", rules, store, resources=resources, effort=BY_TIERS, **more)  # type: ignore[arg-type]
    (file,) = folder.glob("*.table")
    assert not [*folder.glob("*.work")]
    return file.read_bytes()


@pytest.mark.parametrize("name", [TIERED[0], MORRIS])
def test_on_the_disk_the_table_is_the_same_file(tmp_path: Path, name: str) -> None:
    rules = rules_of(name)
    on_disk = table_file(tmp_path / "disk", rules, PLENTY)
    assert on_disk == table_file(tmp_path / "memory", rules.replace(tier=None), None)


def test_on_the_disk_it_goes_on_after_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_of(MORRIS)
    valued: list[int] = []
    value = tiers.TierSolver._valued

    def noted(self: tiers.TierSolver, tier: int) -> object:
        if len(valued) == 3:
            valued.append(-1)
            raise KeyboardInterrupt
        valued.append(tier)
        return value(self, tier)

    monkeypatch.setattr(tiers.TierSolver, "_valued", noted)
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        table_file(tmp_path / "disk", rules, PLENTY)
    on_disk = table_file(tmp_path / "disk", rules, PLENTY, notice=said.append)
    assert said == [table_making.GOING_ON]
    valued.remove(-1)
    assert len(valued) == len({*valued}) == 9  # each tier once
    assert on_disk == table_file(tmp_path / "memory", rules.replace(tier=None), None)


def test_what_does_not_fit_is_solved_in_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(self: tiers.TierSolver, tier: int) -> object:
        raise Exhausted("memory", 0, 0)

    monkeypatch.setattr(tiers.TierSolver, "_valued", too_much)
    rules = rules_of(TIERED[0])
    on_disk = table_file(tmp_path / "disk", rules, PLENTY)
    assert on_disk == table_file(tmp_path / "memory", rules.replace(tier=None), None)


def test_a_tier_that_rises_is_noticed() -> None:
    rules = rules_of("noughts").replace(tier=lambda position: position)
    with pytest.raises(InvalidRules, match="no move may raise it"):
        solve(rules)


def test_a_small_game_is_solved_at_once() -> None:
    graph = Graph()
    solve(rules_of("noughts"), effort=Effort().at(Pace(measured=1_000)), graph=graph)
    assert not graph.tiers.lower_tiers


def test_only_one_tier_is_held_with_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows for moves and slots are as long as a tier, not as long as the game."""
    rules = rules_of(FOUR)
    held = []
    valuing = tiers.TierValuing.__init__

    def noted(self: tiers.TierValuing, rules: Rules, count: int, watch: object) -> None:
        held.append(count)
        valuing(self, rules, count, watch)  # type: ignore[arg-type]

    monkeypatch.setattr(tiers.TierValuing, "__init__", noted)
    solution = solve(rules)
    assert sum(held) == len(solution)
    assert max(held) < len(solution) / 3
    assert np.asarray(solution.positions).size == len(solution)
