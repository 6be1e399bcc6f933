"""Pieces of appearances, each drawn around 0, 0 from its words: form, colour, number, direction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin, sqrt

from kibitz.drawing.inks import paint
from kibitz.drawing.look_parts import (
    OUTLINES,
    PALETTE,
    STROKED,
    USUAL,
    Words,
    around,
    circle,
    flat,
    is_light,
    label,
    polygon,
    rounded,
    shadow,
)


def disc(of: Words) -> str:
    """Draw a flat disc with a groove, of two grooves if it is light."""
    fill, _, mark = of.inks("black")
    inner = circle(15, f"{paint(stroke=mark)} stroke-width='2.500' opacity='.8'")
    if is_light(fill):  # light discs have two rings, dark ones have one
        inner += circle(9, f"{paint(stroke=mark)} stroke-width='2.500' opacity='.8'")
    return flat(23, of.inks("black")) + inner


def counter(of: Words) -> str:
    """Draw a flat counter with its name."""
    fill, edge, mark = of.inks()
    rim = circle(19, f"{paint(stroke=mark)} stroke-width='1.500' opacity='.6'")
    size = {0: 26, 1: 26, 2: 20}.get(len(of.name), 14)
    name = label(0, 0, of.name[:3], "", edge if is_light(fill) else "#fff", size) if of.name else ""
    return flat(23, of.inks()) + rim + name


def man(of: Words) -> str:
    """Draw a man of the first player with a cross, of the second with a ring."""
    _, _, mark = of.inks("first")
    look = f"{paint(stroke=mark)} stroke-width='4' {STROKED}"
    sign = circle(8, look) if of.colour == "second" else f"<path d='M-7 -7L7 7M-7 7L7 -7' {look}/>"
    return flat(21, of.inks("first")) + sign


def stone(of: Words) -> str:
    """Draw a cup seen from above; its size is that of its cell."""
    fill, edge, mark = of.inks("first")
    look = f"{paint(stroke=mark)} stroke-width='3.500' {STROKED}"
    sign = (
        circle(7.5, look) if of.colour == "second" else f"<path d='M-6 -6L6 6M-6 6L6 -6' {look}/>"
    )
    return flat(26, (fill, edge, mark)) + circle(19, f"{paint(edge)} opacity='.3'") + sign


def ring(of: Words) -> str:
    """Draw a ring."""
    return f"<circle r='17' {paint(stroke='ring')} stroke-width='9'/>"


def cross(of: Words) -> str:
    """Draw a cross."""
    path = "M-16 -16L16 16M-16 16L16 -16"
    return f"<path d='{path}' {paint(stroke='cross')} stroke-width='10' stroke-linecap='round'/>"


def dot(of: Words) -> str:
    """Draw a small disc."""
    return flat(13, of.inks("black"))


def line(of: Words) -> str:
    """Draw a line along its cell, a double one for the second player or with the number 2."""
    fill, _, mark = of.inks() if of.colour else ("ink", "", "paper")
    drawn = f"<rect x='-30' y='-5' width='60' height='10' {paint(fill)}/>"
    if of.colour == "second" or of.number == 2:
        drawn += f"<rect x='-30' y='-1.500' width='60' height='3' {paint(mark)} opacity='.85'/>"
    return drawn


def box(of: Words) -> str:
    """Draw a box that is taken, with the name of its owner if it has one."""
    if of.name:
        fill = of.inks("first")[0]
        inside = f"<path d='M0 0{rounded(24, 5)}' {paint(fill)} opacity='.85'/>"
        return inside + label(0, 0, of.name, "", "#fff", 24)
    return (
        f"<path d='M0 0{rounded(24, 5)}' {paint('ring')} opacity='.3'/>"
        f"<path d='M-9 1l6 7l12 -15' {paint(stroke='ring')} stroke-width='5' {STROKED}/>"
    )


def water(of: Words) -> str:
    """Draw a unit of water, which fills its cell."""
    wave = "M-18 -9q5 -5 9 0t9 0t9 0t9 0M-18 8q5 -5 9 0t9 0t9 0t9 0"
    return (
        f"<path d='M0 0{rounded(28, 6)}' {paint('#6fb3de', '#2f6f9e')} stroke-width='1.500'/>"
        f"<path d='{wave}' {paint(stroke='#ffffff')} stroke-width='3' {STROKED} opacity='.8'/>"
    )


def tile(of: Words) -> str:
    """Draw a tile, with its number."""
    path = f"M0 0{rounded(26, 7)}"
    fill, edge = ("#efe4cd", "#6b5836") if not of.colour else of.inks()[:2]
    face = f"{shadow(path)}<path d='{path}' {paint(fill, edge)} stroke-width='2'/>"
    return face + (label(0, 0, str(of.number), "", "#33270f", 26) if of.number else "")


def number(of: Words) -> str:
    """Draw a number on a tile."""
    return tile(of)


def slab(of: Words) -> str:
    """Draw a disc of a tower from the side, its width by its number."""
    half = 22 + 52 * of.number / of.most
    names = ("red", "orange", "yellow", "lime", "green", "teal", "sky", "blue", "purple")
    fill, edge, mark = PALETTE[of.colour or names[(of.number - 1) % 9]]
    box_ = f"x='{-half:g}' y='-13' width='{2 * half:g}' height='26' rx='9'"
    shine = (
        f"<path d='M{8 - half:g} -7H{half - 8:g}' stroke='#fff' stroke-width='3' "
        f"opacity='.45' {STROKED}/>"
    )
    ticks = "".join(
        f"<circle cx='{8 * at - 4 * (of.number - 1):g}' cy='4' r='2.200' {paint(mark)}/>"
        for at in range(of.number)
    )
    return f"<rect {box_} {paint(fill, edge)} stroke-width='2'/>{shine}{ticks}"


def pancake(of: Words) -> str:
    """Draw a pancake from the side, its width by its number, with its burnt rim below."""
    half = 20 + 62 * of.number / of.most
    oval = (
        f"M{-half:g} 0q0 -13 14 -13h{2 * half - 28:g}q14 0 14 13q0 13 -14 "
        f"13h{28 - 2 * half:g}q-14 0 -14 -13z"
    )
    top = f"M{8 - half:g} -5q4 -4 10 -4h{2 * half - 36:g}q6 0 10 4"
    ticks = "".join(
        f"<circle cx='{8 * at - 4 * (of.number - 1):g}' cy='3' r='2.200' {paint('#7a4a14')}/>"
        for at in range(of.number)
    )
    return (
        f"<path d='{oval}' {paint('#e0a553', '#8a5418')} stroke-width='2.500'/>"
        f"<path d='{top}' {paint(stroke='#f8dca0')} stroke-width='4' {STROKED}/>{ticks}"
    )


def crate(of: Words) -> str:
    """Draw a crate."""
    path = f"M0 0{rounded(23, 3)}"
    look = f"{paint(stroke='#6e4417')} stroke-width='3'"
    return (
        f"{shadow(path)}<path d='{path}' {paint('#c98f4a', '#5a3510')} stroke-width='2'/>"
        f"<path d='M-16 -16h32v32h-32zM-16 16L16 -16' {look}/>"
    )


MARKS = {
    "white": "", "yellow": "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z", "orange": "M-9 -2h18v4h-18z",
    "green": "M-7 -7h14v14h-14z", "red": "M-8 -5l3 -3l5 5l5 -5l3 3l-5 5l5 5l-3 3l-5 -5l-5 "
    "5l-3 -3l5 -5z",
    "blue": "M0 -9l9 15h-18z",
}  # fmt: skip


def sticker(of: Words) -> str:
    """Draw a sticker of a cube, with a mark for each colour."""
    fill, _, mark = of.inks("white")
    path, edge, small = f"M0 0{rounded(27.5, 7)}", 3.5, ""
    if of.shape == "triangle":
        path = "M-27 -18.500H27L0 37Z"
    elif of.shape:  # part of a whole face
        path = f"M{'L'.join(f'{57 * x:.1f} {57 * y:.1f}' for x, y in OUTLINES[of.shape])}Z"
        edge, small = 1.8, " transform='scale(.5)'"
    look = f"{paint(fill, '#101416')} stroke-width='{edge:.3f}' stroke-linejoin='round'"
    sign = MARKS.get(of.colour, "")
    mark_on = f"<path d='{sign}' {paint(mark)} opacity='.75'{small}/>" if sign else ""
    return f"<path d='{path}' {look}/>{mark_on}"


def seeds(of: Words) -> str:
    """Draw up to twelve seeds in a pocket, and their number."""
    shown = min(of.number, 12)
    drawn = ""
    for at in range(shown):
        far = 14 * sqrt((at + 0.5) / max(shown, 3)) if shown > 1 else 0
        x, y = far * cos(2.4 * at), far * sin(2.4 * at) - 5
        drawn += circle(
            4.2, f"{paint('#f3ead2', '#6b5426')} stroke-width='1.200'", round(x, 1), round(y, 1)
        )
    return drawn + label(0, 18, str(of.number), "", "#fff7e6", 13)


def pin(of: Words) -> str:
    """Draw a bowling pin."""
    path = (
        "M0 -24q6 0 6 7q0 4 -2 7q8 7 8 18q0 8 -5 14h-14q-5 -6 -5 -14q0 -11 8 -18q-2 -3 "
        "-2 -7q0 -7 6 -7z"
    )
    return (
        f"{shadow(path)}<path d='{path}' {paint('#f7f3ea', '#7a7263')} stroke-width='1.500'/>"
        f"<path d='M-4.500 -9h9M-5.500 -5.500h11' {paint(stroke='#c8372d')} stroke-width='2.500'/>"
    )


def coin(of: Words) -> str:
    """Draw a coin."""
    inks = ("#d9ab3d", "#7a5a0c", "#8f6a12")
    return flat(20, inks) + circle(14, f"{paint(stroke=inks[2])} stroke-width='2'")


def bite(of: Words) -> str:
    """Draw a piece of chocolate."""
    path = f"M0 0{rounded(27, 4)}"
    return (
        f"<path d='{path}' {paint('#6b3f22', '#3b200e')} stroke-width='2'/>"
        f"<path d='M0 0{rounded(18, 3)}' {paint('#7d4d2c', '#4d2b14')} stroke-width='2'/>"
    )


def poison(of: Words) -> str:
    """Draw the poisoned piece, with a skull."""
    skull = "M0 -13q12 0 12 11q0 6 -5 8v5h-14v-5q-5 -2 -5 -8q0 -11 12 -11z"
    return (
        bite(of)
        + f"<path d='{skull}' {paint('#f4f1e6')}/>"
        + "<path d='M-5 -4a3 3 0 1 0 .1 0zM5 -4a3 3 0 1 0 .1 0zM-3 7v4M0 7v4M3 7v4' "
        + f"{paint('#3b200e', '#3b200e')} stroke-width='1.200'/>"
    )


def domino(of: Words) -> str:
    """Draw half of a domino, or a small whole one that is upright or lies."""
    path = f"M0 0{rounded(26, 6)}"
    fill, edge, mark = of.inks("brown")
    if of.down or of.right:
        turned = " transform='rotate(90)'" if of.right else ""
        path = "M-13 -20q0 -6 6 -6h14q6 0 6 6v40q0 6 -6 6h-14q-6 0 -6 -6z"
        spots = "M0 -13h.01M0 13h.01"
        return (
            f"<g{turned}>{shadow(path)}<path d='{path}' {paint(fill, edge)} stroke-width='2'/>"
            f"<path d='{spots}' {paint(stroke=mark)} stroke-width='9' {STROKED}/></g>"
        )
    return f"{shadow(path)}<path d='{path}' {paint(fill, edge)} stroke-width='2'/>" + circle(
        7, paint(mark)
    )


def lit(of: Words) -> str:
    """Draw a lamp that is on."""
    return (
        circle(27, f"{paint('#ffe27a')} opacity='.45'")
        + circle(20, f"{paint('#ffd43b', '#a97b06')} stroke-width='2'")
        + f"<path d='M-7 -2l4 6h6l4 -6' {paint(stroke='#a97b06')} stroke-width='2.500' {STROKED}/>"
        + f"<path d='M-9 -11q4 -4 9 -4' {paint(stroke='#fff')} stroke-width='3' {STROKED}/>"
    )


def racer(of: Words) -> str:
    """Draw a car from above that looks up, or with the word `right` to the right."""
    inks = of.inks("red")
    path = "M-12 20v-26q0 -14 12 -14t12 14v26z"
    turned = " transform='rotate(90)'" if of.right else ""
    window = (
        f"<path d='M-8 -4q0 -8 8 -8t8 8z' {paint(inks[2])}/><path d='M-8 13h16' "
        f"{paint(stroke=inks[2])} stroke-width='3'/>"
    )
    return (
        f"<g{turned}>{shadow(path)}<path d='{path}' {paint(inks[0], inks[1])} "
        f"stroke-width='2'/>{window}</g>"
    )


def boat(of: Words) -> str:
    """Draw a boat on a river, at its right bank or else at its left bank."""
    hull = "M-21 -3q21 9 42 0q-2 17 -12 17h-18q-10 0 -12 -17z"
    return (
        f"<g transform='translate({14 if of.right else -14} 0)'>{shadow(hull)}"
        f"<path d='{hull}' {paint('#8a5a34', '#45290f')} stroke-width='2'/>"
        f"<path d='M-15 3q15 5 30 0' {paint(stroke='#ecd3ba')} stroke-width='2.500' {STROKED}/></g>"
    )


def torch(of: Words) -> str:
    """Draw a torch at the right bank of a river, or else at its left bank."""
    flame = "M0 -24q9 9 6 17q-2 5 -6 5t-6 -5q-2 -5 2 -9q2 3 3 1q1 -4 1 -9z"
    return (
        f"<g transform='translate({22 if of.right else -22} 0)'>"
        + circle(17, f"{paint('#ffd43b')} opacity='.35'", 0, -12)
        + f"<path d='M-4 0h8l-2 24h-4z' {paint('#8a5a34', '#45290f')} stroke-width='1.500'/>"
        + f"<path d='{flame}' {paint('#f08c1a', '#a34a06')} stroke-width='1.500'/></g>"
    )


GLOSS = paint("url(#kz-gloss)")


def marble(of: Words) -> str:
    """Draw a glass marble; without a colour of its own it has that of the cell it came from."""
    colour = of.inks()[0] if of.colour else "currentColor"
    return (
        "<ellipse cx='3.500' cy='6' rx='20' ry='19' opacity='.3'/>"
        + circle(20.5, paint(colour))
        + circle(20.5, GLOSS)
    )


def pebble(of: Words) -> str:
    """Draw a polished disc."""
    fill, edge, mark = of.inks("white")
    return (
        "<ellipse cx='3' cy='6' rx='19' ry='18.500' opacity='.3'/>"
        + circle(19.5, f"{paint(fill, edge)} stroke-width='1.500'")
        + circle(13, f"{paint(stroke=mark)} stroke-width='2'")
        + circle(19.5, f"{GLOSS} opacity='.55'")
    )


def rocket(of: Words) -> str:
    """Draw a rocket."""
    edge = "stroke='#300b' stroke-width='1.500'"
    fill = of.inks()[0] if of.colour else "#f0523f"
    return (
        "<path d='M-7 17q7 14 14 0z' fill='#ffb84d'/>"
        f"<path d='M-11 3l-10 15q0 3 4 2l9 -4zM11 3l10 15q0 3 -4 2l-9 -4z' fill='#9c2a2a' {edge}/>"
        f"<path d='M0 -25q13 12 12 28q-.5 9 -4 15h-16q-3.500 -6 -4 -15q-1 -16 12 -28z' "
        f"{paint(fill)} {edge}/>"
        "<path d='M0 -25q-13 12 -12 28q.5 9 4 15h4q-4 -9 -3 -20t7 -23z' fill='#fff' opacity='.3'/>"
        "<circle cy='-3' r='6.500' fill='#dff3ff' stroke='#7c1f17' stroke-width='2.500'/>"
    )


def saucer(of: Words) -> str:
    """Draw a flying saucer."""
    fill = of.inks()[0] if of.colour else "#56a9a4"
    return (
        "<ellipse cy='18' rx='22' ry='5' opacity='.5'/>"
        "<path d='M-11 -3a11 13 0 0 1 22 0z' fill='#dff3ff' opacity='.92'/>"
        f"<path d='M-24 6q4 -9 24 -9t24 9q-3 9 -24 9t-24 -9z' {paint(fill, '#0a2b33')} "
        "stroke-width='1.500'/>"
        "<path d='M-14 8h0M0 10h0M14 8h0' stroke='#ffe9a8' stroke-width='4.500' "
        "stroke-linecap='round'/>"
    )


FORMS: dict[str, Callable[[Words], str]] = {
    one.__name__: one
    for one in (
        disc, man, stone, ring, cross, dot, line, box, tile, number, slab, pancake, crate, sticker,
        seeds, pin, coin, bite, poison, domino, lit, racer, boat, torch, water,
        counter, marble, pebble, rocket, saucer,
    )
}  # fmt: skip


def drawn_piece(words: Sequence[str], most: int = 0) -> str:
    """Draw a piece; `most` is the largest number that a piece of its form has in this game."""
    of = Words(words, most)
    if of.form in FORMS:
        return FORMS[of.form](of)
    from kibitz.drawing.figures import ANIMALS, FIGURES, animal, figure  # where a game has figures

    if of.form in ANIMALS and not of.colour:
        return animal(of)
    if of.form in FIGURES:
        return f"<ellipse cx='1' cy='19' rx='16' ry='5' opacity='.25'/>{figure(of)}"
    return tile(of)  # a car, block or brick covers several cells; by itself, it is a tile


# Shapes that distinguish kinds of pieces without words besides their colours.
SHAPES = (
    around(0, 0, 21),
    f"M0 0{rounded(19, 5)}",
    polygon(4, 25),
    polygon(3, 25),
    polygon(6, 23, pi / 6),
    polygon(5, 25, inner=14),
    "M-8 -22h16v14h14v16h-14v14h-16v-14h-14v-16h14z",
    "M-19 -20h38v16q0 16 -19 26q-19 -10 -19 -26z",
)


def lettered_piece(kind: str, index: int) -> str:
    """Draw a piece without words by its letter, in the shape and colour of a kind of this index."""
    fill, edge, _ = PALETTE[USUAL[index % len(USUAL)]]
    path = SHAPES[index % len(SHAPES)]
    look = f"{paint(fill, edge)} stroke-width='1.500' stroke-linejoin='round'"
    name = label(0, 0, kind, "", edge if is_light(fill) else "#fff", 18) if kind != "o" else ""
    return f"{shadow(path)}<path d='{path}' {look}/>{name}"
