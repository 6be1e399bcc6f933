"""Connect Four: drop a disc into a column; four in a row in any direction win.

Aim: Be the first with four of your discs in a row: across, down or diagonally.

To move: Click a column.

Red (X) begins. The players take turns to drop a disc into a column; it falls to the lowest free
cell. A full board without four in a row is a draw.

To choose:
    rows: of the board
    columns: of the board
    line: how many in a row win

Known: 161,029 positions on 4 x 4, 3,945,711 on five columns of 4, 1,706,255 on four columns of 5,
2,818,972,642 on six columns of 5, and neither player wins: J. Tromp, John's Connect Four
Playground, https://tromp.github.io/c4/c4.html The usual board has 7 columns of 6 and is won by the
first player in 41 plies (J. Allen and V. Allis, 1988): `rows=6,columns=7`.
"""

# A position has a column of bits for each column of the board, one bit a cell from the bottom up
# and one more for the guard. The cells of the player to move are 1, the other's 0, and the lowest
# empty place of each column, which may be the guard, is 1: it tells how high the column is.
#
#   5 11 17 23 29      the guards (here of a board of five columns of 5)
#   4 10 16 22 28
#   3  9 15 21 27
#   2  8 14 20 26
#   1  7 13 19 25
#   0  6 12 18 24
#
# A move is a column. `wins` and `order` help a search; the rules do without them.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "row"
OFFERED = "rows=6,columns=7"
ALIASES = """
connect 4, 4 in a row, four in a line, captain's mistress, puissance 4, quatre à la suite, σκορ
4, neli ritta, neli järjest, patru în linie, patru în rând, fyra i rad
"""


def game(rows=4, columns=4, line=4):
    height = rows + 1
    if rows < 1 or columns < 1 or rows > 16 or height * columns > 62:
        raise ValueError("a column has 1 to 16 cells, and columns * (rows + 1) is at most 62")
    bottom = sum(1 << column * height for column in range(columns))
    lowest = tuple(bottom * ((1 << max(0, count)) - 1) for count in range(-16, rows + 1))
    cells, but_1, but_2, but_4, but_8 = (lowest[16 + rows - top] for top in (0, 1, 2, 4, 8))
    column_of_bits = (1 << height) - 1

    def taken_in(position):
        """Return the cells that are taken: in each column, all below its highest bit."""
        taken = position >> 1 & cells
        taken |= taken >> 1 & but_1
        taken |= taken >> 2 & but_2
        taken |= taken >> 4 & but_4
        return taken | taken >> 8 & but_8

    def run_of(discs, step):
        for _ in range(line - 1):
            discs &= discs >> step
        return discs

    def has_line(discs):
        return (
            run_of(discs, 1)
            | run_of(discs, height)
            | run_of(discs, height - 1)
            | run_of(discs, height + 1)
        ) != 0

    def completing_along(discs, empty, step):
        found = 0
        for gap in range(line):
            run = empty >> gap * step
            for other in range(line):
                if other != gap:
                    run &= discs >> other * step
            found |= run << gap * step
        return found

    def completing(discs, empty):
        """Return the empty cells that would complete a line."""
        return (
            completing_along(discs, empty, 1)
            | completing_along(discs, empty, height)
            | completing_along(discs, empty, height - 1)
            | completing_along(discs, empty, height + 1)
        )

    def moves(position):
        taken = taken_in(position)
        if not has_line(taken & ~position):
            for column in range(columns):
                if not taken >> column * height + rows - 1 & 1:
                    yield column

    def play(position, move):
        taken = taken_in(position)
        grown = taken | taken + (1 << move * height)
        return taken & ~position | grown + bottom

    def worth(position):
        taken = taken_in(position)
        return -1 if has_line(taken & ~position) else 0

    def tier(position):
        """Return how many cells are empty."""
        free = cells & ~taken_in(position)
        count = 0
        while free:
            free &= free - 1
            count += 1
        return count

    def wins(position):
        taken = taken_in(position)
        return 1 if completing(taken & position, taken + bottom & cells) else 0

    def order(position, move):
        """Return how promising a move is: by cells that then complete a line, and by the centre."""
        taken = taken_in(position)
        grown = taken | taken + (1 << move * height)
        spots = completing(taken & position | grown & ~taken, cells & ~grown)
        count = 0
        while spots:
            spots &= spots - 1
            count += 1
        return columns * count + min(move, columns - 1 - move)

    def mirrored(position):
        image = 0
        for column in range(columns):
            image |= (position >> column * height & column_of_bits) << (
                columns - 1 - column
            ) * height
        return image

    def canonical(position):
        return min(position, mirrored(position))

    def orbit(position):
        return 1 if mirrored(position) == position else 2

    def pieces(position):
        taken = taken_in(position)
        signs = []
        for row in range(rows - 1, -1, -1):
            for column in range(columns):
                bit = column * height + row
                here = "X" if position >> bit & 1 else "O"
                signs.append(here if taken >> bit & 1 else ".")
        return signs

    def position_of(pieces):
        mine, taken = 0, 0
        for cell, sign in enumerate(pieces):
            bit = cell % columns * height + rows - 1 - cell // columns
            mine |= (sign == "X") << bit
            taken |= (sign != ".") << bit
        return mine | taken + bottom

    rules = Rules(
        aim="win",
        start=bottom,
        moves=moves,
        play=play,
        worth=worth,
        canonical=canonical if columns > 1 else None,
        orbit=orbit if columns > 1 else None,
        distinct_moves=columns,
        max_game_length=rows * columns,
        tier=tier,
        wins=wins,
        order=order,
    )
    board = Board.rectangle(rows, columns)
    appearance = Appearance(
        board="blue",
        cells="hole",
        pieces={"X": "disc red", "O": "disc yellow"},
        players=["Red", "Yellow"],
        whole="columns",
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="XO.",
        sides="XO",
        position_of=position_of,
        appearance=appearance,
    )
