"""`kibitz web ./mygame.py`: the page follows the file when it is saved, or says what is wrong."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from kibitz.web.server import file_watcher
from tests.support.browser import MOUSE, RED, Hand, has_colour
from tests.support.console import run
from tests.support.own_games import SOUND, changed, line_of
from tests.support.serving import serving

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import FloatRect, Page, ViewportSize

pytestmark = pytest.mark.served
PATIENCE = 200_000  # milliseconds, on a busy machine
PLAYED = "    return position | 1 << move"
LOOPING = changed((PLAYED, f"    while position:\n        pass\n{PLAYED}"))
VIEWPORTS: list[ViewportSize] = [
    {"width": 1440, "height": 900},
    {"width": 1280, "height": 720},
    {"width": 360, "height": 740},
]
BOX = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const [left, top, across, down] = [x, y, width, height].map(Math.round);
  return { x: left, y: top, width: across, height: down };
}"""
# Tells whether what is seen in the middle of a cell is the cell.
ON_TOP = """(cell) => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  return cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
LONGER = changed(("CELLS = 5", "CELLS = 6"))


def save(file: Path, text: str) -> None:
    """Write the file as an editor does, at another time than before."""
    then = file.stat().st_mtime + 1
    file.write_text(text)
    os.utime(file, (then, then))


def box_of(page: Page, where: str, viewport: ViewportSize) -> FloatRect:
    """Return where a part of the page is in a window of that size, in whole pixels."""
    page.set_viewport_size(viewport)
    page.evaluate("scrollTo(0, 0)")
    found: FloatRect = page.locator(where).evaluate(BOX)
    return found


def is_above_the_board(page: Page, viewport: ViewportSize, before: FloatRect) -> None:
    """Check what the doctor says: across the page, above a board that is as large as before."""
    said = box_of(page, "#complaint", viewport)
    board = box_of(page, "#board", viewport)
    assert [board["x"], board["width"], board["height"]] == [
        before[name] for name in ("x", "width", "height")
    ]
    assert said["y"] + said["height"] <= board["y"]
    assert said["y"] >= 0
    assert said["width"] >= 0.95 * viewport["width"]
    assert said["height"] <= 0.4 * viewport["height"], "a line holds more than a few letters"
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        has_colour(page, "#complaint", RED, "borderTopColor")
        has_colour(page, "#complaint .sentence", "--ink")
    for cell in page.locator("#board .cell").all():
        cell.scroll_into_view_if_needed()
        assert cell.evaluate(ON_TOP), "the board is covered"


def test_the_page_follows_the_file(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_watcher, "SECONDS", 2.0)
    file = tmp_path / "mine.py"
    file.write_text(SOUND)
    with serving(tmp_path / "tables", str(file)) as address:
        hand = Hand(page, MOUSE, address)
        hand.open("kibitz+mine.py;moves+a1")
        board, complaint = page.locator("#board .cell"), page.locator("#complaint")
        expect(board).to_have_count(5)
        before = [box_of(page, "#board", viewport) for viewport in VIEWPORTS]
        stage = box_of(page, "#stage", VIEWPORTS[0])
        save(file, LOOPING)
        expect(complaint).to_be_visible(timeout=PATIENCE)
        for viewport, at in zip(VIEWPORTS, before, strict=True):
            is_above_the_board(page, viewport, at)
        expect(board).to_have_count(5)
        (wrong, *_) = json.loads(run(f"doctor {file} --json --seconds 2").stdout)
        expect(complaint).to_contain_text(wrong["sentence"])
        expect(complaint).to_contain_text(f"Line {line_of(LOOPING, '    while position')}")
        # No other page waits for rules that never end.
        assert httpx.get(f"{address}/api/games/noughts", timeout=60).status_code == 200
        refused = httpx.post(f"{address}/api/match", json={"match": "kibitz+mine.py"}, timeout=60)
        reported = f"mine.py, line {wrong['line']}: {wrong['sentence']}"
        assert (refused.status_code, refused.json()["error"]) == (409, reported)
        other = page.context.new_page()  # one that has no board yet
        other.goto(page.url)
        expect(other.locator("#astray-words")).to_have_text(reported)
        assert other.url == page.url, "the match is there when the file is mended"
        other.close()
        monkeypatch.setattr(file_watcher, "SECONDS", 60.0)  # for a compiler on a busy machine
        save(file, LONGER)
        expect(complaint).to_be_hidden(timeout=PATIENCE)
        expect(board).to_have_count(6)
        assert box_of(page, "#stage", VIEWPORTS[0]) == stage  # of a board with more cells
        assert hand.match == "kibitz+mine.py;moves+a1"  # it fits the new rules too
        assert httpx.get(f"{address}/api/games/noughts/changes").status_code == 404
        page.goto("about:blank")  # no page waits for another change when the server ends


def test_no_line_to_the_server_is_kept_for_a_game_that_was_left(page: Page, tmp_path: Path) -> None:
    """A browser keeps six at most: the seventh game would wait."""
    files = [tmp_path / name for name in ("one.py", "other.py")]
    for file in files:
        file.write_text(SOUND)
    with serving(tmp_path / "tables", *map(str, files)) as address:
        hand = Hand(page, MOUSE, address)
        with page.expect_request("**/one.py/changes*"):
            hand.open("kibitz+one.py")
        with page.expect_event("requestfailed", lambda asked: "one.py/changes" in asked.url):
            hand.turn_to("kibitz+other.py")
        page.goto("about:blank")
