"""`kibitz verify` for tables of large peg boards: every bit is checked by the rules."""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kibitz
from kibitz.cli import main
from kibitz.engines.pegs.figures.peg_table import PegTable, solve_pegs
from kibitz.engines.pegs.verify.verify_pegs import verify_pegs
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.verify.verification import Fault
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from pathlib import Path

GAMES = [
    "peg:triangle,vacancy=0",
    "peg:triangle,finish=12",
    "peg:drawn,board=oo.oo",  # not even a word of positions
]
if EVERYTHING:  # compiled once more, for another board
    GAMES.append("peg:drawn,board=oooo-o__o-oo.o,finish=c3")


def with_bit_flipped(table: PegTable, position: int) -> PegTable:
    words = np.array(table.words)
    at = table.coordinates.index(position)
    words[at // 64] ^= np.uint64(1 << at % 64).view(np.int64)
    return PegTable(table.rules, words, table.figures)


@pytest.mark.parametrize("name", GAMES)
def test_a_right_table_is_right_and_any_wrong_bit_is_found(name: str) -> None:
    table = solve_pegs(kibitz.game(name).rules)
    rules, coordinates = table.rules, table.coordinates
    said = verify_pegs(table)
    constants = coordinates.constants(rules.start)
    everywhere = [coordinates.position(at, constants) for at in range(1 << len(coordinates.free))]
    known = [p for p in everywhere if p.bit_count() <= rules.start.bit_count()]
    assert str(said[1]).startswith(f"{len(known):,} positions")
    for position in random.Random(name).sample(known, min(len(known), 25)):
        with pytest.raises(Fault) as fault:
            verify_pegs(with_bit_flipped(table, position))
        assert fault.value.position is not None


def forged(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the figures of a game, each time with one that is wrong."""
    figures = solve_pegs(kibitz.game(name).rules).figures
    wrong = []
    for at, layer in enumerate(figures["layers"]):
        for field in layer:
            other = copy.deepcopy(figures)
            other["layers"][at][field] += 1
            wrong.append((f"{at} {field}", other))
    for field in ("sequences", "moves"):
        for hole in figures[field]:
            other = copy.deepcopy(figures)
            other[field][hole] += 1
            wrong.append((f"{field} {hole}", other))
    wrong += [
        ("chance", {**figures, "chance": figures["chance"] + 1e-6}),
        ("a layer less", {**figures, "layers": figures["layers"][:-1]}),
        ("a layer more", {**figures, "layers": [*figures["layers"], figures["layers"][-1]]}),
        ("no ends", {**figures, "sequences": {}, "moves": {}}),
    ]
    return wrong


@pytest.mark.parametrize("name", ["peg:triangle,vacancy=0", "peg:triangle,finish=12"])
def test_a_wrong_figure_is_found(name: str) -> None:
    table = solve_pegs(kibitz.game(name).rules)
    assert not [sentence for sentence in verify_pegs(table) if "NOT CHECKED" in str(sentence)]
    for what, figures in forged(name):
        with pytest.raises(Fault):
            print(what, verify_pegs(PegTable(table.rules, table.words, figures)))


def test_the_figures_of_a_very_large_game_are_said_not_to_be_checked() -> None:
    table = solve_pegs(kibitz.game("peg:triangle,vacancy=0").rules)
    figures = copy.deepcopy(table.figures)
    figures["layers"][3]["positions"] = 1 << 40
    said = verify_pegs(PegTable(table.rules, table.words, figures))
    assert str(said[-1]).startswith("NOT CHECKED: the figures of ")


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table is kept as that of a large board would be."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    name = GAMES[0]
    store, table = TableStore(), solve_pegs(kibitz.game(name).rules)
    store.keep(name, table)
    assert main(["verify", name]) == 0
    assert capsys.readouterr().out.endswith(f"the table of {name} is right\n")
    store.keep(name, with_bit_flipped(table, table.rules.start))
    assert main(["verify", name]) == 1
    assert capsys.readouterr().out.startswith(f"the table of {name} is wrong, at ")
