"""Pancakes: sort a stack by turning over the top of it, as few times as possible.

Aim: Sort the stack, the smallest pancake on top, with as few turns as possible.

To move: Click the lowest pancake to turn over.

To write: Write how many pancakes you turn over.

A spatula goes below any pancake and turns over this pancake and all above it. The puzzle is solved
when the pancakes lie in order of size, the largest at the bottom.

To choose:
    stack: sizes from the top, one digit each

Known: the most turns that 1, 2, 3, … pancakes need are 0, 1, 3, 4, 5, 7, 8, 9, 10, …: J. E. Goodman
(as Harry Dweighter), American Mathematical Monthly 82, 1975; OEIS A058986.
"""

#   | size of the lowest pancake: 4 bits | … | size of the topmost: 4 bits |
#
# A move is how many pancakes are turned over.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "ordering"
ALIASES = """pancake sorting, flip, crêpes, τηγανίτες, pannkoogid, clătite, pannkakor"""


def game(stack="415263"):
    count = len(stack)
    if not 2 <= count <= 9 or sorted(stack) != sorted("123456789"[:count]):
        raise ValueError("a stack is written from the top by the sizes 1, 2, 3, …, such as 2413")
    board = Board.rectangle(count, 1)

    def packed(sizes):
        return sum(size << 4 * at for at, size in enumerate(sizes))

    sorted_stack = packed(range(1, count + 1))

    def moves(position):
        if position != sorted_stack:
            for turned in range(2, count + 1):
                yield turned

    def play(position, move):
        after = position >> 4 * move << 4 * move
        for at in range(move):
            after |= (position >> 4 * at & 15) << 4 * (move - 1 - at)
        return after

    def worth(position):
        return 1 if position == sorted_stack else 0

    def pieces(position):
        return [str(position >> 4 * at & 15) for at in range(count)]

    def position_of(pieces):
        return packed([int(sign) for sign in pieces])

    def move_text(position, move):
        return str(move)

    def points(position, move):
        return [move - 1]

    rules = Rules(
        aim="shortest",
        start=packed(map(int, stack)),
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=count + 1,
    )
    appearance = Appearance(
        cells="layer",
        at=[(0, 0.48 * at) for at in range(count)],
        pieces={str(size): f"pancake {size}" for size in range(1, count + 1)},
        names=[(-1.7, 0.48 * at, str(at + 1)) for at in range(1, count)],
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="123456789"[:count],
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=appearance,
    )
