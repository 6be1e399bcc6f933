"""The 15-puzzle: slide the tiles until they are in order, the gap last.

Aim: Bring the tiles into order, with the gap last, in as few moves as possible.

To move: Click a tile next to the gap.

A tile next to the gap slides into it, horizontally or vertically. In the end, the numbers follow
each other row by row from the top left, and the gap is at the bottom right.

Known: the positions of R. E. Korf, Depth-First Iterative-Deepening, Artificial Intelligence 27,
1985, take 41 to 66 moves; no position takes more than 80. If two tiles are exchanged, the puzzle
cannot be solved: W. W. Johnson, W. E. Story, Notes on the "15" Puzzle, 1879. The lower bound of a
search counts linear conflicts: O. Hansson, A. Mayer, M. Yung, 1992.
"""

# In a text, the tiles from 10 to 15 are A to F.

# A position holds four bits a square, the number of its tile, 0 for the gap. The last square is
# left out: it holds what no other square does. One more bit is 1 where the tiles can never come in
# order, which is so for half of all positions (no slide changes it).
#
#   | never: bit 60 | square 14 | … | square 1 | square 0 |
#
# A move is the square of the tile that slides into the gap. `lower_bound` counts how far each tile
# is from its place, and two moves more for each tile that has to leave its row or column to let
# another pass.

from itertools import combinations, product

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "sliding"
ALIASES = """
15 puzzle, fifteen puzzle, boss puzzle, gem puzzle, mystic square, sliding tiles, n-puzzle,
taquin, παζλ των 15, viieteistmäng, jocul 15, femtonspel, femtonpussel
"""

TILES = ".123456789ABCDEF"
SOLVED = TILES[1:] + "."
HARD = "16A8EC42DB3597F."  # 42 moves: one of Korf's, the tiles renamed so that the gap comes last
CELLS = (1 << 60) - 1
AWAY = tuple(
    abs((tile - 1) // 4 - cell // 4) + abs((tile - 1) % 4 - cell % 4) if tile else 0
    for tile in range(16)
    for cell in range(16)
)
# The squares beside each square, one bit each.
BESIDE = tuple(
    sum(1 << to for to in range(16) if abs(to // 4 - at // 4) + abs(to % 4 - at % 4) == 1)
    for at in range(16)
)
# Where in its line each tile belongs, 4 if that is another line.
IN_ROW = tuple(
    (tile - 1) % 4 if tile and (tile - 1) // 4 == row else 4
    for tile in range(16)
    for row in range(4)
)
IN_COLUMN = tuple(
    (tile - 1) // 4 if tile and (tile - 1) % 4 == column else 4
    for tile in range(16)
    for column in range(4)
)


def leaving(line):
    """Return how many tiles must leave a line, given where in it each belongs, for the others."""
    here = [place for place in line if place < 4]
    for count in range(len(here), 0, -1):
        if any(sorted(some) == list(some) for some in combinations(here, count)):
            return len(here) - count
    return 0


DETOURS = tuple(2 * leaving(line) for line in product(range(5), repeat=4))


def game():
    def position_of(pieces):
        tiles = [TILES.index(sign) for sign in pieces]
        gap = tiles.index(0)
        swaps = sum(one > other > 0 for one, other in combinations(tiles, 2))
        never = (swaps + gap // 4 + 1) % 2
        return sum(tile << 4 * cell for cell, tile in enumerate(tiles[:15])) | never << 60

    solved = position_of(SOLVED)

    def gap_of(position):
        gap = 0
        while gap < 15 and position >> 4 * gap & 15:
            gap += 1
        return gap

    def moves(position):
        if position != solved:
            beside = BESIDE[gap_of(position)]
            for cell in range(16):
                if beside >> cell & 1:
                    yield cell

    def play(position, move):
        gap = gap_of(position)
        if move == 15:  # the tile that is left out: all tiles make 120, and 16 is 1 modulo 15
            return position | 15 - (position & CELLS) % 15 << 4 * gap
        tile = position >> 4 * move & 15
        without = position - (tile << 4 * move)
        return without if gap == 15 else without | tile << 4 * gap

    def worth(position):
        return 1 if position == solved else 0

    def predecessors(position):
        beside = BESIDE[gap_of(position)]
        for cell in range(16):
            if beside >> cell & 1 and play(position, cell) != solved:  # there, the game is over
                yield play(position, cell)

    def goals():
        yield solved

    def lower_bound(position):
        if position > CELLS:
            return -1
        last = 120
        for cell in range(15):
            last -= position >> 4 * cell & 15
        count = 0
        for line in range(4):
            row, column = 0, 0
            for place in range(4):
                cell = 4 * line + place
                tile = position >> 4 * cell & 15 if cell < 15 else last
                count += AWAY[16 * tile + cell]
                row = 5 * row + IN_ROW[4 * tile + line]
                cell = 4 * place + line
                tile = position >> 4 * cell & 15 if cell < 15 else last
                column = 5 * column + IN_COLUMN[4 * tile + line]
            count += DETOURS[row] + DETOURS[column]
        return count

    def pieces(position):
        tiles = [position >> 4 * cell & 15 for cell in range(15)]
        return [TILES[tile] for tile in [*tiles, 120 - sum(tiles)]]

    rules = Rules(
        aim="shortest",
        start=position_of(HARD),
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=16,
        lower_bound=lower_bound,
        predecessors=predecessors,
        goals=goals,
    )
    appearance = Appearance(
        board="wood",
        pieces={sign: f"tile {int(sign, 16)}" for sign in "123456789ABCDEF"},
        steered=True,
    )
    return OwnGame(
        rules,
        Board.rectangle(4, 4),
        pieces,
        signs=TILES,
        position_of=position_of,
        appearance=appearance,
    )
