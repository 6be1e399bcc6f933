"""Breakthrough: two rows of pieces on each side; the first piece on the far row wins.

Aim: Be the first to bring a piece to the far row.

To move: Click a piece and then where it goes, or drag it there.

White (W) begins, from the bottom. A piece moves one square forwards, straight or diagonally, onto
an empty square. It captures diagonally forwards only, and never has to. A player whose pieces are
all captured loses.

To choose:
    rows: of the board
    columns: of the board

Known: the game is by Dan Troyka, 2000, on 7 x 7 and later 8 x 8 squares:
https://en.wikipedia.org/wiki/Breakthrough_(board_game). The first player loses 5 x 5 in 26 plies:
Tasmanian Devil, forum of littlegolem.net, 2006; a search outside Kibitz found the same. Smaller
boards are computed here in two ways.
"""

# A move: | from: 5 bits | to: 5 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells, number

KIND = "capturing"
ALIASES = """pawns, σπάσιμο γραμμής, läbimurre, percée, străpungere, genombrott"""


def game(rows=4, columns=3):
    if not (4 <= rows <= 6 and 2 <= columns <= 5):
        raise ValueError("the board has 4 to 6 rows and 2 to 5 columns")
    board = Board.rectangle(rows, columns)
    squares = rows * columns
    mirror = tuple(at + columns - 1 - 2 * (at % columns) for at in range(squares))
    layout = Layout(
        board,
        cells("white", "W"),
        cells("black", "B"),
        number("turn", 2, "WB"),
        symmetries=[mirror],
    )
    white_in, black_in, turn_in, pack = layout.white, layout.black, layout.turn, layout.pack
    far = (1 << columns) - 1
    two = (1 << 2 * columns) - 1

    def moves(position):
        white, black = white_in(position), black_in(position)
        if not (white & far or black >> squares - columns):
            turn = turn_in(position)
            mine, theirs = (black, white) if turn else (white, black)
            ahead = columns if turn else -columns
            for origin in range(squares):
                if mine >> origin & 1:
                    for aside in range(-1, 2):
                        to = origin + ahead + aside
                        blocked = mine if aside else mine | theirs
                        if 0 <= origin % columns + aside < columns and not blocked >> to & 1:
                            yield origin << 5 | to

    def play(position, move):
        white, black = white_in(position), black_in(position)
        to = 1 << (move & 31)
        moved = 1 << (move >> 5) | to
        if turn_in(position):
            return pack(white & ~to, black ^ moved, 0)
        return pack(white ^ moved, black & ~to, 1)

    def worth(position):
        return -1  # the other has arrived, or has captured everything

    rules = Rules(
        aim="win",
        start=pack(two << squares - 2 * columns, two, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=squares << 5,
    )
    appearance = Appearance(
        board="wood",
        chequered=True,
        pieces={"W": "pawn white", "B": "pawn black"},
        players=["White", "Black"],
    )
    return OwnGame(rules, board, layout, players="WB", appearance=appearance)
