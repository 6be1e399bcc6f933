"""Draw the icons of the page from `icon.svg`, and `preview.png`, the picture of a shared link.

    .venv/bin/python scripts/icons.py

A telephone cuts its own shape out of an icon, so each has the ground of the page around it.
"""

from __future__ import annotations

import io
from base64 import b64encode
from pathlib import Path

import chromium
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import kibitz

PAGE = Path(__file__).resolve().parent.parent / "src" / "kibitz" / "web" / "page" / "icons"
SIZES = (180, 192, 512)
GROUND = "#f5f1e8"
SHARE = 0.76  # of the width, so that a round shape cuts nothing off
PREVIEW = (1200, 630)  # the size that messengers and networks show
GAMES = {
    "four:rows=6,columns=7": "f4 f3 e4 f5 f6 d4 e5 e3 d3",
    "peg": "",
    "lockout": "",
}  # and moves
STYLE = """
@font-face{font-family:Commissioner;font-weight:400 700;src:url(data:font/woff2;base64,FONT)}
body{margin:0;background:#f5f1e8;color:#1d2528;font-family:Commissioner;
  display:grid;grid-template-rows:auto 1fr;height:100vh;box-sizing:border-box;padding:52px 60px}
header{display:flex;align-items:center;gap:28px} header svg{width:92px;height:92px}
h1{margin:0;font-size:62px;line-height:1} p{margin:6px 0 0;font-size:30px;color:#566164}
main{display:grid;grid-template-columns:repeat(3,1fr);gap:44px;align-items:center}
main svg{width:100%;height:370px}
"""


def main() -> None:
    """Write every icon, and the preview."""
    drawing = (PAGE / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.program(), args=chromium.FLAGS
        )
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0;background:{GROUND};display:grid;place-items:center;"
                f"height:100vh}}svg{{width:{SHARE:.0%};height:auto}}</style>{drawing}"
            )
            page.screenshot(path=PAGE / f"icon-{size}.png")
            page.close()
        write_preview(browser, drawing)
        browser.close()


def write_preview(browser: Browser, icon: str) -> None:
    """Write a picture of three games with the name of the project."""
    font = b64encode((PAGE.parent / "fonts" / "commissioner-latin.woff2").read_bytes()).decode()
    boards = []
    for name, moves in GAMES.items():
        match = kibitz.Match(name)
        for move in moves.split():
            match.play(move)
        boards.append(str(kibitz.picture(name, match.position)))
    page = browser.new_page(viewport={"width": PREVIEW[0], "height": PREVIEW[1]})
    page.set_content(
        f"<style>{STYLE.replace('FONT', font)}</style><header>{icon}<div><h1>Kibitz</h1>"
        f"<p>Small games, and the kibitzer who knows how they end</p></div></header>"
        f"<main>{''.join(boards)}</main>"
    )
    page.evaluate("document.fonts.ready")
    shot = Image.open(io.BytesIO(page.screenshot()))
    shot.convert("RGB").quantize(160).save(PAGE / "preview.png", optimize=True)
    page.close()


if __name__ == "__main__":
    main()
