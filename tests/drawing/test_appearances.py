"""Appearances: every shipped game has one, every sign a drawing, and cells do not overlap."""

from __future__ import annotations

import re
import runpy
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import Appearance, Board, OwnGame, Rules
from kibitz.drawing.cell_forms import LeaningCell, LineCell
from kibitz.drawing.figures import FIGURES
from kibitz.drawing.look import Look, look_of
from kibitz.drawing.picture import picture
from kibitz.drawing.piece_shapes import FORMS, drawn_piece
from kibitz.drawing.scene import Scene, scene_of, words_beside
from kibitz.drawing.text_picture import text_picture
from kibitz.language.errors import Sentence
from kibitz.language.languages import Language
from kibitz.play.match_history import MatchState
from kibitz.questions.answering import language
from kibitz.questions.game_views import board_of, drawing_of
from kibitz.questions.match_views import legal_move
from kibitz.rules.appearance import PIECES
from tests.support.own_games import EXAMPLES

GALLERY = EXAMPLES.parent / "scripts" / "gallery.py"
# Pieces that are numbers, people in minutes, and counters that have a name.
NUMBERED = ("tile", "number", "seeds", "person", "counter")
GAMES = sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem != "train_tabular")

# Of other sizes: more numbers, more rows, other lines.
GAMES += [
    "dots_and_boxes:rows=3,columns=3", "eight:rows=3,columns=4", "four:rows=5,columns=6",
    "hanoi:discs=8,pegs=4", "hex:rows=4,columns=5", "kalah:holes=4,counters=3",
    "morris:board=picaria13", "notakto:boards=2", "pancakes:stack=912345678", "sokoban:level=3",
    "frogs_and_toads:frogs=9,toads=9", "kayles:pins=40", "treblecross:squares=24",
]  # fmt: skip


@pytest.fixture(params=GAMES, scope="module")
def game(request: pytest.FixtureRequest) -> kibitz.Game:
    name, _, parameters = str(request.param).partition(":")
    return kibitz.game(f"{EXAMPLES / name}.py" + (f":{parameters}" if parameters else ""))


def look(game: kibitz.Game) -> Look:
    assert game.appearance, "a shipped game has an appearance"
    return look_of(game)


def test_no_letter_stands_for_a_piece(game: kibitz.Game) -> None:
    drawn = look(game)
    on_board = {sign for sign in game.signs if sign != "."} - set(beside_alone(game))
    for sign in on_board:
        words = drawn.words(sign)
        assert words, sign
        assert "<text" not in drawn.pieces[sign] or words[0] in NUMBERED, sign


def beside_alone(game: kibitz.Game) -> set[str]:
    """Return the signs that only occur beside the board: counts, and who is to move."""
    appearance = game.appearance
    assert appearance is not None
    beside = game.beside(game.rules.start)
    digits = {sign for sign in game.signs if sign.isdigit()} if appearance.beside else set()
    return (digits | set(beside) | set(game.players) | {"L", "R"} if beside else set()) - set(
        appearance.pieces
    )


def test_pieces_differ_in_more_than_colour(game: kibitz.Game) -> None:
    def grey(match: re.Match[str]) -> str:
        red, green, blue = (int(match[0][at : at + 2], 16) for at in (1, 3, 5))
        return f"grey {round((0.3 * red + 0.6 * green + 0.1 * blue) / 25)}"

    drawn = look(game)
    signs = [sign for sign in game.signs if drawn.words(sign)]
    shapes = {
        re.sub("#[0-9a-f]{6}", grey, "".join([drawn.wide[sign].body, *drawn.wide[sign].caps]))
        if sign in drawn.wide
        else re.sub("#[0-9a-f]{6}", grey, re.sub(r"kz-[\w-]*", "", drawn.pieces[sign]))
        for sign in signs
    }
    named = {drawn.words(sign) for sign in signs}  # two halves of a block are drawn alike
    assert len(shapes) >= len(named)


