"""Pictures of positions: against approved ones, and what every game's picture promises."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import every_game
import kibitz
from console import GOLDEN
from kibitz.play.match import Match
from kibitz.play.picture import draw, picture
from kibitz.play.scene import Scene, arrows_of, scene_of
from kibitz.play.textpicture import text_picture
from own_games import COUNTING

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.rules.game import Game

SVG = "{http://www.w3.org/2000/svg}"

# Approved pictures, each looked at: the game, its moves, and a move shown by arrows.
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
    match = Match(game)
    for text in moves.split():
        match.play(game.parse_move(match.position, text))
    scene = scene_of(match)
    if arrow:
        move = game.parse_move(match.position, arrow)
        scene.arrows += arrows_of(game, match.position, move, match.mover)
        assert scene.arrows
    return scene


@pytest.mark.parametrize("name", APPROVED)
def test_an_svg_is_the_approved_one(name: str) -> None:
    approved = (GOLDEN / f"picture_{name}.svg").read_text(encoding="utf-8")
    assert draw(scene_after(*APPROVED[name])) + "\n" == approved


@pytest.mark.parametrize("kind", ["ascii", "unicode"])
def test_text_pictures_are_the_approved_ones(kind: str) -> None:
    approved = (GOLDEN / f"pictures_{kind}.txt").read_text(encoding="utf-8")
    drawn = ""
    for name, (game, moves, _) in APPROVED.items():
        scene = scene_after(game, moves, "")
        drawn += f"{name}\n{text_picture(scene, unicode=kind == 'unicode')}\n"
    assert drawn == approved


@pytest.fixture(params=every_game.names(), ids=str, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return every_game.game(str(request.param))


def test_every_picture_shows_every_cell_and_piece(game: Game) -> None:
    for position in list(every_game.random_positions(game, seed=9, count=12)):
        svg = ElementTree.fromstring(picture(game, position))
        titles = [one.findtext(f"{SVG}title") for one in svg.iter(f"{SVG}g")]
        signs = game.pieces(position)
        assert titles == [
            name if sign == "." else f"{name} {sign}"
            for name, sign in zip(game.board.names, signs, strict=True)
        ]
        width, height = float(svg.attrib["width"]), float(svg.attrib["height"])
        for shape in svg.iter():
            for axis, size in (("x", width), ("cx", width), ("y", height), ("cy", height)):
                if axis in shape.attrib:
                    assert 0 <= float(shape.attrib[axis]) <= size
        assert "id=" not in picture(game, position)


def test_nothing_is_told_by_colour_alone(game: Game) -> None:
    """The pieces of a picture in grey differ in shade, in shape or in a letter."""
    looks = {}
    for position in every_game.random_positions(game, seed=4, count=30):
        svg = ElementTree.fromstring(picture(game, position))
        for cell in svg.iter(f"{SVG}g"):
            sign = str(cell.findtext(f"{SVG}title")).partition(" ")[2]
            piece = [part for part in cell if "piece" in part.get("class", "")]
            labels = [part.text for part in cell.iter(f"{SVG}text")] if sign[:1].isupper() else []
            if piece:
                looks[sign] = (piece[0].tag, piece[0].get("fill"), *labels[:1])
    assert len(set(looks.values())) == len(looks)


def test_text_pictures_have_what_the_board_has(game: Game) -> None:
    for position in list(every_game.random_positions(game, seed=2, count=5)):
        match = Match(game, position)
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
