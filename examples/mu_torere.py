"""Mū tōrere: four pieces each on a star of eight points and its centre; block the other player.

Aim: Leave the other player without a move.

To move: Click a piece and then where it goes, or drag it there.

X begins. A piece moves to the empty point: along the rim, from the centre to the rim, or from the
rim to the centre. A piece may go to the centre only if a piece of the other player is next to it on
the rim. The player who cannot move loses. Endless play is a draw.

Known: the game is Māori. Neither player can force a win: M. Ascher, Mu Torere: an analysis of a
Maori game, Mathematics Magazine 60, 1987; P. D. Straffin, Position graphs for Pong Hau K'i and Mu
Torere, Mathematics Magazine 68, 1995. There are 46 arrangements up to symmetry (G. Jelliss), 92
with the turn (Ascher); 43 of the 46 can be reached.
"""

# A move is the point that a piece leaves.

from math import cos, pi, sin

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "blocking"
ALIASES = """Maori game, star, étoile, αστέρι, täht, stea, stjärna"""

RIM = (0, 1, 2, 5, 8, 7, 6, 3)  # the points around the centre 4, in turn
CENTRE = 4


def ring(map_to):
    """Return what a turn or mirroring of the rim does to the nine points."""
    image = list(range(9))
    for at, point in enumerate(RIM):
        image[point] = RIM[map_to(at) % 8]
    return tuple(image)


def game():
    beside = [(RIM[at], RIM[(at + 1) % 8]) for at in range(8)]
    board = Board.rectangle(3, 3, edges=beside + [(point, CENTRE) for point in RIM])
    turns = [ring(lambda at, by=by: at + by) for by in range(1, 8)]
    flips = [ring(lambda at, by=by: by - at) for by in range(8)]
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"), symmetries=turns + flips)
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    near = tuple(
        sum(1 << one + other - point for one, other in beside if point in (one, other))
        for point in range(9)
    )
    centre = CENTRE

    def moves(position):
        mine, theirs = mine_in(position), theirs_in(position)
        free = 511 & ~(mine | theirs)
        for origin in range(9):
            if mine >> origin & 1:
                inwards = free >> centre & 1 and near[origin] & theirs
                if origin == centre or near[origin] & free or inwards:
                    yield origin

    def play(position, move):
        mine, theirs = mine_in(position), theirs_in(position)
        return pack(theirs, mine & ~(1 << move) | 511 & ~(mine | theirs))

    def worth(position):
        return -1

    start = [sum(1 << point for point in half) for half in (RIM[:4], RIM[4:])]
    rules = Rules(
        aim="win",
        start=pack(start[0], start[1]),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
    )
    around = [(2 * sin(pi * at / 4), -2 * cos(pi * at / 4)) for at in range(8)]
    appearance = Appearance(
        board="wood",
        cells="point",
        at=[(0, 0) if point == CENTRE else around[RIM.index(point)] for point in range(len(board))],
        pieces={"X": "man first", "O": "man second"},
    )
    return OwnGame(
        rules,
        board,
        layout,
        sides="XO",
        appearance=appearance,
    )
