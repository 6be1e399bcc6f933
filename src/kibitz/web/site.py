"""A page that needs no server: a folder of files that any static server can give.

It holds the pages, Kibitz itself as an archive, Python for the browser, games in files, and what
the page asks first, answered. Everything is reached by relative addresses.
"""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from hashlib import blake2b
from importlib.resources import files

from kibitz.play.language import LANGUAGES
from kibitz.rules.errors import KibitzError
from kibitz.web.answering import answer
from kibitz.web.app_state import AppState
from kibitz.web.guard import POLICY
from kibitz.web.inside import GAMES, ORDER
from kibitz.web.runtime import runtime
from kibitz.web.views import all_families
from kibitz.web.words import language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable
    from typing import Any

    from kibitz.play.collection import Collection

PAGES = {"start.html": "index.html", "play.html": "play.html"}
ONLY_SERVED = {"api.html", "api.js", "api.css", "nothing.html", "nothing.js", "server.js"}
TRANSPORT = """export { site as transport } from "./site.js";

export const PLAY = "play.html";
"""
OFFLINE = "offline.js"
ARCHIVE = "kibitz.zip"
# What nobody asks for in a browser: other faces, and what only compiled rules can do.
LEFT_OUT = {"page", "cli", "classics", "adapters", "conformance", "examples", "gpu", "shards"}
KINDS = (".py", ".mo", ".table")
PLAYERS = ";players+human+perfect"  # of a match, in its text
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # in the archive, so that the same Kibitz is the same file
FOOT = re.compile(r"<footer>.*?</footer>\n?", re.DOTALL)  # leads to the interface of a server


def write_site(folder: str, games: Collection, cache: str = "") -> dict[str, int]:
    """Write a site to a folder; return the sizes of its files.

    A folder with something else in it is refused. One with a site gets the new one.
    """
    there = os.listdir(folder) if os.path.isdir(folder) else []
    if there and ARCHIVE not in there:
        raise KibitzError("{folder} is not empty, and no site is in it", folder=folder)
    made = site_files(games, cache)
    for name, content in made.items():
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    return {name: len(content) for name, content in made.items()}


def site_files(games: Collection, cache: str = "") -> dict[str, bytes]:
    """Return the files of a site by their addresses, in the order they are written in."""
    made = {ARCHIVE: archive(games)}  # first: a folder that has it may be written to again
    made |= {f"python/{name}": content for name, content in runtime(cache).items()}
    made |= page_files()
    for code in LANGUAGES:
        made[f"answers/{code}.json"] = json.dumps(
            first_answers(games, code), ensure_ascii=False, separators=(",", ":")
        ).encode()
    made[OFFLINE] = offline(made)  # last: by it browsers see that there is something new
    return made


# The pages


def page_files() -> dict[str, bytes]:
    """Return the pages and what they are made of."""
    source = {file.name: file.read_bytes() for file in (files("kibitz.web") / "page").iterdir()}
    made = {to: without_server(source[name].decode()) for name, to in PAGES.items()}
    for name, content in source.items():
        if name not in ONLY_SERVED and name not in PAGES and name != OFFLINE:
            made[f"page/{name}"] = content
    return made | {"page/transport.js": TRANSPORT.encode()}


def without_server(html: str) -> bytes:
    """Return a page with the policy that a server would send as a header."""
    policy = POLICY.partition("; frame-ancestors")[0] + "; worker-src 'self'"
    charset = '<meta charset="utf-8">\n'
    meta = f'{charset}<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    return FOOT.sub("", html.replace(charset, meta)).encode()


def offline(made: Mapping[str, bytes]) -> bytes:
    """Return the service worker that keeps these files; it differs if one of them does."""
    whole = blake2b(digest_size=9)
    for name in sorted(made):
        whole.update(name.encode() + b"\n" + blake2b(made[name]).digest())
    names = json.dumps(["./", *sorted(made)])
    head = f'const VERSION = "{whole.hexdigest()}";\nconst FILES = {names};\n'
    return head.encode() + (files("kibitz.web") / "page" / OFFLINE).read_bytes()


# Kibitz itself


def archive(games: Collection) -> bytes:
    """Return Kibitz and the files of games, packed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:

        def add(name: str, content: bytes) -> None:
            about = zipfile.ZipInfo(name, LONG_AGO)
            about.compress_type = zipfile.ZIP_DEFLATED
            into.writestr(about, content)

        for name, content in sorted(sources(files("kibitz"), "kibitz")):
            add(name, content)
        for called, path in games.files.items():
            with open(path, "rb") as file:
                add(f"{GAMES}/{called}", file.read())
        add(f"{GAMES}/", b"")
        add(ORDER, json.dumps([*games.files]).encode())
    return packed.getvalue()


def sources(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the package that answering needs."""
    for one in folder.iterdir():
        if one.is_dir():
            if one.name not in LEFT_OUT:
                yield from sources(one, f"{path}/{one.name}")
        elif one.name.endswith(KINDS):
            yield f"{path}/{one.name}", one.read_bytes()


# What is asked first


def first_answers(games: Collection, code: str) -> dict[str, list[dict[str, Any]]]:
    """Return what the page asks before Python is ready, answered: the first parts, by question."""
    state = AppState(games=games)
    return {
        key_of(question, details): [first_part(state, question, code, details)]
        for question, details in first_questions(state, code)
    }


def first_questions(state: AppState, code: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield what the start page asks, and what the game page asks at the start of each game."""
    yield "games", {}
    yield "words", {"code": code}
    for family in all_families(state.games, language(code)):
        players = ("", PLAYERS) if family["board"]["players"] else ("",)
        for name in {one["example"]: None for one in family["variants"] if one["example"]}:
            yield "about", {"name": name}
            for seated in players:
                yield "match", {"match": f"kibitz+{name}{seated}"}


def first_part(
    state: AppState, question: str, code: str, details: Mapping[str, object]
) -> dict[str, Any]:
    """Return the first part of an answer as the page takes it."""
    status, kind, body = next(iter(answer(state, question, code, details)))
    return {"status": status, "kind": kind, "text": body.decode()}


def key_of(question: str, details: Mapping[str, object]) -> str:
    """Return what `page/site.js` finds an answer by."""
    told = [question, dict(sorted(details.items()))]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
