"""Views of the parts of a game's look, in the schemas of the API."""

from kibitz.core.base_game import BaseGame
from kibitz.drawing.inks import INKS
from kibitz.drawing.look import STEP, Look
from kibitz.drawing.materials import look_of
from kibitz.web.views import schemas


def drawing_of(game: BaseGame) -> schemas.DrawingSchema:
    """Return the parts of a game's look."""
    look = look_of(game)
    return schemas.DrawingSchema(
        width=look.width,
        height=look.height,
        step=STEP,
        round=look.round,
        night=look.marked not in INKS,
        points=look.points,
        defs=look.defs,
        slab=look.slab,
        cell=look.cell,
        goal=look.goal,
        labels=look.labels,
        pieces=look.pieces,
        tints=look.tints,
        blocks=look.blocks,
        studs={kind: look.stud(kind) for kind in look.blocks},
        outline=look.outline if look.blocks else {},
        tray=tray_of(look),
    )


def tray_of(look: Look) -> schemas.Tray | None:
    """Return the tray of a look, if it has one."""
    if look.tray is None:
        return None
    began = look.on_board(look.game.pieces(look.game.rules.start))
    counted = [(sign, tint, count) for (sign, tint), count in began.items()]
    x, y, step, scale = (look.tray[name] for name in ("x", "y", "step", "scale"))
    return schemas.Tray(x=x, y=y, step=step, scale=scale, began=counted)
