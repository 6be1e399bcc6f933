"""The page's puzzles: nothing gives the answer away, a wrong move is refuted on the board."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.browser import (
    BLUE,
    BY_MOUSE,
    GREEN,
    MOUSE,
    PATIENCE,
    RED,
    Hand,
    has_colour,
    is_judged,
    pages,
    unfold,
)
from tests.support.own_games import SOUND
from tests.support.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Request

DAY = "2026-11-19"
TELLING = "#verdict, #comment, #kibitzer, #graph-panel, #history-panel, #meter, #tools"


def reported(hand: Hand, **answer: object) -> Any:
    """Return what the interface says of an answer to the puzzle on the board."""
    said = {"match": hand.match.partition(";moves")[0], **answer}
    return httpx.post(f"{hand.address}/api/judge", json=said, timeout=PATIENCE).json()


def moves_of(hand: Hand) -> tuple[Any, Any]:
    """Return a wrong move that can be refuted on the board, and the right one."""
    right = reported(hand)["move"]
    moves = hand.seen()["moves"]
    wrong = (
        one for one in moves if one["move"] != right and reported(hand, move=one["move"])["line"]
    )
    return next(wrong), next(one for one in moves if one["move"] == right)


def is_open(page: Page) -> None:
    """Check that nothing on the page tells what a move is worth."""
    expect(page.locator("html[data-puzzle='open']")).to_be_attached()
    assert not [one for one in page.locator(TELLING).all() if one.is_visible()]
    expect(page.locator("#board .tokens > *")).to_have_count(0)


@pytest.mark.served("looks at what the page asks its server")
def test_the_only_move_is_looked_for(page: Page, address: str) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            asked.append(f"{request.url} {request.post_data or ''}")

    page.on("request", note)
    page.emulate_media(reduced_motion="reduce")
    hand = Hand(page, MOUSE, address)
    hand.open(f"daily:{DAY}:noughts", say="hint")
    status = page.locator("#status")
    expect(status).to_contain_text("find the only move that keeps the")
    posed = httpx.get(f"{address}/api/games/noughts/daily?day={DAY}").json()
    assert hand.match == posed["match"]
    expect(page.locator("#announce")).to_contain_text(posed["question"])
    is_open(page)
    wrong, right = moves_of(hand)

    hand.make(wrong)
    expect(status).to_contain_text(reported(hand, move=wrong["move"])["words"])
    is_open(page)
    assert hand.match == posed["match"], "a try is not kept"
    line = reported(hand, move=wrong["move"])["line"]
    page.get_by_role("button", name="Show the refutation").click()
    for number in range(len(line)):
        page.locator("#demo-step").click()
        page.wait_for_selector(f"html[data-ply='{number + 2}']")
    page.locator("#demo-stop").click()
    page.wait_for_selector("html[data-ply='1']")
    for key in "hv":  # neither a hint nor what the kibitzer says
        page.keyboard.press(key)
    page.keyboard.press("u")
    page.wait_for_selector("html[data-ply='0']")
    expect(status).to_have_text(posed["question"])
    is_open(page)
    assert not [one for one in asked if "/opinion" in one or '"opinion":true' in one]

    hand.make(right)
    expect(status).to_contain_text("Right: ")
    expect(page.locator("#value")).to_be_visible()
    assert "#daily:" in page.url
    page.reload()
    page.wait_for_selector("html[data-ply='1']")
    expect(page.locator("#score")).to_contain_text(f"Puzzle of the day, {DAY}.")
    expect(page.locator("#value")).to_be_visible()
    page.keyboard.press("p")  # the next one
    page.wait_for_selector("html[data-ply='0']")
    is_open(page)
    assert "#puzzle:kibitz+noughts;start+" in page.url


@BY_MOUSE
@pytest.mark.parametrize(
    ("start", "wrong", "right", "colour"),
    [
        ("XOO-O.X-.X.", "c1", "c3", GREEN),  # X keeps a win
        ("XX.-..O-...", "c3", "a3", GREEN),  # O does
        (
            "X..-...-...",
            "a2",
            "b2",
            BLUE,
        ),  # O keeps a draw: the answer is right, neither player wins
    ],
)
def test_a_solved_puzzle_is_green(
    hand: Hand, start: str, wrong: str, right: str, colour: str
) -> None:
    page = hand.page
    hand.turn_to(f"puzzle:kibitz+noughts;start+{start}")
    hand.point(wrong)
    expect(page.locator("#status")).to_contain_text("Wrong: ")
    has_colour(page, "#status", RED)
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("html[data-ply='0']")
    has_colour(page, "#status", "--ink")
    hand.point(right)
    expect(page.locator("#status")).to_contain_text("Right: ")
    has_colour(page, "#status", GREEN)
    is_judged(page, colour)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "marks.py").write_text(SOUND.replace("CELLS = 5", "CELLS = 9"))
    with serving(tmp_path_factory.mktemp("tables"), str(folder / "marks.py")) as address:
        yield address


def test_a_game_in_a_file_has_puzzles_too(browser: Browser, own: str) -> None:
    for page in pages(browser, viewport={"width": 360, "height": 740}):
        hand = Hand(page, MOUSE, own)
        hand.open("kibitz+marks.py")
        unfold(page, "#difficulty")
        page.locator("#difficulty").select_option("easy")
        page.locator("#puzzle").click()
        expect(page.locator("#status")).to_contain_text("find the only move that keeps the win")
        is_open(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.get_by_role("button", name="Show the answer").click()
        page.wait_for_selector("html[data-ply='1']")
        answer = reported(hand)["move"]
        expect(page.locator("#status")).to_have_text(re.compile(f"The answer is {answer}\\. "))
        assert hand.match.endswith(f";moves+{answer}")
        expect(page.locator("#value")).to_be_visible()
