"""Othello: put a disc so that it encloses discs of the other player, and turn them over.

X moves first. A disc has to enclose, in a straight line, one or more discs of the other between
itself and another disc of its own, in any of the eight directions; all of these become its own. A
player who cannot do that passes, and if neither can, the game is over and the more discs win.

    | 1 if O is to move | discs of O: a bit a square | discs of X: a bit a square |

A move is a square, or the number of squares for a pass. With `komi=8`, X counts eight discs more.
With `margin=1`, it counts by how many discs a player wins.

Known: on 4 x 4 squares the second player wins by 11 discs to 3, so that `komi=8` makes a draw:
https://en.wikipedia.org/wiki/Computer_Othello
"""

from kibitz import Board, OwnGame, Rules

KIND = "capturing"


def game(rows=4, columns=4, komi=0, margin=0):
    squares = rows * columns
    if min(rows, columns) < 2 or rows % 2 or columns % 2 or squares > 30:
        raise ValueError(
            "the board has an even number of rows and of columns, and at most 30 squares"
        )
    board = Board.rectangle(rows, columns)
    full = (1 << squares) - 1

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
        turn = position >> 2 * squares
        mine, theirs = position >> squares * turn & full, position >> squares * (1 - turn) & full
        stuck = True
        for square in range(squares):
            if not (mine | theirs) >> square & 1 and turned_over(mine, theirs, square):
                stuck = False
                yield square
        if stuck and can_move(theirs, mine):
            yield squares

    def play(position, move):
        turn = position >> 2 * squares
        if move == squares:
            return position ^ 1 << 2 * squares
        mine, theirs = position >> squares * turn & full, position >> squares * (1 - turn) & full
        over = turned_over(mine, theirs, move)
        mine, theirs = mine | over | 1 << move, theirs & ~over
        return mine << squares * turn | theirs << squares * (1 - turn) | (1 - turn) << 2 * squares

    def worth(position):
        ahead = komi
        for square in range(squares):
            ahead += (position >> square & 1) - (position >> squares + square & 1)
        if position >> 2 * squares:
            ahead = -ahead
        return ahead if margin else (ahead > 0) - (ahead < 0)

    def pieces(position):
        discs = ("X" if position >> c & 1 else "O" if position >> squares + c & 1 else "."
                 for c in range(squares))  # fmt: skip
        return [*discs, "O" if position >> 2 * squares else "X"]  # below the board: who is to move

    def position_of(pieces):
        discs = enumerate(pieces[:squares])
        bits = sum(1 << c + squares * (sign == "O") for c, sign in discs if sign != ".")
        return bits | (pieces[squares] == "O") << 2 * squares

    def move_text(position, move):
        return "pass" if move == squares else board.names[move]

    def points(position, move):
        return [] if move == squares else [move]

    corner = (rows // 2 - 1) * columns + columns // 2 - 1  # of the four squares in the middle
    start = (2 | 1 << columns) << corner | (1 | 2 << columns) << corner + squares
    rules = Rules(
        aim="score" if margin else "win",
        start=start,
        moves=moves,
        play=play,
        worth=worth,
        moves_below=squares + 1,
        longest=2 * squares,
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
    )
