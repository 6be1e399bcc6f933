"""The page in the six languages: everything that a person reads on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from kibitz.games.registry import BUILT_IN, family
from kibitz.games.shipped_games import summary, texts
from kibitz.language.languages import LANGUAGES, Language
from tests.support.browser import (
    GATE,
    HOLD_REPLIES,
    MOUSE,
    ONLY_SERVED,
    PATIENCE,
    TO_THE_END,
    Hand,
    pages,
    press,
)
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

# Names, and what stands on keys. Greek has letters of its own: any other Latin word is left over.
LATIN = {"Kibitz", "Lunar", "Lockout", "Wiegleb", "SVG", "JSON"}
LATIN |= {"UTC", "Enter", "byte", "min", "Python", "kibitz", "web"}  # the last two are a command
WORD = re.compile(r"[A-Za-z]{3,}")
for _, text in texts():  # games that are called the same in Greek
    LATIN |= set(WORD.findall(Language("el").plain(summary(text)).partition(":")[0]))

PLAYED = "kibitz+noughts;moves+a1"

# Every text that is shown or read aloud, but for what a program reads, keys, moves and the names of
# languages in themselves.
SHOWN = """() => {
  const apart = "code, kbd, pre, textarea, .notation, #history, option[lang]";
  const texts = [document.title];
  for (const node of document.querySelectorAll("body *")) {
    if (node.closest(apart)) continue;
    if (!node.checkVisibility() && !node.closest("select")?.checkVisibility()) continue;
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
    }
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}"""


@pytest.fixture(scope="module")
def greek(browser: Browser) -> Iterator[Page]:
    yield from pages(browser, locale="el")


def left_over(page: Page) -> list[str]:
    """The texts of a Greek page in which a Latin word stands."""
    texts = page.evaluate(SHOWN)
    assert any(re.search("[α-ω]", text) for text in texts)
    return [text for text in texts if set(WORD.findall(text)) - LATIN]


def visit(page: Page, address: str) -> None:
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("html[data-ready]")


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_page_speaks_the_language_of_the_browser(
    browser: Browser, address: str, code: str
) -> None:
    for page in pages(browser, locale=code):
        Hand(page, MOUSE, address).open("kibitz+noughts;moves+b2")
        words = words_of(address, code)
        expect(page.locator("html")).to_have_attribute("lang", code)
        expect(page.locator("#new")).to_have_text(words["New game"])
        expect(page.locator("#status")).to_have_text(
            words["{player} to move"].replace("{player}", "O")
        )


def words_of(address: str, code: str) -> dict[str, str]:
    """Return the words of the page in a language."""
    words: dict[str, str] = httpx.get(f"{address}/api/words/{code}", timeout=PATIENCE).json()
    assert (words["New game"] == "New game") == (code == "en")
    return words


@pytest.mark.parametrize("path", ["/", *ONLY_SERVED])
def test_no_english_is_left_on_a_page(greek: Page, address: str, path: str) -> None:
    visit(greek, address + path)
    assert left_over(greek) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_english_is_left_beside_a_game(greek: Page, address: str, name: str) -> None:
    visit(greek, f"{address}/play#{TO_THE_END[name]}")
    expect(greek.locator("#value strong")).to_be_visible()
    found = left_over(greek)
    opened = greek.locator("dialog[open], [data-mode=editing] #editor")
    for button in ("#help-open", "#files", "#edit") if name == "noughts" else ("#edit",):
        press(greek, button)
        expect(opened).to_have_count(1)
        found += left_over(greek)
        greek.keyboard.press("Escape")
        expect(opened).to_have_count(0)
    assert found == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_english_is_left_in_the_choices_for_a_new_game(
    greek: Page, address: str, name: str
) -> None:
    variants = [word for word in family(name).variants if word]
    visit(greek, f"{address}/play?new={name}")
    found = []
    for word in variants or [""]:
        if len(variants) > 1:
            greek.locator("#new-variant").select_option(word)
        found += left_over(greek)
    number = greek.locator("#new-fields input[type=number]").first
    if number.count():
        number.fill("1000")
        expect(greek.locator("#new-error")).not_to_be_empty()
        found += left_over(greek)
    cell = greek.locator("#new-vacancy, #new-goal")
    if cell.count():
        cell.fill("z99")
        expect(greek.locator("#new-error")).not_to_be_empty()
        found += left_over(greek)
    assert found == []


@pytest.mark.parametrize(
    "match",
    [
        "kibitz+nougts",
        "kibitz+peg:english,vacancy=z9",
        "kibitz+noughts:rows=99",
        "kibitz+noughts;moves+a1+a1",
        "kibitz+" + "x" * 500,
        "x" * 61_000,
    ],
)
def test_a_refusal_on_the_page_is_in_its_language(greek: Page, address: str, match: str) -> None:
    if not greek.url.startswith(f"{address}/play#"):
        visit(greek, f"{address}/play#{PLAYED}")
    Hand(greek, MOUSE, address).turn_to(PLAYED)  # so that nothing is refused before
    expect(greek.locator("#status.error")).to_have_count(0)
    greek.evaluate("(match) => { location.hash = match; }", match)
    said = greek.locator("#status.error").inner_text()
    assert re.search("[α-ω]{3}", said)
    quoted = {"nougts", "match", "games", *BUILT_IN} | LATIN
    assert set(WORD.findall(re.sub("«.*?(»|$)", "", said))) <= quoted, said


def test_why_pegs_are_lost_is_said_in_greek(greek: Page, address: str) -> None:
    visit(greek, f"{address}/play#kibitz+peg:french")
    expect(greek.locator("#reason")).to_contain_text("τρία χρώματα")
    assert left_over(greek) == []


def test_the_opponent_is_named_in_greek(browser: Browser, address: str) -> None:
    for page in pages(browser, locale="el"):
        page.add_init_script(GATE + HOLD_REPLIES)  # so the opponent goes on thinking
        visit(page, f"{address}/play#kibitz+noughts;players+perfect+human")
        expect(page.locator("#players")).to_contain_text("(τέλειος)")
        expect(page.locator("#status")).to_have_text("Ο υπολογιστής σκέφτεται…")


# What sticks out of the window or of its own box, in a narrow window. Lists that scroll sideways by
# design are in a box that does.
STICKS_OUT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .unseen, .drawing"))
  .filter((one) => {
    if (one.getBoundingClientRect().right > innerWidth + 1) return true;
    const scrolls = one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 2;
    return scrolls && !["SELECT", "INPUT", "TEXTAREA"].includes(one.tagName);
  })
  .map((one) => `${one.tagName}#${one.id}.${one.className}: ${one.textContent.slice(0, 40)}`)"""
