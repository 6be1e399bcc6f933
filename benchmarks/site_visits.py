"""A page without a server in headless Chromium: how soon it can be used, and what is sent.

    .venv/bin/python benchmarks/site_visits.py [VISITS]
    .venv/bin/python benchmarks/site_visits.py --answers FILE [FOLDER]

The second form writes to FILE how long Python in the tab takes to an exact answer about the start
of twelve games: interpreted, without the files of compiled code, and compiled. FOLDER is a site
that is made already. Each question comes in a later visit to a Python that has just started, and is
stopped after some time. It also writes how long rules take to be compiled in the tab.

The first form makes a site, gives it from a subfolder, compressed with gzip as web spaces do, and
opens it that often in a browser that has never seen it, each time followed by a later visit. Prints
seconds after the address was opened, the best and the worst, and how many bytes were sent in a
first visit until the site works without a network.
"""

from __future__ import annotations

import functools
import gzip
import json
import os
import re
import statistics
import sys
import tempfile
import threading
import time
from contextlib import suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect, sync_playwright

from kibitz.games.collection import Collection
from kibitz.web.site.prepared_answers import offered
from kibitz.web.site.static_site import COMPRESSED, write_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))

import chromium

PATIENCE = 120_000  # milliseconds
FOLDER = "/games/kibitz/"
NOW = "() => performance.now() / 1000"
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
COPIED = "caches.match(new URL('python/memory', location.href)).then(Boolean)"
OPENED = "play.html?say=all#kibitz+noughts;players+human+perfect"
KNOWN = re.compile("jump|left")
UNWRITTEN = "kibitz+peg:triangle;moves+3-12+0-3+2-7+6-1+9-2"


class Compressing(SimpleHTTPRequestHandler):
    """A static server that compresses, and counts what it sends."""

    protocol_version = "HTTP/1.1"  # browsers believe no tags that come by an earlier one
    sent = 0
    ready: dict[str, bytes] = {}  # noqa: RUF012

    def do_GET(self) -> None:
        path = self.translate_path(self.path)
        name = os.path.join(path, "index.html") if os.path.isdir(path) else path
        kind = self.guess_type(name)
        if name not in self.ready:
            try:
                content = Path(name).read_bytes()
            except OSError:
                self.send_error(404)
                return
            self.ready[name] = content if name.endswith(COMPRESSED) else gzip.compress(content)
        body = self.ready[name]
        tag = f'"{len(body)}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", tag)
        if not name.endswith(COMPRESSED):
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        with suppress(ConnectionError):  # the page was left meanwhile
            self.wfile.write(body)
        Compressing.sent += len(body)

    def log_message(self, *_: object) -> None:
        pass


def main(visits: int) -> int:
    took: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(folder + FOLDER, Collection())
        handler = functools.partial(Compressing, directory=folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_address[1]}{FOLDER}"
        browser = playwright.chromium.launch(
            executable_path=chromium.program(), args=chromium.FLAGS
        )
        for _ in range(visits):
            context = browser.new_context()
            context.set_default_timeout(PATIENCE)
            Compressing.sent = 0
            measure(context, site, "first visit", took)
            took.setdefault("megabytes sent", []).append(Compressing.sent / 1e6)
            measure(context, site, "later visit", took)
            context.close()
        browser.close()
        server.shutdown()
    for words, numbers in took.items():
        print(f"{words:<56}{min(numbers):>8.2f}{max(numbers):>8.2f}")
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    return 0


# Answers

TWELVE = (
    *("lgame", "noughts:oldest", "lockout:helpers=6", "four:rows=6,columns=7", "peg:english"),
    *(
        "gobblet_gobblers",
        "morris",
        "teeko",
        "fox_and_hounds",
        "kalah",
        "klotski",
        "no_three_in_line",
    ),
)
MOST_SECONDS = 10
# Asks for the opinion on the start of a game; while it is not exact, it searches as the page does.
ANSWERED = """async ([game, most]) => {
  const { python } = await import(new URL("page/transport/interpreter.js", location.href));
  const begin = performance.now();
  const seconds = () => (performance.now() - begin) / 1000;
  const match = `kibitz+${game}`;
  const asked = (question, more) => ({ question, code: "en", details: { match, ...more } });
  const late = new Promise((done) => setTimeout(done, most * 1000, null));
  const exact = async () => {
    for (const [question, more] of [["match", { opinion: true }], ["search", {}]]) {
      for await (const { text } of python(asked(question, more))) {
        const { tone = "unknown", words } = JSON.parse(text).opinion?.value ?? {};
        if (tone !== "unknown" && !/at least|at most/.test(words)) return words;
      }
    }
    return null;
  };
  const words = await Promise.race([exact(), late]);
  return words === null ? null : [seconds(), words];
}"""


def answers(browser: Browser, site: str) -> list[str]:
    """Return the rows of a table: a game, the seconds of both ways, and the answer."""
    pages = [visited(browser, site, compiled=compiled) for compiled in (False, True)]
    rows = []
    for game in TWELVE:
        found = [answered(page, site, game) for page in pages]
        cells = [f"{one[0]:.2f}" if one else f"> {MOST_SECONDS}" for one in found]
        words = next((one[1] for one in reversed(found) if one), "not known")
        rows.append(f"| `{game}` | {cells[0]} | {cells[1]} | {words} |")
        print(rows[-1], flush=True)
    return rows


