"""Web application: the API, the pages, and the middleware in front of them."""

from collections.abc import AsyncIterator
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from kibitz import __version__
from kibitz.games.collection import Collection
from kibitz.language.errors import KibitzError
from kibitz.solve.store.table_store import TableStore
from kibitz.web.server.access_code import AccessCode
from kibitz.web.server.error_responses import refuse, refuse_address, refuse_form
from kibitz.web.server.pages import pages
from kibitz.web.server.request_guard import HOSTS, Guard
from kibitz.web.server.routes import router
from kibitz.web.server.tab_site import TabSite, tab
from kibitz.web.workers.table_builders import Builders, BuildLimits
from kibitz.web.workers.worker_pool import PoolLimits, Workers

ABOUT = "Small board games and puzzles, and exactly how every position ends."


def application(
    store: TableStore | None = None,
    games: Collection | None = None,
    limits: PoolLimits | None = None,
    build_limits: BuildLimits | None = None,
    site: str = "",
    *,
    hosts: AbstractSet[str] = HOSTS,
    code: str = "",
) -> ASGIApp:
    """Return the server's application for these games, with the tables of a store.

    `site` is the address of a static site that links may use, `hosts` are the names by which the
    server is reached, `code` is the access code, if one is asked for.
    """
    inner = inner_application(store, games, limits, build_limits)
    inner.state.site = site
    app: ASGIApp = GZipMiddleware(inner, minimum_size=1000)
    return Guard(AccessCode(app, code) if code else app, hosts=hosts)


def inner_application(
    store: TableStore | None = None,
    games: Collection | None = None,
    limits: PoolLimits | None = None,
    build_limits: BuildLimits | None = None,
) -> FastAPI:
    """Return the application behind the guard."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await app.state.workers.start()
        yield
        await app.state.workers.stop()
        await app.state.builders.stop()

    app = FastAPI(
        title="Kibitz",
        description=ABOUT,
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    store, games = store or TableStore(), games or Collection()
    app.state.site = ""
    app.state.workers = Workers(store, games, limits)
    app.state.builders = Builders(store, app.state.workers.renew, games, build_limits)
    app.include_router(router)
    app.state.tab = TabSite()
    app.include_router(pages)
    app.include_router(tab)
    app.add_exception_handler(KibitzError, refuse)
    app.add_exception_handler(RequestValidationError, refuse_form)
    app.add_exception_handler(HTTPException, refuse_address)
    return app
