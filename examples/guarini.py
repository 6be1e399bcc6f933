"""Guarini's knights: two white and two black knights change corners, as few moves as possible.

Aim: Exchange the white and the black knights in as few moves as possible.

To move: Click a piece and then where it goes, or drag it there.

The knights stand in the corners of a board of 3 × 3 squares. They move as in chess, two squares
straight and one to the side, onto an empty square. The colours may move in any order.

Known: the oldest known puzzle with knights: P. Guarini di Forlì, 1512 (al-Adli, about 840, had it
before). It takes 16 moves: H. E. Dudeney, Amusements in Mathematics, 1917, number 341.
"""

# A move: | from: 4 bits | to: 4 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "ordering"
ALIASES = """
four knights, knights exchange, chess, cavaliers, échecs, ίπποι, σκάκι, ratsud, male, cai, șah,
springare, schack
"""

LEAPS = ((1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1))


def game():
    board = Board.rectangle(3, 3)
    mirror = (2, 1, 0, 5, 4, 3, 8, 7, 6)
    layout = Layout(board, cells("white", "N"), cells("black", "n"), symmetries=[mirror])
    white_in, black_in, pack = layout.white, layout.black, layout.pack
    near = tuple(
        sum(1 << to for leap in LEAPS if (to := board.beyond(square, leap)) is not None)
        for square in range(9)
    )
    above, below = 0b000000101, 0b101000000
    solved = pack(above, below)

    def moves(position):
        taken = white_in(position) | black_in(position)
        if position != solved:
            for origin in range(9):
                if taken >> origin & 1:
                    for to in range(9):
                        if near[origin] & ~taken & 1 << to:
                            yield origin << 4 | to

    def play(position, move):
        leap = 1 << (move >> 4) | 1 << (move & 15)
        if white_in(position) >> (move >> 4) & 1:
            return pack(white_in(position) ^ leap, black_in(position))
        return pack(white_in(position), black_in(position) ^ leap)

    def worth(position):
        return 1 if position == solved else 0

    rules = Rules(
        aim="shortest",
        start=pack(below, above),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
    )
    called = {"N": "white knight", "n": "black knight"}
    appearance = Appearance(
        board="wood", chequered=True, pieces={"N": "knight white", "n": "knight black"}
    )
    return OwnGame(
        rules,
        board,
        layout,
        called=called,
        appearance=appearance,
    )
