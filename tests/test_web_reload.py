"""`kibitz web ./mygame.py`: the page follows the file when it is saved, or says what is wrong."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from browser import MOUSE, Hand
from console import run
from kibitz.web import watching
from own_games import SOUND, changed, line_of
from serving import serving

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.served
PATIENCE = 200_000  # milliseconds, on a busy machine
PLAYED = "    return position | 1 << move"
LOOPING = changed((PLAYED, f"    while position:\n        pass\n{PLAYED}"))
LONGER = changed(("CELLS = 5", "CELLS = 6"))


def save(file: Path, text: str) -> None:
    """Write the file as an editor does, at another time than before."""
    then = file.stat().st_mtime + 1
    file.write_text(text)
    os.utime(file, (then, then))


def test_the_page_follows_the_file(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "SECONDS", 2.0)
    file = tmp_path / "mine.py"
    file.write_text(SOUND)
    with serving(tmp_path / "tables", str(file)) as address:
        hand = Hand(page, MOUSE, address)
        hand.open("kibitz+mine.py;moves+a1")
        board, complaint = page.locator("#board .cell"), page.locator("#complaint")
        expect(board).to_have_count(5)
        save(file, LOOPING)
        expect(complaint).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#board")).to_be_hidden()
        (wrong, *_) = json.loads(run(f"doctor {file} --json --seconds 2").stdout)
        expect(complaint).to_contain_text(wrong["sentence"])
        expect(complaint).to_contain_text(f"Line {line_of(LOOPING, '    while position')}")
        # Nobody else waits for rules that never end.
        assert httpx.get(f"{address}/api/games/noughts", timeout=60).status_code == 200
        refused = httpx.post(f"{address}/api/match", json={"match": "kibitz+mine.py"}, timeout=60)
        told = f"mine.py, line {wrong['line']}: {wrong['sentence']}"
        assert (refused.status_code, refused.json()["error"]) == (409, told)
        monkeypatch.setattr(watching, "SECONDS", 60.0)  # for a compiler on a busy machine
        save(file, LONGER)
        expect(complaint).to_be_hidden(timeout=PATIENCE)
        expect(board).to_have_count(6)
        assert hand.match == "kibitz+mine.py;moves+a1"  # it fits the new rules too
        assert httpx.get(f"{address}/api/games/noughts/changes").status_code == 404
        page.goto("about:blank")  # nobody waits for another change when the server ends


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
