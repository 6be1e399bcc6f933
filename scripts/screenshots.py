"""Take screenshots of all games on their pages, narrow and wide, light and dark, into a folder.

    .venv/bin/python scripts/screenshots.py FOLDER [NAME ...]

Each game is shown a few moves after its start. Besides one file for each picture, the folder gets
contact sheets: `sheet-1440-light-1.png` and so on. `pictures.py` takes the pictures of the
documentation.
"""

from __future__ import annotations

import io
import random
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

import chromium
from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

import kibitz

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kibitz import Match

HOME = Path(__file__).resolve().parent.parent
SIZES = ((360, 740), (1440, 900))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SETTLED = 1500  # milliseconds for the first opinion and the last motion
MADE = 4  # moves before a screenshot
ON_SHEET = {360: (8, 0.5), 1440: (3, 0.45)}  # columns of a contact sheet, and its scale
ROWS = 4
VARIANTS = ("noughts:oldest", "peg:triangle", "four:rows=6,columns=7")  # that look different


def shots(
    addresses: Mapping[str, str], *games: str, settled: int = SETTLED
) -> Iterator[tuple[str, int, str, Image.Image]]:
    """Yield name, width, theme and screenshot of each address, served with these game files."""
    sys.path.insert(0, str(HOME))
    from tests.support.serving import serving  # the server of the tests

    with (
        tempfile.TemporaryDirectory() as tables,
        serving(Path(tables), *games) as server,
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
                for name, address in addresses.items():
                    page = context.new_page()
                    page.goto(server + address)
                    page.wait_for_selector("html[data-ready]")
                    page.wait_for_timeout(settled)
                    with Image.open(io.BytesIO(page.screenshot())) as shot:
                        yield name, width, theme, shot.convert("RGB")
                    page.close()
                context.close()
        browser.close()


def match_of(name: str) -> Match:
    """Return a match of a game a few moves after its start, the same in every run."""
    match, chosen = kibitz.Match(name), random.Random(name)
    for _ in range(MADE):
        going = [move for move in match.position.moves if not match.position.play(move).is_over]
        if not going:
            break
        match.play(str(chosen.choice(going)))
    return match


def quoted(link: str) -> str:
    """Return a link as the fragment of an address."""
    return quote(link, safe=";:,+-.=")


def sheets(folder: Path, width: int, theme: str, names: list[str]) -> Iterator[Path]:
    """Write the contact sheets of a size and a theme."""
    columns, scale = ON_SHEET[width]
    for number in range(0, len(names), columns * ROWS):
        here = names[number : number + columns * ROWS]
        small: list[Image.Image] = []
        for name in here:
            with Image.open(folder / f"{name}-{width}-{theme}.png") as shot:
                size = (round(shot.width * scale), round(shot.height * scale))
                small.append(shot.resize(size, Image.Resampling.LANCZOS))
        wide, high = small[0].width + 8, small[0].height + 24
        rows = -(-len(here) // columns)
        sheet = Image.new("RGB", (columns * wide, rows * high), "white")
        pen = ImageDraw.Draw(sheet)
        for at, (name, shot) in enumerate(zip(here, small, strict=True)):
            x, y = at % columns * wide, at // columns * high
            pen.text((x + 4, y + 4), name, fill="black")
            sheet.paste(shot, (x, y + 20))
        file = folder / f"sheet-{width}-{theme}-{number // (columns * ROWS) + 1}.png"
        sheet.save(file)
        yield file


def main(arguments: list[str]) -> int:
    """Take the screenshots of these games, of all if none is named."""
    from kibitz.games import shipped_games
    from kibitz.games.registry import BUILT_IN

    if not arguments:
        print("usage: screenshots.py FOLDER [NAME ...]", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    names = arguments[1:] or [*BUILT_IN, *VARIANTS, *shipped_games.names()]
    addresses = {file_name(name): f"/play#{quoted(match_of(name).link)}" for name in names}
    for name, width, theme, shot in shots(addresses):
        shot.save(folder / f"{name}-{width}-{theme}.png")
    for width, _ in SIZES:
        for theme in THEMES:
            for file in sheets(folder, width, theme, list(addresses)):
                print(file)
    return 0


def file_name(name: str) -> str:
    """Return a name for the files of a game."""
    return re.sub(r"[^a-z0-9_]+", "-", name.lower())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
