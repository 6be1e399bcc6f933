"""Strategy drawn as boards inside boards: each square holds the board after a move on it.

It serves games whose moves put one piece on an empty square. Lengths of the sheet are millimetres;
inside a board they are the units of its look.
"""

from __future__ import annotations

from html import escape

from kibitz.drawing.look_parts import STEP, label
from kibitz.drawing.picture import line_through, piece_in
from kibitz.drawing.scene import Scene
from kibitz.rules.base_game import EMPTY
from kibitz.rules.board import TRIANGULAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kibitz.drawing.look import Look
    from kibitz.drawing.scene import Cell
    from kibitz.oracle.perfect_play import ChosenMove, PlayerStrategy, Reply
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome

    Reuse = Callable[[str], str]  # from the text of elements to an element that repeats them

LEAST_TEXT = 1.5  # millimetres
LEAST_CELL = 1.6  # of a board that is drawn
INNER = 57  # of a cell, for the board in it
MOST_NESTED = 4_000  # boards
WIDE, BOLD = 0.6, 0.75  # of a character, in terms of its size
SIGNS = {"good": "+", "even": "=", "bad": "−", "unknown": "?"}
SQUARE, MOVED = "#f7efdf", "#ffe08a"
WON = "#bfe3c3"


class Nest:
    """A choice of a strategy, and what each square holds after it: a nest, or the end."""

    def __init__(self, choice: ChosenMove) -> None:
        self.choice = choice
        self.inside: dict[int, Nest | Reply] = {}

    @property
    def is_last(self) -> bool:
        """Whether no other choice follows."""
        return not any(isinstance(one, Nest) for one in self.inside.values())

    @property
    def result(self) -> Outcome | None:
        """The worst outcome among the ends that follow at once."""
        ends = [one.end for one in self.inside.values() if not isinstance(one, Nest) and one.end]
        return self.choice.end or min(ends, default=None)


def nest_of(strategy: PlayerStrategy, look: Look, side: float) -> Nest | None:
    """Return the strategy as a nest; None if its game has no such squares, or it is unreadable.

    `side` is that of the outermost board.
    """
    if not has_squares(look):
        return None
    nest = Nest(strategy.choices[0])
    long = max(extent(look)[2:])
    waiting = [(nest, side * STEP / long)]  # with the side of its squares
    for at, (one, square) in enumerate(waiting):  # it grows
        if at > MOST_NESTED or not fill(strategy, one):
            return None
        if square < LEAST_CELL and not (one.is_last and can_be_named(strategy, one, square, long)):
            return None
        inner = square * INNER / long
        waiting += [(i, inner) for i in one.inside.values() if isinstance(i, Nest)]
    return nest


def has_squares(look: Look) -> bool:
    """Return whether the cells of a board are squares in rows and columns."""
    board = look.game.board
    if look.turns or any(look.shapes) or board.edges or board.lattice is TRIANGULAR:
        return False
    (x, y), (row, column) = look.points[0], board.places[0]
    return all(
        (x + STEP * (c - column), y + STEP * (r - row)) == point
        for point, (r, c) in zip(look.points, board.places, strict=True)
    )


def can_be_named(strategy: PlayerStrategy, nest: Nest, square: float, long: float) -> bool:
    """Return whether a word fits into the square in which the board of a nest is too small.

    `square` is the side of the squares of that board, `long` the length of a board in units.
    """
    choice = nest.choice
    text = "" if choice.move is None else strategy.game.move_text(choice.position, choice.move)
    return square * long / STEP >= LEAST_TEXT * BOLD * max(2, len(text))


def fill(strategy: PlayerStrategy, nest: Nest) -> bool:
    """Find what each square holds; return whether all moves put one piece on a square."""
    choice, game = nest.choice, strategy.game
    player = strategy.player
    signs = game.pieces(choice.after, 1 - player)
    if game.beside(choice.after)[game.to_move(choice.after) is not None :]:
        return False
    if choice.move is not None:
        before = game.pieces(choice.position, player)
        if placed(before, signs) is None:
            return False
    for reply in choice.replies:
        over = reply.end is not None
        cell = placed(signs, game.pieces(reply.to, player)) if len(reply.moves) == 1 else None
        if cell is None or cell in nest.inside:
            return False
        nest.inside[cell] = reply if over else Nest(strategy.choice_in(reply.to))
    return True


def placed(before: list[str], after: list[str]) -> int | None:
    """Return the cell on which a piece was put; None if anything else changed."""
    changed = [cell for cell, sign in enumerate(before) if after[cell] != sign]
    one = len(changed) == 1 and before[changed[0]] == EMPTY
    return changed[0] if one else None


