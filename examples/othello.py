"""Othello: put a disc so that it encloses discs of the other player, and turn them over.

Aim: Have more discs than the other player at the end.

To move: Choose an empty square.

To write: Write the square of the disc. If you have to pass, write pass.

Black (X) begins. Put a disc so that, in any of the eight directions, discs of the other player lie
in a straight line between it and another disc of yours; all these become yours. A player who cannot
do so passes. When neither player can move, the player with more discs wins; equal numbers are a
draw.

To choose:
    rows: of the board
    columns: of the board
    komi: discs that Black counts in addition
    margin: 1 to win by as many discs as possible

Known: on 4 x 4 squares the second player wins by 11 discs to 3, so that `komi=8` makes a draw:
https://en.wikipedia.org/wiki/Computer_Othello. On 6 x 6 it wins by 20 to 16 (J. Feinstein, 1993, by
two weeks of search); here the endings of that board are searched, not its start.
"""

#   | 1 if O is to move | last row | … | second row | first row |        10 bits for a row of six
#
# Each row is a number to the base 3, a digit a square: 0 empty, 1 X, 2 O. So 6 x 6 squares fit too.
# A move is a square, or the number of squares for a pass.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "capturing"
ALIASES = """reversi, annexation, ρεβέρσι, οθέλλος, renversi"""


def game(rows=4, columns=4, komi=0, margin=0):
    squares = rows * columns
    if not {rows, columns} <= {2, 4, 6}:
        raise ValueError("the board has 2, 4 or 6 rows, and as many columns")
    board = Board.rectangle(rows, columns)
    width = (3**columns - 1).bit_length()
    turn_bit = width * rows
    row_bits, row_mask = (1 << width) - 1, (1 << columns) - 1
    digits = [[number // 3**c % 3 for c in range(columns)] for number in range(3**columns)]
    row_x = tuple(sum(1 << c for c, sign in enumerate(row) if sign == 1) for row in digits)
    row_o = tuple(sum(1 << c for c, sign in enumerate(row) if sign == 2) for row in digits)
    threes = tuple(sum(3**c for c in range(columns) if s >> c & 1) for s in range(1 << columns))

    def discs_of_x(position):
        found = 0
        for row in range(rows):
            found |= row_x[position >> width * row & row_bits] << columns * row
        return found

    def discs_of_o(position):
        found = 0
        for row in range(rows):
            found |= row_o[position >> width * row & row_bits] << columns * row
        return found

    def pack(x, o, turn):
        position = turn << turn_bit
        for row in range(rows):
            digits_of_x = threes[x >> columns * row & row_mask]
            digits_of_o = threes[o >> columns * row & row_mask]
            position |= digits_of_x + 2 * digits_of_o << width * row
        return position

    def turned_over(mine, theirs, square):
        """Return the discs that a disc on a square encloses."""
        found = 0
        for direction in range(9):
            down, along = direction // 3 - 1, direction % 3 - 1
            row, column = square // columns + down, square % columns + along
            run = 0
            while 0 <= row < rows and 0 <= column < columns and direction != 4:
                bit = 1 << row * columns + column
                if not theirs & bit:
                    if mine & bit:
                        found |= run
                    break
                run |= bit
                row += down
                column += along
        return found

    def can_move(mine, theirs):
        for square in range(squares):
            if not (mine | theirs) >> square & 1 and turned_over(mine, theirs, square):
                return True
        return False

    def moves(position):
        mine, theirs = discs_of_x(position), discs_of_o(position)
        if position >> turn_bit:
            mine, theirs = theirs, mine
        stuck = True
        for square in range(squares):
            if not (mine | theirs) >> square & 1 and turned_over(mine, theirs, square):
                stuck = False
                yield square
        if stuck and can_move(theirs, mine):
            yield squares

    def play(position, move):
        if move == squares:
            return position ^ 1 << turn_bit
        x, o = discs_of_x(position), discs_of_o(position)
        if position >> turn_bit:
            over = turned_over(o, x, move)
            return pack(x & ~over, o | over | 1 << move, 0)
        over = turned_over(x, o, move)
        return pack(x | over | 1 << move, o & ~over, 1)

    def worth(position):
        x, o = discs_of_x(position), discs_of_o(position)
        ahead = komi
        for square in range(squares):
            ahead += (x >> square & 1) - (o >> square & 1)
        if position >> turn_bit:
            ahead = -ahead
        return ahead if margin else (ahead > 0) - (ahead < 0)

    def pieces(position):
        x, o = discs_of_x(position), discs_of_o(position)
        discs = ["X" if x >> c & 1 else "O" if o >> c & 1 else "." for c in range(squares)]
        return [*discs, "O" if position >> turn_bit else "X"]  # below the board: who is to move

    def position_of(pieces):
        x, o = (sum(1 << c for c in range(squares) if pieces[c] == sign) for sign in "XO")
        return pack(x, o, int(pieces[squares] == "O"))

    def move_text(position, move):
        return "pass" if move == squares else board.names[move]

    def points(position, move):
        return [] if move == squares else [move]

    corner = (rows // 2 - 1) * columns + columns // 2 - 1  # of the four squares in the middle
    rules = Rules(
        aim="score" if margin else "win",
        start=pack((2 | 1 << columns) << corner, (1 | 2 << columns) << corner, 0),
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=squares + 1,
        max_game_length=2 * squares,
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="XO.",
        players="XO",
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=Appearance(
            board="felt", pieces={"X": "disc black", "O": "disc white"}, players=["Black", "White"]
        ),
    )
