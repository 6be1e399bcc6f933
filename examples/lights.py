"""Lights Out: press lamps until all are dark; each press switches a lamp and its neighbours.

Aim: Switch off all lamps with as few presses as possible.

To move: Click a lamp.

To write: Write the lamp that you press. On the board, o is a lit lamp.

Pressing a lamp switches it and the lamps directly above, below, to the left and to the right of it:
lit ones go dark, and dark ones light up. Diagonal neighbours do not change.

To choose:
    rows: of the board
    columns: of the board

Known: of the patterns of n x n lamps, one in 2**k can be put out, where k is 0 for 2 and 3, 4 for 4
(https://oeis.org/A159257); from all lamps lit it takes 4, 5, 4 and, on 5 x 5, 15 presses (E. W.
Weisstein, https://oeis.org/A075464).
"""

# A position is the set of lamps that are lit, one bit a lamp; a move is the lamp that is pressed.
# Any pattern is a puzzle of its own, so `placements` yields them all.

from kibitz import Appearance, Board, OwnGame, Rules, mirrors

KIND = "ordering"
ALIASES = """lamps, Merlin, lampes, φώτα, λάμπες, lambid, tuled, becuri, lumini, lampor"""


def game(rows=3, columns=3):
    lamps = rows * columns
    if rows < 1 or not 1 <= lamps <= 25:
        raise ValueError("the board has 1 to 25 lamps")
    board = Board.rectangle(rows, columns)
    switched = []
    for lamp in range(lamps):
        near = [lamp, *(board.beyond(lamp, step) for step in board.lattice.steps.values())]
        switched.append(sum(1 << other for other in near if other is not None))
    switches = tuple(switched)

    def moves(position):
        if position:
            for lamp in range(lamps):
                yield lamp

    def play(position, move):
        return position ^ switches[move]

    def worth(position):
        return 0 if position else 1

    def placements():
        for position in range(1 << lamps):
            yield position

    def placement_at(index):
        return index if index < 1 << lamps else -1

    def pieces(position):
        return ["o" if position >> lamp & 1 else "." for lamp in range(lamps)]

    def position_of(pieces):
        return sum(1 << lamp for lamp, sign in enumerate(pieces) if sign == "o")

    def move_text(position, move):
        return board.names[move]

    def points(position, move):
        return [move]  # the lamp itself, whatever else it switches

    canonical, orbit = mirrors(board.symmetries(), 0)
    rules = Rules(
        aim="shortest",
        start=(1 << lamps) - 1,
        moves=moves,
        play=play,
        worth=worth,
        canonical=canonical,
        orbit=orbit,
        placements=placements,
        placement_at=placement_at,
    )
    appearance = Appearance(board="stone", cells="lamp", pieces={"o": "lit"})
    return OwnGame(
        rules,
        board,
        pieces,
        signs="o.",
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=appearance,
    )
