"""Gobblet Gobblers: noughts and crosses with pieces of three sizes; large ones cover small ones.

Aim: Be the first with three of your pieces in a row, seen from above.

To move: Click a piece, on the board or beside it, and then where it goes, or drag it there.

To write: The four small boards are what is seen from above (a1 to c3), the large pieces (a5 to c7),
the medium ones (e1 to g3) and the small ones (e5 to g7). On the board of its size, write the cell
of a new piece or, to move one, the cell that it leaves, a dash and the cell that it enters.

X begins. Each player has two small, two medium and two large pieces. Place a new piece or move one
that is not covered, onto an empty square or over a smaller piece of either player.

Three in a row win: across, down or diagonally. You may not uncover a row of the other player,
unless the same move covers it again. A player who cannot move loses. Endless play is a draw.

Known: the game is by Thierry Denoual, 2003. The first player wins: J. Laurent,
https://github.com/jonathan-laurent/Gobblet.jl, by a small or a large piece; E. Farmer, on his pages
Possibly Wrong, June 2024, solved 341,024,631 states; B. H. Liou,
https://github.com/brianhliou/gobblet-gobblers, 2025, without the complete tree: in 13 plies, and no
win takes more than 23. Kibitz finds these numbers on a GPU, over 263,880,946 positions up to
symmetry as the player to move sees them.
"""

# In a text, the board at the top left is what is seen from above. The others say what stands where:
# the large pieces at the top right, the small ones below them, the medium ones on the left.

#   | theirs: large, medium, small | mine: large, medium, small |        9 bits each
#
# A move: | size: 0 small, 1 medium, 2 large | from, or 9 for a new piece: 4 bits | to: 4 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "row"
ALIASES = """
gobblet, gobblers, tic tac toe, noughts and crosses, morpion, τρίλιζα, trips-traps-trull, x și
0, tripp trapp trull, tre i rad, luffarschack
"""

NEW = 9
CORNERS = (
    (4, 4),
    (4, 0),
    (0, 4),
    (0, 0),
)  # of the small, medium and large ones, and seen from above


def game():
    square = Board.rectangle(3, 3)
    sets = [cells(f"{whose}{size}", "X") for whose in ("mine", "theirs") for size in range(3)]
    layout = Layout(square, *sets)
    lines = square.lines(3)
    places = [(row + r, column + c) for row, column in CORNERS for r, c in square.places]
    board = Board(places)
    cell_of = [board.at(*place) for place in places]

    def on_top(position, side):
        """Return the squares where a piece of a side is seen: 0 the player to move, 1 the other."""
        shown, covered = 0, 0
        for size in range(2, -1, -1):
            shown |= position >> 27 * side + 9 * size & 511 & ~covered
            covered |= (position >> 9 * size | position >> 27 + 9 * size) & 511
        return shown

    def has_line(shown):
        for line in lines:
            if shown & line == line:
                return True
        return False

    def moves(position):
        if has_line(on_top(position, 1)):
            return
        larger = 0
        for size in range(2, -1, -1):
            mine = position >> 9 * size & 511
            free = 511 & ~(larger | mine | position >> 27 + 9 * size)
            for origin in range(9):
                if mine & ~larger & 1 << origin:
                    lifted = on_top(position ^ 1 << 9 * size + origin, 1)
                    for to in range(9):
                        if free >> to & 1 and not has_line(lifted & ~(1 << to)):
                            yield size << 8 | origin << 4 | to
            if mine & (mine - 1) == 0:  # fewer than two are on the board
                for to in range(9):
                    if free >> to & 1:
                        yield size << 8 | NEW << 4 | to
            larger = 511 & ~free

    def play(position, move):
        size, origin, to = move >> 8, move >> 4 & 15, move & 15
        after = position | 1 << 9 * size + to
        if origin != NEW:
            after ^= 1 << 9 * size + origin
        return after >> 27 | (after & (1 << 27) - 1) << 27

    def worth(position):
        return -1

    def pieces(position):
        signs = ["."] * 36
        for side, sign in enumerate("XO"):
            for part in range(4):
                there = (
                    position >> 27 * side + 9 * part & 511 if part < 3 else on_top(position, side)
                )
                for at in range(9):
                    if there >> at & 1:
                        signs[cell_of[9 * part + at]] = sign
        return signs

    def position_of(pieces):
        signs = [pieces[cell] for cell in cell_of[:27]]
        return sum(1 << at + 27 * (sign == "O") for at, sign in enumerate(signs) if sign != ".")

    def points(position, move):
        origin, to = 9 * (move >> 8) + (move >> 4 & 15), 9 * (move >> 8) + (move & 15)
        return [cell_of[to]] if move >> 4 & 15 == NEW else [cell_of[origin], cell_of[to]]

    def move_text(position, move):
        return "-".join(board.names[cell] for cell in points(position, move))

    rules = Rules(
        aim="win",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=3 << 8,
    )
    part_of = [cell_of.index(cell) // 9 for cell in range(36)]  # a size, or what is seen
    appearance = Appearance(
        board="wood",
        cells=["bare" if part == 3 else "square" for part in part_of],
        at=[square.places[cell_of.index(cell) % 9][::-1] for cell in range(36)],
        sizes=[(0.42, 0.7, 1, 0)[part] for part in part_of],
        pieces={"X": "stone first", "O": "stone second"},
        whole="places",
        stock={"X": 2, "O": 2},
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="XO.",
        sides="XO",
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=appearance,
    )
