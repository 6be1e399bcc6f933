"""Domineering: V places dominoes vertically, H horizontally; the player who finds no room loses.

Aim: Place the last domino.

To move: Click the upper square of your domino, or the left one if you are H.

To write: Write the two squares of the domino, separated by a comma, the upper or the left one
first.

The players take turns to place a domino on two neighbouring free squares: V vertically, H
horizontally. V begins. The player who cannot place one loses.

To choose:
    rows: of the board
    columns: of the board

Known: with V to move first, the first player wins on 2 x 2, 3 x 3, 4 x 4, 6 x 6, 7 x 7 and 8 x 8
squares, and the second on 5 x 5. D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, Solving
8 x 8 Domineering, Theoretical Computer Science 230, 2000
"""

# A position holds the squares that are covered, one bit each, and who is to move. A move is the
# upper or the left square of a domino. `order` helps a search: first what leaves the other the
# fewest places, and oneself the most.
#
#   | 1 if H is to move | covered: a bit a square |

from kibitz import Appearance, Board, OwnGame, Rules, mirrors

KIND = "blocking"
ALIASES = """stop-gate, crosscram, dominoes, dominos, ντόμινο, doominod, domino, dominobrickor"""


def game(rows=4, columns=4):
    squares = rows * columns
    if rows < 1 or columns < 1 or squares > 62:
        raise ValueError("the board has 1 to 62 squares")
    board = Board.rectangle(rows, columns)
    full = (1 << squares) - 1
    not_last = sum(1 << square for square in range(squares) if square % columns < columns - 1)

    def places(position, turn):
        """Return the squares where a domino of the player may begin."""
        free = full & ~position
        return free & free >> 1 & not_last if turn else free & free >> columns

    def moves(position):
        here = places(position, position >> squares)
        for square in range(squares):
            if here >> square & 1:
                yield square

    def play(position, move):
        domino = 3 if position >> squares else 1 | 1 << columns
        return (position | domino << move) ^ 1 << squares

    def worth(position):
        return -1

    def count(cells):
        number = 0
        while cells:
            cells &= cells - 1
            number += 1
        return number

    def order(position, move):
        after = play(position, move)
        turn = after >> squares
        return count(places(after, 1 - turn)) - count(places(after, turn))

    def pieces(position):
        signs = ["o" if position >> square & 1 else "." for square in range(squares)]
        return [*signs, "H" if position >> squares else "V"]  # below the board: who is to move

    def position_of(pieces):
        return sum(1 << square for square, sign in enumerate(pieces) if sign in "oH")

    def points(position, move):
        """Point at the upper or the left square of a domino."""
        return [move]

    def move_text(position, move):
        return f"{board.names[move]},{board.names[move + (1 if position >> squares else columns)]}"

    flips = [
        tuple(
            row * columns + columns - 1 - column for row in range(rows) for column in range(columns)
        ),
        tuple(
            (rows - 1 - row) * columns + column for row in range(rows) for column in range(columns)
        ),
        tuple(reversed(range(squares))),
    ]
    flips = [flip for flip in dict.fromkeys(flips) if flip != tuple(range(squares))]
    canonical, orbit = mirrors(flips, 0)
    rules = Rules(
        aim="win",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        canonical=canonical,
        orbit=orbit,
        distinct_moves=squares,
        max_game_length=squares // 2,
        order=order,
    )
    appearance = Appearance(
        pieces={"o": "domino blue", "V": "domino blue down", "H": "domino blue right"},
        players=["Vertical", "Horizontal"],
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="oVH.",
        players="VH",
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=appearance,
    )