def test_cells_lie_apart_and_on_the_board(game: kibitz.Game) -> None:
    drawn = look(game)
    left, top, right, bottom = drawn.box
    assert 0 <= left < right <= drawn.width
    assert 0 <= top < bottom <= drawn.height
    for x, y in drawn.points:
        assert left < x < right
        assert top < y < bottom
    shown = [cell for cell in range(len(game.board)) if drawn.appearance.size(cell) == 1]
    shown = [
        cell for cell in shown if not isinstance(drawn.cells[cell], LeaningCell)
    ]  # leaning cells have a test below
    for one, other in combinations(shown, 2):
        (x0, y0), (x1, y1) = drawn.points[one], drawn.points[other]
        high = drawn.cells[one].form in ("pole", "layer")
        assert hypot(x1 - x0, y1 - y0) >= (28 if high else 11), (one, other)
        if "line" not in (drawn.cells[one].form, drawn.cells[other].form) and not high:
            assert max(abs(x1 - x0), abs(y1 - y0)) >= 51, (one, other)


@pytest.mark.parametrize("name", ["pocket_cube", "pyraminx", "skewb", "skewb:ivy=1"])
def test_leaning_cells_lie_beside_one_another(name: str) -> None:
    drawn = look(example(name))
    corners = [cell.corners() for cell in drawn.cells]
    left, top, right, bottom = drawn.box
    for cell, around in enumerate(corners):
        assert all(left <= x <= right and top <= y <= bottom for x, y in around)
        for other, point in enumerate(drawn.points):
            assert inside(point, around) == (cell == other)


def inside(point: tuple[float, float], corners: list[tuple[float, float]]) -> bool:
    """Return whether a point is inside a polygon: a ray from it meets an odd number of sides."""
    x, y = point
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    met = [
        x0 + (y - y0) * (x1 - x0) / (y1 - y0) > x
        for (x0, y0), (x1, y1) in sides
        if (y0 > y) != (y1 > y)
    ]
    return sum(met) % 2 == 1


def test_the_page_has_a_target_for_each_cell(game: kibitz.Game) -> None:
    drawn = look(game)
    sent = drawing_of(game)
    assert len(sent["targets"]) == len(sent["frames"]) == len(game.board)
    for cell, target in enumerate(sent["targets"]):
        assert bool(target) == bool(drawn.appearance.size(cell))
    ElementTree.fromstring(picture(game, game.rules.start))


def test_the_gallery_of_the_documentation_is_that_of_the_sources() -> None:
    made = runpy.run_path(str(GALLERY))
    for name, drawn in made["gallery"]().items():
        assert (made["FOLDER"] / name).read_text(encoding="utf-8") == drawn, (
            "run scripts/gallery.py"
        )


def test_every_form_of_piece_is_drawn() -> None:
    blocks = {"car", "block", "brick"}  # drawn around the cells that they cover
    assert set(PIECES) - blocks == set(FORMS) | set(FIGURES)
    drawn = {form: drawn_piece([form, "3"]) for form in PIECES if form not in blocks | {"number"}}
    assert len(set(drawn.values())) == len(drawn)


def example(name: str) -> kibitz.Game:
    file, colon, parameters = name.partition(":")
    return kibitz.game(f"{EXAMPLES / file}.py{colon}{parameters}")


def test_a_mark_on_a_line_is_clear_of_other_lines() -> None:
    drawn = look(example("sim"))
    lines = [cell for cell in drawn.cells if isinstance(cell, LineCell)]
    assert len(lines) == len(drawn.points)
    for cell, point in enumerate(drawn.points):
        assert lines[cell].distance(point) < 0.2
        assert all(line is lines[cell] or line.distance(point) > 8 for line in lines)


