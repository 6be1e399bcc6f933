"""Every position of a board by tiles is what the sweep by number of pegs finds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.engines.pegs.figures.peg_table import board_of
from kibitz.engines.pegs.sets import dense, whole_board
from kibitz.engines.pegs.sets.class_tiles import tiles_of
from kibitz.engines.pegs.sets.image_steps import sums_of, transvections
from kibitz.solve.store import rowfile
from kibitz.solve.store.table_store import EVERY_UNFINISHED, TableStore
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.engines.pegs.pegboard import PegBoard

ROUND = " ooo \nooooo\noo.oo\nooooo\n ooo \n"  # edges and corners, and both in a jump
DIAMOND = "  o  \n ooo \noo.oo\n ooo \n  o  \n"  # too few corners
SQUARE = "ooo\no.o\nooo\n"  # its edges share corners, and too many of them are in one word


def by_number_of_pegs(board: PegBoard, ends: list[int], *, whole: bool = False) -> dense.DenseSet:
    """Return the positions that lead to some ends, swept as on boards without tiles."""
    found = dense.set_of(board, ends, whole=whole, tiled=False).usual()
    found.close_backwards()
    return found


@pytest.mark.parametrize(
    ("drawing", "by_tiles"), [(ROUND, True), (DIAMOND, False), (SQUARE, False)]
)
def test_every_position(drawing: str, by_tiles: bool, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(drawing)
    jumps = kibitz.game(f"peg:{path}").rules.jumps
    board, store = board_of(jumps), TableStore(str(tmp_path / "shelf"), shipped="")
    assert (tiles_of(board, whole=True) is not None) == by_tiles
    swept: list[int] = []

    def interrupt(phase: str, done: int, total: int | None) -> None:
        swept.append(done)
        if len(swept) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        whole_board.make(store, jumps, interrupt)
    left = rowfile.RowFile(store.path(whole_board.name_of(jumps), EVERY_UNFINISHED))
    assert (left.says["order"] == dense.TileSet.order) == by_tiles
    made = whole_board.make(store, jumps, interrupt)
    assert swept[5] == swept[4] > 0, "it went on where it was"
    wanted = by_number_of_pegs(board, dense.single_pegs(board, None), whole=True)
    assert made.by_pegs == wanted.count_by_pegs()
    assert list(made.words) == wanted.words.view("int64").tolist()
    if board.holes <= 13:  # counted one by one as well
        counts = Counter(n.bit_count() for n in range(1 << board.holes) if made.wins(n))
        assert made.by_pegs == [counts[pegs] for pegs in range(board.holes + 1)]


# Hole 16 is the centre, with 8 symmetries; hole 1 is on an edge, with 2. Ends in both holes are
# found in the same way as in one.
@pytest.mark.parametrize("holes", [(16,), (1,), *([(16, 1)] if EVERYTHING else [])])
def test_one_class_by_tiles(holes: tuple[int, ...]) -> None:
    jumps = kibitz.game("peg:english").rules.jumps
    board = board_of(jumps)
    assert tiles_of(board, whole=False) is not None
    ends = [1 << hole for hole in holes]
    assert (dense.reducible(board, ends).words == by_number_of_pegs(board, ends).words).all()


def test_a_linear_map_is_its_transvections() -> None:
    columns = [0b0110, 0b0011, 0b1001, 0b0111]
    steps = transvections(columns)
    for number, image in enumerate(sums_of(columns)):
        for move, some in steps:
            number ^= move * ((number & some).bit_count() & 1)  # noqa: PLW2901 - step by step
        assert number == image
