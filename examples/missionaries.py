"""Missionaries and cannibals: take them across a river; nowhere may cannibals outnumber the others.

Aim: Bring everybody across the river in as few crossings as possible.

To move: Press the button of those who cross.

To write: Write M for each missionary and C for each cannibal who crosses, the missionaries first.

All begin on the left bank. The boat holds two people, unless you choose a larger one, and does not
cross empty. On each bank and in the boat, missionaries must not be outnumbered by cannibals, except
where there is no missionary.

To choose:
    pairs: number of missionaries, and of cannibals
    boat: how many people the boat holds

Known: the fewest crossings are 11 for three pairs and a boat for two, 9 for four pairs and a boat
for three, 11 for five pairs and that boat; four pairs cannot cross by a boat for two. I. Pressman
and D. Singmaster, The jealous husbands and the missionaries and cannibals, Mathematical Gazette 73,
1989.
"""

#   | 1 if the boat is on the right | cannibals on the left: 4 bits | missionaries there: 4 bits |
#
# A move: | missionaries in the boat: 4 bits | cannibals in it: 4 bits |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "crossing"
ALIASES = """
cannibals, jealous husbands, river crossing, cannibales, κανίβαλοι, kannibalid, canibali,
kannibaler
"""


def game(pairs=3, boat=2):
    if not (1 <= pairs <= 9 and 1 <= boat <= 9):
        raise ValueError("there are 1 to 9 pairs, and the boat holds 1 to 9")
    board = Board.rectangle(2, 2 * pairs)

    def is_safe(missionaries, cannibals):
        return missionaries == 0 or missionaries >= cannibals

    def moves(position):
        there = position >> 8
        left_m, left_c = position & 15, position >> 4 & 15
        here_m = pairs - left_m if there else left_m
        here_c = pairs - left_c if there else left_c
        if position != 256:
            for m in range(min(boat, here_m) + 1):
                for c in range(min(boat - m, here_c) + 1):
                    on_banks = is_safe(here_m - m, here_c - c) and is_safe(
                        pairs - here_m + m, pairs - here_c + c
                    )
                    if m + c > 0 and is_safe(m, c) and on_banks:
                        yield m << 4 | c

    def play(position, move):
        change = move >> 4 | (move & 15) << 4
        return (position + change if position >> 8 else position - change) ^ 256

    def worth(position):
        return 1 if position == 256 else 0

    def pieces(position):
        left = position & 15, position >> 4 & 15
        rows = ["MC"[row] * n + "." * (pairs - n) for row, n in enumerate(left)]
        across = ["." * n + "MC"[row] * (pairs - n) for row, n in enumerate(left)]
        return [*rows[0], *across[0], *rows[1], *across[1], "LR"[position >> 8]]

    def position_of(pieces):
        left = [
            pieces[2 * pairs * row : 2 * pairs * row + pairs].count("MC"[row]) for row in (0, 1)
        ]
        return left[0] | left[1] << 4 | (pieces[-1] == "R") << 8

    def move_text(position, move):
        return "M" * (move >> 4) + "C" * (move & 15)

    def points(position, move):
        return []

    rules = Rules(
        aim="shortest",
        start=pairs | pairs << 4,
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=256,
    )
    appearance = Appearance(
        board="river",
        cells="bare",
        at=[(column + 1.4 * (column >= pairs), row) for row, column in board.places],
        pieces={"M": "missionary blue", "C": "cannibal brown", "L": "boat", "R": "boat right"},
        beside=["Boat"],
        stores=[(pairs + 0.2, 0.5)],
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="MC.LR",
        position_of=position_of,
        move_text=move_text,
        points=points,
        called={"M": "missionary", "C": "cannibal", "L": "left bank", "R": "right bank"},
        appearance=appearance,
    )
