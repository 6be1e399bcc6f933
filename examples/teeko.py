"""Teeko: four pieces each on 25 points, placed in turn, then moved into a line or a 2 × 2 square.

Aim: Bring your four pieces into a line or into a 2 × 2 square.

To move: Click a free point. Once all your pieces are on the board, click one and then where it
goes, or drag it there.

X begins. First the players place their four pieces in turn on free points. Then a piece moves to a
free point next to it, diagonally too. Four pieces in a line without a gap, across, down or
diagonally, win, and so do four in a 2 × 2 square. Endless play is a draw.

To choose:
    side: points on each side of the board
    advanced: 1 if the corners of larger squares win too

Known: the game is by John Scarne: Scarne on Teeko, 1955. There are 44 winning squares and lines,
and 58 with `advanced=1`. G. L. Steele, Summary of the Solving of the Game of Teeko, 1999,
https://pcarrier.com/teeko/archives/text/teeko-summary.txt: standard Teeko is a draw, and the first
player wins Advanced Teeko by beginning in the centre; with any other first move it is a draw. The
win takes 13 plies: https://mathworld.wolfram.com/Teeko.html
"""

# A move: | from, or 31 for a new piece | to: 5 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "row"
ALIASES = """
four in a row, quatre à la suite, τέσσερα στη σειρά, neli ritta, patru în linie, fyra i rad
"""

NEW = 31
STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def game(side=5, advanced=0):
    if side not in (4, 5):
        raise ValueError("the board has 4 or 5 points a side")
    board = Board.rectangle(side, side)
    points = side * side
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"))
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    squares = []
    for width in range(1, side if advanced else 2):
        for row in range(side - width):
            for column in range(side - width):
                corner = side * row + column
                along = 1 | 1 << width
                squares.append((along | along << side * width) << corner)
    goals = board.lines(4) + tuple(squares)
    reached = [[board.beyond(point, step) for step in STEPS] for point in range(points)]
    near = tuple(sum(1 << to for to in beside if to is not None) for beside in reached)

    def has_won(pieces):
        for goal in goals:
            if pieces & goal == goal:
                return True
        return False

    def moves(position):
        mine, theirs = mine_in(position), theirs_in(position)
        if has_won(theirs):
            return
        put_down = 0
        for point in range(points):
            put_down += mine >> point & 1
        for origin in range(points):
            if put_down < 4 and not (mine | theirs) >> origin & 1:
                yield NEW << 5 | origin
            if put_down == 4 and mine >> origin & 1:
                free = near[origin] & ~(mine | theirs)
                for to in range(points):
                    if free >> to & 1:
                        yield origin << 5 | to

    def play(position, move):
        moved = mine_in(position) & ~(1 << (move >> 5)) | 1 << (move & 31)
        return pack(theirs_in(position), moved)

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
        distinct_moves=1 << 10,
    )
    appearance = Appearance(
        board="wood",
        cells="point",
        pieces={"X": "man first", "O": "man second"},
        stock={"X": 4, "O": 4},
    )
    return OwnGame(
        rules,
        board,
        layout,
        sides="XO",
        appearance=appearance,
    )
