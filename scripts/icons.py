"""Draws the icons of the page, `icon-180.png` and so on, from `icon.svg`: run it after changing it.

    .venv/bin/python scripts/icons.py

A telephone cuts its own shape out of an icon, so each has the ground of the page around it.
"""

from __future__ import annotations

from pathlib import Path

import chromium
from playwright.sync_api import sync_playwright

PAGE = Path(__file__).resolve().parent.parent / "src" / "kibitz" / "web" / "page" / "icons"
SIZES = (180, 192, 512)
GROUND = "#f5f1e8"
SHARE = 0.76  # of the width, so that a round shape cuts nothing off


def main() -> None:
    """Write every icon."""
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
        browser.close()


if __name__ == "__main__":
    main()
