"""Dōbutsu shōgi: a small shogi with animals; catch the lion, or bring your own to the far side.

Aim: Catch the other lion, or bring your own lion to the far row.

To move: Click a piece, on the board or in your hand, and then where it goes, or drag it there.

To write: Write the square that a piece leaves, a dash and the square that it enters. To drop a
piece, write C, E or G for chick, elephant or giraffe, and the square. Capital letters on the board
are the pieces of the first player, who plays upwards.

Yellow (B) begins, from the bottom. Pieces move one square: the lion every way, the giraffe
straight, the elephant diagonally, the chick forwards. A chick moving to the far row becomes a hen,
which moves anywhere but diagonally backwards.

A captured piece changes sides, a hen as a chick. A move may drop it on any empty square; a dropped
chick is not promoted.

A lion on the far row wins unless captured at once. Endless play is a draw.

To choose:
    drops: 1 if captured pieces may be dropped, 0 if not

Known: the game is by Madoka Kitao, 2008. The second player wins in 78 plies, and no position takes
more than 173: T. Tanaka, An Analysis of a Board Game "Doubutsu Shogi" (in Japanese), 2009, over
246,803,167 positions. B. H. Liou, https://github.com/brianhliou/dobutsu-shogi, found the same over
213,993,386 positions and, without drops, a draw over 797,658; mirror images and sides are counted
once, and nothing after an immediate win. Kibitz finds the number without drops too and, with drops,
on a GPU, both distances over 884,634,865 positions, including those after an immediate win.
"""

# In a text, capitals are Black. Below the board are the player to move and how many C, E and G
# Black and then White have in hand.

#   | turn | in hand: C, E, G of White, C, E, G of Black, 2 bits each | 12 squares: 4 bits each |
#
# A move, as the player to move sees it: | from, or 12 to 14 for C, E, G in hand | to: 4 bits |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "capturing"
ALIASES = """
animal shogi, let's catch the lion, Japanese chess, échecs japonais, ιαπωνικό σκάκι, jaapani
male, șah japonez, japanskt schack
"""

SIGNS = ".CEGLH"
THEIRS = SIGNS.lower()
LION, CHICK, HEN = 4, 1, 5
STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STEPS = ((), STRAIGHT[:1], DIAGONAL, STRAIGHT, STRAIGHT + DIAGONAL, STRAIGHT + DIAGONAL[:2])


def game(drops=1):
    places = [(row, column) for row in range(4) for column in range(3)]
    board = Board(places, names=[f"{'abc'[column]}{row + 1}" for row, column in places])
    beyond = [[[board.beyond(at, by) for by in steps] for at in range(12)] for steps in STEPS]
    reach = tuple(sum(1 << to for to in there if to is not None) for by in beyond for there in by)

    def turned(position):
        """Return the same position with the sides exchanged and the board turned round."""
        after = 0
        for square in range(12):
            piece = position >> 4 * square & 15
            if piece:
                after |= (piece ^ 8) << 4 * (11 - square)
        hands = position >> 48 & 4095
        return after | (hands >> 6 | (hands & 63) << 6) << 48 | (position >> 60 ^ 1) << 60

    def seen(position):
        """Return a position with Black to move: the same, as the player to move sees it."""
        return turned(position) if position >> 60 else position

    def canonical(position):
        view = seen(position)
        mirrored = view >> 48 << 48
        for square in range(12):
            mirrored |= (view >> 4 * square & 15) << 4 * (square + 2 - 2 * (square % 3))
        return min(view, mirrored)

    def moves(position):
        view = seen(position)
        mine, taken, attacked, lion, arrived = 0, 0, 0, 0, 0
        for square in range(12):
            piece = view >> 4 * square & 15
            if piece:
                taken |= 1 << square
            if 0 < piece < 8:
                mine |= 1 << square
                attacked |= reach[12 * piece + square]
                lion |= piece == LION
            if piece == LION | 8 and square > 8:
                arrived = 1 << square
        if not lion or arrived & ~attacked:
            return
        for square in range(12):
            if mine >> square & 1:
                there = reach[12 * (view >> 4 * square & 15) + square] & ~mine
                for to in range(12):
                    if there >> to & 1:
                        yield square << 4 | to
        for kind in range(3):
            if view >> 48 + 2 * kind & 3:
                for to in range(12):
                    if not taken >> to & 1:
                        yield 12 + kind << 4 | to

    def play(position, move):
        view, origin, to = seen(position), move >> 4, move & 15
        if origin > 11:
            view += (origin - 11 << 4 * to) - (1 << 48 + 2 * (origin - 12))
        else:
            piece, caught = view >> 4 * origin & 15, view >> 4 * to & 7
            view &= ~(15 << 4 * origin | 15 << 4 * to)
            if caught and caught != LION and drops:
                view += 1 << 48 + 2 * ((caught - 1) % 4)  # a hen as a chick
            view |= (HEN if piece == CHICK and to < 3 else piece) << 4 * to
        after = view | 1 << 60
        return turned(after) if position >> 60 else after

    def worth(position):
        return -1

    def pieces(position):
        numbers = [position >> 4 * square & 15 for square in range(12)]
        signs = [THEIRS[n & 7] if n & 8 else SIGNS[n] for n in numbers]
        in_hand = [str(position >> 48 + 2 * kind & 3) for kind in range(6)]
        return [*signs, "BW"[position >> 60], *in_hand]

    def position_of(pieces):
        numbers = [SIGNS.index(sign.upper()) | 8 * sign.islower() for sign in pieces[:12]]
        position = sum(number << 4 * square for square, number in enumerate(numbers))
        position |= sum(int(count) << 48 + 2 * at for at, count in enumerate(pieces[13:]))
        return position | "BW".index(pieces[12]) << 60

    def squares(position, move):
        """Return the squares of a move on the board as it is drawn, only one for a drop."""
        way = [move >> 4, move & 15] if move >> 4 < 12 else [move & 15]
        return [11 - square for square in way] if position >> 60 else way

    def move_text(position, move):
        named = [board.names[square] for square in squares(position, move)]
        return "-".join(named) if move >> 4 < 12 else "CEG"[(move >> 4) - 12] + named[0]

    lines = [sign for row in ("gle", ".c.", ".C.", "ELG") for sign in row]
    rules = Rules(
        aim="win",
        start=position_of([*lines, "B", *"000000"]),
        moves=moves,
        play=play,
        worth=worth,
        canonical=canonical,
        distinct_moves=15 << 4,
    )
    animals = {"C": "chick", "E": "elephant", "G": "giraffe", "L": "lion", "H": "hen"}
    return OwnGame(
        rules,
        board,
        pieces,
        signs=[*SIGNS, *SIGNS[1:].lower(), *"BW0123"],
        position_of=position_of,
        move_text=move_text,
        points=squares,
        players="BW",
        called=animals | {sign.lower(): name for sign, name in animals.items()},
        appearance=Appearance(
            board="wood",
            players=["Yellow", "Green"],
            pieces=animals | {sign.lower(): f"{name} down" for sign, name in animals.items()},
            beside=[
                f"{animal} in hand, {{{player}}}"
                for player in ("first", "second")
                for animal in ("Chicks", "Elephants", "Giraffes")
            ],
            held="CEGceg",
        ),
    )
