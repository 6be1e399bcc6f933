"""Clobber: a move takes a piece of the other player beside it; the player who cannot move loses.

Aim: Make the last move.

To move: Click a piece and then the piece beside it that it takes, or drag it there.

At the start the pieces of the two players fill the board like the colours of a chessboard.
X begins. A move takes a piece of the other player directly above, below, left or right of one of
your own, which goes to its square. There are no other moves. The player who cannot move loses.

To choose:
    rows: of the board
    columns: of the board

Known: the game is by M. H. Albert, J. P. Grossman and R. J. Nowakowski, 2001. In a single row of an
even number of pieces, the first player wins, except with six: conjectured by them and D. Wolfe in
2004 and proved in “A proof of the 2004 Albert-Grossman-Nowakowski-Wolfe conjecture on alternating
linear clobber”, 2025. The boards are computed here in two ways.
"""

# A move: | from | direction: 0 right, 1 down, 2 left, 3 up |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "capturing"
ALIASES = """cannibal clobber, captures, αιχμαλωσία, võtmine, capturi, slå"""


def game(rows=3, columns=4):
    squares = rows * columns
    if rows < 1 or columns < 1 or squares > 20:
        raise ValueError("the board has 1 to 20 squares")
    board = Board.rectangle(rows, columns)
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"))
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    none = -1
    beside = tuple(
        none if other is None else other
        for square in range(squares)
        for other in (board.beyond(square, step) for step in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    )

    def moves(position):
        mine, theirs = mine_in(position), theirs_in(position)
        for at in range(4 * squares):
            to = beside[at]
            if to >= 0 and mine >> (at >> 2) & 1 and theirs >> to & 1:
                yield at

    def play(position, move):
        taken = 1 << beside[move]
        mine = mine_in(position) & ~(1 << (move >> 2)) | taken
        return pack(theirs_in(position) & ~taken, mine)

    def worth(position):
        return -1

    first = sum(1 << at for at, (row, column) in enumerate(board.places) if (row + column) % 2 == 0)
    rules = Rules(
        aim="win",
        start=pack(first, (1 << squares) - 1 & ~first),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=4 * squares,
        max_game_length=squares,
    )
    appearance = Appearance(
        board="wood", chequered=True, pieces={"X": "man first", "O": "man second"}
    )
    return OwnGame(rules, board, layout, sides="XO", appearance=appearance)
