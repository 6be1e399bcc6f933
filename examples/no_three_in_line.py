"""No three in line: put down as many stones as you can, with no three of them in a straight line.

Aim: Place as many stones as you can, with no three in a straight line.

To move: Choose an empty square.

Stones are placed one at a time on empty squares. No three of them may ever be on one straight line,
whatever its direction. The puzzle is solved when every row holds two stones, because there cannot
be more.

To choose:
    side: squares on each side of the board

Known: H. E. Dudeney, Amusements in Mathematics, 1917, puzzle 317, asks for 16 pawns on a
chessboard. On 2 × 2 to 7 × 7 squares it can be solved in 1, 2, 11, 32, 50 and 132 ways (OEIS
A000755), which are 1, 1, 4, 5, 11 and 22 up to symmetry (OEIS A000769).
"""

#   | a stone on the last square: 1 bit | … | a stone on the first: 1 bit |
#
# A move is the square where a stone is put down. `upper_bound` counts two stones for each row and
# each column, or fewer where fewer squares are free.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "placing"
ALIASES = """
no three in a line, Dudeney, pas trois alignés, τρία στη σειρά, kolm reas, trei în linie, tre i
rad
"""


def game(side=4):
    if not 2 <= side <= 7:
        raise ValueError("the side is 2 to 7")
    board = Board.rectangle(side, side)
    layout = Layout(board, cells("stones", "o"))
    squares = side * side
    first_row = (1 << side) - 1
    first_column = sum(1 << row * side for row in range(side))

    def line_through(first, second):
        """Return the squares on the straight line through two squares, as bits."""
        (row, column), (other_row, other_column) = board.places[first], board.places[second]
        down, right = other_row - row, other_column - column
        found = 0
        for cell, place in enumerate(board.places):
            if (place[0] - row) * right == (place[1] - column) * down:
                found |= 1 << cell
        return found

    pairs = [(first, second) for second in range(squares) for first in range(second)]
    every_line = {line_through(first, second) for first, second in pairs}
    lines = tuple(sorted(line for line in every_line if line.bit_count() > 2))

    def closed(position):
        """Return the squares where no stone can be put down, as bits."""
        found = position
        for line in lines:
            held = position & line
            if held & (held - 1):  # two stones or more
                found |= line
        return found

    def moves(position):
        shut = closed(position)
        for cell in range(squares):
            if not shut >> cell & 1:
                yield cell

    def play(position, move):
        return position | 1 << move

    def worth(position):
        stones = 0
        while position:
            position &= position - 1
            stones += 1
        return stones

    def upper_bound(position):
        shut = closed(position) & ~position
        in_rows = in_columns = 0
        for at in range(side):
            in_rows += min(2, side - worth(shut & first_row << at * side))
            in_columns += min(2, side - worth(shut & first_column << at))
        return min(in_rows, in_columns)

    def tier(position):
        return squares - worth(position)

    rules = Rules(
        aim="highest",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        solved_at=2 * side,
        score_words=("{count} stone", "{count} stones"),
        distinct_moves=squares,
        max_game_length=2 * side,
        tier=tier,
        upper_bound=upper_bound,
    )
    appearance = Appearance(cells="point", pieces={"o": "dot black"})
    return OwnGame(
        rules,
        board,
        layout,
        appearance=appearance,
    )
