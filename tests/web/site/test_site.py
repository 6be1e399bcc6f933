"""A page without a server: made once, opened from a subfolder in a browser, then taken offline."""

from __future__ import annotations

import functools
import json
import random
import re
import threading
from contextlib import suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from kibitz.cli import main as kibitz
from kibitz.games.collection import Collection
from kibitz.games.shipped_games import first_game
from kibitz.play.match_history import MatchState
from kibitz.play.match_record import link_of
from kibitz.questions.answering import answer
from kibitz.questions.app_state import AppState
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.structure import lists_positions
from kibitz.web.site import static_site as site_files
from kibitz.web.site.compiled_games import compiled_names
from kibitz.web.site.pyodide_backend import AHEAD, PyodideBackend
from kibitz.web.site.static_site import sent
from tests.support.browser import PATIENCE, pages, press
from tests.support.scope import EVERYTHING
from tests.support.sites import COMPILED, COPIED, GAMES, READY, site_with
from tests.support.wasmtime_host import digest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

MOST_BYTES = 16_600_000
OWN = GAMES[0]
MOST_SENT = 9_000_000  # compressed, all files once
SHIPPED = ("noughts", "noughts:any", "lockout", "lgame", "peg:triangle")

# Asks the transport of the page, and returns the parts of each answer.
ASK = """async (asked) => {
  const { transport } = await import(new URL("page/transport/transport.js", location.href));
  const all = [];
  for (const [question, code, details] of asked) {
    const parts = [];
    for await (const part of transport.answer(question, code, details)) parts.push(part);
    all.push(parts);
  }
  return all;
}"""

BUILD = """async (name) => {
  const { build } = await import(new URL("page/transport/talk.js", location.href));
  return build(name, () => {});
}"""

# A worker beside the site: runs Python with the files of the site, and returns what `main` returns.
WORKER = """
const near = (path) => new URL(`games/kibitz/${path}`, import.meta.url).href;
const library = near("python/python_stdlib.zip");
const before = self.fetch;

async function run(program, names) {
  const { loadPyodide } = await import(near("python/pyodide.mjs"));
  const { unpacked } = await import(near("page/transport/packed.js"));
  self.fetch = (address, ...more) =>
    String(address) === library
      ? unpacked(library.replace(/zip$/, "packed"))
      : before(address, ...more);
  const python = await loadPyodide({ indexURL: near("python/") });
  const archive = await (await unpacked(near("kibitz.packed"))).arrayBuffer();
  python.unpackArchive(archive, "zip", { extractDir: "/kibitz" });
  python.runPython(program);
  const backend = python.globals.get("backend");
  for (const name of names) {
    for (const file of JSON.parse(backend.code_of(name))) {
      const answer = await unpacked(near(`code/${file}`));
      backend.load(file, new Uint8Array(await answer.arrayBuffer()));
    }
  }
  return JSON.parse(python.globals.get("main")(JSON.stringify(names)));
}

addEventListener("message", ({ data: [program, ...names] }) =>
  run(program, names).then(postMessage, (fault) => postMessage(String(fault))),
);
"""
DIGESTS = """(asked) => new Promise((done) => {
  const worker = new Worker("/digests.js", { type: "module" });
  window.kept = worker;
  worker.onmessage = ({ data }) => done(data);
  worker.onerror = (event) => done(String(event.message));
  worker.postMessage(asked);
})"""
TABLES_IN_TAB = """
import json, sys
sys.path.insert(0, "/kibitz")
from hashlib import sha256
from kibitz.solve.memory.in_memory import solve
from kibitz.web.site.pyodide_backend import FOR_COMPILED_TABLE, PyodideBackend

class Backend(PyodideBackend):
    def code_of(self, name):
        return json.dumps(self._code.wanted(self._state.games.game(name)))

backend = Backend("/kibitz")

def digest(solution):
    rows = solution.positions, solution.codes, solution.images
    return [len(solution), sha256(b"".join(map(bytes, rows))).hexdigest()]

def main(names):
    found = {}
    for name in json.loads(names):
        game = backend._state.games.game(name)
        assert backend._code.use(game)
        found[name] = digest(solve(game.rules, effort=FOR_COMPILED_TABLE))
    return json.dumps(found)
"""

