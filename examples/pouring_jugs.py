"""Pouring jugs: divide the water of a full jug into two equal shares, without a measure.

Aim: Divide the water equally between two jugs in as few pourings as possible.

To move: Click the jug to pour from, and then the jug to pour into.

To write: Write the letter of the jug to pour from, a dash and the letter of the jug to pour into: a
is the first jug.

At the start the first jug is full, and the others are empty. Nothing is marked on the jugs, so a
pouring goes on until the one jug is empty or the other is full. You are done when two jugs hold
half of the water each.

To choose:
    jugs: what each jug holds, one digit each, A for 10, B for 11; the first one is full

Known: seven pourings for 8, 5 and 3: https://ofmath.com/three-jugs-puzzle/, which names Abbot
Albert, about 1240, and N. Tartaglia. Four units in any one jug take six.
"""

# In a text, each jug is a column of units, filled from below.

# A position holds six bits a jug, the water in it. A move: | from: 3 bits | to: 3 bits |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "ordering"
ALIASES = """three jugs, water jugs, die hard, κανάτες, kannud, cruches, seaux, ulcioare, kannor"""

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def game(jugs="853"):
    sizes = tuple(DIGITS.find(jug) for jug in jugs)
    if not 2 <= len(sizes) <= 6 or min(sizes) < 1 or max(sizes) > 24 or sizes[0] % 2:
        raise ValueError(
            "jugs are 2 to 6 digits from 1 to O, for 24, the first one even, such as 853"
        )
    count, half, tallest = len(sizes), sizes[0] // 2, max(sizes)
    board = Board(
        (row, jug) for row in range(tallest) for jug in range(count) if sizes[jug] >= tallest - row
    )

    def worth(position):
        shares = 0
        for jug in range(count):
            if position >> 6 * jug & 63 == half:
                shares += 1
        return 1 if shares == 2 else 0

    def moves(position):
        if not worth(position):
            for origin in range(count):
                for to in range(count):
                    has_room = position >> 6 * to & 63 < sizes[to]
                    if origin != to and has_room and position >> 6 * origin & 63:
                        yield origin << 3 | to

    def play(position, move):
        origin, to = move >> 3, move & 7
        poured = min(position >> 6 * origin & 63, sizes[to] - (position >> 6 * to & 63))
        return position - (poured << 6 * origin) + (poured << 6 * to)

    def pieces(position):
        return [
            "o" if position >> 6 * jug & 63 >= tallest - row else "." for row, jug in board.places
        ]

    def position_of(pieces):
        signs = zip(board.places, pieces, strict=True)
        return sum(1 << 6 * jug for (_, jug), sign in signs if sign == "o")

    def move_text(position, move):
        return f"{'abcdef'[move >> 3]}-{'abcdef'[move & 7]}"  # a-c: from the first into the third

    def points(position, move):
        bottom = len(board) - count
        return [bottom + (move >> 3), bottom + (move & 7)]

    rules = Rules(
        aim="shortest", start=sizes[0], moves=moves, play=play, worth=worth, distinct_moves=64
    )
    appearance = Appearance(
        board="none",
        at=[(1.6 * jug, row) for row, jug in board.places],
        pieces={"o": "water"},
        names=[(1.6 * jug, tallest - 0.25, "abcdef"[jug]) for jug in range(count)],
        whole="columns",
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="o.",
        position_of=position_of,
        move_text=move_text,
        points=points,
        called={"o": "water"},
        appearance=appearance,
    )
