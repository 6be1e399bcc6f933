"""The parts of a game's look, in the shape that the page gets them."""

from __future__ import annotations

from kibitz.play.inks import INKS
from kibitz.play.look import STEP
from kibitz.play.materials import look_of
from kibitz.web import shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.look import Look
    from kibitz.rules.game import Game


def drawing_of(game: Game) -> shapes.Drawing:
    """Return the parts of a game's look."""
    look = look_of(game)
    return shapes.Drawing(
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


def tray_of(look: Look) -> shapes.Tray | None:
    """Return the tray of a look, if it has one."""
    if look.tray is None:
        return None
    began = look.on_board(look.game.pieces(look.game.rules.start))
    counted = [(sign, tint, count) for (sign, tint), count in began.items()]
    x, y, step, scale = (look.tray[name] for name in ("x", "y", "step", "scale"))
    return shapes.Tray(x=x, y=y, step=step, scale=scale, began=counted)
