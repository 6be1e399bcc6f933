"""Boards as their games look: what is pointed at is what is drawn."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import kibitz
from kibitz.drawing.look import look_of
from kibitz.web.workers.worker_pool import PoolLimits
from tests.support.browser import BY_MOUSE, TOUCH, Hand, pages
from tests.support.own_games import EXAMPLES
from tests.support.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

BRIEF = 0.5  # seconds for an answer
GAMES = (
    *("hex", "sim", "four", "hanoi", "gobblet_gobblers", "kalah", "rush_hour", "sokoban"),
    "ricochet_robots",
)
# A car between two free squares on either side of it, and a car below it that cannot move.
CARS = "rush_hour.py:board=ooooooooAAooBBBBBBoooooooooooooooooo"
ON_SCREEN = """([x, y]) => {
  const at = document.querySelector("#board svg").getScreenCTM();
  const point = new DOMPoint(x, y).matrixTransform(at);
  return [point.x, point.y];
}"""


# Of pairs of cells, whether a wall is drawn in the middle between them.
WALLED = """(pairs) => {
  const walls = document.querySelector("#board .kz-walls path");
  const back = walls.getScreenCTM().inverse();
  const middle = (name) => {
    const cell = document.querySelector(`#board .cell[data-cell='${name}'] .hit`);
    const box = cell.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  return pairs.map(([one, other]) => {
    const [[x0, y0], [x1, y1]] = [middle(one), middle(other)];
    const point = new DOMPoint((x0 + x1) / 2, (y0 + y1) / 2).matrixTransform(back);
    return walls.isPointInStroke(point);
  });
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("games")
    # No test here needs a long search, which would keep the others waiting.
    limits = PoolLimits(answering=BRIEF)
    files = (str(EXAMPLES / f"{name}.py") for name in GAMES)
    with serving(folder, *files, limits=limits) as address:
        yield address


def on_screen(page: Page, name: str, cell: str, right: float = 0, down: float = 0) -> list[float]:
    """Return a point of the window, that far from the point of a cell in the drawing."""
    game = kibitz.game(str(EXAMPLES / f"{name}.py"))
    x, y = look_of(game).points[game.board.cell(cell)]
    found: list[float] = page.evaluate(ON_SCREEN, [x + right, y + down])
    return found


# A game, where it is clicked (a cell, and how far from its point), and the move that this makes.
CLICKS = {
    "the corner of a hexagon": ("hex", [("b2", 0, -30)], "b2"),
    "a line between two points": ("sim", [("25", 0, 0)], "25"),
    "a line, further along": ("sim", [("12", 20, 11)], "12"),
    "the top of a column": ("four", [("a3", 0, 0)], "d3"),
    "a pole above its discs": ("hanoi", [("a1", 0, 0), ("a2", 0, 0)], "1-b"),
}


@BY_MOUSE
@pytest.mark.parametrize("what", CLICKS)
def test_what_is_clicked_is_what_is_drawn(hand: Hand, what: str) -> None:
    name, clicks, move = CLICKS[what]
    hand.turn_to(f"kibitz+{name}.py")
    for cell, right, down in clicks:
        hand.page.mouse.click(*on_screen(hand.page, name, cell, right, down))
    hand.page.wait_for_selector("html[data-ply='1']")
    assert hand.match.endswith(f"moves+{move}")


@BY_MOUSE
def test_a_disc_is_dropped_anywhere_on_its_pole(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+hanoi.py;moves+1-b")
    page.mouse.move(*on_screen(page, "hanoi", "e2"))
    page.mouse.down()
    page.mouse.move(*on_screen(page, "hanoi", "c2"))
    page.mouse.move(*on_screen(page, "hanoi", "a3", 15, 4))
    page.mouse.up()
    page.wait_for_selector("html[data-ply='2']")
    assert hand.match.endswith("moves+1-b+1-c")


@BY_MOUSE
def test_the_ring_that_is_clicked_is_the_size_of_the_stone(hand: Hand) -> None:
    page, game = hand.page, kibitz.game(str(EXAMPLES / "gobblet_gobblers.py"))
    look = look_of(game)
    hand.turn_to("kibitz+gobblet_gobblers.py")
    assert game.appearance is not None
    size_of = game.appearance.size
    here = [cell for cell in look.order if look.groups[cell] == look.groups[0] and size_of(cell)]
    sizes = {size_of(cell): game.board.names[cell] for cell in here}
    for ply, (size, name) in enumerate(sizes.items(), start=1):
        page.mouse.click(*on_screen(page, "gobblet_gobblers", name, 26 * size - 1, 0))
        page.wait_for_selector(f"html[data-ply='{ply}']")
    assert hand.match.endswith("moves+" + "+".join(sizes.values()))


@BY_MOUSE
def test_walls_are_drawn_between_the_cells_that_they_part(hand: Hand) -> None:
    hand.turn_to("kibitz+ricochet_robots.py:board=2")
    rows, columns = "abcdef", "123456"
    pairs = [(row + one, row + other) for row in rows for one, other in pairwise(columns)]
    pairs += [(one + column, other + column) for one, other in pairwise(rows) for column in columns]
    drawn = hand.page.evaluate(WALLED, pairs)
    walls = ["a4 a5", "b2 c2", "b4 b5", "d1 e1", "d3 e3", "d5 d6", "f2 f3"]
    found = [
        f"{one} {other}" for (one, other), is_wall in zip(pairs, drawn, strict=True) if is_wall
    ]
    assert sorted(found) == walls
    named = hand.page.locator("#board text", has_text=re.compile("^C$"))
    expect(named).to_have_count(1)  # on the counter


@BY_MOUSE
def test_stores_are_drawn_and_named(hand: Hand) -> None:
    hand.turn_to("kibitz+kalah.py;moves+b1")
    expect(hand.page.locator("#board .stores text")).to_have_text(["1"])
    expect(hand.page.locator("#below")).to_contain_text("Store of A: 1")


def test_a_finger_drops_a_disc_anywhere_in_a_column_of_a_narrow_window(
    browser: Browser, address: str
) -> None:
    for page in pages(browser, has_touch=True, viewport={"width": 360, "height": 740}):
        hand = Hand(page, TOUCH, address)
        hand.open("kibitz+four.py")
        column = [page.locator(f"#board .cell[data-cell='{row}4']") for row in "abcd"]
        boxes = [cell.bounding_box() for cell in column]
        for ply, box in enumerate(boxes, start=1):  # from the top of the column to its bottom
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
            assert box["width"] > 40
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_selector(f"html[data-ply='{ply}']")
        assert hand.match.endswith("moves+d4+c4+b4+a4")


# Where a car is pressed, where it is let go, and the moves that this makes.
PULLS = {
    "by its rear, two squares": ("b3", "b5", "A-r+A-r"),
    "by its front, the other way": ("b4", "b2", "A-l+A-l"),
    "one square": ("b4", "b5", "A-r"),
    "farther than it goes": ("b4", "b1", "A-l+A-l"),
}


@BY_MOUSE
@pytest.mark.parametrize("how", PULLS)
def test_a_car_is_dragged_as_far_as_it_goes(hand: Hand, how: str) -> None:
    page = hand.page
    start, end, moves = PULLS[how]
    hand.turn_to(f"kibitz+{CARS}")
    expect(page.locator("#board .cell.open").first).to_be_visible()
    page.locator(f"#board .cell[data-cell='{start}']").hover()  # waits until the board stands still
    page.mouse.move(*on_screen(page, "rush_hour", start))
    page.mouse.down()
    before = page.locator("#board .wide[data-sign='A']").bounding_box()
    page.mouse.move(*on_screen(page, "rush_hour", end, 0, 25))  # a little below its row
    held = page.locator("#board .held").bounding_box()
    assert held
    assert before
    assert abs(held["y"] - before["y"]) < 2, "it stays in its row"
    page.mouse.up()
    page.wait_for_selector(f"html[data-ply='{moves.count('A')}']")
    assert hand.match.endswith(f"moves+{moves}")


@BY_MOUSE
def test_a_click_where_a_car_has_just_arrived_does_not_move_it_back(hand: Hand) -> None:
    """A can only go right by one square, and then only back: its first click moves it."""
    hand.turn_to(f"kibitz+rush_hour.py:board=ooooooAAoBoooooBoo{'o' * 18}")
    hand.point("b1")
    hand.page.wait_for_selector("html[data-ply='1']")
    hand.point("b3")
    expect(hand.page.locator("#back")).to_be_visible()
    assert hand.ply == 1, "it is picked up, as any piece that has just arrived"


@BY_MOUSE
def test_a_piece_that_cannot_move_says_why(hand: Hand) -> None:
    status = hand.page.locator("#status")
    hand.turn_to(f"kibitz+{CARS}")
    hand.point("c1")
    expect(status).to_have_text("This piece cannot move now.")
    hand.turn_to("kibitz+peg:english")
    hand.point("a3")
    expect(status).to_have_text("There is no empty hole behind the pegs next to it.")
    hand.turn_to("kibitz+noughts;moves+b2")
    hand.point("b2")
    expect(status).to_have_text("This place is taken.")


@BY_MOUSE
def test_arrow_keys_push_and_still_lead_through_the_squares(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+sokoban.py")
    for ply, key in enumerate(("ArrowDown", "ArrowRight", "ArrowUp"), start=1):
        page.keyboard.press(key)
        page.wait_for_selector(f"html[data-ply='{ply}']")
    made = hand.match
    assert made.endswith("moves+d+R+u")  # a step, a push, a step
    page.locator("#board .cell[tabindex='0']").focus()
    before = page.evaluate("document.activeElement.dataset.cell")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.cell") != before
    assert hand.match == made, "on a square, the keys go to the next one"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("u")
    page.wait_for_selector("html[data-ply='2']")


@BY_MOUSE
def test_a_stone_in_hand_is_chosen_or_dragged_onto_a_square(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+gobblet_gobblers.py")
    held = page.locator("#board .in-hand")
    expect(held).to_have_count(12)
    small = page.locator("#board .in-hand.free[data-kind='X 0.42']").first
    small.click()
    page.mouse.click(*on_screen(page, "gobblet_gobblers", "a1", 25, 25))  # a corner of the square
    page.wait_for_selector("html[data-ply='1']")
    expect(held).to_have_count(11)
    large = page.locator("#board .in-hand.free[data-kind='O']").first.bounding_box()
    assert large
    page.mouse.move(large["x"] + large["width"] / 2, large["y"] + large["height"] / 2)
    page.mouse.down()
    page.mouse.move(*on_screen(page, "gobblet_gobblers", "a1", 9, 9))
    page.mouse.up()
    page.wait_for_selector("html[data-ply='2']")
    cells = hand.seen()["cells"]
    board = kibitz.game(str(EXAMPLES / "gobblet_gobblers.py")).board
    seen = {board.names[cell]: sign for cell, sign in enumerate(cells) if sign != "."}
    assert sorted(seen.values()) == ["O", "O", "X"]  # the large one, seen from above, and the small
