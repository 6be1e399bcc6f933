"""Frogs and toads: make them change places; frogs hop to the right, toads to the left.

Aim: Make the frogs and the toads change places.

To move: Click the animal that moves.

Frogs move to the right only, toads to the left only. An animal moves to the free place if that is
next to it, or jumps over one animal of the other kind to the free place behind. If none can move
before all have changed places, start again.

To choose:
    frogs: frogs on the left
    toads: toads on the right

Known: m frogs and n toads take mn + m + n moves, three of each 15: every frog passes every toad by
one jump. For as many of each:
https://imathworks.com/math/math-how-many-moves-do-i-need-to-solve-the-leap-frog-puzzle
"""

# A move is the place of the animal that moves.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "ordering"
ALIASES = """
leap frog, hares and tortoises, sheep and goats, βάτραχοι,
konnad, grenouilles, broaște, grodor
"""


def game(frogs=3, toads=3):
    if not (1 <= frogs <= 9 and 1 <= toads <= 9):
        raise ValueError("there are 1 to 9 frogs and 1 to 9 toads")
    places = frogs + toads + 1
    board = Board.rectangle(1, places)
    layout = Layout(board, cells("frogs", "F"), cells("toads", "T"), symmetries=())
    frogs_in, toads_in, pack = layout.frogs, layout.toads, layout.pack
    every = (1 << places) - 1
    solved = pack((1 << frogs) - 1 << toads + 1, (1 << toads) - 1)

    def moves(position):
        if position != solved:
            left, right = frogs_in(position), toads_in(position)
            free = every & ~(left | right)
            for place in range(places):
                here = 1 << place
                if here & left and free & (here << 1 | (right & here << 1) << 1):
                    yield place
                if here & right and free & (here >> 1 | (left & here >> 1) >> 1):
                    yield place

    def play(position, move):
        left, right = frogs_in(position), toads_in(position)
        changed = every & ~(left | right) | 1 << move
        if left >> move & 1:
            return pack(left ^ changed, right)
        return pack(left, right ^ changed)

    def worth(position):
        return 1 if position == solved else 0

    def points(position, move):
        return [move]

    rules = Rules(
        aim="shortest",
        start=pack((1 << frogs) - 1, (1 << toads) - 1 << frogs + 1),
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=places,
        max_game_length=frogs * toads + frogs + toads,
    )
    appearance = Appearance(
        board="blue", cells="hole", fold=7, pieces={"F": "frog green", "T": "toad brown"}
    )
    return OwnGame(
        rules,
        board,
        layout,
        points=points,
        called={"F": "frog", "T": "toad"},
        appearance=appearance,
    )
