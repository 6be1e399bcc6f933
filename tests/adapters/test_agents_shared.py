"""What the adapters share: the numbers of moves, the planes of a board, its pixels, the list."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import random
import re
import subprocess
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import numpy as np
import pytest

import kibitz
from kibitz.adapters.arena import arena
from kibitz.adapters.environment_list import entries, located
from kibitz.adapters.raster import draws_letters, pixels
from kibitz.adapters.step_info import Info
from kibitz.export.actions import Actions
from kibitz.export.planes import Planes
from tests.support import every_game

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("name", every_game.names())
def test_actions_go_there_and_back(name: str) -> None:
    game = every_game.game(name)
    numbered = Actions(game)
    for position in every_game.random_positions(game, seed=2, count=60):
        legal = numbered.legal(position)
        assert legal == sorted(set(legal))
        assert all(0 <= action < numbered.count for action in legal)
        assert {numbered.move(action) for action in legal} == set(game.rules.moves(position))
        assert [numbered.of(numbered.move(action)) for action in legal] == legal


@pytest.mark.parametrize("name", ["noughts:any", "lockout:helpers=2", "peg:triangle"])
def test_moves_of_a_game_that_does_not_say_are_collected(name: str) -> None:
    reported, silent = every_game.game(name), every_game.game(name)
    silent.rules = silent.rules.replace(distinct_moves=None)
    numbered = Actions(silent)
    assert numbered.count <= Actions(reported).count
    used = set()
    for position in every_game.random_positions(reported, seed=1, count=2000):
        legal = numbered.legal(position)
        assert {numbered.move(action) for action in legal} == set(reported.rules.moves(position))
        assert [numbered.of(numbered.move(action)) for action in legal] == legal
        used |= set(legal)
    assert used <= set(range(numbered.count))


@pytest.mark.parametrize("name", ["lgame", "lockout"])
def test_a_large_game_has_to_say(name: str) -> None:
    game = every_game.game(name)
    game.rules = game.rules.replace(distinct_moves=None)
    with pytest.raises(kibitz.KibitzError, match="distinct_moves"):
        Actions(game, most=500)


def test_what_a_large_game_has_to_say() -> None:
    game = every_game.game("noughts:oldest")
    game.rules = game.rules.replace(distinct_moves=None)
    with pytest.raises(kibitz.KibitzError, match="distinct_moves=9, if 8 is the greatest"):
        Actions(game, most=500)


@pytest.mark.parametrize("name", every_game.names())
def test_no_game_takes_longer_than_the_rules_say(name: str) -> None:
    rules = every_game.game(name).rules
    chance = random.Random(name)
    for _ in range(20):
        position, moves = rules.start, 0
        while moves < 100 and (legal := list(rules.moves(position))):
            position = rules.play(position, chance.choice(legal))
            moves += 1
        assert rules.max_game_length is None or moves <= rules.max_game_length


@pytest.mark.parametrize("name", every_game.names())
def test_planes_hold_the_whole_board(name: str) -> None:
    game = every_game.game(name)
    planes = Planes(game)
    for position in every_game.random_positions(game, seed=4, count=30):
        for mover in (0, 1):
            seen = planes.see(position, to_move=mover == 0)
            read = [
                [game.signs[int(plane)] for plane in np.flatnonzero(seen[:, row, column])]
                for row, column in game.board.places
            ]
            assert read == [[sign] for sign in game.pieces(position, mover)]
            assert seen.sum() == len(game.board)


def test_a_picture_as_pixels_has_the_size_colours_and_letters_of_the_drawing() -> None:
    triangle = arena("peg:triangle")
    svg = triangle.svg(triangle.rules.start, None)
    painted = triangle.render("rgb_array", triangle.rules.start, None)
    drawn = ElementTree.fromstring(svg)
    assert painted.shape == (float(drawn.attrib["height"]), float(drawn.attrib["width"]), 3)
    paper = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'>{}</svg>"
    red = pixels(paper.format("<rect width='2' height='3' fill='#f00'/>"))
    assert (red[:, :2] == (255, 0, 0)).all()
    assert (red[:, 2:] == 255).all()
    assert draws_letters()
    assert not np.array_equal(painted, pixels(re.sub("<text.*?</text>", "", svg)))


def test_the_list_names_every_variant_once() -> None:
    listed = entries()
    wanted = {(family.name, variant) for family in kibitz.families() for variant in family.variants}
    assert {(entry.family.name, entry.variant) for entry in listed} == wanted
    assert len({entry.identifier("-") for entry in listed}) == len(listed) == len(wanted)


@pytest.mark.parametrize("name", every_game.names())
def test_a_name_is_found_in_the_list(name: str) -> None:
    entry, whole = located(name)
    assert whole == every_game.game(name).name
    assert arena(entry.name, None, whole.parameters).game.name == whole


def test_an_arena_survives_copying() -> None:
    here = arena("noughts")
    assert copy.deepcopy(here) is here
    assert pickle.loads(pickle.dumps(here)) is here


class Asked:
    """A view that counts how often its best actions are asked for."""

    def __init__(self) -> None:
        self.times = 0

    @property
    def optimal(self) -> tuple[int, ...]:
        self.times += 1
        return (1, 2)


READS: dict[str, Callable[[Info], object]] = {
    "[]": lambda info: info["optimal"],
    "get": lambda info: info.get("optimal"),
    "items": lambda info: dict(info.items())["optimal"],
    "values": lambda info: list(info.values())[-1],
    "keys": lambda info: info[sorted(info.keys())[0]],
    "iter": lambda info: {key: info[key] for key in info}["optimal"],
    "dict": lambda info: dict(info)["optimal"],
    "**": lambda info: {**info}["optimal"],
    "update": lambda info: updated({}, info)["optimal"],
    "|": lambda info: (info | {"more": 1})["optimal"],
    "reversed |": lambda info: ({"more": 1} | info)["optimal"],
    "copy": lambda info: info.copy()["optimal"],
    "copy.copy": lambda info: copy.copy(info)["optimal"],
    "deepcopy": lambda info: copy.deepcopy(info)["optimal"],
    "pickle": lambda info: pickle.loads(pickle.dumps(info))["optimal"],
    "json": lambda info: tuple(json.loads(json.dumps(info))["optimal"]),
    "repr": lambda info: ast.literal_eval(repr(info))["optimal"],
    "pop": lambda info: info.pop("optimal"),
    "setdefault": lambda info: info.setdefault("optimal", 5),
    "len": lambda info: (1, 2) if len(info) == 2 else None,
    "==": lambda info: (1, 2) if info == {"position": "XO", "optimal": (1, 2)} else None,
    "!=": lambda info: None if info != {"position": "XO", "optimal": (1, 2)} else (1, 2),
}


def updated(one: dict[str, object], other: dict[str, object]) -> dict[str, object]:
    one.update(other)
    return one


@pytest.mark.parametrize("way", READS)
def test_best_actions_are_computed_when_read(way: str) -> None:
    asked = Asked()
    info = Info({"position": "XO"}, asked)  # type: ignore[arg-type]
    assert "optimal" in info
    assert "regret" not in info
    assert (info["position"], info.get("position"), info.get("regret", 7)) == ("XO", "XO", 7)
    assert asked.times == 0
    with pytest.raises(KeyError):
        info["regret"]
    assert READS[way](info) == (1, 2)
    assert isinstance(info, dict)
    assert asked.times == 1


def test_nothing_of_it_is_imported_unless_asked_for() -> None:
    program = (
        "import sys, kibitz; kibitz.game('noughts'); "
        "print([m for m in ('gymnasium', 'pettingzoo', 'pyspiel', 'numpy', 'kibitz.adapters') "
        "if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "[]"
