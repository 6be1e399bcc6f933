"""Wythoff's game: move the queen left, up or diagonally; bring it to the top left corner to win.

Aim: Bring the queen to the top left corner.

To move: Click a piece and then where it goes, or drag it there.

Both players move the same queen in turn, any number of squares to the left, up, or diagonally to
the upper left. The player who brings it to the corner wins. It is the same as taking counters from
two heaps: any number from one, or the same number from both.

To choose:
    down: steps from the corner down to the queen
    right: steps from the corner right to the queen

Known: the second player wins from (1, 2), (3, 5), (4, 7), (6, 10), … steps to the corner, the
golden ratio apart. W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7,
1907.
"""

# A position is the square of the queen, and a move the square where it goes.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "impartial"
ALIASES = """queen, corner the queen, tsyanshidzi, dame, βασίλισσα, lipp, regină, dam, drottning"""


def game(down=5, right=8):
    if not (0 <= down <= 30 and 0 <= right <= 30):
        raise ValueError("the queen is 0 to 30 steps from each side")
    rows, columns = down + 1, right + 1
    board = Board.rectangle(rows, columns)

    def moves(position):
        row, column = position // columns, position % columns
        for left in range(column):
            yield row * columns + left
        for up in range(row):
            yield up * columns + column
        for both in range(1, min(row, column) + 1):
            yield (row - both) * columns + column - both

    def play(position, move):
        return move

    def worth(position):
        return -1

    def pieces(position):
        return ["Q" if cell == position else "." for cell in range(len(board))]

    def position_of(pieces):
        return pieces.index("Q")

    rules = Rules(
        aim="win",
        start=rows * columns - 1,
        moves=moves,
        play=play,
        worth=worth,
        impartial=True,
        distinct_moves=rows * columns,
        max_game_length=down + right,
    )
    appearance = Appearance(board="wood", chequered=True, pieces={"Q": "queen white"})
    return OwnGame(
        rules,
        board,
        pieces,
        signs="Q.",
        position_of=position_of,
        goals=[0],
        called={"Q": "queen"},
        appearance=appearance,
    )
