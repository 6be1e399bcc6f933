"""The adapters take a game in a file as they take a registered one."""

from __future__ import annotations

import inspect
import os
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.rules.family import OWN_PARAMETERS
from tests.support.own_games import EXAMPLES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("tables_apart")
def test_a_game_for_two_in_a_file() -> None:
    from kibitz.adapters import pettingzoo

    env = pettingzoo.env(str(EXAMPLES / "nim.py:heaps=123"))
    env.reset()
    assert env.infos["player_0"]["value"].value == "loss"  # the nim-sum of 1, 2 and 3 is 0
    while not any(env.terminations.values()):
        env.step(env.infos[env.agent_selection]["optimal"][0])
    assert env.rewards == {"player_0": -1, "player_1": 1}


@pytest.mark.usefixtures("tables_apart")
def test_a_puzzle_in_a_file() -> None:
    from kibitz.adapters import gymnasium

    env = gymnasium.PuzzleEnv(str(EXAMPLES / "hanoi.py:discs=3"))
    _, info = env.reset(seed=1)
    moves = 0
    over = False
    while not over:
        _, _, over, _, info = env.step(info["optimal"][0])
        moves += 1
    assert moves == 2**3 - 1


@pytest.mark.usefixtures("tables_apart")
def test_gymnasium_makes_a_puzzle_in_a_file() -> None:
    from kibitz.adapters import gymnasium

    env = gymnasium.make(str(EXAMPLES / "hanoi.py:discs=3"), step_limit=50)
    _, info = env.reset(seed=1)
    assert (info["value"].value, info["value"].distance) == ("solvable", 2**3 - 1)
    assert env.get_wrapper_attr("step_limit") == 50
    again = gymnasium.make(str(EXAMPLES / "hanoi.py"), discs=2)
    assert again.reset()[1]["value"].distance == 2**2 - 1
    _, info = gymnasium.make(str(EXAMPLES / "nim.py"), side=1).reset(seed=1)
    assert info["mover"] == 1  # the opponent has moved


GAMES = sorted(path.stem for path in EXAMPLES.glob("*.py") if "def game(" in path.read_text())
# All libraries read the arena of a game, so each takes a game of each objective of the examples.
PUZZLES = ["bridge", "hanoi", "no_three_in_line"]
FOR_TWO = ["dodgem", "dots_and_boxes", "nim"]


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_of_each_objective_in_gymnasium(name: str) -> None:
    from kibitz.adapters import gymnasium

    env = gymnasium.make(str(EXAMPLES / f"{name}.py"), truth=False)
    _, info = env.reset(seed=1)
    _, _, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert not info["illegal"]


@pytest.mark.parametrize("name", FOR_TWO)
def test_a_game_for_two_of_each_objective_in_pettingzoo(name: str) -> None:
    from kibitz.adapters import pettingzoo

    env = pettingzoo.env(str(EXAMPLES / f"{name}.py"), truth=False)
    env.reset(seed=1)
    first = env.last()[0]
    env.step(env.action_space("player_0").sample(first["action_mask"]))
    assert env.agent_selection == "player_1" or env.unwrapped.arena.rules.same_mover


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_arena_of_every_example(name: str) -> None:
    from kibitz.adapters.arena import arena

    here = arena(str(EXAMPLES / f"{name}.py"))
    rules = here.rules
    moves = list(rules.moves(rules.start))
    legal = here.actions.legal(rules.start)
    assert {here.actions.move(action) for action in legal} == set(moves)
    before, then = (
        here.render("rgb_array", one, None)
        for one in (rules.start, rules.play(rules.start, moves[0]))
    )
    assert before.shape == then.shape
    assert before.shape[2] == 3
    assert (before != then).any()  # a move is seen


@pytest.mark.long
@pytest.mark.usefixtures("tables_apart")
@pytest.mark.parametrize("name", [*PUZZLES, *FOR_TWO])
def test_an_example_of_each_objective_in_openspiel(name: str) -> None:
    import pyspiel

    from kibitz.adapters import openspiel

    game = openspiel.load(str(EXAMPLES / f"{name}.py"), step_limit=30)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.usefixtures("tables_apart")
