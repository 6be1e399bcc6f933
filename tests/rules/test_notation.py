"""Text that is not a position or a legal move: one error, a sentence, and the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.games.peg import PegSolitaire
from kibitz.language.errors import LONGEST_QUOTE

if TYPE_CHECKING:
    from collections.abc import Iterator

NO_POSITION = [
    # game, text, where it fails, what the sentence speaks of
    ("noughts", "XO.-.Y.-...", 5, "is not a sign of this game"),
    ("noughts", "XO.-.X.", 0, "3 rows, not 2"),
    ("noughts", "XO.-.X..-...", 4, "row 2"),
    ("noughts", "OO.-.X.-...", 0, "X moves first"),
    ("noughts", "XXX-X..-...", 0, "X moves first"),
    ("noughts", "XXX-OO.-O..", 0, "X has a line already"),
    ("noughts", "", 0, "3 rows, not 1"),
    ("noughts:any", "XXX-X.O-OO.", 4, "X has 4 pieces"),
    ("noughts:oldest", "X1O1.-X3..-...", 6, "numbered from 1"),
    ("noughts:oldest", "X1O1.-X1..-...", 6, "numbered from 1"),
    ("noughts:oldest", "XO.-...-...", 0, "is not a sign of this game"),
    ("peg:english", "...-...-.......-.......-.......-...-...", 0, "no peg"),
    ("peg:english", "ooo-ooo-ooooooo-ooo?ooo-ooooooo-ooo-ooo", 19, "is not a sign of this game"),
    ("peg:triangle", "o-oo-ooo-oooo-oo.o", 14, "row 5"),
    (
        "peg:triangle",
        "    ⓪ \n   ① ② \n  ③ ④ ⑤ \n ⑥ ⑦ ⑧ ⑨ \n⑩ ⑪ x ⑬ ⑭ \n",
        38,
        "is not a sign of this game",
    ),
    ("lockout", "P....-.....-.....-.....-.oooP", 28, "one craft"),
    ("lockout", "P....-.....-.....-.....-.oooo".replace("oooo", "ooo."), 0, "try helpers=3"),
    ("lockout", "1 0 4 1 1 2 3 3 0 5", 16, "“0 5” is not a square"),
    ("lockout", "1 0 4 1 1 2 3 3 1 2", 16, "two pieces stand on “1 2”"),
    ("lockout", "1 0 4 1 1 2 3 3", 0, "two numbers"),
    ("lgame", "xAA.-.BA.-.BA.-.BB.", 0, "x covers 2 squares, not 1"),
    ("lgame", "xAA.-ABA.-.B..-.BBx", 1, "do not form an L"),
    ("lgame", "x##.\n.*#.\n.*#.\n.*.x\n", 0, "* covers 4 squares, not 3"),
    ("lgame", "x##.\n.*#.\n.*#.\n", 0, "4 rows, not 3"),
    ("lgame", "x##.-.*#a-.*#.-.**x", 8, "“a” is not a sign of this game; the signs are # * x ."),
    ("lgame", "x##.\n.*#..\n.*#.\n.**x", 5, "row 2"),
]


@pytest.mark.parametrize(("name", "text", "at", "about"), NO_POSITION)
def test_no_position(name: str, text: str, at: int, about: str) -> None:
    with pytest.raises(kibitz.NotationError) as caught:
        kibitz.game(name).parse(text)
    assert about in str(caught.value)
    assert (caught.value.text, caught.value.at) == (text, at)


NO_MOVE = [
    ("peg:english", "", "D4U", "no peg in d4"),
    ("peg:english", "", "f4x", "no jump goes that way"),
    ("peg:english", "", "a3u", "land off the board"),
    ("peg:english", "", "c4d", "no peg in d4 to jump over"),
    ("peg:english", "", "d1r", "not empty"),
    ("peg:english", "", "a1r", "no “a1”"),
    ("peg:english", "", "", "a move is missing"),
    ("peg:triangle", "", "3", "two holes"),
    ("peg:triangle", "", "3-15", "no “15”"),
    ("peg:triangle", "", "0-12", "no jump goes that way"),
    ("peg:triangle", "", "12-3", "no peg in 12"),
    ("noughts", "X..-...-...", "a1", "a1 is occupied"),
    ("noughts", "X..-...-...", "a4", "no “a4”"),
    ("noughts", "X..-...-...", "a2-a3", "square to put a piece on"),
    ("noughts", "XXX-OO.-...", "c1", "over"),
    ("noughts:any", "XX.-OO.-X.O", "a3", "from-to"),
    ("noughts:any", "XX.-OO.-X.O", "b1-a3", "no piece of yours"),
    ("noughts:any", "XX.-OO.-X.O", "a1-b1", "b1 is occupied"),
    ("noughts:oldest", "X1X2.-O1O2.-X3.O3", "a2-a3", "may not be picked up"),
    ("noughts:oldest", "X1X2.-O1O2.-X3.O3", "b1", "b1 is occupied"),
    ("lockout", "", "P", "write a piece"),
    ("lockout", "", "P-x", "write a piece"),
    ("lockout", "", "P-u", "no piece stands in that direction"),
    ("lockout", "", "a1-r", "no piece stands there"),
    ("lockout", "o.oP.-.....-....o-....o-.....", "a3-r", "next to"),
    ("lockout", "....o-o....-o.P..-.....-.o...", "e2-u", "the craft has arrived"),
    ("lgame", "", "a2a3b3c3", "already"),
    ("lgame", "", "a2a3a4b3", "four squares of an L"),
    ("lgame", "", "a1a2a3b3", "a1 is occupied"),
    ("lgame", "", "c1d1a1b1", "four squares of an L"),
    ("lgame", "", "a3a4b4c4,d4-a1", "free square, not “a1”"),
    ("lgame", "", "a3a4b4c4,d3-b1", "a neutral moves from its square"),
    ("lgame", "", "z9", "no “z9”"),
]


@pytest.mark.parametrize(("name", "position", "text", "about"), NO_MOVE)
def test_no_legal_move(name: str, position: str, text: str, about: str) -> None:
    game = kibitz.game(name)
    with pytest.raises(kibitz.NotationError) as caught:
        game.parse_move(game.parse(position) if position else game.rules.start, text)
    assert about in str(caught.value)
    assert caught.value.text.endswith(text)


def complain_well(error: kibitz.NotationError) -> None:
    """Check that an error is one sentence and points into the text."""
    assert 0 <= error.at <= len(error.text)
    assert str(error).isprintable()


GAMES = ["peg:english", "peg:triangle", "noughts", "noughts:oldest", "lockout", "lgame"]


@settings(max_examples=400, deadline=None)
@given(
    name=st.sampled_from(GAMES), text=st.text() | st.text(alphabet="XOPABox.-#*123 \n", max_size=60)
)
def test_any_text_is_a_position_or_a_notation_error(name: str, text: str) -> None:
    game = kibitz.game(name)
    try:
        position = game.parse(text)
    except kibitz.NotationError as error:
        complain_well(error)
    else:
        assert game.parse(game.text(position)) == position


@settings(max_examples=400, deadline=None)
@given(
    name=st.sampled_from(GAMES),
    text=st.text() | st.text(alphabet="abcdefg12347-,lrudP ", max_size=14),
)
def test_any_text_is_a_move_or_a_notation_error(name: str, text: str) -> None:
    game = kibitz.game(name)
    position = game.rules.start
    try:
        move = game.parse_move(position, text)
    except kibitz.NotationError as error:
        complain_well(error)
    else:
        assert move in game.rules.moves(position)


def test_a_long_text_is_quoted_in_part() -> None:
    with pytest.raises(kibitz.NotationError) as caught:
        kibitz.game("noughts").parse("X" * 10_000)
    assert len(str(caught.value)) < LONGEST_QUOTE + 100


def test_words_of_each_game() -> None:
    """Moves as a person of that game would write them."""
    english, triangle = kibitz.game("peg:english"), kibitz.game("peg:triangle")
    assert {
        english.move_text(english.rules.start, m) for m in english.rules.moves(english.rules.start)
    } == {
        "B4D",
        "D2R",
        "D6L",
        "F4U",
    }
    start = triangle.rules.start
    assert {triangle.move_text(start, m) for m in triangle.rules.moves(start)} == {
        "3-12",
        "5-12",
        "10-12",
        "14-12",
    }
    lockout = kibitz.game("lockout")
    start = lockout.parse("1 0 4 1 1 2 3 3 0 4")
    assert {lockout.move_text(start, m) for m in lockout.rules.moves(start)} == {"P-r", "b3-l"}
    oldest = kibitz.game("noughts:oldest")
    position = oldest.parse("X1X2.-O1O2.-X3.O3")
    assert oldest.parse_move(position, "c2") == oldest.parse_move(position, "a1-c2")


def test_who_is_to_move_follows_from_the_count_of_crosses() -> None:
    noughts = kibitz.game("noughts")
    after_one = noughts.rules.play(noughts.rules.start, noughts.parse_move(0, "b2"))
    assert noughts.text(after_one) == "...-.X.-..."
    assert noughts.pieces(after_one, mover=0)[4] == "O"
    after_two = noughts.rules.play(after_one, noughts.parse_move(after_one, "a1"))
    assert noughts.text(after_two) == "O..-.X.-..."


def test_blocks_are_those_of_the_originals() -> None:
    assert kibitz.game("peg:english").block(kibitz.game("peg:english").rules.start) == (
        "  1 2 3 4 5 6 7\n"
        "A     1 1 1\n"
        "B     1 1 1\n"
        "C 1 1 1 1 1 1 1\n"
        "D 1 1 1 0 1 1 1\n"
        "E 1 1 1 1 1 1 1\n"
        "F     1 1 1\n"
        "G     1 1 1\n"
    )
    triangle = kibitz.game("peg:triangle")
    assert triangle.block(triangle.rules.start) == (
        "    ⓪ \n   ① ② \n  ③ ④ ⑤ \n ⑥ ⑦ ⑧ ⑨ \n⑩ ⑪ ⓬ ⑬ ⑭ \n"
    )
    noughts = kibitz.game("noughts")
    assert noughts.block(noughts.parse("XOX-...-...")) == " ____\n|XOX|\n|   |\n|   |\n ---\n"
    lgame = kibitz.game("lgame")
    assert lgame.block(lgame.rules.start) == "x##.\n.*#.\n.*#.\n.**x\n"
    assert lgame.block(lgame.rules.start, mover=1) == "x**.\n.#*.\n.#*.\n.##x\n"
    assert lgame.parse("x##.-.*#.-.*#.-.**x") == lgame.rules.start  # the same on one line


def test_the_finish_hole_decides_the_score() -> None:
    here, anywhere = kibitz.game("peg:triangle,finish=0"), kibitz.game("peg:triangle")
    for text, score_here, score_anywhere in (
        ("o-..-...-....-.....", 1, 1),
        (".-o.-...-....-.....", 2, 1),
        ("o-..-...-....-....o", 2, 2),
        (".-..-...-o...-....o", 3, 2),
    ):
        assert here.rules.worth(here.parse(text)) == score_here
        assert anywhere.rules.worth(anywhere.parse(text)) == score_anywhere


@pytest.mark.parametrize(
    ("board", "holes", "symmetries", "jumps"),
    [
        ("english", 33, 8, 76),
        ("french", 37, 8, 92),
        ("wiegleb", 45, 8, 108),
        ("diamond", 41, 8, 100),
        ("triangle", 15, 6, 36),
        ("triangle,side=6", 21, 6, 60),
        ("triangle,side=1", 1, 1, 0),
    ],
)
def test_built_in_boards(board: str, holes: int, symmetries: int, jumps: int) -> None:
    """Jumps: every run of three holes in a line, twice."""
    game = kibitz.game(f"peg:{board}")
    assert isinstance(game, PegSolitaire)
    assert len(game.board) == holes
    assert len(game.board.symmetries()) + 1 == symmetries
    assert len(game.jumps) == jumps


# A cross of seven squares, and how its rows are written.
CROSS = ((0, 2), (1, 0), (1, 1), (1, 2), (1, 4), (2, 2), (2, 4))


def on_cross(**looks: object) -> kibitz.OwnGame:
    """Return a puzzle with a coin on one of these squares."""

    def moves(position: int) -> Iterator[int]:
        if position < len(CROSS) - 1:
            yield 0

    rules = kibitz.Rules(
        aim="shortest",
        start=0,
        moves=moves,
        play=lambda position, move: position + 1,
        worth=lambda position: int(position == len(CROSS) - 1),
    )

    def pieces(position: int) -> list[str]:
        return ["C" if cell == position else "." for cell in range(len(CROSS))]

    edges = [(0, 1)] if looks.pop("edges", False) else []
    return kibitz.OwnGame(rules, kibitz.Board(CROSS, edges=edges), pieces, signs="C.", **looks)  # type: ignore[arg-type]


def test_holes_to_the_left_of_a_square_are_written_and_may_be_left_out() -> None:
    game = on_cross()
    texts = [game.text(position) for position in range(len(CROSS))]
    assert texts[0] == "__C-..._.-__._."
    assert texts[4] == "__.-..._C-__._."
    for position, text in enumerate(texts):
        assert game.parse(text) == position
        assert game.parse(text.replace("_", "")) == position
        assert game.parse(game.block(position)) == position
    assert "_" not in game.block(0)
    for wrong in ("_C-....-..", "__C-.._..-__._.", "__C-...._-__._.", "__C-....-_.._"):
        with pytest.raises(kibitz.NotationError, match="has its holes elsewhere: "):
            game.parse(wrong)


def test_points_with_lines_and_cells_at_places_of_their_own_have_no_holes() -> None:
    places = [(column, row) for row, column in CROSS]
    for game in (on_cross(edges=True), on_cross(appearance=kibitz.Appearance(at=places))):
        assert game.text(0) == "C-....-.."
