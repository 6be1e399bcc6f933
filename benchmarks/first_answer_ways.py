"""Ways to ask Kibitz a question, with the time until it answers; for `first_answer.py`.

Each way has a folder for tables and compiled code (`fresh`), in which it asks the questions of a
sitting twice (`opened`): the terminal and Python in a process each, the page of one server.
"""

from __future__ import annotations

import functools
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from contextlib import contextmanager, suppress
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from start import KIBITZ

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

Seconds = float | None  # None: longer than the limit
# Words of proved bounds that leave something open; the page shows no other sign of them.
OPEN = re.compile(r"\bto\b|within|at least|at most|less than|fewer than|between|^not |^at best")
NOTHING = "unknown"


class Way(ABC):
    """One way to ask; `limit` is how long an answer may take, `thinks` the time before a click."""

    def __init__(self, limit: float, thinks: float) -> None:
        self.limit = limit
        self.thinks = thinks
        self.environment: dict[str, str] = {}

    sittings: tuple[tuple[str, ...], ...] = (("easy",), ("perfect",), ("bound",))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        return

    @contextmanager
    def fresh(self, cache: str, game: str) -> Iterator[None]:
        """Use an empty folder for tables and compiled code of a game within the block."""
        self.environment = {**os.environ, "KIBITZ_CACHE": cache, "LC_ALL": "C.UTF-8"}
        self.environment.pop("NUMBA_CACHE_DIR", None)
        yield

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Ask the questions of a sitting within the block."""
        yield

    @abstractmethod
    def reply(self, game: str, opponent: str, move: str) -> Seconds:
        """Return how long an opponent takes to reply to a first move."""

    @abstractmethod
    def bounds(self, game: str) -> tuple[Seconds, Seconds]:
        """Return how long the first proven bound of the start takes, and its exact outcome."""


class Terminal(Way):
    """Commands in a terminal."""

    def run(self, words: list[str], text: str = "") -> tuple[Seconds, str]:
        """Run a command; return its seconds and its output."""
        begin = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, *KIBITZ, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=self.environment,
        ) as process:
            try:
                said, _ = process.communicate(text, timeout=self.limit)
            except subprocess.TimeoutExpired:
                process.kill()
                return None, ""
        return time.perf_counter() - begin, said

    def reply(self, game: str, opponent: str, move: str) -> Seconds:
        words = ["play", game, "--against", opponent, "--seed", "1"]
        return self.run(words, f"{move}\nquit\n")[0]

    def bounds(self, game: str) -> tuple[Seconds, Seconds]:
        took, said = self.run(["solve", game, "--seconds", "0.5", "--json"])
        answer = json.loads(said) if said else {"value": NOTHING}
        if answer["value"] != NOTHING and "at_best" not in answer:
            return took, took
        exact, _ = self.run(["solve", game, "--json"])
        is_bound = answer.get("at_best") or answer.get("at_worst")
        return (took if is_bound else exact), exact


PROGRAM = """
import sys, time, kibitz
game, opponent, move, limit = sys.argv[1:]
begin = time.perf_counter()
def note(*words):
    print(*words, time.perf_counter() - begin, flush=True)
if opponent:
    kibitz.Match(game, players=("human", opponent), seed=1).play(move)
    note("reply")
else:
    game = kibitz.game(game)
    outcome, seconds = game.start.outcome, 1.0
    while True:
        if outcome.proved:
            note("bound")
        if outcome.known:
            note("exact")
            break
        effort = kibitz.Effort(seconds=seconds)
        outcome, seconds = game.oracle.outcome(game.rules.start, effort), 2 * seconds
"""


class Python(Way):
    """The Python API: the usual effort, and then longer ones."""

    def run(self, game: str, opponent: str = "", move: str = "") -> dict[str, float]:
        """Return the seconds of what was reached within the limit."""
        words = [sys.executable, "-c", PROGRAM, game, opponent, move, str(self.limit)]
        found: dict[str, float] = {}
        with subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=self.environment,
        ) as process:
            stop = threading.Timer(self.limit + 1, process.kill)  # a second for the import
            stop.start()
            assert process.stdout is not None
            for line in process.stdout:
                what, seconds = line.split()
                found.setdefault(what, float(seconds))
            stop.cancel()
        return found

    def reply(self, game: str, opponent: str, move: str) -> Seconds:
        return self.run(game, opponent, move).get("reply")

    def bounds(self, game: str) -> tuple[Seconds, Seconds]:
        found = self.run(game)
        return found.get("bound"), found.get("exact")


class Page(Way):
    """The requests of the page to a server that has just started."""

    sittings = (("easy", "bound"), ("perfect",))

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Start a server."""
        with subprocess.Popen(
            [sys.executable, "-m", "kibitz", "web", "--no-browser", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=self.environment,
        ) as process:
            assert process.stdout is not None
            try:
                line = process.stdout.readline()
                self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])
                for _ in ask(self.port, "GET", "games", None, time.monotonic() + 60):
                    pass  # the processes that answer have started
                yield
            finally:
                process.terminate()

    def visit(self, match: str, until: float) -> Iterator[dict[str, Any]]:
        """Yield the parts of the answer when a page with a match is opened."""
        asked = {"match": match, "reply": False, "opinion": True}
        yield from ask(self.port, "POST", "match", asked, until)

    def reply(self, game: str, opponent: str, move: str) -> Seconds:
        match = f"kibitz+{game};players+human+{opponent}"
        until = time.monotonic() + 60
        seen = threading.Event()

        def wait_for_opinion() -> None:
            with suppress(OSError):
                for _ in self.visit(match, until):
                    seen.set()

        threading.Thread(target=wait_for_opinion, daemon=True).start()
        seen.wait(60)
        time.sleep(self.thinks)
        click = {"match": match, "play": move, "reply": True, "opinion": True}
        begin = time.monotonic()
        for part in ask(self.port, "POST", "match", click, begin + self.limit):
            if "view" in part and part["view"]["ply"] > 1:
                return time.monotonic() - begin
        return None

    def bounds(self, game: str) -> tuple[Seconds, Seconds]:
        begin = time.monotonic()
        return first_and_exact(self.opinions(game, begin + self.limit), begin)

    def opinions(self, game: str, until: float) -> Iterator[dict[str, Any]]:
        """Yield the opinions on the start of a game as the page gets them."""
        match = f"kibitz+{game}"
        said: dict[str, Any] = {}
        for part in self.visit(match, until):
            if "opinion" in part:
                said = part["opinion"]
                yield said
        if said.get("table") == "seconds":
            method, place = "POST", f"games/{game}/table"
            state = ""
            while state != "ready" and time.monotonic() < until:
                state = next(ask(self.port, method, place, None, until), {"state": ""})["state"]
                method = "GET"
                time.sleep(0.05)
            for part in self.visit(match, until):
                if "opinion" in part:
                    yield part["opinion"]
        elif said.get("search"):
            for part in ask(self.port, "POST", "search", {"match": match}, until):
                yield part.get("opinion", said)


