"""A player may be to move again: every way of solving says so, and so does everybody who plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.conformance import examine
from kibitz.language.languages import Language
from kibitz.oracle.sources.search_sources import FromSearch
from kibitz.play.match_history import MatchState
from kibitz.play.match_record import match_from, text_of
from kibitz.play.session import Session
from kibitz.questions.match_views import seen
from kibitz.rules import PositionId
from kibitz.rules.objectives.objective import Code
from kibitz.rules.objectives.outcomes import Bound, Draw, Loss, Win
from kibitz.rules.rules import Rules
from kibitz.solve import table_making
from kibitz.solve.effort import Effort, Pace
from kibitz.solve.memory import in_memory
from kibitz.solve.resources import Resources
from kibitz.solve.store.fingerprint import identity
from kibitz.solve.store.table_store import TableStore
from tests.support.own_games import TWICE
from tests.support.random_games import RandomGame

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.solve.store.solution import Solution

GAME = RandomGame(4, 300)


def found(solution: Solution) -> dict[int, int]:
    return dict(zip(solution.positions, solution.codes, strict=True))


@pytest.mark.parametrize("seed", range(30))
def test_the_interpreter_agrees_with_the_oracle(seed: int) -> None:
    game = RandomGame(seed, 50)
    assert found(in_memory.solve(game.rules(), mode="interpreter")) == game.duel()


def test_every_way_of_solving_agrees_with_the_oracle(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    expected = GAME.duel()
    assert {*map(abs, expected.values())} > {*range(8)}  # far wins and losses, and draws
    rules = GAME.rules()
    assert found(in_memory.solve(rules.replace(tier=None), mode="compiled")) == expected
    by_tiers = Effort().at(Pace(measured=0))
    assert found(in_memory.solve(rules, mode="compiled", effort=by_tiers)) == expected
    for tier in (None, rules.tier):
        store = TableStore(str(tmp_path / str(tier is None)))
        ruled = rules.replace(tier=tier)
        table = table_making.make(
            "again", ruled, store, resources=Resources(memory=8 << 30), effort=by_tiers
        )
        assert {at: table.look_up(at) for at in table} == {
            at: rules.objective.outcome(Code(code)) for at, code in expected.items()
        }
        table.verify()


def test_a_search_agrees_with_the_oracle() -> None:
    pytest.importorskip("numba")
    rules = GAME.rules()
    search = FromSearch(rules)
    decided = [at for at, code in GAME.duel().items() if code]
    for at in decided[::15]:
        assert search.ask(PositionId(at), Effort(), None) == rules.objective.outcome(
            Code(GAME.duel()[at])
        )


def test_a_wrong_value_is_noticed() -> None:
    game = RandomGame(4, 60)
    rules = game.rules()
    turns = rules.replace(same_mover=None)
    assert found(in_memory.solve(turns, mode="interpreter")) != game.duel()
    assert identity(turns) != identity(rules)


def test_outcomes_one_move_earlier() -> None:
    assert [one.before(True) for one in (Win(2), Draw(), Loss(2))] == [Win(3), Draw(), Loss(3)]
    assert Bound(best=Win(3), worst=Draw()).before(True) == Bound(best=Win(4), worst=Draw())
    assert Bound(best=Win(3), worst=Draw()).before() == Bound(best=Draw(), worst=Loss(4))


def test_a_puzzle_has_no_other_player() -> None:
    rules = GAME.rules()
    with pytest.raises(ValueError, match="not to a puzzle"):
        rules.replace(aim="shortest")
    assert Rules.mover_after(rules.replace(aim="shortest", same_mover=None), 0, 0, 0) == 0


@pytest.fixture
def twice(tmp_path: Path) -> str:
    """The name of a game in a file in which a player can move several times."""
    file = tmp_path / "twice.py"
    file.write_text(TWICE)
    return str(file)


def test_who_is_to_move_follows_from_the_moves(twice: str) -> None:
    match = MatchState(kibitz.game(twice))
    for move in (2, 1, 2, 2):
        match.play(move)
    assert [match.mover_at(ply) for ply in range(5)] == [0, 0, 1, 1, 0]
    assert (match.over, match.winner) == (True, 1)
    loaded = match_from(text_of(match), kibitz.game)
    assert (loaded.winner, loaded.mover_at(1)) == (1, 0)
    assert seen(match, Language("en"))["movers"] == [0, 0, 1, 1, 0]


def test_outcomes_of_moves_are_for_the_player_who_makes_them(twice: str) -> None:
    start = kibitz.game(twice).start
    outcomes = {move.text: move.outcome for move in start.moves}
    assert outcomes == {"take1": start.play("take1").outcome.before(), "take2": Win(4)}
    assert start.play("take2").outcome == Win(3)
    session = Session(MatchState(kibitz.game(twice)))
    session.play("take2")
    comment = session.comment()
    assert comment is not None
    assert (comment.made, comment.is_mistake) == (Win(4), False)


def test_the_computer_goes_on_and_a_turn_is_undone_whole(twice: str) -> None:
    match = kibitz.Match(twice, players=("human", "perfect"))
    match.play("take1")  # six are left: the computer takes two, and two again, and two
    assert match.is_over
    assert (len(match.moves), match.winner) == (4, 1)
    match.undo()
    assert match.moves == []


def test_the_doctor_finds_nothing_wrong(twice: str) -> None:
    assert [wrong for _, wrong in examine(kibitz.game(twice)) if wrong] == []


def test_pettingzoo_selects_the_agent_again(twice: str) -> None:
    pytest.importorskip("pettingzoo")
    from kibitz.adapters import pettingzoo

    env = pettingzoo.env(twice)
    env.reset()
    selected = []
    for move in ("take2", "take1", "take2", "take2"):
        selected.append(env.agent_selection)
        arena = env.unwrapped.arena
        number = arena.game.parse_move(env.unwrapped.position, move)
        env.step(arena.actions.of(number))
    assert selected == ["player_0", "player_0", "player_1", "player_1"]
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}


def test_openspiel_names_the_player_again(twice: str) -> None:
    pytest.importorskip("pyspiel")
    from kibitz.adapters import openspiel

    state = openspiel.load(twice).new_initial_state()
    players = []
    for move in ("take2", "take1", "take2", "take2"):
        players.append(state.current_player())
        legal = {state.action_to_string(each): each for each in state.legal_actions()}
        state.apply_action(legal[move])
    assert players == [0, 0, 1, 1]
    assert state.returns() == [-1.0, 1.0]
