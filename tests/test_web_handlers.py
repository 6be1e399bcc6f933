"""The handlers of the interface, asked without a server: plain values in, JSON out."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from kibitz.play.collection import Collection
from kibitz.solve.shelf import Shelf
from kibitz.web.answering import answer
from kibitz.web.app_state import AppState
from kibitz.web.handlers import HANDLERS

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.rules.game import Game


@pytest.fixture
def state(tmp_path: Path) -> AppState:
    return AppState(Shelf(str(tmp_path)), Collection())


def asked(state: AppState, question: str, code: str = "en", **details: Any) -> tuple[int, Any]:
    ((status, _, body),) = answer(state, question, code, details)
    return status, json.loads(body)


class Counted(Collection):
    """Games, and the names by which they were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.named: list[str] = []

    def game(self, name: str) -> Game:
        """Return a game, and remember that it was asked for."""
        self.named.append(name)
        return super().game(name)


def test_a_move_its_reply_and_the_opinion_cost_one_replay(tmp_path: Path) -> None:
    """A match is replayed by `match_from`, which asks for the game of the match once."""
    games = Counted()
    state = AppState(Shelf(str(tmp_path)), games)
    details = {"match": "kibitz+noughts;players+human+perfect", "play": "a1", "reply": True}
    parts = list(answer(state, "match", "en", {**details, "opinion": True}))
    made, replied, judged = (json.loads(body) for _, _, body in parts)
    assert games.named == ["noughts"]
    assert {kind for _, kind, _ in parts} == {"application/x-ndjson"}
    assert made["view"]["history"] == ["a1"]
    assert replied["view"]["history"] == ["a1", "b2"]
    assert judged["opinion"]["made"] == 2


def test_a_question_is_answered_in_json(state: AppState) -> None:
    status, said = asked(state, "opinion", match="kibitz+noughts;moves+a1+a2")
    assert status == 200
    assert said["value"]["outcome"] == "win"
    assert [point["mark"] for point in said["graph"]] == ["", "", "?"]


def test_a_refusal_is_a_sentence_in_the_language_that_is_asked_for(state: AppState) -> None:
    in_english = asked(state, "game", name="chess")
    in_greek = asked(state, "game", "el", name="chess")
    assert in_english[0] == in_greek[0] == 404
    assert in_english[1]["error"] != in_greek[1]["error"]


def test_a_picture_is_no_json(state: AppState) -> None:
    details = {"name": "noughts", "position": "start"}
    ((status, kind, body),) = answer(state, "picture", "en", details)
    assert (status, kind, body[:4]) == (200, "image/svg+xml", b"<svg")


def test_answering_needs_neither_fastapi_nor_pydantic(tmp_path: Path) -> None:
    """A page without a server has neither; nor has a worker process time for them."""
    code = """
import sys
sys.modules.update(dict.fromkeys(["fastapi", "pydantic", "starlette", "uvicorn"]))
from kibitz.web.answering import answer
from kibitz.web.app_state import AppState
((status, kind, body),) = answer(AppState(), "opinion", "en", {"match": "kibitz+noughts"})
print(status, body.decode()[:30])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"KIBITZ_CACHE": str(tmp_path)},
    )
    assert done.stdout.startswith('200 {"verdict":{"head":"Draw"')


def test_every_address_has_a_handler() -> None:
    from kibitz.web.api import router

    named = {route.name for route in router.routes}  # type: ignore[attr-defined]
    only_served = {"build", "cancel", "changes"}  # a site neither builds nor watches files
    assert named - only_served == set(HANDLERS) - {"may_build"}


def test_without_its_packages_the_page_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['uvicorn'] = None; from kibitz.cli import main; "
        "sys.exit(main(['web', '--no-browser', '--port', '0']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "kibitz: the page needs the package uvicorn, which is not installed: "
        "pip install 'kibitz[web]'\n"
    )
