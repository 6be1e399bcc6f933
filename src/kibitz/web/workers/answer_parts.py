"""Parts of an answer, as a worker process returns them and as the server sends them.

An answer in parts is sent as lines of JSON, each when it is known. An error after the first line is
a line too, since the status has been sent by then.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kibitz.language.errors import KibitzError, Sentence
from kibitz.questions.answering import JSON, LINES, Answer, refusal
from kibitz.questions.refusals import SHUTTING_DOWN, UNAVAILABLE, status_of
from kibitz.web.workers.worker_pool import Workers

GONE: Answer = (499, JSON, b"{}")  # the client has disconnected, so it is not sent


async def parts_of(
    request: Request, workers: Workers, code: str, question: str, details: dict[str, Any]
) -> AsyncGenerator[Answer]:
    """Yield the parts of the answer to a question; none more soon after the client disconnects."""
    parts: asyncio.Queue[Answer | None] = asyncio.Queue()
    client = request.client.host if request.client else ""

    async def work() -> None:
        try:
            await workers.answer(question, code, details, parts.put_nowait, client)
        except KibitzError as error:
            parts.put_nowait(refusal(status_of(error), error, code))
        finally:
            parts.put_nowait(None)

    async def give_up() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        await asyncio.wait({working}, timeout=workers.limits.patience)
        working.cancel()

    working = asyncio.ensure_future(work())
    watching = asyncio.ensure_future(give_up())
    try:
        while (part := await parts.get()) is not None:
            yield part
        with contextlib.suppress(asyncio.CancelledError):
            working.result()
    except asyncio.CancelledError:
        yield refusal(UNAVAILABLE, Sentence(SHUTTING_DOWN), code)
    finally:
        watching.cancel()
        working.cancel()


async def first_of(parts: AsyncGenerator[Answer]) -> Answer:
    """Return the first part; unless it is one of several, wait until the work has ended."""
    first = await anext(parts, GONE)
    if first[1] != LINES:
        async for _ in parts:
            pass
    return first


class LinesResponse(Response):
    """Streaming response: a part, and then further parts."""

    def __init__(self, first: Answer, others: AsyncGenerator[Answer]) -> None:
        # No compression: it may buffer a part until the next one arrives.
        super().__init__(headers={"content-encoding": "identity"}, media_type=LINES)
        del self.headers["content-length"]
        self._first = first
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send every part as a line."""

        async def line(part: Answer) -> None:
            message = {"type": "http.response.body", "body": part[2] + b"\n", "more_body": True}
            await send(message)

        async with contextlib.aclosing(self._others) as others:
            head = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start", **head})
            await line(self._first)
            async for part in others:
                await line(part)
            await send({"type": "http.response.body", "body": b""})
