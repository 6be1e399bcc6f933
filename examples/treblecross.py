"""Treblecross: both players put crosses in a row of squares; three side by side win.

Aim: Be the player who completes three crosses side by side.

To move: Click a free square.

The players take turns to put a cross on any free square of a single row. Both use the same crosses.
The player who makes three of them stand side by side wins.

To choose:
    squares: squares in the row

Known: a row of n squares is the octal game .007 on n + 2: R. K. Guy, C. A. B. Smith, The G-values
of various games, 1956; E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical
Plays, 1982. Of the rows of 3 to 24 squares, the first player loses those of 6, 12 and 22.
"""

# A move is the square that is filled.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "impartial"
ALIASES = """
one-dimensional tic-tac-toe, τρίλιζα, trips-traps-trull,
morpion, X și 0, luffarschack
"""


def game(squares=11):
    if not 3 <= squares <= 24:
        raise ValueError("there are 3 to 24 squares")
    board = Board.rectangle(1, squares)
    layout = Layout(board, cells("crosses", "X"))

    def moves(position):
        if not position & position >> 1 & position >> 2:
            for square in range(squares):
                if not position >> square & 1:
                    yield square

    def play(position, move):
        return position | 1 << move

    def worth(position):
        return -1

    def decisive(position):
        first = next(one for one in range(squares) if position >> one & 7 == 7)
        return [first, first + 1, first + 2]

    rules = Rules(
        aim="win",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        impartial=True,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=squares,
        max_game_length=squares,
    )
    appearance = Appearance(board="paper", fold=7, pieces={"X": "cross"})
    return OwnGame(rules, board, layout, decisive=decisive, appearance=appearance)
