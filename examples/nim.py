"""Nim: take any number of counters from one heap; the player who takes the last one wins.

Aim: Take the last counter.

To move: Click a counter: it is taken together with those to its right.

To write: Write the letter of the heap, a dash and how many counters you take.

The players take turns to take one or more counters from a single heap. The player who takes the
last counter of all wins.

To choose:
    heaps: counters in each heap, one digit each

Known: the player to move has lost exactly where the nim-sum of the heaps (their exclusive or) is 0.
C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3, 1901; quoted
at http://www.ams.org/publicoutreach/feature-column/fcarc-games4
"""

# A position holds four bits a heap:
#
#   | third heap | second heap | first heap |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "impartial"
ALIASES = """Marienbad, matches, allumettes, σπίρτα, tikud, bețe de chibrit, tändstickor"""


def game(heaps="345"):
    if not heaps.isdigit() or len(heaps) > 15:
        raise ValueError("heaps are up to 15 digits, one a heap, such as 345")
    sizes = tuple(int(heap) for heap in heaps)
    count = len(sizes)

    def moves(position):
        for heap in range(count):
            for taken in range(1, (position >> 4 * heap & 15) + 1):
                yield heap << 4 | taken

    def play(position, move):
        heap, taken = move >> 4, move & 15
        return position - (taken << 4 * heap)

    def worth(position):
        return -1  # the player to move at the end did not take the last one

    def pieces(position):
        left = [position >> 4 * heap & 15 for heap in range(count)]
        rows = ["o" * left[heap] + "." * (sizes[heap] - left[heap]) for heap in range(count)]
        return "".join(rows)

    def position_of(pieces):
        heap_of = [row for row, _ in board.places]
        return sum(1 << 4 * heap_of[cell] for cell, sign in enumerate(pieces) if sign == "o")

    def move_text(position, move):
        return f"{'abcdefghijklmno'[move >> 4]}-{move & 15}"  # b-3: three from the second heap

    board = Board((row, column) for row in range(count) for column in range(sizes[row]))
    start = sum(size << 4 * heap for heap, size in enumerate(sizes))
    rules = Rules(aim="win", start=start, moves=moves, play=play, worth=worth, impartial=True)
    appearance = Appearance(board="felt", cells="bare", pieces={"o": "coin"})
    return OwnGame(
        rules,
        board,
        pieces,
        signs="o.",
        position_of=position_of,
        move_text=move_text,
        appearance=appearance,
    )
