"""Chess endings: king and queen, rook or pawn against the bare king.

Aim: As White, checkmate the black king; as Black, save the draw.

To move: Click a piece and then where it goes, or drag it there. Press a button to choose what a
pawn becomes.

White begins. Kings move one square, a queen any distance in every direction, a rook straight, a
pawn one square ahead or two from its first place; on the last row it becomes a queen or a rook. A
king never moves onto an attacked square.

An attacked king that cannot escape is checkmated. If the player to move is not attacked but has no
move, or the piece is taken, it is a draw.

To choose:
    ending: KQK with a queen, KRK with a rook, KPK with a pawn

Known: the longest mates take 10 moves (19 plies) with a queen, 16 (31 plies) with a rook and 28 (55
plies) with a pawn, from 1, 121 and 3 positions up to symmetry with White to move. Each game starts
at one of them. http://kirill-kryukov.com/chess/discussion-board/viewtopic.php?t=920
"""

# A move: | to: 6 bits | 0 the king, 1 the piece, 2 the pawn that becomes a rook: 2 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cell, number

KIND = "capturing"
ALIASES = """
chess, endgame, tablebase, mate, σκάκι, ματ,
male, matt, échecs, șah, schack, slutspel
"""

# White king, black king and the piece, by their squares: positions that take longest.
STARTS = {"KQK": ("a1", "f5", "b2"), "KRK": ("a1", "c3", "b2"), "KPK": ("a3", "b5", "g2")}
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))  # straight ones first


def game(ending="KQK"):
    if ending not in STARTS:
        raise ValueError("the ending is KQK, KRK or KPK")
    names = [f"{'abcdefgh'[at % 8]}{8 - at // 8}" for at in range(64)]
    board = Board.rectangle(8, 8, names=names)
    mirror = tuple(8 * (at // 8) + 7 - at % 8 for at in range(64))
    layout = Layout(
        board,
        cell("white", "K"),
        cell("black", "k"),
        cell("queen", "Q"),
        cell("rook", "R"),
        cell("pawn", "P"),
        number("turn", 2, "WB"),
        **({"symmetries": [mirror]} if ending == "KPK" else {}),
    )
    white_in, black_in, turn_in, pack = layout.white, layout.black, layout.turn, layout.pack
    queen_in, rook_in, pawn_in = layout.queen, layout.rook, layout.pawn
    off = 64
    way = tuple(
        -1 if (other := board.beyond(at, WAYS[to])) is None else other
        for at in range(64)
        for to in range(8)
    )

    def is_near(one, other):
        return max(abs(one // 8 - other // 8), abs(one % 8 - other % 8)) <= 1

    def slides_to(origin, ways, target, between):
        """Tell whether a piece reaches a square; only the white king can stand in between."""
        for to in range(ways):
            at = way[8 * origin + to]
            while at >= 0 and at != between:
                if at == target:
                    return True
                at = way[8 * at + to]
        return False

    def is_attacked(position, square):
        """Tell whether White attacks a square."""
        white, queen, rook = white_in(position), queen_in(position), rook_in(position)
        pawn = pawn_in(position)
        if is_near(white, square):
            return True
        if queen < off and queen != square:
            return slides_to(queen, 8, square, white)
        if rook < off and rook != square:
            return slides_to(rook, 4, square, white)
        return pawn < off and pawn // 8 == square // 8 + 1 and abs(pawn % 8 - square % 8) == 1

    def moves(position):
        white, black = white_in(position), black_in(position)
        queen, rook, pawn = queen_in(position), rook_in(position), pawn_in(position)
        piece = min(queen, rook, pawn)
        if piece == off:
            return
        if turn_in(position):
            for to in range(8):
                at = way[8 * black + to]
                if at >= 0 and not is_attacked(position, at):
                    yield at << 2
            return
        for to in range(8):
            at = way[8 * white + to]
            if at >= 0 and at != piece and not is_near(at, black):
                yield at << 2
        if pawn == off:
            for to in range(8 if queen < off else 4):
                at = way[8 * piece + to]
                while at >= 0 and at != white and at != black:
                    yield at << 2 | 1
                    at = way[8 * at + to]
        elif pawn - 8 != white and pawn - 8 != black:
            yield pawn - 8 << 2 | 1
            if pawn < 16:
                yield pawn - 8 << 2 | 2
            if pawn >= 48 and pawn - 16 != white and pawn - 16 != black:
                yield pawn - 16 << 2 | 1

    def play(position, move):
        white, black = white_in(position), black_in(position)
        queen, rook, pawn = queen_in(position), rook_in(position), pawn_in(position)
        to = move >> 2
        if turn_in(position):
            return pack(
                white,
                to,
                off if queen == to else queen,
                off if rook == to else rook,
                off if pawn == to else pawn,
                0,
            )
        if move & 3 == 0:
            return pack(to, black, queen, rook, pawn, 1)
        if move & 3 == 2:
            return pack(white, black, off, to, off, 1)
        if queen < off or (pawn < off and to < 8):
            return pack(white, black, to, off, off, 1)
        if rook < off:
            return pack(white, black, off, to, off, 1)
        return pack(white, black, off, off, to, 1)

    def worth(position):
        return -1 if turn_in(position) and is_attacked(position, black_in(position)) else 0

    def move_text(position, move):
        piece = min(queen_in(position), rook_in(position), pawn_in(position))
        king = black_in(position) if turn_in(position) else white_in(position)
        becomes = ("" if move >> 5 or pawn_in(position) == off else "Q", "R")[move & 3 == 2]
        origin = piece if move & 3 else king
        return f"{names[origin]}-{names[move >> 2]}{becomes if move & 3 else ''}"

    squares = [names.index(square) for square in STARTS[ending]]
    pieces = [squares[2] if sign == ending[1] else off for sign in "QRP"]
    rules = Rules(
        aim="win",
        start=pack(squares[0], squares[1], pieces[0], pieces[1], pieces[2], 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=256,
    )
    looks = {"K": "king white", "k": "king black", "Q": "queen white", "R": "rook white"}
    looks |= {"P": "pawn white", "W": "king white", "B": "king black"}  # W and B: the players
    appearance = Appearance(board="wood", chequered=True, pieces=looks)
    called = {"K": "white king", "k": "black king", "Q": "queen", "R": "rook", "P": "pawn"}
    return OwnGame(
        rules,
        board,
        layout,
        players="WB",
        move_text=move_text,
        called=called,
        appearance=appearance,
    )
