"""Pictures of positions: what every game's picture promises, and approved ones in letters."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import Board, NotationError, OwnGame, Rules
from kibitz.drawing.look import look_of
from kibitz.drawing.picture import draw, picture
from kibitz.drawing.scene import Scene, arrows_of, scene_of
from kibitz.drawing.text_picture import text_picture
from kibitz.play.match_history import MatchState
from kibitz.questions.game_views import drawing_of
from kibitz.web.page_files import page_files
from tests.support import every_game
from tests.support.console import GOLDEN
from tests.support.own_games import COUNTING

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.rules.base_game import BaseGame

SVG = "{http://www.w3.org/2000/svg}"

# Approved pictures in letters, each looked at: the game, its moves, and a move shown by arrows.
APPROVED = {
    "noughts": ("noughts", "b2 a1 c3", ""),
    "oldest": ("noughts:oldest", "b2 a1 c3 a3 a2 c2", "b1"),
    "lgame": ("lgame", "a2a3a4b4,a1-b1", ""),
    "lockout": ("lockout", "P-r", "P-d"),
    "lockout_arrived": ("lockout", "P-r P-d P-r P-u", ""),
    "english_finish": ("peg:english,finish=d4", "F4U", "E2R"),
    "triangle": ("peg:triangle", "3-12", "0-3"),
}


def scene_after(name: str, moves: str, arrow: str) -> Scene:
    game = kibitz.game(name)
    match = MatchState(game)
    for text in moves.split():
        match.play(game.parse_move(match.position, text))
    scene = scene_of(match)
    if arrow:
        move = game.parse_move(match.position, arrow)
        scene.arrows += arrows_of(game, match.position, move, match.mover)
        assert scene.arrows
    return scene


@pytest.mark.parametrize("kind", ["ascii", "unicode"])
def test_text_pictures_are_the_approved_ones(kind: str) -> None:
    approved = (GOLDEN / f"pictures_{kind}.txt").read_text(encoding="utf-8")
    drawn = ""
    for name, (game, moves, _) in APPROVED.items():
        scene = scene_after(game, moves, "")
        drawn += f"{name}\n{text_picture(scene, unicode=kind == 'unicode')}\n"
    assert drawn == approved


@pytest.fixture(params=every_game.names(), ids=str, scope="module")
def game(request: pytest.FixtureRequest) -> BaseGame:
    return every_game.game(str(request.param))


def test_every_picture_shows_every_cell_and_piece(game: BaseGame) -> None:
    for position in list(every_game.random_positions(game, seed=9, count=6)):
        svg = ElementTree.fromstring(picture(game, position))
        titles = [one.findtext(f"{SVG}title") for one in svg.iter(f"{SVG}g")]
        signs = game.pieces(position)
        assert [title for title in titles if title] == [
            name if sign == "." else f"{name} {sign}"
            for name, sign in zip(game.board.names, signs, strict=True)
        ]
        pieces = [one for one in svg.iter(f"{SVG}g") if one.get("class") == "piece"]
        wide = game.blocks(signs)
        alone = len(signs) - signs.count(".") - sum(map(len, wide))
        assert len(pieces) == alone + len(wide)
        assert all(len(piece) for piece in pieces)
        for shape in svg.iter(f"{SVG}g"):
            place = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", shape.get("transform", ""))
            if place:
                assert 0 < float(place[1]) < float(svg.attrib["width"])
                assert 0 < float(place[2]) < float(svg.attrib["height"])


def without_colour(markup: str) -> str:
    """Return a drawing in which every colour is grey, as dark as it was."""

    def grey(match: re.Match[str]) -> str:
        red, green, blue = (int(match[0][at : at + 2], 16) for at in (1, 3, 5))
        return f"grey {round((0.3 * red + 0.6 * green + 0.1 * blue) / 25)}"

    return re.sub("#[0-9a-f]{6}", grey, re.sub(r"kz-[\w-]*", "", markup))


def test_nothing_is_told_by_colour_alone(game: BaseGame) -> None:
    look = look_of(game)
    drawn = look.pieces | {kind: wide.body + wide.stud for kind, wide in look.wide.items()}
    grey = {without_colour(markup) for markup in drawn.values()}
    assert len(grey) == len(drawn) > 0


def test_eight_kinds_of_pieces_differ_in_shape_and_in_colour() -> None:
    game = own_game("ABCDEFGH.")
    look = look_of(game)
    shapes = {re.findall("d='(.*?)'", look.pieces[kind])[0] for kind in "ABCDEFGH"}
    colours = [re.findall("fill='(#.*?)'", look.pieces[kind])[0] for kind in "ABCDEFGH"]
    assert len(shapes) == 8
    for one, other in combinations(colours, 2):
        apart = sum(
            abs(int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) for at in (1, 3, 5)
        )
        assert apart > 90, (one, other)


def test_pictures_on_one_page_do_not_disturb_each_other(game: BaseGame) -> None:
    positions = list(every_game.random_positions(game, seed=3, count=9))
    drawings = {picture(game, position) for position in {positions[0], positions[-1]}}
    names: set[str] = set()
    for drawing in drawings:
        ids = re.findall("id='(.*?)'", drawing)
        assert set(re.findall(r"url\(#(.*?)\)", drawing)) <= set(ids)
        assert len(set(ids)) == len(ids)
        assert not names & set(ids)
        names |= set(ids)


def test_a_picture_is_dark_in_the_dark_and_light_on_paper(game: BaseGame) -> None:
    drawing = picture(game, game.rules.start)
    style, body = re.fullmatch("(.*</style>)(.*)", drawing, re.S).groups()  # type: ignore[union-attr]
    assert "@media screen and (prefers-color-scheme:dark){" in style
    inks = {one for each in re.findall("class='(.*?)'", body) for one in each.split()}
    inks = {one for one in inks if re.match("kz-[fsg]-", one)}
    assert inks
    assert inks <= set(re.findall(r"[.](kz-[\w-]+){", style))
    for shape in re.findall("<[^>]*kz-[fsg]-[^>]*>", body):
        assert re.search("(fill|stroke|stop-color)='#", shape)  # what knows no style sees light


def test_the_page_draws_with_the_parts_of_the_picture(game: BaseGame) -> None:
    """Whatever a picture shows of a position, the page has it in the same words."""
    drawing = drawing_of(game)
    position = list(every_game.random_positions(game, seed=5, count=7))[-1]
    svg = re.sub("kz[0-9a-f]{8}-", "kz-", picture(game, position))
    assert drawing["ground"] in svg
    covered = {cell for cells in game.blocks(game.pieces(position)) for cell in cells}
    for cell, sign in enumerate(game.pieces(position)):
        if sign != "." and cell not in covered:
            assert drawing["pieces"][sign] in svg


def test_the_page_has_the_colours_of_pictures() -> None:
    game = kibitz.game("peg:english")
    used = set(re.findall(r"kz-[fsg]-[a-z-]+", picture(game, game.rules.start)))
    style = dict(page_files())["styles/inks.css"].decode()
    assert len(used) > 3
    assert {name: style.count(f".{name}{{") for name in used} == dict.fromkeys(used, 2)


def test_captured_pegs_lie_on_the_tray_in_their_colours() -> None:
    game = kibitz.game("peg:english")
    match = MatchState(game)
    for jump in ("F4U", "E2R", "G3U"):
        match.play(game.parse_move(match.position, jump))
    look = look_of(game)
    taken = re.findall("class='taken' color='(.*?)'", draw(scene_of(match)))
    assert sorted(taken) == sorted(look.tints[game.board.cell(hole)] for hole in ("e4", "e3", "f3"))
    for start, _, to in game.jumps:  # type: ignore[attr-defined]
        assert look.tints[start] == look.tints[to]  # a marble keeps its colour


def test_a_line_that_won_is_drawn_and_no_other() -> None:
    won = scene_after("noughts", "a1 b1 a2 b2 a3", "")
    assert draw(won).count("class='line'") == 1
    assert draw(scene_after("noughts", "a1 b1 a2", "")).count("class='line'") == 0


def own_game(signs: str, **more: Any) -> OwnGame:
    """A game of one's own on 3 x 3 squares, where nothing moves."""
    board = more.pop("board", None) or Board.rectangle(3, 3)
    shown = [sign for sign in signs if sign != "."] + ["."] * len(board)
    rules = Rules(
        aim="win", start=0, moves=lambda p: iter(()), play=lambda p, m: p, worth=lambda p: 0
    )
    return OwnGame(rules, board, lambda p: shown[: len(board)], signs=signs, **more)


