"""Pong hau k'i: two pieces each on five points; block the other player.

Aim: Leave the other player without a move.

To move: Click a piece and then where it goes, or drag it there.

X begins. A piece moves along a line to the empty point. The player who cannot move loses. Endless
play is a draw.

Known: the game is played in China and, as umul gonu, in Korea. Neither player can force a win:
P. D. Straffin, Position graphs for Pong Hau K'i and Mu Torere, Mathematics Magazine 68, 1995.
"""

# A move is the point that a piece leaves.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "blocking"
ALIASES = """umul gonu, horseshoe, Chinese, fer à cheval, πέταλο, hobuseraud, potcoavă, hästsko"""

EDGES = ((0, 2), (1, 2), (2, 3), (2, 4), (0, 3), (1, 4), (3, 4))
MIRROR = (1, 0, 2, 4, 3)


def game():
    board = Board([(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)], edges=EDGES)
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"), symmetries=[MIRROR])
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    near = tuple(
        sum(1 << one + other - point for one, other in EDGES if point in (one, other))
        for point in range(5)
    )

    def moves(position):
        free = 31 & ~(mine_in(position) | theirs_in(position))
        for origin in range(5):
            if mine_in(position) >> origin & 1 and near[origin] & free:
                yield origin

    def play(position, move):
        free = 31 & ~(mine_in(position) | theirs_in(position))
        return pack(theirs_in(position), mine_in(position) & ~(1 << move) | free)

    def worth(position):
        return -1

    rules = Rules(
        aim="win",
        start=pack(0b00011, 0b11000),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
    )
    appearance = Appearance(
        board="wood", cells="point", pieces={"X": "man first", "O": "man second"}
    )
    return OwnGame(
        rules,
        board,
        layout,
        sides="XO",
        appearance=appearance,
    )
