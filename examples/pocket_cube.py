"""The pocket cube: the 2 × 2 × 2 Rubik's cube, solved in as few turns as possible.

Aim: Make every face one colour in as few turns as possible.

To move: Press the button of a move.

To write: Write the letter of the face. Add ′ to turn it the other way or, where half turns are
moves, 2 for a half turn.

A move turns the upper face (U), the right face (R) or the front face (F) by a quarter: U clockwise,
U′ the other way. The corner at the bottom left behind stays where it is. The picture shows the six
faces unfolded.

To choose:
    scramble: turns that scramble it
    half: 1 if a half turn counts as one move

Known: 3,674,160 positions; none needs more than 14 quarter turns, or 11 turns if half turns count
as one: J. Scherphuis, https://www.jaapsch.net/puzzles/cube2.htm (found by several in 1981).
"""

#   | the corners in the seven places: which of them (3 bits), how it is twisted (2 bits) |
#
# A move: | face: 0 U, 1 R, 2 F | quarter turns, less one: 2 bits |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "ordering"
ALIASES = """Rubik, 2x2x2, 2x2, mini cube, cube de poche, κύβος, Ρούμπικ, kuubik, cub, kub"""

# The places are named by their faces; the first is that of the colour above or below.
CORNERS = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DRB", "DBL")
FACES = {"U": (0, 2), "L": (2, 0), "F": (2, 2), "R": (2, 4), "B": (2, 6), "D": (4, 2)}
# From where a quarter turn of U, R and F brings a corner to each place, and how it twists it.
CAME = (3, 0, 1, 2, 4, 5, 6, 4, 1, 2, 0, 6, 5, 3, 1, 5, 2, 3, 0, 4, 6)
TWIST = (0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 1, 0, 2, 1, 2, 0, 0, 2, 1, 0)
# The corner of each face that a sticker is in, by row and column, for each corner and colour of it.
STICKERS = (
    ((1, 1), (0, 0), (0, 1)),
    ((1, 0), (0, 0), (0, 1)),
    ((0, 0), (0, 0), (0, 1)),
    ((0, 1), (0, 0), (0, 1)),
    ((0, 1), (1, 1), (1, 0)),
    ((0, 0), (1, 1), (1, 0)),
    ((1, 1), (1, 1), (1, 0)),
    ((1, 0), (1, 1), (1, 0)),
)

COLOURS = ["white", "orange", "green", "red", "blue", "yellow"]

# The picture: the cube from above, with the faces on the left, behind and below folded out. Of each
# face, the place of its first corner, the way along a row, and the way down a column.
DRAWN = {
    "U": ((0, -2), (0.87, 0.5), (-0.87, 0.5)),
    "F": ((-1.74, -1), (0.87, 0.5), (0, 1)),
    "R": ((0, 0), (0.87, -0.5), (0, 1)),
    "L": ((-3.4, -0.55), (0.72, -0.22), (0, 0.95)),
    "B": ((1.96, -0.99), (0.72, 0.22), (0, 0.95)),
    "D": ((-1.82, 1.2), (0.84, 0.48), (-0.25, 0.72)),
}


def drawn_at(face, row, column):
    """Return the place of a sticker in the picture: its centre and its two sides."""
    (x, y), (ax, ay), (bx, by) = DRAWN[face]
    along, down = column + 0.5, row + 0.5
    return (x + along * ax + down * bx, y + along * ay + down * by, ax, ay, bx, by)


def game(scramble="RUFRUFRUF", half=0):
    board = Board([(r + dr, c + dc) for r, c in FACES.values() for dr in (0, 1) for dc in (0, 1)])
    solved = sum(corner << 5 * corner for corner in range(7))
    came, twist = CAME, TWIST
    quarters = (0, 1, 2) if half else (0, 2)

    def turned(position, face):
        after = 0
        for place in range(7):
            corner = position >> 5 * came[7 * face + place] & 31
            twisted = ((corner >> 3) + twist[7 * face + place]) % 3
            after |= (corner & 7 | twisted << 3) << 5 * place
        return after

    def moves(position):
        if position != solved:
            for face in range(3):
                for times in quarters:
                    yield face << 2 | times

    def play(position, move):
        for _ in range((move & 3) + 1):
            position = turned(position, move >> 2)
        return position

    def worth(position):
        return 1 if position == solved else 0

    def stickers(place):
        """Return the cells of the three stickers in a place, clockwise."""
        found = []
        for face, (row, column) in zip(CORNERS[place], STICKERS[place], strict=True):
            top, left = FACES[face]
            found.append(board.at(top + row, left + column))
        return found

    cell_of = tuple(cell for place in range(8) for cell in stickers(place))
    colours = "".join(CORNERS)

    def pieces(position):
        signs = ["."] * 24
        for place in range(8):
            corner = position >> 5 * place & 31 if place < 7 else 7
            for at in range(3):
                colour = colours[3 * (corner & 7) + (at - (corner >> 3)) % 3]
                signs[cell_of[3 * place + at]] = colour
        return signs

    def position_of(pieces):
        position = 0
        for place in range(7):
            shown = "".join(pieces[cell] for cell in stickers(place))
            twisted = next(n for n in range(3) if shown[n:] + shown[:n] in CORNERS)
            corner = CORNERS.index(shown[twisted:] + shown[:twisted])
            position |= (corner | twisted << 3) << 5 * place
        return position

    def move_text(position, move):
        return "URF"[move >> 2] + ("", "2", "′")[move & 3]

    def points(position, move):
        return []

    places = {
        (top + r, left + c): drawn_at(face, r, c)
        for face, (top, left) in FACES.items()
        for r in (0, 1)
        for c in (0, 1)
    }
    start = solved
    for letter in scramble:
        if letter not in "URF":
            raise ValueError("a scramble is made of the letters U, R and F")
        start = turned(start, "URF".index(letter))
    rules = Rules(
        aim="shortest", start=start, moves=moves, play=play, worth=worth, distinct_moves=12
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="ULFRBD",
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=Appearance(
            board="none",
            cells="bare",
            at=[places[place] for place in board.places],
            pieces={
                sign: f"sticker {colour}" for sign, colour in zip("ULFRBD", COLOURS, strict=True)
            },
        ),
    )