@pytest.mark.parametrize(
    "name", ["kayles", "kayles:pins=24", "treblecross:squares=24", "frogs_and_toads:toads=9"]
)
def test_a_long_row_is_folded_into_lines_that_a_telephone_shows(name: str) -> None:
    game = example(name)
    drawn = look(game)
    assert drawn.width < 9 * 60  # so cells are wider than 38 pixels on 360
    names = re.findall(r"<text x='([\d.]+)' y='([\d.]+)'[^>]*>(\w+)<", drawn.labels)
    assert [name for _, _, name in names] == list(game.board.names)
    for (x, y), (name_x, name_y, _) in zip(drawn.points, names, strict=True):
        assert x == float(name_x)
        assert 30 < y - float(name_y) < 96 - 30, "between the lines"
    (path,) = re.findall("<path d='([^']*)'", drawn.lines())
    turns = [part for part in path.split("M") if "q" in part]
    assert len(turns) == len({y for _, y in drawn.points}) - 1


def test_hex_has_two_sides_of_each_colour() -> None:
    borders = look(example("hex")).border()
    assert borders.count("#b8326f") == borders.count("#2b8f92") == 2


def test_stones_of_three_sizes_share_a_square() -> None:
    game = example("gobblet_gobblers")
    drawn = look(game)
    assert len(set(drawn.groups)) == 9
    for group in set(drawn.groups):
        cells = [cell for cell in drawn.order if drawn.groups[cell] == group]
        assert [drawn.appearance.size(cell) for cell in cells] == [0, 0.42, 0.7, 1]
        assert len({drawn.points[cell] for cell in cells}) == 1


def test_counts_beside_the_board_have_names() -> None:
    kalah = example("kalah")
    position = kalah.parse("..2-.3.-2B")
    scene = Scene(kalah, position, 1)
    assert scene.beside == ["Store of B: 2", "Store of A: 11"]
    drawn = ElementTree.fromstring(picture(kalah, position, 1))
    stored = [one for one in drawn.iter() if one.get("class") == "stored"]
    assert [one.findtext("{*}text") for one in stored] == ["2", "11"]
    shogi = example("dobutsu_shogi")
    assert words_beside(shogi, list("010000"), 0) == ["Elephants in hand, B: 1"]
    stores = words_beside(kalah, scene.stored, 1, Language("fr").plain)
    assert stores == ["Grenier de B\u202f: 2", "Grenier de A\u202f: 11"]


def test_an_appearance_never_changes_and_names_its_faults() -> None:
    appearance = Appearance(pieces={"o": "coin"})
    with pytest.raises(AttributeError):
        appearance.board = "wood"
    for wrong in (
        {"board": "glass"},
        {"cells": "blob"},
        {"pieces": {"o": "unicorn"}},
        {"pieces": {"o": "disc red O"}},
        {"whole": "x"},
    ):
        with pytest.raises(ValueError, match="an appearance has no"):
            Appearance(**wrong)


def test_an_appearance_is_not_part_of_the_rules() -> None:
    """A game of a reader's own: its name, text and moves stay as they are without one."""
    from kibitz.solve.store.fingerprint import identity

    board = Board.rectangle(1, 3)
    rules = Rules(
        aim="win",
        start=3,
        moves=lambda left: iter(range(1, 1 + min(left, 2))),
        play=lambda left, taken: left - taken,
        worth=lambda left: -1,
    )

    def pieces(left: int) -> str:
        return "o" * left + "." * (3 - left)

    plain = OwnGame(rules, board, pieces, signs="o.")
    drawn = OwnGame(rules, board, pieces, signs="o.", appearance=Appearance(pieces={"o": "coin"}))
    assert identity(plain.rules) == identity(drawn.rules)
    assert plain.text(3) == drawn.text(3) == "ooo"
    assert "#d9ab3d" in picture(drawn, 3)
    assert "#d9ab3d" not in picture(plain, 3)


def hands(name: str, *moves: str) -> list[dict[str, int]]:
    """Return what the players have in hand after these moves, by sign and size."""
    game = example(name)
    match = MatchState(game)
    for move in moves:
        match.play(match.game.parse_move(match.position, move))
    scene = Scene(match.game, match.position, match.mover)
    drawn = look(game)
    for hand in scene.hands:
        assert len(drawn.hand_places(hand)) == hand.count
        for sign, _, x, y, _ in drawn.hand_places(hand):
            assert sign in drawn.pieces
            assert 0 < x < drawn.width
            assert 0 < y < drawn.box[1] if hand.owner else drawn.box[3] < y < drawn.height
    return [{f"{sign} {size:g}": count for sign, size, count in hand.held} for hand in scene.hands]


