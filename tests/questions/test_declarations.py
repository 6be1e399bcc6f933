"""A question is declared once: all that transports and the page know of it follows."""

from __future__ import annotations

import json
from collections.abc import Iterator  # noqa: TC003  # the declaration names it
from typing import TYPE_CHECKING, Annotated

import page_types
import pytest
from fastapi import FastAPI

from kibitz.questions.answering import QUESTIONS, Limits, question
from kibitz.questions.answers import Difficulty  # noqa: TC001
from kibitz.questions.app_state import AppState  # noqa: TC001
from kibitz.web.page_files import question_module
from kibitz.web.server.routes import routes
from kibitz.web.site.compiled_games import INDEX
from kibitz.web.site.pyodide_backend import GAMES, ORDER, PyodideBackend

if TYPE_CHECKING:
    from pathlib import Path

Pebbles = Annotated[int, Limits(ge=1, le=9)]


def pile(state: AppState, name: str, pebbles: Pebbles = 3) -> Iterator[Difficulty]:
    """A pile, from its first pebble on.

    Request:

    How large it becomes.
    """
    for size in range(pebbles):
        yield {"game": name, "counts": {"pebbles": size + 1}}


@pytest.mark.parametrize("address", ["GET /piles/{name}", "POST /pile"])
def test_an_argument_is_declared_once(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question(address, "games", "PileSize" if address == "POST /pile" else "")(pile)
    declared = QUESTIONS["pile"]
    app = FastAPI()
    app.include_router(routes(QUESTIONS.values()))
    shapes, module = page_types.shapes(), question_module()
    monkeypatch.chdir(tmp_path)  # the backend changes the folder
    (tmp_path / GAMES).mkdir()
    (tmp_path / ORDER).write_text("[]")
    (tmp_path / INDEX).write_text("{}")
    asked = {"question": "pile", "code": "en", "details": {"name": "noughts", "pebbles": 2}}
    parts = [json.loads(part) for part in PyodideBackend(str(tmp_path)).answer(json.dumps(asked))]
    del QUESTIONS["pile"]

    description = app.openapi()
    asked_of = description["paths"][f"/api{declared.path}"][declared.method.lower()]
    assert asked_of["description"] == "A pile, from its first pebble on."
    assert "application/x-ndjson" in asked_of["responses"]["200"]["content"]
    places = {one["name"]: one["schema"] for one in asked_of["parameters"]}
    if declared.body:
        body = description["components"]["schemas"]["PileSize"]
        assert (body["description"], body["required"]) == ("How large it becomes.", ["name"])
        places = body["properties"]
    limits = {"minimum": 1, "maximum": 9, "default": 3, "type": "integer"}
    assert limits.items() <= places["pebbles"].items()
    assert "  pile: { name: string; pebbles?: number };" in shapes
    assert "  pile: Difficulty;" in shapes
    assert f'"pile": "{address.replace("/", "", 1)}"' in module
    assert [json.loads(text)["counts"]["pebbles"] for _, _, text in parts] == [1, 2]
