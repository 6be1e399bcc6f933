"""Fibonacci nim: take counters, at most twice as many as were taken before; take the last to win.

Aim: Take the last counter.

To move: Click a counter: it is taken together with those after it.

To write: Write how many counters you take.

The first player takes one counter or more, but not all. After that, each player takes at least one
counter and at most twice as many as the other player has just taken. The player who takes the last
counter wins.

To choose:
    counters: counters at the start

Known: the game is by R. E. Gaskell. The second player wins exactly if the number of counters is one
of Fibonacci's: 2, 3, 5, 8, 13, 21, 34, … M. J. Whinihan, Fibonacci nim, The Fibonacci Quarterly 1,
1963, quoted at https://arxiv.org/abs/1509.08527 and https://en.wikipedia.org/wiki/Fibonacci_nim
"""

# In a text, the last sign is how many may be taken, A to Z for 10 to 35.

#   | how many may be taken: 6 bits | counters left: 6 bits |        a move is how many are taken

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "impartial"
ALIASES = """Fibonacci, Φιμπονάτσι, Fibonacci nim, jetons, fise, marker"""

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WIDE = 10


def game(counters=20):
    if not 2 <= counters <= 35:
        raise ValueError("there are 2 to 35 counters")
    board = Board(divmod(counter, WIDE) for counter in range(counters))

    def moves(position):
        for taken in range(1, (position >> 6) + 1):
            yield taken

    def play(position, move):
        left = (position & 63) - move
        return min(2 * move, left) << 6 | left

    def worth(position):
        return -1

    def pieces(position):
        left = position & 63
        return ["o"] * left + ["."] * (counters - left) + [DIGITS[position >> 6]]

    def position_of(pieces):
        return DIGITS.index(pieces[-1]) << 6 | pieces[:-1].count("o")

    def move_text(position, move):
        return str(move)

    def points(position, move):
        return [(position & 63) - move]

    rules = Rules(
        aim="win",
        start=counters - 1 << 6 | counters,
        moves=moves,
        play=play,
        worth=worth,
        impartial=True,
        distinct_moves=counters,
        max_game_length=counters,
    )
    appearance = Appearance(
        board="felt",
        cells="bare",
        pieces={"o": "coin"} | {sign: f"number {n}" for n, sign in enumerate(DIGITS)},
        beside=["At most"],
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="o." + DIGITS,
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=appearance,
    )
