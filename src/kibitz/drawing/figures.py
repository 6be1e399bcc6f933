"""Figures on pieces: chess men, animals and people, as outlines around 0, 0.

Each is a list of parts: a path, and whether it is filled with the colour of the piece ("f"), drawn
in its ink ("i": filled, "l": as a line), or an accent of a colour of its own.
"""

from kibitz.drawing.inks import paint
from kibitz.drawing.look_parts import STROKED, Words, label, shadow

Part = tuple[str, str]

EYES = ("i", "M-6 -4a2.2 2.2 0 1 0 .1 0zM6 -4a2.2 2.2 0 1 0 .1 0z")
FIGURES: dict[str, list[Part]] = {
    "pawn": [
        (
            "f",
            "M-14 21h28q1 -7 -6 -9q-4 -6 -4 -13h4v-4h-3.500a8.500 8.500 0 1 0 -9 "
            "0h-3.500v4h4q0 7 -4 13"
            "q-7 2 -6 9z",
        ),
        ("l", "M-11 15h22"),
    ],
    "knight": [
        (
            "f",
            "M-13 21h28q1 -30 -14 -37l-3 -6l-4 6q-12 9 -13 19l5 5l9 -6q4 0 5 -2q0 9 -8 "
            "13q-5 4 -5 8z",
        ),
        ("l", "M-10 15h22"),
        ("i", "M-6 -8a2 2 0 1 0 .1 0z"),
    ],
    "king": [
        (
            "f",
            "M-14 21h28v-5l-3 -3q9 -7 6 -13q-5 -7 -13 -1l-2 -5h4v-5h-4v-6h-4v6h-4v5h4l-2 "
            "5q-8 -6 -13 1"
            "q-3 6 6 13l-3 3z",
        ),
        ("l", "M-11 15h22M0 12v-8"),
    ],
    "bishop": [
        (
            "f",
            "M-14 21h28q1 -7 -6 -9l-3 -5q7 -6 6 -13q-2 -7 -11 -13q-9 6 -11 13q-1 7 6 13l-3 5q-7 2 "
            "-6 9z",
        ),
        ("f", "M0 -24a3 3 0 1 0 .1 0z"),
        ("l", "M-11 15h22M4 -12l-6 7"),
    ],
    "rook": [
        ("f", "M-14 21h28v-5l-5 -4v-17l4 -4v-12h-6v5h-4v-5h-6v5h-4v-5h-6v12l4 4v17l-5 4z"),
        ("l", "M-11 15h22M-9 -5h18"),
    ],
    "queen": [
        (
            "f",
            "M-14 21h28v-5l-3 -3l8 -21l-9 9l-3 -14l-7 13l-7 -13l-3 14l-9 -9l8 21l-3 3z",
        ),
        ("l", "M-11 15h22"),
        (
            "f",
            "M-19 -10a3 3 0 1 0 .1 0zM-7 -16a3 3 0 1 0 .1 0zM7 -16a3 3 0 1 0 .1 0zM19 -10a3 "
            "3 0 1 0 .1 0z",
        ),
    ],
    "fox": [
        ("f", "M-18 -20l11 7q7 -3 14 0l11 -7q3 16 -3 24q-6 6 -15 17q-9 -11 -15 -17q-6 -8 -3 -24z"),
        ("white", "M-15 3q7 0 10 4l5 5l5 -5q3 -4 10 -4q-6 6 -15 18q-9 -12 -15 -18z"),
        EYES,
        ("i", "M-4 15h8l-4 6z"),
    ],
    "hound": [
        ("f", "M-12 -16q12 -6 24 0q3 10 0 20q-3 16 -12 16t-12 -16q-3 -10 0 -20z"),
        ("ear", "M-12 -17q-9 0 -9 14q0 9 5 10q5 -2 6 -20zM12 -17q9 0 9 14q0 9 -5 10q-5 -2 -6 -20z"),
        EYES,
        ("i", "M-5 8h10q-1 6 -5 6t-5 -6z"),
        ("l", "M0 14v4"),
    ],
    "hare": [
        (
            "f",
            "M-10 -4q-7 -19 -3 -20q6 -1 9 16q4 -1 8 0q3 -17 9 -16q4 1 -3 20q5 6 3 13q-4 12 "
            "-13 12t-13 -12"
            "q-2 -7 3 -13z",
        ),
        ("pink", "M-10 -19q3 4 4 10M10 -19q-3 4 -4 10"),
        ("i", "M-6 2a2.200 2.200 0 1 0 .1 0zM6 2a2.200 2.200 0 1 0 .1 0zM-3 10h6l-3 4z"),
        ("l", "M0 14v3M-9 13l-8 -1M-9 16l-7 2M9 13l8 -1M9 16l7 2"),
    ],
    "lion": [
        (
            "mane",
            "M0 -21l6 4l7 -2l3 7l6 4l-2 7l3 6l-6 5l-1 7l-8 0l-8 4l-8 -4l-8 0l-1 -7l-6 -5l3 "
            "-6l-2 -7l6 -4"
            "l3 -7l7 2z",
        ),
        ("f", "M0 -13q13 0 13 13q0 14 -13 14t-13 -14q0 -13 13 -13z"),
        EYES,
        ("i", "M-4 3h8l-4 4z"),
        ("l", "M0 7v2M-5 10q3 2 5 -1q2 3 5 1"),
    ],
    "giraffe": [
        ("l", "M-4 -13l-2 -8M6 -13l1 -8"),
        ("i", "M-6 -23a2 2 0 1 0 .1 0zM7 -23a2 2 0 1 0 .1 0z"),
        ("f", "M-8 -14q9 -4 16 0q7 2 10 8q0 5 -6 5q-5 0 -6 -2l3 24h-19q5 -14 2 -35z"),
        (
            "spot",
            "M-5 3a3 3 0 1 0 .1 0zM3 8a3 3 0 1 0 .1 0zM-4 13a3 3 0 1 0 .1 0zM4 16a2.500 "
            "2.500 0 1 0 .1 0z"
            "M-4 -5a2.500 2.500 0 1 0 .1 0z",
        ),
        ("i", "M3 -10a2 2 0 1 0 .1 0z"),
    ],
    "elephant": [
        ("ear", "M-8 -12q-14 -4 -14 8q0 11 10 9zM8 -12q14 -4 14 8q0 11 -10 9z"),
        (
            "f",
            "M-11 -14q11 -7 22 0q4 13 -4 19q-2 3 -2 9q1 4 4 3l2 3q-9 5 -11 -5q0 -6 -2 "
            "-9q-13 -5 -9 -20z",
        ),
        EYES,
        ("white", "M-7 6l-4 7l-1 -6zM7 6l4 7l1 -6z"),
    ],
    "chick": [
        ("f", "M0 -16q15 0 16 17q0 17 -16 17t-16 -17q1 -17 16 -17z"),
        ("i", "M-6 -5a2.200 2.200 0 1 0 .1 0zM6 -5a2.200 2.200 0 1 0 .1 0z"),
        ("beak", "M-5 2h10l-5 7z"),
        ("l", "M-2 -16l-2 -5M1 -16l2 -6"),
    ],
    "hen": [
        ("comb", "M-8 -12q-3 -10 2 -8q3 -6 6 0q4 -6 6 0q5 -2 2 8z"),
        ("f", "M0 -14q14 0 16 16q0 18 -16 18t-16 -18q2 -16 16 -16z"),
        ("i", "M-6 -4a2.200 2.200 0 1 0 .1 0zM6 -4a2.200 2.200 0 1 0 .1 0z"),
        ("beak", "M-5 2h10l-5 6z"),
        ("comb", "M-3 9q3 10 6 0z"),
    ],
    "person": [
        ("f", "M0 -20a8 8 0 1 1 -.1 0zM-13 20q-1 -22 13 -22t13 22z"),
    ],
    "missionary": [
        ("f", "M0 -20a8 8 0 1 1 -.1 0zM-13 20q-1 -22 13 -22t13 22z"),
        ("white", "M-1.700 3h3.400v4h4v3.400h-4v7h-3.400v-7h-4v-3.400h4z"),
        ("i", "M-12 -15h24v-2.500h-6v-5h-12v5h-6z"),
    ],
    "cannibal": [
        ("f", "M0 -20a8 8 0 1 1 -.1 0zM-13 20q-1 -22 13 -22t13 22z"),
        ("comb", "M-8 -14l-4 -9l6 4l1 -7l4 5l4 -5l1 7l6 -4l-2 9q-8 -5 -16 0z"),
        ("l", "M-9 15l4 -4l4 4l4 -4l4 4l3 -3"),
    ],
    "farmer": [
        ("f", "M0 -16a8 8 0 1 1 -.1 0zM-13 21q-1 -19 13 -19t13 19z"),
        ("beak", "M-16 -13q16 -5 32 0q-6 1 -8 -1q-1 -8 -8 -8t-8 8q-2 2 -8 1z"),
        ("l", "M-6 3v17M6 3v17M-6 11h12"),
    ],
    "wolf": [
        (
            "f",
            "M-17 -21l9 8q8 -2 16 0l9 -8q1 10 -1 15l4 8l-8 3q-3 8 -12 16q-9 -8 -12 -16l-8 -3l4 -8"
            "q-2 -5 -1 -15z",
        ),
        ("i", "M-9 -6l6 3q-5 3 -6 -3zM9 -6l-6 3q5 3 6 -3zM-4 10h8l-4 6z"),
        ("white", "M-7 16l3 -2v5zM7 16l-3 -2v5z"),
    ],
    "goat": [
        ("mane", "M-7 -12q-8 -3 -10 -11q10 0 13 9zM7 -12q8 -3 10 -11q-10 0 -13 9z"),
        ("f", "M-9 -12q9 -5 18 0l9 3q-1 6 -8 5q0 14 -6 18h-8q-6 -4 -6 -18q-7 1 -8 -5z"),
        ("i", "M-5 -4a2 2 0 1 0 .1 0zM5 -4a2 2 0 1 0 .1 0zM-3 8h6l-3 3z"),
        ("ear", "M-4 14h8l-4 9z"),
    ],
    "cabbage": [
        ("f", "M0 -18q17 0 18 18q0 17 -18 18q-18 -1 -18 -18q1 -18 18 -18z"),
        ("l", "M0 17q0 -14 0 -22M0 6q-6 -9 -13 -10M0 6q6 -9 13 -10M-15 8q8 0 13 6M15 8q-8 0 -13 6"),
        ("l", "M-6 -13q6 -3 12 0"),
    ],
    "frog": [  # looks to the right
        (
            "f",
            "M-21 19q-4 -16 9 -22q7 -4 11 -9q4 -9 12 -5q4 3 3 7q8 2 8 8q-1 7 -12 8l9 13h-12l-7 -9"
            "l-1 9z",
        ),
        ("white", "M7 -12a4.500 4.500 0 1 0 .1 0z"),
        ("i", "M8 -10a2.200 2.200 0 1 0 .1 0z"),
        ("l", "M12 2q5 0 9 -3M-14 15q2 -10 10 -9"),
    ],
    "toad": [  # looks to the left, with warts
        ("f", "M22 20q5 -19 -7 -25q-8 -4 -14 -6q-6 -6 -12 -1q-3 3 -2 6q-9 3 -8 10q2 6 13 6l-8 10z"),
        ("white", "M-7 -9a4.500 4.500 0 1 0 .1 0z"),
        ("i", "M-8 -7a2.200 2.200 0 1 0 .1 0z"),
        (
            "i",
            "M3 -5a2 2 0 1 0 .1 0zM11 -1a2 2 0 1 0 .1 0zM16 8a2 2 0 1 0 .1 0zM6 5a2 2 0 1 0 .1 0z",
        ),
        ("l", "M-12 4q-5 0 -9 -3M14 17q-1 -9 -9 -8"),
    ],
    "worker": [
        ("f", "M-14 21q-1 -20 14 -20t14 20z"),
        ("skin", "M0 -15a9 9 0 1 1 -.1 0z"),
        ("beak", "M-12 -8q0 -13 12 -13t12 13q-12 -4 -24 0z"),
        ("l", "M-6 4v16M6 4v16"),
    ],
}
ACCENTS = {
    "white": "#ffffff", "ear": "#7a5230", "pink": "#d98a9a", "mane": "#b5651d", "spot": "#8a5a1e",
    "beak": "#f0a52c", "comb": "#c8372d", "skin": "#e8b98c",
}  # fmt: skip


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
            drawn += f"<path d='{path}' {paint(stroke=ACCENTS[what])} stroke-width='3' {STROKED}/>"
        else:
            colour = fill if what == "f" else ACCENTS[what]
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
NATURAL = {
    "lion": "yellow",
    "giraffe": "yellow",
    "elephant": "sky",
    "chick": "yellow",
    "hen": "white",
}


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
