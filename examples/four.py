"""Connect Four: drop a disc into a column; four in a row, in any direction, win.

A position is two sets of cells, one bit a cell, the player to move first; a move is a column:

    | theirs | mine |

Known: 161,029 positions on 4 x 4, 3,945,711 on five columns of 4, 1,706,255 on four columns of 5,
and neither player wins: J. Tromp, John's Connect Four Playground, https://tromp.github.io/c4/c4.html
"""

from kibitz import Board, OwnGame, Rules, mirrors


def game(rows=4, columns=4, line=4):
    cells = rows * columns
    if rows < 1 or not 1 <= cells <= 31:
        raise ValueError("the board has 1 to 31 cells")
    board = Board.rectangle(rows, columns)
    lines = board.lines(line)
    full = (1 << cells) - 1

    def is_won(position):
        theirs = position >> cells
        for run in lines:
            if theirs & run == run:
                return True
        return False

    def moves(position):
        if not is_won(position):
            taken = (position | position >> cells) & full
            for column in range(columns):
                if not taken >> column & 1:
                    yield column

    def play(position, move):
        mine, theirs = position & full, position >> cells
        cell = move
        while cell + columns < cells and not (mine | theirs) >> cell + columns & 1:
            cell += columns
        return theirs | (mine | 1 << cell) << cells

    def worth(position):
        return -1 if is_won(position) else 0

    def tier(position):
        free = cells
        while position:
            position &= position - 1
            free -= 1
        return free

    def pieces(position):
        mine = ["X" if position >> cell & 1 else "." for cell in range(cells)]
        return ["O" if position >> cells + cell & 1 else mine[cell] for cell in range(cells)]

    def position_of(pieces):
        return sum(
            1 << cell + cells * (sign == "O") for cell, sign in enumerate(pieces) if sign != "."
        )

    mirrored = [cell - cell % columns + columns - 1 - cell % columns for cell in range(cells)]
    canonical, orbit = mirrors([mirrored] if columns > 1 else [], 0, cells)
    rules = Rules(
        aim="win",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        canonical=canonical,
        orbit=orbit,
        moves_below=columns,
        longest=cells,
        tier=tier,
    )
    return OwnGame(rules, board, pieces, signs="XO.", sides="XO", position_of=position_of)
