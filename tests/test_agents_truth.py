"""What the adapters say is true agrees with the tables, in every position of the small games."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

import every_game
import kibitz
from kibitz.adapters import pettingzoo, truth
from kibitz.adapters.arena import Arena, arena
from kibitz.adapters.gymnasium import PuzzleEnv
from kibitz.adapters.truth import Regret, regret
from kibitz.play import tables
from kibitz.solve.answer import Value
from kibitz.solve.pegs import whole_board
from kibitz.solve.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from kibitz.play.tables import GameTable

pytestmark = pytest.mark.usefixtures("tables_apart")
SMALL = ["noughts", "noughts:any", "noughts:oldest", "lgame", "peg:triangle", "lockout:helpers=2"]
SHOWN = 7  # every so many positions an environment is put there
FULL_COUNTS = {  # positions in full, as tests/data/counts.toml and arithmetic have them
    "noughts": 5478,
    "lgame": 18368,
    "lockout:helpers=2": 25 * 24 * 23 // 2,
}


@cache
def all_positions(name: str) -> list[int]:
    """Return every position of a game, mirror images included."""
    rules = every_game.game(name).rules
    seen = {rules.start} | set(rules.placements() if rules.placements else ())
    waiting = list(seen)
    for position in waiting:
        for move in rules.moves(position):
            after = rules.play(position, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return waiting


def told_by(name: str) -> Callable[[int], dict[str, Any]]:
    """Return what the adapter of a game tells of a position."""
    if every_game.game(name).rules.aim == "win":
        players = pettingzoo.raw_env(name)

        def tell(position: int) -> dict[str, Any]:
            players.reset(options={"position": position})
            return players.infos["player_0"]

        return tell
    puzzle = PuzzleEnv(name)
    return lambda position: puzzle.reset(options={"position": position})[1]


def rank(value: Value) -> tuple[int, int]:
    """Return what is greater, the better a value is for whoever has it."""
    steps = value.distance or 0
    if value.value in ("win", "solvable"):
        return 2, -steps
    if value.value == "draw":
        return 1, 0
    if value.value in ("loss", "unsolvable"):
        return 0, steps
    assert isinstance(value.value, int)
    return -value.value, 0


def before(value: Value) -> Value:
    """Return what a move is worth that leads to a position of that value."""
    turned = {"win": "loss", "loss": "win"}.get(str(value.value), value.value)
    counted = value.distance is not None
    return Value(turned, 1 + (value.distance or 0) if counted else None)


def value_in(table: GameTable) -> Callable[[int], Value]:
    return cache(table.value)


@pytest.mark.parametrize("name", SMALL)
def test_value_and_optimal_agree_with_the_table_everywhere(name: str) -> None:
    rules = every_game.game(name).rules
    value_of = value_in(kibitz.solve(name))
    tell = told_by(name)
    positions = all_positions(name)
    assert len(positions) == FULL_COUNTS.get(name, len(positions))
    here = arena(name)
    for at, position in enumerate(positions):
        value, optimal = here.value(position), here.optimal(position)
        if at % SHOWN == 0:
            told = tell(position)
            assert (told["value"], told["optimal"]) == (value, optimal)
        assert value == value_of(position)
        ranks = {m: rank(before(value_of(rules.play(position, m)))) for m in rules.moves(position)}
        best = max(ranks.values(), default=None)
        assert optimal == tuple(sorted(m for m, r in ranks.items() if r == best))


@pytest.mark.parametrize("name", SMALL)
def test_regret_is_what_the_values_differ_by(name: str) -> None:
    rules = every_game.game(name).rules
    value_of = value_in(kibitz.solve(name))
    here = arena(name)
    for position in all_positions(name)[:: {"lgame": 80, "noughts:oldest": 16}.get(name, 4)]:
        best = value_of(position)
        for move in list(rules.moves(position))[:20]:
            made = before(value_of(rules.play(position, move)))
            found = here.regret(position, here.actions.of(move))
            assert found is not None
            (won, steps), (got, taken) = rank(best), rank(made)
            solvable = rules.aim == "shortest"
            assert found.given == (won - got) // (2 if solvable else 1)
            assert found.delay == (steps - taken if won == got else 0)
            assert found.given >= 0
            assert found.delay >= 0


def test_regret_by_hand() -> None:
    # codes: win in d is d + 1, loss in d is -(d + 1), draw 0
    assert regret("win", 4, 4) == Regret(0, 0)
    assert regret("win", 4, 8) == Regret(0, 4)
    assert regret("win", 4, 0) == Regret(1, 0)
    assert regret("win", 4, -3) == Regret(2, 0)
    assert regret("win", 0, -3) == Regret(1, 0)
    assert regret("win", -9, -5) == Regret(0, 4)
    assert regret("shortest", 5, 7) == Regret(0, 2)
    assert regret("shortest", 5, 0) == Regret(1, 0)
    assert regret("shortest", 0, 0) == Regret(0, 0)
    assert regret("fewest", 2, 5) == Regret(3, 0)
    assert regret("fewest", 2, 0) == Regret(float("inf"), 0)
    assert repr(Regret(1, 0)) == "<gave away 1, and 0 moves>"
    assert Regret(1, 0) != (1, 0)


def test_unknown_is_said_and_nothing_is_guessed() -> None:
    english = arena("peg:english")
    start = english.rules.start
    assert english.value(start) == Value("unknown", None)
    assert english.optimal(start) is None
    assert english.regret(start, english.legal(start)[0]) is None


def test_a_position_that_the_table_lacks_is_unknown() -> None:
    here = arena("peg:triangle")
    other = here.game.parse(".-oo-ooo-oooo-ooooo")  # another hole is empty
    assert here.value(other) == Value("unknown", None)
    assert here.optimal(other) is None
    assert here.regret(other, here.legal(other)[0]) is None


@pytest.mark.usefixtures("soon_tired")
def test_a_game_that_turns_out_large_is_given_up() -> None:
    for name in (
        "noughts:rows=4,columns=4,line=4",
        "lockout:helpers=6",
        "lockout:rows=7,columns=8,helpers=12",
    ):
        assert arena(name).value(arena(name).rules.start) == Value("unknown", None)


@pytest.mark.usefixtures("soon_tired")
def test_a_kept_table_is_used_however_large() -> None:
    kibitz.solve("lockout:helpers=4")
    assert repr(arena("lockout").value(arena("lockout").rules.start)) == "solvable in 4"


def end_of(here: Arena, position: int, action: int) -> bool:
    """Tell whether an action ends the game, so that anybody can see what it was worth."""
    return here.is_over(here.rules.play(position, here.actions.move(action)))


def test_an_end_is_worth_what_the_rules_say_though_there_is_no_table() -> None:
    here = arena("peg:english")
    end = here.game.parse("..o-...-.......-o.....o-.......-...-...")
    assert here.value(end) == Value(3, None)
    assert here.optimal(end) == ()
    almost = here.game.parse("oo.-...-.......-o.....o-.......-...-...")
    assert here.value(almost) == Value("unknown", None)
    (action,) = here.legal(almost)
    assert here.regret(almost, action) is None


@pytest.mark.parametrize("kind", ["of the game", "of every position"])
def test_a_table_of_what_wins_knows_that_and_no_more(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = every_game.game("peg:triangle,vacancy=0")
    exact = Arena(game)
    assert exact.truth.known is not None
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    monkeypatch.setattr(tables, "MOST_HOLES", 10)
    assert game.rules.jumps is not None
    if kind == "of the game":
        kibitz.solve(game)
    else:
        whole_board.make(Shelf(), game.rules.jumps)
    vague = Arena(game)
    won = 0
    for position in all_positions(game.name):
        if not vague.legal(position):
            assert (vague.value(position), vague.optimal(position)) == (exact.value(position), ())
            continue
        if exact.value(position) != Value(1, None):
            ends = {action: end_of(vague, position, action) for action in vague.legal(position)}
            if not all(ends.values()):
                assert vague.value(position) == Value("unknown", None)
            continue
        won += 1
        assert vague.value(position) == Value(1, None)
        assert vague.optimal(position) == exact.optimal(position)
        for action in vague.legal(position):
            expected = exact.regret(position, action)
            found = vague.regret(position, action)
            if expected == Regret(0, 0) or end_of(vague, position, action):
                assert found == expected
            else:
                assert found is None
    assert won > 100


def test_the_games_that_are_small_are_known() -> None:
    for name in [*SMALL, "lockout"]:
        assert Arena(every_game.game(name)).truth.known is not None
    assert not truth.is_modest(every_game.game("peg:french"))