SIGHTS = {  # each page, and what is pressed on it, one after the other
    "/": [],
    **{path: [] for path in ONLY_SERVED},
    "/play?new=peg&variant=drawn": [],
    "/play#kibitz+lockout;moves+b3-l": ["#end"],
    "/play#kibitz+lgame": ["#menu-open", "#help-open", "#new", "#files", "#edit"],
}
OPENED = "dialog[open], [data-mode=editing] #editor, #menu:popover-open, #offer:not([hidden])"


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    yield from pages(browser, viewport={"width": 360, "height": 740}, reduced_motion="reduce")


# The language with the longest words; the browser's is English.
@pytest.mark.parametrize("code", LANGUAGES if EVERYTHING else ["el"])
def test_every_page_and_dialog_is_in_the_language_and_fits_a_telephone(
    phone: Page, address: str, code: str
) -> None:
    phone.goto(f"{address}/page/styles/base.css")  # any file, to choose the language first
    phone.evaluate("(code) => localStorage.setItem('kibitz.language', code)", code)
    faults: dict[object, object] = {}
    for path, buttons in SIGHTS.items():
        visit(phone, address + path)
        if "#" in path:
            expect(phone.locator("#moves-known .move").first).to_be_visible()
            expect(phone.locator("#new")).to_have_text(words_of(address, code)["New game"])
        assert phone.locator("html").get_attribute("lang") == code
        faults[path] = phone.evaluate(STICKS_OUT)
        for button in buttons:
            press(phone, button)
            expect(phone.locator(OPENED)).to_have_count(1)
            faults[path, button] = phone.evaluate(STICKS_OUT)
            phone.keyboard.press("Escape")
    assert {sight: found for sight, found in faults.items() if found} == {}
