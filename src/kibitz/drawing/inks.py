"""Colours of pictures, each in a light and a dark version.

A shape has its light colour as an attribute, so that every SVG viewer shows it, and a class, by
which a style sheet sets the dark one. Print is light.
"""

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
    "frame-edge": ("#b9a680", "#465057"),
    "felt": ("#2f7d55", "#1d5238"),
    "felt-edge": ("#1c5638", "#0f3323"),
    "rack": ("#2a5bb5", "#1d3f80"),
    "rack-edge": ("#173a7c", "#10254d"),
    "floor": ("#b8b2a6", "#2c3236"),
    "pocket": ("#7a4f28", "#2a190c"),
    "lamp": ("#8d979b", "#3b454a"),
    "lamp-edge": ("#586267", "#6d7a80"),
    "bank": ("#dfe6c8", "#2a3329"),
    "water": ("#8fc3e0", "#1f4a63"),
    "wave": ("#e4f3fb", "#5d93b1"),
    "brick": ("#a3583c", "#6b3524"),
    "brick-edge": ("#e0c9b4", "#2d1610"),
    "pole": ("#8a5f36", "#7d5a38"),
    "dark-square": ("#b58863", "#6e4f35"),
    "light-square": ("#f0dcb9", "#c2a67d"),
}


def paint(fill: str = "none", stroke: str = "", stop: str = "") -> str:
    """Return the attributes that give a shape these inks, or colours without a dark version.

    A text that is not the name of an ink is a colour.
    """
    parts, classes = [], []
    for letter, said in zip(PROPERTIES, (fill if not stop else "", stroke, stop), strict=True):
        if said:
            parts.append(f"{PROPERTIES[letter]}='{INKS[said][0] if said in INKS else said}'")
            if said in INKS:
                classes.append(class_of(letter, said))
    return (f"class='{' '.join(classes)}' " if classes else "") + " ".join(parts)


def class_of(letter: str, ink: str) -> str:
    """Return the CSS class of an ink: kz-f-wood fills with wood."""
    return f"{PREFIX}-{letter}-{ink}"


def dark_rules(before: str = "", used: str | None = None, end: str = "") -> str:
    """Return the CSS rules for dark mode of the classes that a text uses.

    `before` is a selector that precedes each class; `end` ends each rule.
    """
    return "".join(
        f"{before}.{class_of(letter, ink)}{{{name}:{dark}}}{end}"
        for ink, (_, dark) in INKS.items()
        for letter, name in PROPERTIES.items()
        if used is None or class_of(letter, ink) in used
    )


def style_of_picture(used: str) -> str:
    """Return the style sheet of a standalone picture: its colours in dark mode."""
    return f"@media screen and (prefers-color-scheme:dark){{{dark_rules(used=used)}}}"


def style_of_page() -> str:
    """Return the style sheet of a page with a choice of light and dark mode."""
    chosen = dark_rules("  :root[data-theme=dark] ", end="\n")
    system = dark_rules("    :root:not([data-theme=light]) ", end="\n")
    dark = f"  @media (prefers-color-scheme: dark) {{\n{system}  }}\n"
    return f"/* Made by kibitz/drawing/inks.py. */\n@media screen {{\n{chosen}{dark}}}\n"
