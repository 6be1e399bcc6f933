"""Chomp: bite a square and everything below and to the right of it; the top left one is poisoned.

Aim: Leave the poisoned square to the other player.

To move: Click the square to bite.

To write: Write the square that you bite.

The players take turns. A bite takes a square with everything below it and to its right. The top
left square is poisoned. The player who has only that square left loses.

To choose:
    rows: of the board
    columns: of the board

Known: the first player wins, on a square by biting at b2, on two rows by biting off the last square
of the second. D. Gale, A curious Nim-type game, American Mathematical Monthly 81, 1974; the two
rows at https://cariboutests.com/games/chomp.php
"""

# A position holds four bits a row, its squares left; a move is the square bitten, four bits for its
# row and its column.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "impartial"
ALIASES = """
chocolate bar, tablette de chocolat, σοκολάτα, šokolaad, tableta de ciocolată, chokladkaka
"""


def game(rows=3, columns=4):
    if not (1 <= rows <= 15 and 1 <= columns <= 15):
        raise ValueError("the bar has 1 to 15 rows and columns")

    def moves(position):
        for row in range(rows):
            for column in range(position >> 4 * row & 15):
                if row or column:
                    yield row << 4 | column

    def play(position, move):
        left = 0
        for row in range(rows):
            length = position >> 4 * row & 15
            left |= (length if row < move >> 4 else min(length, move & 15)) << 4 * row
        return left

    def worth(position):
        return -1

    def pieces(position):
        signs = []
        for row in range(rows):
            length = position >> 4 * row & 15
            signs += ["o"] * length + ["."] * (columns - length)
        return ["x", *signs[1:]]

    def position_of(pieces):
        return sum(1 << 4 * (cell // columns) for cell, sign in enumerate(pieces) if sign != ".")

    def move_text(position, move):
        return board.names[(move >> 4) * columns + (move & 15)]

    board = Board.rectangle(rows, columns)
    start = sum(columns << 4 * row for row in range(rows))
    rules = Rules(aim="win", start=start, moves=moves, play=play, worth=worth)
    appearance = Appearance(cells="bare", pieces={"x": "poison", "o": "bite"})
    return OwnGame(
        rules,
        board,
        pieces,
        signs="xo.",
        position_of=position_of,
        move_text=move_text,
        appearance=appearance,
    )
