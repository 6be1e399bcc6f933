"""Static site: a folder of files that any static web server can serve.

It holds the pages, Kibitz itself as an archive, Python for the browser, games in files, and
prepared answers to the first questions of the page. All addresses are relative.
"""

import gzip
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

from kibitz.games import shipped_games
from kibitz.games.collection import Collection
from kibitz.language.errors import KibitzError
from kibitz.web.page_files import PAGE, page_files, with_address
from kibitz.web.site.browser_policy import IN_TAB
from kibitz.web.site.compiled_games import CODE, INDEX, compiled_games, compiled_names
from kibitz.web.site.prepared_answers import prepared
from kibitz.web.site.pyodide_backend import GAMES, ORDER
from kibitz.web.site.pyodide_runtime import VERSION, runtime
from kibitz.web.site.site_packing import SUFFIX, packed_zip

PAGES = {
    "pages/start.html": "index.html",
    "pages/play.html": "play.html",
    "write/write.html": "write.html",
}
ONLY_SERVED = {
    "transport/server.js",
    *("pages/not_found.html", "pages/not_found.js"),
    *("pages/access_code.html", "pages/access_code.js"),
}
TRANSPORT_MODULE = "page/transport/transport.js"
TRANSPORT = """export {{ site as transport }} from "./site.js";

export const PLAY = "play.html";
export const SERVED = false;
export const PYTHON = "{python}";
"""
ANSWERS, PYTHON = "answers", "python"  # folders
OFFLINE = "offline.js"
SERVICE_WORKER = f"transport/{OFFLINE}"
HERE = "./"
FILES = re.compile(r"^const FILES = (\[.*\]);$", re.MULTILINE)
ARCHIVE = f"kibitz{SUFFIX}"
# Not needed in a browser: other front ends, and features of compiled rules.
LEFT_OUT = {"page", "cli", "classics", "adapters", "judge", "examples"}
LEFT_OUT |= {"gpu", "shards"}
COMPRESSED = (SUFFIX, ".png", ".woff2")  # already compressed
KINDS = (".py", ".mo", ".table", ".book", ".json", ".svg")
# Links in the text of a page, to the game page and to the editor.
LINKS = (('href="play#', 'href="play.html#'), ('href="tab/write.html', 'href="write.html'))
FOOT = re.compile(r"<footer>.*?</footer>\n?", re.DOTALL)  # link to the API of a server


def write_site(
    folder: str,
    games: Collection,
    compiled: Iterable[str] | None = None,
    address: str = "",
) -> dict[str, bytes]:
    """Write a site to a folder; return its files. `address` is where it will be published.

    A folder with other files is refused. An existing site is replaced; files that only the old one
    had are removed. `compiled` are the games to compile, else all that the start page offers.
    """
    there = os.listdir(folder) if os.path.isdir(folder) else []
    if there and ARCHIVE not in there:
        raise KibitzError("{folder} is not empty, and no site is in it", folder=folder)
    before = kept_files(folder)
    made = site_files(games, compiled, address)
    for name, content in made.items():
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    for name in before - made.keys():
        with suppress(OSError):  # it is gone already, or is harmless
            os.remove(os.path.join(folder, *name.split("/")))
    return made


def kept_files(folder: str) -> set[str]:
    """Return the files of the site in a folder, as listed in its service worker."""
    try:
        with open(os.path.join(folder, OFFLINE), encoding="utf-8") as file:
            found = FILES.search(file.read())
        names = json.loads(found[1]) if found else []
    except (OSError, ValueError):  # no service worker, or not of Kibitz
        return set()
    ours = {name for name in names if isinstance(name, str) and name != HERE}
    return {name for name in ours if ".." not in name.split("/")}


def sent(made: Mapping[str, bytes]) -> int:
    """Return the transfer size of all files with gzip."""
    return sum(
        len(content) if name.endswith(COMPRESSED) else len(gzip.compress(content))
        for name, content in made.items()
    )


def site_files(
    games: Collection,
    compiled: Iterable[str] | None = None,
    address: str = "",
    prepared_for: Iterable[str] | None = None,
) -> dict[str, bytes]:
    """Return the files of a site by their addresses, in the order of writing.

    `prepared_for` are the games with prepared answers, else all that the start page offers.
    """
    python = runtime()  # before the rest takes long
    index, code = compiled_games(games, compiled_names(games) if compiled is None else compiled)
    made = {ARCHIVE: archive(games, index)}  # first: it marks a folder that may be overwritten
    made |= in_folder(CODE, code)
    made |= in_folder(PYTHON, python)
    made |= files_of_pages(version_of(made[ARCHIVE]), address)
    made |= in_folder(ANSWERS, prepared(games, prepared_for))
    made[OFFLINE] = offline(made)  # last: browsers detect a new version by it
    return made


def in_folder(folder: str, made: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files with a folder in front of their names."""
    return {f"{folder}/{name}": content for name, content in made.items()}


def version_of(packed: bytes) -> str:
    """Return the version of the runtime and of an archive of Kibitz."""
    return f"{VERSION} {blake2b(packed, digest_size=9).hexdigest()}"


# The pages


def files_of_pages(python: str, address: str = "") -> dict[str, bytes]:
    """Return the pages and their assets; `python` is the version of Kibitz and the runtime."""
    source = dict(page_files())
    folder = f"{address.removesuffix('/')}/" if address else ""
    pages = {to: with_address(source[name].decode(), folder) for name, to in PAGES.items()}
    made = {to: without_server(text) for to, text in pages.items()}
    for name, content in source.items():
        if name not in ONLY_SERVED and name not in PAGES and name != SERVICE_WORKER:
            made[f"page/{name}"] = content
    return made | {TRANSPORT_MODULE: TRANSPORT.format(python=python).encode()}


def without_server(html: str) -> bytes:
    """Return a page with the content security policy as a meta element."""
    policy = IN_TAB.partition("; frame-ancestors")[0]
    charset = '<meta charset="utf-8">\n'
    meta = f'{charset}<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    for served, here in LINKS:
        html = html.replace(served, here)
    return FOOT.sub("", html.replace(charset, meta)).encode()


def offline(made: Mapping[str, bytes], *, home: bool = True) -> bytes:
    """Return the service worker that caches these files; it changes if one of them does.

    `home` is whether there is a start page.
    """
    whole = blake2b(digest_size=9)
    for name in sorted(made):
        whole.update(name.encode() + b"\n" + blake2b(made[name]).digest())
    names = json.dumps([*[HERE] * home, *sorted(made)])
    head = f'const VERSION = "{whole.hexdigest()}";\nconst FILES = {names};\n'
    return head.encode() + (PAGE / SERVICE_WORKER).read_bytes()


# Kibitz itself


def archive(games: Collection, index: Mapping[str, str]) -> bytes:
    """Return Kibitz, the files of games and the index of compiled code, packed."""
    held = {**dict(sources(files("kibitz"), "kibitz")), f"{GAMES}/": b""}
    for name, text in shipped_games.texts():
        held[f"kibitz/examples/{name}.py"] = text.encode()
    for called, path in games.files.items():
        with open(path, "rb") as file:
            held[f"{GAMES}/{called}"] = file.read()
    held[INDEX] = json.dumps(index).encode()
    return packed_zip({**held, ORDER: json.dumps([*games.files]).encode()})


def sources(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the package that the backend needs."""
    for one in folder.iterdir():
        if one.is_dir():
            if one.name not in LEFT_OUT:
                yield from sources(one, f"{path}/{one.name}")
        elif one.name.endswith(KINDS):
            yield f"{path}/{one.name}", one.read_bytes()
