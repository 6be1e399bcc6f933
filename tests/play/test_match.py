"""A match: its history, its text, and the errors of a damaged text."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.play.match_history import MOST_MOVES, MatchError, MatchState
from kibitz.play.match_record import link_of, match_from, text_of
from kibitz.play.session import Session
from tests.support import every_game

if TYPE_CHECKING:
    from kibitz.rules.base_game import BaseGame


def random_match(game: BaseGame, seed: int, plies: int) -> MatchState:
    chance = random.Random(seed)
    match = MatchState(game)
    while match.ply < plies and not match.over:
        match.play(chance.choice(list(game.rules.moves(match.position))))
    return match


@pytest.fixture(params=every_game.names(), ids=str, scope="module")
def game(request: pytest.FixtureRequest) -> BaseGame:
    return every_game.game(str(request.param))


def test_every_ply_can_be_gone_back_to(game: BaseGame) -> None:
    match = random_match(game, seed=3, plies=30)
    positions, moves = match.positions, match.moves
    assert positions[0] == game.rules.start
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        assert game.rules.play(before, move) == after
    plies = [*range(len(moves), -1, -1), *range(len(moves) + 1), *range(0, len(moves) + 1, 3)]
    for ply in plies:
        match.jump(ply)
        assert match.position == positions[ply]
        assert match.mover == (ply % 2 if game.rules.aim == "win" else 0) or match.first
        assert (match.positions, match.moves) == (positions, moves)
    for ply in (-1, len(moves) + 1):
        with pytest.raises(MatchError):
            match.jump(ply)
    assert match.position == positions[match.ply]


def test_undo_and_redo_are_steps_of_the_history() -> None:
    game = kibitz.game("noughts")
    match = random_match(game, seed=1, plies=6)
    positions = match.positions
    match.undo()
    match.undo(3)
    assert match.position == positions[2]
    match.redo(2)
    assert match.position == positions[4]
    with pytest.raises(MatchError):
        match.undo(5)
    with pytest.raises(MatchError):
        match.redo(3)
    assert match.position == positions[4]


def played(match: MatchState, *texts: str) -> None:
    for text in texts:
        match.play(match.game.parse_move(match.position, text))


def test_what_was_taken_back_stays_when_another_move_is_tried() -> None:
    game = kibitz.game("noughts")
    match = MatchState(game)
    played(match, "a1", "b2", "c3")
    match.undo(2)
    played(match, "b2")
    assert (len(match.moves), match.line) == (3, 1)  # the same move, so the same line
    match.undo()
    played(match, "b1")
    assert (len(match.moves), match.line) == (2, 2)
    assert game.text(match.position) == "X..-O..-..."
    match.jump(3, line=1)
    assert game.text(match.position) == "X..-.O.-..X"
    match.undo(2)
    played(match, "b1", "c3")  # on with the second line
    match.undo(3)
    match.redo()
    assert (match.line, len(match.lines), match.ply) == (2, 2, 1)
    for line, ply, about in ((3, 0, "lines 1 to 2, not 3"), (0, 0, "lines 1"), (2, 4, "0 to 3")):
        with pytest.raises(MatchError, match=about):
            match.jump(ply, line)
    assert (match.line, match.ply) == (2, 1)


def test_an_illegal_move_changes_nothing() -> None:
    match = MatchState(kibitz.game("noughts"))
    match.play(4)
    with pytest.raises(MatchError):
        match.play(4)
    assert (match.ply, match.moves) == (1, (4,))


def test_a_match_has_an_end_to_its_length() -> None:
    game = kibitz.game("noughts:any,rows=1,columns=5,line=3,pieces=1")
    match = MatchState(game)
    while match.ply < MOST_MOVES:
        match.play(next(game.rules.moves(match.position)))
    with pytest.raises(MatchError, match="at most"):
        match.play(next(game.rules.moves(match.position)))
    assert match_from(text_of(match)).positions == match.positions


@pytest.mark.parametrize(
    ("name", "start", "mover"),
    [
        ("noughts", "...-...-...", 0),
        ("noughts", "X..-...-...", 1),
        ("noughts", "XO.-...-...", 0),
        ("noughts:any", "XXO-OXO-...", 0),
        ("lgame", "xAA.-.BA.-.BA.-.BBx", 0),
        ("peg:triangle", "o-oo-ooo-oooo-oo.oo", 0),
    ],
)
def test_who_is_to_move_is_whom_the_text_calls_so(name: str, start: str, mover: int) -> None:
    game = kibitz.game(name)
    match = MatchState(game, game.parse(start))
    assert match.mover == mover
    signs = game.pieces(match.position, match.mover)
    assert signs == game.pieces(match.position)


def test_a_winner_is_who_moved_last() -> None:
    game = kibitz.game("noughts")
    for start, winner in (("XX.-OO.-...", 0), ("XX.-OO.-..X", 1)):
        match = MatchState(game, game.parse(start))
        assert match.winner is None
        move = next(m for m in game.rules.moves(match.position)
                    if game.rules.worth(game.rules.play(match.position, m)) < 0)  # fmt: skip
        match.play(move)
        assert match.over
        assert match.winner == winner


def test_occurrences_are_of_the_same_player_to_move() -> None:
    game = kibitz.game("noughts:any,rows=1,columns=5,line=3,pieces=1")
    match = MatchState(game)
    for text in ("a1", "a5", "a1-a2", "a5-a4", "a2-a1", "a4-a5", "a1-a2", "a5-a4"):
        match.play(game.parse_move(match.position, text))
    assert match.occurrences == 2
    match.jump(0)
    assert match.occurrences == 1


# The text of a match


def test_text_goes_there_and_back_as_file_and_as_link(game: BaseGame) -> None:
    match = random_match(game, seed=5, plies=25)
    match.jump(len(match.moves) // 2)
    for text in (text_of(match), link_of(match)):
        again = match_from(text)
        assert again.game.name == game.name
        assert again.positions == match.positions
        assert again.moves == match.moves
        assert (again.ply, again.players, again.first) == (match.ply, match.players, match.first)
        assert text_of(again) == text_of(match)
    assert "\n" not in link_of(match)
    assert " " not in link_of(match)


def test_the_text_is_short_and_readable() -> None:
    game = kibitz.game("noughts:oldest")
    match = MatchState(game, game.parse("X1..-.O1.-..."), ("human", "perfect"))
    for text in ("c3", "a2", "b1"):
        match.play(game.parse_move(match.position, text))
    match.undo()
    lines = ["kibitz noughts:oldest", "players human perfect", "start X1..-.O1.-...",
             "moves c3 a2 b1", "at 2"]  # fmt: skip
    assert text_of(match) == "".join(f"{line}\n" for line in lines)
    joined = "kibitz+noughts:oldest;players+human+perfect;start+X1..-.O1.-...;moves+c3+a2+b1;at+2"
    assert link_of(match) == joined


def test_lines_are_written_in_parentheses_after_the_move_they_replace() -> None:
    match = MatchState(kibitz.game("noughts"))
    played(match, "c3", "a2", "b1")
    match.jump(1)
    played(match, "b2", "a1", "c1")
    match.jump(2)
    played(match, "a3")
    match.jump(1, line=1)
    played(match, "a1")
    match.jump(0)
    played(match, "b2")
    text = "kibitz noughts\nmoves c3 (b2) a2 (b2 a1 (a3) c1) (a1)\nmoves b1\nline 2\n"
    assert text_of(match) == text
    assert text_of(match, whole=False) == "kibitz noughts\nmoves b2\n"
    assert [(line.of, len(line.nodes)) for line in match.lines] == [
        *[(0, 3), (1, 1), (1, 3), (3, 1), (1, 1)]
    ]
    for line, last in enumerate(("b1", "b2", "c1", "a3", "a1"), start=1):
        match.jump(None, line)
        assert match.move_text(match.ply - 1) == last
        for written in (text_of(match), link_of(match)):
            again = match_from(written)
            assert (again.positions, again.line) == (match.positions, line)
            assert text_of(again) == text_of(match)
    assert match_from(link_of(match, longest=60)).moves == match.moves
    spaced = match_from("kibitz noughts\nmoves c3 a2 ( b2 a1 ) b1\nline 2")
    assert (len(spaced.lines), spaced.ply) == (2, 3)


def test_random_trees_go_there_and_back(game: BaseGame) -> None:
    chance = random.Random(game.name)
    match = MatchState(game)
    for _ in range(40):
        if match.over or chance.random() < 0.2:
            match.jump(line=chance.randint(1, len(match.lines)))
            match.jump(chance.randrange(match.ply + 1))
        else:
            match.play(chance.choice(list(game.rules.moves(match.position))))
    again = match_from(link_of(match))
    assert (again.positions, again.ply, again.line) == (match.positions, match.ply, match.line)
    assert text_of(again) == text_of(match)


def test_moves_written_with_parentheses_are_not_taken_for_lines() -> None:
    game = kibitz.game("noughts")
    move_text = game.move_text
    game.move_text = lambda *of: f"({move_text(*of)})"  # type: ignore[method-assign]
    match = MatchState(game)
    played(match, "(b2)", "(a1)", "(c3)")
    match.undo(2)
    played(match, "(c1)")
    assert "moves %28b2%29 %28a1%29 (%28c1%29) %28c3%29" in text_of(match)
    assert match_from(text_of(match), lambda _: game).positions == match.positions
    older = match_from("kibitz noughts\nmoves (b2) (a1)", lambda _: game)
    assert (len(older.moves), len(older.lines)) == (2, 1)


def test_a_name_with_white_space_survives() -> None:
    game = kibitz.game("peg:drawn,board=oo.o-o o")
    match = MatchState(game)
    match.play(next(game.rules.moves(match.position)))
    assert "board=oo.o-o%20o" in text_of(match)
    for text in (text_of(match), link_of(match)):
        assert match_from(text).positions == match.positions


def test_case_line_ends_and_empty_lines_do_not_matter() -> None:
    text = "\n KIBITZ  noughts\r\n\r\nmoves b2\r\nmoves A1   c3\n\n"
    assert len(match_from(text).moves) == 3


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("", "it is empty"),
        ("\n\n", "it is empty"),
        ("noughts\nmoves b2", "does not begin with the word kibitz"),
        ("kibitz", "exactly one word must follow “kibitz”"),
        ("kibitz noughts extra", "exactly one word must follow “kibitz”"),
        ("kibitz nougts", "did you mean noughts?"),
        ("kibitz noughts\nmove b2", "unknown line “move b2”"),
        ("kibitz noughts\nstart XX.-...-...", "as many X as O"),
        ("kibitz noughts\nmoves b2 b2", "move 2, “b2”: b2 is occupied"),
        ("kibitz noughts\nmoves b2 z9", "move 2, “z9”: there is no “z9”"),
        ("kibitz noughts\nmoves a1 b1 a2 b2 a3 c3", "move 6, “c3”: the game is over"),
        ("kibitz noughts\nmoves b2\nat 2", "plies 0 to 1, not 2"),
        ("kibitz noughts\nat -1", "not the number of a ply or a line: “-1”"),
        ("kibitz noughts\nmoves b2\nline 2", "lines 1 to 1, not 2"),
        ("kibitz noughts\nmoves b2\nline 0", "lines 1 to 1, not 0"),
        ("kibitz noughts\nmoves b2\nline x", "not the number of a ply or a line: “x”"),
        ("kibitz noughts\nmoves (b2)", "a move must come before “(b2)”"),
        ("kibitz noughts\nmoves b2 (a1", "a ( is not closed"),
        ("kibitz noughts\nmoves b2 a1)", "there is a ) without a ( at “a1)”"),
        ("kibitz noughts\nmoves b2 a1 ((a2))", "there is a ) without a ("),
        ("kibitz noughts\nmoves b2 a1 (a2 b2)", "move 3, “b2”: b2 is occupied"),
        ("kibitz noughts\nmoves b2 " + "(a1 " * 200, "a ( is not closed"),
        ("kibitz noughts\nat 99999999999999999999", "not the number of a ply"),
        ("kibitz noughts\nat ²", "not the number of a ply"),
        ("kibitz noughts\nat 1\nat 1", "the line “at” appears twice"),
        ("kibitz noughts\nplayers human", "this game needs 2 players"),
        ("kibitz noughts\nplayers human god", "this game needs 2 players"),
        ("kibitz lockout\nplayers perfect", "this game needs 1 player"),
        ("kibitz noughts\nmoves %zz", "two hexadecimal digits"),
        ("kibitz noughts\nmoves " + "b2 " * 300_000, "too long for a match"),
    ],
)
def test_what_is_wrong_is_one_sentence(text: str, about: str) -> None:
    with pytest.raises(MatchError) as caught:
        match_from(text)
    sentence = str(caught.value)
    assert sentence.startswith("this saved match cannot be continued: ")
    assert about in sentence
    assert "\n" not in sentence
    assert len(sentence) < 300


WORDS = [
    *["kibitz", "noughts", "lgame", "lockout", "moves", "at", "start", "players", "1", "b2"],
    *["P-r", "human", "perfect", "\n", ";", "+", "%20", "%0a", "XO.-...-...", "line", "2"],
    *["(a1", "a1)", "(c3)", "(", ")", "%28"],
]


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.text(max_size=100),
        st.lists(st.sampled_from(WORDS), max_size=12).map(
            lambda words: "kibitz " + " ".join(words)
        ),
    )
)
def test_any_text_is_a_match_or_a_sentence(text: str) -> None:
    try:
        match = match_from(text)
    except MatchError:
        return
    assert match_from(text_of(match)).positions == match.positions


def test_moves_are_read_generously() -> None:
    for name, typed, moves in (
        *(("hexapawn", typed, "c2-b2") for typed in ("c2b2", "C2 B2", "b2")),
        ("four:rows=6,columns=7", "4", "f4"),
        ("peg:english", "b4 d", "B4D"),
        ("sokoban", "rr", "r r"),
        ("fifteen", "c4d4 c3-c4", "c4-d4 c3-c4"),
    ):
        game = kibitz.game(name)
        session = Session(MatchState(game))
        session.play(typed)
        assert [session.match.move_text(ply) for ply in range(session.ply)] == moves.split()
        assert game.start.play(typed).number == session.match.position


def test_what_fits_several_moves_is_asked_back() -> None:
    for name, typed, said in (
        ("noughts", "2", "“2” may be a2, b2 or c2"),
        ("sokoban", "rrr", "move 3, “r”: "),
        ("noughts", "a1 b2", "there is no"),  # a person makes the own moves only
    ):
        with pytest.raises(kibitz.NotationError, match=said):
            kibitz.game(name).start.play(typed)
