"""The 8-puzzle: slide the tiles until they are in order, the gap last.

Aim: Bring the tiles into order, with the gap last, in as few moves as possible.

To move: Click a tile next to the gap.

A tile next to the gap slides into it, horizontally or vertically. In the end, the numbers follow
each other row by row from the top left, and the gap is at the bottom right.

To choose:
    rows: of the board
    columns: of the board

Known: there are 181,440 positions; 31 moves are needed at most, for two of them: A. Reinefeld,
Complete Solution of the Eight-Puzzle and the Benefit of Node Ordering in IDA*, IJCAI 1993. The
counts for each number of moves, with one misprint corrected: H. Pfoertner,
https://oeis.org/A089473. Half of all n! positions of n squares can be solved (Johnson and Story,
1879). At most 6 moves are needed on 2 x 2 squares, 21 on 2 x 3, 36 on 2 x 4, 55 on 2 x 5, 80 on
2 x 6 and 53 on 3 x 4: https://oeis.org/A151944, after R. Korf, 2008. The game `fifteen` has 4 x 4.
"""

# In a text, the tiles 10, 11, … are A, B, …

# A position holds four bits a square, the number of its tile, 0 for the gap; a move is the square
# of the tile that slides into the gap.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "sliding"
ALIASES = """
8 puzzle, eight puzzle, sliding tiles, n-puzzle, taquin, παζλ των 8, kaheksamäng, jocul 8,
åttaspel, åttapussel
"""

HARDEST = "8672543.1"  # one of the two positions that take 31 moves
TILES = "123456789ABCDE"


def game(rows=3, columns=3):
    squares = rows * columns
    if rows < 2 or columns < 2 or squares > 15:
        raise ValueError("there are 2 or more rows and columns, and at most 15 squares")
    tiles = TILES[: squares - 1]

    def position_of(pieces):
        return sum(tiles.find(sign) + 1 << 4 * cell for cell, sign in enumerate(pieces))

    solved = position_of(tiles)

    def gap_in(position):
        gap = 0
        while position >> 4 * gap & 15:
            gap += 1
        return gap

    def moves(position):
        if position != solved:
            gap = gap_in(position)
            if gap >= columns:
                yield gap - columns
            if gap % columns > 0:
                yield gap - 1
            if gap % columns < columns - 1:
                yield gap + 1
            if gap < squares - columns:
                yield gap + columns

    def play(position, move):
        tile = position >> 4 * move & 15
        return position - (tile << 4 * move) + (tile << 4 * gap_in(position))

    def worth(position):
        return 1 if position == solved else 0

    def pieces(position):
        numbers = [position >> 4 * cell & 15 for cell in range(squares)]
        return [tiles[number - 1] if number else "." for number in numbers]

    backwards = tiles[::-1]  # exchanging two tiles makes it solvable where it is not
    if (squares - 1) * (squares - 2) // 2 % 2:
        backwards = backwards[1] + backwards[0] + backwards[2:]
    rules = Rules(
        aim="shortest",
        start=position_of(HARDEST if (rows, columns) == (3, 3) else backwards + "."),
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=squares,
    )
    board = Board.rectangle(rows, columns)
    appearance = Appearance(
        board="wood",
        pieces={sign: f"tile {number}" for number, sign in enumerate(tiles, start=1)},
        steered=True,
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs=[*tiles, "."],
        position_of=position_of,
        appearance=appearance,
    )
