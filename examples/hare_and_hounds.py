"""Hare and hounds: three hounds hunt a hare over eleven points.

Aim: As the hare, slip past the hounds; as the hounds, trap the hare.

To move: Click a piece and then where it goes, or drag it there.

The hounds begin. A piece moves along a line to the next free point: the hare in any direction, a
hound never back to the left. Nothing is captured. The hounds win when the hare cannot move. The
hare wins if, on the turn of the hounds, none of them is to its left or none can move. Endless play
is a draw.

Known: the hounds win: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical
Plays, 1982, chapter 21. By a rule that is often published (MazeWorks, and
https://en.wikipedia.org/wiki/Hare_games), the hare also wins once the hounds have moved ten times
running without advancing; here there is no such rule.
"""

# A move: | from: 4 bits | to: 4 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cell, cells, number

KIND = "blocking"
ALIASES = """
French military game, soldiers' game, jeu militaire, lièvre, λαγός, jänes, iepure, hare,
militärspelet
"""

PLACES = [(0, 1), (0, 2), (0, 3), *((1, column) for column in range(5)), (2, 1), (2, 2), (2, 3)]
HOUNDS, HARE = (0, 3, 8), 7


def joined(one, other):
    """Return whether a line joins two points: straight, or slanting from the centre or an end."""
    (row, column), (below, beside) = PLACES[one], PLACES[other]
    if max(abs(row - below), abs(column - beside)) != 1:
        return False
    slanting = row != below and column != beside
    return not slanting or (1 in (row, below) and (column if row == 1 else beside) in (0, 2, 4))


def game():
    points = len(PLACES)
    edges = [(a, b) for b in range(points) for a in range(b) if joined(a, b)]
    board = Board(PLACES, edges=edges)
    layout = Layout(
        board,
        cells("hounds", "h"),
        cell("hare", "H"),
        number("turn", 2, "hH"),
        symmetries=[(8, 9, 10, 3, 4, 5, 6, 7, 0, 1, 2)],
    )
    hounds_in, hare_in, turn_in, pack = layout.hounds, layout.hare, layout.turn, layout.pack
    near = tuple(
        sum(1 << one + other - point for one, other in edges if point in (one, other))
        for point in range(points)
    )
    column = tuple(place[1] for place in PLACES)

    def is_past(hounds, hare):
        for point in range(points):
            if hounds >> point & 1 and column[point] < column[hare]:
                return False
        return True

    def moves(position):
        hounds, hare = hounds_in(position), hare_in(position)
        if turn_in(position):
            for to in range(points):
                if near[hare] >> to & 1 and not hounds >> to & 1:
                    yield hare << 4 | to
        elif not is_past(hounds, hare):
            for origin in range(points):
                if hounds >> origin & 1:
                    for to in range(points):
                        free = to != hare and not hounds >> to & 1
                        if free and near[origin] >> to & 1 and column[to] >= column[origin]:
                            yield origin << 4 | to

    def play(position, move):
        if turn_in(position):
            return pack(hounds_in(position), move & 15, 0)
        moved = 1 << (move >> 4) | 1 << (move & 15)
        return pack(hounds_in(position) ^ moved, hare_in(position), 1)

    def worth(position):
        return -1

    rules = Rules(
        aim="win",
        start=pack(sum(1 << point for point in HOUNDS), HARE, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
    )
    called = {"H": "hare", "h": "hound"}
    appearance = Appearance(
        board="wood",
        cells="point",
        pieces={"H": "hare white", "h": "hound brown"},
        players=["Hound", "Hare"],
    )
    return OwnGame(
        rules,
        board,
        layout,
        players="hH",
        called=called,
        appearance=appearance,
    )