def test_a_game_names_its_cells_and_draws_lines_between_them() -> None:
    names = [f"{letter}{number}" for number in (3, 2, 1) for letter in "abc"]
    chess = own_game("Kk.", board=Board.rectangle(3, 3, names=names))
    words = ElementTree.fromstring(picture(chess, 0)).iter(f"{SVG}text")
    edge = [word.text for word in words if "kz-edge" in word.get("class", "")]
    assert edge == ["3", "2", "1", "a", "b", "c"]
    assert text_picture(Scene(chess, 0)).split()[:5] == ["a", "b", "c", "3", "K"]
    assert chess.parse("Kk.-...-...") == 0
    with pytest.raises(NotationError):
        chess.parse("kK.-...-...")
    assert chess.board.cell("A3") == 0
    points = own_game("ox.", board=Board.rectangle(3, 3, names="NEWSqrtuv", edges=[(0, 8), (1, 2)]))
    drawing = picture(points, 0)
    (one, other), look = (0, 8), look_of(points)
    line = "M{:g} {:g}L{:g} {:g}".format(*look.points[one], *look.points[other])
    assert line in drawing
    for wrong in (["a"] * 9, ["a b", *"cdefghij"], "abc"):
        with pytest.raises(ValueError, match="cell"):
            Board.rectangle(3, 3, names=wrong)


