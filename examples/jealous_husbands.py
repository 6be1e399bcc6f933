"""Jealous husbands: couples cross a river; no wife may be with another man without her husband.

Aim: Bring all couples across the river in as few crossings as possible.

To move: Press the button of those who cross.

To write: Write the letters of those who cross, joined by plus signs, husbands first: capital
letters are the husbands, small letters their wives.

All begin on the left bank. Husbands are blue, wives pink, and a couple has the same number. The
boat holds two people, unless you choose a larger one, and does not cross empty. On each bank and in
the boat, no wife may be with another man unless her husband is there too.

To choose:
    couples: number of couples
    boat: how many people the boat holds

Known: Alcuin of York, about 800, number 17. Three couples and a boat for two take 11 crossings: I.
Pressman and D. Singmaster, The jealous husbands and the missionaries and cannibals, Mathematical
Gazette 73, 1989, quoted at https://en.wikipedia.org/wiki/Missionaries_and_cannibals_problem
"""

# In a text, capitals are husbands and small letters their wives; below them is the boat, L or R.

#   | 1 if the boat is on the right | wives on the right: a bit each | husbands there: a bit each |
#
# A move is the set of those who cross.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "crossing"
ALIASES = """
couples, river crossing, ζευγάρια,
abielupaarid, maris jaloux, soți geloși, svartsjuka män
"""

HUSBANDS = "ABCDE"


def game(couples=3, boat=2):
    if not (1 <= couples <= 5 and 1 <= boat <= 9):
        raise ValueError("there are 1 to 5 couples, and the boat holds 1 to 9")
    board = Board.rectangle(2 * couples, 2)
    men = (1 << couples) - 1
    everybody = (1 << 2 * couples) - 1
    across = 1 << 2 * couples

    def is_peaceful(group):
        return not group & men or not group >> couples & ~group & men

    def fits(group):
        people = 0
        for one in range(2 * couples):
            people += group >> one & 1
        return people <= boat

    def moves(position):
        here = everybody & (position if position & across else ~position)
        if position != everybody | across:
            for group in range(1, everybody + 1):
                if not group & ~here and fits(group) and is_peaceful(group):
                    left = here ^ group
                    if is_peaceful(left) and is_peaceful(everybody ^ left):
                        yield group

    def play(position, move):
        return position ^ move ^ across

    def worth(position):
        return 1 if position == everybody | across else 0

    people = HUSBANDS[:couples] + HUSBANDS[:couples].lower()

    def pieces(position):
        rows = [
            (".", sign) if position >> one & 1 else (sign, ".") for one, sign in enumerate(people)
        ]
        return [sign for row in rows for sign in row] + ["R" if position & across else "L"]

    def position_of(pieces):
        gone = sum(1 << one for one in range(2 * couples) if pieces[2 * one] == ".")
        return gone | (across if pieces[-1] == "R" else 0)

    def move_text(position, move):
        return "+".join(sign for one, sign in enumerate(people) if move >> one & 1)

    def points(position, move):
        return []

    rules = Rules(
        aim="shortest", start=0, moves=moves, play=play, worth=worth, distinct_moves=everybody + 1
    )
    looks = {
        sign: f"person {'blue' if sign.isupper() else 'pink'} {HUSBANDS.index(sign.upper()) + 1}"
        for sign in people
    }
    called = {
        sign: f"{'husband' if sign.isupper() else 'wife'} {HUSBANDS.index(sign.upper()) + 1}"
        for sign in people
    }
    appearance = Appearance(
        board="river",
        cells="bare",
        at=[
            (row // couples + (3.4 if column else 0), row % couples) for row, column in board.places
        ],
        pieces=looks | {"L": "boat", "R": "boat right"},
        beside=["Boat"],
        stores=[(2.2, (couples - 1) / 2)],
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs=people + ".LR",
        position_of=position_of,
        move_text=move_text,
        points=points,
        called=called | {"L": "left bank", "R": "right bank"},
        appearance=appearance,
    )
