"""Tsoro yematatu: three pieces each on a triangle of seven points; three in a line win.

Aim: Be the first with three of your pieces in a line.

To move: Click a free point. Once all your pieces are on the board, click one and then where it
goes, or drag it there.

X begins. First the players place their three pieces in turn on free points. Then a piece moves
along a line to the empty point, or jumps over one piece to it. The lines are the two sides, the
height, and the two lines across. A player who cannot move loses. Endless play is a draw.

Known: the game is Zimbabwean: C. Zaslavsky, Tic Tac Toe and Other Three-in-a-Row Games, 1982. Its
value is computed here.
"""

# A move is the point that a piece leaves, or 7 + the point where a new one is put down.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "row"
ALIASES = """
tic tac toe, three in a row, stone game, Zimbabwe, trois à la suite, τρία στη σειρά, kolm ritta,
trei în linie, tre i rad
"""

LINES = ((0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6))
NEW = 7


def game():
    places = [(0, 2), (1, 1), (1, 2), (1, 3), (2, 0), (2, 2), (2, 4)]
    edges = [pair for line in LINES for pair in (line[:2], line[1:])]
    board = Board(places, edges=edges)
    mirror = (0, 3, 2, 1, 6, 5, 4)
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"), symmetries=[mirror])
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    lines = tuple(sum(1 << point for point in line) for line in LINES)
    # A line leads from each of its points to the next one, or over the middle to the other end.
    reach = tuple(
        sum({1 << to for line in LINES if point in line for to in line if to != point})
        for point in range(7)
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
        free = 127 & ~(mine | theirs)
        one_free = free & (free - 1) == 0
        for point in range(7):
            if one_free and mine >> point & 1 and reach[point] & free:
                yield point
            if not one_free and free >> point & 1:
                yield NEW + point

    def play(position, move):
        mine, theirs = mine_in(position), theirs_in(position)
        if move >= NEW:
            return pack(theirs, mine | 1 << move - NEW)
        return pack(theirs, mine & ~(1 << move) | 127 & ~(mine | theirs))

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
    appearance = Appearance(
        board="wood",
        cells="point",
        pieces={"X": "man first", "O": "man second"},
        stock={"X": 3, "O": 3},
    )
    return OwnGame(
        rules,
        board,
        layout,
        sides="XO",
        appearance=appearance,
    )
