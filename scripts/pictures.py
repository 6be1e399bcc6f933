"""Take pictures of every game on its page, narrow and wide, light and dark: docs/pictures/*.webp.

    .venv/bin/python scripts/pictures.py [NAME ...]

Without names all of them are taken; `start` is the page that all games are on.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Literal

import chromium
from PIL import Image
from playwright.sync_api import sync_playwright

HOME = Path(__file__).parent.parent
OWN = ("klotski", "mens_morris")  # games in files, from the examples
GAMES = {
    "start": "/",
    "noughts": "/play#kibitz+noughts;moves+b2+a1+c3",
    "oldest": "/play#kibitz+noughts:oldest;moves+b2+a1+c3+a3+a2+c2",
    "lgame": "/play#kibitz+lgame;moves+a2a3a4b4,a1-b1",
    "lockout": "/play#kibitz+lockout;moves+P-r",
    "english": "/play#kibitz+peg:english;moves+F4U+E2R+G3U+D3D+E5L",
    "triangle": "/play#kibitz+peg:triangle;moves+3-12+0-3",
    "klotski": "/play#kibitz+klotski.py",
    "morris": "/play#kibitz+mens_morris.py:men=3;moves+b2+a1",
}
SIZES = ((360, 760), (1440, 900))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SETTLED = 1500  # milliseconds for the first opinion and the last motion
QUALITY = 78


def main(names: list[str]) -> int:
    """Take the pictures of these games, of all if there are none."""
    sys.path.insert(0, str(HOME))
    from tests.support.serving import serving  # the server of the tests

    own = [str(HOME / "examples" / f"{name}.py") for name in OWN]
    with (
        tempfile.TemporaryDirectory() as tables,
        serving(Path(tables), *own) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=chromium.program(), args=chromium.FLAGS
        )
        for width, height in SIZES:
            for theme in THEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    reduced_motion="reduce",
                    locale="en",
                )
                for name in names or GAMES:
                    page = context.new_page()
                    page.goto(address + GAMES[name])
                    page.wait_for_selector("html[data-ready]")
                    page.wait_for_timeout(SETTLED)
                    file = HOME / "docs" / "pictures" / f"{name}-{width}-{theme}.webp"
                    with Image.open(io.BytesIO(page.screenshot())) as shot:
                        shot.save(file, quality=QUALITY, method=6)
                    page.close()
                    print(file.relative_to(HOME), file.stat().st_size)
                context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