def visited(browser: Browser, site: str, *, compiled: bool) -> Page:
    """Return a page of a browser that has visited the site and keeps a copy of Python's memory."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    if not compiled:  # without these files the site is not kept for use without a network
        context.route("**/code/*.packed", lambda route: route.abort())
    page.goto(f"{site}play.html#kibitz+noughts")
    page.wait_for_selector("html[data-python=ready]" + "[data-offline]" * compiled)
    while not page.evaluate(COPIED):
        time.sleep(0.1)
    return page


def answered(page: Page, site: str, game: str) -> tuple[float, str] | None:
    """Return the seconds to an exact answer, and its words; None if it takes too long."""
    page.goto("about:blank")
    page.goto(f"{site}play.html#kibitz+noughts")
    page.wait_for_selector("html[data-python=ready]")
    found: tuple[float, str] | None = page.evaluate(ANSWERED, [game, MOST_SECONDS])
    return found


# A file as a visitor writes it: compiles the rules of some games, and says how long that takes.
COMPILING = """
import json, time
from kibitz.games.collection import Collection
from kibitz.solve.structure import lists_positions
from kibitz.engines.wasm.emitter.emitted_module import emitted

games = Collection()
found = {}
for name in NAMES:
    rules = games.game(name).rules
    if lists_positions(rules):
        begin = time.perf_counter()
        emitted(rules)
        found[name] = time.perf_counter() - begin
raise ValueError("<" + json.dumps(found) + ">")
"""
EXAMINED = """async (text) => {
  const near = (path) => new URL(`page/${path}`, location.href);
  const { keepFile } = await import(near("write/own_files.js"));
  const { python } = await import(near("transport/interpreter.js"));
  await keepFile("timing.py", text);
  const asked = { question: "examine", code: "en", details: { file: "timing.py" } };
  let said = "";
  for await (const part of python(asked)) said += part.text;
  return said;
}"""
AT_ONCE = 16  # games: rules of a visitor may take 20 s


def compiled_in_tab(browser: Browser, site: str) -> str:
    """Return how long the compiler of the tab takes for the games of the start page."""
    page = visited(browser, site, compiled=True)
    names = offered(Collection())
    took: dict[str, float] = {}
    for at in range(0, len(names), AT_ONCE):
        text = COMPILING.replace("NAMES", repr(names[at : at + AT_ONCE]))
        found = re.search(r"<(.*)>", page.evaluate(EXAMINED, text).replace("\\", ""))
        assert found is not None
        took |= json.loads(found[1])
    slowest = sorted(took, key=lambda name: took[name])[-3:]
    last = ", ".join(f"`{name}` {1000 * took[name]:.0f}" for name in slowest)
    median = 1000 * statistics.median(took.values())
    return (
        f"The rules of {len(took)} games, compiled in the tab: {median:.0f} ms at the median; "
        f"those that take longest: {last} ms."
    )


def write_answers(path: str, folder: str | None) -> int:
    """Measure the answers, and replace the table in a file."""
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        if folder is None:
            write_site(made + FOLDER, Collection())
        else:
            Path(made + FOLDER).parent.mkdir(parents=True)
            Path(made + FOLDER.rstrip("/")).symlink_to(Path(folder).resolve())
        handler = functools.partial(Compressing, directory=made)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_address[1]}{FOLDER}"
        browser = playwright.chromium.launch(
            executable_path=chromium.program(), args=chromium.FLAGS
        )
        rows = [*answers(browser, site), "", compiled_in_tab(browser, site)]
        browser.close()
        server.shutdown()
    file = Path(path)
    head, rest = file.read_text().split(BEGIN)
    load = f"Measured at a load average of {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
    table = "\n".join([load, "", *COLUMNS, *rows])
    file.write_text(f"{head}{BEGIN}\n\n{table}\n\n{END}{rest.split(END)[1]}")
    return 0


BEGIN, END = "<!-- site_visits.py: begin -->", "<!-- site_visits.py: end -->"
COLUMNS = ("| game | interpreted | compiled | answer |", "|---|--:|--:|---|")


def measure(context: BrowserContext, site: str, visit: str, took: dict[str, list[float]]) -> None:
    """Open the site in a new tab, and note when what can be seen and used."""

    def note(words: str, seconds: float) -> None:
        took.setdefault(f"{visit}: {words}", []).append(seconds)

    page: Page = context.new_page()
    page.goto(site + OPENED, wait_until="commit")
    page.wait_for_selector("#board .cell.open")
    page.wait_for_selector("#moves-known .move")
    note("noughts can be played, with an exact opinion", page.evaluate(NOW))
    note("something is painted", page.evaluate(PAINTED))
    page.wait_for_selector("html[data-python=ready]")
    ready = page.evaluate(NOW)
    note("Python is ready", ready)
    page.evaluate("(match) => { location.hash = match; }", UNWRITTEN)
    page.wait_for_selector("html[data-ply='5']")
    expect(page.locator("#value")).to_contain_text(KNOWN, timeout=PATIENCE)
    note("an exact opinion by Python, after it was ready", page.evaluate(NOW) - ready)
    page.wait_for_selector("html[data-offline]")
    while not page.evaluate(COPIED):
        time.sleep(0.1)
    page.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--answers"]:
        sys.exit(write_answers(sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None))
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
