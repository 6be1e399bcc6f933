"""The page in a real browser: every game by mouse, touch and keys, and all that stands around."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from kibitz.games.registry import BUILT_IN
from tests.support.browser import (
    BY_MOUSE,
    GATE,
    GREEN,
    HOLD_OPINIONS,
    KEYS,
    MOUSE,
    ONLY_SERVED,
    TO_THE_END,
    TOUCH,
    Hand,
    has_colour,
    is_judged,
    unfold,
)
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from playwright.sync_api import Page, Route


# Of the ways to point other than the mouse, a piece of several cells and a jump say most.
BY_OTHERS = TO_THE_END if EVERYTHING else ("lgame", "peg")


def play(hand: Hand, name: str) -> None:
    """Play the best moves to the end."""
    hand.turn_to(TO_THE_END[name])
    began = hand.ply
    assert hand.match == TO_THE_END[name]
    assert not hand.over
    while not hand.over:
        hand.make(hand.best())
        assert hand.ply < began + 20
    status = hand.page.locator("#status")
    expect(status).to_contain_text(re.compile("won|draw|Solved|left"))
    assert hand.seen()["over"]


@BY_MOUSE
@pytest.mark.parametrize("name", TO_THE_END)
def test_each_game_is_played_to_its_end(hand: Hand, name: str) -> None:
    play(hand, name)


def test_the_games_that_are_played_are_all_there_are() -> None:
    assert {name.partition(":")[0] for name in TO_THE_END} == set(BUILT_IN)


@BY_MOUSE
def test_undo_redo_and_jump(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;moves+b2+a1+c3")
    page.locator("#undo").click()
    page.wait_for_selector("html[data-ply='2']")
    page.keyboard.press("u")
    page.wait_for_selector("html[data-ply='1']")
    page.locator("#redo").click()
    page.wait_for_selector("html[data-ply='2']")
    page.locator("#history button[data-ply='0']").click()
    page.wait_for_selector("html[data-ply='0']")
    assert hand.match == "kibitz+noughts;moves+b2+a1+c3;at+0"
    page.keyboard.press("y")
    page.wait_for_selector("html[data-ply='1']")


def test_a_piece_that_has_just_arrived_is_picked_up_and_no_click_is_lost(
    page: Page, address: str
) -> None:
    """P can only slide to b4, and from there only to c4: to point at b4 may mean either slide."""
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+lockout")
    for last in ("c4", "b4"):  # where it goes, or the piece itself once more
        hand.turn_to("kibitz+lockout:helpers=2;start+.....-.P..o-.....-...o.-.....")
        hand.point("b2")
        page.wait_for_selector("html[data-ply='1']")
        hand.point("b4")  # at once, while it may still be on its way
        expect(page.locator("#board .cell.chosen")).to_have_attribute("data-cell", "b4")
        assert hand.ply == 1
        hand.point(last)
        page.wait_for_selector("html[data-ply='2']")
        assert hand.match.endswith(";moves+P-r+P-d")


@BY_MOUSE
def test_a_click_where_the_last_piece_has_arrived_leaves_the_result_in_sight(hand: Hand) -> None:
    """P can only slide to the middle, and does so when it is pointed at."""
    status = hand.page.locator("#status")
    hand.turn_to("kibitz+lockout:helpers=1;start+.....-.....-P..o.-.....-.....")
    hand.point("c1")
    hand.page.wait_for_selector("html[data-over='true']")
    hand.point("c3")
    expect(status).to_contain_text("Solved")
    hand.point("c4")
    expect(status).to_have_text("The game is over.")


@BY_MOUSE
def test_an_opponent_answers_and_undo_goes_back_to_your_turn(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;players+human+perfect")
    hand.point("b2")
    page.wait_for_selector("html[data-ply='2']")
    page.locator("#undo").click()
    page.wait_for_selector("html[data-ply='0']")


@BY_MOUSE
def test_a_mistake_is_seen_in_the_graph_and_can_be_clicked(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;moves+a1+a2+b1+c1")
    mistake = page.locator("#graph .mistake")
    expect(mistake).to_have_count(1)
    expect(mistake).to_have_attribute("aria-label", re.compile("Move 2, a2: that threw away the"))
    mistake.click()
    page.wait_for_selector("html[data-ply='2']")  # what that move led to


@BY_MOUSE
def test_the_kibitzer_marks_moves_and_can_be_silenced(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;moves+b2")
    expect(page.locator("#moves-known .move")).to_have_count(8)
    expect(page.locator("#moves-known .group").first).to_contain_text("4 moves keep the draw")
    expect(page.locator("#board .token.even")).to_have_count(4)
    expect(page.locator("#board .token.bad")).to_have_count(4)
    page.locator("#kibitzer-mode").select_option("hint")
    expect(page.locator("#board .token")).to_have_count(0)
    expect(page.locator("#value")).to_be_hidden()
    page.locator("#hint").click()
    expect(page.locator("#status")).to_contain_text("Hint: a1")
    page.locator("#kibitzer-mode").select_option("off")
    expect(page.locator("#hint")).to_be_hidden()
    hand.point("a1")
    page.wait_for_selector("html[data-ply='2']")
    page.locator("#kibitzer-mode").select_option("all")
    expect(page.locator("#moves-known .move")).to_have_count(7)


def test_the_link_restores_the_whole_game(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+lockout;moves+P-r+P-d;at+1")
    page.keyboard.press("s")
    link = page.locator("#link").input_value()
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("html[data-ply='1']")
    expect(page.locator("#history button")).to_have_count(3)


@BY_MOUSE
def test_save_load_and_download(hand: Hand, tmp_path: Path) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;moves+b2+a1")
    page.keyboard.press("s")
    page.locator("#save").click()
    with page.expect_download() as text:
        page.locator("#as-text").click()
    assert text.value.path().read_text() == "kibitz noughts\nmoves b2 a1\n"
    with page.expect_download() as drawn:
        page.locator("#as-svg").click()
    assert "<svg" in drawn.value.path().read_text()
    file = tmp_path / "game.txt"
    file.write_text("kibitz lgame\n")
    page.locator("#open-file").set_input_files(file)
    expect(page.locator("#title")).to_have_text("the L-game")
    page.keyboard.press("s")
    page.locator("#saved .link").first.click()
    page.wait_for_selector("html[data-ply='2']")
    file.write_text("nonsense")
    page.keyboard.press("s")
    page.locator("#open-file").set_input_files(file)
    expect(page.locator("#files-said")).to_contain_text("cannot be continued")
    page.keyboard.press("Escape")


@BY_MOUSE
def test_the_editor_says_at_once_what_is_wrong(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts")
    page.keyboard.press("e")
    hand.point("a1")
    expect(page.locator("#status")).to_contain_text("can be played")
    hand.point("a2")
    expect(page.locator("#status")).to_contain_text("X moves first")
    expect(page.locator("#edit-done")).to_be_disabled()
    page.locator("#palette [data-sign='O']").click()
    hand.point("c3")
    expect(page.locator("#edit-done")).to_be_enabled()
    page.locator("#edit-done").click()
    expect(page.locator("#status")).to_have_text("O to move")
    assert hand.match == "kibitz+noughts;start+XX.-...-..O"


@BY_MOUSE
def test_a_new_game_with_a_vacancy_by_pointing_and_a_board_of_ones_own(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+peg:triangle")
    page.keyboard.press("n")
    page.locator("#new-board .cell[data-cell='3']").click()
    expect(page.locator("#new-vacancy")).to_have_value("3")
    page.locator("#new-start").click()
    expect(page.locator("#new-dialog")).to_be_hidden()
    assert hand.match == "kibitz+peg:triangle,vacancy=3"
    page.keyboard.press("n")
    page.locator("#new-vacancy").fill("z9")
    expect(page.locator("#new-error")).to_contain_text("there is no")
    page.locator("#new-vacancy").fill("")
    page.locator("#new-variant").select_option("drawn")
    page.locator(".drawing .none").first.click()
    expect(page.locator("#new-error")).to_be_empty()
    page.locator("#new-start").click()
    expect(page.locator("#board .cell")).to_have_count(22)


def test_a_triangular_board_and_a_written_one(page: Page, address: str) -> None:
    page.goto(f"{address}/play?new=peg&variant=drawn")
    page.locator("#new-lattice").select_option("triangular")
    expect(page.locator("#new-board .cell")).to_have_count(15)
    page.locator(".drawing .peg").first.focus()
    page.keyboard.press("Enter")  # an empty hole
    page.keyboard.press("Enter")  # nothing
    expect(page.locator("#new-board .cell")).to_have_count(14)
    page.locator(".drawing + label textarea").fill(" o o o\no o o o\n o . o")
    expect(page.locator("#new-board .cell")).to_have_count(10)
    page.locator("#new-start").click()
    expect(page.locator("#new-dialog")).to_be_hidden()
    assert Hand(page, MOUSE, address).match == (
        "kibitz+peg:drawn,board=_o_o_o-o_o_o_o-_o_._o,lattice=triangular"
    )
    page.keyboard.press("n")
    page.locator("#new-lattice").select_option("square")
    page.locator(".drawing + label textarea").fill("o" * 12 + "." + "o" * 12)
    page.locator("#new-start").click()
    expect(page.locator("#board .cell")).to_have_count(25)


@pytest.mark.served("the answers of a server are held back")
def test_what_is_typed_replaces_a_board_that_comes_late(page: Page, address: str) -> None:
    """The answer comes after the visitor has gone to the text, which is empty until then."""
    page.route("**/api/new", lambda route: None)
    with page.expect_request("**/api/new"):
        page.goto(f"{address}/play?new=peg&variant=drawn")
    text = page.locator(".drawing + label textarea")
    text.focus()
    expect(text).to_have_value("")
    page.unroute("**/api/new")  # what is held goes on
    expect(text).not_to_have_value("")
    page.keyboard.insert_text("o" * 12 + "." + "o" * 12)
    expect(page.locator("#new-board .cell")).to_have_count(25)


@BY_MOUSE
def test_pegs_tell_where_the_last_good_position_was(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+peg:triangle")
    for _ in range(9):  # the worst moves, until it cannot be won
        opinion = httpx.post(f"{hand.address}/api/opinion", json={"match": hand.match}).json()
        if opinion["value"]["tone"] == "bad":
            break
        hand.make(opinion["moves"][-1])
    expect(page.locator("#last-good")).to_be_visible()
    page.locator("#last-good").click()
    expect(page.locator("#value")).to_contain_text("Solvable")


@pytest.mark.served("a page without a server builds no tables")
def test_a_table_that_takes_seconds_is_built_unasked(page: Page, address: str) -> None:
    opinions = asked_of(page, "/api/opinion")

    def forget(route: Route) -> None:
        view, judged = (json.loads(line) for line in route.fetch().text().splitlines())
        unknown = {"outcome": None, "distance": None, "words": "unknown", "tone": "unknown"}
        judged["opinion"] |= {"value": unknown, "table": "seconds", "command": "kibitz …"}
        route.fulfill(body=f"{json.dumps(view)}\n{json.dumps(judged)}\n")

    page.route("**/api/match", forget)
    Hand(page, MOUSE, address).open("kibitz+peg:triangle,side=4,vacancy=1")
    expect(page.locator("#progress-words")).to_contain_text("Building the table")
    expect(page.locator("#advice")).to_be_hidden()
    expect(page.locator("#value")).to_contain_text("Solvable", timeout=60_000)
    expect(page.locator("#progress-box")).to_be_hidden()
    assert len(opinions) == 1  # once more, when the table is there
    table = httpx.get(f"{address}/api/games/peg:triangle,side=4,vacancy=1/table").json()
    assert table["state"] == "ready"


def test_the_end_is_shown_and_the_game_comes_back(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    page.emulate_media(reduced_motion="reduce")
    hand.open("kibitz+lockout")
    page.locator("#end").click()
    expect(page.locator("#demo-pause")).to_have_text("Continue")
    for step in range(4):
        page.locator("#demo-step").click()
        expect(page.locator("#demo-at")).to_have_text(f"Move {step + 1} of 4")
    page.wait_for_selector("html[data-over='true']")
    expect(page.locator("#demo-at")).to_have_text("Move 4 of 4")
    page.locator("#demo-stop").click()
    page.wait_for_selector("html[data-ply='0']")
    page.emulate_media(reduced_motion="no-preference")
    page.locator("#end").click()
    page.wait_for_selector("html[data-ply='1']")
    page.locator("#demo-pause").click()
    expect(page.locator("#demo-pause")).to_have_text("Continue")
    page.evaluate("location.hash = 'kibitz+noughts'")  # another game ends the show
    expect(page.locator("#title")).to_contain_text("noughts")
    expect(page.locator("#demo")).to_be_hidden()
    expect(page.locator("#tools")).to_be_visible()


def test_the_puzzle_of_the_day_and_how_well_it_was_solved(page: Page, address: str) -> None:
    hand = Hand(page, MOUSE, address)
    page.goto(f"{address}/play#daily:lockout")
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#score")).to_contain_text("Puzzle of the day", timeout=60_000)
    today = httpx.get(f"{address}/api/games/lockout/daily").json()
    assert hand.match == today["match"]
    expect(page.locator("#value")).to_be_hidden()  # the answer is not shown unasked
    while not hand.over:
        hand.make(hand.best())
    words = f"Solved in {today['distance']} moves. No solution is shorter."
    expect(page.locator("#score")).to_contain_text(words)
    expect(page.locator("#status")).to_have_text(words)
    has_colour(page, "#status", GREEN)
    is_judged(page, GREEN)
    page.wait_for_load_state("networkidle")  # the puzzles were counted twice: once for the list
    counts = httpx.get(f"{address}/api/games/lockout/puzzles").json()["counts"]
    listed = page.locator("#distance option").evaluate_all("(all) => all.map((one) => one.value)")
    assert listed == ["", *counts]
    unfold(page, "#distance")
    page.locator("#distance").select_option("3")
    page.locator("#puzzle").click()
    page.wait_for_selector("html[data-ply='0']")
    opinion = httpx.post(f"{address}/api/opinion", json={"match": hand.match}).json()
    assert opinion["least"] == 3


@BY_MOUSE
def test_help_on_a_question_mark(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_nothing_is_asked_of_another_host(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    Hand(page, MOUSE, address).open("kibitz+lgame")
    for path in ONLY_SERVED:
        page.goto(f"{address}{path}")
    assert all(one.startswith((address, "blob:", "data:")) for one in asked), asked


def test_a_hint_asked_for_too_soon_comes_when_it_is_known(page: Page, address: str) -> None:
    page.add_init_script(GATE + HOLD_OPINIONS)
    Hand(page, MOUSE, address).open("kibitz+noughts")
    page.locator("#hint").click()
    expect(page.locator("#status")).to_have_text("Thinking…")
    page.evaluate("release()")
    expect(page.locator("#status")).to_contain_text("Hint: ")


def test_no_prompt_to_play_on_while_the_opponent_is_to_move(page: Page, address: str) -> None:
    """The reply is held back, so the person cannot move, and so is the opinion."""
    page.add_init_script(GATE + "hold('{')")
    Hand(page, MOUSE, address).open("kibitz+noughts;players+perfect+human")
    expect(page.locator("#notes")).to_have_text("Thinking…")
    page.evaluate("release()")
    page.wait_for_selector("html[data-ply='1']")


# One click, one request


def asked_of(page: Page, path: str) -> list[str]:
    """Return a list to which the address of every request is added that has this path."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if path in one.url else None)
    return asked


