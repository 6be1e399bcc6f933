"""What the adapters say is true agrees with the tables, all over the small games."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from kibitz.adapters import arena as adapters
from kibitz.adapters import pettingzoo
from kibitz.adapters.arena import SMALL_GAME, Arena, arena
from kibitz.adapters.gymnasium import PuzzleEnv
from kibitz.engines.pegs import peg_solver
from kibitz.engines.pegs.sets import whole_board
from kibitz.oracle.named_tables import table_of
from kibitz.oracle.oracle import Oracle
from kibitz.rules.objectives.outcomes import Bound, Leaves, Regret, Solvable, Unknown
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore
from tests.support import every_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from kibitz.rules import PositionId
    from kibitz.rules.objectives.outcomes import Outcome

pytestmark = pytest.mark.usefixtures("tables_apart")
unwarned = pytest.mark.filterwarnings("ignore:there is no table of:UserWarning")
SMALL = ["noughts", "noughts:any", "noughts:oldest", "lgame", "peg:triangle", "lockout:helpers=2"]
# With its corner empty; no table of it is shipped by this name.
TRIANGLE = "peg:drawn,lattice=triangular,board=____.____-___o_o___-__o_o_o__-_o_o_o_o_-o_o_o_o_o"
LOOKED_AT = 1_000  # positions of a game, spread over all of them
SHOWN = 7  # an environment is put to one of 7 of these
FULL_COUNTS = {  # positions in full, as tests/data/counts.toml and arithmetic have them
    "noughts": 5478,
    "lgame": 18368,
    "lockout:helpers=2": 25 * 24 * 23 // 2,
}


@cache
def all_positions(name: str) -> list[PositionId]:
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
            return players.infos[players.agent_selection]

        return tell
    puzzle = PuzzleEnv(name)
    return lambda position: puzzle.reset(options={"position": position})[1]


def rank(value: Outcome) -> tuple[int, int]:
    """Return what is greater, the better a value is for the player who has it."""
    steps = value.distance or 0
    if value.value in ("win", "solvable"):
        return 2, -steps
    if value.value == "draw":
        return 1, 0
    if value.value in ("loss", "unsolvable"):
        return 0, steps
    assert isinstance(value.value, int)
    return -value.value, 0


def outcome_in(name: str) -> Callable[[int], Outcome]:
    return cache(Oracle(every_game.game(name), table=table_of(name)).outcome)


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_value_and_optimal_agree_with_the_table(name: str) -> None:
    rules = every_game.game(name).rules
    value_of = outcome_in(name)
    tell = told_by(name)
    positions = all_positions(name)
    assert len(positions) == FULL_COUNTS.get(name, len(positions))
    here = arena(name)
    for at, position in enumerate(positions[:: -(-len(positions) // LOOKED_AT)]):
        value, optimal = here.value(position), here.at(position).optimal
        if at % SHOWN == 0:
            reported = tell(position)
            assert (reported["value"], reported["optimal"]) == (value, optimal)
        assert value == value_of(position)
        ranks = {m: rank(value_of(rules.play(position, m)).before()) for m in rules.moves(position)}
        best = max(ranks.values(), default=None)
        assert optimal == tuple(sorted(m for m, r in ranks.items() if r == best))


@pytest.mark.parametrize("name", SMALL)
def test_regret_is_what_the_values_differ_by(name: str) -> None:
    rules = every_game.game(name).rules
    value_of = outcome_in(name)
    here = arena(name)
    for position in all_positions(name)[:: {"lgame": 80, "noughts:oldest": 16}.get(name, 4)]:
        best = value_of(position)
        for move in list(rules.moves(position))[:20]:
            made = value_of(rules.play(position, move)).before()
            found = here.at(position).regret(here.actions.of(move))
            assert found is not None
            (won, steps), (got, taken) = rank(best), rank(made)
            solvable = rules.aim == "shortest"
            assert found.given == (won - got) // (2 if solvable else 1)
            assert found.delay == (steps - taken if won == got else 0)
            assert found.given >= 0
            assert found.delay >= 0


@unwarned
def test_agents_that_search_know_what_everybody_knows() -> None:
    """A large board without a table: a solution is found by search, and what is lost is a bound."""
    english = arena("peg:english", SMALL_GAME)
    start = english.rules.start
    assert english.value(start) == Solvable(score=1)
    assert set(english.at(start).optimal or ()) <= set(english.at(start).legal)
    assert english.at(start).regret(english.at(start).legal[0]) == Regret(0, 0)


def test_a_position_that_the_table_lacks_is_worked_out_if_asked_to() -> None:
    here, searching = arena("peg:triangle"), arena("peg:triangle", SMALL_GAME)
    other = here.game.parse(".-oo-ooo-oooo-ooooo")  # another hole is empty
    assert isinstance(here.value(other), Unknown)
    assert here.at(other).optimal is None
    assert searching.value(other) == Solvable(score=1)
    assert searching.at(other).optimal


LARGE = "noughts:rows=4,columns=4,line=4"


def test_agents_do_not_search_unless_asked_and_a_warning_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = every_game.game(LARGE)
    here = Arena(game, small=Effort(positions=100))  # so that it is a large game
    with pytest.warns(UserWarning, match=f"{LARGE} makes one, effort=.* truth=False"):
        value = here.value(game.rules.start)
    assert isinstance(value, Unknown)
    assert "search only with an effort" in str(value.reason)
    monkeypatch.setattr(adapters, "Oracle", None)  # nothing more is asked for
    for position in every_game.random_positions(game, seed=1, count=30):  # nor warned of
        over = game.rules.is_over(position)
        assert here.value(position).known == over
        assert here.at(position).optimal == (() if over else None)
        for action in here.at(position).legal:
            assert here.at(position).regret(action) is None


@pytest.mark.long
@unwarned
@pytest.mark.parametrize(
    ("name", "effort"),
    [
        (LARGE, Effort(positions=300, compile=False)),
        ("peg:english", Effort(positions=500)),
    ],
)
def test_what_was_asked_before_makes_no_difference(name: str, effort: Effort) -> None:
    game = every_game.game(name)
    rules, chance = game.rules, random.Random(5)
    way = [rules.start]
    while len(way) < 12 and (moves := list(rules.moves(way[-1]))):
        way.append(rules.play(way[-1], chance.choice(moves)))

    def reported(here: Arena, position: int) -> tuple[object, ...]:
        regrets = [here.at(position).regret(action) for action in here.at(position).legal[:2]]
        return here.value(position), regrets, here.at(position).optimal

    one, other = Arena(game, effort), Arena(game, effort)
    there = [reported(one, position) for position in way]
    back = [reported(other, position) for position in reversed(way)]
    assert there == back[::-1]
    assert [reported(Arena(game, effort), position) for position in way[-2:]] == there[-2:]


@pytest.mark.parametrize(
    "name",
    [
        "noughts:rows=4,columns=4,line=4",
        "lockout:rows=7,columns=8,helpers=12",
    ],
)
def test_a_game_that_turns_out_large_is_unknown_and_nothing_is_guessed(name: str) -> None:
    here = Arena(every_game.game(name), Effort(positions=100))
    start = here.rules.start
    with pytest.warns(UserWarning, match="each position is searched, which is slow"):
        assert isinstance(here.value(start), Unknown)
    assert here.at(start).optimal is None
    assert here.at(start).regret(here.at(start).legal[0]) is None


@unwarned
def test_a_kept_table_is_used_however_large() -> None:
    name = "noughts:any,pieces=4"
    assert not arena(name, Effort(positions=0)).value(0).known
    start = table_of(name).look_up(every_game.game(name).rules.start)
    assert arena(name, Effort(positions=0)).value(0) == start  # from now on


def test_an_end_is_worth_what_the_rules_say_though_there_is_no_table() -> None:
    here = arena("peg:english")
    end = here.game.parse("..o-...-.......-o.....o-.......-...-...")
    assert here.value(end) == Leaves(3)
    assert here.at(end).optimal == ()


@pytest.mark.parametrize("kind", ["of the game", "of every position"])
def test_a_table_of_what_wins_knows_that_and_is_asked_first(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = every_game.game(TRIANGLE)
    exact = Arena(game)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    monkeypatch.setattr(peg_solver, "MOST_LISTED", 10)
    if kind == "of the game":
        table_of(game)
    else:
        whole_board.make(TableStore(), game.rules.jumps)
    vague = Arena(game)
    won = 0
    for position in all_positions(game.name):
        if exact.value(position) == Solvable(score=1):
            won += 1
            assert vague.value(position) == Solvable(score=1)
            assert vague.at(position).optimal == exact.at(position).optimal
        else:
            assert vague.value(position) in (exact.value(position), Bound(best=Leaves(2)))
    assert won > 100


def test_the_games_that_are_small_are_known() -> None:
    for name in [*SMALL, "lockout"]:
        game = every_game.game(name)
        here = Arena(game)
        assert here.value(game.rules.start) == Oracle(game, effort=Effort()).outcome(
            game.rules.start
        )
        assert here.value(game.rules.start).known
