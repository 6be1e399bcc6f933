"""Klotski: slide the blocks until the large one stands at the exit, in the middle of the bottom.

Aim: Bring the large block to the exit, in the middle of the bottom, in as few steps as possible.

To move: Drag a block by one square, or click it and then the square next to it.

To write: Write the upper left square of the block, a dash and the direction: l, r, u or d for left,
right, up or down. On the board, K is the large block, S a small one, T and B are the halves of an
upright block, and L and R those of a lying one.

A move slides one block by one square, up, down, left or right, into empty squares. Blocks neither
turn nor jump. The puzzle is solved when the large block stands at the exit.

To choose:
    on: 1 to play on after the large block has reached the exit

Known: it takes 116 steps by one square, or 81 moves if a whole slide of one block counts as one.
There are 25,955 positions if play continues after the large block has reached the exit (`on=1`):
https://en.wikipedia.org/wiki/Klotski
"""

# A position holds three bits a square, what stands there, and a move is a block, called by its
# first square in reading order, and where it slides, by one square: 0 up, 1 left, 2 right, 3 down.
#
#   0 nothing   1 a small block   2 3 left and right of a lying block   6 the large block
#                                 4 5 top and bottom of a standing one
#
#   | … | square 1 | square 0 |        a move: | square: 5 bits | direction: 2 bits |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "sliding"
ALIASES = """
huarong dao, forget-me-not, daughter in the box, Pennant puzzle, l'âne rouge, κλότσκι, punane
eesel, măgarul roșu, röda åsnan
"""

SIGNS = ".SLRTBK"
START = "TKKT" + "BKKB" + "TLRT" + "BSSB" + "S..S"
BLOCKS = (0, 0o7, 0o77, 0, 0o70007, 0, 0o770077)  # the squares of each kind, from its first on
EDGES = (0o7777, 0o70007000700070007, 0o70007000700070007000, 0o7777 << 48)
LARGE, EXIT = 6, 13


def game(on=0):
    def position_of(pieces):
        return sum(SIGNS.index(sign) << 3 * cell for cell, sign in enumerate(pieces))

    def block_at(position, cell):
        """Return the squares of the block that begins at a square, 0 if none does."""
        kind = position >> 3 * cell & 7
        if kind == LARGE and (cell > 14 or position >> 3 * (cell + 5) & 7 != LARGE):
            return 0
        return BLOCKS[kind] << 3 * cell

    def slid(squares, direction):
        if direction < 2:
            return squares >> (12 if direction == 0 else 3)
        return squares << (12 if direction == 3 else 3)

    def worth(position):
        return 1 if position >> 3 * EXIT & 7 == LARGE == position >> 3 * (EXIT + 5) & 7 else 0

    def moves(position):
        if on or not worth(position):
            for cell in range(20):
                block = block_at(position, cell)
                for direction in range(4 if block else 0):
                    free = not block & EDGES[direction]
                    if free and not position & slid(block, direction) & ~block:
                        yield cell << 2 | direction

    def play(position, move):
        block = block_at(position, move >> 2)
        return position & ~block | slid(position & block, move & 3)

    def pieces(position):
        return [SIGNS[position >> 3 * cell & 7] for cell in range(20)]

    def move_text(position, move):
        return f"{board.names[move >> 2]}-{'ulrd'[move & 3]}"

    def points(position, move):
        """Point at the block, by its first square, and where that slides to."""
        return [move >> 2, (move >> 2) + (-4, -1, 1, 4)[move & 3]]

    def blocks(signs):
        position = position_of(signs)
        found = (block_at(position, cell) for cell in range(20))
        return [[c for c in range(20) if block >> 3 * c & 7] for block in found if block]

    board = Board.rectangle(5, 4)
    rules = Rules(
        aim="shortest",
        start=position_of(START),
        moves=moves,
        play=play,
        worth=worth,
        goals_are_terminal=on == 0,
    )
    appearance = Appearance(
        board="wood",
        pieces={
            "K": "block red", "T": "block sky", "B": "block sky", "L": "block yellow",
            "R": "block yellow", "S": "block orange",
        },
        gaps=[(EXIT + 4, "bottom"), (EXIT + 5, "bottom")],
    )  # fmt: skip
    return OwnGame(
        rules,
        board,
        pieces,
        signs=SIGNS,
        position_of=position_of,
        move_text=move_text,
        points=points,
        blocks=blocks,
        goals=[EXIT, EXIT + 1, EXIT + 4, EXIT + 5],
        appearance=appearance,
    )
