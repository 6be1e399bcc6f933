"""Boards as their games look: what is pointed at is what is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import kibitz
from kibitz.drawing.materials import look_of
from tests.support.browser import BY_MOUSE, Hand
from tests.support.own_games import EXAMPLES
from tests.support.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

GAMES = ("hex", "sim", "four", "hanoi", "gobblet_gobblers", "kalah")
ON_SCREEN = """([x, y]) => {
  const at = document.querySelector("#board svg").getScreenCTM();
  const point = new DOMPoint(x, y).matrixTransform(at);
  return [point.x, point.y];
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("games")
    with serving(folder, *(str(EXAMPLES / f"{name}.py") for name in GAMES)) as address:
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
def test_stores_are_drawn_and_named(hand: Hand) -> None:
    hand.turn_to("kibitz+kalah.py;moves+b1")
    expect(hand.page.locator("#board .stores text")).to_have_text(["1"])
    expect(hand.page.locator("#below")).to_contain_text("Store of A: 1")
