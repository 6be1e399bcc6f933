"""Scene: the cells, pieces and marks of a picture, independent of the renderer."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kibitz.language.errors import phrase
from kibitz.rules.base_game import EMPTY, BaseGame
from kibitz.rules.board import TRIANGULAR, Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from kibitz.drawing.hands import Hand, Plain

    class Played(Protocol):
        """Part of a match (`play/match_history.py`) on which its picture depends."""

        game: BaseGame
        ply: int

        @property
        def positions(self) -> Sequence[int]: ...

        def mover_at(self, ply: int) -> int: ...


Arrow = tuple[int, int]

LEFT, ENTERED = "left", "entered"


class Cell:
    """A cell of the board, its piece, and its mark.

    `letter` is the kind of the piece, "" where the cell is empty. `covered` is true if the
    piece covers several cells. `mark` is `left` or `entered` where the last move
    changed the cell, else "".
    """

    def __init__(
        self, number: int, place: tuple[int, int], name: str, sign: str, *, goal: bool
    ) -> None:
        self.number = number
        self.place = place
        self.name = name
        self.sign = sign
        self.letter = "" if sign == EMPTY else kind_of(sign)
        self.goal = goal
        self.covered = False
        self.mark = ""


class Scene:
    """A position prepared for drawing: its cells in reading order, and arrows between cells.

    `blocks` are the cells of each piece that covers several, `line` those that decided a game that
    is over.
    `stored` are the signs beside the board, without the side to move; `beside` is what is
    written below the board: these signs, or what an appearance calls them. `hands` are the pieces
    in hand where they are drawn; `written` is the part of `beside` that is not drawn as such.
    `plain` translates labels.
    """

    def __init__(
        self, game: BaseGame, position: int, mover: int | None = None, plain: Plain = str
    ) -> None:
        self.game = game
        self.title = f"{game.name}: {game.text(position)}"
        self.arrows: list[Arrow] = []
        self.stored = stored_at(game, position)
        to_move = game.mover(position) if mover is None else mover
        signs = game.pieces(position, mover)
        self.hands = hands_at(game, position, to_move, plain)
        self.beside = words_beside(game, self.stored, to_move, plain)
        self.written = [] if self.hands else self.beside
        if self.hands and not self.beside:
            self.beside = [hand.words for hand in self.hands if hand.count]
        board = game.board
        self.cells = [
            Cell(cell, place, name, sign, goal=cell in game.goals)
            for cell, (place, name, sign) in enumerate(
                zip(board.places, board.names, signs, strict=True)
            )
        ]
        over = game.rules.is_over(position)
        self.line = list(game.decisive(position)) if over else []
        check_cells(game, "decisive", self.line)
        self.blocks: list[list[int]] = []
        self.join(blocks_of(game, [cell.sign for cell in self.cells]))

    def join(self, blocks: Sequence[list[int]]) -> None:
        """Draw the pieces on these cells as one piece for each block."""
        self.blocks += blocks
        for cells in blocks:
            for cell in cells:
                self.cells[cell].covered = True

    def mark_move(self, before: Sequence[str]) -> None:
        """Mark the cells whose signs differ from these."""
        for cell, sign in zip(self.cells, before, strict=True):
            if kind_of(sign) != kind_of(cell.sign):
                cell.mark = ENTERED if cell.letter else LEFT


def stored_at(game: BaseGame, position: int) -> list[str]:
    """Return the signs beside the board, without the side to move."""
    return game.beside(position)[game.to_move(position) is not None :]


def hands_at(game: BaseGame, position: int, mover: int, plain: Plain = str) -> list[Hand]:
    """Return the hands of both players; none if the game draws no hands."""
    appearance = game.appearance
    if appearance is None or not (appearance.held or appearance.stock):
        return []
    from kibitz.drawing.hands import hands_of  # for games with hands only

    return hands_of(game, appearance, position, mover, plain)


BESIDE = phrase("{name}: {meaning}")


def words_beside(game: BaseGame, signs: Sequence[str], mover: int, plain: Plain = str) -> list[str]:
    """Return the labels and counts of the signs beside the board, or the signs themselves.

    Of more than two counts only those above 0 are written. `plain` translates a label.
    """
    if game.appearance is None or not game.appearance.beside:
        return list(signs)
    found = []
    for label, sign in zip(game.appearance.beside, signs, strict=False):
        count = game.appearance.count(sign)
        if count or count is None or len(signs) < 3:
            first, second = (plain(game.player_name(side)) for side in (0, 1))
            player, other = (first, second) if mover == 0 else (second, first)
            names = {"first": first, "second": second, "player": player, "other": other}
            words = plain(label).format(**names)
            said = plain(game.called[sign]) if sign in game.called else sign
            shown = said if count is None else str(count)
            found.append(plain(BESIDE).format(name=words, meaning=shown))
    return found


def check_cells(game: BaseGame, name: str, cells: Sequence[int]) -> None:
    """Raise an error for invalid cells returned by a function of a game in a file."""
    for cell in cells:
        if type(cell) is not int or not 0 <= cell < len(game.board):
            from kibitz.games.gamefile import InvalidGameFile  # imported for invalid games only

            raise InvalidGameFile(
                "{name}: {function} names {cell}, and cells are numbered from 0 to {last}",
                name=game.name,
                function=name,
                cell=repr(cell)[:40],
                last=len(game.board) - 1,
            )


def blocks_of(game: BaseGame, signs: Sequence[str]) -> list[list[int]]:
    """Return the cells of each piece that covers several."""
    blocks = game.blocks(signs)
    for cells in blocks:
        check_cells(game, "blocks", cells)
        if any(signs[cell] == EMPTY for cell in cells):
            from kibitz.games.gamefile import InvalidGameFile

            raise InvalidGameFile(
                "{name}: blocks names {cell}, which is empty",
                name=game.name,
                cell=next(game.board.names[cell] for cell in cells if signs[cell] == EMPTY),
            )
    return blocks


def kind_of(sign: str) -> str:
    """Return the kind of a piece: its sign without the number after it."""
    return sign.rstrip("0123456789") or sign


def scene_of(match: Played, plain: Plain = str) -> Scene:
    """Return the position on the board of a match, the last move marked; `plain` as in a scene."""
    scene = Scene(match.game, match.positions[match.ply], match.mover_at(match.ply), plain)
    scene.join(dominoes_of(match))
    for cell, owner in owners_of(match).items():
        scene.cells[cell].sign += str(owner + 1)
    if match.ply:
        before = match.positions[match.ply - 1]
        scene.mark_move(match.game.pieces(before, match.mover_at(match.ply - 1)))
    return scene


def signs_of(match: Played) -> list[list[str]]:
    """Return the signs on the cells at each ply of a match."""
    plies = range(match.ply + 1)
    return [match.game.pieces(match.positions[ply], match.mover_at(ply)) for ply in plies]


def owners_of(match: Played) -> dict[int, int]:
    """Return who put the piece on each cell with one that belongs to a player, 0 or 1."""
    appearance = match.game.appearance
    if appearance is None or not appearance.owned:
        return {}
    found: dict[int, int] = {}
    for ply, (before, after) in enumerate(itertools.pairwise(signs_of(match))):
        for cell, sign in enumerate(after):
            if sign != before[cell]:
                found.pop(cell, None)
                if sign in appearance.owned:
                    found[cell] = match.mover_at(ply)
    return found


def dominoes_of(match: Played) -> list[list[int]]:
    """Return the two cells of each domino that was laid in a match, if the game has dominoes.

    A position does not tell which halves belong together.
    """
    appearance = match.game.appearance
    if appearance is None or not any(words[0] == "domino" for words in appearance.pieces.values()):
        return []
    laid = (
        [cell for cell, sign in enumerate(after) if sign != EMPTY and before[cell] == EMPTY]
        for before, after in itertools.pairwise(signs_of(match))
    )
    return [cells for cells in laid if len(cells) == 2]


def arrows_of(game: BaseGame, position: int, move: int, mover: int | None = None) -> list[Arrow]:
    """Return arrows that show a move, from the old to the new cell of a piece.

    A piece that appears has none, nor has one that leaves several cells for several others.
    """
    other = None if mover is None else game.rules.mover_after(mover, position, move)
    before = game.pieces(position, mover)
    after = game.pieces(game.rules.play(position, move), other)
    arrows, places = [], game.board.places
    for kind in sorted({kind_of(sign) for sign in after} - {EMPTY}):
        had = {cell for cell, sign in enumerate(before) if kind_of(sign) == kind}
        has = {cell for cell, sign in enumerate(after) if kind_of(sign) == kind}
        if len(has - had) == 1 and had - has:
            (to,) = has - had
            row, column = places[to]
            far = {cell: (x - row) ** 2 + (y - column) ** 2 for cell, (x, y) in enumerate(places)}
            arrows.append((max(sorted(had - has), key=far.__getitem__), to))
    return arrows


def edge_names(board: Board) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the names of rows and columns if the names of cells consist of them, else none.

    A cell is then called by letters and a number, one of them by its row, the other by its column,
    or by two words: its row and its column.
    """
    if board.lattice is TRIANGULAR:
        return [], []
    letters = [name.rstrip("0123456789").rstrip() for name in board.names]
    if not any(letters):
        letters = [name.partition(" ")[0] for name in board.names]
    numbers = [name[len(word) :].strip() for name, word in zip(board.names, letters, strict=True)]
    if not all(letters) or not all(numbers):
        return [], []
    for of_rows, of_columns in ((letters, numbers), (numbers, letters)):
        rows: dict[int, set[str]] = {}
        columns: dict[int, set[str]] = {}
        for (row, column), one, other in zip(board.places, of_rows, of_columns, strict=True):
            rows.setdefault(row, set()).add(one)
            columns.setdefault(column, set()).add(other)
        if all(len(names) == 1 for names in (*rows.values(), *columns.values())):
            return (
                [(row, min(names)) for row, names in rows.items()],
                [(column, min(names)) for column, names in columns.items()],
            )
    return [], []
