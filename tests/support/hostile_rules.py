"""Rules of a game that try to reach the site from the visitor's browser, in every way there is."""

from __future__ import annotations

from kibitz.games.shipped_games import first_game

STOLEN = "stolen"  # the beginning of every address that the rules ask for

# Each attempt is an expression. What it raises or returns is collected; a promise is started, and
# its end is sent to the page as a message of its own.
ATTEMPTS = """
import js
from pyodide.code import run_js
from pyodide.ffi import to_js

SITE = "{site}"
found = []


def options(**items):
    return to_js(items, dict_converter=js.Object.fromEntries)


def worker_of(text):
    return js.Worker.new(js.URL.createObjectURL(js.Blob.new(to_js([text]))))


def synchronously(name):
    request = js.XMLHttpRequest.new()
    request.open("GET", SITE + name, False)
    request.send()
    return request.status


def sent_by(channel):
    channel.postMessage("stolen")
    return channel.name


def library(path):
    from pyodide.http import open_url

    return open_url(path)


def package(address):
    import pyodide_js

    pyodide_js.loadPackage(address)  # its promise is always kept


def script(text):
    return js.importScripts(js.URL.createObjectURL(js.Blob.new(to_js([text]))))


def attempt(name, work):
    try:
        done = work()
    except BaseException as error:
        found.append(f"{{name}}: refused")
    else:
        found.append(f"{{name}}: returned")
        if hasattr(done, "then"):
            done.then(
                lambda _: js.postMessage(options(attempt=name, done=True)),
                lambda _: js.postMessage(options(attempt=name, done=False)),
            )


FETCH = "fetch('" + SITE + "stolen-NAME').then(() => postMessage(1))"
attempt("fetch", lambda: js.fetch(SITE + "stolen-fetch", options(credentials="include")))
attempt("post", lambda: js.fetch(SITE + "stolen-post", options(method="POST", body="x")))
attempt("request", lambda: synchronously("stolen-request"))
attempt("library", lambda: library(SITE + "stolen-library"))
attempt("databases", lambda: js.indexedDB.databases())
attempt("database", lambda: js.indexedDB.open("kibitz own files " + SITE))
attempt("caches", lambda: js.caches.keys())
attempt("files", lambda: js.navigator.storage.getDirectory())
attempt("importScripts", lambda: js.importScripts(SITE + "stolen-import"))
attempt("worker", lambda: js.Worker.new(SITE + "stolen-worker.js"))
attempt("package", lambda: package(SITE + "stolen-package.whl"))
attempt("eval", lambda: js.eval("1"))
attempt("run_js", lambda: run_js("1"))
attempt("function", lambda: js.Function.new("return 1")())
attempt("channel", lambda: sent_by(js.BroadcastChannel.new("kibitz")))
attempt("socket", lambda: js.WebSocket.new(SITE.replace("http", "ws") + "stolen-socket"))
attempt("events", lambda: js.EventSource.new(SITE + "stolen-events"))
attempt("nested", lambda: worker_of(FETCH.replace("NAME", "nested")))
attempt("script", lambda: script(FETCH.replace("NAME", "script")))
attempt("snapshot", lambda: js.postMessage(options(snapshot=js.Uint8Array.new(9))))
attempt("table", lambda: js.postMessage(options(wants="noughts")))
"""
# What must not even begin. Others begin, and end in nothing.
REFUSED = (
    *("request", "library", "database", "caches", "files"),
    *("importScripts", "eval", "run_js", "function"),
)
LAST = "raise ValueError(' '.join(found).replace(': ', ':'))\n"


def hostile_rules(site: str) -> str:
    """Return such rules, whose error lists how every attempt ended."""
    return first_game() + ATTEMPTS.format(site=site) + LAST
