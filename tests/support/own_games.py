"""Games in one file for the tests: a sound one, and edits that break it."""

from __future__ import annotations

from pathlib import Path

HOME = Path(__file__).parents[2]
EXAMPLES = HOME / "examples"

# Put a mark on one of five cells, none beside another; the player who cannot has lost.
SOUND = '''"""Marks: no two side by side."""

from kibitz import Board, OwnGame, Rules

CELLS = 5


def moves(position):
    for cell in range(CELLS):
        if not (position | position << 1 | position >> 1) >> cell & 1:
            yield cell


def play(position, move):
    return position | 1 << move


def worth(position):
    return -1


def pieces(position):
    return ["o" if position >> cell & 1 else "." for cell in range(CELLS)]


canonical = None


def game():
    rules = Rules(
        aim="win", start=0, moves=moves, play=play, worth=worth, canonical=canonical
    )
    return OwnGame(rules, Board.rectangle(1, CELLS), pieces, signs="o.")
'''

# The start is not the least of its mirror images, and not all of these can be reached.
REVERSI = '''"""Reversi: most discs win."""

from kibitz import Board, OwnGame, Rules, mirrors

STEPS = (-1, -1, -1, 0, -1, 1, 0, -1, 0, 1, 1, -1, 1, 0, 1, 1)


def game(rows=4, columns=4):
    cells = rows * columns
    full = (1 << cells) - 1
    board = Board.rectangle(rows, columns)
    canonical, orbit = mirrors(board.symmetries(), 0, cells)
    corner = (rows // 2 - 1) * columns + columns // 2 - 1
    mine, theirs = 1 << 1 | 1 << columns, 1 | 1 << columns + 1
    start = mine << corner | theirs << corner + cells

    def turned(mine, theirs, cell):
        found = 0
        for way in range(8):
            row, column = cell // columns, cell % columns
            run = 0
            while True:
                row += STEPS[2 * way]
                column += STEPS[2 * way + 1]
                if row < 0 or column < 0 or row >= rows or column >= columns:
                    break
                bit = 1 << row * columns + column
                if theirs & bit:
                    run |= bit
                    continue
                if mine & bit:
                    found |= run
                break
        return found

    def can(mine, theirs):
        for cell in range(cells):
            if not (mine | theirs) >> cell & 1 and turned(mine, theirs, cell):
                return True
        return False

    def moves(position):
        mine, theirs = position & full, position >> cells
        if can(mine, theirs):
            for cell in range(cells):
                if not (mine | theirs) >> cell & 1 and turned(mine, theirs, cell):
                    yield cell
        elif can(theirs, mine):
            yield cells

    def play(position, move):
        mine, theirs = position & full, position >> cells
        if move < cells:
            flipped = turned(mine, theirs, move)
            mine |= flipped | 1 << move
            theirs &= ~flipped
        return theirs | mine << cells

    def worth(position):
        more = 0
        for cell in range(cells):
            more += (position >> cell & 1) - (position >> cells + cell & 1)
        return 1 if more > 0 else -1 if more < 0 else 0

    def pieces(position):
        return [".XO"[(position >> c & 1) + 2 * (position >> cells + c & 1)] for c in range(cells)]

    rules = Rules(
        aim="win",
        start=start,
        moves=moves,
        play=play,
        worth=worth,
        canonical=canonical,
        orbit=orbit,
    )
    return OwnGame(rules, board, pieces, signs="XO.", sides="XO")
'''

# Noughts and crosses, and the mistakes that are made most often.
CROSSES = '''"""Crosses: three in a row win."""

from kibitz import Board, OwnGame, Rules

LINES = tuple(Board.rectangle(3, 3).lines(3))


def won(cells):
    for line in LINES:
        if cells & line == line:
            return True
    return False


def moves(position):
    if not won(position >> 9):
        for cell in range(9):
            if not (position | position >> 9) >> cell & 1:
                yield cell


def play(position, move):
    return position >> 9 | (position & 511 | 1 << move) << 9


def worth(position):
    return -1 if won(position >> 9) else 0


def pieces(position):
    return [".XO"[(position >> c & 1) + 2 * (position >> 9 + c & 1)] for c in range(9)]


def game():
    rules = Rules(aim="win", start=0, moves=moves, play=play, worth=worth)
    return OwnGame(rules, Board.rectangle(3, 3), pieces, signs="XO.", sides="XO")
'''

# Count up to seven, one or two at a time, or say nothing once; the board shows the count alone.
COUNTING = '''"""Counting {up}: the player who says seven wins."""

from kibitz import Board, OwnGame, Rules


def game(most=7):
    def moves(position):
        if position & 15 < most:
            for step in range(2 + (position < 16)):
                yield step

    def play(position, move):
        return position | 16 if move == 2 else min(position + 1 + move, position & 16 | most)

    def worth(position):
        return -1

    def pieces(position):
        count = ["o" if position & 15 > cell else "." for cell in range(most)]
        return [*count, str(position >> 4)]  # whether a player was silent stands below

    def move_text(position, move):
        return ("one", "two", "silence")[move]

    rules = Rules(aim="win", start=0, moves=moves, play=play, worth=worth)
    return OwnGame(rules, Board.rectangle(1, most), pieces, signs="o.01", move_text=move_text)
'''

