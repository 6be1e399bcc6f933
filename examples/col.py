"""Col and Snort: fill squares so that no two of your own touch, or none of yours and the other's.

Aim: Make the last move.

To move: Click a free square.

X begins. The players take turns to mark a free square with their own sign. At Col, your square must
not share a side with another one of your own. At Snort, it must not share a side with one of the
other player. The player who cannot move loses.

To choose:
    rows: of the board
    columns: of the board
    snort: 1 for Snort, 0 for Col

Known: Col is by Colin Vout, Snort by Simon Norton: J. H. Conway, On Numbers and Games, 1976. If a
side of the board is even, the second player wins Col: answer each square with the one opposite the
centre. https://en.wikipedia.org/wiki/Col_(game)
"""

# A move is the square that is marked.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "blocking"
ALIASES = """
Snort, map colouring, bulls and cows, χρωματισμός,
kaardi värvimine, coloriage, colorare, färglägga
"""


def game(rows=3, columns=4, snort=0):
    squares = rows * columns
    if rows < 1 or columns < 1 or squares > 20:
        raise ValueError("the board has 1 to 20 squares")
    board = Board.rectangle(rows, columns)
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"))
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    near = tuple(
        sum(1 << to for step in steps if (to := board.beyond(square, step)) is not None)
        for square in range(squares)
    )
    is_snort = snort != 0

    def moves(position):
        mine, theirs = mine_in(position), theirs_in(position)
        shunned = theirs if is_snort else mine
        for square in range(squares):
            if not (mine | theirs) >> square & 1 and not near[square] & shunned:
                yield square

    def play(position, move):
        return pack(theirs_in(position), mine_in(position) | 1 << move)

    def worth(position):
        return -1

    rules = Rules(
        aim="win",
        start=pack(0, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=squares,
        max_game_length=squares,
    )
    appearance = Appearance(board="paper", pieces={"X": "cross", "O": "ring"})
    return OwnGame(rules, board, layout, sides="XO", appearance=appearance)