@pytest.mark.served("looks at what the page asks its server")
@BY_MOUSE
def test_a_click_is_one_request_for_the_move_the_reply_and_the_opinion(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+noughts;players+human+perfect")
    expect(page.locator("#moves-known .move")).to_have_count(9)
    asked = asked_of(page, "/api/")  # Chromium itself asks for the icon of the tab
    hand.point("a1")
    page.wait_for_selector("html[data-ply='2']")
    expect(page.locator("#moves-known .move")).to_have_count(7)
    expect(page.locator("#graph .dot")).to_have_count(3)
    assert asked == [f"{hand.address}/api/match"]


@pytest.mark.served("looks at what the page asks its server")
@BY_MOUSE
def test_a_click_is_answered_without_the_board_that_the_page_has(hand: Hand) -> None:
    hand.turn_to("kibitz+noughts;players+human+perfect")
    with hand.page.expect_response("**/api/match") as answered:
        hand.point("a1")
    views = [part["view"] for part in parts_of(answered.value.text()) if "view" in part]
    assert [view["ply"] for view in views] == [1, 2]
    assert not any("board" in view for view in views)
    with hand.page.expect_response("**/api/match") as answered:
        hand.turn_to("kibitz+lgame")
    (view,) = [part["view"] for part in parts_of(answered.value.text()) if "view" in part]
    assert view["board"]["name"] == "lgame"
    expect(hand.page.locator("#board .cell")).to_have_count(16)


def parts_of(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_board_moves_before_the_opinion_is_known(page: Page, address: str) -> None:
    page.add_init_script(GATE + HOLD_OPINIONS)
    hand = Hand(page, MOUSE, address)
    hand.open("kibitz+noughts;players+human+perfect")
    hand.point("b2")
    page.wait_for_selector("html[data-ply='2']")
    expect(page.locator("#value")).to_have_text("Thinking…")
    hand.point("c2")  # and play goes on
    page.wait_for_selector("html[data-ply='4']")
    page.evaluate("release()")
    expect(page.locator("#moves-known .move")).to_have_count(5)


@pytest.mark.served("looks at what the page asks its server")
@BY_MOUSE
def test_an_answer_that_goes_wrong_midway_is_told(hand: Hand) -> None:
    page = hand.page
    rest, said = '{"error":"no more of this"}\n', "no more of this"
    hand.turn_to("kibitz+noughts")

    def spoil(route: Route) -> None:
        route.fulfill(body=route.fetch().text().splitlines()[0] + "\n" + rest)

    page.route("**/api/match", spoil)
    hand.point("b2")
    page.wait_for_selector("html[data-ply='1']")
    expect(page.locator("#status.error")).to_contain_text(said)
    expect(page.locator("#value")).to_contain_text(said)
    page.unroute("**/api/match")
    hand.point("a1")
    expect(page.locator("#moves-known .move")).to_have_count(7)


@BY_MOUSE
def test_a_solved_puzzle_is_compared_with_the_best_by_the_same_request(hand: Hand) -> None:
    page = hand.page
    hand.turn_to("kibitz+lockout")
    page.locator("#kibitzer-mode").select_option("off")
    asked = asked_of(page, "/api/opinion")
    while not hand.over:
        hand.make(hand.best())
    expect(page.locator("#score")).to_contain_text("Solved in 4 moves. No solution is shorter.")
    assert asked == []
    page.locator("#kibitzer-mode").select_option("all")


# The last, because another hand is another page


@pytest.mark.parametrize("hand", [TOUCH, KEYS], indirect=True)
@pytest.mark.parametrize("name", BY_OTHERS)
def test_games_are_played_by_touch_and_by_keys(hand: Hand, name: str) -> None:
    play(hand, name)
