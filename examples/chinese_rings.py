"""Chinese rings: take all rings off the bar; a ring moves only behind one that is on it.

Aim: Take all rings off the bar in as few moves as possible.

To move: Click a ring to take it off the bar or to put it on.

To write: Write the number of the ring, counted from the left.

The first ring, on the left, can always be taken off or put on. Any other ring can be moved only
while the ring just before it is on the bar and all rings before that are off.

To choose:
    rings: rings on the bar

Known: n rings take (2**(n + 1) - 1) / 3 moves if n is odd and (2**(n + 1) - 2) / 3 if it is even:
21 for five, 341 for nine. L. Gros, 1872, quoted by A. M. Hinz and others, The Tower of Hanoi: Myths
and Maths, 2013, chapter 1.
"""

# In a text, the rings in the upper row are on the bar, those in the lower one are off.

# A position has a bit for each ring that is on the bar; a move is the ring that moves.

from itertools import pairwise

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "ordering"
ALIASES = """baguenaudier, Cardan's rings, κρίκοι, Hiina rõngad, anneaux chinois, inele, ringar"""


def game(rings=5):
    if not 1 <= rings <= 14:
        raise ValueError("there are 1 to 14 rings")
    board = Board(
        ((row, ring) for row in (0, 1) for ring in range(rings)), edges=pairwise(range(rings))
    )

    def moves(position):
        if position:
            yield 0
            for ring in range(1, rings):
                if position & (1 << ring) - 1 == 1 << ring - 1:
                    yield ring

    def play(position, move):
        return position ^ 1 << move

    def worth(position):
        return 0 if position else 1

    def pieces(position):
        on = [position >> ring & 1 for ring in range(rings)]
        return ["o" if on[ring] == (row == 0) else "." for row, ring in board.places]

    def position_of(pieces):
        return sum(1 << ring for ring in range(rings) if pieces[ring] == "o")

    def move_text(position, move):
        return str(move + 1)

    def points(position, move):
        return [move if position >> move & 1 else rings + move]

    rules = Rules(
        aim="shortest",
        start=(1 << rings) - 1,
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=rings,
    )
    appearance = Appearance(
        board="card",
        cells=["point"] * rings + ["bare"] * rings,
        pieces={"o": "ring"},
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="o.",
        position_of=position_of,
        move_text=move_text,
        points=points,
        called={"o": "iron ring"},
        appearance=appearance,
    )
