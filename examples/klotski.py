"""Klotski: slide the blocks until the large one stands at the exit, in the middle of the bottom.

A position holds three bits a square, what stands there, and a move is a block, called by its first
square in reading order, and where it slides, by one square: 0 up, 1 left, 2 right, 3 down.

    0 nothing   1 a small block   2 3 left and right of a lying block   6 the large block
                                  4 5 top and bottom of a standing one

    | … | square 1 | square 0 |        a move: | square: 5 bits | direction: 2 bits |

Known: 116 steps by one square (81 moves, if all that one block slides at a time is one move), and
25,955 positions if one plays on after the large block has come to the exit: M. Gardner, Scientific
American 210/2, 1964; https://en.wikipedia.org/wiki/Klotski
"""

from kibitz import Board, OwnGame, Rules

ROWS, COLUMNS = 5, 4
SIGNS = ".SLRTBK"
START = "TKKTBKKBTLRTBSSBS..S"
WIDTHS = (1, 1, 2, 1, 1, 1, 2)
HEIGHTS = (1, 1, 1, 1, 2, 1, 2)
LARGE, EXIT = 6, 13


def game():
    cells = ROWS * COLUMNS

    def position_of(pieces):
        return sum(SIGNS.index(sign) << 3 * cell for cell, sign in enumerate(pieces))

    def kind_at(position, cell):
        """Return the kind of block that begins at a square, 0 if none does."""
        kind = position >> 3 * cell & 7
        if kind == LARGE:
            if cell % COLUMNS > 0 and position >> 3 * (cell - 1) & 7 == LARGE:
                return 0
            if cell >= COLUMNS and position >> 3 * (cell - COLUMNS) & 7 == LARGE:
                return 0
        return 0 if kind == 3 or kind == 5 else kind

    def is_free(position, cell, step, count):
        for each in range(count):
            if position >> 3 * (cell + each * step) & 7:
                return False
        return True

    def is_solved(position):
        return position >> 3 * EXIT & 7 == LARGE and position >> 3 * (EXIT + 5) & 7 == LARGE

    def moves(position):
        if not is_solved(position):
            for cell in range(cells):
                kind = kind_at(position, cell)
                if kind:
                    wide, high = WIDTHS[kind], HEIGHTS[kind]
                    row, column = cell // COLUMNS, cell % COLUMNS
                    if row > 0 and is_free(position, cell - COLUMNS, 1, wide):
                        yield cell << 2
                    if column > 0 and is_free(position, cell - 1, COLUMNS, high):
                        yield cell << 2 | 1
                    if column + wide < COLUMNS and is_free(position, cell + wide, COLUMNS, high):
                        yield cell << 2 | 2
                    if row + high < ROWS and is_free(position, cell + COLUMNS * high, 1, wide):
                        yield cell << 2 | 3

    def play(position, move):
        cell, direction = move >> 2, move & 3
        kind = kind_at(position, cell)
        step = (-COLUMNS, -1, 1, COLUMNS)[direction]
        block, squares = 0, 0
        for down in range(HEIGHTS[kind]):
            for along in range(WIDTHS[kind]):
                here = 3 * (cell + down * COLUMNS + along)
                block |= (position >> here & 7) << here
                squares |= 7 << here
        left = position & ~squares
        return left | (block << 3 * step if step > 0 else block >> -3 * step)

    def worth(position):
        return 1 if is_solved(position) else 0

    def mirrored(position):
        image = 0
        for cell in range(cells):
            kind = position >> 3 * cell & 7
            if kind == 2 or kind == 3:
                kind = 5 - kind
            image |= kind << 3 * (cell - 2 * (cell % COLUMNS) + COLUMNS - 1)
        return image

    def canonical(position):
        return min(position, mirrored(position))

    def orbit(position):
        return 1 if mirrored(position) == position else 2

    def pieces(position):
        return [SIGNS[position >> 3 * cell & 7] for cell in range(cells)]

    board = Board.rectangle(ROWS, COLUMNS)

    def move_text(position, move):
        return f"{board.names[move >> 2]}-{'ulrd'[move & 3]}"

    rules = Rules(
        aim="shortest",
        start=position_of(START),
        moves=moves,
        play=play,
        worth=worth,
        canonical=canonical,
        orbit=orbit,
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs=SIGNS,
        position_of=position_of,
        move_text=move_text,
        goals=[EXIT, EXIT + 1, EXIT + 4, EXIT + 5],
    )