def test_stones_that_are_not_on_the_board_are_in_hand() -> None:
    begun = hands("gobblet_gobblers")
    assert begun == [{f"{sign} {size}": 2 for size in ("0.42", "0.7", "1")} for sign in "XO"]
    game = example("gobblet_gobblers")
    assert game.appearance is not None
    small = next(cell for cell in range(36) if game.appearance.size(cell) == 0.42)
    first, second = hands("gobblet_gobblers", game.board.names[small])
    assert (first["X 0.42"], first["X 1"], second["O 0.42"]) == (1, 2, 2)


def test_men_in_hand_belong_to_their_player_on_every_turn() -> None:
    assert hands("mens_morris", "a1") == [{"X 1": 8}, {"O 1": 9}]
    assert hands("mens_morris", "a1", "g1") == [{"X 1": 8}, {"O 1": 8}]
    assert hands("morris", "b2") == [{"X 1": 2}, {"O 1": 3}]


def test_captured_animals_are_in_hand() -> None:
    first, second = hands("dobutsu_shogi", "b3-b2")  # a chick takes the other
    assert first == {"C 1": 1, "E 1": 0, "G 1": 0}
    assert second == {"c 1": 0, "e 1": 0, "g 1": 0}


def test_hands_have_words_in_a_terminal() -> None:
    lines = text_picture(Scene(example("gobblet_gobblers"), 0)).splitlines()
    assert [line.strip() for line in lines[-2:]] == ["In hand, X: 6", "In hand, O: 6"]


@pytest.mark.parametrize("name", ["cram", "domineering"])
def test_a_domino_is_one_piece_on_the_two_squares_that_it_was_laid_on(name: str) -> None:
    match = MatchState(kibitz.game(name))
    laid = []
    while not match.over:
        before = match.game.pieces(match.position, match.mover)
        match.play(next(match.game.rules.moves(match.position)))
        after = match.game.pieces(match.position, match.mover)
        laid.append([cell for cell, sign in enumerate(after) if sign != before[cell]])
    scene = scene_of(match)
    assert scene.blocks == laid
    assert all(cell.covered for cell in scene.cells if cell.sign != ".")


def walled(*walls: tuple[int, str]) -> kibitz.OwnGame:
    """Return a game of two squares by two with these walls, whose move goes to the right."""
    rules = kibitz.Rules(
        aim="shortest",
        start=0,
        moves=lambda at: iter(() if at else (1,)),
        play=lambda at, move: move,
        worth=lambda at: at,
    )
    look_of = kibitz.Appearance(walls=walls, pieces={"A": "counter red A1"})
    return kibitz.OwnGame(
        rules,
        kibitz.Board.rectangle(2, 2),
        lambda at: ".A.." if at else "A...",
        signs="A.",
        appearance=look_of,
    )


def test_walls_stand_between_cells_in_a_terminal() -> None:
    drawn = text_picture(Scene(walled((0, "right"), (3, "top")), 0))
    assert drawn == "    1   2\na   A | .\n        -\nb   .   .\n"
    same = text_picture(Scene(walled((1, "left"), (1, "bottom"), (0, "left")), 0))
    assert same == drawn  # said from the other side; one at the edge is not between cells
    scene = Scene(walled((0, "right"), (2, "right")), 1)
    scene.mark_move(["A", ".", ".", "."])
    assert text_picture(scene).splitlines()[1:] == ["a   . |[A]", "b   . | ."]
    scene = Scene(walled((0, "right")), 0)
    scene.mark_move([".", "A", ".", "."])
    assert text_picture(scene).splitlines()[1] == "a  [A]| ."


