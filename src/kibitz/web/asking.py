"""Passes the questions of one request on to those who answer: handlers, and builders of tables."""

from __future__ import annotations

import json

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kibitz.web.answering import JSON, answer, as_json
from kibitz.web.tables import build_state
from kibitz.web.words import language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from starlette.requests import Request

    from kibitz.web import shapes
    from kibitz.web.answering import Answer
    from kibitz.web.builders import Builders

FILE_CHANGED = "the file of this game has changed; end kibitz web and start it again"


class Asking:
    """Questions of one request; `code` is the language they are answered in."""

    def __init__(self, request: Request, code: str) -> None:
        self._request = request
        self._code = code

    async def __call__(self, question: str, **details: Any) -> Response:
        """Return the answer to a question."""
        return as_response(await self._answer(question, **details))

    async def table(self, name: str) -> Response:
        """Return how far the table of a game is."""
        found = await self._answer("table", name=name)
        return self._with_building(found) if found[0] == 200 else as_response(found)

    async def build(self, name: str) -> Response:
        """Begin to build the table of a game, unless it is there or being built."""
        found = await self._answer("may_build", name=name)
        if found[0] != 200:
            return as_response(found)
        kept: shapes.Build = json.loads(found[2])
        building = self._builders.find(kept["game"])
        if kept["state"] == "none" and (building is None or building.state != "building"):
            self._builders.start(kept["game"])
        return self._with_building(found)

    def _with_building(self, found: Answer) -> Response:
        """Return how far a table is: as the handler says, or its builder."""
        kept: shapes.Build = json.loads(found[2])
        name, building = kept["game"], self._builders.find(kept["game"])
        if building is None or kept["state"] == "ready":
            return as_response(found)
        speaks = language(self._code)
        said = building.as_json(speaks)
        if building.state == "ready":  # it was built, but for other rules
            changed = self._request.app.state.state.games.has_changed(name)
            said = build_state(name, "failed", FILE_CHANGED) if changed else kept
        return Response(as_json(said), media_type=JSON)

    @property
    def _builders(self) -> Builders:
        builders: Builders = self._request.app.state.builders
        return builders

    async def _answer(self, question: str, **details: Any) -> Answer:
        state = self._request.app.state.state
        return await run_in_threadpool(answer, state, question, self._code, details)


def as_response(answered: Answer) -> Response:
    """Return an answer as it is sent."""
    status, kind, body = answered
    return Response(body, status, media_type=kind)
