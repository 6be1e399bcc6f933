"""Dispatch of requests to the workers, the table builders and the watcher of files."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kibitz.questions import answers
from kibitz.questions.answering import JSON, LINES, as_json, language
from kibitz.web.workers.answer_parts import LinesResponse, first_of, parts_of
from kibitz.web.workers.table_builders import Builders
from kibitz.web.workers.worker_pool import Workers

OF_TABLES = {"table", "build", "cancel"}  # questions whose answers the builders complete


class Asking:
    """Questions of one request; `code` is the language of the answers."""

    def __init__(self, request: Request, code: str) -> None:
        self._request = request
        self._language = language(code)
        self._workers: Workers = request.app.state.workers
        self._builders: Builders = request.app.state.builders

    async def __call__(self, question: str, details: dict[str, Any]) -> Response:
        """Return the answer to a question."""
        if question == "changes" and details["name"] in self._workers.watch:
            examined = await self._workers.watch.change(**details)
            return Response(as_json(examined, self._language), media_type=JSON)
        parts = parts_of(self._request, self._workers, self._language.code, question, details)
        first = await first_of(parts)
        status, kind, body = first
        if kind == LINES:
            return LinesResponse(first, parts)
        if status == 200 and question in OF_TABLES:
            body = await self._with_builder(question, body)
        return Response(body, status, media_type=kind)

    async def _with_builder(self, question: str, body: bytes) -> bytes:
        """Return the state of a table: that of its builder, until the workers can load it.

        A build is started or cancelled if that is asked for.
        """
        kept: answers.Build = json.loads(body)
        game = kept["game"]
        if question == "cancel":
            await self._builders.cancel(game)
            return body
        if question == "build" and kept["state"] == "none":
            await self._builders.start(game)
        building = self._builders.find(game)
        wanted = ("building", "failed") if kept["state"] == "none" else ("building",)
        if building is None or building.state not in wanted:
            return body
        return as_json(building.shown, self._language)
