"""Materials of boards, by the name in a game's `material`."""

from functools import cached_property

from kibitz.drawing.inks import paint
from kibitz.drawing.look import Look
from kibitz.drawing.look_parts import plank, solid
from kibitz.rules.base_game import BaseGame
from kibitz.rules.board import TRIANGULAR


def wood(width: float, height: float) -> str:
    """Return the gradients and patterns of wood."""
    return (
        "<linearGradient id='kz-wood' gradientUnits='userSpaceOnUse' "
        f"x2='{width:g}' y2='{height:g}'>"
        f"<stop {paint(stop='wood')}/><stop offset='1' {paint(stop='wood-low')}/></linearGradient>"
        "<pattern id='kz-grain' width='260' height='64' patternUnits='userSpaceOnUse'>"
        f"<g {paint(stroke='grain')} stroke-width='1.3' opacity='.17'>"
        "<path d='M0 7C60 1 110 15 160 8S230 3 260 7M0 20C70 27 100 13 150 21S220 27 260 20'/>"
        "<path d='M0 33C50 29 90 39 140 34S210 28 260 33M0 51C80 44 120 60 180 50S240 48 260 51' "
        "stroke-width='2.2'/><path d='M30 42C70 39 90 45 130 42M150 58C190 55 200 61 240 58'/>"
        "</g></pattern>"
    )


GLOSS = (
    "<radialGradient id='kz-gloss' cx='.34' cy='.28' r='.8'>"
    "<stop stop-color='#fff' stop-opacity='.95'/>"
    "<stop offset='.16' stop-color='#fff' stop-opacity='.5'/>"
    "<stop offset='.5' stop-color='#fff' stop-opacity='0'/>"
    "<stop offset='.85' stop-opacity='.12'/><stop offset='1' stop-opacity='.42'/></radialGradient>"
)
HOLE = (
    "<radialGradient id='kz-hole' cx='.44' cy='.36' r='.7'>"
    f"<stop offset='.5' {paint(stop='hole')}/><stop offset='1' {paint(stop='hole-edge')}/>"
    "</radialGradient>"
)


class Marbles(Look):
    """A wooden board with drilled holes and glass marbles.

    A jump goes over two holes, so a peg only ever visits every second hole of every second row:
    marbles that can stand in the same holes have the same colour.
    """

    reach = 28.0
    round = True
    named = "engraved"
    GLASS = ("#2f7fb8", "#c98a1f", "#7d55b3", "#2b9a86")

    @property
    def defs(self) -> str:
        return wood(self.width, self.height) + HOLE + GLOSS

    @property
    def slab(self) -> str:
        return plank(self.points, self.reach, groove=False) + self.rail

    @property
    def cell(self) -> str:
        return (
            f"<circle r='16.5' {paint('url(#kz-hole)')}/>"
            f"<path d='M-15.6 5.4A16.5 16.5 0 0 0 15.6 5.4' {paint(stroke='rim')} "
            "stroke-width='1.6' opacity='.75'/>"
        )

    @property
    def goal(self) -> str:
        look = f"{paint(stroke='brass')} stroke-width='3'"
        return f"<circle r='23.5' {look}/><circle r='27' {look} stroke-dasharray='1 6'/>"

    @cached_property
    def tints(self) -> list[str]:
        found = []
        for row, column in self.game.board.places:
            across = (column - row) // 2 if self.game.board.lattice is TRIANGULAR else column
            found.append(self.GLASS[row % 2 * 2 + across % 2])
        return found

    def shape_of(self, kind: str) -> str:
        return (
            "<ellipse cx='3.5' cy='6' rx='20' ry='19' opacity='.3'/>"
            f"<circle r='20.5' {paint('currentColor')}/>"
            f"<circle r='20.5' {paint('url(#kz-gloss)')}/>"
        )


class Wood(Look):
    """A wooden board with a shallow square for each cell, and solid pieces."""

    reach = 40.0
    lined = "engraved"
    SOLID = (("#e07b35", "#8f4412"), ("#33569c", "#16294f"))
    thick = 24.0

    @property
    def defs(self) -> str:
        def shaded(number: int, colour: str, low: str) -> str:
            return (
                f"<linearGradient id='kz-side{number}' gradientUnits='userSpaceOnUse' "
                f"y2='{self.height:g}'><stop stop-color='{colour}'/>"
                f"<stop offset='1' stop-color='{low}'/></linearGradient>"
            )

        sides = shaded(0, "#f0a35e", "#d9702c") + shaded(1, "#4f7fc4", "#2b4f94")
        return wood(self.width, self.height) + GLOSS + sides

    @property
    def slab(self) -> str:
        return plank(self.points, self.reach) + self.lines()

    @property
    def cell(self) -> str:
        if self.round:
            return super().cell
        return (
            f"<rect x='-26.5' y='-25.5' width='54' height='54' rx='8' {paint(stroke='rim')} "
            "stroke-width='1.5' opacity='.5'/>"
            f"<rect x='-27' y='-27' width='54' height='54' rx='8' {paint('well', 'wood-edge')} "
            "stroke-width='1.5' fill-opacity='.6' stroke-opacity='.45'/>"
        )

    def shape_of(self, kind: str) -> str:
        if kind != "x":
            return super().shape_of(kind)
        return (
            "<ellipse cx='3' cy='6' rx='19' ry='18.5' opacity='.3'/>"
            f"<circle r='19.5' {paint('#efe7d6', '#8d8470')} stroke-width='1.5'/>"
            f"<circle r='13' {paint(stroke='#b9ae95')} stroke-width='2'/>"
            f"<circle r='19.5' {paint('url(#kz-gloss)')} opacity='.55'/>"
        )

    def colour_of(self, kind: str) -> tuple[str, str]:
        at = self.kinds.index(kind)
        return (self.SOLID[at][0], "#fff") if at < len(self.SOLID) else super().colour_of(kind)

    def block(self, kind: str) -> str:
        at = self.kinds.index(kind)
        if at >= len(self.SOLID):
            return super().block(kind)
        return solid(f"url(#kz-side{at})", self.SOLID[at][1])

    def stud(self, kind: str) -> str:
        """Return a knob on the first player's piece, and a hollow on the second's."""
        at = self.kinds.index(kind)
        if at == 0:
            return f"<circle r='9' cy='1.5' opacity='.22'/><circle r='9' {paint('#f3ae6e')}/>"
        return f"<circle r='8' {paint('#24427c', '#6f97d6')} stroke-width='2'/>" if at == 1 else ""


