"""The wolf, the goat and the cabbage: a farmer takes them across a river, one at a time.

Aim: Bring the wolf, the goat and the cabbage across the river in as few crossings as possible.

To move: Click what the farmer takes along, or the farmer to cross alone.

To write: Write what the farmer takes along: wolf, goat or cabbage. If he takes nothing, write
alone.

All begin on the left bank. Only the farmer can row, and the boat holds one of the three besides.
Without the farmer, the wolf eats the goat, and the goat eats the cabbage.

Known: seven crossings are needed: Alcuin of York, Propositiones ad acuendos juvenes, about 800,
number 18.
"""

#   | cabbage | goat | wolf | farmer |        a bit each: 1 on the right bank
#
# A move is who crosses with the farmer: 1 the wolf, 2 the goat, 3 the cabbage, 0 none of them.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "crossing"
ALIASES = """
wolf goat cabbage, fox goose grain, river crossing, le loup la chèvre et le chou, λύκος κατσίκα
λάχανο, hunt kits kapsas, lup capră varză, vargen geten och kålhuvudet
"""

SIGNS = "FWGC"


def game():
    board = Board.rectangle(4, 2)

    def is_eaten(position):
        farmer, wolf = position & 1, position >> 1 & 1
        goat, cabbage = position >> 2 & 1, position >> 3 & 1
        return goat != farmer and (wolf == goat or cabbage == goat)

    def after(position, move):
        return position ^ (1 | (1 << move if move else 0))

    def moves(position):
        if position != 15:
            for passenger in range(4):
                beside = position >> passenger & 1 == position & 1
                if beside and not is_eaten(after(position, passenger)):
                    yield passenger

    def play(position, move):
        return after(position, move)

    def worth(position):
        return 1 if position == 15 else 0

    def pieces(position):
        rows = [
            (sign, ".") if not position >> at & 1 else (".", sign) for at, sign in enumerate(SIGNS)
        ]
        return [sign for row in rows for sign in row]

    def position_of(pieces):
        return sum(1 << at for at in range(4) if pieces[2 * at] == ".")

    def move_text(position, move):
        return ("alone", "wolf", "goat", "cabbage")[move]

    def points(position, move):
        return [2 * move + (position & 1)]

    rules = Rules(aim="shortest", start=0, moves=moves, play=play, worth=worth, distinct_moves=4)
    called = {"F": "farmer", "W": "wolf", "G": "goat", "C": "cabbage"}
    appearance = Appearance(
        board="river",
        cells="bare",
        at=[(2.4 * column, row) for row, column in board.places],
        pieces={"F": "farmer blue", "W": "wolf grey", "G": "goat white", "C": "cabbage green"},
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs=SIGNS + ".",
        position_of=position_of,
        move_text=move_text,
        points=points,
        called=called,
        appearance=appearance,
    )
