"""Files of the page: those in the package, the style sheet of the inks, and a first game."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from kibitz.catalogue.shipped_games import first_game
from kibitz.drawing.inks import style_of_page

PAGE = files("kibitz.web") / "page"
FIRST_GAME = "write/first_game.txt"  # what the editor begins with
PREVIEW = '<meta property="og:image" content="'  # followed by an address relative to the page


def with_address(html: str, address: str) -> str:
    """Return a page whose preview picture has an absolute address, as programs that read it need.

    `address` is that of the folder of the page, with a slash at its end.
    """
    return html.replace(PREVIEW, PREVIEW + escape(address))


def page_files() -> Iterator[tuple[str, bytes]]:
    """Yield the path of every file of the page, such as `styles/base.css`, and its content."""
    yield "styles/inks.css", style_of_page().encode()
    yield FIRST_GAME, first_game().encode()
    for folder in PAGE.iterdir():
        if folder.is_dir():
            for file in folder.iterdir():
                if file.name.endswith(".d.ts"):
                    continue
                yield f"{folder.name}/{file.name}", file.read_bytes()
