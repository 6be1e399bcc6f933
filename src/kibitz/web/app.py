"""The application: the interface, the pages, and what stands before them."""

from __future__ import annotations

from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from kibitz import __version__
from kibitz.rules.errors import KibitzError
from kibitz.web.api import router
from kibitz.web.app_state import AppState
from kibitz.web.builders import Builders
from kibitz.web.guard import Guard
from kibitz.web.pages import pages
from kibitz.web.refusals import refuse, refuse_address, refuse_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp

    from kibitz.play.collection import Collection
    from kibitz.solve.shelf import Shelf

ABOUT = "Small board games and puzzles, and of every position exactly how it ends."


def application(shelf: Shelf | None = None, games: Collection | None = None) -> ASGIApp:
    """Return the server's application for these games; tables lie on the shelf."""
    return Guard(GZipMiddleware(inner_application(shelf, games), minimum_size=1000))


def inner_application(shelf: Shelf | None = None, games: Collection | None = None) -> FastAPI:
    """Return the application behind the guard."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.builders.stop()

    app = FastAPI(
        title="Kibitz",
        description=ABOUT,
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.state.state = state = AppState(shelf, games)
    app.state.builders = Builders(state.shelf, state.oracles.renew, state.games)
    app.include_router(router)
    app.include_router(pages)
    app.add_exception_handler(KibitzError, refuse)
    app.add_exception_handler(RequestValidationError, refuse_form)
    app.add_exception_handler(HTTPException, refuse_address)
    return app
