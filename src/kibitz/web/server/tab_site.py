"""Pages whose games run in the visitor's browser, for the editor of games.

A server never runs rules that a visitor types. So the page "Write a game" is a page of a static
site (`web/site/`), which brings Python along: it is below `/tab/`, and made on the first request.
"""

import asyncio
import mimetypes

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from kibitz.language.errors import KibitzError
from kibitz.web.server.pages import KINDS, READ, File, sent
from kibitz.web.site.browser_policy import IN_TAB
from kibitz.web.views.page_words import wanted

SEEN = {"", "index.html"}  # the start page is that of the server

tab = APIRouter(include_in_schema=False)


class TabSite:
    """The files of these pages, made once."""

    def __init__(self) -> None:
        self._files: dict[str, File] | None = None
        self._making = asyncio.Lock()

    async def files(self) -> dict[str, File]:
        """Return the files by their addresses; `KibitzError` if they cannot be made here."""
        async with self._making:
            if self._files is None:
                self._files = await run_in_threadpool(made)
        return self._files


def made() -> dict[str, File]:
    """Make the files, without games of its own and without answers that are prepared."""
    from kibitz.games.collection import Collection
    from kibitz.web.site.static_site import OFFLINE, offline, site_files

    files = site_files(Collection(), compiled=(), prepared_for=())
    kept = {name: content for name, content in files.items() if name not in (OFFLINE, *SEEN)}
    kept[OFFLINE] = offline(kept, home=False)
    return {name: File(content, kind_of(name)) for name, content in kept.items()}


def kind_of(name: str) -> str:
    """Return the content type of a file."""
    ending = name.rpartition(".")[2]
    more = {"mjs": KINDS["js"], "wasm": "application/wasm", "json": "application/json"}
    return KINDS.get(ending) or more.get(ending) or mimetypes.types_map[".bin"]


@tab.api_route("/tab/{path:path}", methods=READ)
async def page_in_tab(path: str, request: Request) -> Response:
    """Return a file of these pages."""
    if path in SEEN:
        return RedirectResponse("/")
    try:
        files = await request.app.state.tab.files()
    except KibitzError as error:  # Python for the browser cannot be fetched
        language = wanted(request.headers.get("accept-language", "en"))
        return Response(str(language.tell(error)), 409, media_type=KINDS["txt"])
    if path not in files:
        raise HTTPException(404)
    answer = sent(files[path], request)
    answer.headers["content-security-policy"] = IN_TAB
    return answer
