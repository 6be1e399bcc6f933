"""Posters: the strategy on the sheet is complete and perfect, and everything is on the sheet.

What is drawn is read from the file; whether it is right is decided by the rules and the oracle.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz.cli import main
from kibitz.drawing.look import look_of
from kibitz.drawing.poster import SHEET, solution_poster, strategy_poster
from kibitz.language.languages import Language
from kibitz.oracle import perfect_play
from kibitz.oracle.perfect_play import PlayerStrategy
from kibitz.rules import MoveId, PositionId

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from xml.etree.ElementTree import Element

    Box = tuple[float, float, float, float]  # left, top, right, bottom
    Transform = tuple[float, float, float]  # x, y and scale

pytestmark = pytest.mark.usefixtures("tables_apart")
SVG = "{http://www.w3.org/2000/svg}"
G, TEXT = f"{SVG}g", f"{SVG}text"
NESTED, NUMBERED, FOUND = "nested", "numbered", "found"
POSTERS = [
    ("noughts", True, NESTED),
    ("noughts", False, NESTED),
    ("misere", True, NESTED),
    ("noughts:oldest", True, NUMBERED),
    ("noughts:oldest", False, NUMBERED),
    ("nim", True, NUMBERED),
    ("nim", False, NUMBERED),
    ("hexapawn", False, NUMBERED),
    ("dots_and_boxes:rows=1,columns=2", False, NUMBERED),
    ("kayles", False, FOUND),
    ("lgame", True, FOUND),
]
SLACK = 1e-2  # of a millimetre
LEAST = 1.5


@cache
def sheet(name: str, begins: bool) -> Element:
    strategy = PlayerStrategy(kibitz.game(name).oracle, begins=begins)
    return ElementTree.fromstring(strategy_poster(strategy, Language()))


def boards_in(root: Element) -> list[Element]:
    return [one for one in root.iter(G) if one.get("class") == "board"]


def result(outcome: kibitz.Outcome) -> tuple[int, int]:
    """Return how good an outcome is, without its distance."""
    return outcome.result_worth, outcome.points or 0


class Drawn:
    """The strategy that a sheet shows: a move for each position, by its class."""

    def __init__(self, name: str, begins: bool) -> None:
        self.game = kibitz.game(name)
        self.rules, self.oracle = self.game.rules, self.game.oracle
        self.root = sheet(name, begins)
        self.after: dict[int, int] = {}
        for board in boards_in(self.root):
            if board.get("data-move"):
                position = self.game.parse(board.attrib["data-position"])
                to = self.game.play(position, board.attrib["data-move"]).number
                self.after[self.rules.class_of(position)] = self.rules.class_of(to)

    def keeps(self, position: int, move: int) -> bool:
        """Return whether a move is as good as the position."""
        after = self.oracle.outcome(PositionId(self.rules.play(position, move)))
        made = after.before(self.rules.moves_again(position, move))
        return result(made) == result(self.oracle.outcome(PositionId(position)))

    def move_in(self, position: int) -> int:
        """Return the move of the sheet in a position, perhaps a mirror image of a drawn one."""
        wanted = self.after[self.rules.class_of(position)]
        return next(
            move
            for move in self.rules.moves(position)
            if self.rules.class_of(self.rules.play(position, move)) == wanted
        )


def positions_met(drawn: Drawn, begins: bool) -> Iterator[tuple[int, int, bool]]:
    """Yield every position and move of a game in which one player follows the sheet.

    The third part tells whether it is the move of that player.
    """
    rules = drawn.rules
    waiting = [(int(rules.start), begins)]
    seen = {(rules.class_of(rules.start), begins)}
    for position, own in waiting:  # it grows
        for move in [drawn.move_in(position)] if own else rules.moves(position):
            yield position, move, own
            to = rules.play(position, move)
            turn = own if rules.moves_again(position, move) else not own
            if not rules.is_over(to) and (rules.class_of(to), turn) not in seen:
                seen.add((rules.class_of(to), turn))
                waiting.append((to, turn))


@pytest.mark.long
@pytest.mark.parametrize(("name", "begins"), [one[:2] for one in POSTERS if one[2] != NESTED])
def test_the_strategy_is_complete_and_perfect(name: str, begins: bool) -> None:
    drawn = Drawn(name, begins)
    met = 0
    for position, move, own in positions_met(drawn, begins):  # fails where no board is drawn
        if own:
            met += 1
            assert drawn.keeps(position, move)
    assert met == len(drawn.after)


@pytest.mark.parametrize(("name", "begins"), [one[:2] for one in POSTERS if one[2] == NESTED])
def test_each_square_holds_the_board_after_a_move_there(name: str, begins: bool) -> None:
    """The strategy is complete and perfect here too; the last boards may be words."""
    drawn = Drawn(name, begins)
    game, rules = drawn.game, drawn.rules
    (outermost,) = drawn.root.findall(G)
    named = 0

    def walk(board: Element, position: int) -> None:
        nonlocal named
        assert game.parse(board.attrib["data-position"]) == position
        after = position
        if "data-move" in board.attrib:
            move = game.parse_move(position, board.attrib["data-move"])
            after = rules.play(position, move)
            assert drawn.keeps(position, move)
        cells = [one for one in board if one.get("class") == "cell"]
        squares = {one.findtext(f"{SVG}title"): one for one in cells}
        moves = list(rules.moves(after))
        held = {n for n, one in squares.items() if {part.tag for part in one} & {G, TEXT}}
        assert {game.move_text(after, move) for move in moves} == held
        for move in moves:
            to = rules.play(after, move)
            square = squares[game.move_text(after, move)]
            inner, word = square.find(G), square.findtext(TEXT)
            if inner is not None and not rules.is_over(to):
                walk(inner, to)
            elif word is not None and word in "+=−":
                assert rules.is_over(to)
            elif word is not None:
                named += 1
                reply = game.parse_move(to, word)
                assert drawn.keeps(to, reply)
                last = rules.play(to, reply)
                assert all(rules.is_over(rules.play(last, one)) for one in rules.moves(last))
            else:
                assert inner is not None
                assert rules.is_over(to)

    walk(outermost, rules.start)
    assert named or name != "noughts"


@pytest.mark.parametrize(("name", "begins"), [one[:2] for one in POSTERS if one[2] == NUMBERED])
def test_numbers_lead_to_the_board_of_the_next_position(name: str, begins: bool) -> None:
    drawn = Drawn(name, begins)
    game, rules = drawn.game, drawn.rules
    boards = boards_in(drawn.root)
    around = list(drawn.root)
    positions = [game.parse(board.attrib["data-position"]) for board in boards]
    classes = [rules.class_of(position) for position in positions]
    assert len(set(classes)) == len(classes)
    for number, (board, position) in enumerate(zip(boards, positions, strict=True), start=1):
        at = around.index(board)
        heading = [text for text in (one.text for one in around[at - 2 : at]) if text]
        assert heading[0] == str(number)
        after = position
        if "data-move" in board.attrib:
            assert heading[1].split()[0] == board.attrib["data-move"]
            after = game.play(position, board.attrib["data-move"]).number
        below = " ".join(lines_after(around, at))
        leads = leads_below(below) if below else None
        inside = sorted(one.text or "" for one in board if one.get("class") == "next")
        expected = expected_leads(game, position, after, board.get("data-move"), classes)
        if leads is not None:
            assert (leads, inside) == (expected, [])
        else:
            assert inside == sorted(expected.values())


def lines_after(around: list[Element], at: int) -> Iterator[str]:
    """Yield the lines below a board: those before the heading of the next one."""
    for one, following in pairwise([*around[at + 1 :], None]):
        if one is None or one.tag != TEXT or one.get("font-weight"):
            return
        yield one.text or ""
        if following is None:
            return


def leads_below(text: str) -> dict[str, str]:
    leads: dict[str, str] = {}
    names: list[str] = []
    for word in text.split():
        name, arrow, lead = word.partition("→")
        names.append(name)
        if arrow:
            leads |= dict.fromkeys(names, lead)
            names = []
    assert not names
    return leads


def expected_leads(
    game: kibitz.Game, position: int, after: int, move: str | None, classes: Sequence[int]
) -> dict[str, str]:
    """Return where each reply leads: to the number of a board, or to the sign of an end."""
    rules = game.rules

    def lead(before: int, one: int, to: int) -> str:
        if not rules.is_over(to):
            return str(classes.index(rules.class_of(to)) + 1)
        mine = -game.oracle.outcome_of_move(PositionId(before), MoveId(one)).result_worth
        return {1: "+", 0: "=", -1: "−"}[mine]

    def replies(before: int, made: str) -> Iterator[tuple[str, str]]:
        for one in rules.moves(before):
            to = rules.play(before, one)
            text = f"{made},{game.move_text(before, one)}".strip(",")
            if rules.moves_again(before, one) and not rules.is_over(to):
                yield from replies(to, text)
            else:
                yield text, lead(before, one, to)

    if move is not None and rules.moves_again(position, game.parse_move(position, move)):
        return {"": lead(position, 0, after)} if not rules.is_over(after) else {}
    return dict(replies(after, ""))


def moved(element: Element, outer: Transform) -> Transform:
    x, y, scale = outer
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        given = [float(number) for number in numbers.split()]
        if name == "translate":
            x, y = x + scale * given[0], y + scale * given[1]
        else:
            scale *= given[0]
    return x, y, scale


def check_inside(element: Element, outer: Transform, box: Box) -> int:
    """Check that the edges of all boards are inside a box; return how many there are."""
    count = 0
    for one in element:
        here = moved(one, outer)
        inner = box
        if one.get("class") == "board":
            edge = next(part for part in one if part.get("class") == "edge")
            x, y, w, h = (float(edge.get(name, 0)) for name in ("x", "y", "width", "height"))
            left, top = here[0] + here[2] * x, here[1] + here[2] * y
            inner = (left, top, left + here[2] * w, top + here[2] * h)
            assert inner[0] >= box[0] - SLACK
            assert inner[1] >= box[1] - SLACK
            assert inner[2] <= box[2] + SLACK
            assert inner[3] <= box[3] + SLACK
            count += 1
        elif one.get("class") == "cell":
            half = 30 * here[2]
            inner = (here[0] - half, here[1] - half, here[0] + half, here[1] + half)
        elif one.tag == TEXT:
            size = float(one.attrib["font-size"]) * here[2]
            assert size >= LEAST - SLACK
            assert box[1] - SLACK <= here[1] + here[2] * float(one.get("y", 0)) <= box[3] + SLACK
        if one.tag == G:
            count += check_inside(one, here, inner)
    return count


@pytest.mark.long
@pytest.mark.parametrize(("name", "begins", "form"), POSTERS)
def test_everything_is_on_the_sheet_and_in_its_square(name: str, begins: bool, form: str) -> None:
    root = sheet(name, begins)
    assert (root.get("width"), root.get("height")) == ("420mm", "297mm")
    assert root.get("viewBox") == f"0 0 {SHEET[0]} {SHEET[1]}"
    assert check_inside(root, (0, 0, 1), (0, 0, *SHEET)) == len(boards_in(root))
    boxes = [one for one in root if one.get("class") == "board"]
    assert (len(boxes) == 1) == (form == NESTED)
    if form == NUMBERED:
        scale = moved(boxes[0], (0, 0, 1))[2]
        texts = [text for defs in root.findall(f"{SVG}defs") for text in defs.iter(TEXT)]
        assert all(float(text.attrib["font-size"]) * scale >= LEAST - SLACK for text in texts)
        assert texts or not look_of(kibitz.game(name)).labels
    used = {one.get("href", "")[1:] for one in root.iter(f"{SVG}use")}
    assert used == {one.get("id") for one in root.findall(f"{SVG}defs/{SVG}g")}


@pytest.mark.parametrize(("name", "begins"), [one[:2] for one in POSTERS if one[2] == FOUND])
def test_every_board_to_be_looked_up_shows_its_move(name: str, begins: bool) -> None:
    for board in boards_in(sheet(name, begins)):
        red = [one for one in board if "#d11507" in (one.get("fill"), one.get("stroke"))]
        assert red, board.attrib


def test_boards_in_rows_do_not_overlap() -> None:
    places = [moved(one, (0, 0, 1)) for one in boards_in(sheet("noughts:oldest", False))]
    board = boards_in(sheet("noughts:oldest", False))[0]
    wide = float(board[0].attrib["width"]) * places[0][2]
    for (x0, y0, _), (x1, y1, _) in pairwise(places):
        assert x1 - x0 > wide if y0 == y1 else y1 - y0 > wide


def test_a_puzzle_is_a_row_of_boards() -> None:
    game = kibitz.game("lockout")
    root = ElementTree.fromstring(solution_poster(game.oracle, Language()))
    line = game.start.line
    assert line
    texts = [one.text for one in root.findall(TEXT)]
    assert len(boards_in(root)) == len(line) + 1
    assert [text for text in texts if text in line] == [str(move) for move in line]
    assert check_inside(root, (0, 0, 1), (0, 0, *SHEET)) == len(line) + 1


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["poster", "noughts"]) == 0
    assert "browser to print it" in capsys.readouterr().out
    first = (tmp_path / "noughts.svg").read_text()
    assert main(["poster", "noughts", "-o", "-", "--player", "second", "--lang", "sv"]) == 0
    second = capsys.readouterr().out
    assert ": the strategy of X<" in first
    assert ": strategin för O<" in second
    shipped = Path(__file__).parents[2] / "examples" / "nim.py"
    Path("mine.py").write_text(shipped.read_text())
    assert main(["poster", "./mine.py:heaps=12", "-o", "-"]) == 0
    assert "<title>Nim · heaps 12: the strategy of " in capsys.readouterr().out
    for words, said in (
        (["noughts", "-o", "x.png"], "ends in .svg"),
        (["peg:triangle", "--player", "second"], "is a puzzle"),
        (["nowhere"], "nowhere"),
    ):
        assert main(["poster", *words]) == 2
        assert said in capsys.readouterr().err
    assert {file.name for file in tmp_path.glob("*.*")} == {"noughts.svg", "mine.py"}


def test_a_large_game_is_refused_after_bounded_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(perfect_play, "MOST_POSITIONS", 100)
    assert main(["poster", "lgame"]) == 2
    said = capsys.readouterr().err
    assert (
        said == "kibitz: a strategy of lgame has more than 100 positions, too many for one sheet\n"
    )
    game = kibitz.game("noughts:rows=5,columns=5,line=4")
    oracle = kibitz.Oracle(game, effort=kibitz.Effort(positions=1_000))
    with pytest.raises(kibitz.KibitzError, match=r"the best move in .* is not known; kibitz table"):
        PlayerStrategy(oracle, begins=True)
    assert not list(tmp_path.glob("*.svg"))
