"""Pointing: moves as sequences of cells to click, for any game.

A move is a sequence of steps, each a set of cells. A step of one cell is a cell to click: the
origin of a piece, then its destination. A step of several cells is the new place of a piece that
covers them all. A move is made when the clicks leave one legal move.
"""

from collections.abc import Sequence
from functools import lru_cache

from kibitz.drawing.scene import arrows_of, check_cells, kind_of
from kibitz.rules.base_game import EMPTY, BaseGame

Steps = list[list[int]]


MOST_IN_ANY_ORDER = 3
MOST_KEPT = 4000  # moves whose steps are cached: a view and an opinion use the same ones


@lru_cache(MOST_KEPT)
def steps_of(game: BaseGame, position: int, move: int, mover: int) -> Steps:
    """Return the steps of a move; none if it has a button."""
    cells = game.points(position, move)
    check_cells(game, "points", cells or ())
    if cells is not None:
        return [[cell] for cell in cells]
    other = game.rules.mover_after(mover, position, move)
    before = game.pieces(position, mover)
    after = game.pieces(game.rules.play(position, move), other)
    steps = wide_steps(game, before, after)
    origins = {to: origin for origin, to in arrows_of(game, position, move, mover)}
    gone, come = [], []
    for cell, (was, now) in enumerate(zip(before, after, strict=True)):
        left, entered = narrow_kind(game, was), narrow_kind(game, now)
        if entered and entered != left:
            come.append(cell)
        elif left and not entered:
            gone.append(cell)
    for to in come:
        if to in origins:
            steps.append([origins[to]])
        steps.append([to])
    return steps or [[cell] for cell in gone]


def in_any_order(game: BaseGame, position: int, move: int, mover: int, steps: Steps) -> bool:
    """Return whether a move fills a few free cells, which may be clicked in any order.

    Steps that the author of a game defines have a fixed order.
    """
    if game.points(position, move) is not None:
        return False
    pieces = game.pieces(position, mover)
    free = all(len(step) == 1 and pieces[step[0]] == EMPTY for step in steps)
    return free and 1 < len(steps) <= MOST_IN_ANY_ORDER


def narrow_kind(game: BaseGame, sign: str) -> str:
    """Return the kind of a piece on one cell, "" if the cell is empty or has a wide piece."""
    kind = kind_of(sign)
    return "" if kind == EMPTY or kind in game.wide else kind


def wide_steps(game: BaseGame, before: Sequence[str], after: Sequence[str]) -> Steps:
    """Return the new cells of each piece that covers several, if it has moved."""
    steps = []
    for sign in game.wide:
        had = [cell for cell, piece in enumerate(before) if piece == sign]
        has = [cell for cell, piece in enumerate(after) if piece == sign]
        if has != had:
            steps.append(has)
    return steps
