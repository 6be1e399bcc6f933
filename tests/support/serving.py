"""Real server, in a thread or in a process, for the tests of the API and of the page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kibitz.games.collection import Collection
from kibitz.solve.store.table_store import TableStore
from kibitz.web.server.application import application
from kibitz.web.server.web_server import Server, configuration, listen
from kibitz.web.workers.worker_pool import PoolLimits
from tests.support import sites

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    import httpx
    import uvicorn

    from kibitz.web.workers.table_builders import BuildLimits

UNHURRIED = 10.0**6  # seconds for an answer


@contextmanager
def serving(
    cache: Path,
    *games: str,
    limits: PoolLimits | None = None,
    build_limits: BuildLimits | None = None,
    against: str = "",
    site: str = "",
) -> Iterator[str]:
    """Serve with tables in a folder, and with these games and files; yields the address.

    `against` says what answers the page (sites.py), `site` where links may lead. Without
    limits, answers take the time that they need: what they say must not depend on the machine.
    """
    against = against or sites.against()
    limits = limits or PoolLimits(answering=UNHURRIED)
    app = application(TableStore(str(cache)), Collection(games), limits, build_limits, site)
    if against != sites.SERVER:  # where no site can be made, this skips the test
        app = sites.in_front(sites.site_with(cache, *games), app)
    with running(configuration(app)) as port:
        address = f"http://127.0.0.1:{port}"
        if against == sites.OFFLINE:
            sites.taken_offline.append(address)
        try:
            yield address
        finally:
            if against == sites.OFFLINE:
                sites.taken_offline.remove(address)


@contextmanager
def running(how: uvicorn.Config) -> Iterator[int]:
    """Run a server in a thread; yields its port."""
    listening = listen(0)
    server = Server(how, lambda: None)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()


class ServerProcess(subprocess.Popen[str]):
    """`kibitz web` in a process of its own, which is killed at the end of the block."""

    def __init__(self, cache: Path, *words: str, port: int = 0) -> None:
        command = [sys.executable, "-m", "kibitz", "web", "--no-browser", "--port", str(port)]
        environment = {**os.environ, "KIBITZ_CACHE": str(cache), "KIBITZ_LANG": "en"}
        super().__init__([*command, *words], env=environment, stdout=subprocess.PIPE, text=True)
        self.address = address_in(self.line()).partition("/play")[0]

    def line(self) -> str:
        """Return the next line that it prints."""
        assert self.stdout is not None
        return self.stdout.readline()

    def __exit__(self, *raised: Any) -> None:
        self.kill()
        super().__exit__(*raised)


def parts_of(answer: httpx.Response) -> list[Any]:
    """Return the parts of an answer that is lines of JSON."""
    assert answer.headers["content-type"] == "application/x-ndjson", answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def address_in(line: str) -> str:
    """Return the address in the first line that a server prints."""
    (address,) = (word.rstrip("/") for word in line.split() if word.startswith("http"))
    return address