def extent(look: Look) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the cells of a board."""
    xs, ys = zip(*look.points, strict=True)
    half = STEP / 2
    return (
        min(xs) - half,
        min(ys) - half,
        max(xs) - min(xs) + STEP,
        max(ys) - min(ys) + STEP,
    )


def draw_nest(
    strategy: PlayerStrategy, look: Look, nest: Nest, scale: float, reuse: Reuse
) -> Iterator[str]:
    """Draw a nest in the units of its look; `scale` is the millimetres of a unit."""
    choice = nest.choice
    scene = Scene(strategy.game, choice.after, 1 - strategy.player)
    moved = None
    if choice.move is not None:
        before = strategy.game.pieces(choice.position, strategy.player)
        moved = placed(before, [cell.sign for cell in scene.cells])
    drawn = {cell.number: square_of(look, cell) for cell in scene.cells}
    if moved is not None:
        drawn[moved] = square_of(look, scene.cells[moved], MOVED)
    inside = {
        cell: "".join(draw_inside(strategy, look, inner, scale, reuse, drawn[cell]))
        for cell, inner in nest.inside.items()
    }
    yield from draw_board(look, scene, scale, {n: reuse(one) for n, one in drawn.items()} | inside)


def draw_board(look: Look, scene: Scene, scale: float, cells: Mapping[int, str]) -> Iterator[str]:
    """Draw a board with what its cells hold."""
    yield ground(look, scale)
    for cell in scene.cells:
        x, y = look.points[cell.number]
        text = f"<title>{escape(cell.name)}</title>{cells[cell.number]}"
        yield f"<g class='cell' transform='translate({x:g} {y:g})'>{text}</g>"
    yield from line_through(look, scene.line)


def draw_inside(
    strategy: PlayerStrategy,
    look: Look,
    inner: Nest | Reply,
    scale: float,
    reuse: Reuse,
    empty: str,
) -> Iterator[str]:
    """Draw what a square holds, around its centre: a board, or a word where that is too small.

    `empty` is the square under a word.
    """
    left, top, width, height = extent(look)
    smaller = INNER / max(width, height)
    if STEP * smaller * scale >= LEAST_CELL:
        x, y = -(left + width / 2) * smaller, -(top + height / 2) * smaller
        named = named_by(strategy.game, inner.choice) if isinstance(inner, Nest) else ""
        yield f"<g class='board'{named} transform='translate({x:g} {y:g}) scale({smaller:g})'>"
        if isinstance(inner, Nest):
            yield from draw_nest(strategy, look, inner, scale * smaller, reuse)
        else:
            scene = Scene(strategy.game, inner.to, strategy.player)  # a move has ended the game
            cells = {cell.number: reuse(square_of(look, cell)) for cell in scene.cells}
            yield from draw_board(look, scene, scale * smaller, cells)
        yield "</g>"
        return
    result = inner.result if isinstance(inner, Nest) else inner.end
    words = SIGNS[result.tone] if result else ""
    won = result is not None and result.tone == "good"
    if isinstance(inner, Nest) and inner.choice.move is not None:
        words = strategy.game.move_text(inner.choice.position, inner.choice.move)
    yield reuse(empty)
    size = INNER / (BOLD * max(2, len(words)))
    said = label(0, 0, words, "reply", "ink", round(size))
    if won:
        yield highlight(WON)
        said = said.replace("<text ", "<text font-weight='bold' text-decoration='underline' ")
    yield said


def named_by(game: BaseGame, choice: ChosenMove) -> str:
    """Return the attributes that name the position and the move of a board, for programs."""
    named = f" data-position='{escape(game.text(choice.position))}'"
    if choice.move is not None:
        named += f" data-move='{escape(game.move_text(choice.position, choice.move))}'"
    return named


def square_of(look: Look, cell: Cell, colour: str = "") -> str:
    """Draw a cell around 0, 0 with its piece, on a colour if it is pointed out."""
    return highlight(colour or SQUARE) + piece_in(look, cell)


def ground(look: Look, scale: float) -> str:
    """Draw the plate under the cells of a board, with an edge of a tenth of a millimetre."""
    left, top, width, height = extent(look)
    box = f"x='{left:g}' y='{top:g}' width='{width:g}' height='{height:g}'"
    edge = f"stroke='#7d6c4c' stroke-width='{min(6, 0.12 / scale):.3g}'"
    return f"<rect class='edge' {box} fill='#e3d8c3' {edge}/>"


def highlight(colour: str) -> str:
    """Draw the background of a cell that is pointed out."""
    return f"<rect x='-27' y='-27' width='54' height='54' rx='8' fill='{colour}'/>"
