"""Figures on pieces: chess men, animals and people, as outlines of `figures.svg`."""

import os
import re

from kibitz.drawing.inks import paint
from kibitz.drawing.look_parts import STROKED, Words, label, shadow

SHEET = os.path.join(os.path.dirname(__file__), "figures.svg")


with open(SHEET, encoding="utf-8") as file:
    TEXT = file.read()
# The parts of each figure: the class of a path, which says how it is painted, and the path.
FIGURES: dict[str, list[tuple[str, str]]] = {
    name: re.findall(r'class="(\w+)" d="(.*?)"', parts)
    for name, parts in re.findall(r'<g id="(\w+)".*?>(.*?)</g>', TEXT, re.DOTALL)
}
COLOURS: dict[str, str] = dict(re.findall(r"^\.(\w+) \{[^#]*(#\w{6})", TEXT, re.MULTILINE))


def figure(of: Words) -> str:
    """Draw a figure: a chess man, an animal or a person."""
    fill, edge, _ = of.inks("white" if of.form in ("hare", "goat") else "orange")
    ink = "#1f2326" if of.colour != "black" else "#e6ebed"
    thin = ink if of.colour == "black" else edge
    drawn = ""
    for what, path in FIGURES[of.form]:
        if what == "l":
            drawn += f"<path d='{path}' {paint(stroke=thin)} stroke-width='2' {STROKED}/>"
        elif what == "i":
            drawn += f"<path d='{path}' {paint(ink)}/>"
        elif what == "pink":
            drawn += f"<path d='{path}' {paint(stroke=COLOURS[what])} stroke-width='3' {STROKED}/>"
        else:
            colour = fill if what == "f" else COLOURS[what]
            drawn += (
                f"<path d='{path}' {paint(colour, edge)} stroke-width='1.500' "
                f"stroke-linejoin='round'/>"
            )
    if of.form == "person" and of.number:
        drawn += label(0, 7 if of.minutes else 11, str(of.number), "", "#fff", 14)
        if of.minutes:
            drawn += label(0, 19, "min", "", "#fff", 9)
    return drawn


ANIMALS = ("lion", "giraffe", "elephant", "chick", "hen")
NATURAL = {"elephant": "sky", "hen": "white"}  # the others are yellow


def animal(of: Words) -> str:
    """Draw an animal on a tile that points to the side it moves to."""
    tile_ = "M-23 24V-14L0 -27L23 -14V24Z"
    fill, edge = ("#fbe6ae", "#7a5a1e") if not of.down else ("#bfdcab", "#3c5a34")
    face = figure(Words([of.form, NATURAL.get(of.form, "yellow")]))
    turned = " transform='rotate(180)'" if of.down else ""
    stripe = f"<path d='M-18 19h36' {paint(stroke=edge)} stroke-width='3'/>" if of.down else ""
    return (
        f"<g{turned}>{shadow(tile_)}<path d='{tile_}' {paint(fill, edge)} stroke-width='2' "
        f"stroke-linejoin='round'/>{stripe}<g transform='translate(0 2) scale(.82)'>{face}</g></g>"
    )
