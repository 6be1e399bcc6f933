"""Cram: put a domino on two free squares side by side; the player who cannot move loses.

Aim: Place the last domino.

To move: Click the two squares of the domino.

To write: Write the two squares of the domino, separated by a comma, the upper or the left one
first.

The players take turns to place a domino on two neighbouring free squares, horizontally or
vertically. The player who cannot place one loses.

To choose:
    rows: of the board
    columns: of the board

Known: the second player wins where both sides are even, the first where just one is: answer each
domino with the opposite one. M. Gardner, Scientific American, February 1974.
"""

# A move is a number from a list of all places for a domino.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "impartial"
ALIASES = """plugg, dots and pairs, dominoes, dominos, ντόμινο, doominod, domino, dominobrickor"""


def game(rows=4, columns=4):
    if not (1 <= rows <= 7 and 1 <= columns <= 7):
        raise ValueError("the board has 1 to 7 rows and columns")
    board = Board.rectangle(rows, columns)
    layout = Layout(board, cells("covered", "o"))
    found = []
    for square in range(len(board)):
        for step in ((0, 1), (1, 0)):
            beside = board.beyond(square, step)
            if beside is not None:
                found.append(1 << square | 1 << beside)
    dominoes = tuple(found)

    def moves(position):
        for domino in range(len(dominoes)):
            if not position & dominoes[domino]:
                yield domino

    def play(position, move):
        return position | dominoes[move]

    def worth(position):
        return -1

    rules = Rules(
        aim="win",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        impartial=True,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=max(1, len(dominoes)),
        max_game_length=rows * columns // 2,
    )
    appearance = Appearance(board="wood", pieces={"o": "domino"})
    return OwnGame(
        rules,
        board,
        layout,
        appearance=appearance,
    )
