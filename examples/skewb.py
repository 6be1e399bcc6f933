"""The Skewb and the Ivy cube: cubes turned about their corners, in as few turns as possible.

Aim: Make every face one colour in as few turns as possible.

To move: Press the button of a move.

To write: Write the letter of the corner. Add ′ to turn it the other way.

A move turns half of the cube about a corner: F in front, L below on the left, R below on the right,
B above behind. F turns it clockwise, seen from outside, F′ the other way. A turn moves three
centres round and twists the corner. On the Skewb it also moves the three corners beside it; the Ivy
cube has leaves instead. The picture shows the six faces unfolded.

To choose:
    scramble: turns that scramble it
    ivy: 1 for the Ivy cube

Known: the Skewb was invented by Tony Durham. 3,149,280 positions; none needs more than 11 turns:
https://oeis.org/A079745 says how many need each number. The Ivy cube has 29,160 positions, of
which 110 need 8 turns and none more: computed here, and in a post on https://darflen.com.
"""

#   | other corners: which (2 bits), twist (2 bits), a place each | 6 centres of 3 bits | 4 twists |
#
# The corners that turns are about stay where they are; a turn about the opposite corner would turn
# the other half. A move: | corner: 0 F, 1 L, 2 R, 3 B | 0 clockwise, 1 the other way |

from itertools import product

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "ordering"
ALIASES = """
Rubik, Ivy cube, leaf cube, cube à feuilles, κύβος, Ρούμπικ, κισσός, kuubik, luuderohi, cub, iederă,
kub, murgröna
"""

# In space, x points to the right face, y to the front, z up; a turn about the corner at 1, 1, 1
# takes x to y, y to z and z to x: clockwise, seen from outside.
FACES = {"U": (0, 0, 1), "L": (-1, 0, 0), "F": (0, 1, 0), "R": (1, 0, 0), "B": (0, -1, 0)}
FACES |= {"D": (0, 0, -1)}
CENTRES = list(FACES.values())
TURNING = [(1, 1, 1), (-1, 1, -1), (1, -1, -1), (-1, -1, 1)]
LETTERS = "FLRB"
OTHERS = [place for place in product((1, -1), repeat=3) if place not in TURNING]
# The unfolded faces: the ways to the right and down, the first place, and the picture: the place of
# the first corner, and half the ways along a row and down a column.
NET = {
    "U": ((1, 0, 0), (0, 1, 0), (0, 3), ((0, -2), (0.87, 0.5), (-0.87, 0.5))),
    "L": ((0, 1, 0), (0, 0, -1), (3, 0), ((-3.4, -0.55), (0.72, -0.22), (0, 0.95))),
    "F": ((1, 0, 0), (0, 0, -1), (3, 3), ((-1.74, -1), (0.87, 0.5), (0, 1))),
    "R": ((0, -1, 0), (0, 0, -1), (3, 6), ((0, 0), (0.87, -0.5), (0, 1))),
    "B": ((-1, 0, 0), (0, 0, -1), (3, 9), ((1.96, -0.99), (0.72, 0.22), (0, 0.95))),
    "D": ((1, 0, 0), (0, -1, 0), (6, 3), ((-1.82, 1.2), (0.84, 0.48), (-0.25, 0.72))),
}
COLOURS = {"U": "white", "L": "orange", "F": "green", "R": "red", "B": "blue", "D": "yellow"}


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def before(place, corner):
    """Return from where a clockwise turn about a corner brings what is at a place."""
    if dot(place, corner) <= 0:
        return place
    x, y, z = (a * b for a, b in zip(place, corner, strict=True))
    return tuple(a * b for a, b in zip((y, z, x), corner, strict=True))


def face_of(corner, axis):
    """Return the face of a corner across an axis."""
    normal = tuple(sign if at == axis else 0 for at, sign in enumerate(corner))
    return next(face for face, way in FACES.items() if way == normal)


def seen_at(corner, face):
    """Return the row and the column of a corner on an unfolded face, each -1 or 1."""
    right, down, _, _ = NET[face]
    return dot(corner, down), dot(corner, right)


def drawn_at(face, corner, ivy):
    """Return where a sticker is drawn: at a corner, or what is between the corners."""
    (x, y), a, b = NET[face][3]
    around = next(one for one in TURNING if dot(one, FACES[face]) > 0)
    v, u = seen_at(corner or around, face)

    def way(along, down):
        return tuple(along * p + down * q for p, q in zip(a, b, strict=True))

    if ivy:  # arcs around the corners
        out, sides = 0.55, (*way(2 * u, 0), *way(0, -2 * v))
    elif corner:
        out, sides = 2 / 3, (*way(u, -v), *way(u / 2, v / 2))
    else:
        out, sides = 0, (*way(1, 1), *way(-1, 1))
    at = way(1 + out * u, 1 + out * v) if corner else way(1, 1)
    return (x + at[0], y + at[1], *sides)


