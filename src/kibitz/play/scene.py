"""What a picture of a position shows, whatever it is drawn with: cells, pieces and marks."""

from __future__ import annotations

from kibitz.rules.game import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.play.match import Match
    from kibitz.rules.board import Place
    from kibitz.rules.game import Game

    Arrow = tuple[int, int]

LEFT, ENTERED = "left", "entered"


class Cell:
    """One place of the board, what stands on it, and how it is marked.

    `letter` is the kind of the piece, "" where the cell is empty, and `number` what tells it from
    others of its kind. `mark` is `left` or `entered` where the last move changed the cell, else "".
    """

    def __init__(self, place: Place, name: str, sign: str, *, goal: bool, mark: str) -> None:
        self.place = place
        self.name = name
        self.sign = sign
        self.letter = "" if sign == EMPTY else kind_of(sign)
        self.number = "" if sign == EMPTY else sign[len(self.letter) :]
        self.goal = goal
        self.mark = mark


class Scene:
    """A position made ready for drawing: its cells in reading order, and arrows between cells.

    `beside` are the signs to be shown below the board, without the side to move, which faces say.
    """

    def __init__(self, game: Game, position: int, mover: int | None = None) -> None:
        self.game = game
        self.title = f"{game.name}: {game.text(position)}"
        self.arrows: list[Arrow] = []
        self.beside = game.beside(position)[game.to_move(position) is not None :]
        board = game.board
        self.cells = [
            Cell(place, name, sign, goal=cell in game.goals, mark="")
            for cell, (place, name, sign) in enumerate(
                zip(board.places, board.names, game.pieces(position, mover), strict=True)
            )
        ]

    def mark_move(self, before: Sequence[str]) -> None:
        """Mark what has changed since these signs stood on the cells."""
        for cell, sign in zip(self.cells, before, strict=True):
            if kind_of(sign) != kind_of(cell.sign):
                cell.mark = ENTERED if cell.letter else LEFT

    def at(self, place: Place) -> Cell | None:
        """Return the cell at a place."""
        cell = self.game.board.at(*place)
        return None if cell is None else self.cells[cell]

    def joined(self, cell: Cell, step: Place) -> bool:
        """Tell whether a cell and its neighbour along a step are covered by the same piece."""
        other = self.at((cell.place[0] + step[0], cell.place[1] + step[1]))
        wide = cell.letter in self.game.wide
        return wide and other is not None and other.sign == cell.sign


def kind_of(sign: str) -> str:
    """Return the kind of a piece: its sign without the number behind it."""
    return sign.rstrip("0123456789") or sign


def scene_of(match: Match) -> Scene:
    """Return the position on the board of a match, the last move marked."""
    scene = Scene(match.game, match.position, match.mover)
    if match.ply:
        before = match.positions[match.ply - 1]
        scene.mark_move(match.game.pieces(before, match.mover_at(match.ply - 1)))
    return scene


def arrows_of(game: Game, position: int, move: int, mover: int | None = None) -> list[Arrow]:
    """Return arrows that show a move: from where a piece leaves to where it comes to stand.

    A piece that appears has none, nor has one that leaves several cells for several others.
    """
    other = None if mover is None or not game.rules.two_players else 1 - mover
    before = game.pieces(position, mover)
    after = game.pieces(game.rules.play(position, move), other)
    arrows = []
    for kind in sorted({kind_of(sign) for sign in after} - {EMPTY}):
        had = {cell for cell, sign in enumerate(before) if kind_of(sign) == kind}
        has = {cell for cell, sign in enumerate(after) if kind_of(sign) == kind}
        if len(has - had) == 1 and had - has:
            to = next(iter(has - had))
            row, column = game.board.places[to]
            arrows.append(
                (
                    max(
                        sorted(had - has),
                        key=lambda cell: (
                            (game.board.places[cell][0] - row) ** 2
                            + (game.board.places[cell][1] - column) ** 2
                        ),
                    ),
                    to,
                )
            )
    return arrows
