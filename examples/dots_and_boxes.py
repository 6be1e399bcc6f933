"""Dots and boxes: draw lines between dots; the player who completes a box gets it and moves again.

Aim: Complete more boxes than the other player.

To move: Click between two neighbouring dots.

To write: Write the place of the line, between two dots. The dots are the blank places of the board.

The players take turns to draw a line between two neighbouring dots, horizontally or vertically. The
player who draws the fourth side of a box gets it and must move again. The game ends when all lines
are drawn.

To choose:
    rows: of the board
    columns: of the board

Known: with best play the second player wins 3 x 3 boxes by 3, and every opening is as good (or bad)
as any other: D. Wilson, Dots-and-Boxes Analysis Results,
https://wilson.engr.wisc.edu/boxes/results.shtml
"""

# In a text, L is a line and B a full box; below the board are the boxes of the player to move and
# of the other.

# A position holds one bit for each line that is drawn and, above them, how many boxes the player to
# move is ahead, counted from as many as there are, so that it is never negative:
#
#   | boxes ahead + number of boxes | lines, in reading order |
#
# Whose box it is makes no difference to what can follow, so a position does not hold it: otherwise
# each full box would double the number of positions. A move is the number of a line.

from kibitz import Appearance, Board, OwnGame, Rules, mirrors

KIND = "connecting"
ALIASES = """
squares, paddocks, pigs in a pen, la pipopipette, petits carrés, jeu des carrés, τελίτσες,
κουτάκια, ruudud, pătrățele, puncte și pătrate, prickar och rutor
"""


def game(rows=2, columns=2):
    boxes = rows * columns
    if rows < 1 or columns < 1 or boxes > 9:
        raise ValueError("there are 1 to 9 boxes, such as rows=3,columns=3")
    places = [(row, column) for row in range(2 * rows + 1) for column in range(2 * columns + 1)]
    board = Board(place for place in places if place[0] % 2 or place[1] % 2)
    cells = [cell for cell, (row, column) in enumerate(board.places) if (row + column) % 2]
    count = len(cells)
    line_at = {board.places[cell]: line for line, cell in enumerate(cells)}
    around = {
        (row, column): sum(
            1 << line_at[row + down, column + right]
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )
        for row, column in board.places
        if row % 2 and column % 2
    }
    beside = [[box for box in around.values() if box >> line & 1] for line in range(count)]
    never = 1 << count  # the lines of a box that is not there: one of them is never drawn
    first = tuple(some[0] for some in beside)
    second = tuple((*some, never)[1] for some in beside)
    lines = never - 1

    def completed(drawn, line):
        """Return how many boxes a line has completed."""
        return (drawn & first[line] == first[line]) + (drawn & second[line] == second[line])

    def moves(position):
        for line in range(count):
            if not position >> line & 1:
                yield line

    def play(position, move):
        drawn = position & lines | 1 << move
        ahead = (position >> count) - boxes
        taken = completed(drawn, move)
        ahead = ahead + taken if taken else -ahead
        return drawn | ahead + boxes << count

    def same_mover(position, move):
        return completed(position & lines | 1 << move, move) > 0

    def worth(position):
        return (position >> count) - boxes

    def tier(position):
        """Return how many lines are left to draw."""
        free = ~position & lines
        left = 0
        while free:
            free &= free - 1
            left += 1
        return left

    # The lines that must be drawn for each cell to be shown, and the sign that it then has.
    shown = tuple(
        around[place] if place in around else 1 << line_at[place] for place in board.places
    )
    sign_of = "".join("B" if place in around else "L" for place in board.places)

    def pieces(position):
        signs = ["."] * len(shown)
        taken = 0
        for cell in range(len(shown)):
            if shown[cell] & ~position == 0:
                signs[cell] = sign_of[cell]
                taken += sign_of[cell] == "B"
        mine = (taken + worth(position)) // 2
        return [*signs, str(mine), str(taken - mine)]

    def position_of(pieces):
        drawn = sum(1 << line for line, cell in enumerate(cells) if pieces[cell] == "L")
        return drawn | int(pieces[-2]) - int(pieces[-1]) + boxes << count

    def move_text(position, move):
        return board.names[cells[move]]

    def points(position, move):
        return [cells[move]]

    images = [[cells.index(image[cell]) for cell in cells] for image in board.symmetries()]
    canonical, orbit = mirrors(images, 0)
    rules = Rules(
        aim="score",
        start=boxes << count,
        moves=moves,
        play=play,
        worth=worth,
        same_mover=same_mover,
        canonical=canonical,
        orbit=orbit,
        tier=tier,
        distinct_moves=count,
        max_game_length=count,
    )
    appearance = Appearance(
        cells=["bare" if place in around else "line" for place in board.places],
        at=[
            (column / 2, row / 2) if (row, column) in around
            else (column / 2, row / 2 - 0.5, column / 2, row / 2 + 0.5) if row % 2
            else (column / 2 - 0.5, row / 2, column / 2 + 0.5, row / 2)
            for row, column in board.places
        ],
        pieces={"L": "line", "B": "box", "B1": "box first A", "B2": "box second B"},
        owned="B",
        beside=["Boxes of {player}", "Boxes of {other}"],
    )  # fmt: skip
    return OwnGame(
        rules,
        board,
        pieces,
        signs="LB.0123456789",
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=appearance,
        called={"L": "drawn line", "B": "box"},
    )
