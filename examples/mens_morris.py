"""Men's morris: put your men down in turn, then move them; three in a line take one of the other's.

Aim: Leave the other player with two men or without a move.

To move: Click a free point to place a man; later, click a man and then where it goes. After a mill,
click the man to take.

To write: Write the point where you place a man or, to move one, the point that it leaves, a dash
and the point that it enters. If you take a man, add x and its point.

X begins. First the players place their men in turn on free points; then they move a man along a
line to the next free point.

Three men on a drawn line are a mill. When you close one, take a man of the other player: one in
no mill, unless all are. Two mills at once take one man.

With nine men, a player with only three left may move to any free point. Endless play is a draw.

To choose:
    men: men of each player: 3, 6 or 9
    flying: whether a player with three men may move anywhere: yes, no or usual

Known: nine men are a draw. R. Gasser, Solving Nine Men's Morris, Games of No Chance, 1996, 101-113.
Six men are a draw: B. H. Liou, https://github.com/brianhliou/awesome-game-solving, 2026. Three men
are won by the first player, as without captures (the game `morris`).
"""

#   | men put down so far: 5 bits | theirs: a bit a point | mine: a bit a point |
#   a move: | from, or the number of points for a man in hand | to | taken, likewise |   5 bits each

from itertools import pairwise

from kibitz import Appearance, Board, Men, OwnGame, Rules, mirrors

KIND = "row"
ALIASES = """
nine men's morris, six men's morris, mill, mills, merels, jeu du moulin, marelle, mérelles,
μύλος, εννιάρα, τριόδι, veskimäng, veski, moara, țintar, kvarn, kvarnspel, trippel
"""


