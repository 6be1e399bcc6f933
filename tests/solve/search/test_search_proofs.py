"""Search with proofs: it says what a table would say, or a bound that holds."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from kibitz.games.registry import game_named
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources.search_sources import FromSearch
from kibitz.rules.objectives.outcomes import Bound, Draw, Loss, Solvable, Unknown, Win
from kibitz.solve.effort import Effort, Exhausted, Pace
from kibitz.solve.invalid_rules import InvalidRules
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.search.search_kernels import next_question
from kibitz.solve.search.two_player_search import (
    NOTHING_PROVED,
    PlayersSearch,
    SearchArrays,
    outcome_of_proof,
)
from kibitz.solve.store.table_store import TableStore
from tests.support.own_games import EXAMPLES
from tests.support.scope import EVERYTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules import ClassId, PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.rules import Rules

FOUR = str(EXAMPLES / "four.py")
DODGEM = str(EXAMPLES / "dodgem.py")
CONNECT_FOUR = FOUR + ":rows=6,columns=7"
POSITIONS = Path(__file__).parents[2] / "data" / "connect4.txt"


def played(game: BaseGame, columns: str) -> PositionId:
    position = game.rules.start
    for column in columns:
        position = game.rules.play(position, int(column) - 1)
    return position


def along_random_games(rules: Rules, games: int) -> list[ClassId]:
    """Return the positions of games played at random, the same each time."""
    choice = random.Random(8)
    found = []
    for _ in range(games):
        position = rules.start
        while moves := list(rules.moves(position)):
            found.append(rules.class_of(position))
            position = rules.play(position, choice.choice(moves))
            if len(found) % 40 == 0:
                break
    return found


def anywhere(rules: Rules, count: int) -> list[int]:
    """Return so many positions, early and late ones, the same each time."""
    choice = random.Random(5)
    found: list[int] = []
    while len(found) < count:
        position = rules.start
        while moves := list(rules.moves(position)):
            position = rules.play(position, choice.choice(moves))
            if choice.random() < 0.1:
                found.append(position)
                break
    return found


@pytest.mark.parametrize(
    ("name", "games"),
    [
        (FOUR, 8 if EVERYTHING else 3),
        (str(EXAMPLES / "misere.py"), 8 if EVERYTHING else 3),  # the last player to move loses
        (DODGEM, 3),  # positions repeat
        *([("noughts", 12), (str(EXAMPLES / "chomp.py"), 8)] if EVERYTHING else []),
    ],
)
def test_a_search_says_what_the_table_says(name: str, games: int) -> None:
    rules = game_named(name).rules
    table = solve(rules)
    search = FromSearch(rules)
    for position in along_random_games(rules, games):
        code = table.code(position)
        assert code is not None
        assert search.ask(position, Effort(), None) == rules.objective.outcome(code)


@pytest.mark.parametrize(("name", "kinds"), [(FOUR, 2), (DODGEM, 1)])
def test_threads_ask_both_kinds_of_questions_only_where_games_end(name: str, kinds: int) -> None:
    """Where positions repeat, a question without a limit of depth has no end."""
    rules = game_named(name).rules
    search = PlayersSearch(rules, threads=1)
    with suppress(Exhausted):
        search.prove(rules.start, NOTHING_PROVED, Effort(positions=1, compile=False).watch())
    (first,) = search._rows
    asked = set()
    for number in range(4):
        thread = SearchArrays(*first.all[3].shape)
        thread.follow(first, number)
        asked.add(next_question(thread.state, len(thread.stack) - 2))
    assert len(asked) == kinds


@pytest.mark.parametrize("name", [FOUR, DODGEM])
def test_one_thread_and_four_prove_the_same(name: str) -> None:
    rules = game_named(name).rules
    one, four = PlayersSearch(rules, threads=1), PlayersSearch(rules, threads=4, alone=0)
    for position in anywhere(rules, 12):
        said = [search.prove(position, NOTHING_PROVED, Effort().watch()) for search in (one, four)]
        assert said[0] == said[1]
        assert said[0][0] == said[0][1]


@pytest.mark.parametrize(
    "name",
    ["noughts:oldest", *([str(EXAMPLES / "morris.py"), "noughts:any"] if EVERYTHING else [])],
)
def test_bounds_hold_in_games_that_repeat_positions(name: str) -> None:
    """A draw that can go on for ever is never proved by looking ahead; what is said is true."""
    rules = game_named(name).rules
    table = solve(rules)
    search = FromSearch(rules)
    settled = 0
    for position in along_random_games(rules, 6):
        code = table.code(position)
        assert code is not None
        true = rules.objective.outcome(code)
        said = search.ask(position, Effort(positions=12_000), None)
        assert said is not None
        if isinstance(said, Bound):
            assert said.best is None or true <= said.best
            assert said.worst is None or true >= said.worst
        elif not isinstance(said, Unknown):
            assert said == true
            settled += 1
    assert settled


@pytest.mark.timeout(120)
def test_connect_four_against_published_scores() -> None:
    game = game_named(CONNECT_FOUR)
    search = FromSearch(game.rules)
    for line in POSITIONS.read_text().splitlines():
        if line.startswith("#"):
            continue
        columns, score = line.split()
        outcome = search.ask(played(game, columns), Effort(), None)
        assert outcome is not None
        if score == "0":
            assert outcome == Draw()
            continue
        discs = len(columns) + (outcome.distance or 0)  # when it is over
        back = 22 - (discs + 1) // 2
        assert (back if isinstance(outcome, Win) else -back) == int(score), columns


def test_stopped_early_it_says_what_is_proved(tmp_path: Path) -> None:
    game = game_named(CONNECT_FOUR)
    store = TableStore(str(tmp_path), shipped="")  # without the opening book
    oracle = Oracle(game, store, Effort(positions=20_000))
    start = game.rules.start
    said = oracle.outcome(start)
    # The first player wins in 41 plies, so nothing is decided within the few that were searched.
    assert isinstance(said, Bound)
    assert isinstance(said.best, Win)
    assert isinstance(said.worst, Loss)
    won, lost = said.best.distance, said.worst.distance
    assert won is not None
    assert lost is not None
    assert 4 < won < 41
    assert str(said) == f"not decided within {min(won, lost) - 1} moves"
    assert said.as_json()["at_best"] == {"value": "win", "distance": won}
    assert oracle.outcome(start, Effort.lookup_only) == said, "it is remembered"


@pytest.mark.parametrize(
    ("bound", "words"),
    [
        (Bound(worst=Draw()), "at least a draw"),
        (Bound(worst=Draw(), best=Win(9)), "at least a draw"),
        (Bound(best=Draw()), "at best a draw"),
        (Bound(worst=Loss(12)), "not lost within 11 moves"),
        (Bound(worst=Loss(2)), "not lost within 1 move"),
        (Bound(best=Win(8)), "not won within 7 moves"),
        (Bound(worst=Win(15), best=Win(9)), "wins in 9 to 15 moves"),
        (Bound(worst=Loss(8), best=Loss(14)), "loses in 8 to 14 moves"),
        (Bound(worst=Win(15)), "wins within 15 moves"),
        (Bound(best=Solvable(14), worst=Solvable(17)), "solvable in 14 to 17 moves"),
        (Bound(best=Solvable(14)), "not solvable in fewer than 14 moves"),
        (Bound(best=Solvable(14, priced=True)), "not solvable at a cost below 14"),
        (
            Bound(best=Solvable(14, priced=True), worst=Solvable(17, priced=True)),
            "solvable at a cost of 14 to 17",
        ),
    ],
)
def test_bounds_in_words(bound: Bound, words: str) -> None:
    assert str(bound) == words


def test_a_position_with_more_moves_than_there_is_room_for() -> None:
    """Four in a row on 4 x 4 is a draw (J. Tromp's table of Connect Four)."""
    rules = game_named(FOUR).rules
    search = PlayersSearch(rules, width=2)
    assert outcome_of_proof(search.prove(rules.start, NOTHING_PROVED, Effort().watch())) == Draw()


def wins_sometimes_wrongly(rules: Rules) -> Rules:
    """Return rules whose `wins` is 1 at some positions where it should not be."""
    truth = rules.wins
    assert truth is not None

    def wins(position: int) -> int:
        return 1 if position % 29 == 0 else truth(position)

    return rules.replace(wins=wins)


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (wins_sometimes_wrongly, "wins is wrong at a position"),
        (
            lambda rules: rules.replace(max_game_length=9),
            "max_game_length is 9, but the game can take more moves",
        ),
    ],
)
def test_a_search_refuses_hints_that_it_sees_to_be_wrong(
    lie: Callable[[Rules], Rules], said: str
) -> None:
    pytest.importorskip("numba")
    rules = lie(game_named(FOUR).rules)
    search = PlayersSearch(rules, threads=1)
    with pytest.raises(InvalidRules, match=said):
        search.prove(rules.start, NOTHING_PROVED, Effort().watch())


