"""Who plays, the frame of the board and the review, in real Chromium."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.support.browser import (
    BY_MOUSE,
    GATE,
    GREEN,
    HOLD_REPLIES,
    MOUSE,
    Hand,
    has_colour,
    is_judged,
    pages,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOST = "kibitz+noughts;players+human+easy;moves+a1+b2+b1+c2+c3+a2"  # c3 misses the win at c1
ALMOST_WON = "kibitz+noughts;players+human+easy;moves+a1+a2+b1+b2"
SIZES = {
    "wide": {"width": 1440, "height": 900},
    "low": {"width": 1280, "height": 720},
    "telephone": {"width": 360, "height": 740},
}
# The boxes of the meter, of the slab with its edges, of the strip and of the board, in the window.
BOXES = """() => {
  const box = (where) => {
    const { left, top, right, bottom } = document.querySelector(where).getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const slab = { left: 1e9, top: 1e9, right: 0, bottom: 0 };
  const cells = document.querySelector("#board svg .ground");
  for (const shape of cells.querySelectorAll(".slab *")) {
    if (!shape.getBBox || shape.closest(".slab [transform]")) continue; // the shadow
    const { stroke, strokeWidth } = getComputedStyle(shape);
    const edge = stroke === "none" ? 0 : parseFloat(strokeWidth) / 2;
    const drawn = shape.getBBox();
    const at = (x, y) => new DOMPoint(x, y).matrixTransform(shape.getScreenCTM());
    const first = at(drawn.x - edge, drawn.y - edge);
    const last = at(drawn.x + drawn.width + edge, drawn.y + drawn.height + edge);
    slab.left = Math.min(slab.left, first.x);
    slab.top = Math.min(slab.top, first.y);
    slab.right = Math.max(slab.right, last.x);
    slab.bottom = Math.max(slab.bottom, last.y);
  }
  const [board, stage] = [box("#board svg"), box("#stage")];
  return { slab, meter: box("#meter"), status: box("#status"), board, stage };
}"""
# The moves in the list whose button covers their number.
COVERED = """() => [...document.querySelectorAll("#history li")].filter((item) => {
  const [number, button] = [item.querySelector(".number"), item.querySelector("button")];
  if (!number) return false;
  return number.getBoundingClientRect().right > button.getBoundingClientRect().left + 0.5;
}).length"""


def test_a_person_reads_who_plays_and_whose_move_it_is(page: Page, address: str) -> None:
    page.add_init_script(GATE)
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+noughts;players+human+easy", say="")
    status, players = page.locator("#status"), page.locator("#players .seat")
    expect(players).to_have_text(["You", re.compile(r"^Computer\s*\(easy\)$")])
    expect(page.locator("#players svg")).to_have_count(2)  # the pieces of the game itself
    expect(players.first).to_have_class(re.compile("to-move"))
    expect(status).to_have_text("Your move")
    assert "X to move" not in page.title() + page.locator("body").inner_text()
    expect(page.locator("#verdict")).to_be_hidden()  # hints only, and a way to see more
    expect(page.locator("#hushed")).to_contain_text("The verdict is hidden while you play.")
    page.evaluate(HOLD_REPLIES)
    hand.point("b2")
    expect(status).to_have_text("Computer is thinking…")
    page.evaluate("release()")
    page.wait_for_selector("html[data-ply='2']")
    expect(status).to_have_text("Your move")
    page.locator("#reveal").click()
    expect(page.locator("#value")).to_be_visible()
    expect(page.locator("#hushed")).to_be_hidden()
    hand.open("kibitz+noughts", say="")  # no computer plays: an analysis
    expect(page.locator("#value")).to_contain_text("Draw")


@pytest.mark.parametrize("mode", ["hint", "off"])
def test_a_game_is_reviewed_in_every_mode(page: Page, address: str, mode: str) -> None:
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+noughts;players+human+easy;moves+a1+b2+b1+c2", say=mode)
    expect(page.locator("#kibitzer-mode")).to_have_value(mode)
    expect(page.locator("#review")).to_be_hidden()
    hand.turn_to(LOST)
    expect(page.locator("#status")).to_have_text("You lost")
    has_colour(page, "#status", "--loss")
    review = page.locator("#review")
    expect(review).to_have_text("Review: 1 mistake, move 5")
    expect(page.locator("#hint")).to_be_hidden()
    review.click()
    page.wait_for_selector("html[data-ply='5']")
    expect(page.locator("#notes")).to_contain_text("That threw away the")
    expect(page.locator("#notes")).to_contain_text("Better: c1")
    is_judged(page, "--loss")
    expect(review).to_have_text("Back to the end")
    review.click()
    page.wait_for_selector("html[data-ply='6']")
    expect(review).to_have_text("Review: 1 mistake, move 5")


def test_two_wins_in_a_row_offer_the_next_level(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    hand.open(ALMOST_WON, say="hint")
    hand.point("c1")
    page.wait_for_selector("html[data-over='true']")
    expect(page.locator("#status")).to_have_text("You won")
    has_colour(page, "#status", GREEN)
    expect(page.locator("#notes")).to_contain_text("a2")  # the move that decided it
    offers = page.locator("#again button")
    expect(offers).to_have_text(["Rematch", "Swap sides"])
    page.locator("#undo").click()  # to win the same game again does not count
    page.wait_for_selector("html[data-over='false']")
    hand.point("c1")
    page.wait_for_selector("html[data-over='true']")
    expect(offers).to_have_text(["Rematch", "Swap sides"])
    hand.open(f"{ALMOST_WON};at+4", say="hint")  # another match
    hand.point("c1")
    expect(offers).to_have_text(["Next level: hard", "Rematch", "Swap sides"])
    offers.first.click()
    page.wait_for_selector("html[data-ply='0']")
    expect(page.locator("#players")).to_contain_text("(hard)")
    assert hand.match == "kibitz+noughts;players+human+hard"
    page.goto(address)  # the start page remembers it, for this game alone
    play = "article[data-game='{}'] .quick .primary"
    for name, players in (("noughts", "human+hard"), ("hexapawn", "easy+human")):
        expect(page.locator(play.format(name))).to_have_attribute(
            "href", re.compile(rf";players\+{re.escape(players)}$")
        )


@BY_MOUSE
def test_two_people_have_names(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;moves+a1+a2")
    page.get_by_label("Name of X").fill("Anna")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("Anna to move")
    expect(page.locator("#value strong")).to_have_text("Anna wins")
    expect(page.locator("#meter")).to_have_text("Green is good for Anna.")
    expect(page.locator("#graph .side").first).to_have_text("Anna wins")
    assert hand.match == "kibitz+noughts;names+Anna+-;moves+a1+a2"
    hand.point("b1")
    page.wait_for_selector("html[data-ply='3']")
    expect(page.get_by_label("Name of X")).to_have_value("Anna")
    page.locator("#new").click()
    page.locator("#new-player-1").select_option("easy")
    expect(page.locator("#new-name-0")).to_be_hidden()  # the computer has none
    page.locator("#new-player-1").select_option("human")
    page.locator("#new-name-1").fill("Bob")
    page.locator("#new-start").click()
    page.wait_for_selector("html[data-ply='0']")
    assert hand.match == "kibitz+noughts;names+-+Bob"
    expect(page.locator("#players").get_by_label("Name of O")).to_have_value("Bob")


@BY_MOUSE
def test_players_are_shown_by_pieces_of_theirs(hand: Hand) -> None:
    for match in ("kibitz+dobutsu_shogi", "kibitz+four", "kibitz+lgame"):
        hand.turn_to(match)
        expect(hand.page.locator("#players .side-sign svg")).to_have_count(2)
        assert hand.page.locator("#players .side-sign").all_inner_texts() == ["", ""]


@BY_MOUSE
def test_a_solved_puzzle_is_not_praised_for_no_mistakes(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+lockout")
    while not hand.over:
        hand.make(hand.best())
    expect(page.locator("#status")).to_contain_text("Solved in 4 moves.")
    is_judged(page, GREEN)
    expect(page.locator("#comment")).to_be_hidden()
    expect(page.locator("#review")).to_be_hidden()
    expect(page.locator("#players")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_the_meter_is_part_of_the_frame(browser: Browser, address: str, size: str) -> None:
    for page in pages(browser, viewport=SIZES[size], reduced_motion="reduce"):
        hand = Hand(page, MOUSE, address)
        hand.open("kibitz+noughts")
        for name in ("noughts", "lgame", "peg:triangle", "kalah", "hexapawn"):
            hand.turn_to(f"kibitz+{name}")
            expect(page.locator("#verdict.stale")).to_have_count(0)
            boxes: Any = page.evaluate(BOXES)
            slab, meter, board, stage = (boxes[one] for one in ("slab", "meter", "board", "stage"))
            assert 0 <= meter["left"] - slab["right"] <= 12, (name, boxes)
            assert abs(meter["top"] - slab["top"]) <= 2, (name, boxes)
            assert abs(meter["bottom"] - slab["bottom"]) <= 2, (name, boxes)
            assert boxes["status"]["bottom"] <= board["top"] + 1, (name, boxes)
            for inner in (board, meter):
                assert stage["left"] - 1 <= inner["left"] < inner["right"] <= stage["right"] + 1
                assert stage["top"] - 1 <= inner["top"] < inner["bottom"] <= stage["bottom"] + 1
            if name == "kalah":  # A is a player there, and a hole with ten seeds
                expect(page.locator("#players .side-sign")).to_have_text(["A", "B"])
        hand.turn_to(LOST)
        assert page.evaluate(COVERED) == 0
