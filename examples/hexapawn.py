"""Hexapawn: pawns on a small board; reach the far side, or leave the other without a move.

Aim: Bring a pawn to the far side, or leave the other player without a move.

To move: Click a piece and then where it goes, or drag it there.

White (W) begins, from the bottom. A pawn moves one square straight forwards onto an empty square,
or captures one square diagonally forwards, as in chess. The first pawn on the far side wins. A
player who cannot move loses.

To choose:
    rows: of the board
    columns: of the board

Known: the game is Martin Gardner's (Scientific American, March 1962), who found that the second
player wins on 3 x 3. The other sizes are computed here.
"""

# A move: | from: 5 bits | to: 5 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells, number

KIND = "capturing"
ALIASES = """
pawns, chess, pions, échecs, πιόνια, σκάκι, etturid, male, pioni, șah, bönder, schack
"""


def game(rows=3, columns=3):
    if not (3 <= rows <= 5 and 1 <= columns <= 5):
        raise ValueError("the board has 3 to 5 rows and 1 to 5 columns")
    board = Board.rectangle(rows, columns)
    mirror = tuple(cell + columns - 1 - 2 * (cell % columns) for cell in range(len(board)))
    layout = Layout(
        board,
        cells("white", "W"),
        cells("black", "B"),
        number("turn", 2, "WB"),
        symmetries=[mirror] if columns > 1 else (),
    )
    white_in, black_in, turn_in, pack = layout.white, layout.black, layout.turn, layout.pack
    last = (1 << columns) - 1
    squares = rows * columns

    def moves(position):
        white, black = white_in(position), black_in(position)
        if not (white & last or black >> squares - columns):
            turn = turn_in(position)
            mine, theirs = (black, white) if turn else (white, black)
            ahead = columns if turn else -columns
            for origin in range(squares):
                if mine >> origin & 1:
                    column = origin % columns
                    if column > 0 and theirs >> origin + ahead - 1 & 1:
                        yield origin << 5 | origin + ahead - 1
                    if not (mine | theirs) >> origin + ahead & 1:
                        yield origin << 5 | origin + ahead
                    if column < columns - 1 and theirs >> origin + ahead + 1 & 1:
                        yield origin << 5 | origin + ahead + 1

    def play(position, move):
        white, black = white_in(position), black_in(position)
        moved, to = 1 << (move >> 5) | 1 << (move & 31), 1 << (move & 31)
        if turn_in(position):
            return pack(white & ~to, black ^ moved, 0)
        return pack(white ^ moved, black & ~to, 1)

    def worth(position):
        return -1  # the other has arrived, or there is no move

    rules = Rules(
        aim="win",
        start=pack(last << squares - columns, last, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
    )
    appearance = Appearance(
        board="wood",
        chequered=True,
        pieces={"W": "pawn white", "B": "pawn black"},
        players=["White", "Black"],
    )
    return OwnGame(rules, board, layout, players="WB", appearance=appearance)
