"""Colours of pictures, each in a light and a dark version.

A shape carries its light colour as an attribute, so that every program that shows SVG knows it,
and a class, by which a style sheet gives it the dark one. Paper is light.
"""

from __future__ import annotations

PREFIX = "kz"
PROPERTIES = {"f": "fill", "s": "stroke", "g": "stop-color"}

INKS = {
    "ink": ("#1d2528", "#e9e6dd"),
    "quiet": ("#5d686b", "#a4afb0"),
    "paper": ("#ffffff", "#12171a"),
    "wood": ("#dfbd8c", "#75512f"),
    "wood-low": ("#bd8e58", "#573a21"),
    "wood-edge": ("#8a5f36", "#2f1d0f"),
    "grain": ("#6b431c", "#20120a"),
    "rim-name": ("#573817", "#dcc3a0"),
    "engraved": ("#4a2d10", "#d8b48a"),
    "hole": ("#3f2810", "#0d0703"),
    "hole-edge": ("#6d4823", "#28180b"),
    "rim": ("#fff3dc", "#a47a4e"),
    "tile": ("#f7efdf", "#2b3338"),
    "tile-edge": ("#cdb48b", "#3f4a50"),
    "well": ("#c99d68", "#452d19"),
    "frame": ("#e3d8c3", "#20272b"),
    "cross": ("#a92f6d", "#f07fb6"),
    "ring": ("#0d7377", "#52c4c0"),
    "space": ("#1b2440", "#141b33"),
    "space-low": ("#101730", "#0b1022"),
    "brass": ("#8f6a12", "#ffd76a"),
}


def paint(fill: str = "none", stroke: str = "", stop: str = "") -> str:
    """Return the attributes that give a shape these inks, or colours that are the same in the dark.

    An ink is called by its name; whatever else is said is taken as a colour.
    """
    parts, classes = [], []
    for letter, said in zip(PROPERTIES, (fill if not stop else "", stroke, stop), strict=True):
        if said:
            parts.append(f"{PROPERTIES[letter]}='{INKS[said][0] if said in INKS else said}'")
            if said in INKS:
                classes.append(class_of(letter, said))
    return (f"class='{' '.join(classes)}' " if classes else "") + " ".join(parts)


def class_of(letter: str, ink: str) -> str:
    """Return the class of a shape that has an ink: kz-f-wood is filled with wood."""
    return f"{PREFIX}-{letter}-{ink}"


def dark_rules(before: str = "", used: str | None = None, end: str = "") -> str:
    """Return the rules of a style sheet for the dark, of the classes that a text uses.

    `before` is put before the name of each class, as a selector of what is around it; `end` ends
    each rule.
    """
    return "".join(
        f"{before}.{class_of(letter, ink)}{{{name}:{dark}}}{end}"
        for ink, (_, dark) in INKS.items()
        for letter, name in PROPERTIES.items()
        if used is None or class_of(letter, ink) in used
    )


def style_of_picture(used: str) -> str:
    """Return the style sheet that a picture by itself needs: what it uses in dark surroundings."""
    return f"@media screen and (prefers-color-scheme:dark){{{dark_rules(used=used)}}}"


def style_of_page() -> str:
    """Return the style sheet of a page, where its reader can choose light or dark.

    In the page it is `styles/inks.css`, written by `python -m kibitz.drawing.inks`.
    """
    chosen = dark_rules("  :root[data-theme=dark] ", end="\n")
    system = dark_rules("    :root:not([data-theme=light]) ", end="\n")
    dark = f"  @media (prefers-color-scheme: dark) {{\n{system}  }}\n"
    return f"/* Made by kibitz/drawing/inks.py. */\n@media screen {{\n{chosen}{dark}}}\n"


if __name__ == "__main__":
    print(style_of_page(), end="")
