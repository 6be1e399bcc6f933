"""Access-code middleware for servers on a network.

The code is short, so that it can be read from a blackboard; wrong attempts are rate-limited. A
client that sent it gets a cookie, which no page of another site can use.
"""

import json
import secrets
from collections import OrderedDict, deque
from time import monotonic

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz.language.errors import Sentence, phrase
from kibitz.web.server.error_responses import refused
from kibitz.web.server.pages import FILES

SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # without characters that look alike
LENGTH = 6
COOKIE = "kibitz"
ENTER = "/api/enter"
FREE = ("/page/", "/api/words/")  # files of the page that asks for the code; they are public
MOST_WRONG = 5  # attempts per client address in
SECONDS = 60.0
MOST_ADDRESSES = 1000  # remembered addresses

FIRST = phrase("this server asks for a code first: open its start page")
WRONG = phrase("this is not the code")
TOO_OFTEN = phrase("too many wrong codes; wait a minute")


def new_code() -> str:
    """Return a random code that cannot be guessed within the allowed attempts."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


class AccessCode:
    """Middleware that requires the access code."""

    def __init__(self, app: ASGIApp, code: str) -> None:
        self.app = app
        self.code = code
        self._token = secrets.token_urlsafe(24)
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or ask for the code."""
        if scope["type"] != "http" or scope["path"].startswith(FREE):
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        if scope["path"] == ENTER and scope["method"] == "POST":
            await (await self._enter(request))(scope, receive, send)
        elif same(request.cookies.get(COOKIE, ""), self._token):
            await self.app(scope, receive, send)
        else:
            await asking(request)(scope, receive, send)

    async def _enter(self, request: Request) -> Response:
        try:
            sent = await typed(request)
        except ClientDisconnect:  # nothing was compared, so it is no attempt
            return refused(request, 403, Sentence(WRONG))
        # No `await` from here on: simultaneous attempts are counted one by one.
        address = request.client.host if request.client else ""
        wrong = self._wrong.pop(address, deque())
        while wrong and wrong[0] < monotonic() - SECONDS:
            wrong.popleft()
        if len(wrong) >= MOST_WRONG:
            self._remember(address, wrong)
            return refused(request, 429, Sentence(TOO_OFTEN))
        if not same(sent, self.code):
            wrong.append(monotonic())
            self._remember(address, wrong)
            return refused(request, 403, Sentence(WRONG))
        answer = JSONResponse({})
        answer.set_cookie(COOKIE, self._token, httponly=True, samesite="lax")
        return answer

    def _remember(self, address: str, wrong: deque[float]) -> None:
        self._wrong[address] = wrong
        if len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)


def same(sent: str, right: str) -> bool:
    """Compare two texts in constant time."""
    return secrets.compare_digest(sent.encode(errors="replace"), right.encode())


async def typed(request: Request) -> str:
    """Return the normalised code in a request; "" if there is none."""
    try:
        said = json.loads(await request.body())
    except (ValueError, RecursionError):
        return ""
    code = said.get("code") if isinstance(said, dict) else None
    return "".join(code.lower().split()) if isinstance(code, str) else ""


def asking(request: Request) -> Response:
    """Return the page that asks for the code, or one sentence if no page was requested."""
    if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
        return refused(request, 401, Sentence(FIRST))
    page = FILES["pages/access_code.html"]
    return Response(page.content, 401, {"cache-control": "no-store"}, page.kind)
