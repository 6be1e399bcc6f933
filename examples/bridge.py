"""Bridge and torch: bring everybody across in the least time, two at a time, with one torch.

Aim: Bring everybody across the bridge in as few minutes as possible.

To move: Drag one or two people across.

To write: Write the letters of those who cross, joined by a plus sign. The letter of a person is
that of the row.

At most two people cross at a time. They need the torch, so one of them has to bring it back. The
number of a person is the minutes that this person needs; two people walk as fast as the slower one.

To choose:
    times: minutes of each person, one digit each, A for 10

Known: 17 minutes for 1, 2, 5 and 10; for a, b, c and d, in order, the less of a + 3b + d and 2a + b
+ c + d: G. Rote, Crossing the bridge at night, Bulletin of the EATCS 78, 2002.
"""

# In a text, those who have not crossed yet stand on the left; below them is the side of the torch,
# L or R.

# A position holds a bit for each one who is across, and above them one for the torch:
#
#   | torch | last one | … | second | first |
#
# A move is the set of those who cross, and its cost is the time it takes. `lower_bound` lets the
# slowest cross in pairs, and the quickest of all bring the torch back each time.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "crossing"
ALIASES = """
torch, flashlight, crossing at night, U2, le pont et la torche, γέφυρα και φακός, sild ja
latern, podul și torța, bron och facklan
"""

DIGITS = "0123456789A"


def game(times="125A"):
    if not 1 <= len(times) <= 16 or not set(times) <= set(DIGITS[1:]):
        raise ValueError("times are 1 to 16 digits, A for 10, such as 125A")
    minutes = tuple(DIGITS.index(time) for time in times)
    count = len(minutes)
    slowest_first = tuple(sorted(range(count), key=lambda one: -minutes[one]))
    quickest = min(minutes)
    torch = 1 << count
    everybody = torch - 1

    def moves(position):
        here = position if position & torch else ~position
        for one in range(count):
            if here >> one & 1:
                yield 1 << one
                for other in range(one + 1, count):
                    if here >> other & 1:
                        yield 1 << one | 1 << other

    def play(position, move):
        return position ^ move ^ torch

    def cost(position, move):
        slowest = 0
        for one in range(count):
            if move >> one & 1:
                slowest = max(slowest, minutes[one])
        return slowest

    def worth(position):
        return 1 if position & everybody == everybody else 0

    def lower_bound(position):
        needed, left = 0, 0
        for one in slowest_first:
            if not position >> one & 1:
                if left % 2 == 0:
                    needed += minutes[one]
                left += 1
        back = left if position & torch else max(0, left - 2)
        return needed + back * quickest

    def pieces(position):
        signs = []
        for one in range(count):
            across = position >> one & 1
            signs += [".", times[one]] if across else [times[one], "."]
        return [*signs, "R" if position & torch else "L"]

    def position_of(pieces):
        across = sum(1 << one for one in range(count) if pieces[2 * one] == ".")
        return across | (torch if pieces[-1] == "R" else 0)

    def move_text(position, move):
        return "+".join(board.names[2 * one][0] for one in range(count) if move >> one & 1)

    board = Board.rectangle(count, 2)
    rules = Rules(
        aim="shortest",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        cost=cost,
        lower_bound=lower_bound,
        goals_are_terminal=False,
        distinct_moves=torch,
    )
    appearance = Appearance(
        board="river",
        cells="bare",
        at=[(2.4 * side, one) for one in range(count) for side in (0, 1)],
        pieces={"L": "torch", "R": "torch right"}
        | {sign: f"person blue {number} min" for number, sign in enumerate(DIGITS) if number},
        names=[(-0.65, one, board.names[2 * one][0]) for one in range(count)],
        beside=["Torch"],
        stores=[(1.2, (count - 1) / 2)],
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs=DIGITS[1:] + ".LR",
        position_of=position_of,
        move_text=move_text,
        called={"L": "left bank", "R": "right bank"},
        appearance=appearance,
    )
