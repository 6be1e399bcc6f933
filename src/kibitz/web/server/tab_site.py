"""Pages whose games run in the visitor's browser, for the editor of games.

A server never runs rules that a visitor types. So the page "Write a game" is a page of a static
site (`web/site/`), which brings Python along: it is below `/tab/`, and made when it is asked for.
"""

import asyncio
import mimetypes

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from kibitz.language.errors import KibitzError
from kibitz.questions.answering import wanted
from kibitz.web.server.pages import KINDS, READ, File, sent
from kibitz.web.site.browser_policy import IN_TAB

SEEN = {"", "index.html"}  # the start page is that of the server

tab = APIRouter(include_in_schema=False)


class TabSite:
    """The files of these pages; each part is made when one of its files is asked for first.

    So the page is there at once, while Python is fetched and packed, which takes seconds.
    """

    def __init__(self) -> None:
        self._parts: dict[str, asyncio.Task[dict[str, File]]] = {}

    async def file(self, path: str) -> File | None:
        """Return the file at an address; `KibitzError` if it cannot be made here."""
        return (await self._part(part_of(path))).get(path)

    async def _part(self, name: str) -> dict[str, File]:
        if name not in self._parts:
            self._parts[name] = asyncio.ensure_future(self._made(name))
        try:
            return await asyncio.shield(self._parts[name])
        except Exception:
            self._parts.pop(name, None)  # the next request tries again
            raise

    async def _made(self, name: str) -> dict[str, File]:
        made = await run_in_threadpool(MADE[name]) if name in MADE else await self._offline()
        return {path: File(content, kind_of(path)) for path, content in made.items()}

    async def _offline(self) -> dict[str, bytes]:
        """Return the service worker, which names all the other files."""
        from kibitz.web.site.static_site import OFFLINE, offline

        parts = [await self._part(name) for name in MADE]
        kept = {path: file.content for part in parts for path, file in part.items()}
        return {OFFLINE: offline(kept, home=False)}


def pages_in_tab() -> dict[str, bytes]:
    """Make the pages but for the version of Python; an error if that cannot be had here."""
    from kibitz.web.site.pyodide_runtime import check_available
    from kibitz.web.site.static_site import TRANSPORT_MODULE, files_of_pages

    check_available()
    kept = files_of_pages("")
    return {path: kept[path] for path in kept.keys() - {TRANSPORT_MODULE, *SEEN}}


def kibitz_in_tab() -> dict[str, bytes]:
    """Make the archive of Kibitz, and the module with its version."""
    from kibitz.games.collection import Collection
    from kibitz.web.site import static_site as site

    packed = site.archive(Collection(), {})
    pages = site.files_of_pages(site.version_of(packed))
    return {site.ARCHIVE: packed, site.TRANSPORT_MODULE: pages[site.TRANSPORT_MODULE]}


def python_in_tab() -> dict[str, bytes]:
    """Make the files of Python, which npm fetches once."""
    from kibitz.web.site.pyodide_runtime import runtime
    from kibitz.web.site.static_site import PYTHON, in_folder

    return in_folder(PYTHON, runtime())


def answers_in_tab() -> dict[str, bytes]:
    """Make the prepared answers that concern no game."""
    from kibitz.games.collection import Collection
    from kibitz.web.site.prepared_answers import prepared
    from kibitz.web.site.static_site import ANSWERS, in_folder

    return in_folder(ANSWERS, prepared(Collection(), ()))


MADE = {
    "pages": pages_in_tab,
    "kibitz": kibitz_in_tab,
    "python": python_in_tab,
    "answers": answers_in_tab,
}


def part_of(path: str) -> str:
    """Return the part that a file belongs to: one of `MADE`, or the service worker."""
    from kibitz.web.site import static_site as site

    if path in (site.ARCHIVE, site.TRANSPORT_MODULE):
        return "kibitz"
    folder = {site.PYTHON: "python", site.ANSWERS: "answers"}.get(path.partition("/")[0], "pages")
    return site.OFFLINE if path == site.OFFLINE else folder


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
        file = await request.app.state.tab.file(path)
    except KibitzError as error:  # Python for the browser cannot be fetched
        language = wanted(request.headers.get("accept-language", "en"))
        return Response(str(language.tell(error)), 409, media_type=KINDS["txt"])
    if file is None:
        raise HTTPException(404)
    answer = sent(file, request)
    answer.headers["content-security-policy"] = IN_TAB
    return answer
