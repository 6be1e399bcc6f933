"""Boards set up by hand: which game they are of, who moves, and where they are wrong."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.language.errors import UnknownGame
from kibitz.play.board_editing import WrongBoard, match_on
from kibitz.play.match_record import match_from, text_of


@pytest.mark.parametrize(
    ("name", "signs", "mover"),
    [
        ("noughts", "X...O....", 0),
        ("noughts", "X...O....", 1),  # O began
        ("noughts", "X........", 1),
        ("noughts", "O........", 0),  # O began
        ("noughts:any", "XXOOXO...", 1),
        ("lgame", "xAA..BA..BA..BBx", 0),
        ("lgame", "xAA..BA..BA..BBx", 1),
    ],
)
def test_either_player_may_move_first_and_the_record_keeps_it(
    name: str, signs: str, mover: int
) -> None:
    match = match_on(kibitz.game(name), list(signs), mover)
    for one in (match, match_from(text_of(match))):
        assert one.mover == mover
        assert one.game.pieces(one.position, one.mover) == list(signs)
        one.play(next(one.game.rules.moves(one.position)))
        assert one.mover == 1 - mover


def test_where_the_pieces_say_who_moves_it_need_not_be_written() -> None:
    match = match_on(kibitz.game("noughts"), list("X........"))
    assert match.mover == 1
    assert text_of(match) == "kibitz noughts\nstart X..-...-...\n"


def test_pieces_that_contradict_the_choice_are_refused() -> None:
    with pytest.raises(WrongBoard, match="it is O’s turn") as refused:
        match_on(kibitz.game("noughts"), list("X........"), 0)
    assert refused.value.cell is None


def test_a_record_names_a_player_of_the_game() -> None:
    for wrong in ("kibitz noughts\nturn Z\n", "kibitz lockout\nturn A\n"):
        with pytest.raises(kibitz.KibitzError, match="is not a player of this game"):
            match_from(wrong)


@pytest.mark.parametrize("helpers", [1, 3, 4, 5, 12])
def test_as_many_helpers_as_there_are(helpers: int) -> None:
    game = kibitz.game("lockout:goal=a1,start=....o-P.o..-.....-...o.-.o...")
    signs = ["P" if cell == 24 else "o" if cell < helpers else "." for cell in range(25)]
    signs[0], signs[20] = signs[20], signs[0]  # the goal stays free
    match = match_on(game, signs)
    assert match.game.name == f"lockout:goal=a1{'' if helpers == 4 else f',helpers={helpers}'}"
    assert match.game.pieces(match.position) == signs


@pytest.mark.parametrize(
    ("name", "signs", "cell"),
    [
        ("lockout", "P" + 23 * "." + "P", 24),  # the second P
        ("lockout", "o" + 24 * ".", None),  # no P anywhere
        ("lockout", 25 * ".", None),
        ("lgame", "xAA..BA..BA.ABBx", 12),  # a fifth square of A
        ("lgame", "xAA..BA..B...BBx", None),
        ("noughts:any,pieces=2", "XXX......", 2),
        ("peg:triangle", 15 * ".", None),
        ("noughts", "XX.......", None),
    ],
)
def test_the_place_that_is_wrong_is_named_or_none(name: str, signs: str, cell: int | None) -> None:
    with pytest.raises(WrongBoard) as refused:
        match_on(kibitz.game(name), list(signs))
    assert refused.value.cell == cell


def test_a_sign_or_a_board_of_another_game_is_refused() -> None:
    for signs in ("Z........", "X"):
        with pytest.raises(UnknownGame):
            match_on(kibitz.game("noughts"), list(signs))
