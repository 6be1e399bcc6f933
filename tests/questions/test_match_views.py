"""Views of pieces: how far one slides, what a move takes from a hand, and why one cannot move."""

from __future__ import annotations

import kibitz
from kibitz.drawing.scene import scene_of
from kibitz.language.languages import language_for
from kibitz.play.match_history import MatchState
from kibitz.questions.match_views import captured_pieces, legal_move, reasons_of, runs_of
from tests.support.own_games import EXAMPLES

ENGLISH = language_for("en")
CARS = "ooooooooAAooBBBoCoooooCooooooooooooo"


def match_of(name: str, *moves: str, players: tuple[str, ...] = ()) -> MatchState:
    file, _, chosen = name.partition(":")
    path = EXAMPLES / f"{file}.py"
    game = kibitz.game(f"{path}:{chosen}" if chosen else str(path)) if path.exists() else None
    match = MatchState(game or kibitz.game(name), None, players)
    for text in moves:
        match.play(match.game.parse_move(match.position, text))
    return match


def test_a_car_slides_as_many_squares_as_are_free() -> None:
    names = kibitz.game(str(EXAMPLES / "rush_hour.py")).board.names
    runs = {
        one["move"]: [names[step[0]] for step in one["steps"]]
        for one in runs_of(match_of(f"rush_hour:board={CARS}"))
    }
    assert runs == {
        "A-r A-r": ["b4", "b6"],
        "A-l A-l": ["b3", "b1"],
        "C-d C-d": ["d5", "f5"],
        "C-u C-u": ["c5", "a5"],
    }


def test_each_move_of_a_run_is_legal_where_it_is_made() -> None:
    match = match_of("klotski")
    for one in runs_of(match):
        again = match_of("klotski")
        for text in one["move"].split():
            again.play(again.game.parse_move(again.position, text))
        assert again.ply == len(one["move"].split()) == 2


def test_other_games_have_no_runs() -> None:
    assert runs_of(match_of("eight")) == runs_of(match_of("dodgem")) == []


def test_a_move_names_what_it_takes_from_the_hand() -> None:
    match = match_of("dobutsu_shogi", "b3-b2", "a1-a2")
    game, position = match.game, match.position
    taken = {
        game.move_text(position, move): legal_move(game, position, move, match.mover)["hand"]
        for move in game.rules.moves(position)
    }
    assert taken["Cb3"] == "C"
    assert taken["b2-b1"] == ""
    assert {kind for text, kind in taken.items() if "-" not in text} == {"C"}


def reason(match: MatchState, cell: str) -> str:
    number = match.game.board.cell(cell)
    found = [one["words"] for one in reasons_of(match, ENGLISH) if number in one["cells"]]
    return found[0] if found else ""


def test_a_piece_that_cannot_move_has_a_reason_and_others_have_none() -> None:
    cars = match_of(f"rush_hour:board={CARS}")
    assert reason(cars, "c1") == ""  # it can drive to the right
    pegs = match_of("peg:english")
    assert reason(pegs, "a3") == "there is no empty hole behind the pegs next to it"
    assert reason(pegs, "f4") == ""
    alone = match_of("peg:english,start=..o-...-o......-.......-.......-..o-oo.")
    assert reason(alone, "a5") == "there is no peg to jump over"
    assert reason(match_of("noughts", "b2"), "b2") == "this place is taken"
    assert reason(match_of("hexapawn"), "a1") == "this piece belongs to B"
    assert reason(match_of("eight"), "a1") == "this piece cannot move now"
    crates = match_of("sokoban")
    assert reason(crates, "c2") == ""  # the worker
    assert reason(crates, "c1") == "this piece cannot move now"


def test_while_the_computer_thinks_and_after_the_end_no_piece_can_move() -> None:
    waiting = match_of("hexapawn", "c1-b1", players=("human", "perfect"))
    assert reason(waiting, "c2") == "it is the other side's turn"
    over = match_of("noughts", "a1", "b1", "a2", "b2", "a3")
    assert reason(over, "a1") == "the game is over"


def test_captured_pieces_lie_side_by_side() -> None:
    captured = captured_pieces(scene_of(match_of("peg:english", "F4U", "E2R", "G3U")))
    assert len({(one["x"], one["y"]) for one in captured}) == len(captured) == 3
    assert captured_pieces(scene_of(match_of("noughts", "b2", "a1"))) == []
