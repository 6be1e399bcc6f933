"""Three men's morris, tapatan, achi, picaria: pieces are put down in turn, then moved into a line.

Aim: Be the first with three of your pieces in a line.

To move: Click a free point. Once all your pieces are on the board, click one and then where it
goes, or drag it there.

X begins. Each player has three pieces, in achi four. First they are placed in turn on free points;
then a piece moves along a drawn line to the next free point. Three on a line, directly one after
the other, win; in morris so do three on a diagonal, although none is drawn. In picaria, the centre
stays free while pieces are placed. A player who cannot move loses. Endless play is a draw.

To choose:
    board: the game: morris, tapatan, achi, picaria or picaria13

Known: tapatan is from the Philippines, achi from Ghana, picaria from the Zuni in New Mexico. Rules:
H. J. R. Murray, A History of Chess, 1913, page 614 (morris); S. Culin, Philippine Games, American
Anthropologist 2, 1900, page 648, after https://ludii.games (tapatan); C. Zaslavsky, Tic Tac Toe and
Other Three-in-a-Row Games, 1982 (achi); https://en.wikipedia.org/wiki/Picaria. The first player
wins three men's morris by beginning in the centre; with any other first move it is a draw:
https://en.wikipedia.org/wiki/Three_men%27s_morris. It takes 9 plies. Tapatan is won in 9 plies,
achi in 11, and picaria in 7 on either board. These numbers are computed here in two ways.
"""

# A move: | from, or the number of points for a new piece | to: 4 bits |

from itertools import pairwise

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "row"
ALIASES = """
picaria, tapatan, achi, mill, mills, merels, marelle, moulin, μύλος, τριόδι, veskimäng, veski,
moara, țintar, kvarn, kvarnspel
"""

SQUARES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))
SHORT = ((1, 3), (1, 5), (3, 7), (5, 7))
# The thirteen points, numbered in reading order, two lines of five points among them.
LONG = ((0, 1, 2), (5, 6, 7), (10, 11, 12), (0, 5, 10), (1, 6, 11), (2, 7, 12), (1, 3, 5))
LONG += ((1, 4, 7), (5, 8, 11), (7, 9, 11), (0, 3, 6, 9, 12), (2, 4, 6, 8, 10))
# Pieces of each player, the lines that are drawn, and the point that stays free at first.
GAMES = {
    "morris": (3, SQUARES, None),
    "tapatan": (3, SQUARES + DIAGONALS, None),
    "achi": (4, SQUARES + DIAGONALS, None),
    "picaria": (3, SQUARES + DIAGONALS + SHORT, 4),
    "picaria13": (3, LONG, 6),
}


def game(board="morris"):
    if board not in GAMES:
        raise ValueError(f"the board is one of {', '.join(GAMES)}")
    men, drawn, closed = GAMES[board]
    points = max(map(max, drawn)) + 1
    places = [(at // 3, at % 3) for at in range(9)]
    if points > 9:
        places = [divmod(at, 5) for at in range(0, 25, 2)]
    pairs = [pair for line in drawn for pair in pairwise(line)]
    points_and_lines = Board(places, edges=pairs)
    layout = Layout(points_and_lines, cells("mine", "X"), cells("theirs", "O"))
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    near = tuple(sum(1 << sum(pair) - at for pair in pairs if at in pair) for at in range(points))
    rows = {line[at : at + 3] for line in drawn for at in range(len(line) - 2)}
    rows |= set(DIAGONALS) if points == 9 else set()
    lines = tuple(sorted(sum(1 << point for point in row) for row in rows))
    everywhere = (1 << points) - 1
    at_first = everywhere if closed is None else everywhere & ~(1 << closed)

    def has_line(pieces):
        for line in lines:
            if pieces & line == line:
                return True
        return False

    def moves(position):
        mine, theirs = mine_in(position), theirs_in(position)
        if has_line(theirs):
            return
        free = everywhere & ~(mine | theirs)
        put_down = 0
        for point in range(points):
            put_down += mine >> point & 1
        for origin in range(points):
            if put_down < men and free & at_first & 1 << origin:
                yield points << 4 | origin
            if put_down == men and mine >> origin & 1:
                for to in range(points):
                    if free & near[origin] & 1 << to:
                        yield origin << 4 | to

    def play(position, move):
        moved = (mine_in(position) | 1 << (move & 15)) & ~(1 << (move >> 4))
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
        distinct_moves=(points + 1) << 4,
    )
    appearance = Appearance(
        board="wood",
        cells="point",
        pieces={"X": "man first", "O": "man second"},
        stock={"X": men, "O": men},
    )
    return OwnGame(
        rules,
        points_and_lines,
        layout,
        sides="XO",
        appearance=appearance,
    )
