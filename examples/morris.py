"""Three men's morris: three pieces each, put down in turn, then moved to a neighbouring point.

Whoever has three in a line (rows, columns and the two diagonals) wins; whoever cannot move loses.
Pieces move along the lines of the board: to the next point of a row or column, or, where
`diagonals=1` draws them, between the centre and a corner.

A move: | from, or 9 for a new piece | to: 4 bits |

Known: the first player wins, but not without beginning in the centre: then neither does.
https://en.wikipedia.org/wiki/Three_men%27s_morris (after H. J. R. Murray, A History of Chess, 1913,
page 614, for the rules). That it takes 9 plies was found in no source; it is computed here, and by
other rules and another method in tests/test_examples_twice.py.
"""

from kibitz import Board, Layout, OwnGame, Rules, cells

KIND = "row"

NEW = 9
EDGES = ((0, 2), (3, 5), (6, 8), (0, 6), (1, 7), (2, 8))  # drawn from end to end
DIAGONALS = ((0, 8), (2, 6))


def game(diagonals=0):
    board = Board.rectangle(3, 3, edges=EDGES + DIAGONALS * bool(diagonals))
    lines = board.lines(3)
    steps = [*board.lattice.steps.values()]
    near = [{board.beyond(cell, step) for step in steps} - {None} for cell in range(9)]
    for corner in (0, 2, 6, 8) if diagonals else ():
        near[corner].add(4)
        near[4].add(corner)
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"))
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    neighbours = tuple(sum(1 << cell for cell in cells) for cells in near)

    def has_line(pieces):
        for line in lines:
            if pieces & line == line:
                return True
        return False

    def moves(position):
        mine, theirs = mine_in(position), theirs_in(position)
        if has_line(theirs):
            return
        free = 511 & ~(mine | theirs)
        in_hand = mine & (mine - 1) & ((mine & (mine - 1)) - 1) == 0
        for origin in range(9):
            if not in_hand and mine >> origin & 1:
                for to in range(9):
                    if free & neighbours[origin] & 1 << to:
                        yield origin << 4 | to
            if in_hand and free >> origin & 1:
                yield NEW << 4 | origin

    def play(position, move):
        origin, to = move >> 4, move & 15
        moved = (mine_in(position) | 1 << to) & ~(1 << origin)
        return pack(theirs_in(position), moved)  # the other player is to move

    def worth(position):
        return -1

    rules = Rules(
        aim="win",
        start=pack(0, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
    )
    return OwnGame(rules, board, layout, sides="XO", material="wood")
