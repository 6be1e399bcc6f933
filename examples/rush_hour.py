"""Rush Hour: drive the car A to the exit, at the right end of its row.

Aim: Drive the car A to the exit, at the right end of its row, in as few moves as possible.

To move: Drag a car by one square, or click it and then the square next to it.

To write: Write the letter of the car, a dash and the direction: l, r, u or d for left, right, up or
down.

Each car drives forwards or backwards along its row or column, one square a move, onto an empty
square. Cars neither turn nor jump.

To choose:
    board: the squares row by row: a letter for each car, o for an empty square

Known: no position on 6 x 6 squares takes more than 93 steps by one square. This one does, and
24,132 positions can be reached from it, if play continues after A is at the exit. S. Collette,
J.-F. Raskin, F. Servais, On the Symbolic Computation of the Hardest Configurations of the RUSH HOUR
Game, 2006
"""

# A position holds three bits a car, the number of its first square within its row or column. A move
# is a car and where it goes, 0 backwards (left or up), 1 forwards:
#
#   | … | car B | car A |        a move: | car | direction |
#
# `lower_bound` counts the squares that A has to go and the cars that stand in its way.

from itertools import pairwise
from math import isqrt

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "sliding"
ALIASES = """
traffic jam, parking, cars, embouteillage, heure de pointe, κυκλοφοριακό, ώρα αιχμής, ummik,
tipptund, ambuteiaj, ora de vârf, rusningstrafik, trafikstockning
"""

HARDEST = "BBBKLMHCCKLMHoAALMDDJooooIJoEEoIFFGG"

COLOURS = (
    "yellow", "blue", "green", "orange", "purple", "sky", "brown", "pink", "teal", "lime", "grey",
    "white", "black",
)  # fmt: skip


def game(board=HARDEST):
    side = isqrt(len(board))
    letters = sorted(set(board) - {"o"})
    if side * side != len(board) or side > 7 or "A" not in letters or len(letters) > 20:
        raise ValueError("a board has 4 to 49 squares, as many rows as columns, and a car A")
    first, step, length = [], [], []
    for letter in letters:
        cells = [cell for cell, sign in enumerate(board) if sign == letter]
        gaps = {after - cell for cell, after in pairwise(cells)}
        along = gaps == {1} and cells[0] // side == cells[-1] // side
        if not (along or (gaps == {side} and letter != "A")):
            raise ValueError("a car is two or more squares in a row or column, and A in a row")
        step.append(1 if along else side)
        length.append(len(cells))
        first.append(cells[0] - (cells[0] % side if along else cells[0] // side * side))
    first, step, length = tuple(first), tuple(step), tuple(length)
    shapes = tuple(sum(1 << i * s for i in range(n)) for s, n in zip(step, length, strict=True))
    cars = len(letters)

    def taken_in(position):
        taken = 0
        for car in range(cars):
            taken |= shapes[car] << first[car] + step[car] * (position >> 3 * car & 7)
        return taken

    def worth(position):
        return 1 if (position & 7) + length[0] == side else 0

    def moves(position):
        if not worth(position):
            taken = taken_in(position)
            for car in range(cars):
                at = position >> 3 * car & 7
                if at and not taken >> first[car] + step[car] * (at - 1) & 1:
                    yield car << 1
                at += length[car]
                if at < side and not taken >> first[car] + step[car] * at & 1:
                    yield car << 1 | 1

    def play(position, move):
        car = 1 << 3 * (move >> 1)
        return position + car if move & 1 else position - car

    def lower_bound(position):
        taken = taken_in(position)
        count = side - length[0] - (position & 7)
        for place in range((position & 7) + length[0], side):
            count += taken >> first[0] + place & 1
        return count

    def cells_of(position, car):
        at = position >> 3 * car & 7
        return [first[car] + step[car] * (at + place) for place in range(length[car])]

    def pieces(position):
        signs = ["."] * side * side
        for car in range(cars):
            for cell in cells_of(position, car):
                signs[cell] = letters[car]
        return signs

    def position_of(pieces):
        return sum(
            (pieces.index(letters[car]) - first[car]) // step[car] << 3 * car for car in range(cars)
        )

    def move_text(position, move):
        return f"{letters[move >> 1]}-{'lrud'[(move & 1) + 2 * (step[move >> 1] > 1)]}"

    def points(position, move):
        """Point at the end of the car that goes first, and at the square where it comes."""
        ends = cells_of(position, move >> 1)
        ahead = step[move >> 1]
        return [ends[-1], ends[-1] + ahead] if move & 1 else [ends[0], ends[0] - ahead]

    def blocks(signs):
        return [[cell for cell, sign in enumerate(signs) if sign == car] for car in letters]

    row = first[0]
    empty = board.replace("o", ".")
    rules = Rules(
        aim="shortest",
        start=position_of(list(empty)),
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=2 * cars,
        lower_bound=lower_bound,
    )
    return OwnGame(
        rules,
        Board.rectangle(side, side),
        pieces,
        signs=[*letters, "."],
        position_of=position_of,
        move_text=move_text,
        points=points,
        blocks=blocks,
        goals=range(row + side - length[0], row + side),
        appearance=Appearance(
            board="stone",
            pieces={
                sign: f"car {COLOURS[(at - 1) % 13] if at else 'red'}"
                for at, sign in enumerate(letters)
            },
            gaps=[(row + side - 1, "right")],
        ),
    )
