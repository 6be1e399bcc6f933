"""Dodgem: drive your cars off the board before the other player does.

Aim: Be the first to drive all your cars off the board.

To move: Click a car and then where it goes, or drag it there.

To write: Write the square that a car leaves, a dash and the square that it enters, or the word off
if it leaves the board.

Red (R) drives to the right and begins, blue (U) drives upwards. A car moves one square forwards or
sideways onto a free square, never backwards. It leaves the board only forwards, at the far side. A
player who cannot move wins, so do not shut in all cars of the other player. Endless play is a draw.

To choose:
    side: squares on each side of the board

Known: the game is by Colin Vout, 1972. 3 x 3 is won by the first player. E. R. Berlekamp, J. H.
Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 1982. Neither wins on 4 x 4 and 5 x 5:
D. des Jardins, 1996, quoted at https://en.wikipedia.org/wiki/Dodgem and
https://www.ics.uci.edu/~eppstein/cgt/dodgem.html The plies that Kibitz counts include the last one
of the player whose opponent has no car left: 20 instead of 19 on 3 x 3.
"""

#   | 1 if U is to move | cars of U: a bit a square | cars of R: a bit a square |
#
# A move is the square the car is on and the direction: | square | 0 right, 1 up, 2 down, 3 left |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "capturing"
ALIASES = """cars, dodgems, autos tamponneuses, συγκρουόμενα, põrkeautod, mașinuțe, radiobilar"""


def game(side=3):
    if not 2 <= side <= 5:
        raise ValueError("the board has 2 to 5 squares a side")
    board = Board.rectangle(side, side)
    squares = side * side
    full = (1 << squares) - 1

    def beyond(square, direction):
        """Return the square in that direction, -1 for off the board."""
        row, column = square // side, square % side
        row += (direction == 2) - (direction == 1)
        column += (direction == 0) - (direction == 3)
        inside = 0 <= row < side and 0 <= column < side
        return row * side + column if inside else -1

    def moves(position):
        turn = position >> 2 * squares
        right, up = position & full, position >> squares & full
        mine = up if turn else right
        for square in range(squares):
            if mine >> square & 1:
                for direction in range(4):
                    if direction != (2 if turn else 3):  # backwards
                        to = beyond(square, direction)
                        if to < 0:
                            if direction == turn:  # forwards: 0 for R, 1 for U
                                yield square << 2 | direction
                        elif not (right | up) >> to & 1:
                            yield square << 2 | direction

    def play(position, move):
        turn = position >> 2 * squares
        to = beyond(move >> 2, move & 3)
        cars = 1 << (move >> 2) | (1 << to if to >= 0 else 0)
        return position ^ cars << squares * turn ^ 1 << 2 * squares

    def worth(position):
        return 1

    def pieces(position):
        signs = [
            "R" if position >> square & 1 else "U" if position >> squares + square & 1 else "."
            for square in range(squares)
        ]
        return [*signs, "U" if position >> 2 * squares else "R"]  # below the board: who is to move

    def move_text(position, move):
        to = beyond(move >> 2, move & 3)
        return f"{board.names[move >> 2]}-{board.names[to] if to >= 0 else 'off'}"

    right = sum(1 << row * side for row in range(side - 1))
    up = sum(1 << (side - 1) * side + column for column in range(1, side))
    rules = Rules(
        aim="win",
        start=right | up << squares,
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=squares << 2,
    )
    appearance = Appearance(
        board="stone",
        pieces={"R": "racer red right", "U": "racer blue"},
        players=["Red", "Blue"],
        borders={"right": "red", "top": "blue"},
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="RU.",
        players="RU",
        move_text=move_text,
        appearance=appearance,
    )