def test_walls_stand_at_the_sides_of_cells_in_a_picture() -> None:
    game = walled((0, "right"), (3, "top"), (2, "left"))
    (wall,) = re.findall("<g class='kz-walls'><path d='(.*?)'", picture(game, 0))
    lines = [tuple(map(float, re.findall(r"-?[0-9.]+", one))) for one in wall.split("M") if one]
    points = look(game).points
    for (x0, y0, x1, y1), (one, (right, down)) in zip(
        lines, [(0, (1, 0)), (3, (0, -1)), (2, (-1, 0))], strict=True
    ):
        x, y = points[one]
        assert ((x0 + x1) / 2, (y0 + y1) / 2) == (x + 30 * right, y + 30 * down)
        assert hypot(x1 - x0, y1 - y0) == 60
    assert ">A1</text>" in picture(game, 0)


@pytest.mark.parametrize(("wall", "words"), [((4, "left"), "4 left"), ((0, "above"), "above")])
def test_a_wall_that_is_nowhere_is_an_error(wall: tuple[int, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        walled(wall)


def test_walls_and_exits_are_said_of_both_cells_beside_them() -> None:
    said = board_of(walled((0, "right"), (3, "top")), language("en"))["surroundings"]
    assert said == ["wall on the right", "wall on the left, wall below", "", "wall above"]
    exit_at = board_of(example("rush_hour"), language("fr"))["surroundings"]
    assert {words for words in exit_at if words} == {"sortie à droite"}
    assert board_of(example("hex"), language("en"))["surroundings"] == []


def test_the_button_of_a_crossing_shows_who_crosses() -> None:
    game = example("missionaries")
    start = game.rules.start
    taken = {
        game.move_text(start, move): legal_move(game, start, move, 0)["taken"]
        for move in game.rules.moves(start)
    }
    assert taken == {"C": ["C"], "CC": ["C", "C"], "MC": ["M", "C"]}
    cube = example("pocket_cube")
    turn = next(cube.rules.moves(cube.rules.start))
    assert legal_move(cube, cube.rules.start, turn, 0)["taken"] == []


def test_players_are_called_by_their_pieces_where_the_board_is_drawn() -> None:
    game = example("four")
    match = MatchState(game)
    assert match.name_of(0) == "X"  # as a terminal draws the pieces
    assert board_of(game, language("en"))["players"] == ["Red", "Yellow"]
    victory = Sentence("{player} wins", player=match.name_of(1))
    assert language("en").tell(victory) == "Yellow wins"
    assert language("fr").tell(victory) == "Jaune gagne"
    assert str(victory) == "O wins"
    match.names = ("Ann", "")
    assert language("sv").plain(match.name_of(0)) == "Ann"
    assert board_of(kibitz.game("lgame"), language("en"))["players"] == ["Orange", "Blue"]
    with pytest.raises(ValueError, match="two players"):
        Appearance(players=["Red"])


def test_a_letter_that_calls_a_player_is_drawn_on_the_pieces_or_beside_the_board() -> None:
    """Crosses and rings are X and O, and so are men with these marks; else players have a name."""
    for name in GAMES:
        game = example(name)
        if game.rules.two_players and game.appearance and not game.appearance.players:
            own = {drawn.words(one)[:1] for drawn in [look(game)] for one in game.players}
            shown = {("cross",), ("ring",), ("man",), ("stone",), ("line",), ()}
            assert own <= shown or game.players == ("A", "B"), name


def test_a_box_belongs_to_the_player_who_completed_it() -> None:
    game = example("dots_and_boxes")
    match = MatchState(game)
    for move in ("a2", "b1", "b3", "c2"):  # the four sides of a box, the last by the second player
        match.play(game.parse_move(match.position, move))
    box = game.board.cell("b2")
    assert scene_of(match).cells[box].sign == "B2"
    assert ">B<" in look(game).pieces["B2"]
    match.jump(3)
    assert scene_of(match).cells[box].sign == "."
    position = MatchState(game, match.positions[4])
    assert scene_of(position).cells[box].sign == "B"  # a position does not tell whose it is
