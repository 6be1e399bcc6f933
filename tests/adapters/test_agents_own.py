"""The adapters take a game in a file as they take a registered one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

import kibitz
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
FOR_TWO = [name for name in GAMES if kibitz.game(f"{EXAMPLES / name}.py").rules.two_players]
PUZZLES = [name for name in GAMES if name not in FOR_TWO]


@pytest.mark.parametrize("name", PUZZLES)
def test_every_puzzle_among_the_examples_in_gymnasium(name: str) -> None:
    from kibitz.adapters import gymnasium

    env = gymnasium.make(str(EXAMPLES / f"{name}.py"), truth=False)
    _, info = env.reset(seed=1)
    _, _, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert not info["illegal"]


@pytest.mark.parametrize("name", FOR_TWO)
def test_every_game_for_two_among_the_examples_in_pettingzoo(name: str) -> None:
    from kibitz.adapters import pettingzoo

    env = pettingzoo.env(str(EXAMPLES / f"{name}.py"), truth=False)
    env.reset(seed=1)
    first = env.last()[0]
    env.step(env.action_space("player_0").sample(first["action_mask"]))
    assert env.agent_selection == "player_1" or env.unwrapped.arena.rules.same_mover


@pytest.mark.long
@pytest.mark.parametrize("name", [*PUZZLES, *FOR_TWO])
def test_every_example_in_pixels(name: str) -> None:
    from kibitz.adapters.arena import arena

    here = arena(str(EXAMPLES / f"{name}.py"))
    rules = here.rules
    after = rules.play(rules.start, next(iter(rules.moves(rules.start))))
    before, then = (here.render("rgb_array", one, None) for one in (rules.start, after))
    assert before.shape == then.shape
    assert before.shape[2] == 3
    assert (before != then).any()  # a move is seen


@pytest.mark.long
@pytest.mark.usefixtures("tables_apart")
@pytest.mark.parametrize("name", [*PUZZLES, *FOR_TWO])
def test_every_example_in_openspiel(name: str) -> None:
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


def test_two_files_with_one_name_in_openspiel(tmp_path: Path) -> None:
    from kibitz.adapters import openspiel

    for name in ("a-b.py", "a_b.py"):
        (tmp_path / name).write_text((EXAMPLES / "nim.py").read_text())
    openspiel.load(str(tmp_path / "a-b.py"))
    with pytest.raises(kibitz.KibitzError, match="same name"):
        openspiel.load(str(tmp_path / "a_b.py"))
