"""Pages and their assets, served from the files of the package."""

from collections.abc import Callable
from hashlib import blake2b
from html import escape
from typing import TypeVar

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from kibitz.web.page_files import page_files

Answering = TypeVar("Answering", bound=Callable[..., object])

KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}

pages = APIRouter(include_in_schema=False)


class File:
    """One file of the page, with its ETag."""

    def __init__(self, content: bytes, kind: str) -> None:
        self.content = content
        self.kind = kind
        # Weak: the same file may be sent compressed.
        self.tag = f'W/"{blake2b(content, digest_size=9).hexdigest()}"'


# Read once: only files of the package can be requested, whatever the path.
FILES = {
    path: File(file.read_bytes(), KINDS[file.name.rpartition(".")[2]])
    for path, file in page_files()
    if file.name.rpartition(".")[2] in KINDS
}


def given(path: str, request: Request) -> Response:
    """Return one file of the page."""
    if path not in FILES:
        raise HTTPException(404)
    return sent(FILES[path], request)


def sent(file: File, request: Request) -> Response:
    """Return a file; only its ETag if the browser has it."""
    headers = {"etag": file.tag}
    known = request.headers.get("if-none-match", "").split(",")
    if file.tag in map(str.strip, known):
        return Response(status_code=304, headers=headers)
    return Response(file.content, headers=headers, media_type=file.kind)


def page(path: str) -> Callable[[Answering], Answering]:
    """Return the decorator that routes GET and HEAD of a path to a page."""
    return pages.api_route(path, methods=["GET", "HEAD"])


@page("/")
async def start(request: Request) -> Response:
    """The start page: every game as a card."""
    return given("pages/start.html", request)


@page("/play")
async def play(request: Request) -> Response:
    """The game page; which match it shows stands behind the # of its address."""
    file, site = FILES["pages/play.html"], request.app.state.site
    if site:
        meta = f'<head>\n<meta name="kibitz-site" content="{escape(site)}">'
        file = File(file.content.replace(b"<head>", meta.encode(), 1), file.kind)
    return sent(file, request)


@page("/api")
async def interface(request: Request) -> Response:
    """The page that documents the interface."""
    return given("pages/api.html", request)


@page("/page/{path:path}")
async def part(path: str, request: Request) -> Response:
    """A style, a module or a picture of the pages."""
    return given(path, request)


@page("/favicon.ico")
async def icon(request: Request) -> Response:
    """The picture in the browser's tab."""
    return given("icons/icon.svg", request)
