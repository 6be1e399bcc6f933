"""Hex: join your two sides of the board by a chain of stones, X top and bottom, O left and right.

Aim: Join your two sides of the board by a chain of your stones.

To move: Click an empty cell.

To write: Write the cell of your stone. Each row is half a cell further to the right than the row
above it, so b2 shares edges with a2, a3, b1, b3, c1 and c2.

X begins and joins the top and the bottom, O the left and the right side. The players take turns to
put a stone on an empty cell, where it stays. Stones are linked if their cells share an edge. There
is no draw: one of the players always succeeds.

To choose:
    rows: of the board
    columns: of the board

Known: the first player wins on a board of as many rows as columns (J. Nash, 1949, by stealing a
strategy), and on any other board the player whose sides are nearer to each other wins, even as the
second. M. Gardner, The Scientific American Book of Mathematical Puzzles and Diversions, 1959
"""

#   | 1 if O is to move | stones of O: a bit a cell | stones of X: a bit a cell |
#
# A move is a cell.

from kibitz import Appearance, Board, OwnGame, Rules, mirrors

KIND = "connecting"
ALIASES = """
Con-tac-tix, Nash, polygon, hexagons, hexagones, εξάγωνα, kuusnurgad, hexagoane, sexhörningar
"""


def game(rows=3, columns=3):
    cells = rows * columns
    if rows < 1 or columns < 1 or cells > 31:
        raise ValueError("the board has 1 to 31 cells")
    board = Board.rectangle(rows, columns)
    full = (1 << cells) - 1
    left = sum(1 << row * columns for row in range(rows))
    right = left << columns - 1
    top = (1 << columns) - 1
    bottom = top << cells - columns

    def joined(stones, begin, end):
        """Return whether a chain of the stones leads from one side to the other."""
        chain = stones & begin
        grown = 0
        while chain != grown and not chain & end:
            grown = chain
            chain |= (chain & ~right) << 1 | (chain & ~left) >> 1
            chain |= grown << columns | grown >> columns
            chain |= (grown & ~left) << columns - 1 | (grown & ~right) >> columns - 1
            chain &= stones
        return chain & end != 0

    def is_over(position):
        """Return whether the player who is not to move has just won."""
        if position >> 2 * cells:
            return joined(position & full, top, bottom)
        return joined(position >> cells & full, left, right)

    def moves(position):
        if not is_over(position):
            taken = (position | position >> cells) & full
            for cell in range(cells):
                if not taken >> cell & 1:
                    yield cell

    def play(position, move):
        turn = position >> 2 * cells
        return (position | 1 << move + cells * turn) ^ 1 << 2 * cells

    def worth(position):
        return -1

    def order(position, move):
        """Return how near the middle a cell is."""
        row, column = move // columns, move % columns
        return min(row, rows - 1 - row) + min(column, columns - 1 - column)

    def pieces(position):
        stones = ["X" if position >> c & 1 else "O" if position >> cells + c & 1 else "."
                  for c in range(cells)]  # fmt: skip
        return [*stones, "O" if position >> 2 * cells else "X"]  # below the board: who is to move

    def position_of(pieces):
        bits = sum(1 << c + cells * (s == "O") for c, s in enumerate(pieces[:cells]) if s != ".")
        return bits | (pieces[cells] == "O") << 2 * cells

    half_turn = [tuple(reversed(range(cells)))] if cells > 1 else []
    canonical, orbit = mirrors(half_turn, 0, cells)
    rules = Rules(
        aim="win",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        canonical=canonical,
        orbit=orbit,
        distinct_moves=cells,
        max_game_length=cells,
        order=order,
    )
    appearance = Appearance(
        cells="hexagon",
        at=[(column + row / 2, row * 0.866) for row, column in board.places],
        pieces={"X": "man first", "O": "man second"},
        borders={"top": "first", "bottom": "first", "left": "second", "right": "second"},
        board="none",
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="XO.",
        players="XO",
        position_of=position_of,
        appearance=appearance,
    )