# Asks another question after the first part of an answer; returns the kinds of all parts of it.
INTERRUPT = """async (match) => {
  const { transport } = await import(new URL("page/transport/transport.js", location.href));
  const kinds = [];
  for await (const { text } of transport.answer("match", "en", { match, opinion: true })) {
    kinds.push(...Object.keys(JSON.parse(text)));
    if (kinds.length > 1) break;
    for await (const part of transport.answer("about", "el", { name: "lockout" })) void part;
  }
  return kinds;
}"""

# Asks a question whose answer takes a minute, and others meanwhile; then cancels it. Returns what
# ended, in order.
MEANWHILE = """async ([long, ...others]) => {
  const { transport } = await import(new URL("page/transport/transport.js", location.href));
  const [stop, ended] = [new AbortController(), []];
  const parts = async (question, match, signal) => {
    for await (const part of transport.answer(question, "en", { match }, signal)) void part;
    ended.push(match);
  };
  const search = parts("search", long, stop.signal);
  for (const other of others) await parts("match", other);
  stop.abort();
  await search;
  return ended;
}"""


class Quiet(SimpleHTTPRequestHandler):
    """A static server that notes what it was asked for."""

    asked: list[str] = []  # noqa: RUF012

    def log_message(self, *_: object) -> None:
        self.asked.append(self.path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Serve a site with games of one's own from a subfolder."""
    served = tmp_path_factory.mktemp("served")
    (served / "games").mkdir()
    (served / "games" / "kibitz").symlink_to(site_with(served, *GAMES))
    return served


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def site(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}/games/kibitz/"


@pytest.fixture(scope="module")
def visit(browser: Browser, site: str) -> Iterator[Page]:
    """A page that stays open: Python takes seconds to start."""
    for page in pages(browser, reduced_motion="reduce"):
        page.goto(site)
        page.wait_for_selector(READY)
        page.evaluate(COPIED)
        yield page


@pytest.fixture
def without_python(browser: Browser, site: str) -> Iterator[Page]:
    """A page of the site whose Python never arrives."""
    for page in pages(browser, reduced_motion="reduce"):
        page.route("**/python_stdlib.packed", lambda route: None)
        yield page
        page.unroute_all(behavior="ignoreErrors")


def play_to_the_end(page: Page) -> None:
    """Play on any open square until the game is over, against the opponent."""
    html = page.locator("html")
    while html.get_attribute("data-over") == "false":
        ply = int(html.get_attribute("data-ply") or 0)
        page.locator("#board .cell.open").first.click()
        page.wait_for_selector(f"html[data-ply='{ply + 2}'], html[data-over=true]")


def play_noughts(page: Page, site: str) -> None:
    """Open a new match against the perfect player, see what each move is worth, play to the end."""
    page.goto(f"{site}play.html?say=all#kibitz+noughts;players+human+perfect")
    expect(page.locator("#moves-known > li")).not_to_have_count(0)
    expect(page.locator("#value")).to_contain_text("draw", ignore_case=True)
    play_to_the_end(page)
    expect(page.locator("#status")).not_to_be_empty()


def reported(
    state: AppState, question: str, code: str, details: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return what the handlers answer, as the page gets it."""
    return [
        {"status": status, "kind": kind, "text": body.decode()}
        for status, kind, body in answer(state, question, code, details)
    ]


def questions() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield questions about random matches of games whose tables are shipped, and wrong ones."""
    chance = random.Random(18)
    games = Collection([OWN])
    for number in range(24):
        game = games.game(chance.choice([*SHIPPED, "nim.py"]))
        match = MatchState(game)
        for _ in range(chance.randrange(5)):
            moves = list(game.rules.moves(match.position))
            if not moves:
                break
            match.play(chance.choice(moves))
        code = chance.choice(["en", "el", "et", "fr", "ro", "sv"])
        details: dict[str, Any] = {"name": game.name, "position": game.text(match.position)}
        kinds: list[tuple[str, str, dict[str, Any]]] = [
            ("match", code, {"match": link_of(match), "opinion": True}),
            ("opinion", code, {"match": link_of(match)}),
            ("position", code, details),
            ("solution", code, details),
            ("picture", code, details),
            ("new", code, {"game": game.name, "start": details["position"]}),
        ]
        yield kinds[number % 6]
    for code in ("en", "fr"):
        yield "games", code, {}
        yield "words", code, {"code": code}
        yield "match", code, {"match": "kibitz+noughts", "opinion": True}
    yield "about", "sv", {"name": "nim.py"}
    yield "daily", "ro", {"name": "lockout", "day": "2026-11-15"}
    yield "difficulty", "en", {"name": "lockout"}
    yield "table", "en", {"name": "noughts"}
    yield "game", "et", {"name": "chess"}
    yield "match", "el", {"match": "kibitz+noughts", "play": "z9"}
    yield "check", "fr", {"game": "noughts", "cells": ["X"] * 9}


def test_a_folder_with_something_else_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "diary.txt").write_text("")
    assert kibitz(["site", "-o", str(tmp_path)]) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["diary.txt"]
    assert "is not empty" in capsys.readouterr().err


def test_a_new_site_leaves_nothing_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*names: str) -> None:
        made = {site_files.ARCHIVE: b"", **dict.fromkeys(names, b"")}
        made[site_files.OFFLINE] = site_files.offline(made)
        monkeypatch.setattr(site_files, "site_files", lambda *_: made)
        site_files.write_site(str(tmp_path / "site"), Collection())

    (tmp_path / "site").mkdir()
    (tmp_path / "site" / site_files.ARCHIVE).write_bytes(b"")
    (tmp_path / "site" / site_files.OFFLINE).write_text('const FILES = [1, ""];\n')  # damaged
    write("index.html", "answers/old", "../outside")
    (tmp_path / "site" / "CNAME").write_text("of the user")
    write("index.html", "answers/new")
    there = [str(one.relative_to(tmp_path)) for one in tmp_path.rglob("*") if one.is_file()]
    names = ["CNAME", "answers/new", "index.html", site_files.ARCHIVE, site_files.OFFLINE]
    assert sorted(there) == sorted(["outside", *(f"site/{name}" for name in names)])


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (None, "install Node.js"),
        ("echo npm error code E404 >&2; exit 1", "could not fetch pyodide: code E404"),
        ("echo other > pyodide.tgz", "npm gave another file"),
    ],
)
def test_whatever_npm_does_nothing_unchecked_is_written(
    script: str | None,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    if script is not None:
        (programs / "npm").write_text(f"#!/bin/sh\n{script}\n")
        (programs / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    assert kibitz(["site", "-o", str(tmp_path / "site")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_site_is_small_and_is_all_that_it_needs(folder: Path) -> None:
    made = folder / "games" / "kibitz"
    contents = {str(file): file.read_bytes() for file in made.rglob("*") if file.is_file()}
    assert sum(map(len, contents.values())) <= MOST_BYTES
    assert sent(contents) <= MOST_SENT
    for page in (made / "index.html", made / "play.html"):
        html = page.read_text()
        assert "unsafe-inline" not in html
        assert "unsafe-eval" not in html.replace("wasm-unsafe-eval", "")
        assert 'href="api"' not in html
        assert 'href="/' not in html


def test_noughts_is_played_against_the_opponent(visit: Page, site: str) -> None:
    asked: list[str] = []
    visit.on("request", lambda request: asked.append(request.url))
    play_noughts(visit, site)
    assert asked
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []


def test_a_link_made_in_a_subfolder_leads_there(visit: Page, site: str) -> None:
    visit.goto(f"{site}play.html#kibitz+noughts;moves+b2")
    visit.wait_for_selector("html[data-ready]")
    press(visit, "#files")
    expect(visit.locator("#link")).to_have_value(f"{site}play.html#kibitz+noughts;moves+b2")
    expect(visit.locator("#link-where")).to_have_text("It works on this computer only.")


def test_python_in_the_browser_says_what_the_server_says(visit: Page, tmp_path: Path) -> None:
    state = AppState(TableStore(str(tmp_path)), Collection(GAMES), terminal=False)
    asked = list(questions())
    said = visit.evaluate(ASK, asked)
    for (question, code, details), parts in zip(asked, said, strict=True):
        assert parts == reported(state, question, code, details), (question, code, details)


def test_a_game_is_judged_or_said_to_be_too_large(visit: Page) -> None:
    """Nothing that the browser lacks, such as NumPy, is missed."""
    names = [*SHIPPED, "nim.py", "hexapawn", "peg:triangle,side=6", "peg:diamond"]
    asked = [("match", "en", {"match": f"kibitz+{name}", "opinion": True}) for name in names]
    for name, parts in zip(names, visit.evaluate(ASK, asked), strict=True):
        assert [part["status"] for part in parts] == [200, 200], (name, parts[-1]["text"])
        opinion = json.loads(parts[1]["text"])["opinion"]
        assert opinion["value"] or opinion["command"], name


def test_no_position_of_the_english_board_is_unknown_in_a_tab(visit: Page, site: str) -> None:
    visit.goto(f"{site}play.html?say=all#kibitz+peg:english")
    visit.wait_for_selector("html[data-ahead=done]")  # before Python is asked anything
    chance = random.Random(33)
    game = Collection().game("peg:english")
    asked: list[tuple[str, str, dict[str, Any]]] = []
    for moves in (4, 6, 9, 12):
        match = MatchState(game)
        while match.ply < moves and not match.over:
            match.play(chance.choice(list(game.rules.moves(match.position))))
        asked.append(("opinion", "en", {"match": link_of(match)}))
    for (_, _, details), (part,) in zip(asked, visit.evaluate(ASK, asked), strict=True):
        opinion = json.loads(part["text"])
        assert opinion["value"]["tone"] != "unknown", details
        assert [move for move in opinion["moves"] if move["value"]["tone"] == "unknown"] == []


def test_the_first_moves_need_no_python(without_python: Page, site: str) -> None:
    page = without_python
    page.goto(site)
    expect(page.locator("#hero-title")).to_contain_text("Can you solve it")
    page.goto(f"{site}play.html?say=all#kibitz+noughts;players+human+easy")
    expect(page.locator("#value")).to_contain_text("draw", ignore_case=True)
    for cell, ply in (("b2", 2), ("a2", 4)):
        free = page.locator(f"#board .cell.open[data-cell='{cell}']")
        (free if free.count() else page.locator("#board .cell.open").first).click()
        page.wait_for_selector(f"html[data-ply='{ply}']")  # the reply
        expect(page.locator("#moves-known .move")).to_have_count(9 - ply)
    assert page.locator("html[data-python]").count() == 0
    expect(page.locator("#python")).to_be_hidden()
    page.keyboard.press("u")
    expect(page.locator("#python")).to_contain_text("Python is starting")
    page.goto(f"{site}play.html?say=all#kibitz+lgame;players+human+easy")
    expect(page.locator("#title")).to_have_text("the L-game")  # and no move of the game before
    page.locator("#moves-known .move").first.click()
    page.wait_for_selector("html[data-ply='2']")  # the reply, though there are many moves
    page.goto(f"{site}play.html#daily:lockout")
    expect(page.locator("#score")).to_contain_text("Puzzle of the day")
    expect(page.locator("#distance option")).not_to_have_count(1)
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#python")).to_be_hidden()


def test_what_is_written_is_what_the_handlers_say(
    without_python: Page, site: str, tmp_path: Path
) -> None:
    """Of replies, which are chosen by chance, the match after them is compared."""
    page = without_python
    page.goto(site)
    state = AppState(TableStore(str(tmp_path)), Collection([OWN]), terminal=False)
    matches = ["noughts", "noughts:oldest;players+human+easy", "peg:triangle", "lgame"]
    asked: list[tuple[str, str, dict[str, Any]]] = []
    for number, name in enumerate(matches):
        code = ["en", "fr", "el", "sv"][number]
        details = {"match": f"kibitz+{name}", "opinion": name != "lgame"}
        (_, _, view), *_ = answer(state, "match", code, details)
        move = json.loads(view)["view"]["moves"][-1]["move"]
        with_reply = {"reply": True} if "players" in name else {}
        asked += [("match", code, {**details, **with_reply, "play": move})]
    asked += [("about", "ro", {"name": "lockout"}), ("difficulty", "en", {"name": "lockout"})]
    for (question, code, details), parts in zip(asked, page.evaluate(ASK, asked), strict=True):
        if not details.get("reply"):
            assert parts == reported(state, question, code, details), (question, code, details)
            continue
        later = json.loads(parts[1]["text"])["view"]["match"]
        assert parts[1:] == reported(state, question, code, {"match": later, "opinion": True})


def test_python_that_thinks_too_long_makes_way_and_can_be_stopped(visit: Page, site: str) -> None:
    visit.goto(f"{site}play.html?say=all#kibitz+endless.py")  # its opinion never comes
    visit.wait_for_selector(READY)
    visit.locator("#board .cell.open[data-cell='a2']").click()
    visit.wait_for_selector("html[data-ply='1']")  # and yet the move is made
    visit.locator("#python button").click()
    expect(visit.locator("#value")).to_contain_text("stopped")
    visit.goto("about:blank")
    play_noughts(visit, site)


def test_a_move_interrupts_a_search_and_python_goes_on(visit: Page, site: str) -> None:
    visit.goto(site)
    visit.wait_for_selector(READY)
    (python,) = visit.workers
    asked = ["kibitz+teeko", "kibitz+morris", "kibitz+noughts;moves+b2"]
    assert visit.evaluate(MEANWHILE, asked) == [*asked[1:], asked[0]]
    assert visit.workers == [python]  # no other one was started


def test_work_ends_when_a_newer_question_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file, content in (("games.json", []), ("code.json", {})):
        (tmp_path / file).write_text(json.dumps(content))
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)  # the backend changes the folder
    backend = PyodideBackend(str(tmp_path))
    details = {"match": "kibitz+hexapawn", "opinion": True}
    asked = json.dumps({"question": "match", "code": "en", "details": details})
    view, nothing_more = (json.loads(part) for part in backend.answer(asked, lambda: False))
    assert nothing_more is None
    again, opinion = (json.loads(part) for part in backend.answer(asked, lambda: True))
    assert again == view
    assert json.loads(opinion[2])["opinion"]["value"]["outcome"] == "loss"  # Gardner 1962


def test_two_questions_about_a_game_wait_for_its_files(visit: Page, site: str) -> None:
    """The page asks for an opinion and a table while Python starts; both look for a built table."""
    visit.goto(f"{site}play.html?say=all#kibitz+lights")
    expect(visit.locator("#value")).to_contain_text("5 moves", timeout=60_000)


def test_no_part_is_sent_twice_after_an_interruption(visit: Page, site: str) -> None:
    visit.goto(site)
    visit.wait_for_selector(READY)
    kinds = visit.evaluate(INTERRUPT, "kibitz+teeko;moves+a1+b2+c3")
    assert kinds == ["view", "opinion"]


HELD = Effort(positions=500_000)


def some_names() -> list[list[str]]:
    """Return the games whose tables are compared, those of one worker together."""
    if not EVERYTHING:
        return [[*COMPILED[:2]]]
    games = Collection()
    names = [one for one in compiled_names(games) if lists_positions(games.game(one).rules)]
    return [names[at : at + 8] for at in range(0, len(names), 8)]


@pytest.mark.parametrize("names", some_names(), ids=lambda names: str(names[0]))
def test_compiled_code_gives_the_tables_of_the_processor(
    visit: Page, folder: Path, names: list[str]
) -> None:
    (folder / "digests.js").write_text(WORKER)
    native = {}
    for name in names:
        with suppress(Exhausted):  # more positions than a test solves
            native[name] = digest(solve(Collection().game(name).rules, effort=HELD))
    assert visit.evaluate(DIGESTS, [TABLES_IN_TAB, *native]) == native


def test_a_table_is_built_in_the_browser_and_found_on_the_next_visit(
    visit: Page, site: str
) -> None:
    """Meanwhile questions are answered; a board whose table takes NumPy is refused."""
    visit.goto(site)
    assert visit.evaluate(BUILD, "morris")
    for _ in range(2):
        ((kept,),) = visit.evaluate(ASK, [("table", "en", {"name": "morris"})])
        assert json.loads(kept["text"])["state"] == "ready"
        visit.reload()
    ((refused,),) = visit.evaluate(ASK, [("build", "en", {"name": "peg:french"})])
    assert refused["status"] == 409
    assert "kibitz" not in refused["text"]


# Games that a visitor writes

SHARED_LINK = """async ([name, text]) => {
  const { linkOf } = await import(new URL("page/write/shared_link.js", location.href));
  return linkOf(name, text);
}"""
KEPT_TABLE = """async (name) => {
  const { ask } = await import(new URL("page/transport/talk.js", location.href));
  return (await ask("table", { name })).state;
}"""
WRONG = first_game().replace("return position | 1 << move", "return (1, 2)[move + 2]")


def test_a_game_is_written_checked_solved_and_played_offline(browser: Browser, site: str) -> None:
    # Chromium marks text that a program fills in with styles, which the policy refuses.
    for page in pages(browser, may_fail=("net::ERR_", "inline style")):
        page.goto(f"{site}write.html")
        page.wait_for_selector("html[data-ready]")
        code, state = page.locator("#code .cm-content"), page.locator("#state")
        expect(code).to_contain_text("Treblecross")
        code.fill(WRONG)
        page.locator("#check").click()
        expect(state).to_have_text("Something is wrong.", timeout=PATIENCE * 1000)
        line = WRONG[: WRONG.index("(1, 2)")].count("\n") + 1
        expect(page.locator("#complaints li")).to_contain_text(f"Line {line}")
        expect(page.locator("#code .cm-lint-marker-error")).to_have_count(1)
        code.fill(first_game())
        expect(page.locator("#complaints li")).to_have_count(0)
        page.locator("#solve").click()
        expect(state).to_contain_text(re.compile(r"Solved\. .* 5"), timeout=PATIENCE * 1000)
        expect(state).to_have_attribute("data-compiled", "yes")
        page.wait_for_selector("html[data-offline]")
        page.context.set_offline(True)
        page.locator("#play").click()
        page.wait_for_selector("html[data-ply='0']")
        expect(page.locator("#value")).to_contain_text("wins")
        assert page.evaluate(KEPT_TABLE, "mygame.py") == "ready"
        page.goto(f"{site}write.html")
        expect(page.locator("#code .cm-content")).to_contain_text("Treblecross")
        page.context.set_offline(False)


def test_a_link_brings_a_file_which_is_not_run(browser: Browser, site: str) -> None:
    endless = '"""Endless: é."""\nwhile True:\n    pass\n'
    for page in pages(browser):
        page.clock.install()
        page.goto(f"{site}write.html")
        page.wait_for_selector("html[data-ready]")
        link = page.evaluate(SHARED_LINK, ["forever.py", endless])
        page.goto("about:blank")
        page.goto(f"{site}write.html{link}")
        page.wait_for_selector("html[data-ready]")
        expect(page.locator("#said")).to_contain_text("Read it before you run it")
        expect(page.locator("#code .cm-line").first).to_have_text('"""Endless: é."""')
        page.wait_for_selector(READY)
        page.locator("#check").click()
        complaint = page.locator("#complaints li")
        for _ in range(PATIENCE):  # the rules never end: after some time the worker is
            page.clock.run_for(10_000)
            if complaint.count():
                break
            page.wait_for_timeout(200)
        expect(complaint).to_contain_text("Perhaps a loop never ends")


# Without a network


def test_the_site_works_without_a_network(
    visit: Page, site: str, server: ThreadingHTTPServer
) -> None:
    """The last test of this file: its server ends here."""
    visit.wait_for_selector("html[data-offline]")
    server.shutdown()
    server.server_close()
    visit.context.set_offline(True)
    before = len(Quiet.asked)
    visit.goto(site)
    expect(visit.locator(".card").first).to_be_visible(timeout=1000 * PATIENCE)
    expect(visit.locator(".card[data-game='nim.py']")).to_be_visible()
    play_noughts(visit, site)
    assert len(Quiet.asked) == before


def test_the_modules_that_a_tab_imports_ahead_exist() -> None:
    assert [name for name in AHEAD if find_spec(name) is None] == []
