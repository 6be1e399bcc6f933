"""Every game passes OpenSpiel's own tests."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pyspiel
import pytest

import kibitz
from kibitz.adapters import openspiel as adapter
from kibitz.adapters.environment_list import entries
from kibitz.adapters.game_length import longest_game
from kibitz.games.registry import BUILT_IN
from tests.support import every_game

pytestmark = pytest.mark.usefixtures("tables_apart")


def playthrough(game: str, **options: Any) -> str:
    """Return OpenSpiel's account of a game; its import takes a second of every process of tests."""
    from open_spiel.python.algorithms import generate_playthrough

    account: str = generate_playthrough.playthrough(game, **options)
    return account


def test_every_listed_game_is_tested() -> None:
    tested = {every_game.game(name).name for name in every_game.names()}
    built_in = {one.name for one in entries() if one.ready and one.family.name in BUILT_IN}
    assert built_in <= tested
    assert {adapter.identifier(entry) for entry in entries()} <= set(pyspiel.registered_names())


# A variant of each built-in game, and boards of other sizes.
SHOWN = sorted({*every_game.names()} - {*every_game.UNUSUAL[3:]})


@pytest.mark.parametrize("name", SHOWN)
def test_random_play_with_serialisation(name: str) -> None:
    game = adapter.load(name, step_limit=60)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize("name", SHOWN)
def test_playthrough(name: str) -> None:
    text = playthrough(str(adapter.load(name, step_limit=20)), action_sequence=None, seed=5)
    assert "IsTerminal() = True" in text
    assert "# Apply action" in text


def test_playthrough_says_what_was_played() -> None:
    text = playthrough("kibitz_noughts", action_sequence=[0, 4, 8, 2, 6, 3, 7])
    assert 'StringLegalActions() = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]' in text
    assert "Returns() = [1, -1]" in text


def test_histories_that_meet_share_what_is_known() -> None:
    game = pyspiel.load_game("kibitz_noughts")
    states = []
    for history in ([0, 4, 8], [8, 4, 0]):
        state = game.new_initial_state()
        for action in history:
            state.apply_action(action)
        states.append(state)
    one, other = states
    assert one.now is other.now is other.clone().now
    assert one.history() != other.history()
    one.apply_action(1)
    assert other.legal_actions() == [1, 2, 3, 5, 6, 7]
    assert one.legal_actions() == [2, 3, 5, 6, 7]


def test_returns_of_each_aim() -> None:
    lockout = adapter.load("lockout").new_initial_state()
    pegs = adapter.load("peg:triangle").new_initial_state()
    for state in (lockout, pegs):
        while not state.is_terminal():
            state.apply_action(state.optimal()[0])
    assert lockout.returns() == [pytest.approx(1 - 4 / 201)]
    assert pegs.returns() == [0.0]
    cut_off = adapter.load("lgame", step_limit=1).new_initial_state()
    cut_off.apply_action(cut_off.legal_actions()[0])
    assert cut_off.is_terminal()
    assert cut_off.returns() == [0.0, 0.0]
    unfinished = adapter.load("peg:triangle", step_limit=1).new_initial_state()
    unfinished.apply_action(unfinished.legal_actions()[0])
    assert unfinished.returns() == [-15.0]


def test_a_state_knows_the_truth_and_so_does_its_copy() -> None:
    state = pyspiel.load_game("kibitz_noughts").new_initial_state()
    state.apply_action(0)
    game, same = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(game) == str(state.get_game())
    for each in (state, state.clone(), same):
        assert each.value().value == "draw"
        assert each.optimal() == (4,)
        assert each.hint() == 4
        assert (each.regret(4), each.delay(4)) == (0.0, 0.0)
        assert (each.regret(1), each.delay(1)) == (1.0, 0.0)
    assert "kz-s-cross" in state._repr_svg_()


LONGEST = {
    "noughts": 9,
    "noughts:rows=4,columns=4,line=4": 16,  # a piece on every square
    "peg:triangle": 13,  # from 14 pegs to one
    "peg:english": 31,
    "noughts:oldest": 200,  # pieces can go round in circles
    "lgame": 200,
    "lockout": 4,  # no slide from this start leads back
}


@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_game_fits_the_game(name: str) -> None:
    assert adapter.load(name).max_game_length() == LONGEST[name]
    assert adapter.load(name, step_limit=3).max_game_length() == 3


@pytest.mark.parametrize("name", ["noughts", "peg:triangle", "noughts:rows=2,columns=3"])
def test_the_longest_game_is_found_where_the_rules_do_not_say(name: str) -> None:
    rules = every_game.game(name).rules
    silent = rules.replace(max_game_length=None)
    assert longest_game(silent) == rules.max_game_length is not None
    assert longest_game(silent, most_visited=5) is None


def test_a_text_that_looks_like_a_number_is_put_in_quotes() -> None:
    game = adapter.load("peg:triangle,side=4,vacancy=0")
    assert game.arena.game.name == "peg:triangle,side=4,vacancy=0"
    assert "vacancy='0'" in str(game)
    plain = pyspiel.load_game("kibitz_peg_english(vacancy=c4)")
    assert plain.arena.game.name == "peg:english,vacancy=c4"


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(kibitz.UnknownGame, match="no variant"):
        adapter.load("peg:nowhere")
    with pytest.raises(kibitz.KibitzError, match="step limit"):
        adapter.load("noughts", step_limit=0)


def test_the_interpreter_ends_in_peace() -> None:
    program = (
        "import pyspiel, kibitz.adapters.openspiel; "
        "print(pyspiel.load_game('kibitz_lgame').new_initial_state())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
