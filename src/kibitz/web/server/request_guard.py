"""Security middleware: allowed hosts, size limits, and security headers.

Only pages of this server may use its API: the Host header must name this machine, on a network by
the address that the server was started with (this prevents DNS rebinding), an Origin, if there is
one, must be the same host, and Sec-Fetch-Site must not be cross-site. A link on another site may
open a page here, but never a response of the API.

A body that does not arrive in time is refused.
"""

import asyncio
import contextlib
from collections.abc import Collection, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.language.errors import phrase
from kibitz.questions.answering import wanted
from kibitz.questions.refusals import SHUTTING_DOWN, UNAVAILABLE

HOSTS = {"127.0.0.1", "localhost", "[::1]"}
MOST_BYTES = 100_000
MOST_DRAINED = 4_000_000
SECONDS = 10.0  # seconds for the body of a request to arrive
SCHEMES = ("http", "https")  # the latter where a proxy encrypts
OWN_SITES = {"same-origin", "none"}  # none: a person typed the address

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}


ONLY_HERE = phrase("this server answers to 127.0.0.1 and localhost only")
ONLY_BY_ADDRESS = phrase("this server answers only to the address that it was started with")
TOO_LONG = phrase("this request is too long")
TOO_SLOW = phrase("this request took too long to arrive")


class Guard:
    """Middleware that rejects unsafe requests and adds security headers to responses.

    `seconds` is the timeout for the body of a request, `hosts` the allowed host names.
    """

    def __init__(
        self, app: ASGIApp, seconds: float = SECONDS, hosts: Collection[str] = HOSTS
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = reason_to_refuse(headers, scope["path"], self.hosts)
        if refusal is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(drain(receive), self.seconds)
            await refusing(*refusal, headers)(scope, receive, send)
            return
        begun = False
        left = MOST_BYTES
        until: float | None = asyncio.get_running_loop().time() + self.seconds

        async def counted() -> Message:
            nonlocal left, until
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, TOO_SLOW) from None
            if not message.get("more_body"):
                until = None  # only a disconnect may still arrive
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413, TOO_LONG)
            return message

        async def dressed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                present = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    present.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, counted, dressed)
        except HTTPException as error:
            if not begun:
                refused = refusing(error.status_code, error.detail, headers)
                await refused(scope, receive, send)
        except asyncio.CancelledError:  # as the server shuts down
            if begun:
                raise
            await refusing(UNAVAILABLE, SHUTTING_DOWN, headers)(scope, receive, send)


def reason_to_refuse(
    headers: Mapping[str, str], path: str, hosts: Collection[str] = HOSTS
) -> tuple[int, str] | None:
    """Return the status and the reason for rejecting a request; None if it is accepted."""
    host = headers.get("host", "")
    if name_of(host) not in hosts:
        return 403, ONLY_HERE if hosts is HOSTS else ONLY_BY_ADDRESS
    origin = headers.get("origin")
    own = (None, *(f"{scheme}://{host}" for scheme in SCHEMES))
    if origin not in own or is_foreign(headers, path):
        return 403, phrase("this server answers to its own pages only")
    size = headers.get("content-length", "0")
    if not size.isdigit():
        return 400, phrase("the length of this request is not a number")
    if len(size) > len(str(MOST_BYTES)) or int(size) > MOST_BYTES:
        return 413, TOO_LONG
    return None


def is_foreign(headers: Mapping[str, str], path: str) -> bool:
    """Return whether a page of another site, or of another local server, requests this path."""
    if headers.get("sec-fetch-site", "none") in OWN_SITES:
        return False
    opened = headers.get("sec-fetch-mode") == "navigate"
    opened = opened and headers.get("sec-fetch-dest", "document") == "document"
    return not opened or path.startswith("/api/")


def name_of(host: str) -> str:
    """Return a host without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()


async def drain(receive: Receive) -> None:
    """Read the rest of a rejected request, up to a limit: else the client gets no response."""
    left = MOST_DRAINED
    while left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            break


def refusing(status: int, sentence: str, asked: Mapping[str, str]) -> Response:
    """Return a response with one sentence, in the language of the headers of a request."""
    language = wanted(asked.get("accept-language", "en"))
    headers = {**HEADERS, "connection": "close"}
    return JSONResponse({"error": language.say(sentence)}, status, headers)
