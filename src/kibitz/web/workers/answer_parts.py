"""Parts of an answer, as a worker process returns them and as the server sends them.

An answer that comes in parts is sent as lines of JSON, each when it is known. What goes wrong after
the first of them is a line too, since the status has been sent by then.
"""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from kibitz.language.errors import KibitzError
from kibitz.web.server.http_errors import status_of
from kibitz.web.workers.answer_bytes import JSON, LINES, refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from kibitz.web.workers.answer_bytes import Answer
    from kibitz.web.workers.worker_pool import Workers

GONE: Answer = (499, JSON, b"{}")  # the client has hung up, so nobody sees it


class Work:
    """A question under way; it is given up soon after the client hangs up."""

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
        """Return the next part; None after the last one, or when the client has hung up."""
        part = await self._parts.get()
        if part is None and self._broken is not None:
            raise self._broken
        return part

    def end(self) -> None:
        """End the work, if it is still going on."""
        self._watch.cancel()
        self._work.cancel()

    def _finish(self, work: asyncio.Future[None]) -> None:
        """Say why the work was stopped, if it was, and that no more will come."""
        error = None if work.cancelled() else work.exception()
        if isinstance(error, KibitzError):
            self._parts.put_nowait(refusal(status_of(error), error, self._code))
        else:
            self._broken = error
        self._parts.put_nowait(None)

    async def _give_up(self) -> None:
        """End the work if the client hangs up, unless it is done in a moment."""
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        await asyncio.wait({self._work}, timeout=self._patience)
        self._work.cancel()


class LinesResponse(Response):
    """The parts of an answer, sent as they come: `first`, and what `work` still gives."""

    def __init__(self, first: Answer, work: Work) -> None:
        # Compression may hold a part back until the next one comes, so there is none.
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
                part = await self._work.part()
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._work.end()
