"""Files of the page: those in the package, and the style sheet of the inks."""

from collections.abc import Iterator
from importlib.resources import files

from kibitz.drawing.inks import style_of_page

PAGE = files("kibitz.web") / "page"


def page_files() -> Iterator[tuple[str, bytes]]:
    """Yield the path of every file of the page, such as `styles/base.css`, and its content."""
    yield "styles/inks.css", style_of_page().encode()
    for folder in PAGE.iterdir():
        if folder.is_dir():
            for file in folder.iterdir():
                yield f"{folder.name}/{file.name}", file.read_bytes()
