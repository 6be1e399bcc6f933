"""Fox and hounds: four hounds drive a fox down the dark squares of a chessboard.

Aim: As the fox, reach the row where the hounds began; as the hounds, trap the fox.

To move: Click a piece and then where it goes, or drag it there.

The fox begins. It moves one square diagonally, forwards or backwards. The other player moves one
hound one square diagonally forwards. Nothing is captured. The fox wins when it reaches the row
where the hounds began, or when no hound can move. The hounds win when the fox cannot move.

To choose:
    side: squares on each side of the board

Known: the hounds win: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical
Plays, 1982, chapter 20.
"""

# A move: | from: 6 bits | to: 6 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cell, cells, number

KIND = "blocking"
ALIASES = """
fox and geese, draughts, checkers, wolf and sheep, dames, loup et moutons, ντάμα, αλεπού, kabe,
hunt ja lambad, dame, lupul și oile, dam, damspel, räv och hundar, vargen och fåren
"""


def game(side=8):
    if side not in (4, 6, 8):
        raise ValueError("the board has 4, 6 or 8 squares a side")
    dark = [(row, column) for row in range(side) for column in range(side) if row + column & 1]
    board = Board(dark)
    squares, half = len(board), side // 2
    layout = Layout(
        board, cell("fox", "F"), cells("hounds", "h"), number("turn", 2, "Fh"), symmetries=()
    )
    fox_in, hounds_in, turn_in, pack = layout.fox, layout.hounds, layout.turn, layout.pack
    steps = ((1, -1), (1, 1), (-1, -1), (-1, 1))  # a hound goes the first two ways, down the board
    reached = [[board.beyond(square, step) for step in steps] for square in range(squares)]
    beyond = tuple(-1 if to is None else to for row in reached for to in row)

    def moves(position):
        fox, hounds = fox_in(position), hounds_in(position)
        if turn_in(position):
            if fox >= half:  # not yet on the row where the hounds began
                for origin in range(squares):
                    if hounds >> origin & 1:
                        for way in range(2):
                            to = beyond[4 * origin + way]
                            if to >= 0 and to != fox and not hounds >> to & 1:
                                yield origin << 6 | to
        else:
            for way in range(4):
                to = beyond[4 * fox + way]
                if to >= 0 and not hounds >> to & 1:
                    yield fox << 6 | to

    def play(position, move):
        if turn_in(position):
            moved = 1 << (move >> 6) | 1 << (move & 63)
            return pack(fox_in(position), hounds_in(position) ^ moved, 0)
        return pack(move & 63, hounds_in(position), 1)

    def worth(position):
        return -1

    rules = Rules(
        aim="win",
        start=pack(squares - half // 2 - 1, (1 << half) - 1, 0),
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=squares << 6,
    )
    called = {"F": "fox", "h": "hound"}
    appearance = Appearance(
        board="wood",
        chequered=True,
        pieces={"F": "fox orange", "h": "hound grey"},
        players=["Fox", "Hound"],
    )
    return OwnGame(
        rules,
        board,
        layout,
        players="Fh",
        called=called,
        appearance=appearance,
    )
