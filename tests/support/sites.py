"""Static sites for the tests: made once per run, and served in place of the server's page.

KIBITZ_TEST_AGAINST is the target of the tests of the page: `server`, `site`, or `offline`, which is
a site whose network is off after the first visit. Tests get expected values from the API of a
server, which runs too, but is not reached by the page.
"""

from __future__ import annotations

import fcntl
import functools
import mimetypes
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from hashlib import blake2b
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

SERVER, SITE, OFFLINE = "server", "site", "offline"
AGAINST = "KIBITZ_TEST_AGAINST"
CLEAN = {"": "index.html", "play": "play.html"}
READY = "html[data-python=ready]"
# Evaluated, it ends when Python's memory is in the cache; wait_for_function waits for no promise.
COPIED = """async () => {
  while (!(await caches.match(new URL('python/memory', location.href))))
    await new Promise((go) => setTimeout(go, 50));
}"""
HERE = Path(__file__).parents[1]
GAMES = (
    str(HERE.parent / "examples" / "nim.py"),
    str(HERE / "support" / "endless.py"),
)  # of test_site.py
COMPILED = ("lgame", "lockout", "misere", "morris")  # where few games stand for all
WRITE = f"""
import sys
from kibitz.games.collection import Collection
from kibitz.web.site.static_site import write_site
write_site(sys.argv[1], Collection(sys.argv[2:]), compiled={COMPILED})
"""
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")

taken_offline: list[str] = []  # addresses whose network is off after the first visit


def against() -> str:
    """Return what the tests of the page run against."""
    return os.environ.get(AGAINST) or SERVER


def shared(folder: Path) -> Path:
    """Return the folder of this run, given one of pytest's in it; its processes share it."""
    return folder.parent.parent if "PYTEST_XDIST_WORKER" in os.environ else folder.parent


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def site_with(folder: Path, *games: str) -> Path:
    """Return a folder with a site of these games; it is made once in a run.

    It takes a while to make one. So in a usual run, where few tests need a site, all have the same.
    """
    from kibitz.language.errors import KibitzError
    from kibitz.web.site import pyodide_runtime
    from tests.support.console import command, environment  # conftest.py imports this module
    from tests.support.planted import plant

    if against() == SERVER:
        games = tuple(dict.fromkeys((*GAMES, *games)))
    contents = b"".join(Path(game).read_bytes() + b"\n" for game in games)
    kept = shared(folder) / "sites"
    kept.mkdir(exist_ok=True)
    made = kept / blake2b(contents, digest_size=8).hexdigest()
    with locked(kept):
        if not made.exists():
            if pyodide_runtime.kept(str(kept / f"pyodide-{pyodide_runtime.VERSION}.tgz")) is None:
                try:
                    pyodide_runtime.fetch(str(kept))  # what is fetched lies where it is kept
                except KibitzError as error:
                    pytest.skip(str(error))
            beside = kept / f"{made.name}-beside"
            if beside.exists():
                pytest.fail("the site was not made for an earlier test")
            beside.mkdir()
            ran = plant(beside)
            subprocess.run(
                command(["site", *games, "-o", str(made)])
                if EVERYTHING
                else [sys.executable, "-P", "-c", WRITE, str(made), *games],
                env=environment({"KIBITZ_CACHE": str(kept), "PATH": ""}),  # it needs npm no more
                check=True,
                stdout=subprocess.DEVNULL,
                cwd=beside,
                start_new_session=True,  # Linux gives each session a fair share of the time
            )
            assert not ran.exists()
    return made


@contextmanager
def static_server(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve a folder; give its address, and a list of what is asked for."""
    asked: list[str] = []

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            asked.append(self.path)

    handler = functools.partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/", asked
    server.shutdown()
    server.server_close()


def in_front(site: Path, app: Any) -> Any:
    """Return an application that gives a site, and answers everything else only to tests."""

    async def give(scope: Any, receive: Any, send: Any) -> None:
        name = CLEAN.get(scope.get("path", "").lstrip("/"), scope.get("path", "").lstrip("/"))
        file = site / name
        is_browser = any(header == b"sec-fetch-mode" for header, _ in scope.get("headers", ()))
        if scope["type"] != "http" or not (is_browser or file.is_file()):
            await app(scope, receive, send)
            return
        found = file.is_file() and file.resolve().is_relative_to(site)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = [(b"content-type", kind.encode())]
        status = 200 if found else 404
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": file.read_bytes() if found else b""})

    return give


def visit_first(page: Page) -> None:
    """Where the network is to be off, let the browser keep the site, and switch it off."""
    for address in taken_offline:
        page.goto(f"{address}/")
        page.wait_for_selector(f"{READY}[data-offline]")
        page.evaluate(COPIED)
        page.goto("about:blank")
        page.context.set_offline(True)
