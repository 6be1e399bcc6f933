"""Sokoban: push every crate onto a marked square; the worker cannot pull, nor push two at once.

Aim: Push every crate onto a marked square in as few moves as possible.

To move: Click the square next to the worker where it should go.

To write: Write the direction: u, d, l or r for up, down, left or right, as a capital letter if a
crate is pushed.

The worker moves one square up, down, left or right. A crate on that square is pushed one square
further, where there must be neither a wall nor another crate. Crates cannot be pulled. Every step
is a move, whether it pushes or not.

To choose:
    level: the level, from 1 to 5

Known: the game is by Hiroyuki Imabayashi, 1981. The levels, `level=1` to `level=5`, are the first
of the collection Microban by David W. Skinner, who allows copies under his name. The first is known
to take 33 moves, 8 of them pushes. The others take 16, 41, 23 and 25, as computed here in two ways.
"""

# A move is the direction: 0 up, 1 down, 2 left, 3 right.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cell, cells

KIND = "sliding"
ALIASES = """
warehouse keeper, boxes, crates, magasinier, caisses, αποθηκάριος, κιβώτια, laohoidja, kastid,
cutii, magazioner, lagerarbetare, lådor
"""

# W is the worker, B a box, o a marked square, b a box on one, # a wall; rows are parted by spaces.
LEVELS = (
    "####__ #_o#__ #__### #bW__# #__B_# #__### ####__",
    "###### #____# #_#W_# #_Bb_# #_ob_# #____# ######",
    "__####___ ###__#### #_____B_# #_#__#B_# #_o_o#W_# #########",
    "######## #______# #_obbBW# #______# #####__# ____####",
    "_####### _#_____# _#_oBo_# ##_BWB_# #__oBo_# #______# ########",
)
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def game(level=1):
    if not 1 <= level <= len(LEVELS):
        raise ValueError(f"the levels are 1 to {len(LEVELS)}")
    drawn = {
        (row, column): sign
        for row, line in enumerate(LEVELS[level - 1].split())
        for column, sign in enumerate(line)
    }
    inside = [place for place, sign in drawn.items() if sign == "W"]
    for row, column in inside:  # grows while it is walked: all squares that walls enclose
        for down, right in STEPS:
            place = (row + down, column + right)
            if drawn[place] != "#" and place not in inside:
                inside.append(place)
    board = Board((row - 1, column - 1) for row, column in inside)  # without the outer walls
    signs = [drawn[row + 1, column + 1] for row, column in board.places]
    layout = Layout(board, cell("worker", "W"), cells("boxes", "B"), symmetries=())
    worker_in, boxes_in, pack = layout.worker, layout.boxes, layout.pack
    reached = [[board.beyond(square, step) for step in STEPS] for square in range(len(board))]
    beyond = tuple(-1 if to is None else to for row in reached for to in row)
    marked = sum(1 << square for square, sign in enumerate(signs) if sign in "ob")

    def worth(position):
        return 1 if boxes_in(position) == marked else 0

    def moves(position):
        if not worth(position):
            boxes = boxes_in(position)
            for way in range(4):
                to = beyond[4 * worker_in(position) + way]
                if to >= 0 and boxes >> to & 1:
                    further = beyond[4 * to + way]
                    if further >= 0 and not boxes >> further & 1:
                        yield way
                elif to >= 0:
                    yield way

    def play(position, move):
        to, boxes = beyond[4 * worker_in(position) + move], boxes_in(position)
        if boxes >> to & 1:
            boxes ^= 1 << to | 1 << beyond[4 * to + move]
        return pack(to, boxes)

    def move_text(position, move):
        """Return the usual letter: u, d, l or r, and a capital for a push."""
        to = beyond[4 * worker_in(position) + move]
        return "UDLR"[move] if boxes_in(position) >> to & 1 else "udlr"[move]

    def points(position, move):
        return [worker_in(position), beyond[4 * worker_in(position) + move]]

    boxes = sum(1 << square for square, sign in enumerate(signs) if sign in "Bb")
    rules = Rules(
        aim="shortest",
        start=pack(signs.index("W"), boxes),
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=4,
    )
    called = {"W": "worker", "B": "crate"}
    goals = [square for square, sign in enumerate(signs) if sign in "ob"]
    appearance = Appearance(
        board="none", walls=True, pieces={"W": "worker blue", "B": "crate"}, steered=True
    )
    return OwnGame(
        rules,
        board,
        layout,
        move_text=move_text,
        points=points,
        goals=goals,
        called=called,
        appearance=appearance,
    )
