"""The application: the interface, the pages, and what is said when something goes wrong."""

from __future__ import annotations

from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from kibitz import __version__
from kibitz.rules.errors import KibitzError, UnknownGame
from kibitz.web.api import language_of, router
from kibitz.web.builders import TooBusy
from kibitz.web.desk import Desk
from kibitz.web.guard import Guard
from kibitz.web.pages import pages
from kibitz.web.puzzles import NoTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp

    from kibitz.play.collection import Collection
    from kibitz.solve.shelf import Shelf

STATUS: tuple[tuple[type[KibitzError], int], ...] = (
    (UnknownGame, 404),
    (NoTable, 409),
    (TooBusy, 429),
    (KibitzError, 422),
)
ABOUT = "Small board games and puzzles, and of every position exactly how it ends."


def application(shelf: Shelf | None = None, games: Collection | None = None) -> ASGIApp:
    """Return the server's application for these games; tables lie on the shelf."""
    return Guard(GZipMiddleware(inner_application(shelf, games), minimum_size=1000))


def inner_application(shelf: Shelf | None = None, games: Collection | None = None) -> FastAPI:
    """Return the application behind the guard."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.desk.builders.stop()

    app = FastAPI(
        title="Kibitz",
        description=ABOUT,
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.state.desk = Desk(shelf, games)
    app.include_router(router)
    app.include_router(pages)
    app.add_exception_handler(KibitzError, refuse)
    app.add_exception_handler(RequestValidationError, refuse_form)
    app.add_exception_handler(HTTPException, refuse_address)
    return app


async def refuse(request: Request, error: Exception) -> JSONResponse:
    """Say what cannot be done, in the caller's language."""
    assert isinstance(error, KibitzError)
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    language = language_of(request.headers.get("accept-language", "en"))
    said = {"error": str(language.tell(error))}
    if "command" in error.details:
        said["command"] = str(error.details["command"])
    return JSONResponse(said, status)


async def refuse_form(request: Request, error: Exception) -> JSONResponse:
    """Say in one sentence which part of a request has the wrong form."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    sentence = f"{place[:80] or 'the request'}: {str(first['msg'])[:200].lower()}"
    return JSONResponse({"error": sentence}, 422)


async def refuse_address(request: Request, error: Exception) -> JSONResponse:
    """Say that there is nothing at an address, or not that way."""
    assert isinstance(error, HTTPException)
    said = {404: "there is nothing at this address", 405: "this address is not asked that way"}
    return JSONResponse(
        {"error": said.get(error.status_code, str(error.detail))},
        error.status_code,
        headers=error.headers,
    )
