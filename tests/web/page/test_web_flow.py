"""The page outlives its server, follows every key, and loses no game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

import kibitz
from kibitz.play.match_history import MatchState
from kibitz.play.match_record import link_of
from tests.support.browser import BY_MOUSE, MOUSE, Hand, pages, unfold
from tests.support.scope import EVERYTHING
from tests.support.serving import ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

ENDLESS = "noughts:any,rows=1,columns=5,line=3,pieces=1"
KEPT = "import('./page/core/autosave.js').then((module) => module.kept())"
# Tells whether the move on the board can be seen in the list of moves.
IN_SIGHT = """() => {
  const list = document.querySelector("#history").getBoundingClientRect();
  const here = document.querySelector("#history .here").getBoundingClientRect();
  return here.top >= list.top - 1 && here.bottom <= list.bottom + 1;
}"""


def long_match(plies: int) -> MatchState:
    match = MatchState(kibitz.game(ENDLESS))
    while match.ply < plies:
        match.play(next(match.game.rules.moves(match.position)))
    return match


def test_a_page_goes_on_when_its_server_is_back(browser: Browser, tmp_path: Path) -> None:
    for page in pages(browser, may_fail=("net::ERR_",)):
        status = page.locator("#status")
        with ServerProcess(tmp_path) as server:
            address = server.address
            hand = Hand(page, MOUSE, address)
            hand.open("kibitz+noughts;players+human+perfect;moves+a1+b2")
            expect(page.locator("#moves-known .move")).to_have_count(7)
        hand.point("c3")  # a move that is not taken
        expect(status).to_contain_text("is not responding")
        expect(page.locator("#board .looked > *")).not_to_have_count(0)  # the board shows it
        port = int(address.rpartition(":")[2])
        with ServerProcess(tmp_path, port=port):
            page.wait_for_selector("html[data-ply='4']")  # it is made, and answered
            assert "moves+a1+b2+c3+" in hand.match
            expect(status).to_have_text("Your move")
            expect(page.locator("#board .cell.open")).to_have_count(5)
        page.keyboard.press("n")
        expect(status).to_contain_text("is not responding")
        with ServerProcess(tmp_path, port=port):
            page.locator("#new-family").select_option("lgame")
            page.locator("#new-start").click()
            expect(page.locator("#title")).to_have_text("the L-game")


@pytest.mark.served("looks at what the page asks its server")
@BY_MOUSE
def test_a_reply_that_breaks_off_is_asked_for_again(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;players+human+perfect")

    def spoil(route: Route) -> None:
        route.fulfill(body=route.fetch().text().splitlines()[0] + '\n{"vi')

    page.route("**/api/match", spoil, times=1)
    hand.point("b2")
    page.wait_for_selector("html[data-ply='2']")
    expect(page.locator("#status")).to_have_text("Your move")


@pytest.mark.served("looks at what the page asks its server")
@BY_MOUSE
def test_a_refused_move_leaves_the_board_as_it_was(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts")
    refusal = {"status": 409, "json": {"error": "not now"}}
    page.route("**/api/match", lambda route: route.fulfill(**refusal), times=1)
    hand.point("b2")
    expect(page.locator("#status.error")).to_have_text("not now")
    hand.point("c3")
    page.wait_for_selector("html[data-ply='1']")
    assert hand.match == "kibitz+noughts;moves+c3"


def test_a_hundred_keys_go_where_they_should_in_a_long_game(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    hand.open(link_of(long_match(200)))
    page.wait_for_selector("html[data-ply='200']")
    assert page.evaluate(IN_SIGHT)
    for _ in range(100):
        page.keyboard.press("u")
    page.wait_for_selector("html[data-ply='100']")
    assert page.evaluate(IN_SIGHT)
    for _ in range(150):
        page.keyboard.press("u")
    page.wait_for_selector("html[data-ply='0']")
    hand.point("a1")  # the first move of the game; the board does not keep the keys for itself
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("html[data-ply='6']")
    expect(page.locator("#history .here")).to_have_attribute("data-ply", "6")
    page.wait_for_function("location.hash.endsWith(';at+6')")


@pytest.mark.everywhere
def test_a_variation_is_kept_and_can_be_gone_back_to(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+noughts;moves+c3+a2+b1")
    page.keyboard.press("u")
    page.wait_for_selector("html[data-ply='2']")
    hand.point("b2")
    page.wait_for_selector("html[data-ply='3']")
    assert hand.match == "kibitz+noughts;moves+c3+a2+b1+(b2);line+2"
    main, other = (page.locator(f"#history button[data-line='{n}'][data-ply='3']") for n in "12")
    expect(other).to_have_attribute("aria-current", "step")
    expect(page.locator("#history button[data-ply='2'] .error-mark")).to_have_text("?")
    main.click()
    expect(main).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("html[data-ply='2']")
    page.keyboard.press("ArrowRight")
    expect(main).to_have_attribute("aria-current", "step")
    page.reload()
    page.wait_for_selector("html[data-ply='3']")
    expect(other).to_have_text("b2")


def test_a_tree_too_long_for_a_link_is_kept_in_the_browser(page: Page, address: str) -> None:
    match = long_match(120)
    for ply in range(119, 20, -1):
        match.jump(ply, line=1)
        match.play(list(match.game.rules.moves(match.position))[-1])
    hand = Hand(page, MOUSE, address)
    hand.open(link_of(match))
    lines = page.locator("#history ol")
    assert lines.count() == len(match.lines) - 1 > 50
    assert len(page.url) < 2000
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert lines.count() == len(match.lines) - 1


def test_back_leads_to_the_game_before_and_no_game_is_lost(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+noughts")
    hand.point("b2")
    page.wait_for_selector("html[data-ply='1']")
    page.keyboard.press("n")
    page.locator("#new-family").select_option("lgame")
    page.locator("#new-start").click()
    expect(page.locator("#title")).to_have_text("the L-game")
    page.go_back()
    expect(page.locator("#title")).to_have_text("noughts and crosses")
    assert hand.match == "kibitz+noughts;moves+b2"
    hand.point("a1")
    page.wait_for_selector("html[data-ply='2']")
    page.goto("about:blank")
    hand.open("kibitz+noughts")
    (entry,) = page.evaluate(KEPT)
    assert entry["match"] == "kibitz+noughts;moves+b2+a1"
    page.goto(f"{address}/play{entry['link']}")
    page.wait_for_selector("html[data-ply='2']")
    hand.point("c3")
    page.wait_for_selector("html[data-ply='3']")
    (entry,) = page.evaluate(KEPT)  # the same game, further on
    assert entry["ply"] == 3
    page.evaluate("localStorage.setItem('kibitz.games', '[1, null, {}]')")
    assert page.evaluate(KEPT) == []  # what another page wrote there


@pytest.mark.served("a page without a server builds no tables")
@BY_MOUSE
def test_a_table_that_is_being_built_can_be_cancelled(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+lockout")
    unfold(page, "#helpers")
    page.locator("#helpers").select_option("6")  # how many puzzles there are, its table tells
    expect(page.locator("#progress-words")).to_contain_text("Building the table")
    page.locator("#progress-cancel").click()
    expect(page.locator("#progress-box")).to_be_hidden()
    expect(page.locator("#status.error")).to_contain_text("is not built yet")
    state = httpx.get(f"{hand.address}/api/games/lockout:helpers=6/table").json()
    assert state["state"] == "none"


@pytest.mark.served("looks at what the page asks its server")
def test_the_puzzle_of_the_day_stays_what_it_is(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    shown: list[int] = []

    def look(route: Route) -> None:
        shown.append(page.locator("#board .cell").count())
        route.continue_()

    page.route("**/daily*", look)
    hand.open("daily:2026-01-31:lockout")
    label = page.locator("#score")
    expect(label).to_contain_text("Puzzle of the day, 2026-01-31.")
    assert shown == [0]  # no other board before it
    puzzle = httpx.get(f"{address}/api/games/lockout/daily?day=2026-01-31").json()
    assert hand.match == puzzle["match"]
    hand.make(hand.best())
    page.reload()
    page.wait_for_selector("html[data-ply='1']")
    expect(label).to_contain_text("Puzzle of the day, 2026-01-31.")
    expect(page.locator("#value")).to_be_hidden()
    assert "#daily:2026-01-31:kibitz+" in page.url
    assert "2026-01-31" in page.title()


BROKEN = [
    ("#%E0%A4%A", "does not begin with the word kibitz"),
    ("#kibitz+nougts", "did you mean noughts?"),
    ("#daily:2026-02-31:lockout", "not a date like"),
    ("?new=nix", "there is no game"),
]
if EVERYTHING:  # the page does the same as with the second and the third
    BROKEN += [
        ("#kibitz+noughts;moves+%zz", "two hexadecimal digits"),
        ("#daily:nix", "there is no game"),
    ]


@pytest.mark.parametrize(("address_part", "said"), BROKEN)
def test_a_broken_link_gets_a_sentence_and_a_way_on(
    page: Page, address: str, address_part: str, said: str
) -> None:
    page.goto(f"{address}/play{address_part}")
    page.wait_for_selector("html[data-ready]")
    if address_part.startswith("#daily:2"):  # the game is known, and is shown
        expect(page.locator("#status.error")).to_contain_text(said)
        expect(page.locator("#board .cell").first).to_be_visible()
        return
    expect(page.locator("#astray-words")).to_contain_text(said)
    expect(page.locator("#astray a[href='./']")).to_be_visible()
    expect(page.locator("#board .cell")).to_have_count(0)


def test_an_address_without_a_page_has_a_way_on(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/nothing")
    page.get_by_role("link", name="All games").click()
    expect(page).to_have_url(f"{address}/")


def test_pages_are_asked_about_and_sent_once(address: str) -> None:
    for path in ("/", "/play", "/page/pages/play.js", "/page/styles/base.css"):
        given = httpx.get(address + path)
        tag = given.headers["etag"]
        asked = httpx.head(address + path)
        assert (asked.status_code, asked.content, asked.headers["etag"]) == (200, b"", tag)
        known = httpx.get(address + path, headers={"If-None-Match": f'W/"other", {tag}'})
        assert (known.status_code, known.content) == (304, b"")
        assert httpx.get(address + path, headers={"If-None-Match": 'W/"other"'}).text == given.text
