"""Places on the pages: nothing is cut, covered or outside, at three sizes of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from kibitz.games import shipped_games
from kibitz.web.workers.worker_pool import PoolLimits
from tests.support.browser import MOUSE, Hand, pages
from tests.support.scope import EVERYTHING
from tests.support.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

BRIEF = 0.02  # seconds for an answer
LEAST_TARGET = 24  # pixels of a target that a finger hits (WCAG 2.2, 2.5.8)
# Other boards of the collection: long rows, and the largest that Play offers.
VARIANTS = (
    *("four:rows=6,columns=7", "kayles:pins=24", "lgame", "noughts", "noughts:oldest"),
    *("peg:english", "peg:triangle", "lockout", "skewb:ivy=1"),
)
SIZES = {"low": (1280, 720), "high": (1440, 900), "telephone": (360, 740)}
# What is wrong with the places of what is visible. A list that scrolls may hide its own entries,
# and nothing else may be hidden. Drawings are measured as a whole.
FAULTS = """() => {
  const LISTS = "#kibitzer-body, #history, #rules-words, dialog, #cards, #hero, .start";
  const faults = [];
  const short = (one) => `${one.tagName} ${one.innerText.trim().slice(0, 9)}`;
  const called = (one) => (one.id ? `#${one.id}` : short(one));
  const say = (one, ...words) => faults.push([called(one), ...words].join(" "));
  const seen = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, svg");
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const all = [...document.body.querySelectorAll("*")].filter(seen);
  for (const one of all) {
    const box = one.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) say(one, "is beside the page");
  }
  const pressed = all.filter((one) => one.matches("button, select, input, a.button, summary"));
  for (const one of pressed) {
    const box = one.getBoundingClientRect();
    const cuts = one.scrollWidth > one.clientWidth + 1 && !one.matches("input");
    if (cuts) say(one, "cuts its words");
    if (one.closest(LISTS)) continue;
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const over = box.top >= 0 && box.bottom <= innerHeight && document.elementFromPoint(...middle);
    const covered = over && !one.contains(over) && !over.contains(one);
    if (covered) say(one, "is covered by", called(over));
    for (let around = one.parentElement; around; around = around.parentElement) {
      const { display, overflowY } = getComputedStyle(around);
      if (display === "contents" || overflowY === "visible") continue;
      if (around === document.documentElement) continue;
      if (!inside(box, around.getBoundingClientRect())) say(one, "is cut by", called(around));
    }
  }
  // Buttons of the header and of the heads of panels are as wide as their words.
  const text = document.createRange();
  const heads = "header button, .panel-head button";
  for (const one of pressed.filter((each) => each.matches(heads))) {
    text.selectNodeContents(one);
    const [box, words] = [one.getBoundingClientRect(), text.getBoundingClientRect()];
    const spare = words.height < 30 ? box.width - words.width : 0; // unless it has two lines
    if (spare > 44) say(one, "is wider than its words by", Math.round(spare));
  }
  const whole = ".panel, #verdict, #comment, .said, .under, header";
  for (const one of all.filter((each) => each.matches(whole))) {
    const cut = one.scrollHeight - one.clientHeight;
    if (cut > 1) say(one, "cuts", cut);
  }
  const panels = all.filter(
    (one) => one.matches("main > *, aside > *") && one.getBoundingClientRect().height,
  );
  for (const [at, one] of panels.entries()) {
    for (const other of panels.slice(at + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      if (one.contains(other)) continue;
      const beside = a.right <= b.left + 1 || b.right <= a.left + 1;
      const below = a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
      if (!beside && !below) say(one, "and", called(other), "overlap");
    }
  }
  const [aside, moves, stage, board] = ["aside", "#kibitzer-body", "#stage", "#board > svg"].map(
    (which) => document.querySelector(which),
  );
  if (!board) return faults;
  const spare = aside.clientHeight - aside.scrollHeight;
  if (spare < -1) say(aside, "lacks", -spare);
  if (seen(moves) && moves.clientHeight < 144) say(moves, "has only", moves.clientHeight);
  const held = inside(board.getBoundingClientRect(), stage.getBoundingClientRect());
  if (!held) say(stage, "does not hold the board");
  return faults;
}"""
# Shows how far a table is, as while one is built.
BUILDING = """async () => {
  const { showProgress } = await import("./page/panels/table_progress.js");
  const how = { state: "building", done: 1234567, expected: 23475688, fraction: null };
  showProgress({ ...how, game: "peg" });
}"""
IN_SIGHT = """(all) => all.filter((one) => {
  const box = one.getBoundingClientRect();
  return box.height >= 44 && box.top >= 0 && box.bottom <= innerHeight;
}).length"""
# A game that is new, one under way, a lost puzzle with its way back, and one that is hidden.
MATCHES = (
    "kibitz+four:rows=6,columns=7",
    "kibitz+lgame;moves+a2a3a4b4,a1-b1",
    "kibitz+peg:triangle;moves+3-12+0-3+5-0+8-1",
    "kibitz+noughts:oldest;moves+b2+a1+c3+a3+a2+c2",
)


# What is wrong with the places of a drawn board: it is inside the window, what is written or hit is
# inside the drawing, the meter is beside it, and each cell, or the group that is pointed at as one,
# is large enough and can be hit at one of nine points: cells may lie in one another. Where buttons
# make the moves, cells are only pointed at to set up a position, and may be smaller.
BOARD_FAULTS = """([least, groups]) => {
  const board = document.querySelector("#board > svg");
  const frame = board.getBoundingClientRect();
  const meter = document.querySelector("#meter").getBoundingClientRect();
  const faults = [];
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  if (!inside(frame, view)) faults.push("the board is outside the window");
  const isDrawn = (one) => one.getBoundingClientRect().width;
  const hits = [...board.querySelectorAll(".hit")].filter(isDrawn);
  const named = (one) => one.closest(".cell")?.dataset.cell ?? one.textContent;
  for (const one of [...hits, ...board.querySelectorAll("text")]) {
    const box = one.getBoundingClientRect();
    if (!box.width) continue;
    if (!inside(box, frame)) faults.push(`${named(one)} is outside the drawing`);
    const covers = box.right > meter.left + 1 && box.bottom > meter.top && box.top < meter.bottom;
    if (covers) faults.push(`${named(one)} is under the meter`);
  }
  const cells = [...board.querySelectorAll(".cell")];
  const groupOf = (one) => groups[cells.indexOf(one.closest(".cell"))] ?? named(one);
  const isPointedAt = board.querySelector(".cell.open"); // else moves are buttons
  const whole = Map.groupBy(hits, groupOf);
  for (const [group, parts] of whole) {
    const boxes = parts.map((one) => one.getBoundingClientRect());
    const far = (side) => boxes.map((box) => box[side]);
    const width = Math.max(...far("right")) - Math.min(...far("left"));
    const height = Math.max(...far("bottom")) - Math.min(...far("top"));
    const size = Math.round(Math.min(width, height));
    const name = named(parts[0]);
    if (isPointedAt && size < least) faults.push(`${name} has ${size} pixels`);
    const eighths = [[4, 4], [4, 1], [1, 4], [4, 7], [7, 4], [2, 2], [6, 6], [2, 6], [6, 2]];
    const isHit = (box) => eighths.some(([x, y]) => {
      const at = [box.left + (box.width * x) / 8, box.top + (box.height * y) / 8];
      const found = document.elementFromPoint(...at)?.closest(".cell");
      return found && groupOf(found) === group;
    });
    if (!boxes.some(isHit)) faults.push(`${name} cannot be hit`);
  }
  return [...new Set(faults)].slice(0, 3);
}"""


def faults_of(page: Page, what: str) -> list[tuple[str, str]]:
    """Return what is wrong with the places of things, and where that was seen."""
    return [(what, fault) for fault in page.evaluate(FAULTS)]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_covered_or_outside(browser: Browser, address: str, size: str) -> None:
    width, height = SIZES[size]
    touch = size == "telephone"
    found: list[tuple[str, str]] = []
    window = {"width": width, "height": height}
    for page in pages(
        browser, reduced_motion="reduce", viewport=window, has_touch=touch, is_mobile=touch
    ):
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        plays = page.locator("#first-games .button")
        assert plays.evaluate_all(IN_SIGHT) >= (1 if touch else 5), "games above the fold"
        assert page.locator("#hero").evaluate("(one) => one.offsetHeight") < height * 0.4
        found += faults_of(page, "start")
        page.locator("#choices-open").click()
        expect(page.locator("#language")).to_be_in_viewport()
        hand = Hand(page, MOUSE, address)
        hand.open(MATCHES[0])
        for match in MATCHES:
            hand.turn_to(match)
            expect(page.locator("#moves-known .move").first).to_be_visible()
            expect(page.locator("#verdict.stale")).to_have_count(0)
            found += faults_of(page, match)
            page.evaluate(BUILDING)
            found += faults_of(page, f"{match}, while a table is built")
            page.evaluate("document.querySelector('#progress-box').hidden = true")
            page.evaluate("delete document.documentElement.dataset.rules")
            found += faults_of(page, f"{match}, when its rules are known")
        page.locator("#kibitzer-mode").select_option("hint")
        found += faults_of(page, "hints only")
    assert found == []


def faults_of_boards(hand: Hand) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the places of boards and of what is beside them."""
    page = hand.page
    hand.open(MATCHES[1], say="hint")
    names = (*shipped_games.names(), *VARIANTS)
    for first, (size, (width, height)) in enumerate(SIZES.items()):
        page.set_viewport_size({"width": width, "height": height})
        for name in names if EVERYTHING else names[first :: len(SIZES)]:
            hand.turn_to(f"kibitz+{name}")
            groups = hand.seen()["board"]["drawing"]["groups"]
            yield from faults_of(page, f"{name}, {size}")
            for fault in page.evaluate(BOARD_FAULTS, [LEAST_TARGET, groups]):
                yield f"{name}, {size}", fault


