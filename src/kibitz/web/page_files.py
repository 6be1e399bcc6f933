"""Files of the page, as they are in the package."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

PAGE = files("kibitz.web") / "page"


def page_files() -> Iterator[tuple[str, Traversable]]:
    """Yield every file of the page with its path, such as `styles/base.css`."""
    for folder in PAGE.iterdir():
        if folder.is_dir():
            for file in folder.iterdir():
                yield f"{folder.name}/{file.name}", file
