"""Files of the page: those in the package, and those made here from what the middle declares.

The heads of all pages have the same lines, which are added here. A page itself has its title, its
description, its own style sheets and its module.
"""

import json
import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files

import kibitz.web.page_words  # noqa: F401  # it declares a question
from kibitz.drawing.inks import style_of_page
from kibitz.games.shipped_games import first_game
from kibitz.questions.answering import QUESTIONS

PAGE = files("kibitz.web") / "page"
FIRST_GAME = "write/first_game.txt"  # what the editor begins with
PREVIEW = '<meta property="og:image" content="'  # followed by an address relative to the page
TITLE = re.compile(r"<title data-t>(.*?)</title>")
DESCRIPTION = re.compile(r'(<meta name="description" data-t-content="([^"]*)")')
OWN_TITLE = '<meta property="og:title"'  # of a page whose preview has another title
HEAD = f"""<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="og:description" content="{{words}}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Kibitz">
{PREVIEW}{{page}}icons/preview.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="A peg solitaire board, Connect Four and Lunar Lockout">
<meta name="twitter:card" content="summary_large_image">
<link rel="preload" href="{{page}}fonts/commissioner-latin.woff2" as="font" type="font/woff2"
 crossorigin>
<link rel="icon" href="{{page}}icons/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="{{page}}icons/icon-180.png">
<link rel="manifest" href="{{page}}icons/kibitz.webmanifest">
<link rel="stylesheet" href="{{page}}styles/base.css">
<script src="{{page}}core/theme.js"></script>
"""


def with_head(html: str) -> str:
    """Return a page with the lines that the heads of all pages have."""
    title, description = TITLE.search(html), DESCRIPTION.search(html)
    assert title is not None
    assert description is not None
    page = "/page/" if 'src="/page/' in html else "page/"  # where its files are
    head = HEAD.format(page=page, words=description[2])
    if OWN_TITLE not in html:
        head += f'{OWN_TITLE} content="{title[1]}">\n'
    html = DESCRIPTION.sub(r'\1 content="\2"', html)
    return html.replace("<head>\n", head, 1)


def with_address(html: str, address: str) -> str:
    """Return a page whose preview picture has an absolute address, as programs that read it need.

    `address` is that of the folder of the page, with a slash at its end.
    """
    return html.replace(PREVIEW, PREVIEW + escape(address))


def question_module() -> str:
    """Return the module with the addresses of the questions, and those answered in parts."""
    addresses = {one.name: f"{one.method} {one.path[1:]}" for one in QUESTIONS.values()}
    in_parts = [one.name for one in QUESTIONS.values() if one.in_parts]
    return (
        f"export const ADDRESSES = {json.dumps(addresses, indent=2)};\n"
        f"export const IN_PARTS = new Set({json.dumps(in_parts)});\n"
    )


def page_files() -> Iterator[tuple[str, bytes]]:
    """Yield the path of every file of the page, such as `styles/base.css`, and its content."""
    yield "styles/inks.css", style_of_page().encode()
    yield "transport/questions.js", question_module().encode()
    yield FIRST_GAME, first_game().encode()
    for folder in PAGE.iterdir():
        if folder.is_dir():
            for file in folder.iterdir():
                if file.name.endswith(".d.ts"):
                    continue
                content = file.read_bytes()
                if file.name.endswith(".html"):
                    content = with_head(content.decode()).encode()
                yield f"{folder.name}/{file.name}", content
