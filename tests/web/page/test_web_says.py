"""What the page says beside the board, in real Chromium: where it is, and that it stays there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser import (
    BLUE,
    BY_MOUSE,
    GATE,
    GREEN,
    HOLD_OPINIONS,
    MOUSE,
    RED,
    Hand,
    has_colour,
    is_judged,
    pages,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

LOST = "kibitz+lockout;moves+b3-l"
LOST_PEGS = "kibitz+peg:triangle;moves+14-12+11-13+5-14+4-11"
WIDE, NARROW = {"width": 1200, "height": 900}, {"width": 360, "height": 800}

# Adds up how much of the window has moved, and how far, without a request for it.
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""


# What can be pressed, and is lower than a finger needs.
TOO_SMALL = """() => [...document.querySelectorAll("button, select, .button, #board .cell")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.id || one.dataset.cell || one.textContent)"""


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_nothing_jumps_in_a_whole_game(
    browser: Browser, address: str, viewport: dict[str, int]
) -> None:
    for page in pages(browser, viewport=viewport, reduced_motion="reduce"):
        page.add_init_script(SHIFTS)
        hand = Hand(page, MOUSE, address)
        hand.open("kibitz+noughts;players+human+perfect")
        box = page.locator("#board").bounding_box()
        for cell in ("b2", "a2", "c1"):
            before = hand.ply
            if page.locator(f"#board .cell.open[data-cell='{cell}']").count():
                hand.point(cell)
                page.wait_for_selector(f"html[data-ply='{before + 2}']")
                expect(page.locator("#verdict.stale")).to_have_count(0)
        page.evaluate("document.querySelector('#status').textContent = 'two lines '.repeat(20)")
        assert page.locator("#board").bounding_box() == box
        assert viewport is WIDE or page.evaluate(TOO_SMALL) == []
        assert page.evaluate("shifted") <= 0.02


def test_the_old_opinion_stays_until_the_new_one_comes(page: Page, address: str) -> None:
    page.add_init_script(GATE)
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+noughts;moves+a1")
    moves = page.locator("#moves-known .move")
    expect(moves).to_have_count(8)
    page.evaluate(HOLD_OPINIONS)
    hand.point("a2")
    page.wait_for_selector("html[data-ply='2']")
    expect(page.locator("#verdict")).to_have_class(re.compile("stale"))
    expect(page.locator("#value")).to_contain_text("Draw")
    expect(moves).to_have_count(8)
    page.evaluate("release()")
    expect(page.locator("#value")).to_contain_text("X wins")
    expect(page.locator("#verdict.stale")).to_have_count(0)
    expect(moves).to_have_count(7)


@BY_MOUSE
def test_the_verdict_the_comment_and_the_meter(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;moves+a1+a2")
    expect(page.locator("#value strong")).to_have_text("X wins")
    expect(page.locator("#value")).to_contain_text("in 5 moves")
    page.evaluate("location.reload()")  # a new visit, in which nothing was explained yet
    explained = page.get_by_text("The moves of both players are counted (plies).")
    expect(explained).to_have_count(1)
    expect(page.locator("#meter")).to_have_class("good")
    said = page.locator("#notes .said-of")
    expect(said).to_have_count(1)
    expect(said).to_contain_text("O a2")
    expect(said).to_contain_text("That threw away the draw; now loses in 5 moves.")
    expect(page.locator("#graph .mistake.worse")).to_have_attribute("data-ply", "2")
    expect(page.locator("#graph .side").first).to_have_text("X wins")
    hand.turn_to("kibitz+noughts;moves+a1+a2+b1+c1;players+perfect+human")
    expect(explained).to_have_count(0)
    expect(said).to_have_count(2)  # the person's own move, and the reply


# Who plays, the moves before, a move or the computer's, and the colours before it and after it.
TWO, ALONE, SECOND = "human+human", "human+perfect", "perfect+human"
COLOURED = [
    (TWO, "a1+a2", "b1", GREEN, GREEN),  # a move that keeps the win
    (TWO, "a1+a2", "c2", GREEN, BLUE),  # it gives the win away
    (TWO, "a1+a2+b1+b2", "c1", GREEN, GREEN),  # the first player has won
    (TWO, "a1+b2+b1+c2+c3", "a2", RED, RED),  # the second one has
    (ALONE, "a1+a2+b1+b2", "c1", GREEN, GREEN),
    (ALONE, "a1+b2+b1", None, BLUE, BLUE),
    (SECOND, "a1+a2+b1+b2", None, RED, RED),
]


@BY_MOUSE
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("players", "moves", "move", "before", "after"), COLOURED)
def test_green_is_good_for_one_player_in_the_whole_match(
    hand: Hand, scheme: str, players: str, moves: str, move: str | None, before: str, after: str
) -> None:
    page = hand.page
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    hand.turn_to(f"kibitz+noughts;players+{players};moves+{moves}")
    if move is not None:
        is_judged(page, before)
        hand.point(move)
    page.wait_for_selector(f"html[data-ply='{len(moves.split('+')) + 1}']")
    is_judged(page, after)
    viewpoint = "X" if players == TWO else "you"
    expect(page.locator("#meter")).to_have_text(f"Green is good for {viewpoint}.")
    if hand.over:  # where two people play, who has won is neither good nor bad
        colour = "--ink" if players == TWO else after
        has_colour(page, "#status", colour)
        has_colour(page, "#board .win-line:not(.halo)", colour, "stroke")
    page.emulate_media(color_scheme="null")


@BY_MOUSE
def test_green_is_green(hand: Hand) -> None:
    for scheme in ("light", "dark"):
        hand.page.emulate_media(color_scheme=scheme)
        hand.turn_to("kibitz+noughts;moves+a1+a2")
        is_judged(hand.page, GREEN)
        colour = hand.page.evaluate("getComputedStyle(document.querySelector('#meter')).background")
        red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
        assert green > 1.3 * max(red, blue)
    hand.page.emulate_media(color_scheme="null")


@BY_MOUSE
def test_a_hint_and_the_end_of_a_lost_puzzle(hand: Hand) -> None:
    page = hand.page
    hand.turn_to(LOST)
    for button in ("#hint", "#end"):
        page.locator(button).click()
        expect(page.locator("#status")).to_contain_text("solvable until move 0")
        expect(page.locator("#status.error")).to_have_count(0)
        expect(page.locator("#offer-back")).to_be_visible()
    page.locator("#offer-back").click()
    page.wait_for_selector("html[data-ply='0']")
    expect(page.locator("#offer-back")).to_be_hidden()
    expect(page.locator("#value")).to_contain_text("Solvable")


@BY_MOUSE
def test_the_best_end_of_lost_pegs_is_shown(hand: Hand) -> None:
    page = hand.page
    hand.turn_to(LOST_PEGS)
    expect(page.locator("#value")).to_contain_text("2 pegs left at best")
    page.locator("#end").click()
    step = page.locator("#demo-step")
    expect(step).to_be_visible()
    expect(step).to_be_enabled()
    while step.is_enabled():
        before = hand.ply
        step.click()
        page.wait_for_selector(f"html[data-ply='{before + 1}']")
        expect(page.locator("#demo-at")).to_contain_text(str(before - 3))
    expect(page.locator("#status")).to_contain_text("2 pegs remain")


@pytest.mark.served("holds back an answer of a server")
@BY_MOUSE
def test_a_line_can_be_stepped_through_once_it_has_begun(hand: Hand) -> None:
    page = hand.page
    hand.turn_to(LOST_PEGS)
    expect(page.locator("#value")).to_contain_text("2 pegs left at best")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/match", hold)
    with page.expect_request("**/api/match"):
        page.locator("#end").click()
    expect(page.locator("#demo")).to_be_hidden()
    held[0].continue_()
    expect(page.locator("#demo-step")).to_be_enabled()
    page.unroute("**/api/match")


@pytest.mark.served("refuses in place of a server")
@BY_MOUSE
def test_a_line_that_cannot_begin_gives_the_tools_back(hand: Hand) -> None:
    page = hand.page
    hand.turn_to(LOST_PEGS)
    expect(page.locator("#value")).to_contain_text("2 pegs left at best")
    refused = {"error": "not now"}
    page.route("**/api/match", lambda route: route.fulfill(status=422, json=refused))
    page.locator("#end").click()
    expect(page.locator("#status")).to_have_text("not now")
    expect(page.locator("#demo")).to_be_hidden()
    expect(page.locator("#end")).to_be_visible()
    page.unroute("**/api/match")


@BY_MOUSE
def test_a_reason_is_painted_on_the_board(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+peg:french")
    expect(page.locator("#reason")).to_be_hidden()
    painted = page.locator("#board .paint")
    expect(painted).to_have_count(0)
    page.locator("#why").click()
    expect(page.locator("#reason")).to_contain_text("three colours")
    expect(painted).to_have_count(37)
    page.locator("#why").click()
    expect(painted).to_have_count(0)


@BY_MOUSE
def test_moves_are_grouped_and_shown_on_the_board(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+peg:triangle;moves+3-12")
    chip = page.locator("#moves-known .move").first
    chip.hover()
    looked = page.locator("#board .looked > *")
    expect(looked).not_to_have_count(0)
    page.locator("#title").hover()
    expect(looked).to_have_count(0)
    chip.focus()
    expect(looked).not_to_have_count(0)
    hand.turn_to("kibitz+lgame")
    groups = page.locator("#moves-known .group-words")
    expect(groups).to_have_text([re.compile("moves keep the draw"), re.compile("29 moves lose")])
    places = page.locator("#moves-known > .group > .chips > li > .move")
    assert places.count() < 40  # where the L goes, not all 65 moves
    several = page.locator("#moves-known [aria-expanded]").first
    several.click()
    inner = page.locator("#moves-known .chips .chips .move:visible")
    expect(inner.first).to_be_visible()
    inner.first.click()
    page.wait_for_selector("html[data-ply='1']")


@BY_MOUSE
def test_on_paper_and_in_the_colours_of_the_system(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;moves+a1+a2")
    page.emulate_media(media="print")
    for there in ("#board svg", "#value", "#history", "#graph"):
        expect(page.locator(there).first).to_be_visible()
    for gone in ("#new", "#undo", "#kibitzer"):
        expect(page.locator(gone)).to_be_hidden()
    page.emulate_media(media="screen", forced_colors="active")
    ground = "(one) => getComputedStyle(one).backgroundColor"
    here = page.locator("#history [aria-current]").evaluate(ground)
    other = page.locator("#history button[data-ply='0']").evaluate(ground)
    assert here != other
    page.emulate_media(forced_colors="none")
