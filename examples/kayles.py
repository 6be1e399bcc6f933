"""Kayles: knock down one pin of a row, or two side by side; the last player to do so wins.

Aim: Knock down the last pin.

To move: Click one pin, or two pins side by side.

To write: Write the pin that you knock down, or two pins beside each other, separated by a comma.

The players take turns to knock down one pin of a row, or two that stand directly side by side,
without a gap between them. The player who knocks down the last pin wins.

To choose:
    pins: pins in the row
    dawson: 1 for Dawson’s Kayles: always two pins

Known: the first player wins Kayles with any number of pins: take the middle one or two, then
mirror. The rows that the second player wins at Dawson's Kayles have 1, 5, 9, 15, 21, 25, 29, 35, …
pins. R. K. Guy and C. A. B. Smith, The G-values of various games, 1956. `kibitz solve` prints the
Grundy value of a row. Those of Kayles are https://oeis.org/A002186, and those of Dawson's Kayles
https://oeis.org/A002187, one pin later: that sequence is about Dawson's Chess.
"""

# A move: | first pin | 1 if two fall |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "impartial"
ALIASES = """skittles, nine pins, bowling, quilles, κορίνες, keegel, popice, käglor"""


def game(pins=13, dawson=0):
    if not 1 <= pins <= 40:
        raise ValueError("there are 1 to 40 pins")
    path = [(pin, pin + 1) for pin in range(pins - 1)]
    board = Board([(0, pin) for pin in range(pins)], edges=path)
    layout = Layout(board, cells("standing", "I"))
    fewest = 1 if dawson else 0

    def moves(position):
        for pin in range(pins):
            for more in range(fewest, 2):
                fall = (2 * more + 1) << pin
                if position & fall == fall:
                    yield 2 * pin + more

    def play(position, move):
        return position & ~((2 * (move & 1) + 1) << (move >> 1))

    def worth(position):
        return -1

    rules = Rules(
        aim="win",
        start=(1 << pins) - 1,
        moves=moves,
        play=play,
        worth=worth,
        impartial=True,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=2 * pins,
        max_game_length=pins,
    )
    appearance = Appearance(board="wood", cells="point", fold=7, pieces={"I": "pin"})
    return OwnGame(
        rules,
        board,
        layout,
        tray=True,
        appearance=appearance,
    )
