"""Sim: join two of six points in your colour; completing a triangle of your own colour loses.

Aim: Make the other player complete a triangle of their own colour.

To move: Click a line between two points.

To write: Write the numbers of the two points, the smaller one first.

Red (X) begins. The players take turns to draw a line in their own colour between two points that
are not joined yet. Only triangles whose corners are three of the six points count. There is no
draw: one of the players always completes a triangle.

Known: the game is by Gustavus Simmons, 1969. The second player wins: E. Mead, A. Rosa and C. Huang,
The game of SIM: a winning strategy for the second player, Mathematics Magazine 47, 1974.
"""

# Each cell is a line between two points: 25 joins the points 2 and 5.

# A move is a line.

from itertools import combinations
from math import cos, pi, sin

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "connecting"
ALIASES = """
hexagon, triangle, Ramsey, hexagone, εξάγωνο, τρίγωνο, kuusnurk, kolmnurk, triunghi, sexhörning
"""

POINTS = 6
LINES = tuple(combinations(range(POINTS), 2))


def turned(map_to):
    """Return what a turn or mirroring of the hexagon does to the lines."""
    ends = [tuple(sorted((map_to(one) % POINTS, map_to(other) % POINTS))) for one, other in LINES]
    return tuple(LINES.index(pair) for pair in ends)


def game():
    names = [f"{one + 1}{other + 1}" for one, other in LINES]
    board = Board(LINES, names=names)
    turns = [turned(lambda point, by=by: point + by) for by in range(1, POINTS)]
    flips = [turned(lambda point, by=by: by - point) for by in range(POINTS)]
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"), symmetries=turns + flips)
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    triangles = tuple(
        sum(1 << LINES.index(pair) for pair in combinations(corners, 2))
        for corners in combinations(range(POINTS), 3)
    )

    def has_triangle(lines):
        for triangle in triangles:
            if lines & triangle == triangle:
                return True
        return False

    def moves(position):
        mine, theirs = mine_in(position), theirs_in(position)
        if not has_triangle(theirs):
            for line in range(15):
                if not (mine | theirs) >> line & 1:
                    yield line

    def play(position, move):
        return pack(theirs_in(position), mine_in(position) | 1 << move)

    def worth(position):
        return 1

    rules = Rules(
        aim="win",
        start=pack(0, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=15,
        max_game_length=15,
    )
    corners = [(2.2 * sin(pi * at / 3), -2.2 * cos(pi * at / 3)) for at in range(POINTS)]
    appearance = Appearance(
        cells="line",
        at=[corners[one] + corners[other] for one, other in LINES],
        pieces={"X": "line red", "O": "line blue 2"},
        players=["Red", "Blue"],
        dots="123456",
    )
    return OwnGame(rules, board, layout, sides="XO", appearance=appearance)
