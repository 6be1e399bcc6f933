"""Misère tic-tac-toe: the player who makes three in a row loses.

Aim: Make the other player complete three in a row.

To move: Choose an empty square.

X begins. The players take turns to put their sign on an empty square. The player who completes
three of their own signs in a row, across, down or diagonally, loses. A full board without three in
a row is a draw.

Known: the first player draws by taking the centre and answering each move with the opposite square:
Y. Elran, Toe-tac-tic, https://www.futurelearn.com/info/courses/recreational-math/0/steps/43531.
Every other first move loses, as computed here in two ways.
"""

# | theirs: 9 bits | mine: 9 bits |        a move: the square

from kibitz import Appearance, Board, OwnGame, Rules, mirrors

KIND = "row"
ALIASES = """
tic tac toe, toe tac tic, noughts and crosses, morpion, τρίλιζα, trips-traps-trull, x și 0,
tripp trapp trull, tre i rad, luffarschack
"""

BOARD = Board.rectangle(3, 3)
LINES = BOARD.lines(3)


def has_line(squares):
    for line in LINES:
        if squares & line == line:
            return True
    return False


def moves(position):
    if not has_line(position >> 9):
        for square in range(9):
            if not (position | position >> 9) >> square & 1:
                yield square


def play(position, move):
    return position >> 9 | (position & 511 | 1 << move) << 9


def worth(position):
    return 1 if has_line(position >> 9) else 0


def pieces(position):
    return ["X" if position >> s & 1 else "O" if position >> 9 + s & 1 else "." for s in range(9)]


def game():
    canonical, orbit = mirrors(BOARD.symmetries(), 0, 9)
    rules = Rules(
        aim="win", start=0, moves=moves, play=play, worth=worth, canonical=canonical, orbit=orbit
    )
    appearance = Appearance(board="paper", pieces={"X": "cross", "O": "ring"})
    return OwnGame(
        rules,
        BOARD,
        pieces,
        signs="XO.",
        sides="XO",
        appearance=appearance,
    )