def test_a_search_refuses_a_win_that_is_overlooked() -> None:
    """A hint of 0 is compared with the moves, where these are looked at."""
    pytest.importorskip("numba")
    game = game_named(FOUR)
    rules = game.rules.replace(wins=lambda position: 0)
    position = played(game, "121212")
    with pytest.raises(InvalidRules, match="wins is wrong at a position"):
        PlayersSearch(rules, threads=1).prove(position, NOTHING_PROVED, Effort().watch())


def in_some_order(position: int, move: int) -> int:
    """Return a rank of a move; no other test compiles a search with it."""
    return (move * 7919 + 5) & 15


def test_the_interpreter_takes_the_steps_of_compiled_code() -> None:
    """Which of the two searches is decided by what is compiled, so neither may prove more."""
    rules = game_named(FOUR + ":rows=4,columns=4").rules.replace(order=in_some_order)
    start = rules.class_of(rules.start)

    def proved(most: int, effort: Effort) -> tuple[int, tuple[int, int]]:
        search = PlayersSearch(rules, threads=1)
        with suppress(Exhausted):
            search.prove(start, NOTHING_PROVED, effort.replace(positions=most).watch())
        return search.searched, search.proof

    limits = (1, 30, 200, 700)
    plainly = [proved(most, Effort(compile=False)) for most in limits]
    assert not PlayersSearch(rules).ready
    assert plainly[-1][1] != NOTHING_PROVED
    compiled = [proved(most, Effort().at(Pace(head_start=0.0))) for most in limits]
    assert PlayersSearch(rules).ready
    assert plainly == compiled
    assert [proved(most, Effort(compile=False)) for most in limits] == compiled


@pytest.mark.long
def test_what_is_proved_is_known_while_a_search_goes_on() -> None:
    """A bar shows it, and after Ctrl-C it is said."""
    game = game_named(CONNECT_FOUR)
    start = game.rules.class_of(game.rules.start)
    seen = []

    def look(phase: str, done: int, total: int | None) -> None:
        seen.append(oracle.outcome(start, Effort.lookup_only))
        if isinstance(seen[-1], Bound):
            raise KeyboardInterrupt

    oracle = Oracle(game, TableStore(shipped=""), progress=look)
    with pytest.raises(KeyboardInterrupt):
        oracle.outcome(start, Effort(seconds=3600, compile=False))
    assert oracle.outcome(start, Effort.lookup_only) == seen[-1]