def test_every_board_fits_and_can_be_hit(browser: Browser, tmp_path: Path) -> None:
    """Each game of the collection at its start, in one page whose window changes.

    A third of the games is looked at in each size, or all with `KIBITZ_TEST_ALL=1`. What moves are
    worth is not needed, and no time is spent on it.
    """
    found: list[tuple[str, str]] = []
    with serving(tmp_path, limits=PoolLimits(answering=BRIEF)) as address:
        for page in pages(browser, reduced_motion="reduce"):
            found += faults_of_boards(Hand(page, MOUSE, address))
    assert found == []


def test_words_that_go_on_fade_and_all_rules_are_one_press_away(
    browser: Browser, address: str
) -> None:
    for page in pages(browser, viewport={"width": 1280, "height": 720}):
        Hand(page, MOUSE, address).open("kibitz+lockout")
        words = page.locator("#rules-words")
        expect(words).to_contain_text("slides")
        assert words.evaluate("(one) => one.scrollHeight > one.clientHeight")
        assert words.evaluate("(one) => getComputedStyle(one).maskImage") != "none"
        words.evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
        expect(words).to_have_class("whole")
        page.locator("#rules-all").click()
        expect(page.locator("#rules-dialog")).to_contain_text("How to move")


def test_a_link_that_cannot_be_opened_says_so(browser: Browser, address: str) -> None:
    for page in pages(browser):
        hand = Hand(page, MOUSE, address)
        hand.open("kibitz+noughts;moves+z9")
        astray = page.locator("#astray")
        expect(astray).to_contain_text("z9")
        expect(page.locator("main")).to_be_hidden()
        expect(astray.get_by_role("link", name="All games")).to_have_attribute("href", "./")
        astray.get_by_role("link", name="Play noughts and crosses").click()
        page.wait_for_selector("html[data-ply='0']")
        assert hand.match == "kibitz+noughts"
        expect(astray).to_be_hidden()
        hand.open("kibitz+nonsense")
        expect(astray).to_contain_text("nonsense")
        expect(astray.locator("a")).to_have_count(2)
        expect(astray.locator("a:visible")).to_have_count(1)
