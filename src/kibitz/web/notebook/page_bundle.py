"""Modules and styles of the page as one JavaScript module, for a widget in a notebook.

There is no build step: the text is made from the files of the page when it is asked for. Each
module becomes a function that returns its exports, so names of two modules do not clash. All of
them are called anew for every widget, so that each has a page of its own.
"""

import json
import re
from functools import cache
from posixpath import dirname, join, normpath

from kibitz.web.page_files import page_files

ENTRY = "notebook/notebook_board.js"
HTML = "pages/play.html"
STYLES = ("base", "inks", "board", "game_page", "panels", "move_lists", "notebook")

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function\*?) ([\w$]+))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
# A shadow root has no :root and loads no fonts.
ROOT = re.compile(r":root((?:\[[^\]]*\]|:not\([^)]*\))*)")
FONT = re.compile(r"@font-face \{[^}]*\}\n*")


class UnknownForm(ValueError):
    """A module of the page that cannot be bundled."""


@cache
def widget_module() -> str:
    """Return the text of the module that anywidget loads: its default export has `render`."""
    files = {path: content.decode() for path, content in page_files() if is_text(path)}
    page = {"html": files[HTML], "css": "\n".join(in_shadow(files[css(one)]) for one in STYLES)}
    return (
        f"const page = {json.dumps(page)};\n"
        f"function start() {{\n{bundle(files, ENTRY)}}}\n"
        "export default { render: (where) => start().render(where, page) };\n"
    )


def is_text(path: str) -> bool:
    """Return whether a file of the page is a module, a style sheet or a document."""
    return path.endswith((".js", ".css", ".html"))


def css(name: str) -> str:
    """Return the path of a style sheet."""
    return f"styles/{name}.css"


def in_shadow(styles: str) -> str:
    """Return a style sheet of the page for a shadow root."""

    def host(found: re.Match[str]) -> str:
        return f":host({found[1]})" if found[1] else ":host"

    return ROOT.sub(host, FONT.sub("", styles))


def bundle(files: dict[str, str], entry: str) -> str:
    """Return statements that run a module after all that it imports, and return its exports."""
    parts = ["const modules = {};\n"]
    order: list[str] = []
    visit(files, entry, (), order)
    parts += (wrapped(path, files[path]) for path in order)
    return "".join([*parts, f"return modules[{json.dumps(entry)}];\n"])


def visit(files: dict[str, str], path: str, above: tuple[str, ...], order: list[str]) -> None:
    """Append a module to the order, after all that it imports."""
    if path in above:
        raise UnknownForm(f"modules import each other: {' '.join((*above, path))}")
    if path in order:
        return
    for _, address in IMPORT.findall(files[path]):
        visit(files, resolved(path, address), (*above, path), order)
    order.append(path)


def resolved(path: str, address: str) -> str:
    """Return the path of a module that another one imports."""
    return normpath(join(dirname(path), address))


def wrapped(path: str, text: str) -> str:
    """Return a module as the call of a function that returns its exports."""

    def taken(found: re.Match[str]) -> str:
        names = found[1].replace(" as ", ": ")
        return f"const {{{names}}} = modules[{json.dumps(resolved(path, found[2]))}];\n"

    names = EXPORT.findall(text)
    body = EXPORT.sub("", IMPORT.sub(taken, text))
    if left := LEFT.search(body):
        raise UnknownForm(f"{path}: this cannot be bundled: {left[0]}")
    return (
        f"modules[{json.dumps(path)}] = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n"
    )
