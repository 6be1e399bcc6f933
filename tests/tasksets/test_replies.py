"""Replies as language models write them: read tolerantly, and never by a guess."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError
from kibitz.tasksets.reply import Unreadable, answer_in, move_in, moves_in, outcome_in

if TYPE_CHECKING:
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame

MORE = "the reply names more than one move"
REJECTED = "the reply may reject the move that it names"
ANSWERS = "the reply has more than one answer"
NONE = "there is no answer"


def at(name: str, *moves: str) -> tuple[BaseGame, PositionId]:
    """Return a game and the position after some moves."""
    game = game_named(name)
    here = game.rules.start
    for text in moves:
        here = game.rules.play(here, game.parse_move(here, text))
    return game, here


def read(name: str, reply: str, *moves: str) -> str:
    """Return the text of the move that a reply is read as."""
    game, here = at(name, *moves)
    return game.move_text(here, move_in(game, here, answer_in(reply)))


# In noughts and crosses b2 is taken.
READ = [
    ("noughts", ("b2",), "a1", "a1"),
    ("noughts", ("b2",), "**A1**", "a1"),
    ("noughts", ("b2",), "I take the corner: a1.", "a1"),
    ("noughts", ("b2",), "b2 is taken, and b1 loses to c3.\n\nAnswer: a1", "a1"),
    ("noughts", ("b2",), "Answer: b1\nNo, that loses.\nAnswer: a1", "a1"),
    ("noughts", ("b2",), "<think>a3 or c1? Answer: c1</think>The corner a1.", "a1"),
    ("noughts", ("b2",), "X holds b2. An edge such as b1 loses.\n\n**a1**", "a1"),
    ("noughts", ("b2",), r"So the final answer is \(\boxed{\text{a1}}\).", "a1"),
    ("noughts", ("b2",), "<answer>\n`a1`\n</answer>", "a1"),
    ("noughts", ("b2",), "Answer: **a1** (\\boxed{a1})", "a1"),
    ("noughts", ("b2",), "I play a1, since it cannot be attacked twice.", "a1"),
    ("noughts", ("b2",), "After weighing b1 and c3, my answer is a1.", "a1"),
    ("eight", (), "The tile on b2 slides down: b2-c2", "b2-c2"),
    ("eight", (), "Answer: b2–c2", "b2-c2"),
    ("nim", (), "Take three from the first pile: “a-3”.", "a-3"),
    ("farmer", (), "He takes the goat across first.", "goat"),
    ("pancakes", (), "Flip the top 4.", "4"),
    ("pocket_cube", (), "A quarter turn back is R'.", "R′"),
    ("pocket_cube", (), "Turn the upper face, U.", "U"),
    ("pocket_cube", (), "Answer: R'.", "R′"),
    ("pocket_cube", (), "**Answer: R'**", "R′"),
    ("pocket_cube", (), "Answer: `R’`", "R′"),
    ("pocket_cube", (), "Answer: 'R'", "R"),
    ("bridge", (), "Answer: a+b", "a+b"),
    ("bridge", (), "The fastest goes alone: `a`", "a"),
    ("lgame", (), "Answer: b4a4a3a2", "a2a3a4b4"),
    ("lgame", (), "Answer: a2 a3 a4 b4, a1-c1", "a2a3a4b4,a1-c1"),
    ("lgame", (), "My L goes to a2a3a4b4, and the neutral pieces stay.", "a2a3a4b4"),
]
REFUSED = [
    ("noughts", ("b2",), "a1 or c3", MORE),
    ("noughts", ("b2",), "I would play b2, but a1 is free.", MORE),  # one of them is illegal
    ("noughts", ("b2",), "Answer: b2, otherwise a1", MORE),
    ("noughts", ("b2",), "a1\nc3", MORE),
    ("noughts", ("b2",), "1. a1\n2. c3", MORE),
    ("noughts", ("b2",), "a1/c3", MORE),
    ("noughts", ("b2",), r"\boxed{a1} or \boxed{c3}", ANSWERS),
    ("noughts", ("b2",), "Answer: a1 or Answer: c3", ANSWERS),
    ("noughts", ("b2",), "I would not play a1.", REJECTED),
    ("noughts", ("b2",), "The answer isn't a1", REJECTED),
    ("noughts", ("b2",), "<think>It must be a1, because", NONE),
    ("noughts", ("b2",), "<think>Answer: a1</think>", NONE),
    ("noughts", ("b2",), "I resign.", None),
    ("noughts", ("b2",), "I do not know", "the reply names no move"),
    ("noughts", ("b2",), "Answer: b2", None),
    ("eight", (), "Answer: b2-c2 or c1-c2", MORE),
    ("eight", (), "Not a1-b1, which is blocked: b2-c2", MORE),
    ("nim", (), "Either a-1 or b-9", MORE),
    ("farmer", ("goat",), "Not the wolf, the goat.", MORE),  # the wolf is on the other bank
    ("pancakes", (), "Flip 4 of the 6.", MORE),
    ("fibonacci_nim", (), "Take 1 of 20, leaving 19.", MORE),
    ("sim", (), "12 or 1", MORE),
    ("pocket_cube", (), "U R'", MORE),
    ("pocket_cube", (), "Either U or F2", MORE),
    ("bridge", (), "a person goes alone", None),  # an article, not the move a
    ("lgame", (), "a2a3a4b4 or a1b1c1d4", MORE),
    ("lgame", (), "a2a3a4b4 and a1-c1", MORE),  # a comma belongs between them
    ("lgame", (), "I move my L to a2 a3 a4 b4", None),
    ("jealous_husbands", (), "A+b", None),  # case says which of a couple it is
]


@pytest.mark.parametrize(("name", "moves", "reply", "move"), READ)
def test_a_reply_is_read(name: str, moves: tuple[str, ...], reply: str, move: str) -> None:
    game, here = at(name, *moves)
    assert read(name, reply, *moves) == game.move_text(here, game.parse_move(here, move))


@pytest.mark.parametrize(("name", "moves", "reply", "why"), REFUSED)
def test_a_reply_is_not_guessed(
    name: str, moves: tuple[str, ...], reply: str, why: str | None
) -> None:
    with pytest.raises(KibitzError) as error:
        read(name, reply, *moves)
    if why:
        assert str(error.value) == why


def test_a_move_that_names_its_square_again_is_one_move() -> None:
    """In teeko pieces are placed first, so that a square alone has the form of a move."""
    placed = ("a1", "a2", "a3", "a4", "c1", "c2", "c3", "c4")
    assert read("teeko", "The piece on a1 goes to b1: a1-b1", *placed) == "a1-b1"


def test_reading_does_not_depend_on_earlier_replies() -> None:
    """The forms of moves are those of the game and of the position alone."""
    game, here = at("noughts", "b2")
    before = move_in(game, here, "so a1 it is")
    for reply in ("U R2", "b2 or a1", "goat"):
        with pytest.raises(KibitzError):
            move_in(*at("noughts"), reply)
    assert move_in(game, here, "so a1 it is") == before


CELLS = "".join(f"{row}{column} " for row in "abcdefgh" for column in range(999))


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "text",
    ["<answer>", "\\boxed{", "answer is ", "b2 ", "not b2, ", "<think>", "\\text{", "a-", "*"],
)
def test_a_hostile_reply_is_read_in_bounded_time(text: str) -> None:
    """100,000 characters take minutes if reading is quadratic, and the test fails."""
    game, here = at("noughts", "b2")
    with suppress(KibitzError):
        move_in(game, here, answer_in(text * (99_999 // len(text))))


def test_lists_of_moves() -> None:
    game, start = at("noughts")
    expected = {game.parse_move(start, text) for text in ("a1", "b2", "c3")}
    said = ("a1 b2 c3", "a1, b2, c3", "a1,b2,c3", "1. a1\n2. b2\n3. c3", "`a1`; `b2` and `c3`.")
    for one in said:
        assert moves_in(game, start, one) == expected
    with pytest.raises(KibitzError):
        moves_in(game, start, "a1 z9")


def test_case_says_who_crosses() -> None:
    """Jealous husbands: small letters are one half of the couples, capitals the other."""
    game, start = at("jealous_husbands")
    legal = [game.move_text(start, move) for move in game.rules.moves(start)]
    assert moves_in(game, start, " ".join(legal)) == set(game.rules.moves(start))
    assert "a+b" in legal
    with pytest.raises(KibitzError):
        moves_in(game, start, "A+B")


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("won in 5", ("win", 5)),
        ("wins in 5 moves", ("win", 5)),
        ("X wins in 5 moves", ("win", 5)),
        ("loses in 1 move", ("loss", 1)),
        ("solvable at a cost of 17", ("solvable", 17)),
        ("This is a win in 5 moves.", ("win", 5)),
        ("Drawn", ("draw", None)),
        ("it cannot be solved", ("unsolvable", None)),
        ("solvable, 12 moves", ("solvable", 12)),
        ("-3", (None, -3)),
    ],
)
def test_outcomes_are_read(said: str, read: tuple[str | None, int | None]) -> None:
    assert outcome_in(said, "O") == read


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("won or drawn", "the reply names more than one outcome"),
        ("not sure: won or drawn", "the reply names more than one outcome"),
        ("won in 5 or 7", "the reply names more than one outcome"),
        ("not won", "the reply may reject the outcome that it names"),
        ("I do not know", "the reply names no outcome"),
        ("No idea.", "the reply names no outcome"),
        ("perhaps", "the reply names no outcome"),
        ("O wins in 4 moves", "the reply is about the player who is not to move"),
    ],
)
def test_an_ambiguous_outcome_is_not_guessed(said: str, why: str) -> None:
    with pytest.raises(Unreadable) as error:
        outcome_in(said, "O")
    assert str(error.value) == why
