"""Positions described by fields: packing and reading, mirror images, text, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import Board, Layout, cell, cells, mirrors, number

BOARD = Board.rectangle(2, 3)
FIELDS = (cells("mine", "X"), cells("theirs", "O"), cell("king", "K"), number("turn", 3, "RGB"))
LAYOUT = Layout(BOARD, *FIELDS)


@st.composite
def contents(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """Return sets and a cell that do not overlap, and a turn."""
    signs = draw(st.lists(st.sampled_from(".XO"), min_size=6, max_size=6))
    king = draw(st.integers(0, 6))
    mine, theirs = (
        sum(1 << at for at, sign in enumerate(signs) if sign == which and at != king)
        for which in "XO"
    )
    return mine, theirs, king, draw(st.integers(0, 2))


@given(contents())
def test_what_is_packed_is_read_and_written(held: tuple[int, int, int, int]) -> None:
    position = LAYOUT.pack(*held)
    readers = (LAYOUT.mine, LAYOUT.theirs, LAYOUT.king, LAYOUT.turn)
    assert tuple(read(position) for read in readers) == held
    assert 0 <= position < 1 << LAYOUT.bits == 1 << 6 + 6 + 3 + 2
    signs = LAYOUT.pieces(position)
    mine, theirs, king, turn = held
    assert signs == [
        "K" if at == king else "X" if mine >> at & 1 else "O" if theirs >> at & 1 else "."
        for at in range(6)
    ] + ["RGB"[turn]]
    assert LAYOUT.position_of(signs) == position


@given(contents())
def test_a_mirror_image_is_the_same_position_turned_on_the_board(
    held: tuple[int, int, int, int],
) -> None:
    position = LAYOUT.pack(*held)
    signs = LAYOUT.pieces(position)
    images = {position}
    for permutation in BOARD.symmetries():
        turned = [*signs]
        for at, to in enumerate(permutation):
            turned[to] = signs[at]
        images.add(LAYOUT.position_of(turned))
    assert LAYOUT.canonical is not None
    assert LAYOUT.orbit is not None
    assert LAYOUT.canonical(position) == min(images)
    assert LAYOUT.orbit(position) == len(images)


@given(st.integers(0, (1 << 18) - 1))
def test_sets_of_cells_are_mirrored_as_by_hand(position: int) -> None:
    board = Board.rectangle(3, 3)
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"))
    canonical, orbit = mirrors(board.symmetries(), 0, 9)
    assert canonical is not None
    assert orbit is not None
    assert layout.canonical is not None
    assert layout.orbit is not None
    assert layout.canonical(position) == canonical(position)
    assert layout.orbit(position) == orbit(position)


def test_without_symmetry_there_is_no_least_image() -> None:
    layout = Layout(BOARD, cells("mine", "X"), symmetries=())
    assert (layout.canonical, layout.orbit) == (None, None)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Layout(BOARD), "1 to 6 fields"),
        (lambda: Layout(BOARD, *[cells(f"f{at}", "X") for at in range(7)]), "1 to 6 fields"),
        (lambda: Layout(BOARD, cells("a", "X"), cells("a", "O")), "same name"),
        (lambda: cells("two words", "X"), "named like a variable"),
        (lambda: number("turn", 1), "2 to 36 values"),
        (lambda: number("turn", 3, "RU"), "a sign for each"),
        (lambda: Layout(Board.rectangle(8, 8), cells("mine", "X")), "at most 63 bits"),
    ],
)
def test_what_is_refused(make: object, said: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=said):
        make()


def test_a_field_that_there_is_not() -> None:
    with pytest.raises(AttributeError, match="no field thiers"):
        LAYOUT.thiers(0)
