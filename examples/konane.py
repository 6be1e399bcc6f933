"""Konane: Hawaiian checkers; every move jumps over stones, and the player who cannot jump loses.

Aim: Make the last move.

To move: Click a stone and then where it lands, or drag it there. At first, click the stone that you
take away.

To write: Write the stone that you take away or, for a jump, the square that the stone leaves, a
dash and the square where it lands.

Stones of both colours fill the board like a chessboard. Black (B) begins and takes away a black
stone in the middle or in a corner; White (W) takes away a white one beside it. Then each move jumps
with a stone over one of the other player, straight to the free place behind it, and takes it. It
may jump on in the same direction. The player who cannot jump loses.

To choose:
    rows: of the board
    columns: of the board

Known: the game is old in Hawaii. Rules: https://math.berkeley.edu/~berlek/cgt/konane.html and
https://en.wikipedia.org/wiki/Konane. Solving Narrow Konane Boards (ICGA Journal 43, 2021) treats
boards of up to four rows, by other means. The values here are computed in two ways.
"""

# A stone never changes the colour of its square, so one bit a square is enough:
#
#   | 1 if W is to move | stones: a bit a square |
#
# A move: | jumps, 0 for a stone that is taken away: 2 bits | direction: 2 bits | from: 6 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells, number

KIND = "capturing"
ALIASES = """
kōnane, Hawaiian checkers, Hawaii, jumps, dames hawaïennes, ντάμα της Χαβάης, Havai kabe, dame
hawaiiene, hawaiiskt damspel
"""

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def game(rows=4, columns=4):
    squares = rows * columns
    if not (1 <= rows <= 8 and 1 <= columns <= 8 and 2 <= squares <= 36):
        raise ValueError("the board has up to 8 rows and columns, and 2 to 36 squares")
    board = Board.rectangle(rows, columns)
    black = sum(1 << at for at, place in enumerate(board.places) if sum(place) % 2 == 0)
    full = (1 << squares) - 1
    same = [
        mirror
        for mirror in board.symmetries()
        if all(black >> at & 1 == black >> to & 1 for at, to in enumerate(mirror))
    ]
    layout = Layout(board, cells("stones", "B"), number("turn", 2, "BW"), symmetries=same)
    stones_in, turn_in, pack = layout.stones, layout.turn, layout.pack
    nowhere = -1
    beyond = tuple(
        nowhere if (other := board.beyond(at, step)) is None else other
        for step in STEPS
        for at in range(squares)
    )
    beside = tuple(
        sum(1 << beyond[way * squares + at] for way in range(4) if beyond[way * squares + at] >= 0)
        for at in range(squares)
    )
    middle = {(rows - 1) // 2, rows // 2}, {(columns - 1) // 2, columns // 2}
    ends = {0, rows - 1}, {0, columns - 1}
    first = black & sum(
        1 << at
        for at, (row, column) in enumerate(board.places)
        if (row in middle[0] and column in middle[1]) or (row in ends[0] and column in ends[1])
    )

    def moves(position):
        stones = stones_in(position)
        mine = stones & (full ^ black if turn_in(position) else black)
        free = full ^ stones
        if free & (free - 1) == 0:  # the board is full, or all but one stone are there
            for at in range(squares):
                if (mine & first if not free else mine) >> at & 1 and (
                    not free or beside[at] & free
                ):
                    yield at
            return
        for origin in range(squares):
            if mine >> origin & 1:
                for way in range(4):
                    at, jumps = origin, 0
                    while at >= 0:
                        over = beyond[way * squares + at]
                        at = beyond[way * squares + over] if over >= 0 else -1
                        if at < 0 or not stones >> over & 1 or stones >> at & 1:
                            break
                        jumps += 1
                        yield jumps << 8 | way << 6 | origin

    def play(position, move):
        at, way = move & 63, move >> 6 & 3
        stones = stones_in(position) & ~(1 << at)
        for _ in range(move >> 8):
            over = beyond[way * squares + at]
            at = beyond[way * squares + over]
            stones &= ~(1 << over)
        return pack(stones | (1 << at if move >> 8 else 0), 1 - turn_in(position))

    def worth(position):
        return -1

    def tier(position):
        stones, count = stones_in(position), 0
        while stones:
            stones &= stones - 1
            count += 1
        return count

    def landing(move):
        at = move & 63
        for _ in range(2 * (move >> 8)):
            at = beyond[(move >> 6 & 3) * squares + at]
        return at

    def points(position, move):
        return [move & 63, landing(move)] if move >> 8 else [move & 63]

    def move_text(position, move):
        return "-".join(board.names[at] for at in points(position, move))

    def pieces(position):
        stones = stones_in(position)
        signs = ["WB"[black >> at & 1] if stones >> at & 1 else "." for at in range(squares)]
        return [*signs, "BW"[turn_in(position)]]

    def position_of(pieces):
        stones = sum(1 << at for at, sign in enumerate(pieces[:squares]) if sign != ".")
        return pack(stones, "BW".index(pieces[squares]))

    rules = Rules(
        aim="win",
        start=pack(full, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        tier=tier,
        distinct_moves=1 << 10,
        max_game_length=squares,
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="BW.",
        position_of=position_of,
        players="BW",
        move_text=move_text,
        points=points,
        appearance=Appearance(
            board="wood",
            cells="pocket",
            pieces={"B": "disc black", "W": "disc white"},
            players=["Black", "White"],
        ),
    )