# Every number in it is reached from `rule`, each in a way of its own.
REACHING = """
from collections import namedtuple
from enum import Enum, IntEnum
from functools import partial


class Take(IntEnum):
    LEAST = 1
    MOST = 3
    __AROUND__ = 106

    def doubled(self):
        return self * 102


class Color(Enum):
    RED = 104


class Base:
    INHERITED = 5


class Limits(Base):
    SCORE = 7
    TEXT = "text"

    class Inner:
        DEEP = 9

    @staticmethod
    def cut(value):
        return value & 11

    @classmethod
    def kept(cls, value):
        return value & 13

    @property
    def asked(self):
        return 15


class Odd(int):
    def __add__(self, other):
        return 17 - other


class Pair:
    def __init__(self, first=19):
        self.first = first

    def sum(self):
        return self.first + 21


Point = namedtuple("Point", "x y", defaults=[23])

ORDER = (25, (27, 29), frozenset({31, 33}), 2.5, b"bytes")
HERE = Point(35, 37)
LONG = tuple(range(39))
SPECIAL = Odd(41)


def helper(value, extra=43, *, key=45):
    return value + extra + key


helper.bonus = 47
bigger = partial(helper, 49, key=51)
where = ORDER.index


def made(step):
    def inner(value):
        return value - step - 53

    return inner


less = made(55)
several = (lambda value: value + 57), (lambda value: value - 59)


def decorated(function):
    def wrapper(value):
        return function(value) + 61

    return wrapper


@decorated
def shown(value):
    return value + 63


def rule(position):
    numbers = [n * 65 for n in range(Take.MOST) if n > 67]
    total = sum(n - 69 for n in numbers) + {n: 71 for n in numbers}.get(73, 75)
    total += Take.LEAST.doubled() + Limits.SCORE + Limits.Inner.DEEP + Limits.INHERITED
    total += Limits.cut(77) + Limits.kept(79) + Pair(81).sum() + Point(83).x
    total += helper(85) + helper.bonus + bigger(87) + where(25) + less(89) + SPECIAL + HERE.y
    total += several[0](91) + shown(93) + len(LONG) + Color.RED.value
    for each in several:
        total = each(total) if not total > 95 or total == 97 and True else -total
    while total:
        total = (lambda value: value >> 99)(total)
        yield total
        break
    yield from ()
    return f"{total}, {position:>3}" if position is None else (yield)
"""


def changed(*changes: tuple[str, str]) -> str:
    """Return the sound game with each first text replaced by the second."""
    text = SOUND
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def line_of(text: str, part: str) -> int:
    """Return the number of the line where a part of a text begins."""
    return text[: text.index(part)].count("\n") + 1


# Take one or two of seven counters; the player who takes two moves again, unless
# that ends the game; the player who takes the last wins.
TWICE = '''"""Twice: the player who takes two counters moves again."""

from kibitz import Board, OwnGame, Rules

COUNT = 7


def moves(position):
    for taken in (1, 2):
        if taken <= position:
            yield taken


def play(position, move):
    return position - move


def same_mover(position, move):
    return move == 2 and position > 2


def worth(position):
    return -1


def pieces(position):
    return "o" * position + "." * (COUNT - position)


def move_text(position, move):
    return f"take{move}"


def game():
    rules = Rules(
        aim="win", start=COUNT, moves=moves, play=play, worth=worth, same_mover=same_mover
    )
    return OwnGame(rules, Board.rectangle(1, COUNT), pieces, signs="o.", move_text=move_text)
'''


# Placements of the lamps that are not all positions, once each: what is changed in lights.py.
YIELDED = "            yield position"
NOT_ALL_PLACED = {
    "a mirror image is missing": [(YIELDED, "            if position != 2:\n    " + YIELDED)],
    "what a move leads to is missing": [
        (YIELDED, "            if position != 7:\n    " + YIELDED),
        ("canonical=canonical,\n        orbit=orbit,", ""),
    ],
    "a class is missing, and nothing counts images": [
        (YIELDED, "            if position != 15:\n    " + YIELDED),
        ("orbit=orbit,", ""),
    ],
    "the least image is missing, and nothing counts images": [
        (YIELDED, "            if position != 1:\n    " + YIELDED),
        ("orbit=orbit,", ""),
        ("range(lamps):\n                yield", "range(0):\n                yield"),
    ],
    "one is yielded twice": [(YIELDED, YIELDED + "\n        yield 2")],
    "orbit counts too few": [("orbit=orbit", "orbit=lambda position: 1")],
}
# The same of the hint by which a GPU lists them.
LISTED, HINTED = "index if index < 1 << lamps else -1", "        placement_at=placement_at,\n"
NOT_ALL_LISTED = {
    "a mirror image is not listed": "index + (index > 1) if index < (1 << lamps) - 1 else -1",
    "one is listed twice": "index & (1 << lamps) - 1 if index <= 1 << lamps else -1",
}
NOT_EVERY_POSITION = "of placements are not every position of the game once: mirror images"


def not_all_placed(folder: Path, name: str) -> str:
    """Write such a game; return its name."""
    text = (EXAMPLES / "lights.py").read_text()
    if name in NOT_ALL_LISTED:
        changes = [(LISTED, NOT_ALL_LISTED[name])]
    else:
        changes = [(HINTED, ""), *NOT_ALL_PLACED[name]]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / f"{name.replace(' ', '_').replace(',', '')}.py"
    path.write_text(text)
    return f"{path}:rows=2,columns=2"
