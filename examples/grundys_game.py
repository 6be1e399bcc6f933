"""Grundy's game: split a heap into two heaps of different sizes; the player who cannot loses.

Aim: Be the last to split a heap.

To move: Click the counter after which a heap is split, so that its left part is the smaller one. Of
equal heaps, click the first.

To write: Write the size of the heap, a dash and the sizes of its two parts, joined by a plus sign,
the smaller one first.

The players take turns to split one heap into two heaps of different sizes. Heaps of one or two
counters cannot be split. The player who cannot split any heap loses.

To choose:
    heap: counters in the heap at the start

Known: the game is by P. M. Grundy, 1939. The second player wins with 1, 2, 4, 7, 10, 20, 23, 26 and
50 counters among the first 50, and the Grundy values of single heaps are https://oeis.org/A002188
"""

# A position holds four bits a heap, the largest first. A move names the heap by its size:
#
#   | size of the heap | smaller part: 4 bits |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "impartial"
ALIASES = """splitting heaps, σωροί, hunnikud, tas, grămezi, dela högar"""


def side_by_side(board):
    """Return places for the cells: small heaps stand beside one another."""
    widths = [
        sum(row == other for other, _ in board.places) for row in range(board.places[-1][0] + 1)
    ]
    at, line, begin, ends = [], 0, 0.0, {}
    for row, width in enumerate(widths):
        if begin and begin + width > widths[0]:
            line, begin = line + 1, 0.0
        ends[row] = (begin, line)
        begin += width + 1
    for row, column in board.places:
        at.append((ends[row][0] + column, ends[row][1]))
    return at


def game(heap=12):
    if not 1 <= heap <= 15:
        raise ValueError("the heap has 1 to 15 counters")
    most = max(1, heap - 1)
    board = Board((row, column) for row in range(most) for column in range(heap // (row + 1)))

    def moves(position):
        before = 0
        for at in range(most):
            size = position >> 4 * at & 15
            if size != before:
                for part in range(1, (size + 1) // 2):
                    yield size << 4 | part
            before = size

    def play(position, move):
        size, part = move >> 4, move & 15
        after, filled = 0, 0
        for new in range(size if position >> 4 == 0 else heap, 0, -1):
            count = (new == part) + (new == size - part) - (new == size)
            for at in range(most):
                count += position >> 4 * at & 15 == new
            for _ in range(count):
                after |= new << 4 * filled
                filled += 1
        return after

    def worth(position):
        return -1

    def pieces(position):
        return ["o" if column < position >> 4 * row & 15 else "." for row, column in board.places]

    def position_of(pieces):
        signs = zip(board.places, pieces, strict=True)
        return sum(1 << 4 * row for (row, _), sign in signs if sign == "o")

    def move_text(position, move):
        return f"{move >> 4}-{move & 15}+{(move >> 4) - (move & 15)}"  # 7-3+4: 7 into 3 and 4

    def points(position, move):
        sizes = [position >> 4 * row & 15 for row in range(most)]
        return [board.places.index((sizes.index(move >> 4), (move & 15) - 1))]

    rules = Rules(
        aim="win",
        start=heap,
        moves=moves,
        play=play,
        worth=worth,
        impartial=True,
        distinct_moves=256,
        max_game_length=most,
    )
    appearance = Appearance(
        board="felt", cells="bare", at=side_by_side(board), pieces={"o": "coin"}
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="o.",
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=appearance,
    )
