"""Take pictures of every game on its page, narrow and wide, light and dark: docs/pictures/*.webp.

    .venv/bin/python scripts/pictures.py [NAME ...]

Without names all of them are taken; `start` is the page that all games are on.
"""

from __future__ import annotations

import sys

from screenshots import HOME, shots

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
QUALITY = 78


def main(names: list[str]) -> int:
    """Take the pictures of these games, of all if there are none."""
    own = [str(HOME / "examples" / f"{name}.py") for name in OWN]
    chosen = {name: GAMES[name] for name in names or GAMES}
    for name, width, theme, shot in shots(chosen, *own):
        file = HOME / "docs" / "pictures" / f"{name}-{width}-{theme}.webp"
        shot.save(file, quality=QUALITY, method=6)
        print(file.relative_to(HOME), file.stat().st_size)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
