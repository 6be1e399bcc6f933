"""Parts of an answer, as a worker process returns them and as the server sends them.

An answer in parts is sent as lines of JSON, each when it is known. An error after the first line is
a line too, since the status has been sent by then.
"""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kibitz.language.errors import KibitzError, Sentence
from kibitz.questions.answering import JSON, LINES, Answer, refusal
from kibitz.questions.refusals import SHUTTING_DOWN, UNAVAILABLE, status_of
from kibitz.web.workers.worker_pool import Workers

GONE: Answer = (499, JSON, b"{}")  # the client has disconnected, so it is not sent


class Work:
    """A question under way; it is cancelled soon after the client disconnects."""

    def __init__(
        self,
        request: Request,
        workers: Workers,
        code: str,
        question: str,
        details: dict[str, Any],
    ) -> None:
        self._code = code
        self._request = request
        self._patience = workers.limits.patience
        self._parts: asyncio.Queue[Answer | None] = asyncio.Queue()
        self._broken: BaseException | None = None
        client = request.client.host if request.client else ""
        asked = workers.answer(question, code, details, self._parts.put_nowait, client)
        self._work = asyncio.ensure_future(asked)
        self._work.add_done_callback(self._finish)
        self._watch = asyncio.ensure_future(self._give_up())

    async def first(self) -> Answer:
        """Return the first part; unless it is one of several, wait until the work has ended."""
        try:
            first = await self.part() or GONE
            if first[1] == LINES:
                return first
            await asyncio.wait({self._work})
        except BaseException:
            self.end()
            raise
        self.end()
        return first

    async def part(self) -> Answer | None:
        """Return the next part; None after the last one, or when the client has disconnected."""
        part = await self._parts.get()
        if part is None and self._broken is not None:
            raise self._broken
        return part

    async def next_or_closing(self) -> Answer | None:
        """Return the next part; an error part if the server shuts down meanwhile."""
        try:
            return await self.part()
        except asyncio.CancelledError:
            self.end()
            self._parts = asyncio.Queue()
            self._parts.put_nowait(None)
            return refusal(UNAVAILABLE, Sentence(SHUTTING_DOWN), self._code)

    def end(self) -> None:
        """Cancel the work, if it is still under way."""
        self._watch.cancel()
        self._work.cancel()

    def _finish(self, work: asyncio.Future[None]) -> None:
        """Add an error part if the work failed, and the end marker."""
        error = None if work.cancelled() else work.exception()
        if isinstance(error, KibitzError):
            self._parts.put_nowait(refusal(status_of(error), error, self._code))
        else:
            self._broken = error
        self._parts.put_nowait(None)

    async def _give_up(self) -> None:
        """Cancel the work when the client disconnects, after a short grace period."""
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        await asyncio.wait({self._work}, timeout=self._patience)
        self._work.cancel()


class LinesResponse(Response):
    """Streaming response: the part `first`, and the further parts of `work`."""

    def __init__(self, first: Answer, work: Work) -> None:
        # No compression: it may buffer a part until the next one arrives.
        super().__init__(headers={"content-encoding": "identity"}, media_type=LINES)
        del self.headers["content-length"]
        self._first = first
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send every part as a line."""
        try:
            head = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start", **head})
            part: Answer | None = self._first
            while part is not None:
                line = {"body": part[2] + b"\n", "more_body": True}
                await send({"type": "http.response.body", **line})
                part = await self._work.next_or_closing()
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._work.end()