def test_openspiel_takes_the_parameters_of_a_file() -> None:
    from kibitz.adapters import openspiel

    game = openspiel.load(str(EXAMPLES / "nim.py:heaps=123"))
    assert game.max_game_length() == 1 + 2 + 3
    assert game.new_initial_state().value().value == "loss"


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    from kibitz.adapters import openspiel, pettingzoo

    file = tmp_path / "changing.py"
    text = (EXAMPLES / "nim.py").read_text()
    file.write_text(text)
    before = openspiel.load(str(file)).max_game_length()
    file.write_text(text.replace('heaps="345"', 'heaps="12"'))
    os.utime(file, ns=(1, 1))  # so that it is another time, however coarse the clock
    assert before == 3 + 4 + 5
    assert openspiel.load(str(file)).max_game_length() == 1 + 2
    assert pettingzoo.raw_env(str(file), truth=False).arena.longest == 1 + 2


def test_what_stands_in_the_name_of_a_game_is_its_own() -> None:
    from kibitz.adapters import gymnasium, pettingzoo

    four_by_four = kibitz.game("dodgem:side=4").start.text
    for choices in ({}, {"side": 0}, {"side": None}):
        env = gymnasium.make("dodgem:side=4", opponent=None, truth=False, **choices)
        assert env.reset(seed=1)[1]["position"] == four_by_four
        many = kibitz.vector_env("dodgem:side=4", 2, opponent=None, **choices)
        many.reset(seed=1)
        assert many.arena.game.text(many.positions[0]) == four_by_four
    named = pettingzoo.raw_env("dodgem", side=4, truth=False)  # it has no side of its own
    assert named.arena.game.name == many.arena.game.name
    _, info = gymnasium.make("dodgem:side=4", side=1, truth=False).reset(seed=1)
    assert info["mover"] == 1


def test_a_parameter_that_is_given_twice_or_in_the_wrong_place_is_a_sentence(
    tmp_path: Path,
) -> None:
    from kibitz.adapters import gymnasium, openspiel, pettingzoo

    in_its_name = "0, 1 or None, not 4; the side of dodgem is part of its name: dodgem:side=4"
    for refused in (
        lambda: gymnasium.make("dodgem", side=4),
        lambda: kibitz.vector_env("dodgem", 2, side=4),
    ):
        with pytest.raises(kibitz.KibitzError, match=in_its_name):
            refused()
    with pytest.raises(kibitz.KibitzError, match="no side; the side of peg:triangle is part of"):
        kibitz.vector_env("peg:triangle", 2, side=4)
    for twice in (
        lambda: gymnasium.make("peg:triangle,side=4", side=6),
        lambda: kibitz.vector_env("noughts:rows=3", 2, rows=4),
        lambda: pettingzoo.env("dodgem:side=4", side=3),
    ):
        with pytest.raises(kibitz.KibitzError, match="is given twice"):
            twice()
    own = tmp_path / "own.py"
    text = (EXAMPLES / "nim.py").read_text()
    own.write_text(text.replace('heaps="345"', 'heaps="345", step_limit=3, effort=2, name=1'))
    for wrong in ({"step_limit": 0}, {"effort": 5}):
        (word,) = wrong
        for make in (gymnasium.make, pettingzoo.env):
            with pytest.raises(kibitz.KibitzError, match=f"the {word} of .* is part of its name"):
                make(str(own), **wrong)
    assert pettingzoo.raw_env(str(own), name=2).arena.game.name.parameters == {"name": "2"}
    with pytest.raises(kibitz.KibitzError, match=r"step_limit is a parameter of .* rename"):
        openspiel.load(str(own))


def test_the_names_of_what_environments_take_are_listed() -> None:
    from kibitz.adapters import gymnasium, gymnasium_game, openspiel, pettingzoo

    taken: set[str] = set()
    for taker in (
        gymnasium.PuzzleEnv, gymnasium_game.GameEnv, gymnasium.make, kibitz.vector_env,
        pettingzoo.raw_env, pettingzoo.env, openspiel.load,
    ):  # fmt: skip
        named = inspect.signature(taker).parameters.values()
        taken |= {one.name for one in named if one.kind is not one.VAR_KEYWORD}
    assert set(OWN_PARAMETERS) == taken


def test_two_files_with_one_name_in_openspiel(tmp_path: Path) -> None:
    from kibitz.adapters import openspiel

    for name in ("a-b.py", "a_b.py"):
        (tmp_path / name).write_text((EXAMPLES / "nim.py").read_text())
    openspiel.load(str(tmp_path / "a-b.py"))
    with pytest.raises(kibitz.KibitzError, match="same name"):
        openspiel.load(str(tmp_path / "a_b.py"))
