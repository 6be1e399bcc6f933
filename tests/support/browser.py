"""Debian's Chromium, driven by Playwright, with moves by mouse, touch and keys."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import chromium
import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

from tests.support.sites import SERVER, against, visit_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, ConsoleMessage, Page

WITHOUT = chromium.WITHOUT  # the variable that asks for a run without a browser
PATIENCE = 60  # seconds for what comes at once, unless the machine is busy
ONLY_SERVED = ["/nowhere"] if against() == SERVER else []  # pages that a site lacks
MOUSE, TOUCH, KEYS = "mouse", "touch", "keys"
# For a test that turns to its match in the page that all such tests of its file share: to load a
# page costs as much as ten matches in it. It leaves no dialog open and no choice changed.
BY_MOUSE = pytest.mark.parametrize("hand", [MOUSE], indirect=True)
# A game of each family that ends within a few best moves, and the same through a long game.
TO_THE_END = {
    "noughts": "kibitz+noughts;moves+b2+a1+c1+a3",
    "noughts:any": "kibitz+noughts:any;start+XO.-OX.-...",
    "noughts:oldest": "kibitz+noughts:oldest;moves+b2+a2+b1+b3+a1+c1",
    "lockout": "kibitz+lockout",
    "lgame": "kibitz+lgame;start+xx..-.BAA-.BA.-BBA.",
    "peg": "kibitz+peg:triangle;moves+3-12+0-3+2-7+6-1+9-2+11-4+12-5+1-8",
}
ELSEWHERE = "kibitz+noughts;moves+c1"  # a match that no test turns to
TURN_TO = """(match) => {
  document.activeElement?.blur(); // keys mean the game again
  delete document.documentElement.dataset.ply;
  location.hash = match;
}"""
# Holds back parts of answers of any transport, from hold(their prefix) to release(). The first part
# of each answer passes.
GATE = """
const parts = Object.getPrototypeOf(async function* () {}).prototype;
const { next } = parts;
const seen = new WeakSet();
parts.next = async function (...given) {
  const found = await next.apply(this, given);
  if (found.value?.kind && seen.has(this) && found.value.text.startsWith(window.held)) {
    await window.gate;
  }
  if (found.value?.kind) seen.add(this);
  return found;
};
window.hold = (start) => {
  window.held = start;
  window.gate = new Promise((done) => (window.release = done));
};
"""
HOLD_OPINIONS, HOLD_REPLIES = """hold('{"opinion"')""", """hold('{"view"')"""
# Returns whether a part of the page is visible and has one of the page's colours, such as --win.
HAS_COLOUR = """([where, property, colour]) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(${colour})`;
  const wanted = getComputedStyle(probe).color;
  probe.remove();
  const found = document.querySelector(where);
  return found?.checkVisibility() && getComputedStyle(found)[property] === wanted;
}"""
# Returns the button that opens the menu which has an element.
OPENER = """(one) => {
  const folded = one.closest("details:not([open])");
  if (folded) return `#${folded.id} > summary`;
  for (let at = one.closest("[popover]"); at; at = at.parentElement.closest("[popover]")) {
    const button = document.querySelector(`[popovertarget="${at.id}"]:not([popovertargetaction])`);
    if (button.checkVisibility()) return `#${button.id}`;
  }
}"""
GREEN, BLUE, RED = "--win", "--draw", "--loss"
expect.set_options(timeout=1000 * PATIENCE)


@cache
def client() -> httpx.Client:
    """Return the HTTP client of the tests; each new one would read all certificates first."""
    return httpx.Client(verify=False, timeout=PATIENCE)


def browsers() -> Iterator[Browser]:
    """Start Chromium once; fail, and say what to do, where there is none."""
    if os.environ.get(WITHOUT):
        pytest.skip(f"{WITHOUT} is set")
    missing = chromium.lacking()
    if missing:
        pytest.fail(f"{missing}: scripts/chromium.py says what to do")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.program(), args=chromium.FLAGS
        )
        yield browser
        browser.close()


def pages(browser: Browser, may_fail: Sequence[str] = (), **choices: object) -> Iterator[Page]:
    """A page in which every error fails the test, except for lines that are allowed."""
    choices = {"viewport": {"width": 1200, "height": 900}, "locale": "en", **choices}
    context = browser.new_context(**choices)  # type: ignore[arg-type]
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if is_wrong(said) else None)
    visit_first(page)
    yield page
    context.close()
    assert [line for line in wrong if not any(what in line for what in may_fail)] == []


def hands(browser: Browser, address: str, how: str) -> Iterator[Hand]:
    """A hand in a page that shows a match already, for several tests that turn to others."""
    for page in pages(browser, has_touch=how == TOUCH, reduced_motion="reduce"):
        hand = Hand(page, how, address)
        hand.open("kibitz+noughts;moves+a1")
        yield hand


def is_wrong(said: ConsoleMessage) -> bool:
    """Return whether a line of the console is an error; a refusal with a sentence (4xx) is none."""
    return said.type == "error" and "with a status of 4" not in said.text


def press(page: Page, button: str) -> None:
    """Press a button of the header; it may be in a menu."""
    unfold(page, button)
    page.locator(button).click()


def unfold(page: Page, choice: str) -> None:
    """Open the menu that has a button or a choice, if one has to be opened for it."""
    if not page.locator(choice).is_visible():
        page.locator(page.locator(choice).evaluate(OPENER)).click()


def has_colour(page: Page, where: str, colour: str, part: str = "color") -> None:
    """Wait until a part of the page has a colour; colours may change slowly."""
    page.wait_for_function(HAS_COLOUR, arg=[where, part, colour])


def is_judged(page: Page, colour: str) -> None:
    """Wait until the position on the board has its verdict, in a colour that the meter has too."""
    expect(page.locator("#verdict.stale")).to_have_count(0)
    has_colour(page, "#verdict", colour, "borderLeftColor")
    has_colour(page, "#meter", colour, "backgroundColor")


def places_of(board: Any) -> dict[str, tuple[int, int]]:
    """The row and the column of each cell."""
    return {
        name: (row, column)
        for name, (row, column) in zip(board["names"], board["places"], strict=True)
    }


class Hand:
    """A page of the game and a way to point: by mouse, by touch or by keys."""

    def __init__(self, page: Page, how: str, address: str) -> None:
        self.page = page
        self.how = how
        self.address = address
        self.places: dict[str, tuple[int, int]] = {}
        self.arrived: list[int] = []  # where a piece came to stand without being pointed at

    def open(self, match: str, say: str = "all") -> None:
        """Load the page with a match, to look at it; with `say="hint"`, to play it."""
        if self.page.url.startswith(f"{self.address}/play"):
            self.page.goto("about:blank")  # else only the match in the address would change
        self.page.goto(f"{self.address}/play{say and f'?say={say}'}#{match}")
        self.page.wait_for_selector("html[data-ready]")

    def turn_to(self, match: str) -> None:
        """Follow a link to another match in the page that is open."""
        self.arrived = []
        if self.match == match:  # a link to what is shown already leads nowhere
            self.page.evaluate(TURN_TO, ELSEWHERE)
            self.page.wait_for_selector("html[data-ply]")
        self.page.evaluate(TURN_TO, match)
        self.page.wait_for_selector("html[data-ply]")

    @property
    def match(self) -> str:
        """The text of the match in the address."""
        reported = str(self.page.evaluate("decodeURIComponent(location.hash.slice(1))"))
        return re.sub(r"^(daily:[\d-]+|puzzle):", "", reported)

    @property
    def ply(self) -> int:
        return int(self.page.locator("html").get_attribute("data-ply") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator("html").get_attribute("data-over") == "true"

    def seen(self) -> Any:
        """The server's view of the match."""
        return json.loads(self._ask("match").splitlines()[0])["view"]

    def best(self) -> Any:
        """A best move, as the kibitzer knows it."""
        return json.loads(self._ask("opinion"))["moves"][0]

    def _ask(self, what: str) -> str:
        asked = {"match": self.match}
        return client().post(f"{self.address}/api/{what}", json=asked).text

    def make(self, move: Any) -> None:
        """Make a move by pointing, and wait until it is made."""
        ply = self.ply
        seen = self.seen()
        board, left = seen["board"], seen["moves"] + seen["runs"]
        arrived, self.arrived = self.arrived, []
        self.places = places_of(board)
        for number, step in enumerate(move["steps"]):
            if number and len(left) == 1 and move["steps"][number - 1] != arrived:
                self.arrived = move["steps"][-1]
                break  # only one move was left, so it is made
            left = [one for one in left if one["steps"][number : number + 1] == [step]]
            if len(step) > 1:
                self.put_down(seen, step)
            else:
                self.point(board["names"][step[0]])
        if len(left) > 1 and all(len(step) == 1 for step in move["steps"]):
            self.choose(move)
            return
        stay = self.page.locator("#stay")
        if len(move["steps"]) == 1 and stay.is_visible():
            self.press("k", stay)
        self.page.wait_for_selector(f"html[data-ply='{ply + 1}']")

    def choose(self, move: Any) -> None:
        """Make a move by its button, which moves have that pointing does not tell apart."""
        ply = self.ply
        self.page.locator("#ambiguous").get_by_role("button", name=move["move"], exact=True).click()
        self.page.wait_for_selector(f"html[data-ply='{ply + 1}']")

    def press(self, key: str, button: Any) -> None:
        """Use a key or, without keys, its button."""
        if self.how == KEYS:
            self.page.keyboard.press(key)
        elif self.how == TOUCH:
            button.tap()
        else:
            button.click()

    def point(self, name: str) -> None:
        """Point at a cell."""
        cell = self.page.locator(f"#board .cell[data-cell='{name}']")
        if self.how == MOUSE:
            cell.click()
        elif self.how == TOUCH:
            cell.tap()
        else:
            self.walk_to(name)
            self.page.keyboard.press("Enter")

    def walk_to(self, name: str) -> None:
        """Go to a cell with the arrow keys."""
        self.page.locator("#board .cell[tabindex='0']").focus()
        if name not in self.places:
            self.places = places_of(self.seen()["board"])
        row, column = self.places[name]
        for _ in range(60):
            here = self.page.evaluate("document.activeElement.dataset.cell")
            if here == name:
                return
            at_row, at_column = self.places[here]
            if at_row != row:
                key = "ArrowDown" if at_row < row else "ArrowUp"
            else:
                key = "ArrowRight" if at_column < column else "ArrowLeft"
            self.page.keyboard.press(key)
        raise AssertionError(f"{name} cannot be reached with the arrow keys")

    def put_down(self, seen: Any, step: list[int]) -> None:
        """Turn and flip the piece in the hand until it lies on these cells, then put it down."""
        names = [seen["board"]["names"][cell] for cell in step]
        turns, flips, under = self.turned(self.pick_up(seen), names)
        for _ in range(turns):
            self.turn()
        for _ in range(flips):
            self.press("f", self.page.locator("#flip"))
        # A finger that taps the piece means to put it down, so it may have to go elsewhere first.
        for name in (under, *names, under) if self.how == TOUCH else (under,):
            if self.how == MOUSE:
                self.page.locator(f"#board .cell[data-cell='{name}']").hover(force=True)
            elif self.how == KEYS:
                self.walk_to(name)
            elif name not in self.lies():
                self.point(name)
            if sorted(self.lies()) == sorted(names):
                if self.how == KEYS:
                    self.page.keyboard.press("Enter")
                elif self.how == TOUCH:
                    self.page.locator("#put").tap()
                else:
                    self.point(name)
                return
        raise AssertionError(f"the piece cannot be laid on {names}")

    def turn(self) -> None:
        """Turn the piece in the hand once, and see it turned: a wheel may take its time."""
        if self.how != MOUSE:
            self.press("r", self.page.locator("#turn"))
            return
        ghost = self.page.locator("#board .ghost path").first
        before = str(ghost.get_attribute("d"))
        self.page.mouse.wheel(0, 100)
        expect(ghost).not_to_have_attribute("d", before)

    def turned(self, lay: list[str], names: list[str]) -> tuple[int, int, str]:
        """How often a piece, held by its first cell, is turned, then flipped, to lie on others.

        The last is the one of these that it is then held over.
        """
        row, column = self.places[lay[0]]
        shape = [(self.places[name][0] - row, self.places[name][1] - column) for name in lay]
        wanted = {self.places[name]: name for name in names}
        for turns in range(4):
            for flips, side in enumerate((1, -1)):
                for (row, column), name in wanted.items():
                    covered = {(row + down, column + side * right) for down, right in shape}
                    if covered == wanted.keys():
                        return turns, flips, name
            shape = [(right, -down) for down, right in shape]
        raise AssertionError(f"what lies on {lay} has not the shape of {names}")

    def pick_up(self, seen: Any) -> list[str]:
        """Take the piece that covers several cells into the hand.

        Returns the cells it lay on, first the one it is held by.
        """
        names, cells = seen["board"]["names"], seen["cells"]
        held = str(self.page.locator("#board .cell.open").first.get_attribute("data-cell"))
        self.point(held)
        expect(self.page.locator("#board .ghost")).to_be_visible()
        sign = cells[names.index(held)]
        own = [name for name, one in zip(names, cells, strict=True) if one == sign]
        return [held, *(name for name in own if name != held)]

    def lies(self) -> list[str]:
        """The cells that the piece in the hand would cover, if it fits there."""
        chosen = self.page.locator("#board .cell.chosen")
        names: list[str] = chosen.evaluate_all("(all) => all.map((one) => one.dataset.cell)")
        return names
