"""Dispatch of requests to the workers and to the table builders."""

import json
from collections.abc import AsyncGenerator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kibitz.language.errors import UnknownGame, quoted
from kibitz.questions import answers
from kibitz.questions.answering import JSON, LINES, Answer, as_json, language
from kibitz.web.workers.answer_parts import LinesResponse, first_of, parts_of
from kibitz.web.workers.table_builders import Builders
from kibitz.web.workers.worker_pool import Workers


class Asking:
    """Questions of one request; `code` is the language of the answers."""

    def __init__(self, request: Request, code: str) -> None:
        self._request = request
        self._code = code
        self._workers: Workers = request.app.state.workers
        self._builders: Builders = request.app.state.builders

    async def __call__(self, question: str, **details: Any) -> Response:
        """Return the answer to a question."""
        return as_response(await self._answer(question, **details))

    async def in_parts(self, question: str, **details: Any) -> Response:
        """Return the answer to a question that comes in parts."""
        parts = self._parts(question, details)
        first = await first_of(parts)
        return LinesResponse(first, parts) if first[1] == LINES else as_response(first)

    async def changes(self, name: str, seen: str) -> Response:
        """Return the state of the file of a game when it differs from the one last seen."""
        if name not in self._workers.watch:
            raise UnknownGame("{name} is not a file of this server", name=quoted(name))
        found = await self._workers.watch.change(name, seen, language(self._code))
        return Response(as_json(found), media_type=JSON)

    async def table(self, name: str) -> Response:
        """Return the progress of the table of a game."""
        found = await self._answer("table", name=name)
        return self._with_builder(found)

    async def build(self, name: str) -> Response:
        """Start building the table of a game, unless it exists or is being built."""
        found = await self._answer("may_build", name=name)
        if found[0] == 200:
            kept: answers.Build = json.loads(found[2])
            if kept["state"] == "none":
                await self._builders.start(kept["game"])
        return self._with_builder(found)

    async def cancel(self, name: str) -> Response:
        """Cancel the build of a table."""
        found = await self._answer("table", name=name)
        if found[0] == 200:
            await self._builders.cancel(json.loads(found[2])["game"])
        return as_response(found)

    def _with_builder(self, found: Answer) -> Response:
        """Return the progress of a table: that of its builder, until the workers can load it."""
        if found[0] == 200:
            kept: answers.Build = json.loads(found[2])
            building = self._builders.find(kept["game"])
            wanted = ("building", "failed") if kept["state"] == "none" else ("building",)
            if building is not None and building.state in wanted:
                return Response(as_json(building.as_json(language(self._code))), media_type=JSON)
        return as_response(found)

    async def _answer(self, question: str, **details: Any) -> Answer:
        """Return an answer that has one part."""
        return await first_of(self._parts(question, details))

    def _parts(self, question: str, details: dict[str, Any]) -> AsyncGenerator[Answer]:
        return parts_of(self._request, self._workers, self._code, question, details)


def as_response(answered: Answer) -> Response:
    """Return an answer as an HTTP response."""
    status, kind, body = answered
    return Response(body, status, media_type=kind)
