"""Draw every board, cell, piece and colour of appearances: docs/pictures/gallery/*.svg.

    .venv/bin/python scripts/gallery.py

`docs/adding-a-game.md` shows the pictures. A test fails if they are not those of the sources.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from kibitz import Appearance, Board, OwnGame, Rules
from kibitz.drawing.inks import paint, style_of_picture
from kibitz.drawing.picture import picture
from kibitz.rules.appearance import BOARDS, CELLS, COLOURS, PIECES

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "gallery"
COLUMNS = 6
WIDE, HIGH, NAME = 120, 96, 26
# Words after the form of a piece, where it needs a number or a side to be itself.
MORE = {
    "slab": " 3", "pancake": " 3", "tile": " 8", "number": " 5", "seeds": " 5", "person": " blue 5",
    "line": " first", "worker": " blue", "man": " first", "stone": " second", "pawn": " white",
    "knight": " black", "king": " white", "queen": " black", "sticker": " green", "racer": " red",
    "missionary": " blue", "cannibal": " brown", "disc": " red", "car": " blue", "block": " orange",
    "wolf": " grey", "goat": " white", "cabbage": " green", "farmer": " blue", "bishop": " white",
    "counter": " teal A",
}  # fmt: skip
PLACES: dict[str, list[tuple[float, ...]]] = {
    "hexagon": [(0, 0), (1, 0), (0.5, 3**0.5 / 2), (1.5, 3**0.5 / 2)],
    "triangle": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "line": [(0, 0, 1.5, 0), (0, 0, 0, 1), (1.5, 0, 1.5, 1), (0, 1, 1.5, 1)],
    "pole": [(0, 0), (2.7, 0), (0, 0.5), (2.7, 0.5)],
    "layer": [(0, 0), (0, 0.5), (0, 1), (0, 1.5)],
}
ON = {"line": "line first", "pole": "slab 3", "layer": "pancake 3", "pocket": "seeds 3"}
ON |= {"leaf": "sticker green", "corner": "sticker green"}
ON |= {"lamp": "lit", "hole": "disc red", "triangle": "sticker green", "point": "man first"}


def board_of(appearance: Appearance, signs: str, rows: int, *, joined: bool = False) -> str:
    """Draw a board with these signs on its cells."""
    rules = Rules(aim="win", start=0, moves=lambda _: (), play=lambda at, _: at, worth=lambda _: 0)
    board = Board.rectangle(rows, len(signs) // rows)
    game = OwnGame(
        rules,
        board,
        lambda _: signs,
        signs=sorted({*signs, "."}),
        blocks=(lambda _: [list(range(len(signs)))]) if joined else None,
        appearance=appearance,
    )
    return picture(game, 0)


def of_piece(form: str) -> str:
    """Draw a piece by itself."""
    pieces = {"P": form + MORE.get(form, "")}
    if form in ("car", "block"):
        alone = Appearance(board="none", cells="bare", pieces=pieces)
        return board_of(alone, "PP", 1, joined=True)
    if form in ("slab", "pancake"):
        row = Appearance(board="none", cells="layer", at=[(0, 0)], pieces=pieces)
        return board_of(row, "P", 1)
    return board_of(Appearance(board="none", cells="bare", pieces=pieces), "P", 1)


def of_cell(form: str) -> str:
    """Draw four cells of a form, a piece on one of them."""
    board = {"hole": "blue", "pocket": "wood", "point": "wood", "bare": "felt"}.get(form, "card")
    pieces = {"P": ON.get(form, "disc red")}
    signs = ".P.." if form not in ("pole", "layer") else "..PP" if form == "layer" else "..P."
    appearance = Appearance(board=board, cells=form, at=PLACES.get(form, ()), pieces=pieces)
    return board_of(appearance, signs, 2)


def of_board(board: str) -> str:
    """Draw a board of a kind."""
    cells = "hole" if board == "blue" else "bare" if board == "river" else "square"
    return board_of(Appearance(board=board, cells=cells, pieces={"P": "disc red"}), "..P...", 2)


def of_colour(colour: str) -> str:
    """Draw a disc of a colour."""
    pieces = {"P": f"disc {colour}"}
    return board_of(Appearance(board="none", cells="bare", pieces=pieces), "P", 1)


def sheet(title: str, shown: dict[str, str]) -> str:
    """Draw pictures in rows, each with its name."""
    rows = -(-len(shown) // COLUMNS)
    width, height = COLUMNS * WIDE, rows * (HIGH + NAME)
    parts = []
    for at, (name, drawn) in enumerate(shown.items()):
        x, y = at % COLUMNS * WIDE, at // COLUMNS * (HIGH + NAME)
        box = f"x='{x + 4}' y='{y + 2}' width='{WIDE - 8}' height='{HIGH - 4}'"
        inner = re.sub(r"<title>.*?</title>|<style>.*?</style>|\n", "", drawn)
        parts.append(re.sub(r" width='[\d.]+' height='[\d.]+'", f" {box}", inner, count=1))
        words = f"<text x='{x + WIDE / 2:g}' y='{y + HIGH + 14}' {paint('ink')} font-size='14'>"
        parts.append(f"{words}{escape(name)}</text>")
    body = "\n".join(parts)
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' class='kz' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' role='img' font-family='system-ui, sans-serif' "
        "text-anchor='middle'>"
    )
    style = f"<style>{style_of_picture(body)}</style>"
    return "\n".join([head, f"<title>{escape(title)}</title>", style, body, "</svg>\n"])


def gallery() -> dict[str, str]:
    """Return the pictures of the gallery by their file names."""
    return {
        "boards.svg": sheet("Boards", {name: of_board(name) for name in BOARDS}),
        "cells.svg": sheet("Cells", {name: of_cell(name) for name in CELLS}),
        "pieces.svg": sheet("Pieces", {name: of_piece(name) for name in PIECES}),
        "colours.svg": sheet("Colours", {name: of_colour(name) for name in COLOURS}),
    }


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, drawn in gallery().items():
        (FOLDER / name).write_text(drawn, encoding="utf-8")
