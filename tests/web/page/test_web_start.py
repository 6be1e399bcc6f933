"""The start page and what begins a game: cards, search, rules, set-up, and the game after it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from kibitz.games import registry
from kibitz.games.kinds import KINDS
from tests.support.browser import BY_MOUSE, MOUSE, Hand, press

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def open_start(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("html[data-ready]")


def unfolded(page: Page, game: str) -> Locator:
    """Return the card of a game, with all ways to begin it."""
    card = page.locator(f".card[data-game='{game}']")
    card.get_by_role("button", name=re.compile("^More: ")).click()
    return card


def test_the_start_page_leads_to_every_game(page: Page, address: str) -> None:
    open_start(page, address)
    expect(page.locator(".card")).to_have_count(len(registry.names()))
    expect(page.locator(".card svg.board")).to_have_count(len(registry.names()))
    expect(page.locator(".kind h3")).to_have_text(["For two players", "Puzzles"])
    expect(page.locator("#kinds input")).to_have_count(1 + len(KINDS))
    page.get_by_role("radio", name="Crossings").check(force=True)  # one kind alone
    shown = page.locator(".card:visible")
    expect(shown).to_have_count(4)
    farmer = page.locator(".card[data-game='farmer']")
    farmer.get_by_role("button", name="About").click()
    dialog = page.locator("#rules-dialog")
    expect(dialog).to_contain_text("Alcuin of York")
    expect(dialog).to_contain_text("solvable in 7 moves")
    dialog.locator(".known a").click()  # the hardest position can be played
    page.wait_for_selector("html[data-ply='0']")
    assert "#kibitz+farmer" in page.url
    open_start(page, address)
    peg = unfolded(page, "peg")
    expect(peg.locator(".board .cell")).to_have_count(33)
    peg.get_by_text("Triangle").click()
    expect(peg.locator(".board .cell")).to_have_count(15)
    peg.get_by_text("Play", exact=True).click()
    expect(page.locator("#board .cell")).to_have_count(15)
    expect(page.locator("#title")).to_have_text("peg solitaire")
    expect(page.locator("#variant")).to_have_text("triangle of 15 holes")


def test_the_computer_plays_as_was_chosen_on_the_card(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    open_start(page, address)
    noughts = unfolded(page, "noughts")
    noughts.get_by_text("Oldest").click()
    noughts.get_by_label("Computer").select_option("hard")
    noughts.get_by_label("You are").select_option("1")
    noughts.get_by_text("Play the computer").click()
    page.wait_for_selector("html[data-ply='1']")
    assert hand.match.startswith("kibitz+noughts:oldest;players+hard+human;moves+")
    expect(page.locator("#kibitzer-mode")).to_have_value("hint")
    open_start(page, address)  # the choice is remembered, for this game
    expect(unfolded(page, "noughts").get_by_label("Computer")).to_have_value("hard")
    lgame = unfolded(page, "lgame")
    expect(lgame.get_by_label("Computer")).to_have_value("easy")
    lgame.get_by_text("Analyse").click()
    page.wait_for_selector("html[data-ready]")
    assert hand.match == "kibitz+lgame"
    expect(page.locator("#kibitzer-mode")).to_have_value("all")


def test_a_search_finds_games_by_any_of_their_words(page: Page, address: str) -> None:
    open_start(page, f"{address}/?lang=fr")
    shown = page.locator(".card:visible")
    page.locator("#search").fill("DIAMANT")
    expect(shown).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("Aucun jeu")
    page.locator("#search").fill("anglais pions")  # each word, in any order, without accents
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-game", "peg")
    expect(page.locator(".kind:visible")).to_have_count(1)
    page.locator("#search").fill("jeu du moulin")  # another name of the game
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-game", "mens_morris")
    page.locator("#search").fill("jeudumoulin")  # and that name without its spaces
    expect(shown).to_have_attribute("data-game", "mens_morris")
    page.locator("#search").fill("")
    expect(shown).to_have_count(len(registry.names()))


def test_the_puzzle_of_the_day_is_what_one_sees_first(page: Page, address: str) -> None:
    today = httpx.get(f"{address}/api/games/lockout/daily").json()
    open_start(page, address)
    hero = page.locator("#hero")
    expect(hero.locator("h2")).to_have_text(f"Can you solve it in {today['distance']} moves?")
    hero.get_by_text("Play the puzzle").click()
    page.wait_for_selector("html[data-ply='0']")
    expect(page.locator("#score")).to_contain_text(today["day"])
    expect(page.locator("#kibitzer-mode")).to_have_value("hint")
    assert today["position"] in page.url


def test_on_a_slow_line_the_puzzle_of_the_day_has_words_and_a_button(
    page: Page, address: str
) -> None:
    page.route("**/api/games", lambda _: None)  # it never comes
    page.goto(address)
    expect(page.locator("#hero")).to_contain_text("the same for everyone")
    expect(page.locator("#hero .waiting")).to_be_visible()
    page.locator("#hero-play").click()
    page.wait_for_selector("html[data-ply='0']")
    expect(page.locator("#title")).to_have_text("Lunar Lockout")


def test_a_game_that_was_left_can_be_continued(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+noughts")
    hand.point("b2")
    page.wait_for_selector("html[data-ply='1']")
    open_start(page, address)
    entry = page.locator("#kept li")
    expect(entry).to_have_count(1)
    expect(entry).to_contain_text("1 move made")
    expect(entry.locator(".board .piece, .board .filled").first).to_be_attached()
    entry.locator("a").click()
    page.wait_for_selector("html[data-ply='1']")
    assert hand.match == "kibitz+noughts;moves+b2"
    open_start(page, address)
    page.get_by_label("Remove").click()
    expect(page.locator("#continue")).to_be_hidden()


def test_a_board_that_cannot_be_solved_offers_a_start_that_can(page: Page, address: str) -> None:
    open_start(page, address)
    peg = unfolded(page, "peg")
    play = peg.get_by_text("Play", exact=True)
    expect(peg.get_by_text("can be solved")).to_have_count(0)
    peg.get_by_text("French").click()
    expect(play).to_have_attribute("href", re.compile("peg:french$"))
    peg.get_by_text("Choose a start that can be solved").click()
    expect(play).to_have_attribute("href", re.compile("peg:french,vacancy=c4$"))
    peg.get_by_text("Use the usual start").click()
    expect(play).to_have_attribute("href", re.compile("peg:french$"))
    play.click()  # on the game page, the rules offer the same
    page.locator("#rules").get_by_text("Choose a start that can be solved").click()
    expect(page.locator("#variant")).to_have_text("French board · c4 empty")
    page.locator("#new").click()  # and so does the dialog for a new game
    page.locator("#new-variant").select_option("diamond")
    page.locator("#new-solvable").click()
    page.locator("#new-start").click()
    expect(page.locator("#variant")).to_have_text("diamond board · b4 empty")


def test_rules_are_told_at_the_first_game_and_whenever_they_are_asked_for(
    page: Page, address: str
) -> None:
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+lgame")
    panel = page.locator("#rules")
    expect(panel).to_contain_text("Leave the other player no place to move their L to.")
    panel.get_by_text("Got it").click()
    expect(panel).to_be_hidden()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(panel).to_be_hidden()
    press(page, "#rules-open")
    dialog = page.locator("#rules-dialog")
    expect(dialog).to_contain_text("If you cannot move your L, you lose.")
    expect(dialog).to_contain_text("a1b1c1c2,d4-a4")
    page.keyboard.press("Escape")
    page.goto("about:blank")
    hand.open("kibitz+noughts:oldest")  # another game, another first time
    expect(panel).to_contain_text("the one that has been there longest")
    hand.point("b2")
    page.wait_for_selector("html[data-ply='1']")
    expect(panel).to_be_hidden()  # the graph and the moves have its place
    expect(page.locator("#history-panel")).to_be_visible()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(panel).to_be_hidden()


def test_nothing_moves_while_the_start_page_and_the_rules_come(page: Page, address: str) -> None:
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => "
        "(window.moved += one.value))).observe({ type: 'layout-shift', buffered: true });"
    )
    Hand(page, MOUSE, address).open("kibitz+lgame;moves+a3a4b3c3")
    expect(page.locator("#rules .aim")).to_be_visible()
    expect(page.locator("#moves-known .move").first).to_be_visible()
    assert page.evaluate("window.moved") <= 0.02
    open_start(page, address)  # with a game to continue
    expect(page.locator("#kept .board")).to_be_visible()
    expect(page.locator("#hero .board")).to_be_visible()
    assert page.evaluate("window.moved") <= 0.02


@pytest.mark.parametrize(
    ("button", "match"),
    [("Rematch", "kibitz+noughts;players+human+easy"), ("Swap sides", ";players+easy+human;moves")],
)
@BY_MOUSE
def test_a_game_that_is_over_is_followed_by_another(hand: Hand, button: str, match: str) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;players+human+easy;moves+a1+b1+a2+b2+a3")
    page.locator("#again").get_by_text(button).click()
    page.wait_for_selector("html[data-over='false']")
    ply = int(button == "Swap sides")
    page.wait_for_selector(f"html[data-ply='{ply}']")
    assert match in hand.match


@BY_MOUSE
def test_after_a_puzzle_there_is_the_next(hand: Hand) -> None:
    page = hand.page
    start = "....o-P.o..-.....-...o.-.o..."
    hand.turn_to(f"kibitz+lockout;start+{start}")
    while not hand.over:
        hand.make(hand.best())
    page.locator("#again").get_by_text("Play it again").click()
    page.wait_for_selector("html[data-ply='0']")
    assert hand.seen()["position"] == start
    expect(page.locator("#again")).to_be_hidden()


# Setting up


@BY_MOUSE
def test_more_helpers_make_it_the_game_with_more_helpers(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+lockout")
    press(page, "#edit")
    expect(page.locator("#palette .icon")).to_have_count(2)  # pieces, not letters
    page.locator("#palette [data-sign='o']").click()
    hand.point("e5")
    expect(page.locator("#status")).to_contain_text("5 helpers")
    page.locator("#edit-done").click()
    page.wait_for_selector("#editor", state="hidden")
    expect(page.locator("#variant")).to_have_text("5 helpers")
    assert hand.match.startswith("kibitz+lockout:helpers=5;start+")


@BY_MOUSE
def test_the_place_that_is_wrong_is_marked_or_none(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+lockout")
    press(page, "#edit")
    chosen = page.locator("#board .cell.chosen")
    page.locator("#palette [data-sign='P']").click()
    hand.point("e5")  # a second P
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_attribute("data-cell", "e5")
    page.locator("#edit-clear").click()
    expect(page.locator("#status")).to_have_class(re.compile("error"))
    expect(chosen).to_have_count(0)
    page.locator("#edit-cancel").click()


@BY_MOUSE
def test_who_moves_first_is_said_in_the_editor(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+lgame;moves+a3a4b3c3")
    before = hand.seen()
    assert before["mover"] == 1
    press(page, "#edit")
    expect(page.locator("#edit-mover")).to_have_value("1")  # as on the board
    expect(page.locator("#palette .icon .wide")).to_have_count(2)  # the Ls, and no neutral piece
    page.locator("#edit-done").click()
    page.wait_for_selector("html[data-ply='0']")
    assert (hand.seen()["mover"], hand.seen()["cells"]) == (1, before["cells"])
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert (hand.seen()["mover"], hand.seen()["cells"]) == (1, before["cells"])
    press(page, "#edit")
    page.locator("#edit-mover").select_option("0")
    page.locator("#edit-done").click()
    expect(page.locator("#status")).to_have_text("Orange to move")
    assert hand.seen()["cells"] == before["cells"]


# Around the pages


@pytest.mark.parametrize("path", ["/", "/play", "/nowhere"])
def test_each_page_says_what_it_is(address: str, path: str) -> None:
    text = httpx.get(address + path, headers={"Accept": "text/html"}).text
    assert re.search("<title[^>]*>[^<]{6,}</title>", text)
    assert re.search('<meta name="description" [^>]*content="[^"]{20,}"', text)
    assert 'property="og:title"' in text
    preview = re.search('property="og:image" content="([^"]+)"', text)
    if path in ("/", "/play"):
        assert preview
        assert preview[1].startswith(f"{address}/page/")
        assert httpx.get(preview[1]).headers["content-type"] == "image/png"
    relative = re.sub(r'http-equiv|<!--.*?-->|property="og:image" content="[^"]+"', "", text)
    assert "http" not in relative, "an absolute address"


def test_the_manifest_names_icons_that_are_there(address: str) -> None:
    page = httpx.get(f"{address}/").text
    found = re.search('rel="manifest" href="([^"]+)"', page)
    assert found
    answer = httpx.get(f"{address}/{found[1]}")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    for icon in json.loads(answer.text)["icons"]:
        given = httpx.get(f"{address}/page/icons/{icon['src']}")
        assert given.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            side = int(icon["sizes"].partition("x")[0])
            assert int.from_bytes(given.content[16:20]) == side, "the width in a PNG file"
            assert len(given.content) < 20_000


def test_boards_out_of_sight_take_their_room(page: Page, address: str) -> None:
    """They are drawn when they come into sight; what is below must not jump then."""
    height = "document.documentElement.scrollHeight"
    page.goto(f"{address}/")
    page.wait_for_selector("html[data-ready]")
    before = page.evaluate(height)
    page.locator(".card").last.scroll_into_view_if_needed()
    expect(page.locator(".card .board").last).to_be_in_viewport()
    assert page.evaluate(height) == before


def test_the_start_page_on_paper_has_games_and_no_buttons(page: Page, address: str) -> None:
    open_start(page, address)
    page.emulate_media(media="print")
    expect(page.locator(".card[data-game='peg'] svg.board")).to_be_visible()
    expect(page.locator("#hero svg.board")).to_be_visible()
    for gone in ("#search", ".quick", "#language"):
        expect(page.locator(gone).first).to_be_hidden()
