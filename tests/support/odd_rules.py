"""Rules in odd but legal Python, one file each; all move among the numbers below 64."""

from __future__ import annotations

FILE = '''"""Odd: rules in odd but legal Python."""

from kibitz import Board, OwnGame, Rules

{code}


def play(position, move):
    return position + move


def worth(position):
    return -1


def pieces(position):
    return ["o" if position >> bit & 1 else "." for bit in range(6)]


def game():
    rules = Rules(aim="win", start=0, moves=moves, play=play, worth=worth)
    return OwnGame(rules, Board.rectangle(1, 6), pieces, signs="o.")
'''

MIN_MAX = "min and max"
ODD = {
    "an endless loop that is left by return": """
def joined(stones):
    chain = stones & 1
    while True:
        grown = (chain | chain << 1 | chain >> 1) & stones
        if grown & 32:
            return True
        if grown == chain:
            return False
        chain = grown


def moves(position):
    if not joined(position):
        for move in range(1, 4):
            if position + move < 64:
                yield move
""",
    "an endless loop of numbers": """
def first_free(position):
    at = 0
    while 1:
        if not position >> at & 1:
            return at
        at += 1


def moves(position):
    free = first_free(position)
    if free < 6:
        yield 1 << free
""",
    "nested helpers": """
def moves(position):
    def least(limit):
        def half(number):
            return number // 2
        return half(limit) + 1
    if position < 50:
        yield least(position % 5)
""",
    "a helper inside that changes a variable": """
def moves(position):
    count = 0
    def more():
        nonlocal count
        count += 1
        return count
    while position + count < 40 and count < 3:
        yield more()
""",
    "early returns": """
def kind(position):
    if position < 10:
        return 3
    if position < 20:
        return 2
    return 1


def moves(position):
    if position > 60:
        return
    yield 1
    if kind(position) == 1:
        return
    yield 2
    return
""",
    "tuples of tuples": """
STEPS = ((1, 2), (3, 5), (1, 3))


def moves(position):
    for first, second in STEPS:
        if position + first + second < 64 and first != position % 4:
            yield first + second
""",
    "tuples of unequal length": """
STEPS = ((1, 2), (3,), ())


def moves(position):
    for step in STEPS[position % 3]:
        if position + step < 64:
            yield step
""",
    "tuples of numbers and tuples": """
MIXED = (3, (1, 2), 5)


def moves(position):
    if position < 50:
        yield MIXED[0] + MIXED[1][1]
        yield MIXED[2]
""",
    "three levels of tuples": """
STEPS = (((1, 2), (3, 4)), ((5, 6), (7, 8)))


def moves(position):
    for row in STEPS:
        for pair in row:
            if position + pair[0] < 60 and position & pair[1]:
                yield pair[0]
    if position < 9:
        yield 9
""",
    "while with else": """
def moves(position):
    move = 1
    while move < 4:
        if position + move > 40:
            break
        yield move
        move += 1
    else:
        yield 9
""",
    "for with else": """
def moves(position):
    for bit in range(6):
        if position >> bit & 1:
            yield 1 << bit if position + (1 << bit) < 64 else 0
            break
    else:
        yield 3
""",
    "default arguments": """
def more(position, by=2, *, twice=False):
    return by * (2 if twice else 1) + position % 2


def moves(position, most=3):
    if position < 50:
        yield more(position)
        yield more(position, most)
        yield more(position, twice=True)
""",
    "arguments by name in another order": """
def split(whole, part, rest):
    return whole - part + rest


def moves(position):
    if position < 50:
        yield split(rest=1, whole=position % 7 + 3, part=2)
""",
    "any number of arguments": """
def most(*numbers):
    best = 0
    for number in numbers:
        best = number if number > best else best
    return best


def moves(position):
    if position < 50:
        yield most(1, position % 5, 3)
""",
    "closures over closures": """
def made(step):
    def outer(limit):
        def moves(position):
            for move in range(step, limit, step):
                if position + move < 64:
                    yield move
        return moves
    return outer


moves = made(2)(7)
""",
    "chained comparisons": """
def moves(position):
    for move in range(1, 8):
        if 0 < move < 5 != position % 6 <= 5 and position + move < 64:
            yield move
""",
    "a walrus": """
def moves(position):
    if (left := 60 - position) > 0:
        while (left := left // 2) > 1:
            yield left
""",
    "unpacking with a star": """
ORDER = (1, 2, 4, 7)


def moves(position):
    first, *rest = ORDER
    if position < 50:
        yield first
        for each in rest:
            yield each
""",
    "a call with a star": """
PAIR = (3, 2)


def product(first, second):
    return first * second


def moves(position):
    if position < 50:
        yield product(*PAIR)
""",
    "conditional expressions in each other": """
def moves(position):
    step = 1 if position < 20 else 2 if position < 40 else 3 if position < 60 else 0
    if step:
        yield step
""",
    "a generator that returns at once": """
def moves(position):
    return
    yield 1
""",
    "a generator over a generator": """
def steps(position):
    for step in range(1, 5):
        if position % step == 0:
            yield step
        if step == 3:
            return


def moves(position):
    for step in steps(position):
        if position + step < 64:
            yield step
""",
    "yield from a generator, and from a tuple": """
def steps(position):
    yield 1
    if position % 2:
        return
    yield 2


def moves(position):
    if position < 50:
        yield from steps(position)
        yield from (5, 6)
""",
    "a sum of a generator expression": """
def moves(position):
    if position < 50:
        yield sum(bit + 1 for bit in range(6) if position >> bit & 1) + 1
""",
    "abs, divmod and a power": """
def moves(position):
    row, column = divmod(position, 8)
    if position < 40:
        yield row + 1
        yield abs(row - column) + 2**2 + 5
""",
    MIN_MAX: """
def moves(position):
    if position < 40:
        yield max(position % 5, position % 3, 1)
        yield min(position % 5, 3) + 5
""",
    "names assigned in turn and together": """
def moves(position):
    a = b = 1
    a, b = b + 1, a
    (c, d), e = (a, b), 3
    if position < 50:
        yield a + c
        yield d + e + 5
""",
    "a lambda in a loop": """
step = lambda position, by=3: position % by + 1


def moves(position):
    if position < 50:
        yield step(position)
        yield (lambda number: number + 4)(position % 2)
""",
    "break and continue in nested loops": """
def moves(position):
    for row in range(3):
        if row == position % 3:
            continue
        for column in range(3):
            move = 3 * row + column + 1
            if position + move > 50:
                break
            if column == row:
                continue
            yield move
""",
    "truth of numbers": """
def moves(position):
    move = position % 4 or 2
    if not (position and position > 50) and move:
        yield move
        yield move + (position > 3) + (position % 2 == 0)
""",
    "a number in a tuple of numbers": """
FORBIDDEN = (3, 5, 8)


def moves(position):
    for move in (1, 2, 3):
        if position + move not in FORBIDDEN and position + move < 30:
            yield move
""",
    "slices": """
STEPS = (1, 2, 3, 4, 5)


def moves(position):
    if position < 50:
        for step in STEPS[1:3]:
            yield step
""",
    "a match statement": """
def moves(position):
    match position % 3:
        case 0:
            yield 1
        case 1 | 2 if position < 50:
            yield 2
""",
    "a try statement": """
def moves(position):
    try:
        move = 12 // (position % 4)
    except ZeroDivisionError:
        move = 1
    if position + move < 64:
        yield move
""",
    "annotated and starred variables, deleted": """
def moves(position: int) -> "Iterator[int]":
    move: int = position % 3 + 1
    other: int
    if position < 50:
        yield move
    del move
""",
    "an integer and nothing": """
def found(position):
    if position % 2:
        return position % 5 + 1


def moves(position):
    move = found(position)
    if position < 50:
        yield 1 if move is None else move + 1
""",
    "a number or a truth value": """
def either(position):
    if position > 20:
        return position % 3
    return position == 7


def moves(position):
    if position < 50:
        yield either(position) + 1
""",
    "a helper with an argument of two kinds": """
def most(row):
    return row[0]


def moves(position):
    if position < 50:
        yield most((3, 2)) + most((1, 2, 3))
""",
}
