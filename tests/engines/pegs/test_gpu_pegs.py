"""Peg boards on a simulated GPU: the same sets as the processor's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.engines.pegs.figures.peg_table import board_of
from kibitz.engines.pegs.sets import dense, whole_board
from kibitz.engines.pegs.sets.coordinates import Coordinates
from kibitz.engines.pegs.sets.tiles import level_sizes, tiled, weights
from kibitz.language.errors import KibitzError
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import EVERY, TableStore
from tests.support import simulated

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.engines.pegs.pegboard import PegBoard

DIAMOND = "  o  \n ooo \noo.oo\n ooo \n  o  \n"  # eight corners, so that it has weights
RECTANGLE = "peg:drawn,board=oo.o-oooo-oooo"  # it has none


def board(name: str) -> PegBoard:
    jumps = kibitz.game(name).rules.jumps
    return board_of(jumps)


@pytest.fixture
def diamond(tmp_path: Path) -> str:
    path = tmp_path / "diamond.txt"
    path.write_text(DIAMOND)
    return f"peg:{path}"


@pytest.mark.parametrize("which", ["rectangle", "diamond"])
def test_every_position_is_the_same_file(which: str, diamond: str, tmp_path: Path) -> None:
    name = diamond if which == "diamond" else RECTANGLE
    jumps, store = kibitz.game(name).rules.jumps, TableStore(str(tmp_path / "here"), shipped="")
    top = tiled(Coordinates(board(name), whole=True)).top
    assert (weights(board(name).jumps, top) is not None) == (
        which == "diamond"
    )  # both ways of sweeping
    whole_board.make(store, jumps)
    there = simulated.call("whole_board", name, str(tmp_path / "card"))
    with (
        open(there, "rb") as made,
        open(store.path(whole_board.name_of(jumps), EVERY), "rb") as own,
    ):
        assert made.read() == own.read()


def test_a_class_of_positions(diamond: str) -> None:
    small = board(diamond)
    member = small.vacancy(6)
    targets = dense.single_pegs(small, member)
    wanted = dense.reducible(small, targets)
    assert wanted.coordinates.pivots
    said = simulated.call("peg_class", diamond, member, targets)
    assert said["by_pegs"] == wanted.count_by_pegs()
    assert said["words"] == wanted.words.tolist()
    positions = [position for position in range(1 << small.holes) if position in wanted]
    assert said["winning"] == positions
    assert len(positions) > len(targets)


@pytest.mark.parametrize("name", ["peg:english", "peg:french", "peg:diamond"])
def test_every_jump_lowers_the_weight(name: str) -> None:
    large = board(name)
    top = tiled(Coordinates(large, whole=name != "peg:diamond")).top
    found = weights(large.jumps, top)
    assert found is not None
    weight = dict(zip(top, found, strict=True))
    for start, over, to in large.jumps:
        assert weight.get(start, 0) + weight.get(over, 0) > weight.get(to, 0)
    assert sum(level_sizes(found)) == 1 << len(top)
    assert len(level_sizes(found)) == sum(found) + 1


def test_too_many_holes(tmp_path: Path) -> None:
    jumps = kibitz.game("peg:diamond").rules.jumps
    with pytest.raises(KibitzError, match="up to 37 holes; this one has 41"):
        whole_board.make(TableStore(str(tmp_path), shipped=""), jumps, resources=Resources("gpu"))
