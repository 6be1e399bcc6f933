"""Fanoron-telo: Fanorona on 3 x 3 points; a piece takes those it approaches or withdraws from.

Aim: Capture all pieces of the other player.

To move: Click a piece and then each point that it goes to, or drag it there.

To write: Write the point that the piece leaves and every point that it goes to, joined by dashes.

X begins. A piece moves along a line to the next point. If the move leads straight towards a piece
of the other player, or straight away from one beside it, that piece is captured. You must capture
if you can. The same piece may then go on capturing, never twice in succession in one direction and
never to a point where it has been in this turn. A player who cannot move loses. Endless play is a
draw.

Known: Fanorona is from Madagascar. Rules: https://en.wikipedia.org/wiki/Fanorona. On 5 x 9 points
best play is a draw: M. P. D. Schadd and others, Best Play in Fanorona Leads to Draw, 2008. The
value on 3 x 3 points is computed here in two ways.
"""

# A move is the number of a path: where a piece may go in one turn.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "capturing"
ALIASES = """Fanorona, Fanoron, Madagascar, Madagaskar, Μαδαγασκάρη, alquerque, παγίδες, rünnak,
prises, capturi"""

MEN = 4
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
# Of each step, the point that it leads towards or away from: the third one of its line.
THIRD = {
    (line[one], line[other]): line[3 - one - other]
    for line in LINES
    for one, other in ((0, 1), (1, 0), (1, 2), (2, 1))
}


def longer(path, taken=()):
    """Yield all ways on from the points of a path, each with the points where it takes pieces."""
    for to in range(9):
        third = THIRD.get((path[-1], to))
        straight_on = len(path) > 1 and to - path[-1] == path[-1] - path[-2]
        if third is None or straight_on or to in path or third in (*path, *taken):
            continue
        if len(taken) < MEN:
            yield (*path, to), (*taken, third)
            yield from longer((*path, to), (*taken, third))


def game():
    board = Board.rectangle(3, 3, edges=[pair for line in LINES for pair in (line[:2], line[1:])])
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"))
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    paths = [way for point in range(9) for way in longer((point,))]
    count = len(paths)
    origin = tuple(1 << path[0] for path, _ in paths)
    end = tuple(1 << path[-1] for path, _ in paths)
    taken = tuple(sum(1 << point for point in points) for _, points in paths)
    # The points that have to be free at first: not those where a piece was taken on the way.
    free = tuple(
        sum(1 << to for at, to in enumerate(path) if at and to not in points[: at - 1])
        for path, points in paths
    )
    single = tuple(int(len(path) == 2) for path, _ in paths)

    def moves(position):
        mine, theirs = mine_in(position), theirs_in(position)
        captures = False
        for way in range(count):
            is_open = mine & origin[way] and not (mine | theirs) & free[way]
            if is_open and theirs & taken[way] == taken[way]:
                captures = True
                yield way
        if not captures:
            for way in range(count):
                if single[way] and mine & origin[way] and not (mine | theirs) & free[way]:
                    yield way

    def play(position, move):
        mine = mine_in(position) & ~origin[move] | end[move]
        return pack(theirs_in(position) & ~taken[move], mine)

    def worth(position):
        return -1  # all pieces are captured, or none can move

    def points(position, move):
        return list(paths[move][0])

    def move_text(position, move):
        return "-".join(board.names[point] for point in paths[move][0])

    rules = Rules(
        aim="win",
        start=layout.position_of("OOOO.XXXX"),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=count,
    )
    appearance = Appearance(
        board="wood", cells="point", pieces={"X": "man first", "O": "man second"}
    )
    return OwnGame(
        rules,
        board,
        layout,
        sides="XO",
        move_text=move_text,
        points=points,
        tray=True,
        appearance=appearance,
    )