def ask(
    port: int, method: str, path: str, said: dict[str, Any] | None, until: float
) -> Iterator[dict[str, Any]]:
    """Yield the parts of an answer of a server until a time is reached."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    body = None if said is None else json.dumps(said)
    headers = {"Content-Type": "application/json"} if body else {}
    try:
        connection.timeout = max(0.01, until - time.monotonic())
        connection.request(method, f"/api/{path}", body, headers)
        connection.sock.settimeout(max(0.01, until - time.monotonic()))
        answer = connection.getresponse()
        while line := answer.readline():
            yield json.loads(line)
            if time.monotonic() > until:
                return
            if connection.sock is not None:
                connection.sock.settimeout(max(0.01, until - time.monotonic()))
    except TimeoutError:
        return
    finally:
        connection.close()


def first_and_exact(opinions: Iterator[dict[str, Any]], begin: float) -> tuple[Seconds, Seconds]:
    """Return when the first opinion with a proof came, and the first that leaves nothing open."""
    first: Seconds = None
    with suppress(StopIteration):
        for opinion in opinions:
            words = opinion["value"]["words"]
            now = time.monotonic() - begin
            if words != NOTHING:
                first = first or now
                if not OPEN.search(words):
                    return first, now
    return first, None


ASK = """async ([details, limit]) => {
  const { askInParts } = await import(new URL("page/transport/talk.js", location.href));
  const begun = performance.now();
  const late = new Promise((done) => setTimeout(done, 1000 * limit, { done: true }));
  const parts = askInParts("match", details);
  const found = [];
  for (;;) {
    const { done, value } = await Promise.race([parts.next(), late]);
    if (done) return found;
    const seconds = (performance.now() - begun) / 1000;
    found.push([seconds, value.view?.ply ?? 0, value.opinion?.value.words ?? ""]);
  }
}"""


class Site(Way):
    """The page of a static site in Chromium, from a click after Python has started there."""

    sittings = (("easy", "bound"), ("perfect",))
    FOLDER = "/games/kibitz/"

    def __enter__(self) -> Self:
        import chromium
        from playwright.sync_api import sync_playwright

        from site_visits import Compressing

        self.folder = tempfile.TemporaryDirectory()
        command = [sys.executable, "-m", "kibitz", "site", "-o", self.folder.name + self.FOLDER]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        handler = functools.partial(Compressing, directory=self.folder.name)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=chromium.program(), args=chromium.FLAGS
        )
        self.context = self.browser.new_context()
        self.context.set_default_timeout(60_000)
        return self

    def __exit__(self, *raised: object) -> None:
        self.browser.close()
        self.playwright.stop()
        self.server.shutdown()
        self.folder.cleanup()

    @contextmanager
    def fresh(self, cache: str, game: str) -> Iterator[None]:
        """Use a new tab with a game within the block."""
        self.page = self.context.new_page()
        port = self.server.server_address[1]
        self.page.goto(f"http://127.0.0.1:{port}{self.FOLDER}play.html?say=off#kibitz+{game}")
        self.page.wait_for_selector("html[data-ply='0']")
        self.page.wait_for_selector("html[data-python=ready]")
        yield
        self.page.close()

    def parts(self, match: str, **details: object) -> list[tuple[float, int, str]]:
        """Ask about a match; return the parts: seconds, ply and outcome of each."""
        time.sleep(self.thinks)
        found: list[tuple[float, int, str]] = self.page.evaluate(
            ASK, [{"match": match, "reply": False, "opinion": False, **details}, self.limit]
        )
        return found

    def reply(self, game: str, opponent: str, move: str) -> Seconds:
        match = f"kibitz+{game};players+human+{opponent}"
        found = self.parts(match, play=move, reply=True)
        return next((seconds for seconds, ply, _ in found if ply > 1), None)

    def bounds(self, game: str) -> tuple[Seconds, Seconds]:
        found = [(at, words) for at, _, words in self.parts(f"kibitz+{game}", opinion=True)]
        proved = [(at, words) for at, words in found if words and words != NOTHING]
        first = next((at for at, _ in proved), None)
        return first, next((at for at, words in proved if not OPEN.search(words)), None)


WAYS: dict[str, type[Way]] = {"terminal": Terminal, "page": Page, "site": Site, "python": Python}
