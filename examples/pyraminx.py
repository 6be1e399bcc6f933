"""The Pyraminx: Rubik's cube as a tetrahedron, solved in as few turns as possible.

Aim: Make every face one colour in as few turns as possible.

To move: Press the button of a move.

To write: Write the letter of the vertex. Add ′ to turn it the other way.

A move turns the corner at a vertex: U above, L on the left, R on the right, B behind. U turns it
clockwise, seen from outside, U′ the other way. A turn moves three edges round and twists the piece
at the vertex; the tips are left out. The picture shows the four faces unfolded.

To choose:
    scramble: turns that scramble it

Known: the puzzle is by Uwe Meffert, 1970. 933,120 positions; none needs more than 11 turns. How
many need each number is published too: J. Scherphuis,
https://www.jaapsch.net/puzzles/pyraminx.htm
"""

#   | the edges in the six places: which (3 bits), whether flipped (1 bit) | 4 twists of 2 bits |
#
# A move: | vertex: 0 U, 1 L, 2 R, 3 B | 0 clockwise, 1 the other way |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "ordering"
ALIASES = """Rubik, pyramid, tetrahedron, pyramide, πυραμίδα, Ρούμπικ, püramiid, piramidă"""

VERTICES = "ULRB"
# A clockwise turn about each vertex: where it takes the vertices.
TURNS = ({"L": "B", "B": "R", "R": "L"}, {"U": "R", "R": "B", "B": "U"})
TURNS += ({"B": "L", "L": "U", "U": "B"}, {"R": "U", "U": "L", "L": "R"})
EDGES = ("UL", "UR", "UB", "LR", "LB", "RB")
# The faces: the vertex that is not on it, its sign, and where the others and the edges lie.
FACES = {
    "R": ("L", {"B": (0, 0), "UB": (0, 2), "U": (0, 4), "LB": (1, 1), "UL": (1, 3), "L": (2, 2)}),
    "B": ("F", {"U": (0, 6), "UL": (1, 5), "UR": (1, 7), "L": (2, 4), "LR": (2, 6), "R": (2, 8)}),
    "L": (
        "R",
        {"U": (0, 8), "UB": (0, 10), "B": (0, 12), "UR": (1, 9), "RB": (1, 11), "R": (2, 10)},
    ),
    "U": ("D", {"L": (4, 4), "LR": (4, 6), "R": (4, 8), "LB": (5, 5), "RB": (5, 7), "B": (6, 6)}),
}
HIGH = 1.5 * 3**0.5
# The picture: where the vertices of each face are.
DRAWN = {
    "R": {"B": (-3.2, 0), "U": (-0.2, 0), "L": (-1.7, HIGH)},
    "B": {"U": (0, 0), "L": (-1.5, HIGH), "R": (1.5, HIGH)},
    "L": {"U": (0.2, 0), "B": (3.2, 0), "R": (1.7, HIGH)},
    "U": {"L": (-1.5, HIGH + 0.2), "R": (1.5, HIGH + 0.2), "B": (0, 2 * HIGH + 0.2)},
}


def drawn_at(face, place):
    """Return where a sticker is drawn: its centre and two sides, as a rhombus or a triangle."""
    there = DRAWN[face]
    others = [there[vertex] for vertex in there if vertex not in place]
    if len(place) == 1:  # at a vertex, together with its tip
        (x, y), ((px, py), (qx, qy)) = there[place], others
        sides = ((px - x) / 3, (py - y) / 3, (qx - x) / 3, (qy - y) / 3)
        return (x + (sides[0] + sides[2]) / 2, y + (sides[1] + sides[3]) / 2, *sides)
    (px, py), (qx, qy) = (there[vertex] for vertex in place)
    x, y = (px + qx) / 2, (py + qy) / 2
    right, down = (others[0][0] - x) / 3, (others[0][1] - y) / 3
    return (x + right / 3, y + down / 3, (qx - px) / 3, (qy - py) / 3, right, down)


