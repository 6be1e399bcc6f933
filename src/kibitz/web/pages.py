"""The pages and what they are made of, from the files of the package."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter, Response
from starlette.exceptions import HTTPException

PAGE = files("kibitz.web") / "page"
KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}

pages = APIRouter(include_in_schema=False)

# Read once: only what is in the package can be asked for, whatever the address looks like.
FILES = {
    file.name: (file.read_bytes(), KINDS[file.name.rpartition(".")[2]])
    for file in PAGE.iterdir()
    if file.name.rpartition(".")[2] in KINDS
}


def given(name: str) -> Response:
    """Return one file of the page."""
    if name not in FILES:
        raise HTTPException(404)
    content, kind = FILES[name]
    return Response(content, media_type=kind)


@pages.get("/")
async def start() -> Response:
    """The start page: every game as a card."""
    return given("start.html")


@pages.get("/play")
async def play() -> Response:
    """The game page; which match it shows stands behind the # of its address."""
    return given("play.html")


@pages.get("/api")
async def interface() -> Response:
    """The page that documents the interface."""
    return given("api.html")


@pages.get("/page/{name}")
async def part(name: str) -> Response:
    """A style, a module or a picture of the pages."""
    return given(name)


@pages.get("/favicon.ico")
async def icon() -> Response:
    """The picture in the browser's tab."""
    return given("icon.svg")
