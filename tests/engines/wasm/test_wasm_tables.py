"""Compiled to WebAssembly, rules give the same tables and the same searches as anywhere else."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from kibitz.conformance.subject import random_positions
from kibitz.engines.wasm.emitter.emitted_module import emitted, shared_module
from kibitz.games.collection import Collection
from kibitz.solve.array_backend import on_machine
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import Effort, Exhausted, Pace
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.memory.puzzle_search import PuzzleSearch
from kibitz.solve.search.puzzle_distance import DistanceSearch
from kibitz.solve.search.two_player_search import NOTHING_PROVED, PlayersSearch
from kibitz.solve.structure import lists_positions
from kibitz.web.site.compiled_games import compiled_names
from tests.support.scope import EVERYTHING
from tests.support.wasmtime_host import digest, expanded, new_machine

if TYPE_CHECKING:
    from kibitz.engines.wasm.machine import Machine
    from kibitz.rules.rules import Rules

GAMES = Collection()
COMPILED = [name for name in compiled_names(GAMES) if lists_positions(GAMES.game(name).rules)]
# Placements; two players, whose positions can recur; points; moves of different cost.
FEW = ("lockout", "lgame", "dots_and_boxes", "bridge")
NAMES = COMPILED if EVERYTHING else FEW
SEARCHED = [name for name in NAMES if serves("search", GAMES.game(name).rules)]
PUZZLES = [name for name in NAMES if serves("best", GAMES.game(name).rules)]
HELD = 2_000_000  # classes
SOME = Effort(positions=HELD, memory=8 << 30)
POSITIONS = 40


@lru_cache(maxsize=1)
def machine_for(name: str) -> Machine:
    return new_machine(shared_module(), emitted(GAMES.game(name).rules, fuel=None))


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_the_same(name: str) -> None:
    rules = GAMES.game(name).rules
    try:
        native = digest(solve(rules, effort=SOME))
    except Exhausted:
        pytest.skip("more positions than a test solves")
    with on_machine(machine_for(name)):
        assert digest(solve(rules, effort=SOME)) == native


@pytest.mark.parametrize("name", NAMES)
def test_expanded_positions_are_those_of_the_interpreter(name: str) -> None:
    rules = GAMES.game(name).rules
    positions = [rules.class_of(each) for each in random_positions(GAMES.game(name), 1, POSITIONS)]
    plain = expanded(rules, positions, compiled=False)
    with on_machine(machine_for(name)):
        assert expanded(rules, positions, compiled=True) == plain


@pytest.mark.parametrize("name", SEARCHED)
def test_searches_look_at_the_same_positions(name: str) -> None:
    rules = GAMES.game(name).rules
    begin = [*random_positions(GAMES.game(name), 5, 3)][-1]
    native = proved(rules, begin)
    with on_machine(machine_for(name)):
        assert proved(rules, begin) == native


def proved(rules: Rules, position: int) -> tuple[int, int, int]:
    search = PlayersSearch(rules, threads=1)
    pace = Pace(head_start=0.0)  # compiled code from the beginning
    with suppress(Exhausted):
        search.prove(position, NOTHING_PROVED, Effort(positions=20_000).at(pace).watch())
    return (*search.proof, search.searched)


@pytest.mark.parametrize("name", PUZZLES)
def test_searches_for_a_distance_look_at_the_same_positions(name: str) -> None:
    rules = GAMES.game(name).rules
    begin = [*random_positions(GAMES.game(name), 3, 9)][-1]
    native = distance(rules, begin)
    with on_machine(machine_for(name)):
        assert distance(rules, begin) == native


def distance(rules: Rules, position: int) -> tuple[int, int, int]:
    search = DistanceSearch(rules, position)
    with suppress(Exhausted):
        search.run(Effort(positions=20_000).at(Pace(head_start=0.0)).watch())
    return search.least, search.most, search.searched


def test_a_breadth_first_search_finds_the_same_line() -> None:
    rules = GAMES.game("lockout").rules
    begin = [*random_positions(GAMES.game("lockout"), 4, 3)][-1]
    pace = Pace(interpreted=0)
    native = PuzzleSearch(rules, begin, Effort().at(pace).watch())
    with on_machine(machine_for("lockout")):
        found = PuzzleSearch(rules, begin, Effort().at(pace).watch())
        assert (found.line(), found.code(begin)) == (native.line(), native.code(begin))