def turned_edges():
    """Return, for each vertex and place, from where the edge comes, and whether it is flipped."""
    came, flip = [], []
    for vertex, turn in zip(VERTICES, TURNS, strict=True):
        before = {vertex: vertex} | {to: origin for origin, to in turn.items()}
        for edge in EDGES:
            if vertex not in edge:
                came.append(EDGES.index(edge))
                flip.append(0)
                continue
            origin = sorted((before[end] for end in edge), key=VERTICES.index)
            came.append(EDGES.index("".join(origin)))
            # The faces beside an edge are those of the two other vertices, in their order.
            faces = [before[other] for other in VERTICES if other not in edge]
            flip.append(int(VERTICES.index(faces[0]) > VERTICES.index(faces[1])))
    return tuple(came), tuple(flip)


def game(scramble="ULRBULRB"):
    board = Board(place for _, there in FACES.values() for place in there.values())
    solved = sum(edge << 8 + 4 * edge for edge in range(6))
    came, flip = turned_edges()

    def turned(position, vertex):
        twist = ((position >> 2 * vertex & 3) + 1) % 3
        after = position & 255 & ~(3 << 2 * vertex) | twist << 2 * vertex
        for place in range(6):
            edge = position >> 8 + 4 * came[6 * vertex + place] & 15
            after |= (edge ^ flip[6 * vertex + place] << 3) << 8 + 4 * place
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

    def colours_at(place):
        """Return the faces that a piece at this vertex or edge shows, in a fixed order."""
        faces = [face for face in VERTICES if face not in place]
        if len(place) == 1:  # clockwise
            turn = TURNS[VERTICES.index(place)]
            faces = [faces[0], turn[faces[0]], turn[turn[faces[0]]]]
        return faces

    # The stickers of the vertices, then those of the edges: their cells and their first colours.
    stickers = [(place, face) for place in (*VERTICES, *EDGES) for face in colours_at(place)]
    cell_of = tuple(board.at(*FACES[face][1][place]) for place, face in stickers)
    colours = "".join(FACES[face][0] for _, face in stickers)

    def pieces(position):
        signs = ["."] * len(cell_of)
        for vertex in range(4):
            for at in range(3):
                twisted = (at - (position >> 2 * vertex & 3)) % 3
                signs[cell_of[3 * vertex + at]] = colours[3 * vertex + twisted]
        for edge in range(6):
            piece = position >> 8 + 4 * edge & 15
            for at in range(2):
                flipped = at ^ piece >> 3
                signs[cell_of[12 + 2 * edge + at]] = colours[12 + 2 * (piece & 7) + flipped]
        return signs

    def position_of(pieces):
        colour_of = {sign: face for face, (sign, _) in FACES.items()}
        seen = {
            (place, face): colour_of[pieces[board.at(*there)]]
            for face, (_, places) in FACES.items()
            for place, there in places.items()
        }
        position = 0
        for number, vertex in enumerate(VERTICES):
            faces = colours_at(vertex)
            position |= -faces.index(seen[vertex, faces[0]]) % 3 << 2 * number
        for number, edge in enumerate(EDGES):
            shows = [seen[edge, face] for face in colours_at(edge)]
            name = "".join(vertex for vertex in VERTICES if vertex not in shows)
            flipped = shows != colours_at(name)
            position |= (EDGES.index(name) | flipped << 3) << 8 + 4 * number
        return position

    def move_text(position, move):
        return VERTICES[move >> 1] + ("", "′")[move & 1]

    def points(position, move):
        return []

    start = solved
    for letter in scramble:
        if letter not in VERTICES:
            raise ValueError("a scramble is made of the letters U, L, R and B")
        start = turned(start, VERTICES.index(letter))
    rules = Rules(
        aim="shortest", start=start, moves=moves, play=play, worth=worth, distinct_moves=8
    )
    at = {there: (place, face) for face, (_, on) in FACES.items() for place, there in on.items()}
    shown_at = [at[place] for place in board.places]
    appearance = Appearance(
        board="none",
        cells=["bare" if len(place) == 1 else "triangle" for place, _ in shown_at],
        at=[drawn_at(face, place) for place, face in shown_at],
        pieces={
            "F": "sticker green",
            "L": "sticker red",
            "R": "sticker blue",
            "D": "sticker yellow",
        },
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs="FLRD",
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=appearance,
    )