def game(scramble="FLRBFLRB", ivy=0):
    corners = TURNING if ivy else TURNING + OTHERS
    stickers = {}  # the corner, or None for a centre, and the face, at each place of the board
    for face, (_, _, (top, left), _) in NET.items():
        stickers[top + 1, left + 1] = None, face
        for corner in corners:
            if dot(corner, FACES[face]) > 0:
                v, u = seen_at(corner, face)
                stickers[top + 1 + v, left + 1 + u] = corner, face
    board = Board(stickers)
    cells = [stickers[place] for place in board.places]
    others = 0 if ivy else 4
    came = tuple(CENTRES.index(before(at, corner)) for corner in TURNING for at in CENTRES)
    other_came = tuple(OTHERS.index(before(at, corner)) for corner in TURNING for at in OTHERS)
    spin = tuple(int(dot(at, corner) > 0) for corner in TURNING for at in OTHERS)
    solved = sum(centre << 8 + 3 * centre for centre in range(6))
    solved += sum(other << 26 + 4 * other for other in range(others))

    def turned(position, corner):
        twist = ((position >> 2 * corner & 3) + 1) % 3
        after = position & 255 & ~(3 << 2 * corner) | twist << 2 * corner
        for place in range(6):
            after |= (position >> 8 + 3 * came[6 * corner + place] & 7) << 8 + 3 * place
        for place in range(others):
            piece = position >> 26 + 4 * other_came[4 * corner + place] & 15
            twist = ((piece >> 2) + spin[4 * corner + place]) % 3
            after |= (piece & 3 | twist << 2) << 26 + 4 * place
        return after

    def moves(position):
        if position != solved:
            for move in range(8):
                yield move

    def play(position, move):
        for _ in range((move & 1) + 1):
            position = turned(position, move >> 1)
        return position

    def worth(position):
        return 1 if position == solved else 0

    # Of each sticker: its piece, a centre after the corners, and its axis.
    piece_of = tuple(
        corners.index(corner) if corner else 8 + CENTRES.index(FACES[face])
        for corner, face in cells
    )
    axis_of = tuple(next(at for at in range(3) if FACES[face][at]) for _, face in cells)
    faces = "".join(FACES)
    colours = "".join(face_of(corner, axis) for corner in TURNING + OTHERS for axis in range(3))

    def pieces(position):
        signs = ["."] * len(piece_of)
        for cell in range(len(piece_of)):
            place = piece_of[cell]
            if place >= 8:
                signs[cell] = faces[position >> 8 + 3 * (place - 8) & 7]
            else:
                home, twist = place, position >> 2 * place & 3
                if place >= 4:
                    piece = position >> 26 + 4 * (place - 4) & 15
                    home, twist = 4 + (piece & 3), piece >> 2
                signs[cell] = colours[3 * home + (axis_of[cell] - twist) % 3]
        return signs

    def position_of(pieces):
        shown = dict(zip(cells, pieces, strict=True))
        position = sum(
            list(FACES).index(shown[None, face]) << 8 + 3 * at for at, face in enumerate(FACES)
        )
        for corner in corners:
            signs = [shown[corner, face_of(corner, axis)] for axis in range(3)]
            for home, twist in product(corners, range(3)):
                if signs == [face_of(home, (axis - twist) % 3) for axis in range(3)]:
                    if corner in TURNING:
                        position |= twist << 2 * TURNING.index(corner)
                    else:
                        piece = OTHERS.index(home) | twist << 2
                        position |= piece << 26 + 4 * OTHERS.index(corner)
        return position

    def move_text(position, move):
        return LETTERS[move >> 1] + ("", "′")[move & 1]

    def points(position, move):
        return []

    start = solved
    for letter in scramble:
        if letter not in LETTERS:
            raise ValueError("a scramble is made of the letters F, L, R and B")
        start = turned(start, LETTERS.index(letter))
    rules = Rules(
        aim="shortest", start=start, moves=moves, play=play, worth=worth, distinct_moves=8
    )
    forms = ("corner", "leaf") if ivy else ("triangle", "bare")
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
            cells=[forms[corner is None] for corner, _ in cells],
            at=[drawn_at(face, corner, ivy) for corner, face in cells],
            pieces={face: f"sticker {colour}" for face, colour in COLOURS.items()},
        ),
    )