def drawing(men):
    """Return the lines of the board, each as the places of its points; a mill is one of three."""
    if men == 3:
        lines = [[(row, column) for column in range(3)] for row in range(3)]
        lines += [[(row, column) for row in range(3)] for column in range(3)]
        return [*lines, [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
    rings = men // 3
    lines = []
    for near in range(rings):  # the outermost square first
        for side in (near, 2 * rings - near):
            line = [(side, near), (side, rings), (side, 2 * rings - near)]
            lines += [line, [(column, row) for row, column in line]]
    for first in (0, rings + 1):  # from the middle of a side inwards
        line = [(rings, first + step) for step in range(rings)]
        lines += [line, [(column, row) for row, column in line]]
    return lines


def game(men=9, flying="usual"):
    if men not in (3, 6, 9) or flying not in ("usual", "yes", "no"):
        raise ValueError("there are 3, 6 or 9 men, and flying is yes, no or usual")
    flies = flying == "yes" or (flying == "usual" and men == 9)
    lines = drawing(men)
    places = sorted({place for line in lines for place in line})
    as_cells = [[places.index(place) for place in line] for line in lines]
    edges = sorted({tuple(sorted(pair)) for line in as_cells for pair in pairwise(line)})
    names = [f"{chr(97 + column)}{places[-1][0] + 1 - row}" for row, column in places]
    board = Board(places, names=names, edges=edges)
    points, full, all_put = len(board), (1 << len(board)) - 1, 2 * men
    mills = tuple(sum(1 << cell for cell in line) for line in as_cells if len(line) == 3)
    through = [[mill for mill in mills if mill >> point & 1] for point in range(points)]
    first = tuple(sum(map(len, through[:point])) for point in range(points + 1))
    mills_at = tuple(mill for some in through for mill in some)
    neighbours = tuple(
        sum(1 << other for edge in edges if cell in edge for other in edge if other != cell)
        for cell in range(points)
    )

    def count(some):
        some -= some >> 1 & 0x555555
        some = (some & 0x333333) + (some >> 2 & 0x333333)
        return ((some + (some >> 4) & 0x0F0F0F) * 0x010101 >> 16) & 31

    def in_mills(some):
        inside = 0
        for mill in mills:
            if some & mill == mill:
                inside |= mill
        return inside

    def closes(some, point):
        for at in range(first[point], first[point + 1]):
            if some & mills_at[at] == mills_at[at]:
                return True
        return False

    def moves(position):
        mine, theirs, put = position & full, position >> points & full, position >> 2 * points
        in_hand = men - put // 2
        if count(mine) + in_hand < 3:
            return
        free = full & ~(mine | theirs)
        open_men = theirs & ~in_mills(theirs)
        if open_men == 0:
            open_men = theirs
        anywhere = in_hand > 0 or (flies and count(mine) == 3)
        for origin in range(points + 1):
            if (origin == points) == (in_hand > 0) and (in_hand > 0 or mine >> origin & 1):
                reach = free if anywhere else free & neighbours[origin]
                for to in range(points):
                    if reach >> to & 1:
                        if closes(mine & ~(1 << origin) | 1 << to, to):
                            for taken in range(points):
                                if open_men >> taken & 1:
                                    yield origin << 10 | to << 5 | taken
                        else:
                            yield origin << 10 | to << 5 | points

    def play(position, move):
        mine, theirs, put = position & full, position >> points & full, position >> 2 * points
        origin, to, taken = move >> 10, move >> 5 & 31, move & 31
        mine = mine & ~(1 << origin) | 1 << to
        theirs = theirs & ~(1 << taken)
        return theirs | mine << points | (put + (origin == points)) << 2 * points

    def worth(position):
        return -1

    def tier(position):
        mine, theirs, put = position & full, position >> points & full, position >> 2 * points
        mine_left, theirs_left = count(mine) + men - put // 2, count(theirs) + men - (put + 1) // 2
        return ((mine_left + theirs_left) << 5 | all_put - put) << 4 | max(mine_left, theirs_left)

    def blocks():
        """Yield which numbers of men there can be, given how many have been put down."""
        for put in range(all_put + 1):
            my_own, their_own = put // 2, (put + 1) // 2
            for mine in range(my_own + 1):
                for theirs in range(their_own + 1):
                    # The first mill takes three men, each of the next at least one more; once all
                    # men are down there is no such limit. A player is left with two men at least.
                    losses = (my_own - mine, their_own - theirs)
                    limits = (max(0, their_own - 2), max(0, my_own - 2))
                    can_be = losses[0] <= limits[0] and losses[1] <= limits[1]
                    left = (men - losses[0], men - losses[1])
                    if left[0] >= 2 and left[1] >= 3 and (can_be or put == all_put):
                        example = (1 << mine) - 1 | ((1 << theirs) - 1) << points
                        yield tier(example | put << 2 * points), mine, theirs, put

    def pieces(position):
        signs = ["X" if position >> c & 1 else "O" if position >> points + c & 1 else "."
                 for c in range(points)]  # fmt: skip
        put = position >> 2 * points
        return [*signs, str(men - put // 2), str(men - (put + 1) // 2)]

    def position_of(signs):
        mine = sum(1 << c for c in range(points) if signs[c] == "X")
        theirs = sum(1 << c for c in range(points) if signs[c] == "O")
        put = 2 * men - int(signs[points]) - int(signs[points + 1])
        return mine | theirs << points | put << 2 * points

    def move_text(position, move):
        origin, to, taken = move >> 10, move >> 5 & 31, move & 31
        text = names[to] if origin == points else f"{names[origin]}-{names[to]}"
        return text if taken == points else f"{text}x{names[taken]}"

    def where(position, move):
        origin, to, taken = move >> 10, move >> 5 & 31, move & 31
        return [point for point in (origin, to, taken) if point < points]

    turns = board.symmetries()
    if men > 3:  # the innermost square and the outermost may change places
        middle = men // 3
        turned = []
        for place in places:
            off = max(abs(at - middle) for at in place)
            other = tuple(middle + (at - middle) // off * (middle + 1 - off) for at in place)
            turned.append(places.index(other))
        turns += [tuple(turned), *(tuple(turned[to] for to in turn) for turn in turns)]
    canonical, orbit = mirrors(turns, 0, points)
    rules = Rules(
        aim="win", start=0, moves=moves, play=play, worth=worth, canonical=canonical, orbit=orbit,
        tier=tier, men=Men(points, turns, tuple(blocks())), distinct_moves=points + 1 << 10,
    )  # fmt: skip
    appearance = Appearance(
        board="wood",
        cells="point",
        pieces={"X": "man first", "O": "man second"},
        beside=["Men in hand, {player}", "Men in hand, {other}"],
        held="XO",
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="XO.0123456789",
        sides="XO",
        position_of=position_of,
        move_text=move_text,
        points=where,
        appearance=appearance,
    )