def test_a_piece_over_several_cells_is_drawn_as_one() -> None:
    game = kibitz.game("lgame")
    scene = Scene(game, game.rules.start)
    svg = ElementTree.fromstring(draw(scene))
    pieces = [one for one in svg.iter(f"{SVG}g") if one.get("class") == "piece"]
    assert len(pieces) == 4
    assert not [word for word in svg.iter(f"{SVG}text") if word.text in ("A", "B")]


def test_text_pictures_have_what_the_board_has(game: BaseGame) -> None:
    for position in list(every_game.random_positions(game, seed=2, count=5)):
        match = MatchState(game, position)
        plain = text_picture(scene_of(match), width=40)
        assert plain.isascii()
        rows = plain.splitlines()
        assert len(rows) in (len(game.board.rows), 1 + len(game.board.rows))
        if all(game.board.places[-1][axis] < 10 for axis in (0, 1)):
            assert max(map(len, rows)) <= 40
        for sign in game.pieces(position):
            assert sign == "." or sign in plain
        better = text_picture(scene_of(match), unicode=True, width=40)
        assert [len(line) for line in better.splitlines()] == [len(line) for line in rows]


def test_what_stands_beside_the_board_is_drawn_below_it(tmp_path: Path) -> None:
    file = tmp_path / "counting.py"
    file.write_text(COUNTING)
    game = kibitz.game(str(file))
    for silent in (0, 1):
        position = 3 + 16 * silent
        text = text_picture(Scene(game, position))
        assert text.splitlines()[-1].strip() == str(silent)
        svg = ElementTree.fromstring(picture(game, position))
        below = [*svg.iter(f"{SVG}text")][-1]
        assert below.text == str(silent)
        assert float(below.attrib["y"]) < float(svg.attrib["height"])


def test_the_last_move_is_marked_and_nothing_else() -> None:
    scene = scene_after("noughts:oldest", "b2 a1 c3 a3 a2 c2 b1", "")
    marks = {cell.name: cell.mark for cell in scene.cells if cell.mark}
    assert marks == {"b1": "entered", "b2": "left"}
    assert re.findall(r"\[(\w+)\]", text_picture(scene)) == ["X3"]


def test_arrows_go_from_where_a_piece_leaves_to_where_it_stands() -> None:
    for name, text, expected in (
        ("peg:english", "F4U", [("f4", "d4")]),
        ("lockout", "P-r", [("b1", "b2")]),
        ("noughts", "b2", []),
        ("lgame", "a2a3a4b4,a1-b1", [("a1", "b1")]),
    ):
        game = kibitz.game(name)
        start = game.rules.start
        arrows = arrows_of(game, start, game.parse_move(start, text), 0)
        names = game.board.names
        assert [(names[one], names[other]) for one, other in arrows] == expected
