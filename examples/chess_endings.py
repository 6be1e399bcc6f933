"""Chess endings: mate with queen, rook, pawn, or bishop and knight, or with queen against rook.

Aim: As White, checkmate the black king; as Black, save the draw.

To move: Click a piece and then where it goes, or drag it there. Press a button to choose what a
pawn becomes.

To write: Write the square that a piece leaves, a dash and the square that it enters. If a pawn is
promoted, add Q or R.

White begins. A king moves one square, a queen any distance every way, a rook straight, a bishop
diagonally; only a knight jumps, two straight and one aside. Moving onto an enemy captures it. A
pawn moves one ahead, at first also two, attacks diagonally ahead, becomes queen or rook on the last
row.

No king may stay attacked; one that cannot escape is checkmated. Draws: no move but no attack, at
most a bishop or knight left, endless play.

To choose:
    ending: KQK queen, KRK rook, KPK pawn, KBNK bishop and knight, KQKR queen against rook

Known: the longest mates take 10 moves (19 plies) with a queen, 16 (31 plies) with a rook and 28 (55
plies) with a pawn, from 1, 121 and 3 positions up to symmetry with White to move, 33 (65 plies)
with bishop and knight, from 138 (a spreadsheet named there says 144; 138 is right).
http://kirill-kryukov.com/chess/discussion-board/viewtopic.php?t=920 With a queen against a rook
they take 35 (69 plies), which is computed here;
http://macechess.blogspot.com/2010/10/chess-endgame-table-base-kqkr.html shows a position that takes
as many. Each game starts at one of the longest mates.
"""

#   | turn: 1 bit | the other men ... | black king | white king |        7 bits a man: 64 is off
#
# A move: | to: 6 bits | the man that comes there: 3 bits |
# The man may be one that a pawn becomes. A pawn takes nothing: only a bare king is against it.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cell, number

KIND = "capturing"
ALIASES = """
chess, endgame, tablebase, mate, σκάκι, ματ,
male, matt, échecs, șah, schack, slutspel
"""

# The men besides the kings, and where the kings and those on the board are: a longest mate.
STARTS = {
    "KQK": ("QRP", "a1 f5 b2"),
    "KRK": ("QRP", "a1 c3 . b2"),
    "KPK": ("QRP", "a3 b5 . . g2"),
    "KBNK": ("BN", "a1 c2 d8 a8"),
    "KQKR": ("Qr", "h8 b5 h6 a8"),
}
CALLED = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
# The ways of the men; the first four are those of a rook, the next those of a bishop.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
WAYS += ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
USED = {"K": (0, 8), "Q": (0, 8), "R": (0, 4), "B": (4, 8), "N": (8, 16), "P": (0, 0)}


def game(ending="KQK"):
    if ending not in STARTS:
        raise ValueError("the ending is KQK, KRK, KPK, KBNK or KQKR")
    others, placed = STARTS[ending]
    signs = "Kk" + others
    names = [f"{'abcdefgh'[at % 8]}{8 - at // 8}" for at in range(64)]
    board = Board.rectangle(8, 8, names=names)
    mirror = tuple(8 * (at // 8) + 7 - at % 8 for at in range(64))
    fields = [cell(f"man{at}", sign) for at, sign in enumerate(signs)]
    layout = Layout(
        board,
        *fields,
        number("turn", 2, "wb"),
        **({"symmetries": [mirror]} if ending == "KPK" else {}),
    )
    turn_in = layout.turn
    men, off = len(signs), 64
    black = tuple(int(sign.islower()) for sign in signs)
    first, last = (tuple(USED[sign.upper()][end] for sign in signs) for end in (0, 1))
    slides = tuple(int(sign in "QRBr") for sign in signs)
    pawn = signs.find("P")
    weight = tuple("KBNQRP".index(sign.upper()) for sign in signs)
    way = tuple(
        -1 if (other := board.beyond(at, step)) is None else other
        for step in WAYS
        for at in range(64)
    )

    def place(position, man):
        return position >> 7 * man & 127

    def on(position, square):
        """Return the man on a square, -1 for none."""
        for man in range(men):
            if place(position, man) == square:
                return man
        return -1

    def moved(position, man, to):
        """Return what follows when a man comes to a square; a captured man leaves the board."""
        there = on(position, to)
        if there >= 0:
            position |= 127 << 7 * there
            position ^= (127 ^ off) << 7 * there
        if place(position, man) == off:  # a pawn becomes it
            position += off - place(position, pawn) << 7 * pawn
        return position + (to - place(position, man) << 7 * man) ^ 1 << 7 * men

    def attacks(position, man, target):
        origin = place(position, man)
        if origin == off:
            return False
        if man == pawn:
            return origin // 8 == target // 8 + 1 and abs(origin % 8 - target % 8) == 1
        for step in range(first[man], last[man]):
            at = way[64 * step + origin]
            while at >= 0:
                if at == target:
                    return True
                if not slides[man] or on(position, at) >= 0:
                    break
                at = way[64 * step + at]
        return False

    def is_attacked(position, side):
        """Return whether the king of a side is attacked."""
        for man in range(men):
            if black[man] != side and attacks(position, man, place(position, side)):
                return True
        return False

    def can_mate(position):
        total = 0
        for man in range(men):
            total += weight[man] if place(position, man) < off else 0
        return total > 2

    def moves(position):
        if not can_mate(position):
            return
        side = turn_in(position)
        for man in range(men):
            origin = place(position, man)
            if black[man] != side or origin == off:
                continue
            for step in range(first[man], last[man]):
                at = way[64 * step + origin]
                while at >= 0:
                    there = on(position, at)
                    if there >= 0 and black[there] == side:
                        break
                    if not is_attacked(moved(position, man, at), side):
                        yield at << 3 | man
                    if there >= 0 or not slides[man]:
                        break
                    at = way[64 * step + at]
            if man == pawn and on(position, origin - 8) < 0:
                if origin < 16:
                    yield origin - 8 << 3 | 2
                    yield origin - 8 << 3 | 3
                else:
                    yield origin - 8 << 3 | man
                    if origin >= 48 and on(position, origin - 16) < 0:
                        yield origin - 16 << 3 | man

    def play(position, move):
        return moved(position, move & 7, move >> 3)

    def worth(position):
        return -1 if is_attacked(position, turn_in(position)) else 0

    def points(position, move):
        man = move & 7
        return [place(position, pawn if place(position, man) == off else man), move >> 3]

    def move_text(position, move):
        origin, to = points(position, move)
        becomes = signs[move & 7] if place(position, move & 7) == off else ""
        return f"{names[origin]}-{names[to]}{becomes}"

    squares = [names.index(name) if name != "." else off for name in placed.split()]
    squares += [off] * (men - len(squares))
    rules = Rules(
        aim="win",
        start=layout.pack(*squares, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=512,
    )
    colours = ("white", "black")
    looks = {sign: f"{CALLED[sign.upper()]} {colours[sign.islower()]}" for sign in signs}
    return OwnGame(
        rules,
        board,
        layout,
        players="wb",
        move_text=move_text,
        points=points,
        called=CALLED | {"K": "white king", "k": "black king", "r": "black rook"},
        appearance=Appearance(
            board="wood",
            chequered=True,
            players=["White", "Black"],
            pieces=looks | {"w": "king white", "b": "king black"},  # w and b: the players
        ),
    )
