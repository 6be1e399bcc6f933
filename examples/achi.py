"""Achi: four pieces each on the nine points of a board with diagonals; three in a line win.

The players put down their pieces in turn. Then a piece moves along a line to the empty point.
Whoever cannot move has lost.

A move is the point that a piece leaves, or 9 + the point where a new one is put down.

The game is Ghanaian: C. Zaslavsky, Tic Tac Toe and Other Three-in-a-Row Games, 1982. Its value is
computed here.
"""

from kibitz import Board, Layout, OwnGame, Rules, cells

KIND = "row"

SIDES = ((0, 2), (3, 5), (6, 8), (0, 6), (1, 7), (2, 8), (0, 8), (2, 6))  # from end to end
NEW = 9


def game():
    board = Board.rectangle(3, 3, edges=SIDES)
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"))
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    lines = board.lines(3)
    steps = [{line for line in SIDES if point in (*line, sum(line) // 2)} for point in range(9)]
    near = tuple(
        sum({1 << (sum(line) // 2 if point in line else end) for line in found for end in line})
        for point, found in enumerate(steps)
    )

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
        one_free = free & (free - 1) == 0
        for point in range(9):
            if one_free and mine >> point & 1 and near[point] & free:
                yield point
            if not one_free and free >> point & 1:
                yield NEW + point

    def play(position, move):
        mine, theirs = mine_in(position), theirs_in(position)
        if move >= NEW:
            return pack(theirs, mine | 1 << move - NEW)
        return pack(theirs, mine & ~(1 << move) | 511 & ~(mine | theirs))

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
