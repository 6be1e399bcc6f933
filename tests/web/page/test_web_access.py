"""The page for everyone: accessibility rules, names for screen readers, colours, narrow windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from kibitz.games.registry import BUILT_IN
from tests.support.browser import KEYS, MOUSE, ONLY_SERVED, TO_THE_END, Hand, pages, press, unfold
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

NARROW = {"width": 360, "height": 800}
DRAWING = "/play?new=peg&variant=drawn"
LOST = "/play#kibitz+peg:triangle;moves+3-12+0-3+5-0+8-1"  # with a blunder and its advice
PAGES = ["/", *ONLY_SERVED, DRAWING, LOST]
# Boards are made of the same parts; of those, the L-game has pieces of every size. The peg board of
# a lost game is looked at anyway.
PAGES += [f"/play#{TO_THE_END[name]}" for name in (BUILT_IN if EVERYTHING else ("lgame",))]
# Cards are made alike, and so are the shapes of the interface: the first ones stand for the others.
ALIKE = "() => {}"
if not EVERYTHING:
    ALIKE = """() => document.querySelectorAll(".kind ~ .kind .card, #shapes > :nth-child(n + 9)")
      .forEach((one) => one.remove())"""
IN_PLAY = ["#rules-open", "#help-open", "#new", "#files", "#edit"]
TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll("dialog[open], .panel")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.id || one.tagName)"""


def every_sight(page: Page, address: str, paths: list[str]) -> Iterator[tuple[str, str]]:
    """Show these pages, and every dialog of the last one, one after the other.

    Yields what is shown, and which part of the page has not been seen before.
    """
    for path in paths:
        page.goto("about:blank")
        page.goto(address + path)
        page.wait_for_selector("html[data-ready]")
        if path.startswith("/play"):
            expect(page.locator("#moves-known .move").first).to_be_visible(timeout=30_000)
        if path == DRAWING:
            expect(page.locator("#new-board svg")).to_be_visible()
        yield path, "html"
    dialog = "dialog[open], [data-mode=editing] #editor"
    opened = page.locator(dialog)
    for button in IN_PLAY:
        press(page, button)
        expect(opened).to_have_count(1)
        yield button, dialog
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)


# Colours are what dark and light differ in, and boards share them, so all other rules and all other
# boards need to be looked at once only. The words of Greek are the longest.
@pytest.mark.parametrize(
    ("paths", "rules", "look"),
    [
        (PAGES, None, {"color_scheme": "light"}),
        (
            ["/", DRAWING, LOST],
            ["color-contrast"],
            {"color_scheme": "dark", "viewport": NARROW, "locale": "el"},
        ),
    ],
    ids=["light and wide", "dark and narrow"],
)
def test_no_page_violates_accessibility_rules_or_is_too_wide(
    browser: Browser, address: str, paths: list[str], rules: list[str] | None, look: dict[str, Any]
) -> None:
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    axe = Axe()
    faults: list[object] = []
    for page in pages(browser, reduced_motion="reduce", **look):
        for sight, part in every_sight(page, address, paths):
            faults += [(sight, "is too wide", one) for one in page.evaluate(TOO_WIDE)]
            page.evaluate(ALIKE)
            faults += [
                (sight, one["id"], [node["html"][:150] for node in one["nodes"][:3]])
                for one in axe.run(page, part, options).response["violations"]
            ]
    assert faults == []


def test_dark_and_light(page: Page, address: str) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 900})
    Hand(page, MOUSE, address).open("kibitz+noughts")
    dark = page.evaluate(ground)
    unfold(page, "#theme")
    page.locator("#theme").select_option("light")
    light = page.evaluate(ground)
    assert dark != light
    other = page.context.new_page()  # a choice reaches the other tabs
    other.goto(address)
    other.wait_for_selector("html[data-ready]")
    other.locator("#choices-open").click()
    other.locator("#theme").select_option("dark")
    page.wait_for_function(f"{ground} === '{dark}'")
    other.locator("#theme").select_option("light")
    page.wait_for_function(f"{ground} === '{light}'")
    other.close()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate(ground) == light


def test_moves_are_announced_and_squares_have_names(page: Page, address: str) -> None:
    hand = Hand(page, KEYS, address)
    hand.open("kibitz+noughts")
    hand.point("b2")
    expect(page.locator("#announce")).to_have_text(
        "Move: b2 O to move Draw neither player can force a win"
    )
    expect(page.locator("main [aria-live], main [role=status]")).to_have_count(1)
    expect(page.locator("#board .cell[data-cell='b2']")).to_have_attribute("aria-label", "b2, X")
    label = page.locator("#board .cell[data-cell='a1']")
    expect(label).to_have_attribute("aria-label", "a1, empty, can be pointed at, a draw")