class Paper(Look):
    """Pale tiles in a wooden frame, for crosses and rings."""

    reach = 40.0

    @property
    def defs(self) -> str:
        return wood(self.width, self.height)

    @property
    def slab(self) -> str:
        return plank(self.points, self.reach) + self.lines()


class Space(Look):
    """Craft on a starry sky, with a glowing goal."""

    reach = 38.0
    marked = "#e8eeff"
    STARS = (
        "<radialGradient id='kz-glow'><stop stop-color='#ffe08a'/>"
        "<stop offset='.45' stop-color='#ffb84d' stop-opacity='.45'/>"
        "<stop offset='1' stop-color='#ffb84d' stop-opacity='0'/></radialGradient>"
        "<pattern id='kz-stars' width='173' height='149' patternUnits='userSpaceOnUse'>"
        "<path d='M14 22h0M61 9h0M118 31h0M160 64h0M33 78h0M88 61h0M140 110h0M52 127h0M9 139h0"
        "M104 141h0' stroke='#fff' stroke-width='1.6' stroke-linecap='round' opacity='.55'/>"
        "<path d='M38 45h0M97 96h0M150 15h0M76 113h0' stroke='#cfe0ff' stroke-width='2.8' "
        "stroke-linecap='round' opacity='.8'/></pattern>"
    )

    @property
    def defs(self) -> str:
        return self.STARS

    @property
    def slab(self) -> str:
        plate = self.plate("space", 22)
        return plate + self.plate("url(#kz-stars)", 22).partition("/>")[2]

    @property
    def cell(self) -> str:
        return "<rect x='-28' y='-28' width='56' height='56' rx='10' fill='#fff' opacity='.085'/>"

    @property
    def goal(self) -> str:
        return (
            f"<circle r='40' {paint('url(#kz-glow)')}/>"
            f"<rect x='-17' y='-17' width='34' height='34' rx='7' {paint(stroke='#ffd76a')} "
            "stroke-width='3.5'/>"
        )

    def shape_of(self, kind: str) -> str:
        return self.rocket() if kind == self.kinds[0] else self.saucer()

    def rocket(self) -> str:
        """Draw the spacecraft, P."""
        return (
            "<path d='M-7 17q7 14 14 0z' fill='#ffb84d'/>"
            "<path d='M-11 3l-10 15q0 3 4 2l9 -4zM11 3l10 15q0 3 -4 2l-9 -4z' fill='#9c2a2a' "
            "stroke='#300b' stroke-width='1.5'/>"
            "<path d='M0 -25q13 12 12 28q-.5 9 -4 15h-16q-3.500 -6 -4 -15q-1 -16 12 -28z' "
            "fill='#f0523f' stroke='#300b' stroke-width='1.5'/>"
            "<path d='M0 -25q-13 12 -12 28q.5 9 4 15h4q-4 -9 -3 -20t7 -23z' fill='#fff' "
            "opacity='.3'/>"
            "<circle cy='-3' r='6.500' fill='#dff3ff' stroke='#7c1f17' stroke-width='2.500'/>"
        )

    def saucer(self) -> str:
        """Draw one of the helpers."""
        return (
            "<ellipse cy='18' rx='22' ry='5' opacity='.5'/>"
            "<path d='M-11 -3a11 13 0 0 1 22 0z' fill='#dff3ff' opacity='.92'/>"
            "<path d='M-24 6q4 -9 24 -9t24 9q-3 9 -24 9t-24 -9z' fill='#56a9a4' stroke='#0a2b33' "
            "stroke-width='1.5'/>"
            "<path d='M-14 8h0M0 10h0M14 8h0' stroke='#ffe9a8' stroke-width='4.500' "
            "stroke-linecap='round'/>"
        )


MATERIALS: dict[str, type[Look]] = {
    "marbles": Marbles,
    "wood": Wood,
    "paper": Paper,
    "space": Space,
}


def look_of(game: BaseGame) -> Look:
    """Return the look of a game, by its appearance or else by its material."""
    if game.appearance is not None:
        from kibitz.drawing.drawn_look import DrawnLook  # which has the wood of this module

        return DrawnLook(game, game.appearance)
    return MATERIALS.get(game.material, Look)(game)
